import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import type { ClassMode, Subject } from '#contract/reference/catalogue.ts'
import { confirmHours, type Plan, usualPolicy } from '#contract/wire/limits.ts'
import type { DB } from '#server/platform/schema.ts'
import { isFirst } from './answer-rows.ts'

type Tx = Kysely<DB>

/** A booking under lock, with what its rules need. */
export type Booking = {
  id: string
  orderId: string
  familyId: string
  mentorId: string
  learnerId: string
  plan: Plan
  mode: ClassMode
  subject: Subject
  status: 'pending_schedule' | 'scheduled' | 'completed' | 'cancelled'
  minutes: number
  pricePaise: number
  refundedPaise: number
  familyAccount: string
  mentorAccount: string
  mentorName: string
}
/** The paid order a booking is made from. */
export type PaidOrder = {
  id: string
  familyId: string
  mentorId: string
  learnerId: string
  plan: Plan
  mode: ClassMode
  subject: Subject
  grade: string | null
  hours: number
  pricePaise: number
  terms: unknown
  /** The booking it goes on from. */
  renews: string | null
  address: ClassAddress | null
}
export const lockBooking = (tx: Tx, id: string) => lockOne(tx, sql`${id}::uuid`)
/** The booking of a lesson; whoever moves a lesson locks it first. */
export const lockBookingOf = (tx: Tx, lessonId: string) =>
  lockOne(tx, sql`(select booking_id from lesson where id = ${lessonId})`)

async function lockOne(tx: Tx, id: RawBuilder<unknown>): Promise<Booking | null> {
  const { rows } = await sql<Booking>`
    select b.id, b.order_id as "orderId", b.family_id as "familyId", b.mentor_id as "mentorId", b.learner_id as "learnerId", b.plan, b.mode,
      b.subject, b.status, b.minutes, b.price_paise as "pricePaise", b.refunded_paise as "refundedPaise", f.account_id as "familyAccount", m.account_id as "mentorAccount",
      m.full_name as "mentorName"
    from booking b join family f on f.id = b.family_id join mentor m on m.id = b.mentor_id where b.id = ${id} for update of b`.execute(
    tx,
  )
  return rows[0] ?? null
}

const _lessonColumns = sql`id, booking_id as "bookingId", slot_id as "slotId", sequence, starts_at as "startsAt", ends_at as "endsAt", minutes,
  fee_paise as "feePaise", status, settled_at is not null as settled`

/** Makes the booking of an order; null when it has one, or this demo was taken before. */
export async function insertBooking(
  tx: Tx,
  order: PaidOrder & { minutes: number; days: number },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, grade, minutes, price_paise, duration_days, terms, schedule_by,
      renews, student_name, class_name, school, address)
    select ${order.id}, ${order.familyId}, ${order.mentorId}, ${order.learnerId}, ${order.plan}, ${order.mode}, ${order.subject}, coalesce(${order.grade}, r.grade),
      ${order.minutes}, ${order.pricePaise}, ${order.days}, t.terms, now() + make_interval(days => coalesce((t.terms ->> 'scheduleWithinDays')::int, ${usualPolicy.scheduleWithinDays}::int)),
      r.id, r.student_name, r.class_name, r.school, ${order.address && JSON.stringify(order.address)}::jsonb
    from (select ${JSON.stringify(order.terms)}::jsonb as terms) t left join booking r on r.id = ${order.renews}
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Who is taught again is back among the family's learners. */
export const bringBack = (tx: Tx, bookingId: string) =>
  sql`update learner set archived_at = null where archived_at is not null and id = (select learner_id from booking where id = ${bookingId})`.execute(
    tx,
  )

/** Frees holds that are overdue and in the way: now() may not stand in the constraint, so a hold blocks until freed. */
export const freeOverdueHolds = (tx: Tx, mentorId: string, startsAt: Date, endsAt: Date) =>
  sql`update teaching_slot set status = 'released', held_until = null
    where mentor_id = ${mentorId} and status = 'held' and held_until <= now() and during && tstzrange(${startsAt}, ${endsAt}, '[)')`.execute(
    tx,
  )

/** A paid order keeps the time it held. */
export const keepHeldSlot = (tx: Tx, orderId: string) =>
  sql`update teaching_slot set status = 'booked', held_until = null where order_id = ${orderId} and status = 'held'`.execute(
    tx,
  )

/** Frees what an order still holds or booked with this mentor without a lesson in it. */
export const releaseOrderSlot = (tx: Tx, { orderId, mentorId }: Pick<Booking, 'orderId' | 'mentorId'>) =>
  sql`update teaching_slot s set status = 'released', held_until = null
    where order_id = ${orderId} and mentor_id = ${mentorId} and status <> 'released'
    and not exists (select 1 from lesson l where l.slot_id = s.id and l.status in ('scheduled', 'held'))`.execute(tx)

/** Ends what was asked about the times of a booking that is over, and frees what was held for it. */
export const endProposals = (tx: Tx, bookingId: string) =>
  sql`with ended as (update time_proposal set status = 'withdrawn', ended_at = now() where status = 'open'
      and (booking_id = ${bookingId} or (made_by = 'mentor' and lesson_id in (select id from lesson where booking_id = ${bookingId}))) returning id)
    update teaching_slot s set status = 'released', held_until = null from ended where s.proposal_id = ended.id and s.status = 'held'`.execute(
    tx,
  )

/** Whether an order holds or booked this time with this mentor. */
export async function hasSlot(tx: Tx, orderId: string, mentorId: string, startsAt: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from teaching_slot
    where order_id = ${orderId} and mentor_id = ${mentorId} and starts_at = ${startsAt} and status <> 'released'`.execute(
    tx,
  )
  return rows.length > 0
}

/** Locks a mentor's calendar. @returns whether the mentor may teach: no longer once it is paused, which waits for this lock */
export async function lockMentor(tx: Tx, mentorId: string): Promise<boolean> {
  const { rows } = await sql<{ mayTeach: boolean }>`
    select status <> 'suspended' as "mayTeach" from mentor where id = ${mentorId} for no key update`.execute(tx)
  return rows[0]?.mayTeach === true
}

/** Whether a mentor may teach, until this transaction ends; what else happens to its row is not waited for. */
export async function mayTeach(tx: Tx, mentorId: string): Promise<boolean> {
  const { rows } = await sql<{ mayTeach: boolean }>`
    select status <> 'suspended' as "mayTeach" from mentor where id = ${mentorId} for key share`.execute(tx)
  return rows[0]?.mayTeach === true
}

type NewSlot = {
  mentorId: string
  mode: ClassMode
  startsAt: Date
  endsAt: Date
  capacity: number
  orderId: string
  holdMinutes: number | null
}

/** Claims a mentor's time; the exclusion constraint `teaching_slot_free` refuses a taken one. */
export async function insertSlot(tx: Tx, slot: NewSlot): Promise<string> {
  const status = slot.holdMinutes === null ? 'booked' : 'held'
  const heldUntil = slot.holdMinutes === null ? sql`null` : sql`now() + make_interval(mins => ${slot.holdMinutes})`
  const { rows } = await sql<{ id: string }>`
    insert into teaching_slot (mentor_id, mode, starts_at, ends_at, capacity, status, order_id, held_until)
    values (${slot.mentorId}, ${slot.mode}, ${slot.startsAt}, ${slot.endsAt}, ${slot.capacity}, ${status}, ${slot.orderId}, ${heldUntil}) returning id`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('slot insert gave no row')
  return rows[0].id
}

const lessonsInside = (tx: Tx, slotId: string) =>
  sql<{ n: number; capacity: number }>`
    select (select count(*)::int from lesson l where l.slot_id = s.id and l.status in ('scheduled', 'held')) as n, s.capacity
    from teaching_slot s where s.id = ${slotId}`.execute(tx)

/** Gives a time back when no lesson is left in it. */
export async function releaseSlotIfEmpty(tx: Tx, slotId: string): Promise<void> {
  await sql`select id from teaching_slot where id = ${slotId} for update`.execute(tx)
  if ((await lessonsInside(tx, slotId)).rows[0]?.n !== 0) return
  await sql`update teaching_slot set status = 'released', held_until = null where id = ${slotId}`.execute(tx)
}

/** What a class that did not take place costs, and how much of the plan it uses. */
export const setCharge = (tx: Tx, id: string, feePaise: number, minutes: number) =>
  sql`update lesson set fee_paise = ${feePaise}, minutes = ${minutes} where id = ${id}`.execute(tx)

/** Marks a lesson settled that was held, or given up and costs something; null when it was before, or is disputed. */
export async function takeForSettlement(tx: Tx, lessonId: string) {
  const { rows } = await sql<{ feePaise: number; startsAt: Date }>`
    update lesson set settled_at = now() where id = ${lessonId} and settled_at is null and disputed_at is null
      and status in ('held', 'cancelled', 'missed_by_family')
    returning fee_paise as "feePaise", starts_at as "startsAt"`.execute(tx)
  return rows[0] ?? null
}

/** Completes a booking whose minutes are all taught, or charged, and settled: what is owed keeps it open. False when it is not, or was before. */
export async function setCompleted(tx: Tx, bookingId: string): Promise<boolean> {
  const { rows } = await sql`update booking b set status = 'completed' where id = ${bookingId} and status = 'scheduled'
    and exists (select 1 from lesson where booking_id = b.id and settled_at is not null
      having b.minutes <= sum(minutes)) returning 1`.execute(tx)
  return rows.length > 0
}

export const setStars = (tx: Tx, id: string, stars: number | null) =>
  sql`update booking set rating = ${stars} where id = ${id}`.execute(tx)

/**
 * Lessons whose time for an answer is over. The hours run from the lesson's end, or from its marking when that was
 * later, because the family is asked then; a code the mentor typed leaves it as long to object. Only a first one is ticked and not
 * settled: it waits for the guarantee of its booking.
 */
export async function lessonsDue(db: Tx, limit: number): Promise<string[]> {
  const answer = sql`make_interval(hours => ${confirmHours})`
  const { rows } = await sql<{ id: string }>`
    select l.id from lesson l join class_record r on r.lesson_id = l.id join booking b on b.id = l.booking_id
      cross join lateral (select make_interval(hours => coalesce((b.terms ->> 'guaranteeHours')::int, ${usualPolicy.guaranteeHours}::int)) as hours) g
    where l.settled_at is null and l.status = 'held' and l.disputed_at is null
      and case when r.parent_tick and r.code_at is null then l.ends_at <= now() - g.hours
        else l.ends_at <= now() - ${answer} and r.marked_at <= now() - ${answer}
          and (g.hours <= ${answer} or greatest(l.ends_at, r.marked_at) <= now() - g.hours or not ${isFirst}) end
    order by l.ends_at limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
