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

/** Cities whose middle lies within the list's reach; for a whole state its own. */
export function citiesNear(near: Near, filter: MentorFilter): string[] {
  if (near.isWide)
    return cities.filter((city) => city.state.toLowerCase() === filter.state?.toLowerCase()).map((city) => city.name)
  const kmOf = (city: { lat: number; lon: number }) =>
    111.2 * Math.hypot(city.lat - near.lat, (city.lon - near.lon) * Math.cos(near.lat * radians))
  const named = filter.city ? findCity(filter.city)?.name : undefined
  return cities.filter((city) => city.name === named || kmOf(city) <= filter.within).map((city) => city.name)
}

const kept = keptFor<number>()

/** About how many mentors with one of these keys the list can reach from a point, before other filters. */
export async function entriesWithin(
  db: Db,
  near: Near,
  filter: MentorFilter,
  keys: readonly string[],
): Promise<number> {
  if (near.isWide) return Infinity
  const places = citiesNear(near, filter)
  return await kept(db, JSON.stringify([keys, places]), async () => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(c.n), 0)::int as n from unnest(${[...keys]}::text[]) as k(word) join search_count c on c.key = search_tag(k.word)
      where (c.city = any(${places}::text[]) and not c.online) or (c.city = '' and c.online)`.execute(db)
    return rows[0]?.n ?? 0
  })
}

const keptOnline = keptFor<number>()

/** How many mentors who teach online have the commonest of these keys. */
export async function onlineWith(db: Db, keys: readonly string[]): Promise<number> {
  return await keptOnline(db, keys.join(), async () => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(max(c.n), 0)::int as n from unnest(${[...keys]}::text[]) as k(word)
      join search_count c on c.key = search_tag(k.word) and c.city = '' and c.online`.execute(db)
    return rows[0]?.n ?? 0
  })
}
