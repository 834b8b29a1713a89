import { type RawBuilder, sql } from 'kysely'
import type { AdminPlace } from '#contract/reference/admin-places.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { containsPattern, type Listing } from '#server/platform/listing.ts'
import { currentPlaces, type Place } from '#server/reference/places/places.ts'

type Filter = {
  q?: string | undefined
  kind?: string | undefined
  within?: string | undefined
  status?: string | undefined
}
export type PlaceSort = 'name' | 'mentors' | 'families'
export type PlaceRow = AdminPlace

/** Counts mentors or families of a place; of states and cities up to `most`, which the order lets an index answer. */
const countOf = (who: RawBuilder<unknown>, ofState: RawBuilder<unknown>, max: number | null) => {
  const upTo = (where: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (select from ${who} w where ${where} order by lower(w.city), lower(w.area) limit ${max}) as found)`
  return sql`case p.kind when 'state' then ${upTo(ofState)} when 'city' then ${upTo(sql`lower(w.city) = lower(p.name)`)}
    else (select count(*)::int from ${who} w where lower(w.city) = lower(p.in_name) and lower(w.area) = lower(p.name)) end`
}
const mentors = (max: number | null) => countOf(sql`mentor`, sql`lower(w.state) = lower(p.name)`, max)
const families = (max: number | null) => countOf(sql`family`, sql`lower(w.city) = any(p.cities)`, max)
/** Every place with its parent's name, and a state with its cities. */
const placed = sql`(with now as materialized (select * from ${currentPlaces} as places)
  select n.*, o.name as in_name, o.name_hi as in_name_hi, o.parent as in_parent,
    case when n.kind = 'state' then array(select lower(c.name) from now c where c.parent = n.id) end as cities
  from now n left join now o on o.id = n.parent)`

/** The filtered list of places, each with its mentors and families counted up to `most`. */
export function placeList({ q, kind, within, status }: Filter, max: number | null): Listing<PlaceSort> {
  const like = q && containsPattern(q)
  const conditions: RawBuilder<unknown>[] = [
    ...(like
      ? [sql`(p.name ilike ${like} or p.name_hi ilike ${like} or array_to_string(p.aliases, '|') ilike ${like})`]
      : []),
    ...(kind ? [sql`p.kind = ${kind}`] : []),
    ...(within ? [sql`(p.parent = ${within} or p.in_parent = ${within} or p.id = ${within})`] : []),
    ...(status ? [sql`p.status = ${status}`] : []),
  ]
  return {
    name: `places ${JSON.stringify([q, kind, within, status])}`,
    columns: sql`p.id as "_id", p.kind, p.name, p.name_hi as "nameHi", p.aliases, p.lat, p.lon, p.status, p.version,
      case when p.parent is not null then json_build_object('_id', p.parent, 'name', p.in_name, 'nameHi', p.in_name_hi) end as parent,
      ${mentors(max)} as mentors, ${families(max)} as families`,
    from: sql`${placed} as p`,
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`,
    id: sql`p.id`,
    sorts: {
      name: { by: sql`lower(p.name)`, type: 'text' },
      mentors: { by: sql`(${mentors(null)})::bigint`, type: 'bigint' },
      families: { by: sql`(${families(null)})::bigint`, type: 'bigint' },
    },
  }
}

/** One place as the list shows it. */
export async function placeRow(db: Db, id: string): Promise<PlaceRow | null> {
  const { columns, from } = placeList({}, null)
  const { rows } = await sql<PlaceRow>`select ${columns} from ${from} where p.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The last name of a removed place; null of any other. */
export async function removedName(db: Db, id: string): Promise<string | null> {
  const removed = db.selectFrom('place').select('name').where('id', '=', id).where('status', '=', 'removed')
  return (await removed.executeTakeFirst())?.name ?? null
}

/** Writes a whole place, over the built-in one or an earlier version. */
export async function putPlace(tx: Transaction, place: Place): Promise<void> {
  const { _id, kind, parent, name, nameHi, aliases, lat, lon, status } = place
  const facts = { parent, name, name_hi: nameHi, aliases, lat, lon, status }
  await tx
    .insertInto('place')
    .values({ id: _id, kind, ...facts })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...facts, version: sql`place.version + 1`, changed_at: sql`now()` }),
    )
    .execute()
}
