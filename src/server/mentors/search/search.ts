import { type RawBuilder, sql } from 'kysely'
import { maxExactTotal, nearbyKm } from '#contract/mentors/limits.ts'
import type { MentorFilter } from '#contract/mentors/mentors.ts'
import { type RankingKey, rankingKeys } from '#contract/mentors/ranking.ts'
import type { Db } from '#server/platform/database.ts'
import { prepared } from '#server/platform/prepared.ts'
import { placeKey } from './counts.ts'
import { keyTag, pricedModes, rareGroups, type Terms } from './filter-tags.ts'
import type { Near } from './near.ts'
import { type Part, partRows, partsByStrategy, partsOf, type Strategy } from './parts.ts'
import { reachesBeyondPlace, type SearchQuery, scopeOf } from './sections.ts'
import { tagArray, tagNumbers } from './tags.ts'
import { plainTotal } from './totals.ts'

/**
 * Position of a mentor in the total order of the list: tier (in range, rest of the place, nearby, far), sort value,
 * then `chord`, the straight-line distance through the earth, which sorts like kilometres.
 */
export type Position = { tier: number; sort: number; chord: number; rating10: number; id: string }
/** `card`: its public card as JSON, if asked for. */
type Row = Position & { card: string | null }
export type SearchHit = { id: string; km: number | null; inRange: boolean | null; position: Position }

const earthKm = 6371

/** Great-circle km; null for a mentor without a location, who is placed outside the earth. */
const kmOf = (chord: number) => (chord > 2 * earthKm ? null : 2 * earthKm * Math.asin(chord / (2 * earthKm)))
const hitOf = ({ tier, sort, chord, rating10, id }: Position): SearchHit => {
  const km = kmOf(chord)
  return { id, km, inRange: km === null ? null : tier === 0, position: { tier, sort, chord, rating10, id } }
}
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

/** What a statement reads beside the positions. */
type Wish = { cards: boolean; total: boolean }
const cardOf = (wish: Wish) =>
  wish.cards ? sql`(select c.card::text from mentor_card c where c.mentor_id = f.id)` : sql`null::text`

/** Mentors of some parts; `total` is null if not wished for or too expensive to count from the entries. */
async function readParts(db: Db, query: SearchQuery, after: Position | null, parts: readonly Part[], wish: Wish) {
  const { near, filter, terms } = query
  const number = await numbersOf(db, query)
  // The outer row carries the total when nobody is found.
  const { rows } = await sql<{ [K in keyof Row]: Row[K] | null } & { total: number | null }>`${prepared}
    select f.id, f.tier, f.ranking as sort, f.distance as chord, f.rating as rating10, ${cardOf(wish)} as card, ${wish.total ? entryTotal(query, number) : sql`null::int`} as total
    from (select) as one left join search_parts(
      ${partRows(parts, query, number)}::jsonb, ${filter.limit}::int, ${tagArray(number, terms.keys)}, ${pointOf(near)}, ${entryFilters(query, number, null)},
      ${after?.tier ?? null}::int2, ${after?.sort ?? null}::int2, ${after?.chord ?? null}::float8, ${after?.rating10 ?? null}::int2, ${after?.id ?? null}::uuid) as f on true`.execute(
    db,
  )
  const found = rows.filter((row): row is Row & { total: number | null } => row.id !== null)
  // A last row without an id says that it gave up before the page was full.
  return { found, isSpent: rows.at(-1)?.id === null && rows.at(-1)?.tier !== null, total: rows[0]?.total ?? null }
}

/** A page from some parts, and from the tags where they gave up. */
async function readPage(
  db: Db,
  query: SearchQuery,
  after: Position | null,
  parts: readonly Part[],
  total: number | null,
  wish: Wish,
) {
  const { limit } = query.filter
  const read =
    parts.length > 0 ? await readParts(db, query, after, parts, wish) : { found: [], isSpent: true, total: null }
  const rows: Row[] = read.found
  if (read.isSpent && rows.length <= limit)
    rows.push(...(await sortedPage(db, query, rows.at(-1) ?? after, limit + 1 - rows.length, total, wish)))
  return { rows: rows.slice(0, limit), more: rows.length > limit, total: read.total }
}

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
  const parts =
    query.filter.sort !== 'best' ? [] : strategy ? partsByStrategy(query, strategy) : await partsOf(db, query)
  const { rows, more } = await readPage(db, query, after, parts, total, { cards: false, total: false })
  return { found: rows.map(hitOf), more }
}

/** The same with cards and, unless `known`, the total: in one statement, unless matches are rare. */
export async function searchCards(db: Db, query: SearchQuery, after: Position | null, known: number | null) {
  const isBest = query.filter.sort === 'best'
  const parts = isBest ? await partsOf(db, query) : []
  const counts = known === null && countsEntries(query, parts)
  // Other sorts need the total first.
  const first = known ?? (isBest ? null : await countOthers(db, query, await partsOf(db, query)))
  const [page, counted] = await Promise.all([
    readPage(db, query, after, parts, first, { cards: true, total: counts }),
    first ?? (counts ? null : countMatches(db, query)),
  ])
  return {
    found: page.rows.flatMap((row) => (row.card === null ? [] : [{ ...hitOf(row), card: row.card }])),
    more: page.more,
    total: counted ?? page.total ?? (await countMatches(db, query)),
  }
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
async function sortedPage(
  db: Db,
  query: SearchQuery,
  after: Position | null,
  limit: number,
  total: number | null,
  wish: Wish,
) {
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
  const { rows } = await sql<Row>`
    with found as (
      select s.mentor_id as id, ${await tierOf(db, query)} as tier, ${sortColumns(filter)} as sort, s.rating10::int, ${chordFrom(near)} as chord
      from mentor_search s where ${nearest} ${await conditions(db, query)})
    select id, tier, sort, chord, rating10, ${cardOf(wish)} as card from found as f ${cursor}
    order by ${columnOrder} limit ${limit}`.execute(db)
  return rows
}

const keysIn = (place: string | null, terms: Terms, number: (word: string) => number) =>
  sql`array(select ${placeKey(sql`${place === null ? 0 : number(place)}`, sql`k`)} from unnest(${tagArray(number, terms.keys)}) as k)`

/** Whether entries are counted. Common names exceed the cap quickly; rare ones have short tag lists. */
const countsEntries = (query: SearchQuery, parts: readonly Part[]) =>
  query.terms.nameShare === 1 && !scopeOf(query).need && parts.length > 0

/** Number of matching entries up to the cap; null when too many that do not match would be read. */
const entryTotal = (query: SearchQuery, number: (word: string) => number) => {
  const scope = scopeOf(query)
  return sql`(select search_total(${keysIn(scope.place, query.terms, number)}, ${pointOf(query.near)}, ${scope.beyond}::float8, ${scope.within}::float8,
    ${entryFilters(query, number, sql`${scope.modes}::int`)}, ${scope.without === null ? null : number(scope.without)}::int))`
}

async function countMatches(db: Db, query: SearchQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from mentor_search s where ${await conditions(db, query)} limit ${maxExactTotal + 1}) as capped`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

async function countOthers(db: Db, query: SearchQuery, parts: readonly Part[]): Promise<number> {
  if (countsEntries(query, parts)) {
    const { rows } = await sql<{
      n: number | null
    }>`select ${entryTotal(query, await numbersOf(db, query))} as n`.execute(db)
    const n = rows[0]?.n
    if (typeof n === 'number') return n
  }
  return await countMatches(db, query)
}

/** Number of matching mentors: exact up to the cap, else cap + 1. */
export const countFound = async (db: Db, query: SearchQuery): Promise<number> =>
  (await plainTotal(db, query)) ?? (await countOthers(db, query, await partsOf(db, query)))
