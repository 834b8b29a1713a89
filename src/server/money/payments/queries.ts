import { type RawBuilder, sql } from 'kysely'
import type { ClassMode, Grade, Subject } from '#contract/reference/catalogue.ts'
import type { Accounts } from '#server/classes/bookings/bookings.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

/** A mentor's prices and subjects for orders; null when the mentor cannot be booked. */
export type PriceList = {
  prices: Partial<Record<ClassMode, number>>
  subjects: Subject[]
  /** Of the coaching centre; null if it has not been asked. */
  centreSeats: number | null
  /** Subjects by grade key in the mentor's order; equal ranks are equivalent. */
  offers: { key: string; subject: Subject; rank: number }[]
}

/** Price list of mentor `m`. */
export const priceListColumns = sql`coalesce((select jsonb_object_agg(p.mode, p.monthly_price_paise) from mentor_mode p where p.mentor_id = m.id), '{}')
        || case when m.teaches_online and m.online_price_paise is not null then jsonb_build_object('online', m.online_price_paise) else '{}' end as prices,
      coalesce((select jsonb_agg(distinct o.subject order by o.subject) from mentor_offer o where o.mentor_id = m.id), '[]') as subjects,
      coalesce((select jsonb_agg(jsonb_build_object('key', o.grade_key, 'subject', o.subject, 'rank', o.rank)) from mentor_offer o where o.mentor_id = m.id), '[]') as offers, m.centre_seats as "centreSeats"`

export async function priceListOf(db: Db, mentorId: string): Promise<PriceList | null> {
  const { rows } = await sql<PriceList>`
    select ${priceListColumns} from mentor m where m.id = ${mentorId} and m.is_listed`.execute(db)
  return rows[0] ?? null
}

/** A learner of this family, with its class where known. */
export async function ownLearner(db: Db, familyId: string, learnerId: string): Promise<{ grade: Grade | null } | null> {
  const row = await db
    .selectFrom('learner')
    .select('grade')
    .where('id', '=', learnerId)
    .where('family_id', '=', familyId)
    .$castTo<{ grade: Grade | null }>()
    .executeTakeFirst()
  return row ?? null
}

/** Whether family and mentor share an account, which could confirm and review its own classes. */
export async function isSameAccount(tx: Transaction, familyId: string, mentorId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from family f join mentor m on m.account_id = f.account_id where f.id = ${familyId} and m.id = ${mentorId}`.execute(
      tx,
    )
  return rows.length > 0
}

/** Who buys what of whom: values, or columns of a statement. */
type Buyer = Record<'familyId' | 'learnerId' | 'mentorId' | 'subject', string | RawBuilder<unknown>>

const isDemoOf = (buyer: Buyer) => sql`(d.family_id = ${buyer.familyId} and d.learner_id = ${buyer.learnerId}
  and d.mentor_id = ${buyer.mentorId} and subject_now(d.subject) = subject_now(${buyer.subject}) and d.plan = 'demo')`

/** Locks the orders of this buyer's demos; refunds and replacements of a demo take the same lock first. */
export const lockDemos = (tx: Transaction, buyer: Buyer) =>
  sql`select id from payment_order where id in (select d.order_id from booking d where ${isDemoOf(buyer)}) order by id for no key update`.execute(
    tx,
  )

type PastDemo = { taken: boolean; own: boolean; moved: boolean; used: boolean }

export const pastDemoRow = (buyer: Buyer) => sql<PastDemo>`
    select exists (select from booking o where o.family_id = ${buyer.familyId} and o.mentor_id = ${buyer.mentorId}
        and o.plan = 'demo' and o.status <> 'cancelled') as taken,
      count(d.id) > 0 as own, coalesce(bool_and(exists (select from booking n where n.replaces = d.id)), false) as moved,
      exists (select 1 from payment_order where family_id = ${buyer.familyId} and learner_id = ${buyer.learnerId}
        and mentor_id = ${buyer.mentorId} and subject_now(subject) = subject_now(${buyer.subject}) and promotion_used) as used
    from booking d where ${isDemoOf(buyer)} and d.status <> 'cancelled' and d.refunded_paise < d.price_paise`

export const isCreditOpen = ({ own, moved, used }: PastDemo): boolean => own && !moved && !used

/**
 * Whether the family had its demo with this mentor, and whether the credit of this learner's demo of the subject is
 * unused. A replaced demo gives its credit with the new mentor.
 */
export async function pastDemo(db: Db, buyer: Buyer): Promise<{ taken: boolean; creditOpen: boolean }> {
  const { rows } = await pastDemoRow(buyer).execute(db)
  const [past] = rows
  return past ? { taken: past.taken, creditOpen: isCreditOpen(past) } : { taken: false, creditOpen: false }
}

export async function accountOfFamily(tx: Transaction, familyId: string): Promise<string> {
  const row = await tx
    .selectFrom('family')
    .select('account_id as accountId')
    .where('id', '=', familyId)
    .executeTakeFirst()
  if (!row) throw new Error(`no family ${familyId}`)
  return row.accountId
}

/** Accounts of the sides of an order. */
export async function accountsOf(tx: Transaction, orderId: string): Promise<(Accounts & { isErased: boolean }) | null> {
  const { rows } = await sql<Accounts & { isErased: boolean }>`
    select f.account_id as family, m.account_id as mentor, a.erased_at is not null as "isErased"
      from payment_order o join family f on f.id = o.family_id join account a on a.id = f.account_id
      join mentor m on m.id = o.mentor_id where o.id = ${orderId}`.execute(tx)
  return rows[0] ?? null
}

type GatewayEvent = { gateway: string; eventKey: string; kind: string; body: string }

/** Stores a raw webhook about an order, unless it is a duplicate or the order is unknown. */
export async function saveOrderEvent(
  tx: Transaction,
  orderId: string,
  { gateway, eventKey, kind, body }: GatewayEvent,
): Promise<{ isKnown: boolean; isNew: boolean }> {
  const { rows } = await sql<{ isKnown: boolean; isNew: boolean }>`
    with known as (select from payment_order where id = ${orderId}),
      new as (insert into payment_event (gateway, event_key, kind, body)
        select ${gateway}, ${eventKey}, ${kind}, ${body} from known on conflict on constraint payment_event_once do nothing returning 1)
    select exists (select from known) as "isKnown", exists (select from new) as "isNew"`.execute(tx)
  return rows[0] ?? { isKnown: false, isNew: false }
}

/** Stores a raw webhook; false for a duplicate. */
export async function saveEvent(tx: Transaction, event: GatewayEvent): Promise<boolean> {
  const { gateway, eventKey, kind, body } = event
  const row = await tx
    .insertInto('payment_event')
    .values({ gateway, event_key: eventKey, kind, body })
    .onConflict((conflict) => conflict.constraint('payment_event_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
