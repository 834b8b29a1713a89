import { type Kysely, sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import type { ClassMode, Grade, Subject, Weekday } from '#contract/reference/catalogue.ts'
import type { Plan } from '#contract/wire/limits.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Attempt } from '#server/providers/payments/payment-gateway.ts'

type Db = Kysely<DB>

/** What a mentor sells, as far as orders need it; null when families cannot book this mentor. */
export type Card = {
  prices: Partial<Record<ClassMode, number>>
  subjects: Subject[]
  /** What it teaches each grade key, in the order it named it; subjects of one rank are as good. */
  offers: { key: string; subject: Subject; rank: number }[]
}

export async function priceCard(db: Db, mentorId: string): Promise<Card | null> {
  const { rows } = await sql<Card>`
    select coalesce((select jsonb_object_agg(p.mode, p.monthly_price_paise) from mentor_mode p where p.mentor_id = m.id), '{}')
        || case when m.teaches_online and m.online_price_paise is not null then jsonb_build_object('online', m.online_price_paise) else '{}' end as prices,
      coalesce((select jsonb_agg(distinct o.subject order by o.subject) from mentor_offer o where o.mentor_id = m.id), '[]') as subjects,
      coalesce((select jsonb_agg(jsonb_build_object('key', o.grade_key, 'subject', o.subject, 'rank', o.rank)) from mentor_offer o where o.mentor_id = m.id), '[]') as offers
    from mentor m where m.id = ${mentorId} and m.status = 'verified' and m.show_on_website`.execute(db)
  return rows[0] ?? null
}

/** Locks the family, so that its orders are made and settled one after the other. Taken before any order's lock. */
export const lockFamily = (tx: Db, familyId: string) =>
  sql`select id from family where id = ${familyId} for no key update`.execute(tx)

/** A learner of this family, and its class when that is known. */
export async function ownLearner(tx: Db, familyId: string, learnerId: string): Promise<{ grade: Grade | null } | null> {
  const { rows } = await sql<{ grade: Grade | null }>`
    select grade from learner where id = ${learnerId} and family_id = ${familyId}`.execute(tx)
  return rows[0] ?? null
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

/** How a wished time counts: the mentor is told, it is booked with the payment, or the mentor confirms it. */
export type WishedAs = 'wish' | 'booking' | 'request'

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
  wishedAt: Date | null
  wishedAs: WishedAs
  /** Where a class at home takes place, when it is known. */
  address: ClassAddress | null
  status: 'created' | 'paid' | 'failed' | 'expired'
  gateway: string
  paymentSessionId: string | null
  expiresAt: Date
  overdue: boolean
}
export const orderColumns = sql`id, number, family_id as "familyId", mentor_id as "mentorId", learner_id as "learnerId", plan, mode, subject, grade,
  hours::float8 as hours, price_paise as "pricePaise", promotion_paise as "promotionPaise", amount_paise as "amountPaise", terms, renews, address, status,
  wished_at as "wishedAt", wished_as as "wishedAs", gateway, payment_session_id as "paymentSessionId", expires_at as "expiresAt", expires_at <= now() as overdue`

/** When the classes of a month or package would suit; the time of the first class is `wishedAt`. */
export type Wishes = { date?: string | undefined; time?: string | undefined; days?: Weekday[] | undefined }

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
