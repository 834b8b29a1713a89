import { LocalLink } from '../../ui/link.tsx'
import type { AuditLine } from './audit-lines.server.ts'
import type { Named } from './audit-subject.server.ts'

const Name = ({ of: { text, to, isCode } }: { of: Named }) =>
  to && text ? (
    <LocalLink to={to} className="text-link">
      {text}
    </LocalLink>
  ) : (
    <span className={isCode ? 'audit-raw' : undefined}>{text}</span>
  )

/** Subject of an entry. */
export const AuditSubject = ({ kind, about }: { kind: string; about: Named }) => (
  <>
    <span className="block text-muted text-small">{kind}</span>
    <span className="list-lines lg:min-w-60" title={about.text}>
      <Name of={about} />
    </span>
  </>
)

/** Details of an entry, one per line. */
export const AuditDetails = ({ lines }: { lines: readonly AuditLine[] }) => (
  <ul className="list-lines grid gap-1 text-small wrap-anywhere">
    {lines.map(({ label, values }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries never change
      <li key={i}>
        {label && <span className="text-muted">{label}: </span>}
        {values.map((value, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={nth}>
            {nth > 0 && ', '}
            <Name of={value} />
          </span>
        ))}
      </li>
    ))}
  </ul>
)
