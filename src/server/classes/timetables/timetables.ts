import { dateInIndia } from '#contract/wire/time.ts'
import type { Transaction } from '#server/platform/database.ts'
import { holidayOn } from './holidays.ts'
import { stateOf } from './rows.ts'

export { setTimetable } from './rules.ts'
export { addLesson, bookFirst, moveLesson, planAgreed, rescheduleAgreed, scheduleNext } from './schedule-lessons.ts'

/** Whether a lesson is on a holiday in its mentor's state. */
export async function isOnHoliday(
  tx: Transaction,
  { mentorId, startsAt }: { mentorId: string; startsAt: Date },
): Promise<boolean> {
  return holidayOn(dateInIndia(startsAt), await stateOf(tx, mentorId), 'en') !== null
}
