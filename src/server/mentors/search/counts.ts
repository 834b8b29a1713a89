import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { cities } from '#server/reference/places/places.ts'
import type { Near } from './near.ts'
import type { Scope } from './sections.ts'

const cacheMs = 30_000
const maxCached = 2_000
const radians = Math.PI / 180

/** Keeps answers of a database for half a minute. */
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

/** Cities whose middle lies so near. */
export function citiesNear(near: Near, km: number): string[] {
  const kmOf = (city: { lat: number; lon: number }) =>
    111.2 * Math.hypot(city.lat - near.lat, (city.lon - near.lon) * Math.cos(near.lat * radians))
  return cities.filter((city) => kmOf(city) <= km).map((city) => city.name)
}

/** The number of a key of a place, as entries and counts have it. */
export const placeKey = (place: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`(${place}::bigint << 32) + ${key}`

/** About how many entries of a place, or of those who teach online, have one of these keys; exact with one key alone. */
export async function countEntries(db: Db, place: string, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(c.n), 0)::int as n from unnest(${[...keys]}::text[]) as k(word)
    join search_count c on c.key = ${placeKey(sql`search_tag(${place})`, sql`search_tag(k.word)`)} and c.city = ''`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** How many have a key in a place and nothing else is asked; without somebody's place, those who teach online there count less. */
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

/** About how many mentors a question around a point can reach, before other filters: in range, and out of it. */
export type Reach = { inRange: number; out: number }
/** The widest range, and half a city. */
const inRangeKm = 40
const reachCache = cachePerDatabase<Reach>()
const entryCache = cachePerDatabase<number>()

/** About how many entries with one of these keys are to be read for a question, by where they are looked for. */
export async function estimateReach(db: Db, near: Near, among: Scope, keys: readonly string[]): Promise<Reach> {
  const place = among.place ?? among.need
  if (place) {
    const n = await entryCache(db, JSON.stringify([place, keys]), () => countEntries(db, place, keys))
    return { inRange: n, out: n }
  }
  const [close, all] = [citiesNear(near, inRangeKm), citiesNear(near, among.within)]
  return await reachCache(db, JSON.stringify([keys, close, all]), async () => {
    const { rows } = await sql<Reach>`
      select coalesce(sum(c.n) filter (where c.city = any(${close}::text[])), 0)::int as "inRange", coalesce(sum(c.n), 0)::int as out
      from unnest(${[...keys]}::text[]) as k(word) join search_count c on c.key = search_tag(k.word) and c.city = any(${all}::text[])`.execute(
      db,
    )
    return rows[0] ?? { inRange: Infinity, out: Infinity }
  })
}
