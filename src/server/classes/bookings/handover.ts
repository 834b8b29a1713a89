import type { Kysely } from 'kysely'
import {
  cancelComing,
  endProposals,
  releaseOrderSlot,
  releaseSlotIfEmpty,
  shortenCredits,
} from '#server/classes/lessons/lessons.ts'
import { unarchiveLearner } from '#server/people/profiles/profiles.ts'
import type { Transaction } from '#server/platform/database.ts'
import { lockMentor } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'
import * as rows from './handover-rows.ts'
import { addRefunded } from './locked-rows.ts'

export type { Handover } from './handover-rows.ts'

/** What another mentor would take over of a family's booking; null when it is not this family's. */
export async function handoverOf(db: Kysely<DB>, bookingId: string, familyId: string) {
  return await rows.handoverOf(db, bookingId, familyId)
}

/**
 * Another mentor takes the balance of a locked booking over: its classes to come are given up, what is owed is part of the balance,
 * and a new booking of the same order begins. No journal: the money stays what its family paid in advance. @returns its id
 */
export async function handOver(
  tx: Transaction,
  from: rows.Handover,
  to: Omit<rows.Successor, 'pricePaise'>,
): Promise<string> {
  await lockMentor(tx, from.mentorId)
  for (const slotId of await cancelComing(tx, from.bookingId)) await releaseSlotIfEmpty(tx, slotId)
  await releaseOrderSlot(tx, from)
  await endProposals(tx, from.bookingId)
  await addRefunded(tx, from.bookingId, from.balancePaise, null)
  await shortenCredits(tx, from.bookingId, 0)
  await rows.endHandedOver(tx, from.bookingId)
  const id = await rows.insertSuccessor(tx, from.bookingId, { ...to, pricePaise: from.balancePaise })
  await unarchiveLearner(tx, from.learnerId)
  return id
}
