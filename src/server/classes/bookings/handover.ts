import type { Kysely } from 'kysely'
import type { DB } from '#server/platform/schema.ts'
import { addRefunded, shortenCredits } from './ending-rows.ts'
import * as rows from './handover-rows.ts'
import { bringBack, endProposals, lockMentor, releaseOrderSlot, releaseSlotIfEmpty } from './locked-rows.ts'

type Tx = Kysely<DB>

export type { Handover, Part } from './handover-rows.ts'

/** What another mentor would take over of a family's booking; null when it is not this family's. `lock` keeps it so. */
export async function handoverOf(db: Tx, bookingId: string, familyId: string, lock: boolean) {
  if (lock) await rows.lockBooking(db, bookingId)
  return await rows.handoverOf(db, bookingId, familyId)
}

/**
 * Another mentor takes the balance of a locked booking over: its classes to come are given up, what is owed is part of the balance,
 * and a new booking of the same order begins. No journal: the money stays what its family paid in advance. @returns its id
 */
export async function handOver(tx: Tx, from: rows.Handover, to: Omit<rows.Successor, 'pricePaise'>): Promise<string> {
  await lockMentor(tx, from.mentorId)
  for (const slotId of await rows.cancelComing(tx, from.bookingId)) await releaseSlotIfEmpty(tx, slotId)
  await releaseOrderSlot(tx, from)
  await endProposals(tx, from.bookingId)
  await addRefunded(tx, from.bookingId, from.balancePaise, null)
  await shortenCredits(tx, from.bookingId, 0)
  await rows.endHandedOver(tx, from.bookingId)
  const id = await rows.insertSuccessor(tx, from.bookingId, { ...to, pricePaise: from.balancePaise })
  await bringBack(tx, id)
  return id
}
