import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AdminPlace } from '#contract/reference/admin-places.ts'
import type { Transaction } from '#server/platform/database.ts'
import { containsPattern, type Listing } from '#server/platform/listing.ts'
import type { DB } from '#server/platform/schema.ts'
import { type Place, placesNow } from '#server/reference/places/places.ts'

type Db = Kysely<DB>
type Filter = {
  q?: string | undefined
  kind?: string | undefined
  within?: string | undefined
  status?: string | undefined
  ours?: string | undefined
}
export type PlaceSort = 'name' | 'mentors' | 'families' | 'changed'
export type PlaceRow = AdminPlace

/** How many mentors or families are at a place. Of states and cities up to `most`, along the index because of the order. */
const countOf = (who: RawBuilder<unknown>, ofState: RawBuilder<unknown>, most: number | null) => {
  const upTo = (where: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (select from ${who} w where ${where} order by lower(w.city), lower(w.area) limit ${most}) as found)`
  return sql`case p.kind when 'state' then ${upTo(ofState)} when 'city' then ${upTo(sql`lower(w.city) = lower(p.name)`)}
    else (select count(*)::int from ${who} w where lower(w.city) = lower(p.in_name) and lower(w.area) = lower(p.name)) end`
}
const mentors = (most: number | null) => countOf(sql`mentor`, sql`lower(w.state) = lower(p.name)`, most)
const families = (most: number | null) => countOf(sql`family`, sql`lower(w.city) = any(p.cities)`, most)
/** Every place with what it lies in, and a state with its cities. */
const placed = sql`(with now as materialized (select * from ${placesNow} as places)
  select n.*, o.name as in_name, o.name_hi as in_name_hi, o.parent as in_parent,
    case when n.kind = 'state' then array(select lower(c.name) from now c where c.parent = n.id) end as cities
  from now n left join now o on o.id = n.parent)`

/** States, cities and areas as they are filtered, with how many are there, counted up to `most` in what is shown. */
export function placeList({ q, kind, within, status, ours }: Filter, most: number | null): Listing<PlaceSort> {
  const like = q && containsPattern(q)
  const conditions: RawBuilder<unknown>[] = [
    ...(like
      ? [sql`(p.name ilike ${like} or p.name_hi ilike ${like} or array_to_string(p.aliases, '|') ilike ${like})`]
      : []),
    ...(kind ? [sql`p.kind = ${kind}`] : []),
    ...(within ? [sql`(p.parent = ${within} or p.in_parent = ${within} or p.id = ${within})`] : []),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(ours ? [sql`p.version > 0`] : []),
  ]
  return {
    name: `places ${JSON.stringify([q, kind, within, status, ours])}`,
    columns: sql`p.id as "_id", p.kind, p.name, p.name_hi as "nameHi", p.aliases, p.lat, p.lon, p.status, p.version,
      case when p.parent is not null then json_build_object('_id', p.parent, 'name', p.in_name, 'nameHi', p.in_name_hi) end as parent,
      ${mentors(most)} as mentors, ${families(most)} as families`,
    from: sql`${placed} as p`,
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`,
    id: sql`p.id`,
    sorts: {
      name: { by: sql`lower(p.name)`, type: 'text' },
      mentors: { by: sql`(${mentors(null)})::bigint`, type: 'bigint' },
      families: { by: sql`(${families(null)})::bigint`, type: 'bigint' },
      changed: { by: sql`coalesce(p.changed_at, to_timestamp(0))`, type: 'timestamptz' },
    },
  }
}

/** One place as the list shows it. */
export async function placeRow(db: Db, id: string): Promise<PlaceRow | null> {
  const { columns, from } = placeList({}, null)
  const { rows } = await sql<PlaceRow>`select ${columns} from ${from} where p.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** What a place was called that is there no more; null of any other. */
export async function removedName(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from place where id = ${id} and status = 'removed'`.execute(
    db,
  )
  return rows[0]?.name ?? null
}

/** Writes a place as it is now, over what the program brought or an admin wrote before. */
export async function putPlace(tx: Transaction, place: Omit<Place, 'version'>): Promise<void> {
  const { _id, kind, parent, name, nameHi, aliases, lat, lon, status } = place
  await sql`insert into place (id, kind, parent, name, name_hi, aliases, lat, lon, status)
    values (${_id}, ${kind}, ${parent}, ${name}, ${nameHi}, ${aliases}::text[], ${lat}, ${lon}, ${status})
    on conflict (id) do update set parent = excluded.parent, name = excluded.name, name_hi = excluded.name_hi, aliases = excluded.aliases,
      lat = excluded.lat, lon = excluded.lon, status = excluded.status, version = place.version + 1, changed_at = now()`.execute(
    tx,
  )
}

/** Pages of a subject in a city that there are. */
export async function landingsIn(db: Db, city: string, subjects: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct c.key)::int as n from unnest(${[...subjects]}::text[]) as w(subject)
    join search_count c on c.key = search_tag('k::' || w.subject) and c.city = ${city} and c.n > 0`.execute(db)
  return rows[0]?.n ?? 0
}

/** What was changed of a place, newest first. */
export async function historyOfPlace(db: Db, id: string) {
  type Detail = { was?: Record<string, unknown>; now?: Record<string, unknown> }
  const { rows } = await sql<{ at: Date; by: string | null; action: string; detail: Detail }>`
    select l.at, u.name as by, l.action, l.detail from audit l left join admin_user u on u.account_id = l.account_id
    where l.subject_kind = 'place' and l.subject_id = ${id} order by l.at desc, l.id desc limit 50`.execute(db)
  return rows.map(({ at, by, action, detail: { was = {}, now = {} } }) => ({
    ...{ at: at.toISOString(), by, action },
    changes: Object.keys(now)
      .filter((field) => field !== 'parent' && JSON.stringify(now[field]) !== JSON.stringify(was[field]))
      .map((field) => ({ field, from: [was[field]].flat().join(', '), to: [now[field]].flat().join(', ') })),
  }))
}

/** Every area that mentors name, in lower case with its city: one step along the index for each, however many mentors there are. */
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

/** Areas as most mentors write them, with how many do and the middle of their points; most mentors first. */
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
