import { randomUUID } from 'node:crypto'
import type { Order } from '#server/money/orders/orders.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money } from '#server/platform/figures.ts'
import { accountOfFamily } from './queries.ts'

/** Notifies the family that a payment is refunded. */
export async function notifyPaymentReturned(tx: Transaction, order: Order, amountPaise: number): Promise<void> {
  const values = inBothLanguages(() => ({ amount: money(amountPaise), number: order.number }))
  const accountId = await accountOfFamily(tx, order.familyId)
  const onceKey = `${order.id}:${randomUUID()}`
  await notify(tx, { event: 'payment-returned', accountId, side: 'family', onceKey, values })
}
