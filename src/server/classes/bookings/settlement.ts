import type { Kysely } from 'kysely'
import { splitFee } from '#contract/classes/prices.ts'
import { takeForSettlement } from '#server/classes/lessons/lessons.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { DB } from '#server/platform/schema.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './locked-rows.ts'
import { notifyCompleted } from './notifications.ts'

/**
 * Settles one held lesson at the rates of its day: its fee leaves the family's prepaid money for the mentor, the commission and
 * the taxes. Booking and books in one transaction; a lesson that is settled already, or disputed, stays as it is.
 * @param heldPaise what was on hold for it: the fee comes out of that, and the rest is the family's again
 */
export async function settleLesson(tx: Transaction, lessonId: string, heldPaise = 0): Promise<void> {
  const booking = await rows.lockBookingOf(tx, lessonId)
  if (!booking) throw new Error(`lesson ${lessonId} has no booking`)
  const taken = await takeForSettlement(tx, lessonId)
  if (!taken) return
  // Before the journal: accounts that belong to everybody are locked as late as possible.
  await completeIfDone(tx, booking.id)
  const part = splitFee(taken.feePaise, await readSetting(tx, 'feeRates', taken.startsAt))
  await writeJournal(tx, {
    kind: 'lesson',
    subjectId: lessonId,
    lines: [
      { kind: 'held_in_dispute', amountPaise: heldPaise },
      { kind: 'family_prepaid', ownerId: booking.familyId, amountPaise: taken.feePaise - heldPaise },
      { kind: 'mentor_payable', ownerId: booking.mentorId, amountPaise: -part.mentor },
      { kind: 'commission', amountPaise: -part.commission },
      { kind: 'gst', amountPaise: -part.gst },
      { kind: 'tds', amountPaise: -part.tds },
      { kind: 'tcs', amountPaise: -part.tcs },
    ],
  })
}

/** Completes a booking of which nothing is left to teach, and tells both sides. */
export async function completeIfDone(tx: Transaction, bookingId: string): Promise<void> {
  if (await rows.setCompleted(tx, bookingId)) await notifyCompleted(tx, bookingId)
}

/** Settles every lesson that got no answer within 48 hours after its end: silence counts as yes. */
export async function settleDue(db: Kysely<DB>, log?: Log): Promise<void> {
  for (const lessonId of await rows.lessonsDue(db, 500)) {
    // One lesson that cannot be settled must not stop the others.
    await transaction(db, (tx) => settleLesson(tx, lessonId)).catch((error: unknown) =>
      log?.error({ err: error, lessonId }, 'settling a lesson failed'),
    )
  }
}
