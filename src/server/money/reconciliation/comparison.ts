import { type RawBuilder, sql } from 'kysely'
import { isSettledByHand } from '#server/money/orders/orders.ts'
import type { Db } from '#server/platform/database.ts'
import type { GatewayRecords, ListedPayment, ListedRefund } from '#server/providers/payments/payment-gateway.ts'
import type { ListedHold } from '#server/providers/payments/splits.ts'
import type { FoundDiscrepancy } from './locked-rows.ts'

/**
 * The gateway's records since `start`, compared with ours up to `end`; its list must have every one of ours before
 * that.
 */
export type Scope = { gateway: string; start: Date; end: Date; records: GatewayRecords; holds: ListedHold[] }

const listedRows = {
  payments: (records: readonly ListedPayment[]) => sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
    as g("paymentId" text, "order" text, "amountPaise" bigint, at timestamptz)`,
  refunds: (records: readonly ListedRefund[]) => sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
    as g("refundId" uuid, "gatewayRefundId" text, "paymentId" text, "order" text, "amountPaise" bigint, status text, reference text, at timestamptz)`,
}
/** Days after which the bank of a mentor should have answered. */
const silentDays = 3
/** Minutes after which a settlement that the gateway told us about should have found its transfer. */
const unmatchedMinutes = 10

/** Our order of a record: by payment, by our id, or by the gateway's order id. */
const orderOf = (gateway: string) => sql`
  left join payment p on p.gateway = ${gateway} and p.gateway_payment_id = g."paymentId"
  left join payment_order o on o.gateway = ${gateway} and o.id = coalesce(p.order_id, case
    when pg_input_is_valid(g."order", 'uuid') then g."order"::uuid
    when g."order" <> '' then (select s.id from payment_order s where s.gateway = ${gateway} and s.payment_session_id = g."order" limit 1) end)`
const refundOf = sql`left join refund r on r.id = coalesce(g."refundId", (select x.id from refund x join payment_order y on y.id = x.order_id
  where x.gateway_refund_id = g."gatewayRefundId" and y.gateway = o.gateway limit 1)) and r.order_id = o.id`

/** A payment that bought nothing, recorded as owed to the family. */
const isOwedBack = sql`exists (select from journal where kind = 'correction' and subject_id = p.id)`
const isUnknown = sql`(p.id is null or p.status <> 'SUCCESS' or (o.status is distinct from 'paid' and not ${isOwedBack} and not ${isSettledByHand}))`

/** Whether an order since `start` was paid with a hold: only then does the gateway have a list of them. */
export async function hasHolds(db: Db, gateway: string, start: Date): Promise<boolean> {
  const row = await db
    .selectFrom('payment_order')
    .select('id')
    .where('gateway', '=', gateway)
    .where('held_paise', '>', 0)
    .where('paid_at', '>=', start)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Orders with a successful payment at the gateway that we have not recorded. */
export async function ordersToSettle(db: Db, { gateway, records }: Scope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id from ${listedRows.payments(records.payments)} ${orderOf(gateway)} where o.id is not null and ${isUnknown}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Orders with a refund that ended at the gateway but not here. */
export async function ordersToSync(db: Db, { gateway, records }: Scope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id from ${listedRows.refunds(records.refunds)} ${orderOf(gateway)} ${refundOf}
    where r.status in ('approved', 'sent') and g.status <> 'pending'`.execute(db)
  return rows.map((row) => row.id)
}

export type ManualRefund = { orderId: string; gatewayPaymentId: string } & Pick<
  ListedRefund,
  'gatewayRefundId' | 'amountPaise' | 'reference'
>
/** Settled refunds made at the gateway, except those an admin already resolved. */
export async function manualRefunds(db: Db, { gateway, records }: Scope): Promise<ManualRefund[]> {
  const { rows } = await sql<ManualRefund>`
    select o.id as "orderId", g."paymentId" as "gatewayPaymentId", g."gatewayRefundId", g."amountPaise", g.reference
    from ${listedRows.refunds(records.refunds)} ${orderOf(gateway)} ${refundOf}
    where o.id is not null and r.id is null and g.status = 'settled'
      and not exists (select from gateway_discrepancy d where d.gateway = ${gateway} and d.kind = 'refund_by_hand'
        and d.subject = g."gatewayRefundId" and d.resolved_by is not null) order by g.at`.execute(db)
  return rows
}

const isWrongAmount = sql`(p.status = 'SUCCESS' and (p.amount_paise <> g."amountPaise" or (p.amount_paise < o.amount_paise and not ${isOwedBack})))`
const paymentDiscrepancies = ({ gateway, start, records }: Scope) => sql`
  select case when ${isWrongAmount} then 'payment_amount' else 'payment_unknown' end as kind, g."paymentId" as subject, o.id as order_id,
    case when ${isWrongAmount} then case when p.amount_paise < o.amount_paise then o.amount_paise else p.amount_paise end end::int8 as ours,
    g."amountPaise" as theirs, g.at
  from ${listedRows.payments(records.payments)} ${orderOf(gateway)}
  where g.at >= ${start} and (${isUnknown} or ${isWrongAmount})`

const refundDiscrepancies = ({ gateway, start, records }: Scope) => sql`
  select case when r.id is null then 'refund_by_hand' when r.amount_paise <> g."amountPaise" then 'refund_amount' else 'refund_status' end,
    g."gatewayRefundId", o.id, case when r.amount_paise <> g."amountPaise" or r.status = 'settled' then r.amount_paise end::int8,
    case when g.status = 'settled' or r.id is null then g."amountPaise" end, g.at
  from ${listedRows.refunds(records.refunds)} ${orderOf(gateway)} ${refundOf}
  where g.at >= ${start} and case when r.id is null then g.status <> 'failed'
    else r.amount_paise <> g."amountPaise" or (g.status = 'settled') <> (r.status = 'settled') and g.status <> 'pending' end`

const journalDiscrepancies = ({ gateway, start }: Scope) => sql`
  select 'journal_missing', o.id::text, o.id, null::int8, o.amount_paise::int8, o.paid_at from payment_order o
  where o.gateway = ${gateway} and o.status = 'paid' and o.paid_at >= ${start}
    and not exists (select from journal where kind = 'payment' and subject_id = o.id)
  union all select 'journal_missing', r.id::text, o.id, null, r.amount_paise, r.ended_at from refund r join payment_order o on o.id = r.order_id
  where o.gateway = ${gateway} and r.status = 'settled' and r.ended_at >= ${start}
    and not exists (select from journal where kind = 'refund_settled' and subject_id = r.id)
  union all select 'journal_off', j.id::text, null, coalesce(sum(e.amount_paise), 0), 0, j.at from journal j
    left join ledger_entry e on e.journal_id = j.id where j.at >= ${start} group by j.id having coalesce(sum(e.amount_paise), 1) <> 0
  union all select 'journal_off', o.id::text, o.id, coalesce(sum(e.amount_paise), 0), o.amount_paise, j.at from journal j
    join payment_order o on o.id = j.subject_id and o.gateway = ${gateway}
    left join (ledger_entry e join ledger_account a on a.id = e.account_id and a.kind = 'gateway_receivable') on e.journal_id = j.id
  where j.kind = 'payment' and j.at >= ${start} group by j.id, o.id having coalesce(sum(e.amount_paise), 0) <> o.amount_paise`

const settlementDiscrepancies = ({ gateway, start, records }: Scope) => sql`
  select x.kind, g."settlementId", null, x.ours, x.theirs, g.at
  from jsonb_to_recordset(${JSON.stringify(records.settlements)}::jsonb) as g("settlementId" text, "amountPaise" bigint, "feePaise" bigint,
      "taxPaise" bigint, "otherPaise" bigint, at timestamptz)
    left join gateway_settlement s on s.gateway = ${gateway} and s.gateway_settlement_id = g."settlementId"
    cross join lateral (
      select 'settlement_other' as kind, null::int8 as ours, case when s.id is null then g."amountPaise" else g."otherPaise" end as theirs
      where s.id is null or g."otherPaise" <> 0
      union all select 'settlement_amount', s.amount_paise, g."amountPaise" where s.amount_paise <> g."amountPaise"
      union all select 'settlement_amount', s.fee_paise + s.tax_paise, g."feePaise" + g."taxPaise"
      where s.amount_paise = g."amountPaise" and (s.fee_paise, s.tax_paise) <> (g."feePaise", g."taxPaise")) x
  where g.at >= ${start}`

/** Splits at the gateway against what orders should hold; a transfer without the bank's word for days is a discrepancy too, and a settlement that fits no transfer. */
const holdDiscrepancies = ({ gateway, start, end, holds }: Scope) => sql`
  select 'hold_amount', o.id::text, o.id, o.held_paise::int8, g.paise, o.paid_at from payment_order o
    left join (select h."order" as id, sum(h."amountPaise")::int8 as paise from jsonb_to_recordset(${JSON.stringify(holds)}::jsonb)
      as h("order" text, "vendorId" text, "amountPaise" bigint) group by 1) g on g.id = o.id::text
  where o.gateway = ${gateway} and o.status = 'paid' and o.paid_at >= ${start} and o.paid_at < ${end} and o.held_paise <> coalesce(g.paise, 0)
  union all select 'transfer_silent', t.id::text, t.order_id, t.amount_paise::int8, null, t.created_at from transfer t
  where t.gateway = ${gateway} and t.status in ('due', 'sent') and t.created_at < now() - make_interval(days => ${silentDays})
  union all select 'transfer_silent', s.reference, null, null, null, min(s.received_at) from
    (select split_part(event_key, ':', 2) as reference, received_at from payment_event where gateway = ${gateway} and received_at >= ${start}
      and kind in ('VENDOR_SETTLEMENT_SUCCESS', 'VENDOR_SETTLEMENT_FAILED', 'VENDOR_SETTLEMENT_REVERSED')) s
  where s.received_at < now() - make_interval(mins => ${unmatchedMinutes})
    and not exists (select from transfer t where t.gateway = ${gateway} and t.reference = s.reference) group by s.reference`

const discrepanciesFrom = async (db: Db, query: RawBuilder<unknown>): Promise<FoundDiscrepancy[]> => {
  const { rows } = await sql<FoundDiscrepancy>`
    select kind, subject, order_id as "orderId", ours as "oursPaise", theirs as "theirsPaise", at
    from (${query}) as d(kind, subject, order_id, ours, theirs, at)`.execute(db)
  return rows
}

/** All discrepancies except records missing at the gateway. */
export const findDiscrepancies = (db: Db, scope: Scope): Promise<FoundDiscrepancy[]> =>
  discrepanciesFrom(
    db,
    sql`${paymentDiscrepancies(scope)} union all ${refundDiscrepancies(scope)} union all ${journalDiscrepancies(scope)} union all ${settlementDiscrepancies(scope)} union all ${holdDiscrepancies(scope)}`,
  )

/** Our record missing from the gateway's list, with what is needed to look up its order. */
export type MissingRecord = FoundDiscrepancy & {
  order: { orderId: string; paymentSessionId: string; amountPaise: number } | null
}

/** Payments, refunds and settlements recorded here that the gateway's list lacks. */
export async function missingAtGateway(db: Db, { gateway, start, end, records }: Scope): Promise<MissingRecord[]> {
  const { rows } = await sql<Omit<MissingRecord, 'order'> & { session: string | null; orderPaise: number | null }>`
    select d.kind, d.subject, d.order_id as "orderId", d.ours as "oursPaise", null::int8 as "theirsPaise", d.at,
      o.payment_session_id as session, o.amount_paise as "orderPaise"
    from (select 'payment_missing' as kind, p.gateway_payment_id as subject, p.order_id, p.amount_paise::int8 as ours, p.seen_at as at from payment p
        where p.gateway = ${gateway} and p.status = 'SUCCESS' and p.seen_at >= ${start} and p.seen_at < ${end}
          and p.gateway_payment_id <> all(${records.payments.map((one) => one.paymentId)}::text[])
      union all select 'refund_missing', coalesce(r.gateway_refund_id, r.id::text), r.order_id, r.amount_paise, r.ended_at
        from refund r join payment_order o on o.id = r.order_id and o.gateway = ${gateway}
        where r.status = 'settled' and r.ended_at >= ${start} and r.ended_at < ${end}
          and coalesce(r.gateway_refund_id, '') <> all(${records.refunds.map((one) => one.gatewayRefundId)}::text[])
          and r.id::text <> all(${records.refunds.map((one) => one.refundId ?? '')}::text[])
      union all select 'settlement_missing', gateway_settlement_id, null, amount_paise, settled_at from gateway_settlement
        where gateway = ${gateway} and settled_at >= ${start} and settled_at < ${end}
          and gateway_settlement_id <> all(${records.settlements.map((one) => one.settlementId)}::text[])) d
    left join payment_order o on o.id = d.order_id`.execute(db)
  return rows.map(({ session, orderPaise, ...one }) => ({
    ...one,
    order:
      one.orderId && session ? { orderId: one.orderId, paymentSessionId: session, amountPaise: orderPaise ?? 0 } : null,
  }))
}
