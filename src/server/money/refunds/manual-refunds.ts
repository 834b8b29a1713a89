import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { constraintOf, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockBookingsOf } from '#server/platform/locks.ts'
import * as rows from './locked-rows.ts'
import { recordPayable, refundableOf } from './refundable.ts'
import { applyGatewayResult } from './sending.ts'

type ManualRefund = {
  orderId: string
  gatewayPaymentId: string
  gatewayRefundId: string
  amountPaise: number
  reference: string
}

/** Records a refund made at the gateway as payable, if it can be attributed; else null. */
async function insertManualRefund(tx: Transaction, order: rows.Order, manual: ManualRefund): Promise<string | null> {
  const { amountPaise } = manual
  const paymentId = await rows.paymentOf(tx, order, manual.gatewayPaymentId)
  if (!paymentId) return null
  // A failed refund of ours was made by hand instead: it is payable already.
  const failed = await rows.oldestFailedRefund(tx, paymentId, amountPaise)
  if (failed) {
    const { kind, endsBooking, reason, caseId } = failed
    const retry = { kind, endsBooking, reason, caseId, againFor: failed.id, status: 'approved' as const }
    return await rows.insertRefund(tx, { orderId: order.id, paymentId, amountPaise, ...retry })
  }
  // An open request of the family reserves that money.
  if (paymentId !== order.paymentId) return null
  await lockBookingsOf(tx, order.id)
  const refundable = await refundableOf(tx, order)
  const endsBooking = refundable !== null && !refundable.money.isEnded && amountPaise === refundable.leftEnded
  if (!refundable || amountPaise > (endsBooking || refundable.money.isEnded ? refundable.leftEnded : refundable.left))
    return null
  const reason = 'Made at the gateway'
  const newRefund = { kind: 'made' as const, endsBooking, reason, status: 'approved' as const }
  const id = await rows.insertRefund(tx, { orderId: order.id, paymentId, amountPaise, ...newRefund })
  if (id) await recordPayable(tx, order, { id, amountPaise, endsBooking })
  return id
}

/**
 * Records a settled refund made at the gateway if it can be attributed: to a failed refund of ours, or to the
 * booking's unused balance. A booking without balance ends.
 * @returns whether it is recorded, now or before
 */
export async function recordManualRefund({ db, payments }: Context, manual: ManualRefund): Promise<boolean> {
  return await transaction(db, async (tx) => {
    const order = await rows.orderOf(tx, manual.orderId, null, true)
    if (order?.gateway !== payments.name) return false
    if (await rows.isKnownAtGateway(tx, order.gateway, manual.gatewayRefundId)) return true
    const id = await insertManualRefund(tx, order, manual)
    if (!id) return false
    await rows.setSent(tx, id)
    const refund = await rows.refundOf(tx, id)
    if (!refund) throw new AppError('internal')
    const { gatewayRefundId, amountPaise, reference } = manual
    const result = { refundId: null, gatewayRefundId, paymentId: refund.gatewayPaymentId, amountPaise, reference }
    await applyGatewayResult(tx, order, refund, { ...result, status: 'settled', message: '' })
    await writeAudit(tx, null, 'refund.by-hand', { kind: 'refund', id, detail: { gatewayRefundId } })
    return true
  }).catch((error: unknown) => {
    if (constraintOf(error) === 'refund_within_payment') return false
    throw error
  })
}
