import { sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import type { Plan } from '#contract/classes/plans.ts'
import { type OrderStatus, orderLifecycle } from '#contract/money/lifecycles.ts'
import type { ClassMode, Subject, Weekday } from '#contract/reference/catalogue.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Attempt } from '#server/providers/payments/payment-gateway.ts'

/**
 * How the start time is used: noted as a preference (`wish`), booked with the payment, or requested from the mentor.
 */
export type StartTimeKind = 'wish' | 'booking' | 'request'

export type Order = {
  id: string
  number: string
  familyId: string
  mentorId: string
  learnerId: string
  plan: Plan
  mode: ClassMode
  subject: Subject
  grade: string | null
  hours: number
  pricePaise: number
  /** Deducted from the price: the demo's fee, and `creditPaise` of the family's credit. */
  promotionPaise: number
  creditPaise: number
  amountPaise: number
  /** The mentor's share that the gateway holds. */
  heldPaise: number
  terms: unknown
  /** Booking it renews. */
  renews: string | null
  wishedAt: Date | null
  wishedAs: StartTimeKind
  /** Address of classes at home; null while unknown. */
  address: ClassAddress | null
  status: OrderStatus
  gateway: string
  paymentSessionId: string | null
  expiresAt: Date
  overdue: boolean
  /** Ended so long ago that a late payment is returned: no gateway is late by days, and prices change. */
  isLapsed: boolean
}
export const orderColumns = sql`id, number, family_id as "familyId", mentor_id as "mentorId", learner_id as "learnerId", plan, mode, subject, grade,
  hours::float8 as hours, price_paise as "pricePaise", promotion_paise as "promotionPaise", credit_paise as "creditPaise", amount_paise as "amountPaise", held_paise as "heldPaise", terms, renews, address, status,
  wished_at as "wishedAt", wished_as as "wishedAs", gateway, payment_session_id as "paymentSessionId", expires_at as "expiresAt", expires_at <= now() as overdue, expires_at <= now() - interval '10 days' as "isLapsed"`

/** Preferred times of a month or package; `wishedAt` has the time of the first class. */
export type TimePreferences = { date?: string | undefined; time?: string | undefined; days?: Weekday[] | undefined }

export async function setPaymentSession(db: Db, orderId: string, sessionId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    update payment_order set payment_session_id = coalesce(payment_session_id, ${sessionId}) where id = ${orderId}
    returning payment_session_id as id`.execute(db)
  return rows[0]?.id ?? sessionId
}

export async function orderById(db: Db, id: string): Promise<Order | null> {
  const { rows } = await sql<Order>`select ${orderColumns} from payment_order where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function lockOrder(tx: Transaction, id: string): Promise<Order | null> {
  const { rows } = await sql<Order>`select ${orderColumns} from payment_order where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Saves the gateway's payment attempts. A successful attempt stays successful, whatever arrives later. */
export async function savePayments(
  tx: Transaction,
  order: Pick<Order, 'id' | 'gateway'>,
  attempts: Attempt[],
): Promise<void> {
  await sql`
    insert into payment as p (order_id, gateway, gateway_payment_id, status, amount_paise, method, bank_reference, message)
    select ${order.id}::uuid, ${order.gateway}, g."paymentId", g.status, g."amountPaise", g.method, g.reference, g.message
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb)
      as g("paymentId" text, status text, "amountPaise" int, method text, reference text, message text)
    on conflict on constraint payment_gateway_once do update
      set status = excluded.status, amount_paise = excluded.amount_paise, message = excluded.message, bank_reference = excluded.bank_reference, seen_at = now()
      where p.status <> 'SUCCESS' and p.order_id = excluded.order_id and p.status <> excluded.status`.execute(tx)
}

/** Whether an admin settled payment `p` by hand: resolved that its amount differs. */
export const isSettledByHand = sql`exists (select from gateway_discrepancy d where d.gateway = p.gateway
  and d.kind = 'payment_amount' and d.subject = p.gateway_payment_id and d.resolved_by is not null)`

type UnusedPayment = { id: string; paymentId: string; amountPaise: number; isSettledByHand: boolean }
/** Successful payments that bought nothing: below the price, or beside the one that paid the order. */
export async function unusedPayments(tx: Transaction, orderId: string): Promise<UnusedPayment[]> {
  const { rows } = await sql<UnusedPayment>`
    select p.id, p.gateway_payment_id as "paymentId", p.amount_paise as "amountPaise",
      ${isSettledByHand} as "isSettledByHand" from payment p join payment_order o on o.id = p.order_id
    where o.id = ${orderId} and p.status = 'SUCCESS' and p.id is distinct from o.paid_by
      and (o.status = 'paid' or p.amount_paise < o.amount_paise) order by p.id`.execute(tx)
  return rows
}

export async function paymentsOf(db: Db, orderId: string) {
  return await db
    .selectFrom('payment')
    .select(['gateway_payment_id as id', 'status', 'amount_paise as amountPaise', 'method', 'message'])
    .select(['bank_reference as reference', 'seen_at as seenAt'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}

/**
 * With a booking the demo credit is marked as used. `paid_by` records the payment, because an older attempt may succeed
 * later.
 */
export const setPaid = (tx: Transaction, id: string) =>
  sql`update payment_order o set status = ${orderLifecycle.target('pay')}, paid_at = now(), promotion_used = promotion_paise > credit_paise and exists (select from booking b where b.order_id = o.id),
    paid_by = (select p.id from payment p where p.order_id = o.id and p.status = 'SUCCESS' and p.amount_paise >= o.amount_paise order by p.id limit 1)
    where id = ${id} and status = any(${orderLifecycle.from('pay')})`.execute(tx)
/** Closes an unpaid open order. */
export const closeOrder = (tx: Transaction, id: string, move: 'fail' | 'expire') =>
  tx
    .updateTable('payment_order')
    .set({ status: orderLifecycle.target(move) })
    .where('id', '=', id)
    .where('status', 'in', orderLifecycle.from(move))
    .execute()
/** Makes the demo credit available for another first month. */
export const releasePromotion = (tx: Transaction, orderId: string) =>
  tx.updateTable('payment_order').set({ promotion_used: false }).where('id', '=', orderId).execute()

/** Whether an order was paid in the sandbox, or through any other gateway. */
export async function isPaidBy(db: Db, gateway: 'sandbox' | 'others'): Promise<boolean> {
  const paid = db
    .selectFrom('payment_order')
    .select('id')
    .where('status', '=', 'paid')
    .where('gateway', gateway === 'sandbox' ? '=' : '<>', 'sandbox')
    .limit(1)
  return (await paid.executeTakeFirst()) !== undefined
}

/**
 * An order that only the gateway it was made with can finish, if that is another real one: open, with a hold, with a transfer on
 * its way that no admin has resolved, with money that no class has used, or with a refund on its way. `isNewest`: the newest
 * real order is not of the current gateway either.
 */
export async function orderOfOtherGateway(
  db: Db,
  current: string,
): Promise<{ gateway: string; number: string; isNewest: boolean } | null> {
  const { rows } = await sql<{ gateway: string; number: string; isNewest: boolean }>`
    select o.gateway, o.number,
      (select n.gateway <> ${current} from payment_order n where n.gateway <> 'sandbox' order by n.id desc limit 1) as "isNewest"
    from payment_order o where o.gateway not in ('sandbox', ${current}) and (o.status = 'created'
      or o.status = 'paid' and (o.held_paise > (select coalesce(sum(t.amount_paise), 0) from transfer t where t.order_id = o.id and t.status <> 'failed')
        or exists (select from transfer t where t.order_id = o.id and t.status in ('due', 'sent') and not exists (select from gateway_discrepancy d
          where d.gateway = t.gateway and d.kind = 'transfer_silent' and d.subject = t.id::text and d.resolved_by is not null))
        or exists (select from booking_balance v where v.order_id = o.id and v.worth_paise > v.settled_paise)
        or exists (select from refund r where r.order_id = o.id and r.status in ('requested', 'approved', 'sent', 'failed')
          and not exists (select from refund s where s.again_for = r.id)))) limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Orders to check at the gateway: open ones, and closed ones with a payment that may still succeed. Ids contain their
 * creation time, so the primary key finds the newest; a day more than `created_at` allows, for clocks that differ.
 */
export async function ordersToSync(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from payment_order o where o.payment_session_id is not null and o.id > (select uuidv7(interval '-8 days')) and o.created_at > now() - interval '7 days'
      and (o.status = 'created' or (o.status in ('failed', 'expired') and (o.expires_at > now() - interval '1 hour'
        or exists (select 1 from payment p where p.order_id = o.id and p.status = 'PENDING'))))
    order by o.status <> 'created', o.expires_at limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

type SubjectRename = { from: string; into: string }

/**
 * Renames a subject in open orders, except where an identical order or one using the demo credit exists under the new
 * subject.
 */
export const renameSubject = (tx: Transaction, { from, into }: SubjectRename) =>
  sql`update payment_order p set subject = ${into} where p.subject = ${from} and p.status = 'created'
    and not exists (select from payment_order o where o.family_id = p.family_id and o.mentor_id = p.mentor_id
      and o.learner_id = p.learner_id and o.subject = ${into} and (o.status = 'created' or o.promotion_used))`.execute(
    tx,
  )
