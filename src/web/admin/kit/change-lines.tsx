type Line = { label: string; was: string | number; becomes: string | number }

/** Old and new values of a change. */
export const ChangeLines = ({ lines }: { lines: readonly Line[] }) => (
  <dl className="list-lines grid gap-3">
    {lines.map(({ label, was, becomes }) => (
      <div key={label} className="min-w-0">
        <dt className="inline text-muted text-small">{label}: </dt>
        <dd className="inline whitespace-pre-line break-words">
          <s className="text-muted">{was}</s> <span aria-hidden="true">→</span> <b className="text-ink">{becomes}</b>
        </dd>
      </div>
    ))}
  </dl>
)
