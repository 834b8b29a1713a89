import { type LessonState, lessonColumns } from '#contract/classes/lifecycles.ts'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import { moveLesson } from '#server/classes/lessons/lessons.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import * as rows from './attendance-rows.ts'
import { lockBookingOf } from './locked-rows.ts'
import { notifyAttendance } from './notifications.ts'

type HeldTimes = { timeIn: string; timeOut: string; topic: string }

/** Scheduled, or held in any state. */
const isMarkable = (state: LessonState) =>
  lessonColumns[state].status === 'scheduled' || lessonColumns[state].status === 'held'

async function lockMarkable(tx: Transaction, lessonId: string) {
  const booking = orNotFound(await lockBookingOf(tx, lessonId))
  const lesson = orNotFound(await rows.lockMarked(tx, lessonId))
  if (lesson.state === 'absence_reported') throw new AppError('no-show-open')
  if (!isMarkable(lesson.state)) throw new AppError('lesson-over')
  return { booking, lesson }
}

/**
 * Marks a past lesson as held for the mentor. The family is asked to confirm as usual, so nothing settles without its
 * answer.
 * @returns the booking id; null when it was already marked
 */
export async function markForMentor(tx: Transaction, lessonId: string, input: HeldTimes): Promise<string | null> {
  const { timeIn, timeOut, topic } = input
  if (timeOut <= timeIn) throw invalidField('timeOut', 'after timeIn')
  const { booking, lesson } = await lockMarkable(tx, lessonId)
  if (lesson.state !== 'scheduled') {
    if (lesson.timeIn === timeIn && lesson.timeOut === timeOut && lesson.topic === topic) return null
    throw new AppError('already-marked')
  }
  if (lesson.endsAt > (await databaseNow(tx))) throw new AppError('lesson-not-over')
  const date = dateInIndia(lesson.startsAt)
  const minutes = (instantInIndia(date, timeOut).getTime() - instantInIndia(date, timeIn).getTime()) / 60_000
  await moveLesson(tx, lessonId, 'mark')
  const recordId = await rows.insertRecord(tx, {
    ...input,
    date,
    duration: `${minutes} min`,
    bookingId: booking.id,
    lessonId,
    note: '',
    homework: '',
    savedAt: null,
    clockAheadMinutes: 0,
  })
  // Include the record id: marking again after an undo sends a new notification.
  await notifyAttendance(tx, booking, lessonId, 'class-marked', `${lessonId}:${recordId}`)
  return booking.id
}

/**
 * Undoes attendance that was neither confirmed nor settled; the lesson is open again.
 * @returns the booking and the deleted record; null when the lesson is not marked
 */
export async function undoMark(tx: Transaction, lessonId: string) {
  const { booking, lesson } = await lockMarkable(tx, lessonId)
  if (lesson.state === 'scheduled') return null
  if (lesson.state === 'disputed') throw new AppError('dispute-open')
  if (lesson.state === 'settled') throw new AppError('already-settled')
  if (lesson.isConfirmed) throw new AppError('attendance-confirmed')
  return { bookingId: booking.id, was: await rows.removeRecord(tx, lessonId) }
}
