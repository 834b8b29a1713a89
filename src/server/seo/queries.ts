import { type Kysely, sql } from 'kysely'
import type { Subject } from '#contract/catalogue.ts'
import { transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

const visible = sql`m.status = 'verified' and m.show_on_website`
/** Every pair of a visible mentor and a subject, once, whatever the classes. */
const taught = sql`taught as (
  select distinct m.id, m.city, m.area, o.subject from mentor m join mentor_offer o on o.mentor_id = m.id where ${visible})`

export type CityRow = {
  subject: Subject
  city: string
  mentors: number
  online: number
  feeFromPaise: number | null
  feeMedianPaise: number | null
  feeToPaise: number | null
  areas: { area: string; mentors: number }[] | null
}

/** Figures of every subject in every city. Reads all mentors, so its answer is kept for some time. */
export async function figuresByCity(db: Db): Promise<CityRow[]> {
  return await transaction(db, async (tx) => {
    await sql`set local statement_timeout = '60s'`.execute(tx)
    const { rows } = await sql<CityRow>`
      with ${taught},
      priced as (
        select m.id, m.teaches_online as online,
          coalesce(min(p.monthly_price_paise) filter (where p.mode = 'homeTuition'),
            least(min(p.monthly_price_paise), case when m.teaches_online then m.online_price_paise end)) as paise
        from mentor m left join mentor_mode p on p.mentor_id = m.id where ${visible} group by m.id),
      counted as (
        select t.subject, t.city, count(*)::int as mentors, (count(*) filter (where p.online))::int as online,
          min(p.paise) as low, percentile_disc(0.5) within group (order by p.paise) as middle, max(p.paise) as high
        from taught t join priced p on p.id = t.id group by t.subject, t.city),
      by_area as (
        select subject, city, area, count(*)::int as mentors from taught where area <> '' group by subject, city, area)
      select c.subject, c.city, c.mentors, c.online,
        c.low as "feeFromPaise", c.middle as "feeMedianPaise", c.high as "feeToPaise",
        (select jsonb_agg(jsonb_build_object('area', a.area, 'mentors', a.mentors) order by a.mentors desc, a.area)
          from by_area a where a.subject = c.subject and a.city = c.city) as areas
      from counted c order by c.mentors desc, c.subject, c.city`.execute(tx)
    return rows
  })
}

/** The first mentors who live in a city and teach a subject. */
export async function firstInCity(db: Db, subject: Subject, city: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m
    where ${visible} and m.city = ${city}
      and exists (select from mentor_offer o where o.mentor_id = m.id and o.subject = ${subject})
    order by m.admin_ranking, m.rating desc nulls last, m.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Mentors have running numbers, so a range of numbers is a file that keeps its mentors. */
export async function profileFiles(db: Db, numbersInFile: number): Promise<{ file: number; changedAt: Date }[]> {
  const { rows } = await sql<{ file: number; changedAt: Date }>`
    select (m.number / ${numbersInFile}::int)::int as file, max(m.updated_at) as "changedAt" from mentor m where ${visible} group by 1 order by 1`.execute(
    db,
  )
  return rows
}

export async function profilesInFile(db: Db, file: number, numbersInFile: number) {
  const { rows } = await sql<{ slug: string; changedAt: Date }>`
    select m.slug, m.updated_at as "changedAt" from mentor m
    where ${visible} and m.number >= ${file * numbersInFile} and m.number < ${(file + 1) * numbersInFile} order by m.number`.execute(
    db,
  )
  return rows
}
