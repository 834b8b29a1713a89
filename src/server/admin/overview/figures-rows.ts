import { type RawBuilder, sql } from 'kysely'
import { type DayFigure, dayFigures } from '#contract/admin/overview.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockFigures } from '#server/platform/locks.ts'
import { startOf } from './usage-rows.ts'

const india = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'Asia/Kolkata')::date`

/** The source of each figure: one row per event with its time, city and value. The time never changes; a family's changed city or a corrected class is recounted through `figure_again`, and what was counted in a mentor's earlier city stays there. */
export const sources = {
  users: sql`select f.created_at as at, coalesce(f.city, '') as city, 1 as value from family f
      where not exists (select from mentor m where m.account_id = f.account_id and m.status <> 'draft' and m.created_at < f.created_at)
    union all select m.created_at, coalesce(m.city, ''), 1 from mentor m where m.status <> 'draft'
      and not exists (select from family f where f.account_id = m.account_id and f.created_at <= m.created_at)`,
  families: sql`select f.created_at as at, coalesce(f.city, '') as city, 1 as value from family f`,
  applications: sql`select m.created_at as at, coalesce(m.city, '') as city, 1 as value from mentor m where m.status <> 'draft'`,
  bookings: sql`select b.booked_at as at, coalesce(m.city, '') as city, 1 as value from booking b join mentor m on m.id = b.mentor_id where b.replaces is null`,
  paid: sql`select o.paid_at as at, coalesce(m.city, '') as city, o.amount_paise as value
    from payment_order o join mentor m on m.id = o.mentor_id where o.paid_at is not null`,
  revenue: sql`select j.at, coalesce(m.city, '') as city, -e.amount_paise as value
    from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id and a.kind = 'commission'
    left join dispute d on j.kind = 'correction' and d.id = j.subject_id
    left join lesson l on l.id = coalesce(d.lesson_id, j.subject_id) left join booking b on b.id = l.booking_id left join mentor m on m.id = b.mentor_id`,
  sessions: sql`select r.marked_at as at, coalesce(m.city, '') as city, 1 as value
    from class_record r join lesson l on l.id = r.lesson_id and l.status = 'held' join booking b on b.id = r.booking_id join mentor m on m.id = b.mentor_id`,
  calls: sql`select r.created_at as at, coalesce(m.city, '') as city, 1 as value from call_request r left join mentor m on m.id = r.mentor_id`,
} satisfies Record<DayFigure, RawBuilder<unknown>>

/** Recounts a figure from a day on and deletes counts that no longer apply. */
export const countFrom = (tx: Transaction, figure: DayFigure, day: string | null) => count(tx, figure, day, null)

async function count(tx: Transaction, figure: DayFigure, from: string | null, before: string | null): Promise<void> {
  await sql`delete from figure_day where figure = ${figure} and (${from}::date is null or day >= ${from}::date)
    and (${before}::date is null or day < ${before}::date)`.execute(tx)
  await sql`insert into figure_day (figure, day, city, value)
    select ${figure}, ${india(sql`s.at`)}, s.city, sum(s.value) from (${sources[figure]}) as s
    where ${from ? sql`s.at >= ${startOf(from)}` : sql`true`} and ${before ? sql`s.at < ${startOf(before)}` : sql`true`} group by 2, 3`.execute(
    tx,
  )
}

/** Recounts days whose rows changed since the last count. Changes made during this run are picked up by the next one. */
export async function recountChanged(tx: Transaction): Promise<void> {
  const { rows } = await sql<{ figure: DayFigure; from: string; before: string }>`
    with again as (delete from figure_again returning figure, day)
    select distinct figure, day as "from", day + 1 as before from again`.execute(tx)
  for (const { figure, from, before } of rows) await count(tx, figure, from, before)
}

/** Figures that have counts. A figure added later has none, even if the others are up to date. */
export async function figuresCounted(tx: Transaction): Promise<readonly string[]> {
  const { rows } = await sql<{ figure: string }>`
    select f.figure from unnest(${[...dayFigures]}::text[]) as f(figure)
    where exists (select from figure_day d where d.figure = f.figure)`.execute(tx)
  return rows.map(({ figure }) => figure)
}

/** Families and subjects with active bookings today. */
export async function countActive(tx: Transaction): Promise<void> {
  await sql`insert into figure_day (figure, day, value)
    select n.figure, ${india(sql`now()`)}, n.value from (
      select count(distinct family_id) as families, count(distinct subject) as subjects from booking where status in ('pending_schedule', 'scheduled')) as c
    cross join lateral (values ('active_families', c.families), ('active_subjects', c.subjects)) as n(figure, value)
    on conflict (figure, day, city) do update set value = excluded.value`.execute(tx)
}

/** The first day that may still change, or null before the first count. Takes a lock, so that counts do not overlap. */
export async function lockCounted(tx: Transaction): Promise<string | null> {
  await lockFigures(tx)
  const { rows } = await sql<{ until: string }>`select until from figures_counted`.execute(tx)
  return rows[0]?.until ?? null
}

export const setCounted = (tx: Transaction) =>
  sql`insert into figures_counted (until) select ${india(sql`now()`)} - 1
    on conflict (one) do update set until = excluded.until, at = now()`.execute(tx)

export type DayRow = { figure: string; day: string; value: number }

export async function daysOf(db: Db, from: string, to: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`select figure, day, sum(value)::bigint as value from figure_day
    where day between ${from} and ${to} and figure not like 'active%' group by figure, day order by day`.execute(db)
  return rows
}

export async function totalsOf(db: Db) {
  const { rows } = await sql<{ figure: string; value: number }>`
    select figure, sum(value)::bigint as value from figure_day where figure in ('sessions', 'revenue') group by figure
    union all (select distinct on (figure) figure, value from figure_day where figure in ('active_families', 'active_subjects') order by figure, day desc)`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ figure, value }) => [figure, value]))
}

/** The time of the last count, or null before the first. */
export async function lastCountedAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select at from figures_counted`.execute(db)
  return rows[0]?.at ?? null
}

/** Adds a city's daily figures under its old names to those under its name now. */
export async function moveCityFigures(tx: Transaction, cities: readonly string[], city: string): Promise<void> {
  await sql`with old as (delete from figure_day where lower(city) = any(${[...cities]}::text[]) and city <> ${city} returning figure, day, value)
    insert into figure_day (figure, day, city, value) select figure, day, ${city}::text, sum(value) from old group by figure, day
    on conflict (figure, day, city) do update set value = figure_day.value + excluded.value`.execute(tx)
}
