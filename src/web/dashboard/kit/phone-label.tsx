type Props = { short: string; children: string }

/** A link's words; phones show the short ones, screen readers always hear the long ones. */
export const PhoneLabel = ({ short, children }: Props) => (
  <>
    <span className="sm:hidden" aria-hidden="true">
      {short}
    </span>
    <span className="max-sm:sr-only">{children}</span>
  </>
)
