import { sql } from 'kysely'
import { type Subject, subjectSlugs } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'

const visible = sql`m.is_listed`

export type CityCount = { subject: Subject; city: string; mentors: number; online: number }

/** Mentors per subject and city, largest first, from the counters the projection maintains. */
export async function countsByCity(db: Db): Promise<CityCount[]> {
  const { rows } = await sql<CityCount>`
    select w.subject, c.city, sum(c.n)::int as mentors, coalesce(sum(c.n) filter (where c.kind in (1, 3)), 0)::int as online
    from unnest(${subjectSlugs}::text[]) as w(subject) join search_count c on c.key = search_tag('k::' || w.subject)
    where c.city <> '' group by w.subject, c.city having sum(c.n) > 0 order by mentors desc, w.subject, c.city`.execute(
    db,
  )
  return rows
}

export type CityFigures = {
  fromPaise: number | null
  medianPaise: number | null
  toPaise: number | null
  areas: { area: string; mentors: number; fromPaise: number | null }[] | null
}

/** Fees as on the cards, and the areas with the most mentors. Reads every mentor of the city, so callers cache it. */
export async function figuresOf(db: Db, subject: Subject, city: string, areas: number): Promise<CityFigures> {
  const { rows } = await sql<CityFigures>`
    with taught as materialized (
      select m.id, m.area, m.teaches_online, m.online_price_paise from mentor m where ${visible} and m.city = ${city}
        and exists (select from mentor_offer o where o.mentor_id = m.id and o.subject = ${subject})),
    fee as (
      select t.id, coalesce(min(p.monthly_price_paise) filter (where p.mode = 'homeTuition'),
        least(min(p.monthly_price_paise), case when t.teaches_online then t.online_price_paise end)) as paise
      from taught t left join mentor_mode p on p.mentor_id = t.id group by t.id, t.teaches_online, t.online_price_paise),
    by_area as (
      select area, count(*)::int as mentors, min(paise) as paise from taught join fee using (id)
      where area <> '' group by area order by mentors desc, area limit ${areas})
    select min(paise) as "fromPaise", percentile_disc(0.5) within group (order by paise) as "medianPaise", max(paise) as "toPaise",
      (select jsonb_agg(jsonb_build_object('area', area, 'mentors', mentors, 'fromPaise', paise) order by mentors desc, area) from by_area) as areas
    from fee`.execute(db)
  return rows[0] ?? { fromPaise: null, medianPaise: null, toPaise: null, areas: null }
}

/** Ids of the top mentors who live in a city and teach a subject, in the order of the list. */
export async function firstInCity(db: Db, subject: Subject, city: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select mentor_id as id from mentor_search where city = ${city} and keys @> array[search_tag(${`k::${subject}`})]
    order by ranking, rating_weighed desc, mentor_id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Sitemap files by ranges of mentor numbers, so that a mentor stays in the same file. */
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
