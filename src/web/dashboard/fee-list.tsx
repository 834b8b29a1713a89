import type { Lesson } from '#contract/bookings.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../ui/badge.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { formatRupees } from '../ui/money.tsx'
import type { ShownBooking } from './classes.ts'

/** Where the fee of a class is. */
function stateOf({ settled, status, record, fee }: Lesson): [BadgeKind, string] {
  if (settled && fee > 0) return ['paid', m.dash_fee_settled()]
  if (settled || status === 'cancelled' || status === 'moved') return ['unknown', m.dash_fee_none()]
  if (status === 'held')
    return ['awaiting', record ? m.dash_fee_held({ time: formatDateTime(record.confirmBy) }) : m.earn_held()]
  return ['scheduled', m.dash_fee_planned()]
}

/** What became of a booking's price, class by class, and what of it has no date yet. */
export function FeeList({ booking }: { booking: ShownBooking }) {
  const classes = booking.lessons.filter(({ status }) => status !== 'moved')
  if (classes.length === 0) return null
  const rest = (booking.balance ?? 0) - classes.reduce((sum, one) => sum + (one.settled ? 0 : one.fee), 0)
  return (
    <details className="w-full">
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">{m.dash_by_class()}</summary>
      <ul className="divide-y divide-line border-line border-y">
        {classes.map((one) => (
          <li key={one._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span>{formatDateTime(one.startsAt)}</span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge kind={stateOf(one)[0]}>{stateOf(one)[1]}</Badge>
              <b className="text-ink tabular-nums">{formatRupees(one.fee)}</b>
            </span>
          </li>
        ))}
        {rest > 0 && booking.status !== 'cancelled' && (
          <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <span className="text-muted">{m.dash_fee_rest()}</span>
            <b className="text-ink tabular-nums">{formatRupees(Math.round(rest * 100) / 100)}</b>
          </li>
        )}
      </ul>
    </details>
  )
}
