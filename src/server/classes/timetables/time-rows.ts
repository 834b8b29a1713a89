import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'
import type { Rule } from './dates.ts'

type Tx = Kysely<DB>

/** Dates on which a class of the booking itself has the time of a rule, or a part of it. */
export async function datesInTheWay(tx: Tx, bookingId: string, rule: Rule): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select to_char(d.day, 'YYYY-MM-DD') as date from lesson l
      cross join lateral (select (l.starts_at at time zone 'Asia/Kolkata')::date as day) d
      cross join lateral (select (d.day + ${rule.time}::time) at time zone 'Asia/Kolkata' as begins) g
    where l.booking_id = ${bookingId} and l.status in ('scheduled', 'held')
      and l.during && tstzrange(g.begins, g.begins + make_interval(mins => ${rule.minutes}), '[)')`.execute(tx)
  return rows.map((row) => row.date)
}

/** Begins of the classes of a booking that are planned or were held. */
export async function timesOf(tx: Tx, bookingId: string): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select starts_at as at from lesson where booking_id = ${bookingId} and status in ('scheduled', 'held')`.execute(tx)
  return rows.map((row) => row.at)
}
