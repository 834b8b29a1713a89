import { dateInIndia } from '#contract/wire/time.ts'
import type { Db } from '#server/platform/database.ts'
import { holidayOn } from './holidays.ts'
import { stateOf } from './rows.ts'

export { setTimetable } from './rules.ts'
export { addLesson, bookFirst, moveLesson, planAgreed, rescheduleAgreed, scheduleNext } from './schedule-lessons.ts'

/** Whether a lesson is on a holiday in its state. */
export async function isOnHoliday(
  db: Db,
  { id, bookingId, startsAt }: { id: string; bookingId: string; startsAt: Date },
): Promise<boolean> {
  return holidayOn(dateInIndia(startsAt), await stateOf(db, bookingId, id), 'en') !== null
}
