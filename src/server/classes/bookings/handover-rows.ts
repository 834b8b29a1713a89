import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ClassMode, Subject, Weekday } from '#contract/reference/catalogue.ts'
import { type Plan, usualPolicy } from '#contract/wire/limits.ts'
import type { DB } from '#server/platform/schema.ts'
import { guaranteeOf } from './guarantee-rows.ts'

type Db = Kysely<DB>

/** Classes of one state, and what they cost. */
export type Part = { classes: number; paise: number }

/** A booking as another mentor would take it over. */
export type Handover = {
  bookingId: string
  orderId: string
  familyId: string
  learnerId: string
  mentorId: string
  plan: Plan
  mode: ClassMode
  subject: Subject
  grade: string | null
  isOpen: boolean
  /** The monthly price it was bought at, and its part of the full price where it was a package. */
  monthlyPaise: number
  priceShare: number
  minutes: number
  /** The newest booking that goes on from it with another mentor. */
  replacedBy: { id: string; mentorId: string } | null
  /** Every mentor this money was with. */
  mentors: string[]
  balancePaise: number
  /** The first class with this mentor, as long as its fee may go back. */
  guarantee: { lesson: string; fee: number; until: string } | null
  /** What stays with it: paid for; held, or begun, and not settled; disputed; one side is said not to have come. */
  settled: Part
  waiting: Part
  disputed: Part
  missed: Part
}

/** Class `l` stays with its booking whoever takes over: it was held or has begun, or somebody must answer or decide. */
export const stays = sql<boolean>`(l.status = 'held' or l.settled_at is not null or l.disputed_at is not null
  or (l.status = 'scheduled' and (l.no_show_at is not null or l.starts_at <= now())))`
const kindOf = sql`case when l.settled_at is not null then 'settled' when l.disputed_at is not null then 'disputed'
  when l.no_show_at is not null then 'missed' else 'waiting' end`
const part = (kind: string) =>
  sql`jsonb_build_object('classes', count(*) filter (where kind = ${kind}), 'paise', coalesce(sum(fee_paise) filter (where kind = ${kind}), 0))`

/** Reads a booking for its family; `now()` decides what has begun, so all of a transaction says the same. */
export async function handoverOf(db: Db, bookingId: string, familyId: string): Promise<Handover | null> {
  const { rows } = await sql<Handover>`
    with recursive chain as (
      select id, replaces, mentor_id from booking where id = ${bookingId}
      union all select b.id, b.replaces, b.mentor_id from booking b join chain c on b.id = c.replaces)
    select b.id as "bookingId", b.order_id as "orderId", b.family_id as "familyId", b.learner_id as "learnerId", b.mentor_id as "mentorId", b.plan,
      b.mode, b.subject, coalesce(b.grade, p.grade) as grade, b.status in ('pending_schedule', 'scheduled') as "isOpen", b.minutes,
      coalesce((b.terms ->> 'monthlyPricePaise')::int, o.price_paise) as "monthlyPaise",
      (o.price_paise::float8 / coalesce((o.terms ->> 'fullPricePaise')::int, o.price_paise)) as "priceShare",
      (select jsonb_build_object('id', n.id, 'mentorId', n.mentor_id) from booking n where n.replaces = b.id) as "replacedBy",
      array(select mentor_id::text from chain) as mentors,
      (b.price_paise - b.refunded_paise - kept.paise)::int as "balancePaise", kept.settled, kept.waiting, kept.disputed, kept.missed, ${guaranteeOf} as guarantee
    from booking b join payment_order o on o.id = b.order_id join learner p on p.id = b.learner_id
      cross join lateral (
        select coalesce(sum(fee_paise), 0) as paise, ${part('settled')} as settled, ${part('waiting')} as waiting,
          ${part('disputed')} as disputed, ${part('missed')} as missed
        from (select l.fee_paise, ${kindOf} as kind from lesson l where l.booking_id = b.id and ${stays}) as one) kept
    where b.id = ${bookingId} and b.family_id = ${familyId}`.execute(db)
  return rows[0] ?? null
}

export const lockBooking = (tx: Db, id: string) => sql`select id from booking where id = ${id} for update`.execute(tx)

/** Gives up the classes to come; what begun or must be answered stays. @returns the times that lost a class */
export async function cancelComing(tx: Db, bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ slotId: string }>`
    update lesson l set status = 'cancelled' where l.booking_id = ${bookingId} and l.status = 'scheduled' and not ${stays}
    returning l.slot_id as "slotId"`.execute(tx)
  return rows.map((row) => row.slotId)
}

/** Ends a booking whose balance went on: completed where everything that was taught is settled, else cancelled. */
export const endHandedOver = (tx: Db, bookingId: string) =>
  sql`
    update booking b set status = case when l.open = 0 and l.settled > 0 then 'completed' else 'cancelled' end,
      minutes = case when l.open = 0 and l.settled > 0 then l.settled else b.minutes end
    from (select count(*) filter (where ${stays} and l.settled_at is null) as open,
        coalesce(sum(l.minutes) filter (where l.settled_at is not null), 0) as settled
      from lesson l where l.booking_id = ${bookingId}) l
    where b.id = ${bookingId}`.execute(tx)

export type Successor = {
  mentorId: string
  monthlyPaise: number
  pricePaise: number
  minutes: number
  wishes: { days: Weekday[]; time: string } | null
}

/** The booking that goes on from another one with its balance: the same for the same learner, under the same terms. */
export async function insertSuccessor(tx: Db, bookingId: string, one: Successor): Promise<string> {
  const json = (value: unknown): RawBuilder<unknown> => sql`${value === null ? null : JSON.stringify(value)}::jsonb`
  const { rows } = await sql<{ id: string }>`
    insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, grade, minutes, price_paise, duration_days, terms,
      schedule_by, student_name, class_name, school, address, wishes, replaces)
    select order_id, family_id, ${one.mentorId}, learner_id, plan, mode, subject, grade, ${one.minutes}, ${one.pricePaise}, duration_days,
      terms || ${json({ monthlyPricePaise: one.monthlyPaise })}, now() + make_interval(days => coalesce((terms ->> 'scheduleWithinDays')::int, ${usualPolicy.scheduleWithinDays}::int)),
      student_name, class_name, school, address, ${json(one.wishes)}, id
    from booking where id = ${bookingId} returning id`.execute(tx)
  if (!rows[0]) throw new Error('a booking that takes over gave no row')
  return rows[0].id
}
