import type { Kysely } from 'kysely'
import { brand } from '#contract/brand.ts'
import { notify } from '#server/notifications/notifications.ts'
import { money } from '#server/platform/figures.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Order, Refund } from './locked-rows.ts'

type News = 'refund-sent' | 'refund-settled' | 'refund-settled-early' | 'refund-failed' | 'refund-declined'

/** Tells the family what became of a refund, once for each step. */
export async function notifyRefund(
  tx: Kysely<DB>,
  event: News,
  order: Order,
  refund: Refund,
  more: Record<string, string> = {},
): Promise<void> {
  const amount = money(refund.amountPaise)
  const values = { amount, number: order.number, ...more }
  await notify(tx, {
    event,
    accountId: order.familyAccount,
    onceKey: refund.id,
    values: { en: { brand: brand.name, ...values }, hi: { brand: brand.nameHi, ...values } },
  })
}
