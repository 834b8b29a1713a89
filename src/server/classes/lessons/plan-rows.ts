import { type RawBuilder, sql } from 'kysely'
import { noticedBy } from '#contract/classes/limits.ts'
import type { Clash } from '#contract/classes/timetables.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { moveLesson } from './lesson-rows.ts'
import { releaseMoves, releasePlanned, saidProposal } from './proposals.ts'
import { type DatedLesson, releaseEmptySlots, releaseOrderSlot } from './slots.ts'

/** Mentor, learner and booking of planned lessons. */
export type Owner = {
  bookingId: string
  mentorId: string
  learnerId: string
  orderId: string
  mode: string
  isShared: boolean
}

/** Group slot of this mentor at exactly this time with space left. */
export const hasSpace = (
  owner: Owner,
) => sql`(${owner.isShared} and s.mode = ${owner.mode} and s.status = 'booked' and s.capacity > 1
  and s.starts_at = g.starts_at and s.ends_at = g.ends_at
  and (select count(*) from lesson l where l.slot_id = s.id and l.status in ('scheduled', 'held')) < s.capacity)`
export const overlaps = sql`during && tstzrange(g.starts_at, g.ends_at, '[)')`

/** Conflicts with lessons of the mentor or learner, by index of the date. */
export async function clashesOf(
  tx: Transaction,
  dates: readonly DatedLesson[],
  owner: Owner,
): Promise<Map<number, Clash>> {
  const input = sql`unnest(${dates.map((one) => one.startsAt)}::timestamptz[], ${dates.map((one) => one.endsAt)}::timestamptz[])
    with ordinality as g(starts_at, ends_at, place)`
  const { rows } = await sql<{ place: number; clash: Clash }>`
    select g.place::int, 'mentor-busy' as clash from ${input} join teaching_slot s on s.mentor_id = ${owner.mentorId} and s.${overlaps}
      where s.status in ('held', 'booked') and not ${hasSpace(owner)}
    union all
    select g.place::int, 'learner-busy' from ${input} join lesson l on l.learner_id = ${owner.learnerId} and l.${overlaps}
      where l.status in ('scheduled', 'held')
    order by clash`.execute(tx)
  // Later rows win: where both are busy, the conflict is the mentor's.
  return new Map(rows.map((row) => [row.place - 1, row.clash]))
}

type NewLesson = DatedLesson & { feePaise: number; sequence: number }
/** `known`: times the family already knew with enough notice. */
type Origin = { ruleId: string | null; capacity: number; isMoved: boolean; known: readonly Date[] }

/** Whether it is too late, at a time, to cancel a lesson of this booking for free. */
export const isLate = (
  bookingId: string | RawBuilder<unknown>,
  at: Date | RawBuilder<unknown> = sql`now()`,
) => sql`coalesce(starts_at < ${at}::timestamptz
  + (select make_interval(secs => 3600 * (terms ->> 'cancelFreeHours')::float8) from booking where id = ${bookingId}), false)`

/** Whether the family could not know of a time it did not ask for and still cancel for free. */
const isShortNotice = ({ bookingId, orderId }: Owner, now: Date) => sql`(${isLate(bookingId, noticedBy(now))}
  and starts_at is distinct from (select o.wished_at from payment_order o join booking w on w.order_id = o.id
    where o.id = ${orderId} and w.id = ${bookingId} and w.replaces is null)
  and starts_at is distinct from (select coalesce(t.counter_at, t.to_at) from ${saidProposal(sql`${bookingId}::uuid`)}))`

/** Inserts lessons with their slots, joining group slots with space. @returns their ids */
export async function planLessons(
  tx: Transaction,
  lessons: readonly NewLesson[],
  owner: Owner,
  { ruleId, capacity, isMoved, known: knownTimes }: Origin,
): Promise<string[]> {
  const { bookingId, mentorId, learnerId, orderId, mode } = owner
  const { rows } = await sql<{ id: string }>`
    with given as materialized (
      select g.*, coalesce(shared.id, uuidv7()) as slot_id, shared.id is null as is_new
      from jsonb_to_recordset(${JSON.stringify(lessons.map(toRow))}::jsonb)
        as g(date date, starts_at timestamptz, ends_at timestamptz, minutes smallint, fee_paise int, sequence smallint)
      left join lateral (select s.id from teaching_slot s where s.mentor_id = ${mentorId} and s.${overlaps} and ${hasSpace(owner)} limit 1) shared on true),
    slots as (
      insert into teaching_slot (id, mentor_id, mode, starts_at, ends_at, capacity, status, order_id)
      select slot_id, ${mentorId}::uuid, ${mode}, starts_at, ends_at, ${capacity}::smallint, 'booked', ${orderId}::uuid from given where is_new)
    insert into lesson (booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, timetable_id, planned_on, is_moved,
      is_short_notice)
    select ${bookingId}::uuid, slot_id, ${learnerId}::uuid, sequence, starts_at, ends_at, minutes, fee_paise, ${ruleId}::uuid,
      case when ${ruleId}::uuid is not null then date end, ${isMoved}, ${isShortNotice(owner, await databaseNow(tx))} and starts_at <> all(${knownTimes}::timestamptz[])
    from given order by sequence returning id`.execute(tx)
  return rows.map((row) => row.id)
}

const toRow = ({ date, startsAt, endsAt, minutes, feePaise, sequence }: NewLesson) => ({
  date,
  starts_at: startsAt,
  ends_at: endsAt,
  minutes,
  fee_paise: feePaise,
  sequence,
})

/** Removes a lesson from its slot, so that it may move to an overlapping time. */
export async function vacateSlot(tx: Transaction, id: string): Promise<void> {
  await releaseMoves(tx, sql`select ${id}::uuid`)
  const { slotId } = await moveLesson(tx, id, 'vacateSlot')
  await releaseEmptySlots(tx, [slotId])
}

/** Assigns a lesson a slot, joining a group slot with space. `isAgreed`: the family agreed to the time. */
export async function assignSlot(
  tx: Transaction,
  id: string,
  one: DatedLesson & { isAgreed: boolean },
  owner: Owner,
  capacity: number,
): Promise<void> {
  const { startsAt, endsAt, isAgreed } = one
  const now = await databaseNow(tx)
  await sql`
    with g as (select ${startsAt}::timestamptz as starts_at, ${endsAt}::timestamptz as ends_at),
      shared as (select s.id from teaching_slot s, g where s.mentor_id = ${owner.mentorId} and s.${overlaps} and ${hasSpace(owner)} limit 1),
      made as (
        insert into teaching_slot (mentor_id, mode, starts_at, ends_at, capacity, status, order_id)
        select ${owner.mentorId}::uuid, ${owner.mode}, starts_at, ends_at, ${capacity}::smallint, 'booked', ${owner.orderId}::uuid from g
        where not exists (select from shared) returning id)
    update lesson set slot_id = (select id from shared union all select id from made), starts_at = ${startsAt}, ends_at = ${endsAt},
      is_moved = true, is_short_notice = not ${isAgreed} and (select ${isShortNotice(owner, now)} from g) where id = ${id}`.execute(
    tx,
  )
  await moveLesson(tx, id, 'assignSlot')
}

/** Lessons a new rule replaces: from its first date on, not rescheduled by hand, and not too late to cancel for free. */
const replaceable = (
  bookingId: string,
  from: string,
) => sql`booking_id = ${bookingId} and status = 'scheduled' and not is_moved
  and starts_at > now() and not ${isLate(bookingId)} and (starts_at at time zone 'Asia/Kolkata')::date >= ${from}::date`

/** Replaced times, and those the family knew with enough notice. */
export type Replaced = { times: Date[]; known: Date[] }

/** Deletes replaced lessons and releases empty slots. They never took place, so nothing is credited. */
export async function removeReplaced(
  tx: Transaction,
  booking: { id: string; orderId: string; mentorId: string },
  from: string,
): Promise<Replaced> {
  const isReplaceable = replaceable(booking.id, from)
  const [, { rows }] = await Promise.all([
    releasePlanned(tx, booking.id, sql`select id from lesson where ${isReplaceable}`),
    sql<{ slotId: string; startsAt: Date; isShortNotice: boolean }>`
      delete from lesson where ${isReplaceable}
      returning slot_id as "slotId", starts_at as "startsAt", is_short_notice as "isShortNotice"`.execute(tx),
  ])
  const slotIds = rows.map((row) => row.slotId)
  await releaseOrderSlot(tx, booking, slotIds)
  const knownTimes = rows.filter((row) => !row.isShortNotice).map((row) => row.startsAt)
  return { times: rows.map((row) => row.startsAt), known: knownTimes }
}
