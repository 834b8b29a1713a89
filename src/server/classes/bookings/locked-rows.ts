import { type RawBuilder, sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { type BookingStatus, bookingLifecycle } from '#contract/classes/lifecycles.ts'
import { autoConfirmHours, defaultPolicy, pickedTimeConfirmHours } from '#contract/classes/limits.ts'
import type { Plan } from '#contract/classes/plans.ts'
import type { ClassMode, Subject } from '#contract/reference/catalogue.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { prepared } from '#server/platform/prepared.ts'
import { arePayoutsPaused } from '#server/settings/settings/settings.ts'
import { isFirstHeld } from './first-lesson-rows.ts'

/** A locked booking. */
export type Booking = {
  id: string
  orderId: string
  familyId: string
  mentorId: string
  learnerId: string
  plan: Plan
  mode: ClassMode
  subject: Subject
  status: BookingStatus
  minutes: number
  pricePaise: number
  refundedPaise: number
  familyAccount: string
  mentorAccount: string
  mentorName: string
}
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
  /** The booking this order renews. */
  renews: string | null
  address: ClassAddress | null
}
export const lockBooking = (tx: Transaction, id: string) => lockBookingBy(tx, sql`${id}::uuid`)
/** Locks the booking of a lesson; required before changing the lesson. */
export const lockBookingOf = (tx: Transaction, lessonId: string) =>
  lockBookingBy(tx, sql`(select booking_id from lesson where id = ${lessonId})`)

async function lockBookingBy(tx: Transaction, id: RawBuilder<unknown>): Promise<Booking | null> {
  const { rows } = await sql<Booking>`${prepared}
    select b.id, b.order_id as "orderId", b.family_id as "familyId", b.mentor_id as "mentorId", b.learner_id as "learnerId", b.plan, b.mode,
      b.subject, b.status, b.minutes, b.price_paise as "pricePaise", b.refunded_paise as "refundedPaise", f.account_id as "familyAccount", m.account_id as "mentorAccount",
      m.full_name as "mentorName"
    from booking b join family f on f.id = b.family_id join mentor m on m.id = b.mentor_id where b.id = ${id} for update of b`.execute(
    tx,
  )
  return rows[0] ?? null
}

/**
 * Inserts the booking of an order; null when it exists or the demo was already taken. Tells whether the learner is archived
 * and whether the order may hold a slot: the caller holds the locks of family and order, so neither begins meanwhile.
 */
export async function insertBooking(
  tx: Transaction,
  order: PaidOrder & { minutes: number; days: number },
): Promise<{ id: string; isArchived: boolean; hasSlot: boolean } | null> {
  const { rows } = await sql<{ id: string; isArchived: boolean; hasSlot: boolean }>`
    insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, grade, minutes, price_paise, duration_days, terms, schedule_by,
      renews, student_name, class_name, school, address)
    select ${order.id}, ${order.familyId}, ${order.mentorId}, ${order.learnerId}, ${order.plan}, ${order.mode}, ${order.subject}, coalesce(${order.grade}, r.grade),
      ${order.minutes}, ${order.pricePaise}, ${order.days}, t.terms, now() + make_interval(days => coalesce((t.terms ->> 'scheduleWithinDays')::int, ${defaultPolicy.scheduleWithinDays}::int)),
      r.id, r.student_name, r.class_name, r.school, ${order.address && JSON.stringify(order.address)}::jsonb
    from (select ${JSON.stringify(order.terms)}::jsonb as terms) t left join booking r on r.id = ${order.renews}
    on conflict do nothing
    returning id, exists (select from learner l where l.id = booking.learner_id and l.archived_at is not null) as "isArchived",
      exists (select from teaching_slot s where s.order_id = booking.order_id) as "hasSlot"`.execute(tx)
  return rows[0] ?? null
}

/** Locks a mentor's calendar. @returns whether the mentor may teach; a suspension waits for this lock */
export async function lockCalendar(tx: Transaction, mentorId: string): Promise<boolean> {
  const { rows } = await sql<{ mayTeach: boolean }>`${prepared}
    select status <> 'suspended' as "mayTeach" from mentor where id = ${mentorId} for no key update`.execute(tx)
  return rows[0]?.mayTeach === true
}

/** Whether a mentor may teach. The key-share lock blocks a suspension until commit but not other updates. */
export async function mayTeach(tx: Transaction, mentorId: string): Promise<boolean> {
  const { rows } = await sql<{ mayTeach: boolean }>`
    select status <> 'suspended' as "mayTeach" from mentor where id = ${mentorId} for key share`.execute(tx)
  return rows[0]?.mayTeach === true
}

/** Completes a booking whose minutes are all settled; open credits prevent it. Returns whether the status changed. */
export async function setCompleted(tx: Transaction, bookingId: string): Promise<boolean> {
  const { rows } =
    await sql`update booking b set status = ${bookingLifecycle.target('complete')} where id = ${bookingId} and status = 'scheduled'
    and (select settled_minutes >= bought_minutes and settled_classes > 0 from booking_balance where booking_id = b.id) returning 1`.execute(
      tx,
    )
  return rows.length > 0
}

/** Marks the booking as scheduled and clears the picked time. */
export const setScheduled = (tx: Transaction, id: string) =>
  sql`${prepared} update booking set status = ${bookingLifecycle.target('schedule')}, picked_at = null, picked_state = null, confirm_by = null
    where id = ${id} and status = any(${bookingLifecycle.from('schedule')})`.execute(tx)

/** Stores a picked time that is not a lesson; a requested one waits for the mentor, until it begins at the latest. */
export const setPicked = (tx: Transaction, id: string, at: Date, state: 'requested' | 'taken' | 'lapsed') =>
  sql`update booking set picked_at = ${at}, picked_state = ${state},
    confirm_by = case when ${state} = 'requested' then least(now() + make_interval(hours => ${pickedTimeConfirmHours}::int), ${at}::timestamptz) end
    where id = ${id}`.execute(tx)

/** Adds a refund in paise. `minutes`: new total of the plan; null keeps it. */
export const addRefunded = (tx: Transaction, id: string, paise: number, minutes: number | null) =>
  sql`update booking set refunded_paise = refunded_paise + ${paise}::int, minutes = coalesce(${minutes}::int, minutes)
    where id = ${id}`.execute(tx)

/** Returns false when the booking was already over. */
export async function cancelBooking(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    update booking set status = ${bookingLifecycle.target('cancel')} where id = ${id} and status = any(${bookingLifecycle.from('cancel')})
    returning 1`.execute(tx)
  return rows.length > 0
}

export const setRating = (tx: Transaction, id: string, rating: number | null) =>
  tx.updateTable('booking').set({ rating }).where('id', '=', id).execute()

/**
 * Lessons due for settlement. The period runs from the end of the lesson or its marking, whichever is later; a visit
 * code does not shorten it. A ticked lesson is only unsettled when it is the first one, which waits for the guarantee.
 */
export async function lessonsDue(db: Db, limit: number): Promise<string[]> {
  const answer = sql`make_interval(hours => ${autoConfirmHours})`
  const { rows } = await sql<{ id: string }>`
    select l.id from lesson l join class_record r on r.lesson_id = l.id join booking b on b.id = l.booking_id
      cross join lateral (select make_interval(hours => coalesce((b.terms ->> 'guaranteeHours')::int, ${defaultPolicy.guaranteeHours}::int)) as hours) g
    where l.state = 'held' and not ${arePayoutsPaused}
      and case when r.parent_tick and r.code_at is null then l.ends_at <= now() - g.hours
        else l.ends_at <= now() - ${answer} and r.marked_at <= now() - ${answer}
          and (g.hours <= ${answer} or greatest(l.ends_at, r.marked_at) <= now() - g.hours or not ${isFirstHeld}) end
    order by l.ends_at limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
