import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AdminPlace } from '#contract/admin-places.ts'
import { type Place, placesNow } from '#server/places/gazetteer.ts'
import { containing, type Listing } from '#server/platform/listing.ts'
import type { DB } from '#server/platform/schema.ts'

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

const mentors = sql`case p.kind
  when 'state' then (select count(*) from mentor m where lower(m.state) = lower(p.name))
  when 'city' then (select count(*) from mentor m where lower(m.city) = lower(p.name))
  else (select count(*) from mentor m where lower(m.city) = lower(o.name) and lower(m.area) = lower(p.name)) end`
const families = sql`case p.kind
  when 'state' then (select count(*) from family f where lower(f.city) in (select lower(c.name) from ${placesNow} as c where c.parent = p.id))
  when 'city' then (select count(*) from family f where lower(f.city) = lower(p.name))
  else (select count(*) from family f where lower(f.city) = lower(o.name) and lower(f.area) = lower(p.name)) end`

/** States, cities and areas as they are filtered. */
export function placeList({ q, kind, within, status, ours }: Filter): Listing<PlaceSort> {
  const like = q && containing(q)
  const conditions: RawBuilder<unknown>[] = [
    ...(like
      ? [sql`(p.name ilike ${like} or p.name_hi ilike ${like} or array_to_string(p.aliases, '|') ilike ${like})`]
      : []),
    ...(kind ? [sql`p.kind = ${kind}`] : []),
    ...(within ? [sql`(p.parent = ${within} or o.parent = ${within} or p.id = ${within})`] : []),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(ours ? [sql`p.version > 0`] : []),
  ]
  return {
    name: `places ${JSON.stringify([q, kind, within, status, ours])}`,
    columns: sql`p.id as "_id", p.kind, p.name, p.name_hi as "nameHi", p.aliases, p.lat, p.lon, p.status, p.version,
      case when o.id is not null then json_build_object('_id', o.id, 'name', o.name, 'nameHi', o.name_hi) end as parent,
      (${mentors})::int as mentors, (${families})::int as families`,
    from: sql`${placesNow} as p left join ${placesNow} as o on o.id = p.parent`,
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`,
    id: sql`p.id`,
    sorts: {
      name: { by: sql`lower(p.name)`, type: 'text' },
      mentors: { by: sql`(${mentors})::bigint`, type: 'bigint' },
      families: { by: sql`(${families})::bigint`, type: 'bigint' },
      changed: { by: sql`coalesce(p.changed_at, to_timestamp(0))`, type: 'timestamptz' },
    },
  }
}

/** One place as the list shows it. */
export async function placeRow(db: Db, id: string): Promise<PlaceRow | null> {
  const { columns, from } = placeList({})
  const { rows } = await sql<PlaceRow>`select ${columns} from ${from} where p.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Whoever changes places waits here: names are compared with all that there are. */
export const lockPlaces = (tx: Db) => sql`select pg_advisory_xact_lock(hashtextextended('places', 0))`.execute(tx)

/** What a place was called that is there no more; null of any other. */
export async function removedName(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from place where id = ${id} and status = 'removed'`.execute(
    db,
  )
  return rows[0]?.name ?? null
}

/** Writes a place as it is now, over what the program brought or an admin wrote before. */
export async function putPlace(tx: Db, place: Omit<Place, 'version'>): Promise<void> {
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

export type UnknownRow = { city: string; area: string; mentors: number; lat: number | null; lon: number | null }

/** Every area that mentors name, with how many do and the middle of their points. */
export async function areasNamed(db: Db): Promise<UnknownRow[]> {
  const { rows } = await sql<UnknownRow>`
    select lower(m.city) as city, min(m.area) as area, count(*)::int as mentors,
      round(avg(m.lat)::numeric, 4)::float8 as lat, round(avg(m.lon)::numeric, 4)::float8 as lon
    from mentor m where m.area <> '' group by lower(m.city), lower(m.area) order by mentors desc, area`.execute(db)
  return rows
}
