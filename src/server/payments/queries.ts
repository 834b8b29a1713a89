import { type Kysely, sql } from 'kysely'
import type { ClassMode, Grade, Subject, Weekday } from '#contract/catalogue.ts'
import type { Plan } from '#contract/limits.ts'
import type { Attempt } from '#server/outside/payments.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

/** What a mentor sells, as far as orders need it; null when families cannot book this mentor. */
export type Card = { prices: Partial<Record<ClassMode, number>>; subjects: Subject[] }

export async function priceCard(db: Db, mentorId: string): Promise<Card | null> {
  const { rows } = await sql<Card>`
    select coalesce((select jsonb_object_agg(p.mode, p.monthly_price_paise) from mentor_mode p where p.mentor_id = m.id), '{}')
        || case when m.teaches_online and m.online_price_paise is not null then jsonb_build_object('online', m.online_price_paise) else '{}' end as prices,
      coalesce((select jsonb_agg(distinct o.subject order by o.subject) from mentor_offer o where o.mentor_id = m.id), '[]') as subjects
    from mentor m where m.id = ${mentorId} and m.status = 'verified' and m.show_on_website`.execute(db)
  return rows[0] ?? null
}

/** Locks the family, so that its orders are made and settled one after the other. Taken before any order's lock. */
export const lockFamily = (tx: Db, familyId: string) =>
  sql`select id from family where id = ${familyId} for no key update`.execute(tx)

/** Remembers where a family lives, once; it changes this itself afterwards. */
export const setArea = (tx: Db, familyId: string, area: string) =>
  sql`update family set area = ${area} where id = ${familyId} and area is null`.execute(tx)

export async function isOwnLearner(tx: Db, familyId: string, learnerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from learner where id = ${learnerId} and family_id = ${familyId}`.execute(tx)
  return rows.length > 0
}

/** Whether family and mentor are one person, who would confirm and review its own classes. */
export async function isOneAccount(tx: Db, familyId: string, mentorId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from family f join mentor m on m.account_id = f.account_id where f.id = ${familyId} and m.id = ${mentorId}`.execute(
      tx,
    )
  return rows.length > 0
}

/** The family's learner of this name, however it is written, and grade, made when there is none; name and grade may both be unknown. */
export async function learnerNamed(
  tx: Db,
  familyId: string,
  name: string | null,
  grade: Grade | null,
): Promise<string> {
  const found = await sql<{ id: string }>`
    select id from learner where family_id = ${familyId} and lower(btrim(name)) is not distinct from lower(btrim(${name}::text))
      and (grade is not distinct from ${grade} or ${grade}::text is null) order by id limit 1`.execute(tx)
  if (found.rows[0]) return found.rows[0].id
  const made = await sql<{ id: string }>`
    insert into learner (family_id, name, grade) values (${familyId}, ${name}, ${grade}) returning id`.execute(tx)
  if (!made.rows[0]) throw new Error('learner insert gave no row')
  return made.rows[0].id
}

type Buyer = { familyId: string; learnerId: string; mentorId: string; subject: Subject }

const isDemoOf = (buyer: Buyer) => sql`(d.family_id = ${buyer.familyId} and d.learner_id = ${buyer.learnerId}
  and d.mentor_id = ${buyer.mentorId} and subject_now(d.subject) = subject_now(${buyer.subject}) and d.plan = 'demo')`

/** Locks the orders of this buyer's demos: whoever sends their money back, or moves it to another mentor, does that first. */
export const lockDemos = (tx: Db, buyer: Buyer) =>
  sql`select id from payment_order where id in (select d.order_id from booking d where ${isDemoOf(buyer)}) order by id for no key update`.execute(
    tx,
  )

/** What this buyer had of this mentor and subject before: a demo, and its credit still to use. One that another mentor took over gives its credit there. */
export async function pastDemo(tx: Db, buyer: Buyer): Promise<{ taken: boolean; creditOpen: boolean }> {
  const { rows } = await sql<{ taken: boolean; moved: boolean; used: boolean }>`
    select count(d.id) > 0 as taken, coalesce(bool_and(exists (select from booking n where n.replaces = d.id)), false) as moved,
      exists (select 1 from payment_order where family_id = ${buyer.familyId} and learner_id = ${buyer.learnerId}
        and mentor_id = ${buyer.mentorId} and subject_now(subject) = subject_now(${buyer.subject}) and promotion_used) as used
    from booking d where ${isDemoOf(buyer)} and d.status <> 'cancelled'`.execute(tx)
  const { taken = false, moved = false, used = false } = rows[0] ?? {}
  return { taken, creditOpen: taken && !moved && !used }
}

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
  promotionPaise: number
  amountPaise: number
  terms: unknown
  /** The booking it goes on from. */
  renews: string | null
  status: 'created' | 'paid' | 'failed' | 'expired'
  gateway: string
  paymentSessionId: string | null
  expiresAt: Date
  overdue: boolean
}
const orderColumns = sql`id, number, family_id as "familyId", mentor_id as "mentorId", learner_id as "learnerId", plan, mode, subject, grade,
  hours::float8 as hours, price_paise as "pricePaise", promotion_paise as "promotionPaise", amount_paise as "amountPaise", terms, renews, status,
  gateway, payment_session_id as "paymentSessionId", expires_at as "expiresAt", expires_at <= now() as overdue`

/** When the classes of a month or package would suit; the time of a demo or hourly class is `wishedAt`. */
export type Wishes = { date?: string | undefined; time?: string | undefined; days?: Weekday[] | undefined }

export type NewOrder = Omit<Order, 'id' | 'number' | 'status' | 'paymentSessionId' | 'expiresAt' | 'overdue'> & {
  wishedAt: Date | null
  wishes: Wishes | null
  minutes: number
}

/** A pending payment may still become a success: its order stays open, so that nobody pays twice. */
const mayStillPay = sql`exists (select 1 from payment p where p.order_id = o.id and p.status = 'PENDING')`

/** Closes the family's overdue open orders and frees the times they held; a late success still finds them. */
export async function expireOverdue(tx: Db, familyId: string): Promise<void> {
  await sql`
    with gone as (update payment_order o set status = 'expired'
      where family_id = ${familyId} and status = 'created' and expires_at <= now() and not ${mayStillPay} returning id)
    update teaching_slot s set status = 'released', held_until = null from gone where s.order_id = gone.id and s.status = 'held'`.execute(
    tx,
  )
}

/** Other open orders of the family with this mentor that it could not have as well as the new one. */
const rivals = (order: NewOrder) => sql`
  family_id = ${order.familyId} and mentor_id = ${order.mentorId} and status = 'created'
  and not (learner_id = ${order.learnerId} and plan = ${order.plan} and mode = ${order.mode} and subject = ${order.subject}
    and hours = ${order.hours} and amount_paise = ${order.amountPaise} and wished_at is not distinct from ${order.wishedAt}::timestamptz)
  and learner_id = ${order.learnerId} and subject = ${order.subject}
  and ((plan = 'demo' and ${order.plan} = 'demo') or (promotion_paise > 0 and ${order.promotionPaise}::int > 0) or renews = ${order.renews})`

/**
 * A new wish takes the place of its rivals (another demo of the subject, another order with the demo's credit, another
 * renewal of the same booking) and of any time the family holds with this mentor. False when a rival's payment is still pending: then nothing new may start.
 */
export async function replaceRivals(tx: Db, order: NewOrder): Promise<boolean> {
  await sql`
    with gone as (update payment_order o set status = 'expired' where ${rivals(order)} and not ${mayStillPay} returning id)
    update teaching_slot s set status = 'released', held_until = null from gone where s.order_id = gone.id and s.status = 'held'`.execute(
    tx,
  )
  await sql`update teaching_slot s set status = 'released', held_until = null from payment_order o
    where o.id = s.order_id and s.status = 'held' and o.family_id = ${order.familyId} and s.mentor_id = ${order.mentorId}
      and s.starts_at is distinct from ${order.wishedAt}::timestamptz`.execute(tx)
  const left = await sql`select 1 from payment_order where ${rivals(order)}`.execute(tx)
  return left.rows.length === 0
}

const jsonOrNull = (value: object | null) => (value ? JSON.stringify(value) : null)

/** Enters an order; null when the same wish is open already. */
export async function insertOrder(tx: Db, order: NewOrder): Promise<Order | null> {
  const { rows } = await sql<Order>`
    insert into payment_order (number, family_id, mentor_id, learner_id, plan, mode, subject, grade, hours, price_paise, promotion_paise,
      amount_paise, wished_at, wishes, renews, terms, gateway, expires_at)
    values ('MS-' || extract(year from now() at time zone 'Asia/Kolkata') || '-' || to_char(nextval('payment_order_number'), 'FM999999999000000'),
      ${order.familyId}, ${order.mentorId}, ${order.learnerId}, ${order.plan}, ${order.mode}, ${order.subject}, ${order.grade}, ${order.hours},
      ${order.pricePaise}, ${order.promotionPaise}, ${order.amountPaise}, ${order.wishedAt}, ${jsonOrNull(order.wishes)}, ${order.renews}, ${JSON.stringify(order.terms)}, ${order.gateway},
      now() + make_interval(mins => ${order.minutes}))
    on conflict do nothing returning ${orderColumns}`.execute(tx)
  return rows[0] ?? null
}

/** The same wish that is open already, as it was wished last. */
export async function openOrder(tx: Db, order: NewOrder): Promise<Order | null> {
  const { rows } = await sql<Order>`
    update payment_order set renews = coalesce(${order.renews}, renews), wishes = coalesce(${jsonOrNull(order.wishes)}::jsonb, wishes)
    where family_id = ${order.familyId} and mentor_id = ${order.mentorId} and learner_id = ${order.learnerId} and plan = ${order.plan} and mode = ${order.mode} and subject = ${order.subject}
      and hours = ${order.hours} and amount_paise = ${order.amountPaise} and wished_at is not distinct from ${order.wishedAt}::timestamptz
      and status = 'created' returning ${orderColumns}`.execute(tx)
  return rows[0] ?? null
}

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

export async function lockOrder(tx: Db, id: string): Promise<Order | null> {
  const { rows } = await sql<Order>`select ${orderColumns} from payment_order where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Writes down what the gateway says of an order's attempts. A success stays one, whatever comes late. */
export async function savePayments(tx: Db, order: Order, attempts: Attempt[]): Promise<void> {
  await sql`
    insert into payment as p (order_id, gateway, gateway_payment_id, status, amount_paise, method, bank_reference, message)
    select ${order.id}::uuid, ${order.gateway}, g."paymentId", g.status, g."amountPaise", g.method, g.reference, g.message
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb)
      as g("paymentId" text, status text, "amountPaise" int, method text, reference text, message text)
    on conflict on constraint payment_gateway_once do update
      set status = excluded.status, message = excluded.message, bank_reference = excluded.bank_reference, seen_at = now()
      where p.status <> 'SUCCESS' and p.order_id = excluded.order_id and p.status <> excluded.status`.execute(tx)
}

/** Successful payments of a paid order beyond the one that paid it: money to give back. */
export async function surplusOf(tx: Db, order: Order): Promise<{ id: string; amountPaise: number }[]> {
  const { rows } = await sql<{ id: string; amountPaise: number }>`
    select id, amount_paise as "amountPaise" from payment where order_id = ${order.id} and status = 'SUCCESS'
      and amount_paise >= ${order.amountPaise} and id <> (select paid_by from payment_order where id = ${order.id}) order by id`.execute(
    tx,
  )
  return rows
}

export async function paymentsOf(db: Db, orderId: string) {
  const { rows } = await sql<{
    id: string
    status: string
    amountPaise: number
    method: string
    message: string
    reference: string
    seenAt: Date
  }>`
    select gateway_payment_id as id, status, amount_paise as "amountPaise", method, message, bank_reference as reference, seen_at as "seenAt"
    from payment where order_id = ${orderId} order by id desc limit 50`.execute(db)
  return rows
}

export async function accountOfFamily(tx: Db, familyId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select account_id as id from family where id = ${familyId}`.execute(tx)
  if (!rows[0]) throw new Error(`no family ${familyId}`)
  return rows[0].id
}

/**
 * `booked` says that the order buys something, so that its demo credit counts as used. Which payment paid is kept: an older
 * attempt may succeed later.
 */
export const setPaid = (tx: Db, id: string, booked: boolean) =>
  sql`update payment_order o set status = 'paid', paid_at = now(), promotion_used = promotion_paise > 0 and ${booked},
    paid_by = (select p.id from payment p where p.order_id = o.id and p.status = 'SUCCESS' and p.amount_paise >= o.amount_paise order by p.id limit 1)
    where id = ${id}`.execute(tx)
export const setEnded = (tx: Db, id: string, status: 'failed' | 'expired') =>
  sql`update payment_order set status = ${status} where id = ${id} and status = 'created'`.execute(tx)
export const releaseHold = (tx: Db, orderId: string) =>
  sql`update teaching_slot set status = 'released', held_until = null where order_id = ${orderId} and status = 'held'`.execute(
    tx,
  )

/** Stores a webhook as it came; false when the same one came before. */
export async function saveEvent(
  tx: Db,
  event: { gateway: string; eventKey: string; kind: string; body: string },
): Promise<boolean> {
  const { rows } =
    await sql`insert into payment_event (gateway, event_key, kind, body) values (${event.gateway}, ${event.eventKey}, ${event.kind}, ${event.body})
    on conflict on constraint payment_event_once do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Orders whose end we do not know: open ones, and ended ones with a payment that may still succeed. */
export async function ordersToSync(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from payment_order o where o.payment_session_id is not null and o.created_at > now() - interval '7 days'
      and (o.status = 'created' or (o.status in ('failed', 'expired') and (o.expires_at > now() - interval '1 hour'
        or exists (select 1 from payment p where p.order_id = o.id and p.status = 'PENDING'))))
    order by o.expires_at limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
