import { type Kysely, sql } from 'kysely'
import type { PlaceMoved } from '#contract/reference/admin-places.ts'
import * as bookings from '#server/classes/bookings/bookings.ts'
import * as applications from '#server/mentors/applications/applications.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import { type Goal, isNamed, type Named } from '#server/reference/places/places.ts'
import * as reviews from '#server/reviews/reviews.ts'

type Db = Kysely<DB>
type Part = { after: string | null; most: number | null }
const whole: Part = { after: null, most: null }
const beforeAll = '00000000-0000-0000-0000-000000000000'
/** Mentors are matched up to 25 km from their point; the rest is a margin. */
const comesKm = 26

/** Counts the rows that name a place; with a goal, only those that a rename to it would change. */
export async function countNamed(db: Db, from: Named, goal: Goal | null): Promise<Omit<PlaceMoved, 'parts'>> {
  const { rows } = await sql<Omit<PlaceMoved, 'parts'>>`
    select (select count(*)::int from mentor m where ${isNamed(from, goal, applications.mentorPlace)}) as mentors,
      (select count(*)::int from application a where ${isNamed(from, goal, applications.draftPlace)}) as drafts,
      (select count(*)::int from family f where ${isNamed(from, goal, profiles.familyPlace)}) as families,
      (select count(*)::int from review r where ${isNamed(from, goal, reviews.reviewLocation)}) as reviews`.execute(db)
  return rows[0] ?? { mentors: 0, drafts: 0, families: 0, reviews: 0 }
}

/** Ids of the mentors in a place, in order. */
export async function mentorsNamed(db: Db, from: Named, { after, most } = whole): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m where ${isNamed(from, null, applications.mentorPlace)} and m.id > ${after ?? beforeAll}::uuid
    order by m.id limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

/** Ids of listed mentors so near one of these points that they may travel there, in order. */
export async function mentorsAround(
  db: Db,
  points: readonly { lat: number; lon: number }[],
  { after, most } = whole,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.mentor_id as id from mentor_search s where s.mentor_id > ${after ?? beforeAll}::uuid and exists (
      select from unnest(${points.map(({ lat }) => lat)}::float8[], ${points.map(({ lon }) => lon)}::float8[]) as p(lat, lon)
      where abs(p.lat - s.lat) < 0.3 and distance_km(p.lat, p.lon, s.lat, s.lon) <= ${comesKm})
    order by 1 limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

/** Renames a place wherever it is named, with an event for each mentor. @returns the mentors, and how many rows of each kind */
export async function moveNamed(tx: Transaction, accountId: string, from: Named, goal: Goal) {
  const { mentorIds, drafts } = await applications.renamePlace(tx, accountId, from, goal)
  const families = await profiles.renamePlace(tx, from, goal)
  await bookings.renamePlace(tx, from, goal)
  const reviewed = await reviews.renamePlace(tx, from, goal)
  return { mentorIds, moved: { mentors: mentorIds.length, drafts, families, reviews: reviewed } }
}

/** Every city and area that mentors name, in lower case. One index step for each, however many mentors there are. */
export async function areasNamed(db: Db): Promise<{ city: string; area: string }[]> {
  const { rows } = await sql<{ city: string; area: string }>`
    with recursive step as (
      (select lower(m.city) as city, lower(m.area) as area from mentor m order by 1, 2 limit 1)
      union all
      select n.city, n.area from step s cross join lateral (
        select lower(m.city) as city, lower(m.area) as area from mentor m
        where (lower(m.city), lower(m.area)) > (s.city, s.area) order by 1, 2 limit 1) as n)
    select city, area from step where area <> ''`.execute(db)
  return rows
}

export type NamedArea = { city: string; area: string; mentors: number; lat: number | null; lon: number | null }

/** Areas in their most frequent spelling, with the number of their mentors and the mean of their points; most mentors first. */
export async function mentorsOfAreas(
  db: Db,
  areas: readonly { city: string; area: string }[],
  most: number,
): Promise<NamedArea[]> {
  const { rows } = await sql<NamedArea>`
    select w.city, mode() within group (order by m.area) as area, count(*)::int as mentors,
      round(avg(m.lat)::numeric, 4)::float8 as lat, round(avg(m.lon)::numeric, 4)::float8 as lon
    from unnest(${areas.map(({ city }) => city)}::text[], ${areas.map(({ area }) => area)}::text[]) as w(city, area)
    join mentor m on lower(m.city) = w.city and lower(m.area) = w.area
    group by w.city, w.area order by mentors desc, w.city, w.area limit ${most}`.execute(db)
  return rows
}
