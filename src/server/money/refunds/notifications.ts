import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money } from '#server/platform/figures.ts'
import type { Order, Refund } from './locked-rows.ts'

type News = 'refund-sent' | 'refund-settled' | 'refund-settled-early' | 'refund-failed' | 'refund-declined'

/** Tells the family what became of a refund, once for each step. */
export async function notifyRefund(
  tx: Transaction,
  event: News,
  order: Order,
  refund: Refund,
  reference = '',
): Promise<void> {
  const values = inBothLanguages(() => ({ amount: money(refund.amountPaise), number: order.number, reference }))
  await notify(tx, { event, accountId: order.familyAccount, side: 'family', onceKey: refund.id, values })
}
