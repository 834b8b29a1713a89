import type { Lesson } from '#contract/bookings.ts'
import { m } from '#messages'
import { formatClock, formatDate, instantOf } from '../ui/dates.tsx'
import { LocalLink } from '../ui/link.tsx'
import { isDisputed, type ShownBooking } from './classes.ts'
import { classId } from './words.ts'

function presence(lesson: Lesson): string {
  if (isDisputed(lesson)) return m.dispute_title()
  if (lesson.status !== 'held') return m.dash_not_counted()
  return lesson.settled || lesson.record?.parentTick ? m.dash_present() : m.dash_present_waiting()
}

/** Attendance of a booking. The list scrolls by itself from 300 px on. */
export function AttendanceSheet({
  booking,
  lessonTo,
}: {
  booking: ShownBooking
  lessonTo?: (lessonId: string) => string
}) {
  const marked = booking.lessons.flatMap((lesson) => (lesson.record ? [{ lesson, record: lesson.record }] : []))
  return (
    <>
      <p className="mb-3 text-muted">
        {m.dash_joined({
          first: `${booking.subjectName}, ${booking.student}`,
          second: `${m.dash_class_id()} ${classId(booking._id)}`,
        })}
      </p>
      {marked.length === 0 ? (
        <p>{m.dash_sheet_empty()}</p>
      ) : (
        <ul
          className="max-h-[300px] divide-y divide-line overflow-y-auto border-line border-y"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={m.dash_sheet()}
        >
          {marked.map(({ lesson, record }) => (
            <li key={record._id} className="py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <b className="text-ink">{formatDate(instantOf(record.date))}</b>
                <span className="text-small">{presence({ ...lesson, record })}</span>
              </div>
              <p className="text-muted text-small">
                {m.dash_times({ from: formatClock(record.timeIn), to: formatClock(record.timeOut) })}, {record.duration}
              </p>
              <p className="text-small">{record.topic}</p>
              {lessonTo && lesson.status === 'held' && !lesson.settled && !isDisputed(lesson) && (
                <LocalLink
                  to={lessonTo(lesson._id)}
                  preventScrollReset
                  className="text-link inline-flex min-h-11 items-center"
                >
                  {record.parentTick ? m.dash_change_answer() : m.dash_answer()}
                </LocalLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
