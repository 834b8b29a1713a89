import type { ReactNode } from 'react'
import { m } from '#messages'
import { outcomeText } from '../../dispute-labels.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime, formatDay } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { disputedClasses, endedDisputes, type ShownBooking } from './classes.ts'
import { peopleLine } from './labels.ts'

/** Disputed amounts: on hold, and decided. */
export function DecidedList({ bookings }: { bookings: readonly ShownBooking[] }) {
  const open = disputedClasses(bookings)
  const classes = [...open, ...endedDisputes(bookings)]
  if (classes.length === 0) return null
  return (
    <section aria-labelledby="reported" className="mb-6">
      <h2 id="reported" className="mb-2 text-section lg:mb-3">
        {m.dispute_list_title()}
      </h2>
      <ul className="grid gap-3">
        {classes.map(({ booking, lesson, dispute }) => (
          <li key={dispute._id}>
            <CaseLink number={dispute.number}>
              <div className="min-w-0 grow">
                <p className="flex items-baseline justify-between gap-x-4 font-semibold text-ink">
                  {booking.subjectName}, {formatDay(lesson.startsAt, { year: true })}
                  <Money rupees={dispute.amount} className="whitespace-nowrap text-[20px]" />
                </p>
                <p className="text-muted text-small">{peopleLine(booking)}</p>
                <p className="text-muted text-small">{dispute.number}</p>
                {dispute.status === 'open' ? (
                  <p className="mt-2 grid justify-items-start gap-1 text-small">
                    <Badge kind="awaiting">{m.dispute_title()}</Badge>
                    {dispute.answerBy && m.dispute_reply_by({ when: formatDateTime(dispute.answerBy) })}
                  </p>
                ) : (
                  <p className="wrap-anywhere">{outcomeText(dispute, 'family')}</p>
                )}
              </div>
              {dispute.number && <Icon name="chevron-right" size={20} className="mt-1 flex-none text-muted" />}
            </CaseLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A card that leads to its case; a correction has none. */
const CaseLink = ({ number, children }: { number: string | null; children: ReactNode }) =>
  number ? (
    <LocalLink to={`/cases/${number}`} className="card flex items-start gap-x-4 hover:bg-sunk">
      {children}
    </LocalLink>
  ) : (
    <div className="card flex items-start gap-x-4">{children}</div>
  )
