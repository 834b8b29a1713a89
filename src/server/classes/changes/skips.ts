import { lessonColumns } from '#contract/classes/lifecycles.ts'
import { lockCalendarAndReleaseHold, lockOwnBooking } from '#server/classes/bookings/bookings.ts'
import { endWithCredit } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { compensateFor, currentOutcome, isHolidayFor, toReply } from './changes.ts'
import * as rows from './locked-rows.ts'
import { notifyChange } from './notifications.ts'

const events = {
  mentor: 'cancelled-by-mentor',
  family: 'cancelled-by-family',
  holiday: 'left-out-holiday',
} as const

/**
 * Skips one lesson: its slot is released, its minutes are credited and both sides are notified. For a mentor it counts
 * as a cancellation, unless its timetable puts it on a holiday in its state, and is refused if that costs it something.
 * Skipping for the family is done by the family, by
 * cancelling, or by an admin on its request. Skipping again succeeds. @returns the booking id
 */
export async function skipLesson(
  { db }: Context,
  viewer: Viewer,
  lessonId: string,
  { cause, reason }: { cause: keyof typeof events; reason?: string | undefined },
): Promise<string> {
  return await transaction(db, async (tx) => {
    const bookingId = orNotFound((await rows.lessonById(tx, lessonId))?.bookingId)
    const booking = await lockOwnBooking(tx, viewer, bookingId)
    await lockCalendarAndReleaseHold(tx, booking)
    const lesson = await rows.lockLesson(tx, lessonId)
    if (!lesson) throw new AppError('timetable-changed')
    if (lessonColumns[lesson.state].status === 'cancelled') return bookingId
    if (lesson.state === 'absence_reported') throw new AppError('no-show-open')
    if (lesson.state !== 'scheduled') throw new AppError('lesson-over')
    if (cause === 'family' && viewer.userType !== 'admin') throw new AppError('only-family-says')
    let compensationPaise = 0
    if (cause === 'holiday') {
      if (lesson.now >= lesson.startsAt) throw new AppError('lesson-begun')
      if (viewer.userType === 'mentor' && !(await isHolidayFor(tx, lesson, 'mentor'))) throw new AppError('no-holiday')
    } else {
      if (cause === 'mentor') {
        const cancellation = await currentOutcome(tx, lesson, 'cancel', cause)
        ;({ compensationPaise } = cancellation)
        // A mentor sees what it owes, and agrees to it, by cancelling.
        if (viewer.userType === 'mentor' && compensationPaise > 0)
          throw new AppError('outcome-changed', toReply(cause, 'cancel', lesson, cancellation))
      }
      const outcome = { feePaise: 0, feeMinutes: 0, creditMinutes: lesson.minutes, compensationPaise }
      await rows.insertCancel(tx, { lesson, causedBy: cause, outcome, accountId: viewer.accountId })
    }
    await endWithCredit(tx, lesson, cause, 'cancel')
    await compensateFor(tx, lesson, compensationPaise)
    const details = { at: lesson.startsAt, minutes: lesson.minutes }
    await notifyChange(tx, 'both', events[cause], { booking, onceKey: lessonId, details })
    if (viewer.userType === 'admin')
      await writeAudit(tx, viewer, 'lesson.skip', {
        kind: 'booking',
        id: bookingId,
        detail: { lesson: lessonId, cause, reason },
      })
    return bookingId
  })
}
