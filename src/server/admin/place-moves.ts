import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PlaceMoved } from '#contract/reference/admin-places.ts'
import type { Tx } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
/**
 * Rows that name a place: by every name of its state, and of its city and area where it is one. Names in lower case, of
 * areas as `fold` writes them.
 */
export type Named = { states: string[]; cities: string[] | null; areas: string[] | null }
/** Nobody is said to come further, and a little more. */
const comesKm = 26

export type Goal = { state: string; city: string | null; area: string | null }

const folded = (column: RawBuilder<unknown>) =>
  sql`regexp_replace(lower(normalize(${column}, nfc)), ${"[\\s.,'’-]+"}, '', 'g')`
type Columns = { state: RawBuilder<unknown> | null; city: RawBuilder<unknown>; area: RawBuilder<unknown> }

/** Rows that name the place, and not yet as it is named now. */
function isNamed({ states, cities, areas }: Named, goal: Goal | null, { state, city, area }: Columns) {
  const same = goal && [
    ...(state ? [sql`${state} = ${goal.state}`] : []),
    ...(goal.city === null ? [] : [sql`${city} = ${goal.city}`]),
    ...(goal.area === null ? [] : [sql`${area} = ${goal.area}`]),
  ]
  return sql.join(
    [
      ...(state ? [sql`lower(${state}) = any(${states}::text[])`] : []),
      ...(cities ? [sql`lower(${city}) = any(${cities}::text[])`] : state ? [] : [sql`false`]),
      ...(areas ? [sql`${folded(area)} = any(${areas}::text[])`] : []),
      ...(same && same.length > 0 ? [sql`not (${sql.join(same, sql` and `)})`] : []),
    ],
    sql` and `,
  )
}

const ofMentor = { state: sql`m.state`, city: sql`m.city`, area: sql`m.area` }
const ofDraft = {
  state: sql`(a.answers #>> '{location,location,state}')`,
  city: sql`coalesce(a.answers #>> '{location,location,city}', '')`,
  area: sql`coalesce(a.answers #>> '{location,location,area}', '')`,
}
const ofFamily = { state: null, city: sql`coalesce(f.city, '')`, area: sql`coalesce(f.area, '')` }
const ofAddress = {
  state: null,
  city: sql`coalesce(t.address ->> 'city', '')`,
  area: sql`coalesce(t.address ->> 'area', '')`,
}
const ofReview = { state: null, city: sql`r.city`, area: sql`r.area` }

/** How many rows name a place; with a goal, how many would be named anew. */
export async function countNamed(db: Db, from: Named, goal: Goal | null): Promise<Omit<PlaceMoved, 'parts'>> {
  const { rows } = await sql<Omit<PlaceMoved, 'parts'>>`
    select (select count(*)::int from mentor m where ${isNamed(from, goal, ofMentor)}) as mentors,
      (select count(*)::int from application a where ${isNamed(from, goal, ofDraft)}) as drafts,
      (select count(*)::int from family f where ${isNamed(from, goal, ofFamily)}) as families,
      (select count(*)::int from review r where ${isNamed(from, goal, ofReview)}) as reviews`.execute(db)
  return rows[0] ?? { mentors: 0, drafts: 0, families: 0, reviews: 0 }
}

/** Ids of the mentors in a place, in order; the first ones after an id where it says so. */
export async function mentorsNamed(
  db: Db,
  from: Named,
  { after, most }: { after: string | null; most: number | null } = { after: null, most: null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m where ${isNamed(from, null, ofMentor)} and m.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
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

type Facts = Record<'inState' | 'city' | 'area', string>
type Moved = { id: string; was: Facts; now: Facts }

/** Names a place anew wherever it is named, with an event for each mentor. Answers whom it named anew. */
export async function moveNamed(tx: Tx, accountId: string, from: Named, goal: Goal) {
  const { state, city, area } = goal
  const { rows: moved } = await sql<Moved>`
    with chosen as materialized (select m.id, m.state, m.city, m.area from mentor m where ${isNamed(from, goal, ofMentor)} order by m.id for update)
    update mentor m set state = ${state}, city = coalesce(${city}::text, m.city), area = coalesce(${area}::text, m.area),
      version = m.version + 1, updated_at = now()
    from chosen c where c.id = m.id
    returning m.id, json_build_object('inState', c.state, 'city', c.city, 'area', c.area) as was,
      json_build_object('inState', m.state, 'city', m.city, 'area', m.area) as now`.execute(tx)
  const events = moved.map(({ id, was, now }) => {
    const fields = (['inState', 'city', 'area'] as const).filter((field) => was[field] !== now[field])
    return { id, detail: { changes: fields.map((field) => ({ field, from: was[field], to: now[field] })) } }
  })
  // After the mentors: an event tells the version that it made.
  await sql`insert into mentor_event (mentor_id, kind, by_account, detail)
    select id, 'changed', ${accountId}, detail from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(id uuid, detail jsonb)`.execute(
    tx,
  )
  const place = { state, ...(city !== null && { city }), ...(area !== null && { area }) }
  const drafts = await sql`
    update application a set answers = jsonb_set(a.answers, '{location,location}', (a.answers #> '{location,location}') || ${JSON.stringify(place)}::jsonb)
    where ${isNamed(from, goal, ofDraft)}`.execute(tx)
  const families = await sql`
    update family f set city = coalesce(${city}::text, f.city), area = coalesce(${area}::text, f.area)
    where ${isNamed(from, goal, ofFamily)}`.execute(tx)
  const named = JSON.stringify({ ...(city !== null && { city }), ...(area !== null && { area }) })
  for (const table of ['learner', 'booking'])
    await sql`update ${sql.table(table)} t set address = t.address || ${named}::jsonb where ${isNamed(from, goal, ofAddress)}`.execute(
      tx,
    )
  const reviews = await sql`
    update review r set city = coalesce(${city}::text, r.city), area = coalesce(${area}::text, r.area)
    where ${isNamed(from, goal, ofReview)}`.execute(tx)
  const many = (result: { numAffectedRows?: bigint }) => Number(result.numAffectedRows ?? 0)
  return {
    mentorIds: moved.map((row) => row.id),
    moved: { mentors: moved.length, drafts: many(drafts), families: many(families), reviews: many(reviews) },
  }
}

/** What was counted of the days of a city belongs to another name of it. */
export async function moveFigures(tx: Tx, cities: readonly string[], city: string): Promise<void> {
  await sql`with old as (delete from figure_day where lower(city) = any(${[...cities]}::text[]) and city <> ${city} returning figure, day, value)
    insert into figure_day (figure, day, city, value) select figure, day, ${city}::text, sum(value) from old group by figure, day
    on conflict (figure, day, city) do update set value = figure_day.value + excluded.value`.execute(tx)
}
