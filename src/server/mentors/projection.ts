import { type Kysely, sql } from 'kysely'
import { gradesOfKey, levels } from '#contract/catalogue.ts'
import { areas } from '#server/places/gazetteer.ts'
import type { DB } from '#server/platform/schema.ts'

const gradeRows = Object.values(levels).flatMap((keys) =>
  Object.keys(keys).flatMap((key) => gradesOfKey(key).map((grade) => ({ key, grade }))),
)
/** 300 m in degrees: a mentor without a known area is shown on this grid, never at home. */
const gridDegrees = 0.0027

/**
 * Writes what the list reads for these mentors (or for all): one row for each verified, shown mentor, none for
 * the others. Call it in the transaction that changed them. Keys are `class:subject`, `class:` and `:subject`.
 */
export async function projectMentors(db: Kysely<DB>, mentorIds: readonly string[] | 'all'): Promise<void> {
  const chosen = mentorIds === 'all' ? sql`true` : sql`m.id = any(${[...mentorIds]}::uuid[])`
  await sql`delete from mentor_search s using mentor m where m.id = s.mentor_id and ${chosen}`.execute(db)
  await sql`
    with grade as (select * from jsonb_to_recordset(${JSON.stringify(gradeRows)}::jsonb) as g(key text, grade text)),
    area as (select * from jsonb_to_recordset(${JSON.stringify(areas)}::jsonb) as a(city text, name text, lat float8, lon float8)),
    taught as (
      select o.mentor_id, array_agg(distinct k.key) as keys
      from mentor m join mentor_offer o on o.mentor_id = m.id join grade g on g.key = o.grade_key
      cross join lateral (values (g.grade || ':' || o.subject), (g.grade || ':'), (':' || o.subject)) as k(key)
      where ${chosen} group by o.mentor_id),
    priced as (
      select mm.mentor_id, jsonb_object_agg(mm.mode, mm.monthly_price_paise) as prices
      from mentor m join mentor_mode mm on mm.mentor_id = m.id where ${chosen} group by mm.mentor_id)
    insert into mentor_search (mentor_id, ranking, tier, rating, lat, lon, range_km, online, prices, keys,
      area, city, state, gender, days, boards, languages, name)
    select m.id, m.admin_ranking, m.tier, m.rating,
      coalesce(area.lat, round(m.lat / ${gridDegrees}) * ${gridDegrees}),
      coalesce(area.lon, round(m.lon / ${gridDegrees}) * ${gridDegrees}),
      case when m.teaching_range in ('', 'anywhere') then 'infinity'::float8
        else coalesce(substring(m.teaching_range from '[0-9]+')::float8, 0) end,
      m.teaches_online,
      coalesce(priced.prices, '{}') || case when m.teaches_online and m.online_price_paise is not null
        then jsonb_build_object('online', m.online_price_paise) else '{}' end,
      coalesce(taught.keys, '{}'), m.area, m.city, m.state, m.gender, m.available_days, m.boards, m.languages, m.full_name
    from mentor m
    left join area on lower(area.city) = lower(m.city) and lower(area.name) = lower(m.area)
    left join taught on taught.mentor_id = m.id
    left join priced on priced.mentor_id = m.id
    where ${chosen} and m.status = 'verified' and m.show_on_website`.execute(db)
}
