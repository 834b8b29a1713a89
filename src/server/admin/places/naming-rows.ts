import { sql } from 'kysely'
import type { PlaceUsage } from '#contract/reference/admin-places.ts'
import * as bookings from '#server/classes/bookings/bookings.ts'
import * as applications from '#server/mentors/applications/applications.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { type PlaceMatch, refersTo, type StoredName } from '#server/reference/places/places.ts'
import * as reviews from '#server/reviews/reviews.ts'

type Page = { after: string | null; max: number | null }
const everything: Page = { after: null, max: null }
const smallestId = '00000000-0000-0000-0000-000000000000'
/** Mentors are matched up to 25 km from their point; the rest is a margin. */
const reachKm = 26

/** Counts the rows that name a place. */
export async function countReferences(db: Db, from: PlaceMatch): Promise<Omit<PlaceUsage, 'parts'>> {
  const { rows } = await sql<Omit<PlaceUsage, 'parts'>>`
    select (select count(*)::int from mentor m where ${refersTo(from, null, applications.mentorPlace)}) as mentors,
      (select count(*)::int from application a where ${refersTo(from, null, applications.draftPlace)}) as drafts,
      (select count(*)::int from family f where ${refersTo(from, null, profiles.familyPlace)}) as families,
      (select count(*)::int from review r where ${refersTo(from, null, reviews.reviewLocation)}) as reviews`.execute(db)
  return rows[0] ?? { mentors: 0, drafts: 0, families: 0, reviews: 0 }
}

/** Ids of the mentors in a place, in order. */
export async function mentorsInPlace(db: Db, from: PlaceMatch, { after, max } = everything): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m where ${refersTo(from, null, applications.mentorPlace)} and m.id > ${after ?? smallestId}::uuid
    order by m.id limit ${max}`.execute(db)
  return rows.map((row) => row.id)
}

/** Ids of listed mentors so near one of these points that they may travel there, in order. */
export async function mentorsAround(
  db: Db,
  points: readonly { lat: number; lon: number }[],
  { after, max } = everything,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.mentor_id as id from mentor_search s where s.mentor_id > ${after ?? smallestId}::uuid and exists (
      select from unnest(${points.map(({ lat }) => lat)}::float8[], ${points.map(({ lon }) => lon)}::float8[]) as p(lat, lon)
      where abs(p.lat - s.lat) < 0.3 and distance_km(p.lat, p.lon, s.lat, s.lon) <= ${reachKm})
    order by 1 limit ${max}`.execute(db)
  return rows.map((row) => row.id)
}

/** Renames a place wherever it is named, with an event for each mentor. @returns the mentors, and how many rows of each kind */
export async function renameReferences(tx: Transaction, accountId: string, from: PlaceMatch, newName: StoredName) {
  const { mentorIds, drafts } = await applications.renamePlace(tx, accountId, from, newName)
  const families = await profiles.renamePlace(tx, from, newName)
  await bookings.renamePlace(tx, from, newName)
  const reviewed = await reviews.renamePlace(tx, from, newName)
  return { mentorIds, moved: { mentors: mentorIds.length, drafts, families, reviews: reviewed } }
}

/** Every city and area that mentors name, in lower case. One index step for each, however many mentors there are. */
export async function areasOfMentors(db: Db): Promise<{ city: string; area: string }[]> {
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

type NamedArea = { city: string; area: string; mentors: number; lat: number | null; lon: number | null }

/**
 * Areas in their most frequent spelling, with the number of their mentors and the mean of the public points of those
 * listed, to about a kilometre, so that no home shows; most mentors first.
 */
export async function mentorsOfAreas(
  db: Db,
  areas: readonly { city: string; area: string }[],
  max: number,
): Promise<NamedArea[]> {
  const { rows } = await sql<NamedArea>`
    select w.city, mode() within group (order by m.area) as area, count(*)::int as mentors,
      round(avg(s.lat)::numeric, 2)::float8 as lat, round(avg(s.lon)::numeric, 2)::float8 as lon
    from unnest(${areas.map(({ city }) => city)}::text[], ${areas.map(({ area }) => area)}::text[]) as w(city, area)
    join mentor m on lower(m.city) = w.city and lower(m.area) = w.area left join mentor_search s on s.mentor_id = m.id
    group by w.city, w.area order by mentors desc, w.city, w.area limit ${max}`.execute(db)
  return rows
}
