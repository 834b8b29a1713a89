import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { cities } from '#server/reference/places/places.ts'
import type { Near } from './near.ts'
import type { Scope } from './sections.ts'

const cacheMs = 30_000
const maxCached = 2_000
const radians = Math.PI / 180

/** Caches results per database for half a minute. */
export function cachePerDatabase<T>() {
  const all = new WeakMap<Db, Map<string, { until: number; answer: Promise<T> }>>()
  return async (db: Db, name: string, read: () => Promise<T>): Promise<T> => {
    const mine = all.get(db) ?? new Map<string, { until: number; answer: Promise<T> }>()
    all.set(db, mine)
    const known = mine.get(name)
    if (known && known.until > Date.now()) return await known.answer
    if (mine.size >= maxCached) mine.clear()
    const answer = read()
    answer.catch(() => mine.delete(name))
    mine.set(name, { until: Date.now() + cacheMs, answer })
    return await answer
  }
}

/** Cities whose centre is within this distance. */
export function citiesNear(near: Near, km: number): string[] {
  const kmOf = (city: { lat: number; lon: number }) =>
    111.2 * Math.hypot(city.lat - near.lat, (city.lon - near.lon) * Math.cos(near.lat * radians))
  return cities.filter((city) => kmOf(city) <= km).map((city) => city.name)
}

/** Index key of a tag in a place. */
export const placeKey = (place: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`(${place}::bigint << 32) + ${key}`

/** Approximate number of entries of a place with one of these keys; exact for a single key. */
async function countEntries(db: Db, place: string, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(c.n), 0)::int as n from unnest(${[...keys]}::text[]) as k(word)
    join search_count c on c.key = ${placeKey(sql`search_tag(${place})`, sql`search_tag(k.word)`)} and c.city = ''`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Number of mentors with a key in a place; with `without`, excludes that place's online mentors. */
export async function keyTotal(db: Db, { place, need, without }: Scope, key: string): Promise<number> {
  const all = await countEntries(db, place ?? need ?? '', [key])
  if (without === null || all === 0) return all
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from search_count
    where key = ${placeKey(sql`search_tag(${without})`, sql`search_tag(${key})`)} and city = '' and kind in (1, 3)`.execute(
    db,
  )
  return all - (rows[0]?.n ?? 0)
}

/** Approximate number of mentors a search around a point reaches before other filters: in range and out of it. */
export type Reach = { inRange: number; out: number }
/** Maximum range plus half a city. */
const inRangeKm = 40
const reachCache = cachePerDatabase<Reach>()
const entryCache = cachePerDatabase<number>()

/** Approximate number of entries to read for a search, by scope. */
export async function estimateReach(db: Db, near: Near, scope: Scope, keys: readonly string[]): Promise<Reach> {
  const place = scope.place ?? scope.need
  if (place) {
    const n = await entryCache(db, JSON.stringify([place, keys]), () => countEntries(db, place, keys))
    return { inRange: n, out: n }
  }
  const close = citiesNear(near, inRangeKm)
  const all = citiesNear(near, scope.within)
  return await reachCache(db, JSON.stringify([keys, close, all]), async () => {
    const { rows } = await sql<Reach>`
      select coalesce(sum(c.n) filter (where c.city = any(${close}::text[])), 0)::int as "inRange", coalesce(sum(c.n), 0)::int as out
      from unnest(${[...keys]}::text[]) as k(word) join search_count c on c.key = search_tag(k.word) and c.city = any(${all}::text[])`.execute(
      db,
    )
    return rows[0] ?? { inRange: Infinity, out: Infinity }
  })
}
