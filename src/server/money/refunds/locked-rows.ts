import { sql } from 'kysely'
import { refundLifecycle } from '#contract/money/lifecycles.ts'
import type { RefundStatus } from '#contract/money/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockOrder } from '#server/platform/locks.ts'

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
  /** The demo's fee and the family's credit in the price that refunds have not returned yet. */
  promotionPaise: number
  creditPaise: number
  /** The payment that paid the order; of an unpaid one the first that is refunded. */
  paymentId: string
  /** A demo whose 99 rupees were credited to a month with its current mentor, and cannot be refunded; that month is over. */
  isCreditUsed: boolean
  isCreditSpent: boolean
  /** Refunds in progress or settled, of the money that paid for the booking. */
  refundedPaise: number
}

/** Ids of what order `o` returned, in money or not, which are also those of the journals. */
export const returnsOf = sql`(select id from refund where order_id = o.id union all select id from credit_return where order_id = o.id)`

/** What order `o` returned to an account, below zero. */
const returned = (
  kind: 'promotions' | 'family_credit',
) => sql`(select coalesce(sum(e.amount_paise), 0)::int from ${returnsOf} r
  join journal j on j.kind = 'refund' and j.subject_id = r.id join ledger_entry e on e.journal_id = j.id
  join ledger_account l on l.id = e.account_id and l.kind = ${sql.lit(kind)})`

const refunded = sql`(select coalesce(sum(r.amount_paise), 0)::int from refund r where r.order_id = o.id and r.kind <> 'owed' and r.status <> 'declined'
  and not exists (select from refund s where s.again_for = r.id))`

/** A month `u` to which the demo `o` was credited. */
const creditUse = sql`booking d join payment_order u on u.family_id = d.family_id and u.learner_id = d.learner_id
  and u.mentor_id = d.mentor_id and subject_now(u.subject) = subject_now(d.subject) and u.promotion_used
  where o.plan = 'demo' and d.order_id = o.id and not exists (select from booking n where n.replaces = d.id)`
/**
 * Until its last rupee is taught or refunded, the month may still give the credit back. OFFSET makes PostgreSQL look for the
 * months of one demo instead of adding up all months ever credited.
 */
const isCreditSpent = sql`exists (select from ${creditUse} and not exists (select from booking_balance v where v.order_id = u.id
  and (v.status in ('pending_schedule', 'scheduled') or v.worth_paise <> v.settled_paise)) offset 0)`

/**
 * An order with money of ours or on its way back, for its family, or for an admin when `familyId` is null. `lock` holds it
 * until the transaction ends; a second statement then reads the sums as committed while the first waited.
 */
export async function orderOf(db: Db, id: string, familyId: string | null, lock: boolean): Promise<Order | null> {
  if (lock) await lockOrder(db as Transaction, id) // safe: only transactions ask for it
  const { rows } = await sql<Order>`
    select o.id, o.number, o.family_id as "familyId", f.account_id as "familyAccount", f.name as "familyName",
      a.phone, a.language, o.gateway, o.payment_session_id as "paymentSessionId",
      o.amount_paise as "amountPaise", coalesce(o.paid_by, u.payment_id) as "paymentId",
      o.promotion_paise - o.credit_paise + ${returned('promotions')} as "promotionPaise", o.credit_paise + ${returned('family_credit')} as "creditPaise",
      exists (select from ${creditUse}) as "isCreditUsed", ${isCreditSpent} as "isCreditSpent", ${refunded} as "refundedPaise"
    from payment_order o join family f on f.id = o.family_id join account a on a.id = f.account_id
      left join lateral (select payment_id from refund where order_id = o.id order by created_at, id limit 1) u on true
    where o.id = ${id} and (o.paid_by is not null or u.payment_id is not null) and (${familyId}::uuid is null or o.family_id = ${familyId})`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Whether refunds including the latest cover the whole payment. */
export async function isFullyRefunded(tx: Transaction, { id, amountPaise }: Order): Promise<boolean> {
  const order = await orderOf(tx, id, null, false)
  return order?.refundedPaise === amountPaise
}

/**
 * Orders that are over, of which something is left although all that was paid went back. No booking has more unused than
 * its price less refunds and settled fees, so those taught in full drop out (OFFSET) before any balance is added up.
 */
export async function ordersToReturn(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from (select o.id, o.plan, o.amount_paise, o.promotion_paise from ledger_account a join payment_order o on o.family_id = a.owner_id and o.status = 'paid'
      where a.kind = 'family_prepaid' and a.balance_paise <> 0
        and (o.plan = 'demo' or (o.promotion_paise > 0 and exists (select from refund r where r.order_id = o.id)))
        and exists (select from booking b where b.order_id = o.id and b.price_paise - b.refunded_paise > (select coalesce(sum(x.fee_paise), 0)
          from lesson x where x.booking_id = b.id and x.settled_at is not null))
        and not exists (select from booking b where b.order_id = o.id and b.status in ('pending_schedule', 'scheduled'))
        and not exists (select from refund r where r.order_id = o.id and r.status = 'requested') offset 0) o
    where exists (select from booking_balance v where v.order_id = o.id and v.unused_paise > 0)
      and (o.promotion_paise > 0 and ${refunded} = o.amount_paise or ${isCreditSpent})
    order by random() limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

export const insertCreditReturn = async (tx: Transaction, orderId: string): Promise<string> =>
  (await tx.insertInto('credit_return').values({ order_id: orderId }).returning('id').executeTakeFirstOrThrow()).id

export async function orderOfBooking(db: Db, bookingId: string): Promise<string | null> {
  const row = await db
    .selectFrom('booking')
    .select('order_id as orderId')
    .where('id', '=', bookingId)
    .executeTakeFirst()
  return row?.orderId ?? null
}

export async function isCancelled(tx: Transaction, bookingId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('booking')
    .select('id')
    .where('id', '=', bookingId)
    .where('status', '=', 'cancelled')
    .executeTakeFirst()
  return row !== undefined
}

/** Mentor of this booking if it was replaced by another booking of the order; else null. */
export async function replacedMentorOf(tx: Transaction, orderId: string, bookingId: string): Promise<string | null> {
  const { rows } = await sql<{ mentorId: string }>`
    select o.mentor_id as "mentorId" from booking b join booking o on o.id = b.replaces where b.order_id = ${orderId} and o.id = ${bookingId}`.execute(
    tx,
  )
  return rows[0]?.mentorId ?? null
}

/** Facts of a refund that never change. */
export async function factsOf(db: Db, refundId: string): Promise<{ orderId: string; caseId: string | null } | null> {
  const row = await db
    .selectFrom('refund')
    .select(['order_id as orderId', 'case_id as caseId'])
    .where('id', '=', refundId)
    .executeTakeFirst()
  return row ?? null
}

export type Refund = {
  id: string
  orderId: string
  paymentId: string
  /** The gateway's payment id. */
  gatewayPaymentId: string
  kind: 'asked' | 'made' | 'owed'
  amountPaise: number
  endsBooking: boolean
  reason: string
  caseId: string | null
  status: RefundStatus
  gatewayRefundId: string | null
  reference: string
  /** Days since it was first sent; 0 before. */
  sentDays: number
  /** The refund that retried it after a failure. */
  retriedAs: string | null
}

const columns = sql`r.id, r.order_id as "orderId", r.payment_id as "paymentId", p.gateway_payment_id as "gatewayPaymentId", r.kind,
  r.amount_paise as "amountPaise", r.ends_booking as "endsBooking", r.reason, r.case_id as "caseId", r.status, r.gateway_refund_id as "gatewayRefundId",
  r.bank_reference as reference, coalesce(extract(epoch from now() - r.sent_at) / 86400, 0)::float8 as "sentDays",
  (select s.id from refund s where s.again_for = r.id) as "retriedAs"`

/** Call under the order's lock. */
export async function refundOf(tx: Transaction, id: string): Promise<Refund | null> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund r join payment p on p.id = r.payment_id where r.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The order's open refund request. */
export async function requestOf(tx: Transaction, orderId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('refund')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'requested')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether the gateway's refund is recorded, whoever made it. */
export async function isKnownAtGateway(tx: Transaction, gateway: string, gatewayRefundId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from refund r join payment_order o on o.id = r.order_id where r.gateway_refund_id = ${gatewayRefundId} and o.gateway = ${gateway}`.execute(
    tx,
  )
  return rows.length > 0
}

/** Our payment by the gateway's id, or the one that paid the order if the id is empty. */
export async function paymentOf(tx: Transaction, order: Order, gatewayPaymentId: string): Promise<string | null> {
  if (gatewayPaymentId === '') return order.paymentId
  const row = await tx
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', order.id)
    .where('gateway_payment_id', '=', gatewayPaymentId)
    .where('status', '=', 'SUCCESS')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The oldest failed refund of this payment and amount that was not retried. */
export async function oldestFailedRefund(
  tx: Transaction,
  paymentId: string,
  amountPaise: number,
): Promise<Refund | null> {
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

/** Inserts a refund; null if it exists. The database refuses more than the payment has left. */
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

/** Moves a refund on if its lifecycle allows the move. */
const moveRefund = (tx: Transaction, id: string, move: 'approve' | 'decline' | 'send') =>
  tx
    .updateTable('refund')
    .set({ status: refundLifecycle.target(move) })
    .where('id', '=', id)
    .where('status', 'in', refundLifecycle.from(move))

export const setApproved = (tx: Transaction, id: string, accountId: string) =>
  moveRefund(tx, id, 'approve').set({ decided_by: accountId, decided_at: sql<Date>`now()` }).execute()
export const setDeclined = (tx: Transaction, id: string, accountId: string, reason: string) =>
  moveRefund(tx, id, 'decline')
    .set({ decided_by: accountId, decided_at: sql<Date>`now()`, ended_at: sql<Date>`now()`, decline_reason: reason })
    .execute()
export const setSent = (tx: Transaction, id: string) =>
  moveRefund(tx, id, 'send').set({ sent_at: sql<Date>`now()` }).execute()

type GatewayState = { gatewayRefundId: string | null; reference: string; message: string }
/** Saves the gateway's state of a refund; `status` is ours. */
export const setGatewayState = (
  tx: Transaction,
  id: string,
  status: 'sent' | 'settled' | 'failed',
  state: GatewayState,
) =>
  sql`update refund set status = ${status}, gateway_refund_id = coalesce(gateway_refund_id, ${state.gatewayRefundId}),
    bank_reference = case when ${state.reference} = '' then bank_reference else ${state.reference} end, message = ${state.message.slice(0, 300)},
    ended_at = case when ${status} = 'sent' then null else coalesce(ended_at, now()) end where id = ${id}`.execute(tx)

/** Refunds of the current gateway with an unknown outcome: sent ones, and approved ones whose job was lost. */
export async function unfinishedRefunds(db: Db, gateway: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from refund r join payment_order o on o.id = r.order_id
    where o.gateway = ${gateway} and (r.status = 'sent' or (r.status = 'approved' and r.decided_at < now() - interval '1 minute'))
    order by random() limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Refunds of an order in progress, or settled without a bank reference. */
export async function refundsInProgress(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('refund')
    .select('id')
    .where('order_id', '=', orderId)
    .where((eb) => eb.or([eb('status', '=', 'sent'), eb.and({ status: 'settled', bank_reference: '' })]))
    .execute()
  return rows.map((row) => row.id)
}
