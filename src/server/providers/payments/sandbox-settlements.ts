import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/database.ts'

const reconRequest = z.object({
  pagination: z.object({ limit: z.number().int().min(1).max(1_000), cursor: z.string().nullish() }),
  filters: z.object({ start_date: z.iso.datetime({ offset: true }), end_date: z.iso.datetime({ offset: true }) }),
})

/** Typical rates of Indian gateways: fee, and GST on the fee. */
const chargeRate = 0.02
const taxRate = 0.18

/** Settles all payments less refunds and the vendors' splits up to `until` as one transfer; none if the sum is not positive. */
async function settleAll(db: Db, until: string): Promise<void> {
  await sql`
    with open as (select id, amount_paise from sandbox_payment where status = 'SUCCESS' and settlement_id is null
        and created_at <= ${until} for update),
      splits as (select id, amount_paise from sandbox_vendor_entry where kind in ('SPLIT', 'ADJUSTMENT') and settlement_id is null
        and created_at <= ${until} for update),
      sums as (select *, round(charge * ${taxRate}::numeric) as tax from (
        select sum(amount_paise) - (select coalesce(sum(amount_paise), 0) from splits) as paise, round(sum(greatest(amount_paise, 0)) * ${chargeRate}::numeric) as charge from open)),
      made as (insert into sandbox_settlement (amount_paise, charge_paise, tax_paise, created_at, utr)
        select paise - charge - tax, charge, tax, least(now(), ${until}), 'SBX' || (100000000000 + floor(random() * 899999999999))::bigint from sums
        where paise - charge - tax > 0 returning id),
      taken as (update sandbox_vendor_entry v set settlement_id = made.id from made, splits where v.id = splits.id)
    update sandbox_payment p set settlement_id = made.id from made, open where p.id = open.id`.execute(db)
}

type Row = {
  type: 'PAYMENT' | 'REFUND' | 'SETTLEMENT'
  id: number
  at: Date
  paise: number
  status: string
  orderId: string | null
  paymentId: number | null
  refundId: string | null
  reference: string
  settlementId: number | null
  charge: number
  tax: number
}

const eventsBetween = (from: string, until: string) => sql`
  select case when amount_paise < 0 then 'REFUND' else 'PAYMENT' end as type, p.id, p.created_at as at, abs(amount_paise)::int8 as paise, status,
    order_id as "orderId", case when amount_paise < 0 then (select min(o.id) from sandbox_payment o where o.order_id = p.order_id
      and o.amount_paise > 0 and o.status = 'SUCCESS') else p.id end as "paymentId",
    case when amount_paise < 0 then message end as "refundId", bank_reference as reference, settlement_id as "settlementId", 0::int8 as charge, 0::int8 as tax
  from sandbox_payment p where created_at between ${from} and ${until} and (status = 'SUCCESS' or amount_paise < 0)
  union all select 'SETTLEMENT', id, created_at, amount_paise, 'PAID', null, null, null, utr, id, charge_paise, tax_paise
  from sandbox_settlement where created_at between ${from} and ${until}`

/** Cashfree's event entity. */
function eventEntity(one: Row) {
  const base = {
    event_id: String(one.id),
    event_type: one.type,
    event_status: one.status,
    event_time: one.at.toISOString(),
    event_currency: 'INR',
    entity: 'recon',
    cf_settlement_id: one.settlementId && String(one.settlementId),
  }
  if (one.type === 'SETTLEMENT')
    return {
      ...base,
      sale_type: 'CREDIT',
      event_amount: rupees(one.paise + one.charge + one.tax),
      event_settlement_amount: rupees(one.paise),
      amount_settled: rupees(one.paise),
      service_charge: rupees(one.charge),
      service_tax: rupees(one.tax),
      settlement_charge: 0,
      settlement_tax: 0,
      adjustment: 0,
      settlement_date: one.at.toISOString(),
      settlement_utr: one.reference,
    }
  return {
    ...base,
    sale_type: one.type === 'REFUND' ? 'DEBIT' : 'CREDIT',
    event_amount: rupees(one.paise),
    order_id: one.orderId,
    cf_payment_id: one.paymentId && String(one.paymentId),
    ...(one.type === 'REFUND' && {
      refund_id: one.refundId,
      refund_arn: one.status === 'SUCCESS' ? one.reference : null,
    }),
  }
}

/** Cashfree's reconciliation endpoint. The sandbox settles on each request, so that mentors can be paid at once. */
export function sandboxSettlements(app: FastifyInstance, { db }: Pick<Context, 'db'>): void {
  app.post('/sandbox/pg/recon', async (request, reply) => {
    const parsed = reconRequest.safeParse(request.body).data
    if (!parsed)
      return reply
        .status(400)
        .send({ message: 'what to list is not clear', code: 'recon_invalid', type: 'invalid_request_error' })
    const { limit, cursor } = parsed.pagination
    if (!cursor) await settleAll(db, parsed.filters.end_date)
    const skip = Number(cursor ?? 0)
    const { rows } = await sql<Row>`
      select * from (${eventsBetween(parsed.filters.start_date, parsed.filters.end_date)}) as e
      order by at, type, id offset ${skip} limit ${limit + 1}`.execute(db)
    return {
      cursor: rows.length > limit ? String(skip + limit) : null,
      limit,
      data: rows.slice(0, limit).map(eventEntity),
    }
  })
}
