import { sql } from 'kysely'
import type { LessonStatus } from '#contract/classes/lifecycles.ts'
import { homeModes } from '#contract/reference/catalogue.ts'
import { isLate } from '#server/classes/lessons/lessons.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { findCity } from '#server/reference/places/places.ts'
import type { Rule } from './dates.ts'

type CurrentRule = Rule & { id: string; place: string }

/** Rule in force: the latest. */
export async function ruleOf(db: Db, bookingId: string): Promise<CurrentRule | null> {
  const { rows } = await sql<CurrentRule>`
    select id, weekdays, to_char(begins_at, 'HH24:MI') as time, minutes, place, to_char(from_date, 'YYYY-MM-DD') as from
    from timetable where booking_id = ${bookingId} order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * State whose holidays count: of the address for lessons at home, otherwise the mentor's. Empty, for holidays of all India
 * only, if the mentor changed it after the lesson was planned: earlier states are not stored.
 */
export async function stateOf(db: Db, bookingId: string, lessonId: string | null): Promise<string> {
  const { rows } = await sql<{ city: string | null; state: string }>`
    select case when b.mode = any(${[...homeModes]}::text[]) then b.address ->> 'city' end as city,
      case when exists (select from mentor_event e where e.mentor_id = m.id and e.kind = 'changed' and e.detail -> 'changed' @> '"state"'
        and e.at > uuid_extract_timestamp(${lessonId}::uuid)) then '' else m.state end as state
    from booking b join mentor m on m.id = b.mentor_id where b.id = ${bookingId}`.execute(db)
  const [row] = rows
  const city = row?.city ? findCity(row.city) : null
  return city?.state ?? row?.state ?? ''
}

export async function insertRule(
  tx: Transaction,
  bookingId: string,
  accountId: string,
  rule: Rule & { place: string },
): Promise<string> {
  const { weekdays, time, minutes, place, from } = rule
  const { id } = await tx
    .insertInto('timetable')
    .values({
      booking_id: bookingId,
      weekdays: [...weekdays],
      begins_at: time,
      minutes,
      place,
      from_date: from,
      made_by: accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Lesson = {
  id: string
  bookingId: string
  slotId: string
  startsAt: Date
  minutes: number
  feePaise: number
  sequence: number
  status: LessonStatus
  hasBegun: boolean
  /** Too late to cancel for free. */
  isLate: boolean
  /** One side reported the other as absent. */
  isReported: boolean
}

export async function bookingOf(tx: Transaction, lessonId: string): Promise<string | null> {
  const row = await tx.selectFrom('lesson').select('booking_id as id').where('id', '=', lessonId).executeTakeFirst()
  return row?.id ?? null
}

const lessonColumns = sql`id, booking_id as "bookingId", slot_id as "slotId", starts_at as "startsAt", minutes,
  fee_paise as "feePaise", sequence, status, starts_at <= now() as "hasBegun", state = 'absence_reported' as "isReported",
  ${isLate(sql`lesson.booking_id`)} as "isLate"`

export async function lockLesson(tx: Transaction, id: string): Promise<Lesson | null> {
  const { rows } = await sql<Lesson>`select ${lessonColumns} from lesson where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Locks the next lesson of a booking; without an upcoming one, the latest unmarked lesson. */
export async function nextLesson(tx: Transaction, bookingId: string): Promise<Lesson | null> {
  const { rows } = await sql<Lesson>`
    select ${lessonColumns} from lesson where booking_id = ${bookingId} and status = 'scheduled'
    order by starts_at <= now(), abs(extract(epoch from starts_at - now())) limit 1 for update`.execute(tx)
  return rows[0] ?? null
}

/** Dates taken by another lesson of the booking: one that overlaps the rule's time, or one of the rule before. */
export async function takenDates(tx: Transaction, bookingId: string, rule: Rule): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select to_char(d.day, 'YYYY-MM-DD') as date from lesson l
      cross join lateral (select (l.starts_at at time zone 'Asia/Kolkata')::date as day) d
      cross join lateral (select (d.day + ${rule.time}::time) at time zone 'Asia/Kolkata' as begins) g
    where l.booking_id = ${bookingId} and l.status in ('scheduled', 'held')
      and (l.during && tstzrange(g.begins, g.begins + make_interval(mins => ${rule.minutes}), '[)')
        or l.status = 'scheduled' and not l.is_moved and l.starts_at > now())`.execute(tx)
  return rows.map((row) => row.date)
}

/** How many upcoming lessons keep their time under a rule from this date on. */
export async function keptLessons(tx: Transaction, bookingId: string, from: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from lesson where booking_id = ${bookingId} and status = 'scheduled' and starts_at > now()
      and (is_moved or (starts_at at time zone 'Asia/Kolkata')::date >= ${from}::date)`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Start times of a booking's scheduled and held lessons. */
export async function lessonTimesOf(tx: Transaction, bookingId: string): Promise<Date[]> {
  const rows = await tx
    .selectFrom('lesson')
    .select('starts_at as at')
    .where('booking_id', '=', bookingId)
    .where('status', 'in', ['scheduled', 'held'])
    .execute()
  return rows.map((row) => row.at)
}
