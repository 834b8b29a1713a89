import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Weekday, weekdays } from '#contract/catalogue.ts'
import { defaultPoint, priceFilter, totalCap } from '#contract/limits.ts'
import type { MentorFilter } from '#contract/mentors.ts'
import { paise } from '#contract/money.ts'
import { findArea, findCity } from '#server/places/gazetteer.ts'
import type { DB } from '#server/platform/schema.ts'

/** Where distance is measured from. A browser's own position is snapped, so that no home can be found by asking. */
export type Near = {
  lat: number
  lon: number
  label: string
  labelHi: string
  from: 'area' | 'city' | 'point' | 'default'
}

const gridDegrees = 0.0027 // 300 m

export function nearOf(place: {
  area?: string | undefined
  city?: string | undefined
  lat?: number | undefined
  lon?: number | undefined
}): Near {
  const area = place.area ? findArea(place.area, place.city) : null
  if (area) return { lat: area.lat, lon: area.lon, label: area.name, labelHi: area.nameHi, from: 'area' }
  if (place.lat !== undefined && place.lon !== undefined) {
    const snap = (degrees: number) => Math.round(Math.round(degrees / gridDegrees) * gridDegrees * 1e6) / 1e6
    return { lat: snap(place.lat), lon: snap(place.lon), label: '', labelHi: '', from: 'point' }
  }
  const city = place.city ? findCity(place.city) : null
  if (city) return { lat: city.lat, lon: city.lon, label: city.name, labelHi: city.nameHi, from: 'city' }
  const fallback = findCity(defaultPoint.city)
  return { ...defaultPoint, label: defaultPoint.city, labelHi: fallback?.nameHi ?? defaultPoint.city, from: 'default' }
}

/** The place of a card in the list's total order. */
export type Position = { out: boolean; sort: number; km: number; rating: number; id: string }
export type Found = { id: string; km: number | null; inRange: boolean | null; position: Position }

const expandDays = (days: readonly string[]): Weekday[] =>
  weekdays.filter((day, i) => days.includes(day) || days.includes(i < 5 ? 'weekdays' : 'weekend'))

/** The monthly price (paise) a price filter looks at: the lowest among the chosen modes, homeTuition when none is. */
function priceOf(filter: MentorFilter): RawBuilder<number | null> {
  const modes = filter.mode?.length ? filter.mode : ['homeTuition']
  return sql<number | null>`(select min(value::int) from jsonb_each_text(s.prices) where key = any(${modes}::text[]))`
}

function conditions(filter: MentorFilter, near: Near): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = []
  const subjects = filter.subject ?? []
  const keys = subjects.length
    ? subjects.map((one) => `${filter.class ?? ''}:${one}`)
    : filter.class
      ? [`${filter.class}:`]
      : []
  if (keys.length) all.push(sql`s.keys && ${keys}::text[]`)
  if (filter.tier) all.push(sql`s.tier = ${filter.tier}`)
  if (filter.q) all.push(sql`s.name ilike ${`%${filter.q.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (filter.state) all.push(sql`lower(s.state) = lower(${filter.state})`)
  if (filter.mode?.length) {
    all.push(sql`(s.prices ?| ${filter.mode}::text[] or (s.online and 'online' = any(${filter.mode}::text[])))`)
  }
  const [min, max] = [filter.min ?? priceFilter.min, filter.max ?? priceFilter.max]
  if (min > priceFilter.min || max < priceFilter.max) {
    // The top of the slider means no upper bound.
    all.push(sql`${priceOf(filter)} >= ${paise(min)}`)
    if (max < priceFilter.max) all.push(sql`${priceOf(filter)} <= ${paise(max)}`)
  }
  if (filter.board) all.push(sql`${filter.board} = any(s.boards)`)
  if (filter.gender) all.push(sql`s.gender = ${filter.gender}`)
  if (filter.days?.length) all.push(sql`s.days && ${expandDays(filter.days)}::text[]`)
  if (filter.language) all.push(sql`${filter.language} = any(s.languages)`)
  if (filter.rating) all.push(sql`s.rating >= ${filter.rating}`)
  // A whole state without a place inside it has no middle to measure from.
  if (filter.state && near.from === 'default') return sql.join(all, sql` and `)
  // Nearby, or online; a box on the indexed columns keeps far rows out before any distance is computed.
  const latSpan = filter.within / 111
  const lonSpan = latSpan / Math.cos((near.lat * Math.PI) / 180)
  all.push(sql`(s.online or (s.lat between ${near.lat - latSpan} and ${near.lat + latSpan}
    and s.lon between ${near.lon - lonSpan} and ${near.lon + lonSpan}
    and distance_km(s.lat, s.lon, ${near.lat}, ${near.lon}) <= ${filter.within}))`)
  return sql.join(all, sql` and `)
}

/** What comes between range and distance in the order, for each way of sorting. */
function sortColumn(filter: MentorFilter): RawBuilder<number> {
  const columns = {
    best: sql<number>`s.ranking::float8`,
    distance: sql<number>`0::float8`,
    price: sql<number>`coalesce(${priceOf(filter)}, 100000000)::float8`,
    rating: sql<number>`-coalesce(s.rating, 0)::float8`,
  }
  return columns[filter.sort]
}

/**
 * One page of mentors: in range first, then ranking (or the chosen sort), distance, rating, id. Total order, so a
 * page goes on exactly after the position before it.
 */
export async function searchPage(
  db: Kysely<DB>,
  near: Near,
  filter: MentorFilter,
  after: Position | null,
): Promise<{ found: Found[]; more: boolean }> {
  const cursor = after
    ? sql`where (out, sort, km, -rating, id) > (${after.out}, ${after.sort}::float8, ${after.km}::float8, ${-after.rating}::float8, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{
    id: string
    out: boolean
    sort: number
    km: number
    rating: number
    online: boolean
    placed: boolean
  }>`
    with found as (
      select s.mentor_id as id, ${sortColumn(filter)} as sort, coalesce(s.rating, 0)::float8 as rating, s.online,
        s.lat is not null as placed, coalesce(distance_km(s.lat, s.lon, ${near.lat}, ${near.lon}), 20000) as km, s.range_km
      from mentor_search s where ${conditions(filter, near)}),
    placed as (select *, km > range_km or not placed as out from found)
    select id, sort, km, rating, out, online, placed from placed ${cursor}
    order by out, sort, km, -rating, id limit ${filter.limit + 1}`.execute(db)
  const found = rows.slice(0, filter.limit).map(
    (row): Found => ({
      id: row.id,
      km: row.placed ? row.km : null,
      inRange: row.placed ? !row.out : null,
      position: { out: row.out, sort: row.sort, km: row.km, rating: row.rating, id: row.id },
    }),
  )
  return { found, more: rows.length > filter.limit }
}

/** How many mentors fit, counted up to the cap. */
export async function countFound(db: Kysely<DB>, near: Near, filter: MentorFilter) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from mentor_search s where ${conditions(filter, near)} limit ${totalCap + 1}) as capped`.execute(
    db,
  )
  const n = rows[0]?.n ?? 0
  return n > totalCap ? { atLeast: totalCap } : n
}
