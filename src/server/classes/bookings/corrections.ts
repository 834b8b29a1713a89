import type { Kysely } from 'kysely'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import { databaseNow } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import * as rows from './attendance-rows.ts'
import { lockBookingOf } from './locked-rows.ts'
import { notifyAttendance } from './news.ts'

type Tx = Kysely<DB>
type Held = { timeIn: string; timeOut: string; topic: string }

async function lockMarkable(tx: Tx, lessonId: string) {
  const booking = await lockBookingOf(tx, lessonId)
  const lesson = booking && (await rows.lockMarked(tx, lessonId))
  if (!booking || !lesson) throw new AppError('not-found')
  if (lesson.isMissed) throw new AppError('no-show-open')
  if (lesson.status !== 'scheduled' && lesson.status !== 'held') throw new AppError('lesson-over')
  return { booking, lesson }
}

/**
 * Marks a class that was, for a mentor who could not. The family is asked as always, so nothing settles that it does not agree to.
 * @returns the booking's id; null when it was marked so already
 */
export async function markForMentor(tx: Tx, lessonId: string, given: Held): Promise<string | null> {
  const { timeIn, timeOut, topic } = given
  if (timeOut <= timeIn) throw new AppError('bad-request', { fields: [{ field: 'timeOut', problem: 'after timeIn' }] })
  const { booking, lesson } = await lockMarkable(tx, lessonId)
  if (lesson.status === 'held') {
    if (lesson.timeIn === timeIn && lesson.timeOut === timeOut && lesson.topic === topic) return null
    throw new AppError('already-marked')
  }
  if (lesson.endsAt > (await databaseNow(tx))) throw new AppError('lesson-not-over')
  const date = dateInIndia(lesson.startsAt)
  const minutes = (instantInIndia(date, timeOut).getTime() - instantInIndia(date, timeIn).getTime()) / 60_000
  await rows.setLessonHeld(tx, lessonId)
  const recordId = await rows.insertRecord(tx, {
    ...{ ...given, date, duration: `${minutes} min`, bookingId: booking.id, lessonId },
    ...{ note: '', homework: '', savedAt: null, clockOff: 0 },
  })
  // Marked, taken back and marked again is news each time.
  await notifyAttendance(tx, booking, lessonId, 'class-marked', `${lessonId}:${recordId}`)
  return booking.id
}

/**
 * Takes a mark back that nobody confirmed and nothing followed from: the class waits again.
 * @returns the booking and what was marked; null when nothing is
 */
export async function takeMarkBack(tx: Tx, lessonId: string) {
  const { booking, lesson } = await lockMarkable(tx, lessonId)
  if (lesson.status === 'scheduled') return null
  if (lesson.isDisputed) throw new AppError('dispute-open')
  if (lesson.isSettled) throw new AppError('already-settled')
  if (lesson.isConfirmed) throw new AppError('attendance-confirmed')
  return { bookingId: booking.id, was: await rows.removeRecord(tx, lessonId) }
}
