import {
  cancelUpcoming,
  closeBookingProposals,
  releaseOrderSlot,
  releaseSlotIfEmpty,
  shortenCredits,
} from '#server/classes/lessons/lessons.ts'
import { unarchiveLearner } from '#server/people/profiles/profiles.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockMentor } from '#server/platform/locks.ts'
import { addRefunded } from './locked-rows.ts'
import * as rows from './replacement-rows.ts'

export type { ReplaceableBooking } from './replacement-rows.ts'

/** What a replacement of this booking would take over; null for bookings of other families. */
export async function replaceableBooking(db: Db, bookingId: string, familyId: string) {
  return await rows.replaceableBooking(db, bookingId, familyId)
}

/**
 * Transfers the balance of a locked booking to a replacement of the same order: upcoming lessons are cancelled and
 * credits become part of the balance. No journal entry: the money stays prepaid by the family. @returns the new
 * booking's id
 */
export async function replaceBooking(
  tx: Transaction,
  from: rows.ReplaceableBooking,
  to: Omit<rows.NewReplacement, 'pricePaise'>,
): Promise<string> {
  await lockMentor(tx, from.mentorId)
  for (const slotId of await cancelUpcoming(tx, from.bookingId)) await releaseSlotIfEmpty(tx, slotId)
  await releaseOrderSlot(tx, from)
  await closeBookingProposals(tx, from.bookingId)
  await addRefunded(tx, from.bookingId, from.balancePaise, null)
  await shortenCredits(tx, from.bookingId, 0)
  await rows.endReplaced(tx, from.bookingId)
  const id = await rows.insertReplacement(tx, from.bookingId, { ...to, pricePaise: from.balancePaise })
  await unarchiveLearner(tx, from.learnerId)
  return id
}
