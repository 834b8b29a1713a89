import type { ReactNode } from 'react'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { planName } from '../../plan-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatClock, formatDate, formatDateTime, instantOf } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { Portrait } from '../../ui/photo.tsx'
import { Stars } from '../../ui/rating.tsx'
import { ClassLocation } from '../kit/class-location.tsx'
import { bookingsToSchedule, heldCount, type ShownBooking, waitingLesson } from '../kit/classes.ts'
import { badgeOf, classId, daysText, modeName } from '../kit/labels.ts'
import { preferenceSentence } from '../kit/preference-text.ts'
import { proposedTimesText } from '../kit/proposed-times-text.ts'

type Props = {
  booking: ShownBooking
  side: 'family' | 'mentor'
  now: number
  actions?: ReactNode
}

/** A booking in short: plan, other person, status and actions. */
export function BookingSummary({ booking, side, now, actions }: Props) {
  const { mentor, parent, student, className, school, status, rating } = booking
  const person = side === 'family' ? mentor.fullName : student
  const facts = [
    [m.dash_class_id(), classId(booking._id)],
    [m.dash_duration(), booking.duration === 1 ? minutesText(booking.minutes) : daysText(booking.duration)],
    [m.dash_booked(), formatDateTime(booking.bookedDate)],
    side === 'family'
      ? [m.dash_balance(), formatRupees(booking.balance ?? 0)]
      : [m.dash_classes(), m.dash_of_classes({ done: heldCount(booking), all: booking.lessonsPlanned })],
  ] as const
  return (
    <section className="card" aria-labelledby="summary">
      <div className="flex items-start gap-3 lg:gap-4">
        <Portrait
          src={side === 'family' ? mentor.profilePhoto : null}
          name={person}
          width={48}
          className="self-start"
        />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h2 id="summary" className="text-h3 first-letter:uppercase">
              {planName(booking.plan)}
            </h2>
            <Badge kind={badgeOf(status)} />
          </div>
          {side === 'family' ? (
            <p className="text-muted">
              <LocalLink to={`/mentors/${mentor.slug}`} className="text-link">
                {mentor.fullName}
              </LocalLink>
            </p>
          ) : (
            <p className="text-muted">{[student, className, school].filter(Boolean).join(', ')}</p>
          )}
          <p className="text-muted text-small">
            {side === 'family'
              ? [student, className, modeName(booking.mode)].filter(Boolean).join(', ')
              : modeName(booking.mode)}
          </p>
          <p className="mt-1">
            <ScheduleLine booking={booking} side={side} now={now} />
          </p>
          <ClassLocation booking={booking} side={side} />
          {status === 'completed' && rating !== null && <Stars value={rating} />}
          {(status === 'scheduled' || status === 'pending_schedule') && (
            <LocalLink
              to={`/chat/${side === 'family' ? mentor.slug : parent._id}`}
              aria-label={m.card_message({ name: side === 'family' ? mentor.fullName : (parent.name ?? student) })}
              className="text-link inline-flex min-h-11 items-center gap-1.5"
            >
              <Icon name="message-circle" size={20} />
              {m.dash_message()}
            </LocalLink>
          )}
        </div>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 border-line border-t pt-3 text-small sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {booking.isPaused && (status === 'scheduled' || status === 'pending_schedule') && (
        <div className="mt-4">
          <Notice tone="wait">
            {side === 'family' ? m.dash_paused_family({ name: mentor.fullName }) : m.dash_paused_mentor()}
          </Notice>
        </div>
      )}
      {actions && <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">{actions}</div>}
    </section>
  )
}

function ScheduleLine({ booking, side, now }: Pick<Props, 'booking' | 'side' | 'now'>) {
  const { status, scheduledDate, scheduledTime, scheduleBy, proposal } = booking
  if (proposal)
    return `${side === 'mentor' ? m.ask_waiting() : m.ask_waiting_you()}: ${proposedTimesText(proposal)}. ${m.ask_answer_by({ when: formatDateTime(proposal.answerBy) })}`
  if (status === 'pending_schedule') {
    const wish = preferenceSentence(booking, side, now)
    if (booking.picked) return wish
    // The scheduling deadline may be long after the preferred time.
    if (side === 'family' && wish && booking.wishedAt !== null && booking.wishedAt < scheduleBy)
      return `${wish} ${m.dash_asked_waits({ name: booking.mentor.fullName })}`
    const by =
      side === 'family'
        ? m.dash_expected_by({ date: formatDate(scheduleBy) })
        : m.dash_set_by({ date: formatDate(scheduleBy) })
    return `${by} ${wish}`
  }
  if (scheduledDate === null || scheduledTime === null) return null
  const given = { date: formatDate(instantOf(scheduledDate)), time: formatClock(scheduledTime) }
  if (status !== 'scheduled') return m.dash_last_class(given)
  if (waitingLesson(booking))
    return (
      <>
        {m.dash_scheduled_for(given)}
        {side === 'family' && bookingsToSchedule([booking]).length > 0 && (
          <span className="block text-muted">{m.dash_rest_by_mentor({ name: booking.mentor.fullName })}</span>
        )}
      </>
    )
  if (heldCount(booking) >= booking.lessonsPlanned) return m.dash_last_class(given)
  return `${m.dash_last_class(given)} ${side === 'family' ? m.dash_next_by_mentor() : m.dash_next_by_you()}`
}
