import { m } from '#messages'
import { outcomeText } from '../../dispute-labels.ts'
import { formatDay } from '../../ui/dates.tsx'
import { Money } from '../../ui/money.tsx'
import { disputedClasses, endedDisputes, type ShownBooking } from './classes.ts'

/** Disputed amounts: on hold, and decided. */
export function DecidedList({ bookings }: { bookings: readonly ShownBooking[] }) {
  const open = disputedClasses(bookings)
  const classes = [...open, ...endedDisputes(bookings)]
  if (classes.length === 0) return null
  return (
    <section aria-labelledby="reported" className="mb-6">
      <h2 id="reported" className="mb-2 text-h2 text-[22px]! lg:mb-3 lg:text-[24px]!">
        {m.dispute_list_title()}
      </h2>
      <ul className="grid gap-3">
        {classes.map(({ booking, lesson, dispute }) => (
          <li key={dispute._id} className="card flex items-start justify-between gap-x-4">
            <div className="min-w-0 max-w-prose">
              <p className="font-semibold text-ink">
                {booking.subjectName}, {formatDay(lesson.startsAt, { year: true })}
              </p>
              <p className="text-muted text-small">
                {booking.mentor.fullName}
                {dispute.number && <span className="block whitespace-nowrap">{dispute.number}</span>}
              </p>
              <p className="wrap-anywhere">{outcomeText(dispute, 'family') || m.dispute_title()}</p>
            </div>
            <div className="flex-none text-right">
              <Money rupees={dispute.amount} className="whitespace-nowrap text-[20px]" />
              {dispute.status === 'open' && <p className="text-muted text-small">{m.dash_on_hold()}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
