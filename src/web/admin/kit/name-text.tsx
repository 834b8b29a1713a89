type Props = { children: string; className?: string }

/** A name in a list: two lines at most, one with a second fact; whole as tooltip and in the panel. */
export const NameText = ({ children, className = '' }: Props) => (
  <span className={`list-lines ${className}`} title={children}>
    {children}
  </span>
)
