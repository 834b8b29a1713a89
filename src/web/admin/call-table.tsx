import { telHref } from '#contract/contact.ts'
import type { CallStatus } from '#contract/limits.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../ui/badge.tsx'
import { LocalLink } from '../ui/link.tsx'
import { CallForm } from './call-form.tsx'
import type { ShownCall } from './call-words.server.ts'

const looks: Record<CallStatus, BadgeKind> = {
  new: 'pending',
  assigned: 'awaiting',
  connected: 'paid',
  unreachable: 'failed',
  closed: 'cancelled',
}

/** A table that turns into cards on narrow screens; its roles are said again, because the layout takes them away. */
export function CallTable({ rows }: { rows: readonly ShownCall[] }) {
  const columns = [
    m.calls_col_number(),
    m.calls_col_name(),
    m.calls_col_contact(),
    m.calls_col_time(),
    m.calls_col_action(),
  ]
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: another display takes a table's own roles away
    <table role="table" className="admin-table call-table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((call) => (
          <tr key={call.id} role="row" data-call={call.status}>
            <td role="cell" data-label={columns[0]} className="tabular-nums">
              {call.number}
            </td>
            <td role="cell" data-wide>
              <p className="font-semibold text-ink wrap-anywhere">{call.name}</p>
              {call.who && <p className="text-small text-muted wrap-anywhere">{call.who}</p>}
              <Wanted mentor={call.mentor} />
              <p className="mt-1 flex flex-wrap items-center gap-x-2">
                <Badge kind={looks[call.status]}>{call.statusWord}</Badge>
                {call.owner && <span className="text-small text-muted">{m.calls_owner({ name: call.owner })}</span>}
              </p>
            </td>
            <td role="cell" data-label={columns[2]}>
              <Tap number={call.phone} />
            </td>
            <td role="cell" data-label={columns[3]} className="text-small">
              <time dateTime={call.requestTime}>{call.time}</time>
            </td>
            <td role="cell" data-wide>
              <CallForm call={call} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}

function Wanted({ mentor }: Pick<ShownCall, 'mentor'>) {
  if (!mentor) return <p className="text-small text-muted">{m.calls_no_mentor()}</p>
  return (
    <p className="text-small">
      <span className="text-muted">{m.calls_for()}</span>{' '}
      <LocalLink to={`/admin/mentors/${mentor._id}`} className="text-link -my-2.5 inline-block py-2.5">
        {mentor.fullName}
      </LocalLink>{' '}
      <Tap number={mentor.phone} />
    </p>
  )
}

function Tap({ number }: { number: string }) {
  return (
    <a href={telHref(`+91${number}`)} className="text-link -my-2.5 inline-block py-2.5 tabular-nums">
      {number}
    </a>
  )
}
