import type { OwnCall } from '#contract/support/calls.ts'
import type { CallStatus } from '#contract/support/limits.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { formatDate, formatDateTime } from '../../ui/dates.tsx'

const states: Record<CallStatus, readonly [BadgeKind, () => string]> = {
  new: ['pending', m.call_state_new],
  assigned: ['awaiting', m.call_state_assigned],
  connected: ['paid', m.call_state_connected],
  unreachable: ['failed', m.call_state_unreachable],
  closed: ['cancelled', m.call_state_closed],
}

/** `by`: when we will have called. */
type Props = { calls: readonly (OwnCall & { by: number | null })[] }

/** Status of the family's recent call requests. */
export function OpenCalls({ calls }: Props) {
  if (calls.length === 0) return null
  return (
    <section aria-labelledby="open-calls">
      <h2 id="open-calls" className="mb-2 text-h3">
        {m.call_open_title()}
      </h2>
      <ul className="card divide-y divide-line p-0!">
        {calls.map(({ _id, mentor, requestTime, status, by }) => {
          const [kind, words] = states[status]
          return (
            <li key={_id} className="px-4 py-2.5">
              <p className="font-semibold text-ink wrap-anywhere">{mentor?.fullName ?? m.brand_name()}</p>
              <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-muted text-small">
                {by ? m.call_by({ when: formatDate(by) }) : formatDateTime(requestTime)}
                {by ? <Badge kind="awaiting">{m.call_state_assigned()}</Badge> : <Badge kind={kind}>{words()}</Badge>}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
