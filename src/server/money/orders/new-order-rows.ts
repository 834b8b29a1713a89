import { type RawBuilder, sql } from 'kysely'
import { orderLifecycle } from '#contract/money/lifecycles.ts'
import { firstClassMinutes } from '#contract/wire/limits.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import { planMinutes } from '#server/classes/bookings/bookings.ts'
import { releaseOrderHolds } from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import { type Order, orderColumns, type Wishes } from './order-rows.ts'

export type NewOrder = Omit<Order, 'id' | 'number' | 'status' | 'paymentSessionId' | 'expiresAt' | 'overdue'> & {
  wishes: Wishes | null
  minutes: number
}

/** A pending payment may still become a success: its order stays open, so that nobody pays twice. */
const mayStillPay = sql`exists (select 1 from payment p where p.order_id = o.id and p.status = 'PENDING')`

/** Expires open orders that meet a condition, and releases what they hold. */
async function expire(tx: Transaction, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update payment_order o set status = ${orderLifecycle.target('expire')}
    where ${which} and status = any(${orderLifecycle.from('expire')}) and not ${mayStillPay} returning id`.execute(tx)
  await releaseOrderHolds(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Closes the family's overdue open orders and frees the times they held; a late success still finds them. */
export async function expireOverdue(tx: Transaction, familyId: string): Promise<void> {
  await expire(tx, sql`family_id = ${familyId} and expires_at <= now()`)
}

/** The time of the first class that an order asks to hold; empty when it is a preference. */
const wishedRange = ({ wishedAs, wishedAt, plan, hours }: NewOrder) => {
  const at = wishedAs === 'wish' ? null : wishedAt
  const minutes = firstClassMinutes(plan, planMinutes(plan, hours))
  return at ? sql`tstzrange(${at}, ${plusMinutes(at, minutes)}, '[)')` : sql`'empty'::tstzrange`
}

/** An order of exactly this wish. */
const sameWish = (order: NewOrder) => sql`
  o.family_id = ${order.familyId} and o.mentor_id = ${order.mentorId} and o.learner_id = ${order.learnerId} and o.plan = ${order.plan}
  and o.mode = ${order.mode} and o.subject = ${order.subject} and o.hours = ${order.hours} and o.amount_paise = ${order.amountPaise}
  and o.wished_at is not distinct from ${order.wishedAt}::timestamptz`

/** Other open orders of the family with this mentor that it could not have as well as the new one. */
const rivals = (order: NewOrder) => sql`
  o.family_id = ${order.familyId} and o.mentor_id = ${order.mentorId} and o.status = 'created' and not (${sameWish(order)})
  and o.learner_id = ${order.learnerId} and o.subject = ${order.subject}
  and ((o.plan = 'demo' and ${order.plan} = 'demo') or (o.promotion_paise > 0 and ${order.promotionPaise}::int > 0) or o.renews = ${order.renews})`

/**
 * Expires the rivals of a new order (another demo of the subject, another order with the demo's credit, another renewal of the same
 * booking), and frees the other times that the family holds with this mentor for the same learner, or at the new time.
 * @returns false while a rival's payment is pending: then nothing new may start
 */
export async function replaceRivals(tx: Transaction, order: NewOrder): Promise<boolean> {
  await expire(tx, rivals(order))
  const others = await sql<{ id: string }>`
    select o.id from payment_order o where o.family_id = ${order.familyId} and not (${sameWish(order)})
      and exists (select from teaching_slot s where s.order_id = o.id and s.status = 'held' and s.mentor_id = ${order.mentorId}
        and (o.learner_id = ${order.learnerId} or s.during && ${wishedRange(order)}))`.execute(tx)
  await releaseOrderHolds(
    tx,
    others.rows.map(({ id }) => id),
  )
  const left = await sql`select 1 from payment_order o where ${rivals(order)}`.execute(tx)
  return left.rows.length === 0
}

const jsonOrNull = (value: object | null) => (value ? JSON.stringify(value) : null)

/** Enters an order; null when the same wish is open already. */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<Order | null> {
  const { rows } = await sql<Order>`
    insert into payment_order (number, family_id, mentor_id, learner_id, plan, mode, subject, grade, hours, price_paise, promotion_paise,
      amount_paise, wished_at, wished_as, wishes, renews, address, terms, gateway, expires_at)
    values ('MS-' || extract(year from now() at time zone 'Asia/Kolkata') || '-' || to_char(nextval('payment_order_number'), 'FM999999999000000'),
      ${order.familyId}, ${order.mentorId}, ${order.learnerId}, ${order.plan}, ${order.mode}, ${order.subject}, ${order.grade}, ${order.hours},
      ${order.pricePaise}, ${order.promotionPaise}, ${order.amountPaise}, ${order.wishedAt}, ${order.wishedAs}, ${jsonOrNull(order.wishes)}, ${order.renews}, ${jsonOrNull(order.address)}, ${JSON.stringify(order.terms)}, ${order.gateway},
      now() + make_interval(mins => ${order.minutes}))
    on conflict do nothing returning ${orderColumns}`.execute(tx)
  return rows[0] ?? null
}

/** The same wish that is open already, as it was wished last. */
export async function openOrder(tx: Transaction, order: NewOrder): Promise<Order | null> {
  const { rows } = await sql<Order>`
    update payment_order o set renews = coalesce(${order.renews}, renews), wished_as = ${order.wishedAs}, wishes = coalesce(${jsonOrNull(order.wishes)}::jsonb, wishes),
      address = coalesce(${jsonOrNull(order.address)}::jsonb, address)
    where ${sameWish(order)} and status = 'created' returning ${orderColumns}`.execute(tx)
  return rows[0] ?? null
}
