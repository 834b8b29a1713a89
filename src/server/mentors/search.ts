import { type Kysely, type RawBuilder, sql } from 'kysely'
import { totalCap } from '#contract/limits.ts'
import type { MentorFilter } from '#contract/mentors.ts'
import type { DB } from '#server/platform/schema.ts'
import { entriesWithin, onlineWith } from './counts.ts'
import { keyTag, rareGroups, type Terms } from './filter-tags.ts'
import type { Near } from './near.ts'

type Db = Kysely<DB>

/** The place of a card in the list's total order. `chord` is the straight line through the earth, which sorts like km. */
export type Position = { out: boolean; sort: number; chord: number; rating10: number; id: string }
export type Found = { id: string; km: number | null; inRange: boolean | null; position: Position }
/** One question to the list: where from, which mentors, how sorted. */
export type Question = { near: Near; filter: MentorFilter; terms: Terms }

const earthKm = 6371
const everywhereKm = 1e6

/** Great-circle km; null for a mentor without a place, who stands outside the earth. */
const kmOf = (chord: number) => (chord > 2 * earthKm ? null : 2 * earthKm * Math.asin(chord / (2 * earthKm)))
const foundOf = (position: Position): Found => {
  const km = kmOf(position.chord)
  return { id: position.id, km, inRange: km === null ? null : !position.out, position }
}
/** Numbers of tags by word: they never change, so each is asked for once. */
const numbers = new Map<string, number>()
const numbersMost = 20_000

/** Writes words as the database's array of their numbers. */
async function tagWriter(db: Db, words: readonly string[]): Promise<(some: readonly string[]) => RawBuilder<unknown>> {
  const missing = [...new Set(words)].filter((word) => !numbers.has(word))
  if (numbers.size > numbersMost) numbers.clear()
  if (missing.length > 0) {
    const { rows } = await sql<{ word: string; tag: number }>`
      select word, search_tag(word) as tag from unnest(${missing}::text[]) as w(word)`.execute(db)
    for (const { word, tag } of rows) numbers.set(word, tag)
  }
  const found = new Map(words.map((word) => [word, numbers.get(word) ?? 0]))
  return (some) => sql`${some.map((word) => found.get(word) ?? 0)}::int[]`
}

/** Keys, point and filters, in the order of the search functions' parameters. */
async function parameters(db: Db, { near, filter, terms }: Question): Promise<RawBuilder<unknown>> {
  const tags = await tagWriter(db, [...terms.keys, ...terms.need, ...terms.groups.flat()])
  const within = near.isWide ? everywhereKm : filter.within
  return sql`${tags(terms.keys)}, ${near.lat}::float8, ${near.lon}::float8, ${within}::float8, ${terms.rating10}::int2,
    ${terms.minPaise}::int, ${terms.maxPaise}::int, ${terms.all}::int | search_name_bits(${tags(terms.need)}), ${terms.modes}::int, ${terms.days}::int, ${tags(terms.need)},
    ${terms.groups[0] ? tags(terms.groups[0]) : sql`null::int[]`}, ${terms.priced}::int[]`
}

/** All give the same mentors: reading a few entries, a page lane after lane, the better rankings so and the rest so, the tags. */
export type Way = 'few' | 'page' | 'mixed' | 'tags'
/**
 * Each so many rows that do not fit are a mark. What entries do not carry is looked up row by row, so fewer misses are
 * borne; of names they carry a bit, and how many there are is known: four of them for each mark.
 */
const stepOf = ({ need, groups, priced, nameShare }: Terms) =>
  groups.length > 0 || priced || need.some((tag) => !tag.startsWith('name:'))
    ? 8
    : Math.max(64, Math.round(4 / nameShare))

/** A piece of the list, in its order, and how it is read. */
type Part = { out: boolean; from: number; to: number; by: 'few' | 'page' }

const lastRanking = 99
/** A quarter of all stand before whoever was given no ranking. */
const defaultRanking = 10
/** So many entries are read at once rather than asked for lane by lane; with filters a lane gives less. */
const fewMost = { plain: 800, filtered: 600, better: 20_000, rest: 2500, tags: 3000 }

const whole = (out: boolean, by: 'few' | 'page'): Part => ({ out, from: 1, to: lastRanking, by })
const mixed = (out: boolean, rest: 'few' | 'page'): Part[] => [
  { out, from: 1, to: defaultRanking - 1, by: 'few' },
  { out, from: defaultRanking, to: lastRanking, by: rest },
]

/** The parts of the list, each by the way that reads least; none when the tags are. */
async function partsOf(db: Db, { near, filter, terms }: Question): Promise<Part[]> {
  if (terms.isRare || terms.groups.length > 1) return []
  const { inRange, out } = await entriesWithin(db, near, filter, terms.keys)
  if (terms.need.length > 0 || terms.groups.length > 0 || terms.priced)
    return inRange + out <= fewMost.tags ? [] : [whole(false, 'page'), whole(true, 'page')]
  const isFiltered = terms.rating10 + terms.minPaise + terms.all + terms.modes + terms.days > 0
  const partsFor = (isOut: boolean, entries: number): Part[] => {
    if (entries <= (isFiltered ? fewMost.filtered : fewMost.plain)) return [whole(isOut, 'few')]
    if (!isFiltered || entries > fewMost.better) return [whole(isOut, 'page')]
    return mixed(isOut, entries <= fewMost.rest ? 'few' : 'page')
  }
  return [...partsFor(false, inRange), ...partsFor(true, out)]
}

const givenParts = (way: Way): Part[] =>
  way === 'tags' ? [] : [false, true].flatMap((out) => (way === 'mixed' ? mixed(out, 'page') : [whole(out, way)]))

/**
 * One page of mentors after a place: in range first, then ranking (or the chosen sort), distance, rating, id. The
 * order is total, so a page goes on exactly where the one before ended. `total` decides how another sort is made; the way
 * is chosen unless it is given.
 */
export async function searchPage(
  db: Db,
  question: Question,
  after: Position | null,
  total: number | null,
  way: Way | null = null,
): Promise<{ found: Found[]; more: boolean }> {
  const { filter } = question
  const positions: Position[] = []
  const parts = filter.sort !== 'best' ? [] : way ? givenParts(way) : await partsOf(db, question)
  let isSpent = parts.length === 0
  if (!isSpent) {
    const { rows } = await sql<Omit<Position, 'id'> & { id: string | null }>`
      select id, is_out as out, ranking as sort, distance as chord, rating as rating10 from search_parts(
        ${parts.map(({ out }) => out)}::boolean[], ${parts.map(({ from }) => from)}::int[], ${parts.map(({ to }) => to)}::int[],
        ${parts.map(({ by }) => by === 'few')}::boolean[], ${filter.limit}::int, ${stepOf(question.terms)}::int, ${await parameters(db, question)},
        ${after?.out ?? null}::boolean, ${after?.sort ?? null}::int2, ${after?.chord ?? null}::float8, ${after?.rating10 ?? null}::int2, ${after?.id ?? null}::uuid)`.execute(
      db,
    )
    for (const { id, ...row } of rows) {
      if (id === null) isSpent = true
      else positions.push({ ...row, id })
    }
  }
  if (isSpent && positions.length <= filter.limit) {
    const rest = filter.limit + 1 - positions.length
    positions.push(...(await sortedPage(db, question, positions.at(-1) ?? after, rest, total)))
  }
  return { found: positions.slice(0, filter.limit).map(foundOf), more: positions.length > filter.limit }
}

/** The monthly price (paise) a price filter looks at: the lowest among the chosen modes, homeTuition when none is. */
const priceOf = (terms: Terms) =>
  terms.priced ? sql`(select min(s.prices[i]) from unnest(${terms.priced}::int[]) as i)` : sql`s.prices[1]`

/** The same filter over whole rows, for the few mentors of a rare one and for other sorts. */
async function conditions(db: Db, { near, filter, terms }: Question): Promise<RawBuilder<unknown>> {
  // Everybody has the key of no class and no subject.
  const groups = rareGroups(filter, terms).filter((group) => group[0] !== keyTag('', ''))
  const tags = await tagWriter(db, groups.flat())
  const all = groups.map((group) =>
    group.length === 1 ? sql`s.tags @> ${tags(group)}` : sql`s.tags && ${tags(group)}`,
  )
  if (terms.rating10 > 0) all.push(sql`s.rating10 >= ${terms.rating10}::int2`)
  if (terms.minPaise > 0) all.push(sql`${priceOf(terms)} between ${terms.minPaise}::int and ${terms.maxPaise}::int`)
  if (!near.isWide)
    all.push(
      sql`(s.online or s.pos <-> search_point(${near.lat}::float8, ${near.lon}::float8) <= search_chord(${filter.within}::float8))`,
    )
  return all.length > 0 ? sql.join(all, sql` and `) : sql`true`
}

const sortColumns = (filter: MentorFilter, terms: Terms) =>
  ({
    best: sql`s.ranking::float8`,
    distance: sql`0::float8`,
    price: sql`coalesce(${priceOf(terms)}, 1000000000)::float8`,
    rating: sql`-s.rating_weighed::float8`,
  })[filter.sort]

/** Sorts every mentor that fits; with more than the cap of them, and another sort than the best, the nearest of each kind. */
async function sortedPage(db: Db, question: Question, after: Position | null, limit: number, total: number | null) {
  const { near, filter, terms } = question
  const isMany = filter.sort !== 'best' && total !== null && total > totalCap
  const within = near.isWide ? everywhereKm : filter.within
  const keys = await tagWriter(db, terms.keys)
  const nearest = isMany
    ? sql`s.mentor_id in (select search_nearest(${keys(terms.keys)}, ${near.lat}::float8, ${near.lon}::float8, ${within}::float8)) and`
    : sql``
  const cursor = after
    ? sql`where (out, sort, chord, -rating10, id) > (${after.out}, ${after.sort}::float8, ${after.chord}::float8, ${-after.rating10}::int, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<Position>`
    with found as (
      select s.mentor_id as id, ${sortColumns(filter, terms)} as sort, s.rating10::int, s.reach,
        s.pos <-> search_point(${near.lat}::float8, ${near.lon}::float8) as chord
      from mentor_search s where ${nearest} ${await conditions(db, question)}),
    placed as (select id, chord > reach as out, sort, chord, rating10 from found)
    select id, out, sort, chord, rating10 from placed ${cursor}
    order by out, sort, chord, -rating10, id limit ${limit}`.execute(db)
  return rows
}

/** Nothing but keys and a place: then everybody online with one of the keys is in the list. */
const isPlain = ({ near, terms }: Question) =>
  !near.isWide &&
  terms.need.length + terms.groups.length + terms.rating10 + terms.minPaise + terms.all + terms.modes + terms.days === 0

/** How many mentors fit: exact up to the cap, else one more than the cap. */
export async function countFound(db: Db, question: Question): Promise<number> {
  if (isPlain(question) && (await onlineWith(db, question.terms.keys)) > totalCap) return totalCap + 1
  // Of a common name there are more than the cap soon; else its tags are short.
  if (question.terms.nameShare === 1 && (await partsOf(db, question)).length > 0) {
    const { rows } = await sql<{
      n: number | null
    }>`select search_total(${await parameters(db, question)}) as n`.execute(db)
    const n = rows[0]?.n
    if (typeof n === 'number') return n
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from mentor_search s where ${await conditions(db, question)} limit ${totalCap + 1}) as capped`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
