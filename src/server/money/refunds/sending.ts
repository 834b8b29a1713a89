import type { Context } from '#server/context.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { syncTransfers } from '#server/money/transfers/transfers.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import type { Refund as Answer } from '#server/providers/payments/payment-gateway.ts'
import type { Refusal } from '#server/providers/payments/splits.ts'
import * as rows from './locked-rows.ts'
import { notifyRefund } from './notifications.ts'

/** A refund the gateway still does not know after this many days was never made, so it failed. */
const unknownAfterDays = 1

type Sent = { order: rows.Order; refund: rows.Refund; isFirst: boolean }

/** Runs `work` with the refund as read under its order's lock. */
async function withLockedRefund<T>(
  { db }: Context,
  id: string,
  work: (tx: Transaction, order: rows.Order, refund: rows.Refund) => Promise<T>,
) {
  const orderId = (await rows.factsOf(db, id))?.orderId
  if (!orderId) return null
  return await transaction(db, async (tx) => {
    const order = await rows.orderOf(tx, orderId, null, true)
    const refund = order && (await rows.refundOf(tx, id))
    return refund ? await work(tx, order, refund) : null
  })
}

/**
 * Sends an approved refund, or updates a sent one from the gateway. It is marked as sent before the call: after a
 * lost reply the gateway's list is read, and the same id is sent again if missing.
 */
export async function sendRefund(context: Context, id: string): Promise<void> {
  const sent = await withLockedRefund<Sent | null>(context, id, async (tx, order, refund) => {
    const isOpen = refund.status === 'sent' || (refund.status === 'settled' && refund.reference === '')
    if (order.gateway !== context.payments.name || !(isOpen || refund.status === 'approved')) return null
    if (!isOpen) await rows.setSent(tx, id)
    return { order, refund, isFirst: !isOpen }
  })
  if (!sent) return
  // What the gateway holds of this money comes back to our balance before it leaves to the family.
  await syncTransfers(context, sent.order.id)
  const result = await sendOrFetch(context, sent)
  if (result) await withLockedRefund(context, id, (tx, order, refund) => applyGatewayResult(tx, order, refund, result))
}

async function sendOrFetch({ payments }: Context, { order, refund, isFirst }: Sent): Promise<Answer | Refusal | null> {
  const knownOrder = { orderId: order.id, paymentSessionId: order.paymentSessionId, amountPaise: order.amountPaise }
  if (!isFirst) {
    const found = (await payments.refunds(knownOrder)).find((one) => one.refundId === refund.id)
    if (found && found.amountPaise !== refund.amountPaise)
      throw new Error(`the gateway's refund ${refund.id} is of ${found.amountPaise} paise, not ${refund.amountPaise}`)
    if (found) return found
    if (refund.status === 'settled') return null
    if (refund.gatewayRefundId === null && refund.sentDays > unknownAfterDays)
      return { status: 'refused', reason: 'the gateway does not know it' }
  }
  return await payments.refund(knownOrder, {
    refundId: refund.id,
    paymentId: refund.gatewayPaymentId,
    amountPaise: refund.amountPaise,
    note: `Refund of ${order.number}`,
  })
}

/** Applies the gateway's state to a refund, with journal and notification. Repeating changes nothing. */
export async function applyGatewayResult(
  tx: Transaction,
  order: rows.Order,
  refund: rows.Refund,
  result: Answer | Refusal,
): Promise<void> {
  const isLateReference = refund.status === 'settled' && result.status === 'settled' && refund.reference === ''
  if (refund.status !== 'sent' && !isLateReference) return
  const details =
    result.status === 'refused' ? { gatewayRefundId: null, reference: '', message: result.reason } : result
  const status = result.status === 'settled' ? 'settled' : result.status === 'pending' ? 'sent' : 'failed'
  await rows.setGatewayState(tx, refund.id, status, details)
  if (isLateReference) return
  if (status === 'settled') {
    await writeJournal(tx, {
      kind: 'refund_settled',
      subjectId: refund.id,
      lines: [
        { kind: 'refunds_payable', amountPaise: refund.amountPaise },
        { kind: 'gateway_receivable', amountPaise: -refund.amountPaise },
      ],
    })
  }
  const hasReference = status !== 'settled' || details.reference !== ''
  await notifyRefund(tx, hasReference ? `refund-${status}` : 'refund-settled-early', order, refund, details.reference)
}

/** Updates the refunds of one order after a webhook. */
export async function syncRefunds(context: Context, orderId: string): Promise<void> {
  for (const id of await rows.refundsInProgress(context.db, orderId)) await sendRefund(context, id)
}

/** Updates every refund with an unknown outcome, because webhooks and jobs can get lost. */
export async function syncUnfinishedRefunds(context: Context): Promise<void> {
  for (const id of await rows.unfinishedRefunds(context.db, context.payments.name, 500)) {
    await sendRefund(context, id).catch((error: unknown) =>
      context.log?.error({ err: error, refundId: id }, 'updating the refund failed'),
    )
  }
}
