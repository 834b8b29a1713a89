import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { levels, type Subject } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'
import { areasOf, cities } from '#server/reference/places/places.ts'

export const firstNames =
  'Rajesh Sunita Anjali Imran Priya Amit Neha Rahul Pooja Vikram Kavita Suresh Meena Arjun Divya Sanjay Rekha Manish Shweta Deepak Anita Rohit Nisha Vijay Ritu Ajay Seema Mohan Asha Farhan Zoya Harpreet Joseph Lakshmi Ganesh Tara'.split(
    ' ',
  )
export const lastNames =
  'Sharma Verma Gupta Singh Kumar Patel Joshi Deshpande Qureshi Chouhan Iyer Mathew Ansari Bhatia Mishra Tiwari Yadav Jain Agrawal Malviya Rathore Solanki Dubey Pandey Nair Reddy Rao Kulkarni Shinde Khan Saxena Chaturvedi Bose Das Menon Thakur'.split(
    ' ',
  )
const commonSubjects: Subject[] = ['mathematics', 'science', 'english', 'physics', 'chemistry', 'biology', 'hindi']

const subjectKeys = Object.entries(levels).flatMap(([level, keys]) =>
  Object.entries(keys).flatMap(([key, list]) =>
    (list as readonly Subject[]).map((subject) => ({ level, key, subject })),
  ),
)
const subjectList = [...new Set(subjectKeys.map((one) => one.subject))]
/** Common subjects are eight times as frequent as others. */
const weighedSubjects = [...subjectList, ...Array.from({ length: 7 }, () => commonSubjects).flat()]

/** Indore, then the largest cities of the gazetteer, then the small ones. */
const ranked = [...cities].sort((a, b) => areasOf(b.name).length - areasOf(a.name).length)
const places = ranked.map((city, i) => ({
  city: city.name,
  state: city.state,
  lat: city.lat,
  lon: city.lon,
  areas: areasOf(city.name),
  weight: Math.ceil(600 / (i + 4)),
}))
/** City numbers, repeated by weight. */
const weighedCities = places.flatMap((place, i) => Array.from({ length: place.weight }, () => i + 1))

/** Cities weighted by their number of mentors, as origins of searches. */
export const weighedPlaces = weighedCities.flatMap((nth) => ranked[nth - 1] ?? [])

const uuid = (kind: number) => sql`(${`0000000${kind}-0000-7000-8000-`} || lpad(to_hex(i), 12, '0'))::uuid`

/**
 * Adds mentors `from` to `to` with accounts, prices, offers and checks, in four statements; repeatable. A third are
 * exactly at an area's centre, 8% teach anywhere, 30% also online, 70% have ranking 10, 85% are shown.
 */
export async function addManyMentors(pool: Db, from: number, to: number): Promise<void> {
  await pool.connection().execute(async (db) => await addOn(db, from, to))
}

async function addOn(db: Db, from: number, to: number): Promise<void> {
  const numbers = sql`generate_series(${from}::int, ${to}::int) as i`
  await sql`set statement_timeout = 0`.execute(db)
  await sql`select setseed(0.42)`.execute(db)
  for (const table of written) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(db)
  await sql`insert into account (id, phone) select ${uuid(1)}, '6' || lpad(i::text, 9, '0') from ${numbers}`.execute(db)
  await sql`
    with place as materialized (select nth::int, city, state, lat, lon, areas, jsonb_array_length(areas) as many
      from jsonb_to_recordset(${JSON.stringify(places.map((one, i) => ({ ...one, nth: i + 1 })))}::jsonb) as p(nth int, city text, state text, lat float8, lon float8, areas jsonb)),
    dice as materialized (select i, random() as a, random() as b, random() as c, random() as d, random() as e, random() as f, random() as g, random() as h, random() as first, random() as last,
      (${weighedCities}::int[])[1 + floor(random() * ${weighedCities.length})] as at from ${numbers}),
    put as (select d.*, p.*, case when d.c < 0.35 and p.many > 0 then p.areas -> floor(d.d * p.many)::int end as area_row from dice d join place p on p.nth = d.at)
    insert into mentor (id, slug, account_id, status, full_name, gender, age, experience, area, city, state, lat, lon, teaching_range, available_days, brief,
      admin_ranking, tier, show_on_website, teaches_online, online_price_paise, boards, languages, rating, rating_count, highest_qualification, qualification_display)
    select ${uuid(2)}, 'bench-' || i, ${uuid(1)}, 'verified',
      (${firstNames}::text[])[1 + floor(first * ${firstNames.length})] || ' ' || (${lastNames}::text[])[1 + floor(last * ${lastNames.length})],
      case when e < 0.55 then 'female' when e < 0.995 then 'male' else 'other' end, 22 + floor(f * 40), '3-5',
      coalesce(area_row ->> 'name', ''), city, state,
      coalesce((area_row ->> 'lat')::float8, lat + (d - 0.5) * (g + h) * 0.2), coalesce((area_row ->> 'lon')::float8, lon + (c - 0.65) * (g + h) * 0.25),
      case when f < 0.08 then 'anywhere' else (array['0km', '2km', '5km', '5km', '10km', '10km', '15km', '25km+'])[1 + floor(g * 8)] end,
      case when h < 0.3 then array['monday', 'wednesday', 'friday'] when h < 0.4 then array['saturday', 'sunday']
        else array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] end,
      'Explains with everyday examples, keeps a record of each class and tells parents every month what went well and what did not. Number ' || i || '.',
      case when b * 7 - floor(b * 7) < 0.7 then 10 when c * 9 - floor(c * 9) < 0.9 then 1 + floor(a * 9) else 11 + floor(a * 10) end,
      case when d < 0.1 then 'gold' else 'silver' end, a * 13 - floor(a * 13) < 0.85, g < 0.3, case when g < 0.25 then 150000 + floor(h * 10) * 50000 end,
      case when e < 0.4 then array['CBSE Board'] when e < 0.8 then array['CBSE Board', 'MP Board'] else array['ICSE Board'] end,
      case when h < 0.7 then array['Hindi', 'English'] when h < 0.9 then array['Hindi'] else array['English', 'Marathi'] end,
      case when f < 0.9 then 3.5 + floor(e * 16) / 10 end, floor(a * 40), 'M.Sc.', 'M.Sc. Mathematics'
    from put order by i`.execute(db)
  // `0 * i` makes PostgreSQL evaluate random() per mentor, not once per mode or offer.
  await sql`insert into mentor_mode (mentor_id, mode, monthly_price_paise)
    select ${uuid(2)}, m.mode, 200000 + floor(random() * 37) * 50000 from ${numbers}
    cross join (values ('homeTuition', 0.85), ('myPlace', 0.35), ('groupClasses', 0.15)) as m(mode, share) where random() + 0 * i < m.share`.execute(
    db,
  )
  await sql`
    with offer as materialized (select * from jsonb_to_recordset(${JSON.stringify(subjectKeys)}::jsonb) as o(level text, key text, subject text)),
    pick as materialized (select i, (${weighedSubjects}::text[])[1 + floor(random() * ${weighedSubjects.length})] as subject from ${numbers}, generate_series(1, 2))
    insert into mentor_offer (mentor_id, level, grade_key, subject)
    select distinct ${uuid(2)}, o.level, o.key, o.subject from pick p join offer o on o.subject = p.subject
    where random() + 0 * p.i < case when o.key = 'class-1-6' then 0.15 else 0.35 end`.execute(db)
  await sql`insert into mentor_check (mentor_id, kind, state, checked_on)
    select ${uuid(2)}, k.kind, 'passed', date '2026-01-01' from ${numbers} cross join (values ('identity'), ('qualification')) as k(kind)`.execute(
    db,
  )
}

const maxTries = 40
const written = [
  'account',
  'mentor',
  'mentor_mode',
  'mentor_offer',
  'mentor_check',
  'mentor_search',
  'search_entry',
  'mentor_card',
  'search_lane',
  'search_count',
]

/** Vacuums the list's tables until their pages are all-visible; autovacuum's analyze would delay that for minutes. */
export async function settle(db: Db): Promise<void> {
  for (let attempt = 0; attempt < maxTries; attempt++) {
    await sql`vacuum (analyze, index_cleanup on) search_entry, mentor_search, mentor_card, search_lane, search_count`.execute(
      db,
    )
    const { rows } = await sql<{ left: number }>`
      select sum(relpages - relallvisible)::int as left from pg_class where relname in ('search_entry', 'search_lane', 'search_count')`.execute(
      db,
    )
    if (rows[0]?.left === 0) return
    await pause(250)
  }
  throw new Error('the vacuum of the search tables is blocked')
}
