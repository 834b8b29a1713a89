import { dateInIndia } from '#contract/wire/time.ts'
import type { Tx } from '#server/platform/database.ts'
import { holidayOn } from './holidays.ts'
import * as rows from './rows.ts'

export { addLesson, bookFirst, moveAgreed, moveLesson, planAgreed, scheduleNext } from './classes.ts'
export {
  insertProposal,
  isOpenLike,
  lockProposal,
  type Proposal,
  proposalsDue,
  setAnswered,
  subjectOf,
} from './proposal-rows.ts'
export { setTimetable } from './rules.ts'

type GivenUp = { id: string; bookingId: string; slotId: string; minutes: number }

/** A class of a locked booking does not take place: its time is free, and so many of its minutes are owed. */
export const giveUp = (
  tx: Tx,
  lesson: GivenUp,
  cause: rows.Cause,
  status: 'cancelled' | 'missed_by_family' | 'missed_by_mentor',
): Promise<void> => rows.cancelWithCredit(tx, lesson, cause, status)

/** Whether a class is on a day off where its mentor teaches. */
export async function isOnHoliday(
  tx: Tx,
  { mentorId, startsAt }: { mentorId: string; startsAt: Date },
): Promise<boolean> {
  return holidayOn(dateInIndia(startsAt), await rows.stateOf(tx, mentorId), 'en') !== null
}
