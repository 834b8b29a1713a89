import { z } from 'zod'
import { dateInIndia } from '#contract/wire/time.ts'
import { assertMatches, type Calls, parseBody, readAllPages, uniqueBy } from './gateway-calls.ts'
import type { GatewayRecords, Settlement } from './payment-gateway.ts'
import { listOf, paiseField, paymentEntity, referenceIn, refundEntity, refundStatuses } from './razorpay-fields.ts'

/**
 * Razorpay's lists. `GET /payments` and `GET /refunds` take `from` and `to` (seconds), `count` (at most 100) and
 * `skip`; `GET /settlements/recon/combined` takes year, month, day, `count` (at most 1,000) and `skip`, and lists
 * every payment, refund, transfer and adjustment settled on that day, with credit, debit, fee and tax in paise. A
 * payment's `fee` includes its `tax`: amount - fee = credit. Sources: razorpay.com/docs/api, "Fetch All Payments",
 * "Fetch All Refunds", "Fetch Settlement Recon Details" with its example.
 */
const moment = { created_at: z.number() }
const listedPayment = paymentEntity.extend({ ...moment, order_id: z.string().nullish() })
const listedRefund = refundEntity.extend(moment)
const listedItem = z.object({
  entity_id: z.string(),
  type: z.string(),
  debit: paiseField,
  credit: paiseField,
  currency: z.string(),
  fee: paiseField.nullish(),
  tax: paiseField.nullish(),
  settled: z.boolean(),
  settled_at: z.number().nullish(),
  settlement_id: z.string().nullish(),
  settlement_utr: z.string().nullish(),
})
type Item = z.output<typeof listedItem>
/** What our books know from elsewhere; a transfer and its reversal are a hold. */
const ownTypes = ['payment', 'refund', 'transfer', 'reversal']
const dayMs = 86_400_000

function settlementsIn(items: readonly Item[]): Settlement[] {
  const settled = new Map<string, Item[]>()
  for (const one of items) {
    // Without a bank reference it is still in transit.
    if (!one.settled || !one.settlement_id || !one.settlement_utr) continue
    assertMatches(`the currency of ${one.entity_id}`, one.currency, 'INR')
    settled.set(one.settlement_id, [...(settled.get(one.settlement_id) ?? []), one])
  }
  const sum = (all: readonly Item[], of: (one: Item) => number) => all.reduce((total, one) => total + of(one), 0)
  const net = (one: Item) => one.credit - one.debit
  return [...settled].map(([settlementId, all]) => ({
    settlementId,
    amountPaise: sum(all, net),
    feePaise: sum(all, (one) => (one.fee ?? 0) - (one.tax ?? 0)),
    taxPaise: sum(all, (one) => one.tax ?? 0),
    otherPaise: sum(
      all.filter(({ type }) => !ownTypes.includes(type)),
      net,
    ),
    reference: all[0]?.settlement_utr ?? '',
    at: new Date((all[0]?.settled_at ?? 0) * 1000),
  }))
}

/** Everything in a period; see `Payments.records`. Settlements are listed by whole days in India. */
export async function razorpayRecords(
  calls: Calls,
  headers: Record<string, string>,
  from: Date,
  until: Date,
): Promise<GatewayRecords> {
  const list = <S extends z.ZodType>(path: string, count: number, entity: S, what: string) =>
    readAllPages(0, async (skip) => {
      const answer = await calls.read(`${path}&count=${count}&skip=${skip}`, headers)
      const rows = parseBody(listOf(entity), answer, what)
      return { rows, next: skip + rows.length }
    })
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  const between = `from=${seconds(from)}&to=${seconds(until)}`
  const payments = await list(`/payments?${between}`, 100, listedPayment, 'the list of payments')
  const refunds = await list(`/refunds?${between}`, 100, listedRefund, 'the list of refunds')
  const items: Item[] = []
  for (let at = from.getTime(); dateInIndia(new Date(at)) <= dateInIndia(until); at += dayMs) {
    const [year, month, day] = dateInIndia(new Date(at)).split('-')
    const path = `/settlements/recon/combined?year=${year}&month=${month}&day=${day}`
    items.push(...(await list(path, 1_000, listedItem, 'the settlements of a day')))
  }
  // `refunded` marks a fully refunded payment, which was successful before.
  const paid = payments.filter((one) => one.status === 'captured' || one.status === 'refunded')
  for (const one of [...paid, ...refunds]) assertMatches(`the currency of ${one.id}`, one.currency, 'INR')
  const at = (one: { created_at: number }) => new Date(one.created_at * 1000)
  return {
    payments: uniqueBy(
      paid.map((one) => ({ paymentId: one.id, order: one.order_id ?? '', amountPaise: one.amount, at: at(one) })),
      (one) => one.paymentId,
    ),
    refunds: uniqueBy(
      refunds.map((one) => ({
        refundId: z.uuid().safeParse(one.receipt).data ?? null,
        gatewayRefundId: one.id,
        paymentId: one.payment_id,
        order: '',
        amountPaise: one.amount,
        status: refundStatuses[one.status] ?? ('pending' as const),
        reference: referenceIn(one.acquirer_data),
        at: at(one),
      })),
      (one) => one.gatewayRefundId,
    ),
    settlements: settlementsIn(uniqueBy(items, (one) => `${one.type} ${one.entity_id}`)),
  }
}
