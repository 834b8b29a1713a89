import { m } from '#messages'
import { outcomeText, reasonText } from '../../dispute-labels.ts'
import { CallButton } from '../../shell/call-button.tsx'
import { formatClock, formatDate, formatDateTime, formatTime, timeRange } from '../../ui/dates.tsx'
import { Money } from '../../ui/money.tsx'
import { type DisputedClass, disputedClasses, endedDisputes, type ShownBooking } from '../kit/classes.ts'

/** Days a decided dispute stays visible. */
const shownDays = 14

/** Disputed lessons of a mentor: amount on hold and call deadline, later the decision. */
export function MentorDisputes({ bookings, now }: { bookings: readonly ShownBooking[]; now: number }) {
  const isNew = ({ dispute }: DisputedClass) => now - Date.parse(dispute.endedAt ?? '') < shownDays * 86_400_000
  const classes = [...disputedClasses(bookings), ...endedDisputes(bookings).filter(isNew)]
  if (classes.length === 0) return null
  return (
    <section aria-labelledby="disputes" className="card">
      <h2 id="disputes" className="text-card">
        {m.dispute_mentor_title()}
      </h2>
      <ul className="divide-y divide-line">
        {classes.map((one) => {
          const { booking, lesson, record, dispute } = one
          const due = dispute.answerBy ?? lesson.endsAt
          // In a sentence the date may break.
          const when = `${formatDate(due).replace(/\u00a0/g, ' ')}, ${formatTime(due)}`
          return (
            <li key={lesson._id} className="grid gap-2 py-4 first:pt-3 last:pb-0">
              <div className="flex items-start gap-3">
                <div className="min-w-0 grow">
                  <p className="font-semibold text-ink">{formatDateTime(lesson.startsAt)}</p>
                  <p className="text-muted text-small">
                    {[booking.student, booking.subjectName].filter(Boolean).join(', ')}
                  </p>
                  <p className="text-muted text-small">
                    {m.dispute_recorded(timeRange(formatClock(record.timeIn), formatClock(record.timeOut)))}
                  </p>
                  <p className="whitespace-nowrap text-muted text-small">{dispute.number}</p>
                </div>
                <div className="text-right">
                  <p className="text-muted text-small">{m.dash_fee()}</p>
                  <Money rupees={dispute.amount} className="whitespace-nowrap text-[20px]" />
                  {dispute.status === 'open' && (
                    <p className="whitespace-nowrap text-muted text-small">{m.dash_on_hold()}</p>
                  )}
                </div>
              </div>
              <p className="wrap-anywhere">
                {outcomeText(dispute, 'mentor') ||
                  (dispute.reason === 'other'
                    ? m.dispute_mentor_text_other({ when })
                    : m.dispute_mentor_text({ reason: reasonText(dispute), when }))}
              </p>
              {dispute.status === 'open' && (
                <CallButton className="sm:justify-self-start">{m.dash_call_us()}</CallButton>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
