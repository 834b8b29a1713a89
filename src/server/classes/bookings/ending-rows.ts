import { type Kysely, sql } from 'kysely'
import type { Worth } from '#contract/wire/money.ts'
import type { DB } from '#server/platform/schema.ts'
import { stays } from './handover-rows.ts'
import { isResting } from './resting-rows.ts'

type Db = Kysely<DB>

/** Class `l` is given up with its booking: still to come, or it rests with its mentor. What has begun can be marked and answered yet. */
const isGivenUp = sql`(l.status = 'scheduled' and l.settled_at is null and l.disputed_at is null and (not ${stays} or ${isResting('l')}))`

/** What of an order's price no class has used: of its booking, and of those which that one took the place of. */
export type MoneyLeft = Worth & {
  bookingId: string
  mentorId: string
  mentorAccount: string
  isEnded: boolean
  /** The mentor's time to set the first class is over, and none was set; or the mentor is paused and the booking not over. */
  isUnscheduled: boolean
  /** What of it bookings have that another mentor took over: it came back to them later. */
  loosePaise: number
  /** All of it, the loose part too. */
  leftPaise: number
  /** The part of it that its planned classes would use, were it to go on; those that have begun keep theirs either way. */
  plannedPaise: number
}

export async function moneyLeft(db: Db, orderId: string): Promise<MoneyLeft | null> {
  const { rows } = await sql<MoneyLeft>`
    select b.id as "bookingId", m.id as "mentorId", m.account_id as "mentorAccount", b.status in ('completed', 'cancelled') as "isEnded",
      (b.status = 'pending_schedule' and b.schedule_by <= now() and used.lessons = 0)
        or (m.status = 'suspended' and b.status in ('pending_schedule', 'scheduled')) as "isUnscheduled",
      loose.paise::int as "loosePaise", (loose.paise + b.price_paise - b.refunded_paise - used.paise)::int as "leftPaise", used.planned::int as "plannedPaise",
      (b.price_paise - b.refunded_paise)::int as "worthPaise", b.minutes, (used.paise + used.planned)::int as "usedPaise", used.minutes::int as "usedMinutes"
    from booking b join mentor m on m.id = b.mentor_id cross join lateral (
      select count(*) as lessons, coalesce(sum(l.fee_paise) filter (where ${stays} and not ${isGivenUp}), 0) as paise,
        coalesce(sum(l.fee_paise) filter (where ${isGivenUp}), 0) as planned,
        coalesce(sum(l.minutes) filter (where ${stays} or ${isGivenUp}), 0) as minutes
      from lesson l where l.booking_id = b.id) used
    cross join lateral (select coalesce(sum(o.paise), 0) as paise from ${looseOf(orderId)}) loose
    where b.order_id = ${orderId} and not exists (select from booking n where n.replaces = b.id)`.execute(db)
  return rows[0] ?? null
}

/** Bookings of an order that another mentor took over, with what came back to them; what waits for its mark is not that. */
function looseOf(orderId: string) {
  return sql`(
    select o.id, o.price_paise - o.refunded_paise - coalesce((select sum(fee_paise) from lesson where booking_id = o.id
      and (status in ('held', 'scheduled') or settled_at is not null or disputed_at is not null)), 0) as paise
    from booking o where o.order_id = ${orderId} and exists (select from booking n where n.replaces = o.id)) as o`
}

/** The bookings of an order, the oldest first. */
export const lockBookingsOf = (tx: Db, orderId: string) =>
  sql`select id from booking where order_id = ${orderId} order by id for update`.execute(tx)

/** Takes so much of what came back to bookings that were taken over, from the oldest first. */
export const takeLoose = (tx: Db, orderId: string, paise: number) =>
  sql`
    with part as (select o.id, least(o.paise, ${paise}::int - sum(o.paise) over (order by o.id) + o.paise)::int as paise from ${looseOf(orderId)})
    update booking b set refunded_paise = refunded_paise + part.paise from part where b.id = part.id and part.paise > 0`.execute(
    tx,
  )

/** Takes money out of a booking; `minutes` are what it has left to give, null when they stay. */
export const addRefunded = (tx: Db, bookingId: string, paise: number, minutes: number | null) =>
  sql`update booking set refunded_paise = refunded_paise + ${paise}::int, minutes = coalesce(${minutes}::int, minutes)
    where id = ${bookingId}`.execute(tx)

/** Leaves no more owed than so many minutes: the newest credits get shorter, or void. */
export const shortenCredits = (tx: Db, bookingId: string, minutes: number) =>
  sql`
    with open as (
      select id, minutes, sum(minutes) over (order by id) - minutes as before from lesson_credit
      where booking_id = ${bookingId} and used_by is null and voided_at is null)
    update lesson_credit c set minutes = case when before < ${minutes}::int then ${minutes}::int - before else c.minutes end,
      voided_at = case when before >= ${minutes}::int then now() end
    from open where open.id = c.id and before + open.minutes > ${minutes}::int`.execute(tx)

/** Cancels a booking; false when it was over before. */
export async function cancelBooking(tx: Db, bookingId: string): Promise<boolean> {
  const { rows } = await sql`
    update booking set status = 'cancelled' where id = ${bookingId} and status in ('pending_schedule', 'scheduled') returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Gives up what a booking still had to give; what has begun, or must be answered, stays. @returns the times that lost a class */
export async function cancelLessons(tx: Db, bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ slotId: string }>`
    update lesson l set status = 'cancelled', no_show_at = null where l.booking_id = ${bookingId} and ${isGivenUp} returning l.slot_id as "slotId"`.execute(
    tx,
  )
  return rows.map((row) => row.slotId)
}
