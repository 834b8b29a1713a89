import type { Lesson } from '#contract/classes/bookings.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { isDisputed, type ShownBooking } from './classes.ts'

/** Payment status of a lesson's fee. */
function stateOf(lesson: Lesson): { badge: BadgeKind; words: string; rupees: number } {
  const { settled, status, record, fee } = lesson
  if (settled && fee > 0) {
    const words =
      status === 'held' ? m.dash_fee_settled() : status === 'cancelled' ? m.dash_fee_late() : m.dash_fee_missed()
    return { badge: status === 'held' ? 'paid' : 'unknown', words, rupees: fee }
  }
  if (status !== 'held' && isDisputed(lesson)) return { badge: 'awaiting', words: m.dash_on_hold(), rupees: fee }
  if (settled || (status !== 'held' && status !== 'scheduled'))
    return { badge: 'unknown', words: m.dash_fee_none(), rupees: 0 }
  if (status === 'scheduled') return { badge: 'scheduled', words: m.dash_fee_planned(), rupees: fee }
  const waits = record && !isDisputed(lesson)
  const words = waits ? m.dash_fee_held({ time: formatDateTime(record.confirmBy) }) : m.dash_on_hold()
  return { badge: 'awaiting', words, rupees: fee }
}

/** A booking's price by lesson, with the unplanned remainder. */
export function FeeList({ booking }: { booking: ShownBooking }) {
  const classes = booking.lessons.filter(({ status }) => status !== 'moved')
  const rest = booking.status === 'cancelled' ? 0 : (booking.money?.unused ?? 0)
  // A single fee is the whole amount.
  if (classes.length < (rest > 0 ? 1 : 2)) return null
  return (
    <details className="open:w-full">
      <summary className="text-link min-h-11">{m.dash_by_class()}</summary>
      <ul className="divide-y divide-line border-line border-y">
        {classes.map((one) => (
          <li
            key={one._id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_auto_80px]"
          >
            <span>{formatDateTime(one.startsAt)}</span>
            <span className="order-last col-span-2 sm:order-none sm:col-span-1">
              <Badge kind={stateOf(one).badge}>{stateOf(one).words}</Badge>
            </span>
            <b className="text-right text-ink tabular-nums">{formatRupees(stateOf(one).rupees)}</b>
          </li>
        ))}
        {rest > 0 && (
          <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <span className="text-muted">{m.dash_fee_rest()}</span>
            <b className="text-ink tabular-nums">{formatRupees(rest)}</b>
          </li>
        )}
      </ul>
    </details>
  )
}
