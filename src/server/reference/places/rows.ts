import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { builtIn, type Place } from './built-in.ts'

const builtInRows = JSON.stringify(
  builtIn.map(({ _id, kind, parent, name, nameHi, aliases, lat, lon }, nth) => ({
    id: _id,
    kind,
    parent,
    name,
    name_hi: nameHi,
    aliases,
    lat,
    lon,
    nth,
  })),
)

/** Subquery of all places that are not removed: built-in ones, overridden and extended by rows of admins; `nth` is the order. */
export const currentPlaces = sql`(
  with b as materialized (select * from jsonb_to_recordset(${builtInRows}::jsonb)
    as b(id uuid, kind text, parent uuid, name text, name_hi text, aliases text[], lat float8, lon float8, nth int))
  select b.id, b.kind, b.parent, b.name, b.name_hi, b.aliases, b.lat, b.lon, 'shown' as status, 0 as version, null::timestamptz as changed_at, b.nth
  from b where not exists (select from place p where p.id = b.id)
  union all select p.id, p.kind, p.parent, p.name, p.name_hi, p.aliases, p.lat, p.lon, p.status, p.version, p.changed_at, coalesce(b.nth, 1000000)
  from place p left join b on b.id = p.id where p.status <> 'removed')`

const builtInPoints = JSON.stringify(
  builtIn.map(({ _id, kind, parent, name, lat, lon }) => ({ id: _id, kind, parent, name, lat, lon })),
)

/**
 * Subquery of the coordinates of every city (`area` is null) and area, as the transaction sees them. The mentor list is
 * projected from these.
 */
export const currentPoints = sql`(
  with b as materialized (select * from jsonb_to_recordset(${builtInPoints}::jsonb) as b(id uuid, kind text, parent uuid, name text, lat float8, lon float8)),
  p as materialized (select * from b where not exists (select from place p where p.id = b.id)
    union all select id, kind, parent, name, lat, lon from place where status <> 'removed')
  select s.name as state, c.name as city, a.name as area, a.lat, a.lon from p as a join p as c on c.id = a.parent join p as s on s.id = c.parent where a.kind = 'area'
  union all select s.name, c.name, null, c.lat, c.lon from p as c join p as s on s.id = c.parent where c.kind = 'city')`

const columns = sql`id as "_id", kind, parent, name, name_hi as "nameHi", aliases, lat, lon, status, version`

/** All places that are not removed, in list order. */
export async function readPlaces(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select ${columns} from ${currentPlaces} as p order by nth, id`.execute(db)
  return rows
}

/** All places in list order, then the removed ones. One statement, so that both come from one snapshot. */
export async function readAllPlaces(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select ${columns} from (select * from ${currentPlaces} as n
      union all select id, kind, parent, name, name_hi, aliases, lat, lon, status, version, changed_at, 2000000 from place where status = 'removed') as p
    order by nth, id`.execute(db)
  return rows
}
