import { type RawBuilder, sql } from 'kysely'
import { firstLessonMinutes } from '#contract/classes/plans.ts'
import { orderLifecycle } from '#contract/money/lifecycles.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import { planMinutes } from '#server/classes/bookings/bookings.ts'
import { releaseOrderHolds } from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import { type Order, orderColumns, type TimePreferences } from './order-rows.ts'

export type NewOrder = Omit<
  Order,
  'id' | 'number' | 'status' | 'paymentSessionId' | 'expiresAt' | 'overdue' | 'isLapsed'
> & {
  wishes: TimePreferences | null
  minutes: number
}

/** A pending payment may still succeed, so its order stays open to prevent a second payment. */
const hasPendingPayment = sql`exists (select 1 from payment p where p.order_id = o.id and p.status = 'PENDING')`

/** Expires open orders that match a condition and releases their slots. */
async function expireOrders(tx: Transaction, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update payment_order o set status = ${orderLifecycle.target('expire')}
    where ${condition} and status = any(${orderLifecycle.from('expire')}) and not ${hasPendingPayment} returning id`.execute(
    tx,
  )
  await releaseOrderHolds(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Expires the family's overdue orders and releases their slots; a late payment still finds the order. */
export async function expireOverdue(tx: Transaction, familyId: string): Promise<void> {
  await expireOrders(tx, sql`family_id = ${familyId} and expires_at <= now()`)
}

/** Expires overdue orders that the gateway never heard of, and releases their slots: nobody can pay them. */
export const expireUnstarted = (tx: Transaction) =>
  expireOrders(tx, sql`payment_session_id is null and expires_at <= now()`)

/** Time of the first class to hold; empty when it is only a preference. */
const requestedRange = ({ wishedAs, wishedAt, plan, hours }: NewOrder) => {
  const at = wishedAs === 'wish' ? null : wishedAt
  const minutes = firstLessonMinutes(plan, planMinutes(plan, hours))
  return at ? sql`tstzrange(${at}, ${plusMinutes(at, minutes)}, '[)')` : sql`'empty'::tstzrange`
}

const isSameOrder = (order: NewOrder) => sql`
  o.family_id = ${order.familyId} and o.mentor_id = ${order.mentorId} and o.learner_id = ${order.learnerId} and o.plan = ${order.plan}
  and o.mode = ${order.mode} and o.subject = ${order.subject} and o.hours = ${order.hours} and o.amount_paise = ${order.amountPaise}
  and o.wished_at is not distinct from ${order.wishedAt}::timestamptz`

/** Open orders of the family that exclude the new one: with this mentor, or because both use the family's credit. */
const conflictingOrders = (order: NewOrder) => sql`
  o.family_id = ${order.familyId} and o.status = 'created' and not (${isSameOrder(order)})
  and ((o.credit_paise > 0 and ${order.creditPaise}::int > 0) or o.mentor_id = ${order.mentorId} and ((o.plan = 'demo' and ${order.plan} = 'demo') or (o.learner_id = ${order.learnerId} and o.subject = ${order.subject}
    and ((o.promotion_paise > o.credit_paise and ${order.promotionPaise}::int > ${order.creditPaise}::int) or o.renews = ${order.renews}))))`

/**
 * Expires orders that conflict with a new one (another demo with the mentor, another use of the demo credit, another
 * renewal of the booking), and releases the family's other slots with this mentor for the same learner or at the new
 * time.
 * @returns false while a conflicting payment is pending; no new order may start then
 */
export async function expireConflictingOrders(tx: Transaction, order: NewOrder): Promise<boolean> {
  await expireOrders(tx, conflictingOrders(order))
  const others = await sql<{ id: string }>`
    select o.id from payment_order o where o.family_id = ${order.familyId} and not (${isSameOrder(order)})
      and exists (select from teaching_slot s where s.order_id = o.id and s.status = 'held' and s.mentor_id = ${order.mentorId}
        and (o.learner_id = ${order.learnerId} or s.during && ${requestedRange(order)}))`.execute(tx)
  await releaseOrderHolds(
    tx,
    others.rows.map(({ id }) => id),
  )
  const remaining = await sql`select 1 from payment_order o where ${conflictingOrders(order)}`.execute(tx)
  return remaining.rows.length === 0
}

/** Orders of a family that wait for a payment, apart from one identical to this. */
export async function countOtherOpenOrders(tx: Transaction, order: NewOrder): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment_order o
    where o.family_id = ${order.familyId} and o.status = 'created' and not (${isSameOrder(order)})`.execute(tx)
  return rows[0]?.count ?? 0
}

const jsonOrNull = (value: object | null) => (value ? JSON.stringify(value) : null)

/** Inserts an order; null when an identical one is open. */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<Order | null> {
  const { rows } = await sql<Order>`
    insert into payment_order (number, family_id, mentor_id, learner_id, plan, mode, subject, grade, hours, price_paise, promotion_paise, credit_paise,
      amount_paise, held_paise, wished_at, wished_as, wishes, renews, address, terms, gateway, expires_at)
    values ('MS-' || extract(year from now() at time zone 'Asia/Kolkata') || '-' || to_char(nextval('payment_order_number'), 'FM999999999000000'),
      ${order.familyId}, ${order.mentorId}, ${order.learnerId}, ${order.plan}, ${order.mode}, ${order.subject}, ${order.grade}, ${order.hours},
      ${order.pricePaise}, ${order.promotionPaise}, ${order.creditPaise}, ${order.amountPaise}, ${order.heldPaise}, ${order.wishedAt}, ${order.wishedAs}, ${jsonOrNull(order.wishes)}, ${order.renews}, ${jsonOrNull(order.address)}, ${JSON.stringify(order.terms)}, ${order.gateway},
      now() + make_interval(mins => ${order.minutes}))
    on conflict do nothing returning ${orderColumns}`.execute(tx)
  return rows[0] ?? null
}

/** The identical open order, updated with the latest preferences and the terms that were shown. */
export async function updateOpenOrder(tx: Transaction, order: NewOrder): Promise<Order | null> {
  const { rows } = await sql<Order>`
    update payment_order o set renews = coalesce(${order.renews}, renews), wished_as = ${order.wishedAs}, wishes = coalesce(${jsonOrNull(order.wishes)}::jsonb, wishes),
      address = coalesce(${jsonOrNull(order.address)}::jsonb, address), terms = ${JSON.stringify(order.terms)}
    where ${isSameOrder(order)} and status = 'created' returning ${orderColumns}`.execute(tx)
  return rows[0] ?? null
}
