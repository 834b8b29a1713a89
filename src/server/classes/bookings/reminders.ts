import { autoConfirmHours, confirmReminderHours } from '#contract/classes/limits.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import * as rows from './attendance-rows.ts'
import { lockBooking } from './locked-rows.ts'
import { notifyAttendance } from './notifications.ts'

/** Reminds each family once of an unconfirmed lesson, a day before automatic confirmation. */
export async function remindFamilies(db: Db, log?: Log): Promise<void> {
  for (const { recordId, bookingId } of await rows.recordsToRemind(db, autoConfirmHours, confirmReminderHours)) {
    const remind = transaction(db, async (tx) => {
      const booking = await lockBooking(tx, bookingId)
      const lessonId = booking && (await rows.claimReminder(tx, recordId))
      if (lessonId) await notifyAttendance(tx, booking, lessonId, 'class-reminder', `${lessonId}:${recordId}`)
    })
    // A failed reminder must not stop the others.
    await remind.catch((error: unknown) => log?.error({ err: error, recordId }, 'reminding a family failed'))
  }
}
