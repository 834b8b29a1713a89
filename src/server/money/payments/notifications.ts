import { randomUUID } from 'node:crypto'
import type { Order } from '#server/money/orders/orders.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money } from '#server/platform/figures.ts'
import { accountOfFamily } from './queries.ts'

/** Notifies the family that a payment that bought nothing is refunded. */
export async function notifyPaymentReturned(tx: Transaction, order: Order, amountPaise: number): Promise<void> {
  const event = amountPaise < order.amountPaise ? 'payment-short' : 'payment-returned'
  const values = inBothLanguages(() => ({ amount: money(amountPaise), number: order.number }))
  const accountId = await accountOfFamily(tx, order.familyId)
  const onceKey = `${order.id}:${randomUUID()}`
  await notify(tx, { event, accountId, side: 'family', onceKey, values })
}
