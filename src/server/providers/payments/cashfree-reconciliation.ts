import { z } from 'zod'
import { idField, paiseField, refundStatuses, toUuid } from './cashfree-fields.ts'
import { assertMatches, type Calls, parseBody, readAllPages, uniqueBy } from './gateway-calls.ts'
import type { GatewayRecords, ListedPayment, ListedRefund, Settlement } from './payment-gateway.ts'

/**
 * Cashfree's reconciliation, `POST /recon`: events of a period in no fixed order, at most 1,000 a page, with a cursor
 * that is null for the first and after the last page. Sources: cashfree.com/docs, "PG Reconciliation" of v2025-01-01
 * (request, examples of a settlement and of adjustments); fields of payments and refunds from Cashfree's SDK docs
 * (ReconEntityDataInner); settlement sums from that example: 3000 (event) - 200 (adjustment) = 2796.46 (settled) + 3
 * (charge) + 0.54 (tax).
 */
const money = paiseField.nullish().transform((paise) => paise ?? 0)
const text = z.coerce.string().nullish()
const event = z.object({
  event_id: idField,
  event_type: z.string(),
  event_status: z.string().nullish(),
  event_time: z.string(),
  event_currency: z.string(),
  event_amount: money,
  sale_type: z.string().nullish(),
  order_id: text,
  cf_payment_id: text,
  refund_id: text,
  refund_arn: text,
  cf_settlement_id: text,
  settlement_utr: text,
  adjustment_remarks: text,
  service_charge: money,
  service_tax: money,
  settlement_charge: money,
  settlement_tax: money,
  amount_settled: money,
})
type Event = z.output<typeof event>
const eventPage = z.object({ cursor: z.string().nullish(), data: z.array(event) })
const pageSize = 1_000

const at = (time: string) => {
  const parsed = new Date(time)
  assertMatches(`the time ${JSON.stringify(time)}`, Number.isNaN(parsed.getTime()) ? 'none' : 'a time', 'a time')
  return parsed
}

function paymentFrom(one: Event): ListedPayment {
  const paymentId = one.cf_payment_id || one.event_id
  return { paymentId, order: one.order_id ?? '', amountPaise: Math.abs(one.event_amount), at: at(one.event_time) }
}

/** A later reversal marks the refund as failed. */
function refundFrom(one: Event, reversed: ReadonlySet<string>): ListedRefund {
  const status = refundStatuses[one.event_status ?? '']
  return {
    refundId: toUuid(one.refund_id ?? ''),
    gatewayRefundId: one.event_id,
    paymentId: one.cf_payment_id ?? '',
    order: one.order_id ?? '',
    amountPaise: Math.abs(one.event_amount),
    status: reversed.has(one.refund_id ?? one.event_id) ? 'failed' : (status ?? 'pending'),
    reference: one.refund_arn ?? '',
    at: at(one.event_time),
  }
}

// Adjustment that repeats an instant settlement, whose sums are in the settlement event.
const isSettlementEcho = ({ adjustment_remarks: remarks }: Event) => /^INSTANT_SETTLEMENT_/.test(remarks ?? '')
const ownEventTypes = ['PAYMENT', 'REFUND', 'REFUND_REVERSAL', 'SETTLEMENT']

function settlementFrom(one: Event, adjustments: readonly Event[]): Settlement {
  const settlementId = one.cf_settlement_id || one.event_id
  const ofSettlement = adjustments.filter((event) => event.cf_settlement_id === settlementId)
  return {
    settlementId,
    amountPaise: one.amount_settled,
    feePaise: one.service_charge + one.settlement_charge,
    taxPaise: one.service_tax + one.settlement_tax,
    otherPaise: ofSettlement.reduce((sum, { sale_type, event_amount: paise }) => {
      return sum + (sale_type === 'DEBIT' ? -Math.abs(paise) : Math.abs(paise))
    }, 0),
    reference: one.settlement_utr ?? '',
    at: at(one.event_time),
  }
}

/** Everything in a period; see `Payments.records`. */
export async function cashfreeRecords(
  calls: Calls,
  headers: Record<string, string>,
  from: Date,
  until: Date,
): Promise<GatewayRecords> {
  const filters = { start_date: from.toISOString(), end_date: until.toISOString() }
  const events = await readAllPages('', async (cursor) => {
    const pagination = { limit: pageSize, cursor: cursor || null }
    const page = parseBody(
      eventPage,
      await calls.read('/recon', headers, { pagination, filters }),
      'the reconciliation',
    )
    return { rows: page.data, next: page.cursor || null }
  })
  for (const one of events) assertMatches(`the currency of event ${one.event_id}`, one.event_currency, 'INR')
  const eventsOf = (type: string) => events.filter((one) => one.event_type === type)
  const reversed = new Set(eventsOf('REFUND_REVERSAL').map((one) => one.refund_id ?? one.event_id))
  const adjustments = events.filter((one) => !ownEventTypes.includes(one.event_type) && !isSettlementEcho(one))
  const settled = eventsOf('SETTLEMENT').filter((one) => one.event_status === 'PAID' || one.event_status === 'SUCCESS')
  return {
    payments: uniqueBy(
      eventsOf('PAYMENT')
        .filter((one) => one.event_status === 'SUCCESS')
        .map(paymentFrom),
      (one) => one.paymentId,
    ),
    refunds: uniqueBy(
      eventsOf('REFUND').map((one) => refundFrom(one, reversed)),
      (one) => one.gatewayRefundId,
    ),
    settlements: uniqueBy(
      settled.map((one) => settlementFrom(one, adjustments)),
      (one) => one.settlementId,
    ),
  }
}
