import { type Kysely, type RawBuilder, sql } from 'kysely'
import { maxExactTotal, nearbyKm } from '#contract/mentors/limits.ts'
import type { MentorFilter } from '#contract/mentors/mentors.ts'
import { defaultPlacing, type RankingKey, rankingKeys } from '#contract/mentors/ranking.ts'
import type { DB } from '#server/platform/schema.ts'
import { estimateReach, keyTotal, placeKey } from './counts.ts'
import { keyTag, pricedModes, rareGroups, type Terms } from './filter-tags.ts'
import type { Near } from './near.ts'
import { reachesBeyondPlace, type Section, scopeOf, sectionsOf } from './sections.ts'

type Db = Kysely<DB>

/**
 * Position of a mentor in the total order of the list: tier (in range, rest of the place, nearby, far), sort value,
 * then `chord`, the straight-line distance through the earth, which sorts like kilometres.
 */
export type Position = { tier: number; sort: number; chord: number; rating10: number; id: string }
/** Last row of `search_parts` when it gave up before the page was full. */
type Exhausted = Record<Exclude<keyof Position, 'id'>, number | null> & { id: null }
export type SearchHit = { id: string; km: number | null; inRange: boolean | null; position: Position }
/** A search: origin, filter and terms. `isMain`: even online, only mentors of the place. */
export type SearchQuery = { near: Near; filter: MentorFilter; terms: Terms; isMain?: boolean }

const earthKm = 6371

/** Great-circle km; null for a mentor without a location, who is placed outside the earth. */
const kmOf = (chord: number) => (chord > 2 * earthKm ? null : 2 * earthKm * Math.asin(chord / (2 * earthKm)))
const hitOf = (position: Position): SearchHit => {
  const km = kmOf(position.chord)
  return { id: position.id, km, inRange: km === null ? null : position.tier === 0, position }
}
/** Tag numbers by word; they never change. */
const tagNumberCache = new Map<string, number>()
const maxTagNumbers = 20_000

/** Looks up tag numbers, cached. */
async function tagNumbers(db: Db, words: readonly string[]): Promise<(word: string) => number> {
  const missing = [...new Set(words)].filter((word) => !tagNumberCache.has(word))
  if (tagNumberCache.size > maxTagNumbers) tagNumberCache.clear()
  if (missing.length > 0) {
    const { rows } = await sql<{ word: string; tag: number }>`
      select word, search_tag(word) as tag from unnest(${missing}::text[]) as w(word)`.execute(db)
    for (const { word, tag } of rows) tagNumberCache.set(word, tag)
  }
  const found = new Map(words.map((word) => [word, tagNumberCache.get(word) ?? 0]))
  return (word) => found.get(word) ?? 0
}
const tagArray = (number: (word: string) => number, words: readonly string[]) => sql`${words.map(number)}::int[]`

/** Tag numbers of every word in a search. */
function numbersOf(db: Db, query: SearchQuery) {
  const { near, terms } = query
  const scope = scopeOf(query)
  const places = [near.place?.tag, scope.place].flatMap((one) => one ?? [])
  return tagNumbers(db, [...terms.keys, ...terms.need, ...terms.groups.flat(), ...places])
}
const pointOf = ({ lat, lon }: Near) => sql`${lat}::float8, ${lon}::float8`
/** Filters that entries contain and those they do not, in the parameter order of the SQL functions. */
const entryFilters = ({ terms }: SearchQuery, number: (word: string) => number, modes: RawBuilder<unknown> | null) =>
  sql`${terms.rating10}::int2, ${terms.minPaise}::int, ${terms.maxPaise}::int, ${terms.all}::int | search_name_bits(${tagArray(number, terms.need)}),
    ${modes ? sql`${modes},` : sql``} ${terms.days}::int, ${tagArray(number, terms.need)},
    ${terms.groups[0] ? tagArray(number, terms.groups[0]) : sql`null::int[]`}, ${terms.priced}::int[]`

/**
 * Strategies with the same result: read a few entries; page lane by lane; better rankings first and the rest lane by
 * lane; tags only.
 */
export type Strategy = 'few' | 'page' | 'mixed' | 'tags'
/**
 * Rows that may fail to match per mark. Filters outside the entries cost a row lookup each, so fewer misses are
 * allowed. For names, entries contain a bit and the frequency is known: four expected hits per mark. Passing over
 * mentors of the city is almost free.
 */
const missesPerMark = ({ need, groups, priced, nameShare }: Terms, section: Section) => {
  if (groups.length > 0 || priced || section.need || need.some((tag) => !tag.startsWith('name:'))) return 8
  return Math.max(section.without ? 512 : 64, Math.round(4 / nameShare))
}

/** A part of the list in order, and how it is read. */
type Part = Section & { from: number; to: number; few: boolean }

const lastRanking = 99
/**
 * Up to this many entries are read at once instead of lane by lane. With filters a lane yields less, and each row
 * lookup costs as much as ten entries.
 */
const readLimits = { plain: 800, filtered: 600, looked: 100, better: 20_000, rest: 2500, tags: 3000 }

const whole = (section: Section, few: boolean): Part => ({ ...section, from: 1, to: lastRanking, few })
const mixed = (section: Section, few: boolean): Part[] => [
  { ...section, from: 1, to: defaultPlacing - 1, few: true },
  // A quarter of the mentors rank before the default.
  { ...section, from: defaultPlacing, to: lastRanking, few },
]

/** Parts of the list, each with the cheapest strategy; none when reading by tags is cheapest. */
async function partsOf(db: Db, query: SearchQuery): Promise<Part[]> {
  const { near, terms } = query
  if (terms.isRare || terms.groups.length > 1) return []
  const parts: Part[] = []
  for (const section of sectionsOf(query)) {
    const reach = await estimateReach(db, near, section, terms.keys)
    if (terms.need.length > 0 || terms.groups.length > 0 || terms.priced || section.need) {
      const all = section.place || section.need ? reach.out : reach.inRange + reach.out
      if (all <= readLimits.tags) return []
      parts.push(whole(section, false))
    } else parts.push(...partsFor(section, section.in ? reach.inRange : reach.out, terms))
  }
  return parts
}

function partsFor(section: Section, entries: number, terms: Terms): Part[] {
  const isFiltered = terms.rating10 + terms.minPaise + terms.all + section.modes + terms.days > 0
  if (section.without) return [whole(section, entries <= readLimits.looked)]
  if (entries <= (isFiltered ? readLimits.filtered : readLimits.plain)) return [whole(section, true)]
  if (!isFiltered || entries > readLimits.better) return [whole(section, false)]
  return mixed(section, entries <= readLimits.rest)
}

const partsByStrategy = (query: SearchQuery, strategy: Strategy): Part[] =>
  strategy === 'tags'
    ? []
    : sectionsOf(query).flatMap((section) =>
        strategy === 'mixed' ? mixed(section, false) : [whole(section, strategy === 'few')],
      )

/** Parts as `search_parts` reads them. */
const partRows = (parts: readonly Part[], { terms }: SearchQuery, number: (word: string) => number) =>
  JSON.stringify(
    parts.map((part) => ({
      ...part,
      place: part.place === null ? 0 : number(part.place),
      need: part.need && number(part.need),
      without: part.without && number(part.without),
      step: missesPerMark(terms, part),
    })),
  )

/**
 * One page of mentors after a position: by tier, then ranking (or the chosen sort), distance, rating, id. The order is
 * total, so pages neither overlap nor skip. `total` decides how other sorts are executed; the strategy is chosen unless
 * given.
 */
export async function searchPage(
  db: Db,
  query: SearchQuery,
  after: Position | null,
  total: number | null,
  strategy: Strategy | null = null,
): Promise<{ found: SearchHit[]; more: boolean }> {
  const { near, filter, terms } = query
  const positions: Position[] = []
  const parts = filter.sort !== 'best' ? [] : strategy ? partsByStrategy(query, strategy) : await partsOf(db, query)
  let isSpent = parts.length === 0
  if (!isSpent) {
    const number = await numbersOf(db, query)
    const { rows } = await sql<Position | Exhausted>`
      select id, tier, ranking as sort, distance as chord, rating as rating10 from search_parts(
        ${partRows(parts, query, number)}::jsonb, ${filter.limit}::int, ${tagArray(number, terms.keys)}, ${pointOf(near)}, ${entryFilters(query, number, null)},
        ${after?.tier ?? null}::int2, ${after?.sort ?? null}::int2, ${after?.chord ?? null}::float8, ${after?.rating10 ?? null}::int2, ${after?.id ?? null}::uuid)`.execute(
      db,
    )
    for (const row of rows) {
      if (row.id === null) isSpent = true
      else positions.push(row)
    }
  }
  if (isSpent && positions.length <= filter.limit) {
    const rest = filter.limit + 1 - positions.length
    positions.push(...(await sortedPage(db, query, positions.at(-1) ?? after, rest, total)))
  }
  return { found: positions.slice(0, filter.limit).map(hitOf), more: positions.length > filter.limit }
}

/**
 * Monthly price in paise that a price filter compares: the lowest among the chosen modes, homeTuition when none is
 * chosen.
 */
const priceOf = (terms: Pick<Terms, 'priced'>) =>
  terms.priced ? sql`(select min(s.prices[i]) from unnest(${terms.priced}::int[]) as i)` : sql`s.prices[1]`

const chordFrom = (near: Near) => sql`s.pos <-> search_point(${pointOf(near)})`

/** The filter over whole rows, for rare combinations and other sorts. */
async function conditions(db: Db, query: SearchQuery): Promise<RawBuilder<unknown>> {
  const { near, filter, terms } = query
  const scope = scopeOf(query)
  const place = reachesBeyondPlace(query) ? null : near.place?.tag
  // Every mentor has the key without class and subject.
  const groups = [...rareGroups(filter, terms), ...(place ? [[place]] : [])].filter(
    (group) => group[0] !== keyTag('', ''),
  )
  const number = await tagNumbers(db, [...groups.flat(), ...(scope.without ? [scope.without] : [])])
  const all = groups.map((group) =>
    group.length === 1 ? sql`s.tags @> ${tagArray(number, group)}` : sql`s.tags && ${tagArray(number, group)}`,
  )
  if (terms.rating10 > 0) all.push(sql`s.rating10 >= ${terms.rating10}::int2`)
  if (terms.minPaise > 0) all.push(sql`${priceOf(terms)} between ${terms.minPaise}::int and ${terms.maxPaise}::int`)
  if (scope.without) all.push(sql`not s.tags @> ${tagArray(number, [scope.without])}`)
  if (scope.beyond !== null) all.push(sql`${chordFrom(near)} > search_chord(${scope.beyond}::float8)`)
  all.push(sql`${chordFrom(near)} <= search_chord(${scope.within}::float8)`)
  return sql.join(all, sql` and `)
}

const sortColumns = (filter: MentorFilter) =>
  ({
    best: sql`s.ranking::float8`,
    distance: sql`0::float8`,
    price: sql`coalesce(${priceOf({ priced: pricedModes(filter) })}, 1000000000)::float8`,
    rating: sql`-s.rating_weighed::float8`,
  })[filter.sort]

/** Tier of a row, matching its section. */
async function tierOf(db: Db, { near }: SearchQuery): Promise<RawBuilder<unknown>> {
  const chord = chordFrom(near)
  const beyond = sql`case when ${chord} <= search_chord(${nearbyKm}::float8) then 2 else 3 end`
  if (!near.place) return sql`case when ${chord} <= s.reach then 0 else ${beyond} end`
  const place = sql`${(await tagNumbers(db, [near.place.tag]))(near.place.tag)}::int`
  const home = near.place.isKeyed ? place : sql`null::int`
  return sql`case when not s.tags @> array[${place}] then ${beyond} when ${inRangeAt(chord, sql`s.reach`, home)} then 0 else 1 end`
}

/** Whether a distance is in range; "anywhere" covers exactly the mentor's own city. */
export const inRangeAt = (distance: RawBuilder<unknown>, reach: RawBuilder<unknown>, place: RawBuilder<unknown>) =>
  sql`(${distance} <= ${reach} or (s.range_km = 'infinity' and s.lives = ${place}))`

/** The column of each key, and its value in a position. `search_parts` has the same order in SQL. */
const orderColumns: Record<
  RankingKey,
  { column: RawBuilder<unknown>; value: (after: Position) => RawBuilder<unknown> }
> = {
  reach: { column: sql`tier`, value: ({ tier }) => sql`${tier}::int` },
  placing: { column: sql`sort`, value: ({ sort }) => sql`${sort}::float8` },
  distance: { column: sql`chord`, value: ({ chord }) => sql`${chord}::float8` },
  rating: { column: sql`-rating10`, value: ({ rating10 }) => sql`${-rating10}::int` },
}
const columnOrder = sql.join([...rankingKeys.map((key) => orderColumns[key].column), sql`id`])

/** Sorts all matching mentors. Above the cap, sorts other than `best` consider only the nearest ones of each key. */
async function sortedPage(db: Db, query: SearchQuery, after: Position | null, limit: number, total: number | null) {
  const { near, filter, terms } = query
  const isMany = filter.sort !== 'best' && total !== null && total > maxExactTotal
  const { place, within } = scopeOf(query)
  const number = await numbersOf(db, query)
  const nearest = isMany
    ? sql`s.mentor_id in (select search_nearest(${keysIn(place, terms, number)}, ${pointOf(near)}, ${within}::float8)) and`
    : sql``
  const position =
    after && sql.join([...rankingKeys.map((key) => orderColumns[key].value(after)), sql`${after.id}::uuid`])
  const cursor = position ? sql`where (${columnOrder}) > (${position})` : sql``
  const { rows } = await sql<Position>`
    with found as (
      select s.mentor_id as id, ${await tierOf(db, query)} as tier, ${sortColumns(filter)} as sort, s.rating10::int, ${chordFrom(near)} as chord
      from mentor_search s where ${nearest} ${await conditions(db, query)})
    select id, tier, sort, chord, rating10 from found ${cursor}
    order by ${columnOrder} limit ${limit}`.execute(db)
  return rows
}

const keysIn = (place: string | null, terms: Terms, number: (word: string) => number) =>
  sql`array(select ${placeKey(sql`${place === null ? 0 : number(place)}`, sql`k`)} from unnest(${tagArray(number, terms.keys)}) as k)`

/** The key of a search for one key and one place, whose total is precomputed; else undefined. */
const plainKey = ({ terms }: SearchQuery, { beyond, within }: { beyond: number | null; within: number }) =>
  beyond === null &&
  within >= 1e6 &&
  terms.need.length + terms.groups.length + terms.rating10 + terms.minPaise + terms.all + terms.days === 0
    ? terms.keys.length === 1
      ? terms.keys[0]
      : undefined
    : undefined

/** Number of matching mentors: exact up to the cap, else cap + 1. */
export async function countFound(db: Db, query: SearchQuery): Promise<number> {
  const { near, terms } = query
  const scope = scopeOf(query)
  const key = plainKey(query, scope)
  if (key !== undefined && scope.modes === 0 && (scope.place || scope.need))
    return Math.min(maxExactTotal + 1, await keyTotal(db, scope, key))
  // Common names exceed the cap quickly; rare ones have short tag lists.
  if (terms.nameShare === 1 && !scope.need && (await partsOf(db, query)).length > 0) {
    const number = await numbersOf(db, query)
    const { rows } = await sql<{ n: number | null }>`
      select search_total(${keysIn(scope.place, terms, number)}, ${pointOf(near)}, ${scope.beyond}::float8, ${scope.within}::float8,
        ${entryFilters(query, number, sql`${scope.modes}::int`)}, ${scope.without === null ? null : number(scope.without)}::int) as n`.execute(
      db,
    )
    const n = rows[0]?.n
    if (typeof n === 'number') return n
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from mentor_search s where ${await conditions(db, query)} limit ${maxExactTotal + 1}) as capped`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
