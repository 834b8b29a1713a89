import { splitFee } from '#contract/classes/prices.ts'
import { collectCompensation, lockWithDebt, settleIfDue } from '#server/classes/lessons/lessons.ts'
import { type Line, writeJournal } from '#server/ledger/ledger.ts'
import { planTaxes, recordTaxes } from '#server/mentors/taxes/taxes.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './locked-rows.ts'
import { notifyCompleted } from './notifications.ts'

/**
 * Settles a held lesson at the rates of `pricedAt`: its fee moves from the family's prepaid balance to the mentor, the commission
 * and taxes, in one transaction. Settled and disputed lessons stay unchanged.
 * @param heldPaise amount on hold: the fee is taken from it, the remainder returns to the family
 */
export async function settleLesson(tx: Transaction, lessonId: string, heldPaise = 0): Promise<void> {
  const booking = await rows.lockBookingOf(tx, lessonId)
  if (!booking) throw new Error(`lesson ${lessonId} has no booking`)
  const lesson = await settleIfDue(tx, lessonId)
  if (!lesson) return
  // Before the journal: accounts shared by everyone are locked as late as possible.
  await completeIfDone(tx, booking.id)
  const part = splitFee(lesson.feePaise, await readSetting(tx, 'feeRates', lesson.pricedAt))
  const taxes = await planTaxes(tx, {
    mentorId: booking.mentorId,
    lessonId,
    kind: lesson.state === 'held' ? 'class' : 'cancellation',
    at: lesson.pricedAt,
    grossPaise: lesson.feePaise,
    sharePaise: part.mentor,
  })
  const { mentorId } = booking
  const lines: Line[] = [
    { kind: 'held_in_dispute', amountPaise: heldPaise },
    { kind: 'family_prepaid', ownerId: booking.familyId, amountPaise: lesson.feePaise - heldPaise },
    { kind: 'mentor_payable', ownerId: mentorId, amountPaise: taxes.tds + taxes.tcs - part.mentor },
    { kind: 'commission', amountPaise: -part.commission },
    { kind: 'gst', amountPaise: -part.gst },
    { kind: 'tds', amountPaise: -taxes.tds },
    { kind: 'tcs', amountPaise: -taxes.tcs },
  ]
  const owes = await lockWithDebt(tx, mentorId, lines)
  await writeJournal(tx, { kind: 'lesson', subjectId: lessonId, lines })
  const fees = { commissionPaise: part.commission, gstPaise: part.gst }
  await recordTaxes(tx, taxes, { journal: 'lesson', subjectId: lessonId, ...fees })
  const earnedPaise = part.mentor - taxes.tds - taxes.tcs
  if (owes) await collectCompensation(tx, { lessonId, mentorId, earnedPaise })
}

/** Completes a fully settled booking and notifies both sides. */
export async function completeIfDone(tx: Transaction, bookingId: string): Promise<void> {
  if (await rows.setCompleted(tx, bookingId)) await notifyCompleted(tx, bookingId)
}

/** Settles every lesson without an answer 48 hours after its end, unless payouts are paused. */
export async function settleDue(db: Db, log?: Log): Promise<void> {
  for (const lessonId of await rows.lessonsDue(db, 500)) {
    // A failed settlement must not stop the others.
    await transaction(db, (tx) => settleLesson(tx, lessonId)).catch((error: unknown) =>
      log?.error({ err: error, lessonId }, 'settling a lesson failed'),
    )
  }
}
