import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money } from '#server/platform/figures.ts'
import type { Order, Refund } from './locked-rows.ts'

type RefundEvent = 'refund-sent' | 'refund-settled' | 'refund-settled-early' | 'refund-failed' | 'refund-declined'

/** Notifies the family of a refund event, once per event. */
export async function notifyRefund(
  tx: Transaction,
  event: RefundEvent,
  order: Order,
  refund: Refund,
  reference = '',
): Promise<void> {
  const values = inBothLanguages(() => ({ amount: money(refund.amountPaise), number: order.number, reference }))
  await notify(tx, { event, accountId: order.familyAccount, side: 'family', onceKey: refund.id, values })
}
