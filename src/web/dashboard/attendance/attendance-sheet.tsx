import type { Lesson } from '#contract/classes/bookings.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { savedDuration } from '../../minutes-text.ts'
import { formatClock, formatDate, formatDateTime, instantOf } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { confirmationText } from '../kit/attendance-text.ts'
import type { Side } from '../kit/change-actions.tsx'
import { isDisputed, type ShownBooking } from '../kit/classes.ts'
import { ConcernLink } from '../kit/concern-link.tsx'
import { MonthSheets } from './month-sheets.tsx'

function presence(lesson: Lesson, side: Side): string {
  if (isDisputed(lesson)) return m.dispute_title()
  if (lesson.status !== 'held') return m.dash_not_counted()
  const confirmed = lesson.record && confirmationText(lesson.record, side)
  if (confirmed || lesson.settled) return confirmed || m.attend_decided()
  return side === 'family' ? m.dash_present_waiting_you() : m.dash_present_waiting()
}

/** Lessons listed in the monthly sheet. */
const isOver = ({ status, settled }: Lesson): boolean =>
  status === 'cancelled' ? settled : status !== 'scheduled' && status !== 'moved'

/** Attendance of a booking, latest first; earlier ones are folded: for the family all but one. */
export function AttendanceSheet({
  booking,
  lessonTo,
  now = 0,
  noteTo,
}: {
  booking: ShownBooking
  lessonTo?: (lessonId: string) => string
  now?: number
  noteTo?: (recordId: string) => string
}) {
  const side = noteTo ? 'mentor' : 'family'
  const most = side === 'family' ? 1 : 3
  const months = [
    ...new Set(booking.lessons.filter(isOver).map(({ startsAt }) => dateInIndia(new Date(startsAt)).slice(0, 7))),
  ]
  const marked = booking.lessons
    .flatMap((lesson) => (lesson.record ? [{ lesson, record: lesson.record }] : []))
    .reverse()
  const list = (those: typeof marked) => (
    <ul className="divide-y divide-line border-line border-y">
      {those.map(({ lesson, record }) => (
        <li key={record._id} className="py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <b className="text-ink">{formatDate(instantOf(record.date))}</b>
            <span className="text-small">{presence({ ...lesson, record }, side)}</span>
          </div>
          <p className="text-muted text-small">
            {m.dash_times({ from: formatClock(record.timeIn), to: formatClock(record.timeOut) })},{' '}
            {savedDuration(record.duration)}
          </p>
          <p className="text-small">{record.topic}</p>
          {record.note && <p className="wrap-anywhere text-small">{record.note}</p>}
          {record.homework && (
            <p className="wrap-anywhere text-small">{m.note_homework_is({ homework: record.homework })}</p>
          )}
          {record.savedAt && (
            <p className="text-muted text-small">{m.attend_was_saved({ when: formatDateTime(record.savedAt) })}</p>
          )}
          <p className="flex flex-wrap gap-x-4">
            {noteTo && Date.parse(record.noteUntil) > now && (
              <LocalLink
                to={noteTo(record._id)}
                preventScrollReset
                className="text-link inline-flex min-h-11 items-center"
              >
                {m.note_title()}
              </LocalLink>
            )}
            {lessonTo && lesson.status === 'held' && !lesson.settled && !isDisputed(lesson) && (
              <LocalLink
                to={lessonTo(lesson._id)}
                preventScrollReset
                className="text-link inline-flex min-h-11 items-center"
              >
                {record.parentTick ? m.dash_change_answer() : m.dash_answer()}
              </LocalLink>
            )}
            <ConcernLink lessonId={lesson._id} side={side} />
          </p>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {marked.length === 0 ? (
        <p>{m.dash_sheet_empty()}</p>
      ) : (
        <>
          {list(marked.slice(0, most))}
          {marked.length > most && (
            <details>
              <summary className="text-link min-h-11 py-2.5">{m.dash_sheet_all({ count: marked.length })}</summary>
              {list(marked.slice(most))}
            </details>
          )}
        </>
      )}
      {months.length > 0 && (
        <section aria-labelledby="month-sheets" className="mt-5">
          <h3 id="month-sheets" className="font-semibold text-ink">
            {m.sheet_months()}
          </h3>
          <MonthSheets sheets={months.reverse().map((month) => ({ booking: booking._id, month }))} />
        </section>
      )}
    </>
  )
}
