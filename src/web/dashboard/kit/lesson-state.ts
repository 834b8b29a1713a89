import type { Lesson } from '#contract/classes/bookings.ts'
import type { LessonStatus } from '#contract/classes/lifecycles.ts'
import { m } from '#messages'
import type { ShownTimetable } from './timetable.server.ts'
import { causeText, type Side } from './timetable-text.ts'

/** Whether a lesson is over: marked as held, or past its planned end. */
export const isPast = ({ endsAt, status }: Lesson, now: number): boolean =>
  Date.parse(endsAt) <= now || status === 'held'

/** What became of a lesson, in words; null while it is planned as it is. */
export function lessonState(
  lesson: Lesson,
  { credits }: Pick<ShownTimetable, 'credits'>,
  side: Side,
  now: number,
): string | null {
  const cause = credits.find((one) => one.lesson === lesson._id)?.cause
  const texts: Record<LessonStatus, () => string | null> = {
    scheduled: () => {
      if (Date.parse(lesson.endsAt) > now) return null
      return side === 'mentor' ? m.dash_unmarked() : m.dash_not_marked()
    },
    held: m.ui_lesson_held,
    missed_by_mentor: m.ui_lesson_missed,
    missed_by_family: m.ui_lesson_missed,
    cancelled: () => (cause ? m.ui_lesson_left_why({ cause: causeText(cause, side) }) : m.ui_lesson_left()),
    moved: m.ui_lesson_moved,
  }
  const isReported = lesson.change?.status === 'open' && lesson.status !== 'held' && lesson.status !== 'cancelled'
  return isReported ? m.timetable_said_missed() : texts[lesson.status]()
}
