import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { lockMentor, lockOrder } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { partOf, recordCarriedOut } from './outcomes.ts'
import { claimTransfer } from './rows.ts'
import * as uncertain from './uncertain-rows.ts'

/**
 * Ends a transfer whose idempotency key replays an error: if the gateway shows that it was not carried out, the next call uses
 * another key; if it shows that it was, it is recorded as sent.
 * @throws AppError `transfer-not-stuck`, `transfer-unclear`, `gateway-silent`
 */
export async function retryTransfer(
  { db, payments, log }: Context,
  viewer: Viewer,
  id: string,
): Promise<'again' | 'sent'> {
  const found = orNotFound(await uncertain.transferToRetry(db, payments.name, id))
  assertNotParty(viewer, [found.accountId])
  // The claim keeps workers from calling the gateway meanwhile.
  if (!payments.splits || !found.isStuck || !(await claimTransfer(db, id, true)))
    throw new AppError('transfer-not-stuck')
  const { heldPaise, hasTwin } = found
  const answer = await payments.splits
    .wasCarriedOut({ ...partOf(found), heldPaise, hasTwin })
    .catch((error: unknown) => {
      log?.error({ err: error, transferId: id }, 'asking the gateway about a transfer failed')
      throw new AppError('gateway-silent')
    })
  if (answer === 'unclear') throw new AppError('transfer-unclear')
  const outcome = answer === 'no' ? 'again' : 'sent'
  await transaction(db, async (tx) => {
    await lockOrder(tx, found.orderId)
    await lockMentor(tx, found.mentorId)
    // The answer is about what was true before the gateway was asked.
    const now = await uncertain.transferToRetry(tx, payments.name, id)
    if (now?.heldPaise !== heldPaise || now.hasTwin !== hasTwin) throw new AppError('transfer-unclear')
    const isNews =
      outcome === 'again'
        ? await uncertain.setNewKey(tx, id)
        : await recordCarriedOut(tx, found, found.kind === 'release' ? 'sent' : 'settled')
    if (!isNews) throw new AppError('transfer-not-stuck')
    const detail = { order: found.orderNumber, decision: outcome }
    await writeAudit(tx, viewer, 'transfer.retry', { kind: 'mentor', id: found.mentorId, detail })
  })
  return outcome
}
