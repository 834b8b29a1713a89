import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'

/** Weekly availability of demo mentors: most have some, some confirm times first, every sixth generated one has none. */
async function writeWeeks(tx: Transaction): Promise<void> {
  await sql`
    with one as (
      select id, available_days, (daily_hours * 60)::int as minutes, row_number() over (order by number) as nth from mentor where demo),
    told as (
      insert into availability (mentor_id, confirms_first) select id, nth % 10 = 9 from one
      where minutes > 0 and cardinality(available_days) > 0 and (nth <= 12 or nth % 6 <> 0)
      on conflict do nothing returning mentor_id)
    insert into weekly_hours (mentor_id, weekday, hours)
    select one.id, day.nth, int4multirange(int4range(least(960, 1260 - one.minutes), least(960, 1260 - one.minutes) + one.minutes))
    from told join one on one.id = told.mentor_id
      join unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]) with ordinality as day(name, nth)
        on day.name = any(one.available_days)`.execute(tx)
}

/** Availability of demo mentors; the first one has evenings, Saturday mornings, one Sunday and leave in three weeks. */
export async function writeHours(tx: Transaction): Promise<void> {
  await writeSunita(tx)
  await writeWeeks(tx)
}

async function writeSunita(tx: Transaction): Promise<void> {
  const mentor = sql`(select m.id from mentor m where m.slug = 'sunita-deshpande' and m.demo)`
  const { rows } = await sql<{ id: string }>`
    insert into availability (mentor_id) select id from ${mentor} as m on conflict do nothing returning mentor_id as id`.execute(
    tx,
  )
  const id = rows[0]?.id
  if (!id) return
  await sql`insert into weekly_hours (mentor_id, weekday, hours)
    select ${id}, day, case day when 6 then '{[540,780)}'::int4multirange else '{[960,1260)}' end from generate_series(1, 6) as day`.execute(
    tx,
  )
  await sql`
    with today as (select (now() at time zone 'Asia/Kolkata')::date as date)
    insert into other_hours (mentor_id, date, hours) select ${id}, date + 14 - extract(isodow from date)::int, '{[600,720)}' from today`.execute(
    tx,
  )
  await sql`
    with today as (select (now() at time zone 'Asia/Kolkata')::date as date)
    insert into mentor_leave (mentor_id, from_date, to_date, note) select ${id}, date + 20, date + 22, 'Cousin''s wedding in Ujjain' from today`.execute(
    tx,
  )
}
