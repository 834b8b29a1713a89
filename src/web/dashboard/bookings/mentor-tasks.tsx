import type { ReactNode } from 'react'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { formatDateTime } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { type DatedClass, restCount, type ShownBooking, unmarkedClasses } from '../kit/classes.ts'
import { nextDeadline } from '../kit/next-step.ts'

type Props = {
  unmarked: readonly DatedClass[]
  toSchedule: readonly ShownBooking[]
  now: number
  /** Whether the first one has the filled button. */
  isUrgent: boolean
  scheduleTo: (booking: ShownBooking) => string
  attendTo: (lessonId: string) => string
  /** Items after them. */
  children: ReactNode
}

/** Unmarked lessons of past days without attendance stored on this device. */
export function unmarkedBefore(
  active: readonly ShownBooking[],
  now: number,
  isStored: (lessonId: string) => boolean,
): DatedClass[] {
  const today = dateInIndia(new Date(now))
  return unmarkedClasses(active, now).filter(
    ({ lesson }) => dateInIndia(new Date(lesson.startsAt)) !== today && !isStored(lesson._id),
  )
}

/** The mentor's open tasks: past attendance, new bookings to schedule, next lessons of active ones. */
export function MentorTasks({ unmarked, toSchedule, now, isUrgent, scheduleTo, attendTo, children }: Props) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-3 text-section">
        {m.dash_waiting()}
      </h2>
      <ul className="grid gap-3">
        {unmarked.map(({ booking, lesson }, nth) => (
          <Waiting
            key={lesson._id}
            icon={<Icon name="clipboard-check" size={24} />}
            title={m.dash_not_marked_title({ name: booking.student })}
            text={[formatDateTime(lesson.startsAt), booking.className, booking.subjectName].filter(Boolean).join(', ')}
            due=""
            to={attendTo(lesson._id)}
            action={m.dash_mark_attendance()}
            isUrgent={isUrgent && nth === 0}
          />
        ))}
        {toSchedule.map((booking, nth) => {
          const isNew = booking.status === 'pending_schedule'
          const facts = [booking.className, booking.subjectName, isNew && planName(booking.plan)]
            .filter(Boolean)
            .join(', ')
          return (
            <Waiting
              key={booking._id}
              icon={<Icon name="hourglass" size={24} />}
              title={isNew ? m.dash_new_booking({ name: booking.student }) : restText(booking)}
              text={facts}
              due={isNew ? nextDeadline(booking, now) : ''}
              to={scheduleTo(booking)}
              action={scheduleText(booking)}
              isUrgent={isUrgent && unmarked.length + nth === 0}
            />
          )
        })}
        {children}
      </ul>
    </section>
  )
}

/** What has to be scheduled next. */
export function scheduleText(booking: ShownBooking): string {
  if (booking.status === 'pending_schedule') return booking.plan === 'demo' ? m.dash_set_demo() : m.dash_set_schedule()
  const count = restCount(booking)
  return count > 1 ? m.dash_set_classes({ count }) : m.dash_set_next()
}

function restText(booking: ShownBooking): string {
  const count = restCount(booking)
  return count === 1
    ? m.dash_class_to_set({ name: booking.student })
    : m.dash_classes_to_set({ name: booking.student, count })
}

function Waiting({
  icon,
  title,
  text,
  due,
  to,
  action,
  isUrgent,
}: {
  icon: ReactNode
  title: string
  text: string
  /** Until when, in a line of its own. */
  due: string
  to: string
  action: string
  isUrgent: boolean
}) {
  return (
    <li className="card">
      <div className="flex gap-3">
        <span
          className="grid size-11 flex-none place-items-center rounded-cell bg-warn-soft text-warn"
          aria-hidden="true"
        >
          {icon}
        </span>
        <div className="min-w-0">
          <h3 className={isUrgent ? 'text-h3' : 'text-card'}>{title}</h3>
          <p className="text-muted text-small">{text}</p>
          {due && <p className="mt-0.5 font-semibold text-small text-warn">{due}</p>}
        </div>
      </div>
      <LocalLink to={to} preventScrollReset className={`btn ${isUrgent ? 'btn-filled' : 'btn-outline'} mt-4 w-full`}>
        {action}
      </LocalLink>
    </li>
  )
}
