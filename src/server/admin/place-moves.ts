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
/** Nobody is said to come further, and a little more. */
const comesKm = 26

/** How many rows name a place; with a goal, how many would be named anew. */
export async function countNamed(db: Db, from: Named, goal: Goal | null): Promise<Omit<PlaceMoved, 'parts'>> {
  const { rows } = await sql<Omit<PlaceMoved, 'parts'>>`
    select (select count(*)::int from mentor m where ${isNamed(from, goal, applications.mentorPlace)}) as mentors,
      (select count(*)::int from application a where ${isNamed(from, goal, applications.draftPlace)}) as drafts,
      (select count(*)::int from family f where ${isNamed(from, goal, profiles.familyPlace)}) as families,
      (select count(*)::int from review r where ${isNamed(from, goal, reviews.reviewLocation)}) as reviews`.execute(db)
  return rows[0] ?? { mentors: 0, drafts: 0, families: 0, reviews: 0 }
}

/** Ids of the mentors in a place, in order; the first ones after an id where it says so. */
export async function mentorsNamed(
  db: Db,
  from: Named,
  { after, most }: { after: string | null; most: number | null } = { after: null, most: null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m where ${isNamed(from, null, applications.mentorPlace)} and m.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by m.id limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

/** Listed mentors so near one of these points that they may come there, from one on. */
export async function mentorsAround(
  db: Db,
  points: readonly { lat: number; lon: number }[],
  { after, most }: { after: string | null; most: number | null } = { after: null, most: null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.mentor_id as id from mentor_search s
    where s.mentor_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') and exists (
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

/** What was counted of the days of a city belongs to another name of it. */
export async function moveFigures(tx: Transaction, cities: readonly string[], city: string): Promise<void> {
  await sql`with old as (delete from figure_day where lower(city) = any(${[...cities]}::text[]) and city <> ${city} returning figure, day, value)
    insert into figure_day (figure, day, city, value) select figure, day, ${city}::text, sum(value) from old group by figure, day
    on conflict (figure, day, city) do update set value = figure_day.value + excluded.value`.execute(tx)
}
