import type { ClassRecord, Lesson } from '#contract/classes/bookings.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { savedDuration } from '../../minutes-text.ts'
import { formatClock, formatDate, formatDateTime, instantOf, timeRange } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { confirmationText } from '../kit/attendance-text.ts'
import type { Side } from '../kit/change-actions.tsx'
import { classContactPath } from '../kit/class-contact.ts'
import { isDisputed, type ShownBooking } from '../kit/classes.ts'
import { ConcernLink } from '../kit/concern-link.tsx'
import { isPast, lessonState } from '../kit/lesson-state.ts'
import type { ShownTimetable } from '../kit/timetable.server.ts'
import { MonthSheets } from './month-sheets.tsx'

function presence(lesson: Lesson, side: Side): string {
  if (isDisputed(lesson)) return m.dispute_title()
  const confirmed = lesson.record && confirmationText(lesson.record, side)
  if (confirmed || lesson.settled) return confirmed || m.attend_decided()
  return side === 'family' ? m.dash_balance_waiting() : m.dash_present_waiting()
}

/** Lessons listed in the monthly sheet. */
const isOver = ({ status, settled }: Lesson): boolean =>
  status === 'cancelled' ? settled : status !== 'scheduled' && status !== 'moved'

/** Past lessons, latest first. */
export const pastLessons = ({ lessons }: ShownBooking, now: number): Lesson[] =>
  lessons.filter((lesson) => isPast(lesson, now)).reverse()

/** Reports a safety concern about the latest class that was held, or should have been. */
export function LatestConcern({ booking, side, now }: { booking: ShownBooking; side: Side; now: number }) {
  const past = pastLessons(booking, now)
  const latest = past.find(({ record }) => record) ?? past.find(({ status }) => status !== 'cancelled')
  return latest ? (
    <p>
      <ConcernLink lessonId={latest._id} side={side} />
    </p>
  ) : null
}

type Props = {
  timetable: ShownTimetable
  now: number
  lessonTo?: (lessonId: string) => string
  /** Form that reports a problem with a class; later on there is the contact form. */
  problemTo?: (recordId: string) => string
  noteTo?: (recordId: string) => string
}

const most = 3

/** The latest past classes of a booking with their attendance; earlier ones are folded. */
export function AttendanceSheet({ timetable, now, lessonTo, problemTo, noteTo }: Props) {
  const { booking } = timetable
  const side = noteTo ? 'mentor' : 'family'
  const months = [
    ...new Set(booking.lessons.filter(isOver).map(({ startsAt }) => dateInIndia(new Date(startsAt)).slice(0, 7))),
  ]
  const past = pastLessons(booking, now)
  const list = (those: typeof past) => (
    <ul className="divide-y divide-line border-line border-y">
      {those.map((lesson) => (
        <li key={lesson._id} className="py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <b className={lesson.status === 'cancelled' ? 'font-normal text-muted line-through' : 'text-ink'}>
              {lesson.record ? formatDate(instantOf(lesson.record.date)) : formatDateTime(lesson.startsAt)}
            </b>
            <span className="inline-block text-small first-letter:uppercase">
              {lesson.status === 'held' ? presence(lesson, side) : lessonState(lesson, timetable, side, now)}
            </span>
          </div>
          {lesson.record && <Attendance record={lesson.record} />}
          <p className="flex flex-wrap gap-x-4 empty:hidden">
            {noteTo && lesson.record && Date.parse(lesson.record.noteUntil) > now && (
              <LocalLink
                to={noteTo(lesson.record._id)}
                preventScrollReset
                className="text-link inline-flex min-h-11 items-center"
              >
                {m.note_title()}
              </LocalLink>
            )}
            {lessonTo && lesson.record && lesson.status === 'held' && !lesson.settled && !isDisputed(lesson) && (
              <LocalLink
                to={lessonTo(lesson._id)}
                preventScrollReset
                className="text-link inline-flex min-h-11 items-center"
              >
                {lesson.record.parentTick ? m.dash_change_answer() : m.dash_did_it_happen()}
              </LocalLink>
            )}
            {problemTo && lesson.record && lesson.status === 'held' && !isDisputed(lesson) && (
              <LocalLink
                to={lesson.settled ? classContactPath({ booking, lesson }) : problemTo(lesson.record._id)}
                preventScrollReset={!lesson.settled}
                className="text-link inline-flex min-h-11 items-center"
              >
                {m.dash_problem()}
              </LocalLink>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {list(past.slice(0, most))}
      {past.length > most && (
        <details>
          <summary className="text-link min-h-11 py-2.5">{m.dash_sheet_all({ count: past.length })}</summary>
          {list(past.slice(most))}
        </details>
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

function Attendance({ record }: { record: ClassRecord }) {
  return (
    <>
      <p className="text-muted text-small">
        {m.dash_times(timeRange(formatClock(record.timeIn), formatClock(record.timeOut)))},{' '}
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
    </>
  )
}
