import { type Kysely, sql } from 'kysely'
import { refundLifecycle } from '#contract/money/lifecycles.ts'
import type { RefundStatus } from '#contract/money/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Transaction } from '#server/platform/database.ts'
import { lockOrder } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

/** A paid order, as far as refunds need it. */
export type Order = {
  id: string
  number: string
  familyId: string
  familyAccount: string
  familyName: string | null
  phone: string
  language: Language
  gateway: string
  paymentSessionId: string
  amountPaise: number
  promotionPaise: number
  /** The payment that paid it. */
  paymentId: string
  /** A demo whose 99 rupees paid for a month with the mentor it is with by now: that money is used. */
  isCreditUsed: boolean
  /** What is on its way back already, or went, of what paid for the booking. */
  backPaise: number
}

/**
 * A paid order for its family, or for an admin when `familyId` is null. `lock` keeps it until the transaction ends; its sums
 * are read by a second statement, which sees what was committed while this one waited.
 */
export async function orderOf(db: Db, id: string, familyId: string | null, lock: boolean): Promise<Order | null> {
  if (lock) await lockOrder(db as Transaction, id) // true: only transactions ask for it
  const { rows } = await sql<Order>`
    select o.id, o.number, o.family_id as "familyId", f.account_id as "familyAccount", f.name as "familyName",
      a.phone, a.language, o.gateway, o.payment_session_id as "paymentSessionId",
      o.amount_paise as "amountPaise", o.promotion_paise as "promotionPaise", o.paid_by as "paymentId",
      o.plan = 'demo' and exists (select from booking d join payment_order u on u.family_id = d.family_id and u.learner_id = d.learner_id
        and u.mentor_id = d.mentor_id and subject_now(u.subject) = subject_now(d.subject) and u.promotion_used
        where d.order_id = o.id and not exists (select from booking n where n.replaces = d.id)) as "isCreditUsed",
      (select coalesce(sum(r.amount_paise), 0)::int from refund r where r.order_id = o.id and r.kind <> 'owed' and r.status <> 'declined'
        and not exists (select from refund s where s.again_for = r.id)) as "backPaise"
    from payment_order o join family f on f.id = o.family_id join account a on a.id = f.account_id
    where o.id = ${id} and o.status = 'paid' and o.paid_by is not null and (${familyId}::uuid is null or o.family_id = ${familyId})`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Whether refunds take all that a family paid for an order, with the one just made. */
export async function isAllBack(tx: Transaction, { id, amountPaise }: Order): Promise<boolean> {
  const order = await orderOf(tx, id, null, false)
  return order?.backPaise === amountPaise
}

export async function orderOfBooking(db: Db, bookingId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select order_id as id from booking where id = ${bookingId}`.execute(db)
  return rows[0]?.id ?? null
}

export async function isCancelled(tx: Transaction, bookingId: string): Promise<boolean> {
  const { rows } = await sql`select from booking where id = ${bookingId} and status = 'cancelled'`.execute(tx)
  return rows.length > 0
}

/** The mentor of this booking of an order, which goes on with another one; null when it does not. */
export async function takenOverFrom(tx: Transaction, orderId: string, bookingId: string): Promise<string | null> {
  const { rows } = await sql<{ mentorId: string }>`
    select o.mentor_id as "mentorId" from booking b join booking o on o.id = b.replaces where b.order_id = ${orderId} and o.id = ${bookingId}`.execute(
    tx,
  )
  return rows[0]?.mentorId ?? null
}

/** What never changes of a refund. */
export async function factsOf(db: Db, refundId: string): Promise<{ orderId: string; caseId: string | null } | null> {
  const { rows } = await sql<{ orderId: string; caseId: string | null }>`
    select order_id as "orderId", case_id as "caseId" from refund where id = ${refundId}`.execute(db)
  return rows[0] ?? null
}

export type Refund = {
  id: string
  orderId: string
  paymentId: string
  /** The gateway's own id of the payment. */
  gatewayPaymentId: string
  kind: 'asked' | 'made' | 'owed'
  amountPaise: number
  endsBooking: boolean
  reason: string
  /** The case it belongs to. */
  caseId: string | null
  status: RefundStatus
  gatewayRefundId: string | null
  reference: string
  /** Days since it was sent first; 0 before. */
  sentDays: number
  /** The try that took its place after it failed. */
  againAs: string | null
}

const columns = sql`r.id, r.order_id as "orderId", r.payment_id as "paymentId", p.gateway_payment_id as "gatewayPaymentId", r.kind,
  r.amount_paise as "amountPaise", r.ends_booking as "endsBooking", r.reason, r.case_id as "caseId", r.status, r.gateway_refund_id as "gatewayRefundId",
  r.bank_reference as reference, coalesce(extract(epoch from now() - r.sent_at) / 86400, 0)::float8 as "sentDays",
  (select s.id from refund s where s.again_for = r.id) as "againAs"`

/** A refund, read under its order's lock. */
export async function refundOf(tx: Transaction, id: string): Promise<Refund | null> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund r join payment p on p.id = r.payment_id where r.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The open request of an order. */
export async function requestOf(tx: Transaction, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from refund where order_id = ${orderId} and status = 'requested'`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether a refund of the gateway's is in our books, whoever made it. */
export async function isKnownAtGateway(tx: Transaction, gateway: string, gatewayRefundId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from refund r join payment_order o on o.id = r.order_id where r.gateway_refund_id = ${gatewayRefundId} and o.gateway = ${gateway}`.execute(
    tx,
  )
  return rows.length > 0
}

/** Our payment of an order by the gateway's id of it; the one that paid the order when there is no id. */
export async function paymentOf(tx: Transaction, order: Order, gatewayPaymentId: string): Promise<string | null> {
  if (gatewayPaymentId === '') return order.paymentId
  const { rows } = await sql<{ id: string }>`
    select id from payment where order_id = ${order.id} and gateway_payment_id = ${gatewayPaymentId} and status = 'SUCCESS'`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** The oldest refund of a payment and amount that failed and was not sent again. */
export async function failedOf(tx: Transaction, paymentId: string, amountPaise: number): Promise<Refund | null> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund r join payment p on p.id = r.payment_id where r.payment_id = ${paymentId} and r.amount_paise = ${amountPaise}
      and r.status = 'failed' and not exists (select from refund s where s.again_for = r.id) order by r.created_at limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

type NewRefund = Pick<Refund, 'orderId' | 'paymentId' | 'kind' | 'amountPaise'> & {
  id?: string
  status: 'requested' | 'approved'
  endsBooking?: boolean
  reason?: string
  caseId?: string | null
  accountId?: string | null
  againFor?: string
}

/** Enters a refund; the database refuses one above what is left of the payment. Null when it is there already. */
export async function insertRefund(tx: Transaction, one: NewRefund): Promise<string | null> {
  const isDecided = one.status === 'approved'
  const { rows } = await sql<{ id: string }>`
    insert into refund (id, order_id, payment_id, kind, amount_paise, ends_booking, reason, case_id, status, again_for, made_by, decided_by, decided_at)
    values (coalesce(${one.id ?? null}::uuid, uuidv7()), ${one.orderId}, ${one.paymentId}, ${one.kind}, ${one.amountPaise},
      ${one.endsBooking ?? false}, ${one.reason ?? ''}, ${one.caseId ?? null}, ${one.status}, ${one.againFor ?? null}, ${one.accountId ?? null},
      ${isDecided ? (one.accountId ?? null) : null}, ${isDecided ? sql`now()` : null})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export const setApproved = (tx: Transaction, id: string, accountId: string) =>
  sql`update refund set status = ${refundLifecycle.target('approve')}, decided_by = ${accountId}, decided_at = now()
    where id = ${id} and status = any(${refundLifecycle.from('approve')})`.execute(tx)
export const setDeclined = (tx: Transaction, id: string, accountId: string, reason: string) =>
  sql`update refund set status = ${refundLifecycle.target('decline')}, decided_by = ${accountId}, decided_at = now(), ended_at = now(), decline_reason = ${reason}
    where id = ${id} and status = any(${refundLifecycle.from('decline')})`.execute(tx)
export const setSent = (tx: Transaction, id: string) =>
  sql`update refund set status = ${refundLifecycle.target('send')}, sent_at = now()
    where id = ${id} and status = any(${refundLifecycle.from('send')})`.execute(tx)

type Told = { gatewayRefundId: string | null; reference: string; message: string }
/** Writes down what the gateway says of a refund; `status` is where it stands by that. */
export const setTold = (tx: Transaction, id: string, status: 'sent' | 'settled' | 'failed', told: Told) =>
  sql`update refund set status = ${status}, gateway_refund_id = coalesce(gateway_refund_id, ${told.gatewayRefundId}),
    bank_reference = case when ${told.reference} = '' then bank_reference else ${told.reference} end, message = ${told.message.slice(0, 300)},
    ended_at = case when ${status} = 'sent' then null else coalesce(ended_at, now()) end where id = ${id}`.execute(tx)

/** Refunds whose end is unknown, of the gateway in use: sent ones, and approved ones whose job was lost. */
export async function unfinished(db: Db, gateway: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from refund r join payment_order o on o.id = r.order_id
    where o.gateway = ${gateway} and (r.status = 'sent' or (r.status = 'approved' and r.decided_at < now() - interval '1 minute'))
    order by random() limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** The refunds of an order that are on their way, or settled without the bank's reference so far. */
export async function underWay(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from refund where order_id = ${orderId} and (status = 'sent' or (status = 'settled' and bank_reference = ''))`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
