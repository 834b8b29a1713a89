import type { Lesson } from '#contract/classes/bookings.ts'
import type { LessonStatus } from '#contract/classes/lifecycles.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatDateTime } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { canMove } from '../kit/classes.ts'
import type { ShownTimetable } from '../kit/timetable.server.ts'
import { type Cause, causeText, type Side } from '../kit/timetable-text.ts'

type Props = {
  timetable: ShownTimetable
  side: Side
  now: number
  /** Link to change one lesson. */
  changeTo?: (lesson: Lesson) => string
}

/** All lessons of a booking: upcoming first, then past ones. */
export function TimetableDates({ timetable: { booking, credits }, side, now, changeTo }: Props) {
  const isOver = (lesson: Lesson) => Date.parse(lesson.endsAt) <= now || lesson.status === 'held'
  const cause = (lesson: Lesson) => credits.find((one) => one.lesson === lesson._id)?.cause
  const row = (lesson: Lesson) => (
    <Row
      key={lesson._id}
      lesson={lesson}
      state={stateOf(lesson, cause(lesson), side, now)}
      changeTo={canMove(lesson, now) ? changeTo?.(lesson) : undefined}
    />
  )
  const [coming, over] = [booking.lessons.filter((one) => !isOver(one)), booking.lessons.filter(isOver)]
  return (
    <>
      <section className="mt-8" aria-labelledby="dates">
        <h2 id="dates" className="mb-2 text-h3">
          {m.timetable_dates()}
        </h2>
        {coming.length === 0 ? (
          <p className="text-muted">{m.timetable_none_coming()}</p>
        ) : (
          <ul className="divide-y divide-line border-line border-y">{coming.map(row)}</ul>
        )}
      </section>
      {over.length > 0 && (
        <details className="mt-4" open={coming.length === 0}>
          <summary className="text-link min-h-11 py-2.5">{m.timetable_over({ count: over.length })}</summary>
          <ul className="divide-y divide-line border-line border-y">{over.map(row)}</ul>
        </details>
      )}
    </>
  )
}

function stateOf(lesson: Lesson, cause: Cause | undefined, side: Side, now: number): string | null {
  const texts: Record<LessonStatus, () => string | null> = {
    scheduled: () => (Date.parse(lesson.endsAt) <= now ? m.dash_not_marked() : null),
    held: m.ui_lesson_held,
    missed_by_mentor: m.ui_lesson_missed,
    missed_by_family: m.ui_lesson_missed,
    cancelled: () => (cause ? m.timetable_left_out_why({ cause: causeText(cause, side) }) : m.timetable_left_out()),
    moved: m.ui_lesson_moved,
  }
  const isReported = lesson.change?.status === 'open' && lesson.status !== 'held' && lesson.status !== 'cancelled'
  return isReported ? m.timetable_said_missed() : texts[lesson.status]()
}

function Row({ lesson, state, changeTo }: { lesson: Lesson; state: string | null; changeTo: string | undefined }) {
  const at = formatDateTime(lesson.startsAt)
  const isLeftOut = lesson.status === 'cancelled'
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1.5">
      <p>
        <span className={isLeftOut ? 'text-muted line-through' : 'font-semibold text-ink tabular-nums'}>{at}</span>
        <span className="block text-muted text-small">
          {[minutesText(lesson.minutes), state].filter(Boolean).join(', ')}
        </span>
      </p>
      {changeTo && (
        <LocalLink
          to={changeTo}
          preventScrollReset
          className="text-link inline-flex min-h-11 items-center"
          aria-label={m.timetable_change_of({ at })}
        >
          {m.timetable_change()}
        </LocalLink>
      )}
    </li>
  )
}
