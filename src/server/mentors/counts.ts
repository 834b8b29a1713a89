import { sql } from 'kysely'
import type { MentorFilter } from '#contract/mentors.ts'
import { cities, findCity } from '#server/places/gazetteer.ts'
import type { Db } from '#server/platform/database.ts'
import type { Near } from './near.ts'

const keptMs = 30_000
const keptMost = 2_000
const radians = Math.PI / 180

/** Keeps answers of a database for half a minute. */
export function keptFor<T>() {
  const all = new WeakMap<Db, Map<string, { until: number; answer: Promise<T> }>>()
  return async (db: Db, name: string, read: () => Promise<T>): Promise<T> => {
    const mine = all.get(db) ?? new Map<string, { until: number; answer: Promise<T> }>()
    all.set(db, mine)
    const known = mine.get(name)
    if (known && known.until > Date.now()) return await known.answer
    if (mine.size >= keptMost) mine.clear()
    const answer = read()
    answer.catch(() => mine.delete(name))
    mine.set(name, { until: Date.now() + keptMs, answer })
    return await answer
  }
}

/** Cities whose middle lies so near; for a whole state its own. */
export function citiesNear(near: Near, filter: MentorFilter, km: number): string[] {
  if (near.isWide)
    return cities.filter((city) => city.state.toLowerCase() === filter.state?.toLowerCase()).map((city) => city.name)
  const kmOf = (city: { lat: number; lon: number }) =>
    111.2 * Math.hypot(city.lat - near.lat, (city.lon - near.lon) * Math.cos(near.lat * radians))
  const named = filter.city ? findCity(filter.city)?.name : undefined
  return cities.filter((city) => city.name === named || kmOf(city) <= km).map((city) => city.name)
}

/** About how many mentors a question can reach, before other filters: in range, and out of it. */
export type Reach = { inRange: number; out: number }
const nowhere: Reach = { inRange: Infinity, out: Infinity }
/** The widest range, and half a city. */
const inRangeKm = 40
const kept = keptFor<Reach>()

/** About how many entries with one of these keys lie within reach of a point; kinds as in migrations/0007-search.sql. */
export async function entriesWithin(db: Db, near: Near, filter: MentorFilter, keys: readonly string[]): Promise<Reach> {
  if (near.isWide) return nowhere
  const [close, places] = [citiesNear(near, filter, inRangeKm), citiesNear(near, filter, filter.within)]
  return await kept(db, JSON.stringify([keys, close, places]), async () => {
    const { rows } = await sql<Reach>`
      select coalesce(sum(c.n) filter (where p.close), 0)::int as "inRange", coalesce(sum(c.n) filter (where not p.close), 0)::int as out
      from unnest(${[...keys]}::text[]) as k(word) cross join (
        select city, kind, true as close from unnest(${close}::text[]) as city cross join (values (0), (1)) as t(kind)
        union all select city, 2, true from unnest(${places}::text[]) as city
        union all select city, 0, false from unnest(${places}::text[]) as city
        union all values ('', 3, true), ('', 1, false)) as p
      join search_count c on c.key = search_tag(k.word) and c.city = p.city and c.kind = p.kind`.execute(db)
    return rows[0] ?? nowhere
  })
}

const keptOnline = keptFor<number>()

/** How many mentors who teach online have the commonest of these keys. */
export async function onlineWith(db: Db, keys: readonly string[]): Promise<number> {
  return await keptOnline(db, keys.join(), async () => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(max(n), 0)::int as n from (
        select sum(c.n) as n from unnest(${[...keys]}::text[]) as k(word)
        join search_count c on c.key = search_tag(k.word) and c.city = '' and c.kind in (1, 3) group by c.key) as of_key`.execute(
      db,
    )
    return rows[0]?.n ?? 0
  })
}
