import { type Kysely, sql } from 'kysely'
import type { Clash } from '#contract/classes/timetables.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Dated, Rule } from './dates.ts'
import { releaseMoves } from './proposal-rows.ts'

type Tx = Kysely<DB>

export type StandingRule = Rule & { id: string; place: string }

/** The rule in force: the newest. */
export async function ruleOf(db: Tx, bookingId: string): Promise<StandingRule | null> {
  const { rows } = await sql<StandingRule>`
    select id, weekdays, to_char(begins_at, 'HH24:MI') as time, minutes, place, to_char(from_date, 'YYYY-MM-DD') as from
    from timetable where booking_id = ${bookingId} order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Where a mentor teaches. */
export async function stateOf(db: Tx, mentorId: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`select state from mentor where id = ${mentorId}`.execute(db)
  return rows[0]?.state ?? ''
}

export async function insertRule(
  tx: Tx,
  bookingId: string,
  accountId: string,
  rule: Rule & { place: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into timetable (booking_id, weekdays, begins_at, minutes, place, from_date, made_by)
    values (${bookingId}, ${[...rule.weekdays]}, ${rule.time}, ${rule.minutes}, ${rule.place}, ${rule.from}, ${accountId}) returning id`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('a timetable gave no row')
  return rows[0].id
}

/** What of a booking's minutes is used, planned or owed, and what the classes that stand cost. */
export type Standing = { usedMinutes: number; usedPaise: number; creditMinutes: number; lastSequence: number }

const stands = sql`(status in ('scheduled', 'held') or settled_at is not null or disputed_at is not null)`

export async function standingOf(tx: Tx, bookingId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select coalesce(sum(minutes) filter (where ${stands}), 0)::int as "usedMinutes",
      coalesce(sum(fee_paise) filter (where ${stands}), 0)::int as "usedPaise",
      coalesce(max(sequence), 0)::int as "lastSequence",
      (select coalesce(sum(c.minutes), 0)::int from lesson_credit c where c.booking_id = ${bookingId} and c.used_by is null and c.voided_at is null) as "creditMinutes"
    from lesson where booking_id = ${bookingId}`.execute(tx)
  if (!rows[0]) throw new Error('a sum gave no row')
  return rows[0]
}

/** Classes a new rule takes the place of: still to come, from its first date on, and not moved by hand. */
const replaceable = (
  bookingId: string,
  from: string,
) => sql`booking_id = ${bookingId} and status = 'scheduled' and not is_moved
  and starts_at > now() and (starts_at at time zone 'Asia/Kolkata')::date >= ${from}::date`

/** The times a new rule took the place of, those the family knew early enough, and how many classes stay because they were moved by hand. */
export type Replaced = { times: Date[]; known: Date[]; moved: number }

/** Takes those classes out, and gives their times back where no other class is in them. They never were: nothing is owed. */
export async function removeReplaced(tx: Tx, bookingId: string, from: string): Promise<Replaced> {
  await releaseMoves(tx, sql`select id from lesson where ${replaceable(bookingId, from)}`)
  const { rows } = await sql<{ slotId: string; startsAt: Date; isShortNotice: boolean }>`
    delete from lesson where ${replaceable(bookingId, from)}
    returning slot_id as "slotId", starts_at as "startsAt", is_short_notice as "isShortNotice"`.execute(tx)
  await releaseEmpty(
    tx,
    rows.map((row) => row.slotId),
  )
  const moved = await sql<{ n: number }>`
    select count(*)::int as n from lesson where booking_id = ${bookingId} and status = 'scheduled' and is_moved and starts_at > now()`.execute(
    tx,
  )
  const known = rows.filter((row) => !row.isShortNotice).map((row) => row.startsAt)
  return { times: rows.map((row) => row.startsAt), known, moved: moved.rows[0]?.n ?? 0 }
}

const releaseEmpty = (tx: Tx, slotIds: readonly string[]) =>
  sql`update teaching_slot s set status = 'released', held_until = null where s.id = any(${slotIds}::uuid[])
    and not exists (select from lesson l where l.slot_id = s.id and l.status in ('scheduled', 'held'))`.execute(tx)

/** Whose times these are. */
export type Owner = {
  bookingId: string
  mentorId: string
  learnerId: string
  orderId: string
  mode: string
  isShared: boolean
}

/** Frees holds that are overdue and in the way of a mentor's classes. */
export const freeOverdueHolds = (tx: Tx, mentorId: string) =>
  sql`update teaching_slot set status = 'released', held_until = null
    where mentor_id = ${mentorId} and status = 'held' and held_until <= now()`.execute(tx)

/** A shared time of this mentor, at exactly these hours, with room for one more. */
export const hasRoom = (
  owner: Owner,
) => sql`(${owner.isShared} and s.mode = ${owner.mode} and s.status = 'booked' and s.capacity > 1
  and s.starts_at = g.starts_at and s.ends_at = g.ends_at
  and (select count(*) from lesson l where l.slot_id = s.id and l.status in ('scheduled', 'held')) < s.capacity)`
export const overlaps = sql`during && tstzrange(g.starts_at, g.ends_at, '[)')`

/** Which of the dates meet another class of mentor or learner, by their place among them. */
export async function clashesOf(tx: Tx, dates: readonly Dated[], owner: Owner): Promise<Map<number, Clash>> {
  const given = sql`unnest(${dates.map((one) => one.startsAt)}::timestamptz[], ${dates.map((one) => one.endsAt)}::timestamptz[])
    with ordinality as g(starts_at, ends_at, place)`
  const { rows } = await sql<{ place: number; clash: Clash }>`
    select g.place::int, 'mentor-busy' as clash from ${given} join teaching_slot s on s.mentor_id = ${owner.mentorId} and s.${overlaps}
      where s.status in ('held', 'booked') and not ${hasRoom(owner)}
    union all
    select g.place::int, 'learner-busy' from ${given} join lesson l on l.learner_id = ${owner.learnerId} and l.${overlaps}
      where l.status in ('scheduled', 'held')
    order by clash`.execute(tx)
  // The last one stays: where both are busy the mentor is named.
  return new Map(rows.map((row) => [row.place - 1, row.clash]))
}

type NewClass = Dated & { feePaise: number; sequence: number }
/** `known` are times the family was told of before, and early enough. */
type Origin = { ruleId: string | null; capacity: number; isMoved: boolean; known: readonly Date[] }

/** Whether a time comes so late that its family never had the hours in which cancelling is free, unless it asked for it. */
const isShortNotice = ({ bookingId, orderId }: Owner) => sql`coalesce(
  starts_at < now() + (select make_interval(secs => 3600 * (terms ->> 'cancelFreeHours')::float8) from booking where id = ${bookingId})
  and starts_at is distinct from (select o.wished_at from payment_order o join booking w on w.order_id = o.id
    where o.id = ${orderId} and w.id = ${bookingId} and w.replaces is null), false)`

/** Writes classes with their times; each joins a shared time that has room, where there is one. */
export async function insertClasses(
  tx: Tx,
  classes: readonly NewClass[],
  owner: Owner,
  { ruleId, capacity, isMoved, known }: Origin,
): Promise<string[]> {
  const { bookingId, mentorId, learnerId, orderId, mode } = owner
  const { rows } = await sql<{ id: string }>`
    with given as materialized (
      select g.*, coalesce(shared.id, uuidv7()) as slot_id, shared.id is null as is_new
      from jsonb_to_recordset(${JSON.stringify(classes.map(asRow))}::jsonb)
        as g(date date, starts_at timestamptz, ends_at timestamptz, minutes smallint, fee_paise int, sequence smallint)
      left join lateral (select s.id from teaching_slot s where s.mentor_id = ${mentorId} and s.${overlaps} and ${hasRoom(owner)} limit 1) shared on true),
    slots as (
      insert into teaching_slot (id, mentor_id, mode, starts_at, ends_at, capacity, status, order_id)
      select slot_id, ${mentorId}::uuid, ${mode}, starts_at, ends_at, ${capacity}::smallint, 'booked', ${orderId}::uuid from given where is_new)
    insert into lesson (booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, timetable_id, planned_on, is_moved,
      is_short_notice)
    select ${bookingId}::uuid, slot_id, ${learnerId}::uuid, sequence, starts_at, ends_at, minutes, fee_paise, ${ruleId}::uuid,
      case when ${ruleId}::uuid is not null then date end, ${isMoved}, ${isShortNotice(owner)} and starts_at <> all(${known}::timestamptz[])
    from given order by sequence returning id`.execute(tx)
  return rows.map((row) => row.id)
}

const asRow = ({ date, startsAt, endsAt, minutes, feePaise, sequence }: NewClass) => ({
  ...{ date, starts_at: startsAt, ends_at: endsAt, minutes, fee_paise: feePaise, sequence },
})

export const setScheduled = (tx: Tx, id: string) =>
  sql`update booking set status = 'scheduled', picked_at = null, picked_state = null, confirm_by = null where id = ${id}`.execute(
    tx,
  )

export type Lesson = {
  id: string
  bookingId: string
  slotId: string
  startsAt: Date
  minutes: number
  feePaise: number
  sequence: number
  status: string
  hasBegun: boolean
  /** One side says that the other did not come. */
  isMissed: boolean
}

export async function bookingOf(tx: Tx, lessonId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select booking_id as id from lesson where id = ${lessonId}`.execute(tx)
  return rows[0]?.id ?? null
}

const lessonColumns = sql`id, booking_id as "bookingId", slot_id as "slotId", starts_at as "startsAt", minutes,
  fee_paise as "feePaise", sequence, status, starts_at <= now() as "hasBegun", no_show_at is not null as "isMissed"`

export async function lockLesson(tx: Tx, id: string): Promise<Lesson | null> {
  const { rows } = await sql<Lesson>`select ${lessonColumns} from lesson where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** The next class of a booking; when none is still to come, the newest that nobody marked. Locked. */
export async function nextLesson(tx: Tx, bookingId: string): Promise<Lesson | null> {
  const { rows } = await sql<Lesson>`
    select ${lessonColumns} from lesson where booking_id = ${bookingId} and status = 'scheduled'
    order by starts_at <= now(), abs(extract(epoch from starts_at - now())) limit 1 for update`.execute(tx)
  return rows[0] ?? null
}

/** A class leaves its time, so that it may move by a few minutes into itself. */
export async function stepOut(tx: Tx, { id, slotId }: Lesson): Promise<void> {
  await sql`update lesson set status = 'moved' where id = ${id}`.execute(tx)
  await releaseEmpty(tx, [slotId])
}

/** Its new time, a shared one with room where there is one. `isAgreed`: the family wants it then. */
export async function stepIn(
  tx: Tx,
  id: string,
  one: Dated & { isAgreed: boolean },
  owner: Owner,
  capacity: number,
): Promise<void> {
  const { startsAt, endsAt, isAgreed } = one
  await sql`
    with g as (select ${startsAt}::timestamptz as starts_at, ${endsAt}::timestamptz as ends_at),
      shared as (select s.id from teaching_slot s, g where s.mentor_id = ${owner.mentorId} and s.${overlaps} and ${hasRoom(owner)} limit 1),
      made as (
        insert into teaching_slot (mentor_id, mode, starts_at, ends_at, capacity, status, order_id)
        select ${owner.mentorId}::uuid, ${owner.mode}, starts_at, ends_at, ${capacity}::smallint, 'booked', ${owner.orderId}::uuid from g
        where not exists (select from shared) returning id)
    update lesson set slot_id = (select id from shared union all select id from made), starts_at = ${startsAt}, ends_at = ${endsAt},
      status = 'scheduled', is_moved = true, is_short_notice = not ${isAgreed} and (select ${isShortNotice(owner)} from g) where id = ${id}`.execute(
    tx,
  )
}

export type Cause = 'family' | 'mentor' | 'holiday' | 'pause'

/**
 * Gives a class up: its time is free, its minutes are owed. A credit it had used is owed again by this one. Nothing is planned of
 * a booking that is over: what it was paid with can go back.
 */
export async function cancelWithCredit(
  tx: Tx,
  { id, bookingId, slotId, minutes }: Pick<Lesson, 'id' | 'bookingId' | 'slotId' | 'minutes'>,
  cause: Cause,
  status: 'cancelled' | 'missed_by_family' | 'missed_by_mentor',
): Promise<void> {
  await sql`update lesson set status = ${status}, no_show_at = null where id = ${id}`.execute(tx)
  await releaseEmpty(tx, [slotId])
  await releaseMoves(tx, sql`select ${id}::uuid`)
  if (minutes === 0) return
  await sql`insert into lesson_credit (booking_id, lesson_id, minutes, cause, voided_at)
    select id, ${id}, ${minutes}, ${cause}, case when status in ('completed', 'cancelled') then now() end from booking where id = ${bookingId}`.execute(
    tx,
  )
}

/** The oldest credit of a booking that no class has used. */
export async function oldestCredit(tx: Tx, bookingId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from lesson_credit where booking_id = ${bookingId} and used_by is null and voided_at is null order by id limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

export type Credit = {
  id: string
  minutes: number
  cause: Cause
  givenOn: string
  lessonId: string
  isUsed: boolean
  isVoided: boolean
}

export async function creditsOf(db: Tx, bookingId: string): Promise<Credit[]> {
  const { rows } = await sql<Credit>`
    select id, minutes, cause, to_char(given_on, 'YYYY-MM-DD') as "givenOn", lesson_id as "lessonId", used_by is not null as "isUsed",
      voided_at is not null as "isVoided"
    from lesson_credit where booking_id = ${bookingId} order by id`.execute(db)
  return rows
}

export async function openCredit(
  tx: Tx,
  bookingId: string,
  id: string,
): Promise<{ id: string; minutes: number } | null> {
  const { rows } = await sql<{ id: string; minutes: number }>`
    select id, minutes from lesson_credit where id = ${id} and booking_id = ${bookingId} and used_by is null and voided_at is null for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

export const useCredit = (tx: Tx, id: string, lessonId: string) =>
  sql`update lesson_credit set used_by = ${lessonId} where id = ${id}`.execute(tx)
