import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { MentorFilter } from '#contract/mentors/mentors.ts'
import { gradesOfKey, levels } from '#contract/reference/catalogue.ts'
import { termsOf } from '#server/mentors/search/filter-tags.ts'
import { parseQuery } from '#server/mentors/search/free-text.ts'
import { resolveNear } from '#server/mentors/search/near.ts'
import { countFound, type Position, searchCards, searchPage } from '#server/mentors/search/search.ts'
import type { SearchQuery } from '#server/mentors/search/sections.ts'
import { readNameWords } from '#server/mentors/search/vocabulary.ts'
import type { Db } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

/** The median and the 95th percentile. */
export type Spread = { p50: number; p95: number }
const spread = (values: number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

/** A cursor before all mentors of ranking 10, for the case where everyone has that ranking. */
const atRankTen: Position = { tier: 0, sort: 10, chord: -1, rating10: 0, id: '00000000-0000-0000-0000-000000000000' }
export type Start = 'first page' | 'page 10' | 'all at ranking 10' | 'whole reply'

async function questionOf(db: Db, given: MentorFilter): Promise<SearchQuery> {
  const { filter, ...text } = parseQuery(given, await readNameWords(db))
  return { near: resolveNear(filter), filter, terms: termsOf(filter, text) }
}

/** The work of one search as a function, with its preparation already done. */
async function prepared(db: Db, given: MentorFilter, start: Start): Promise<(on: Db) => Promise<unknown>> {
  const question = await questionOf(db, given)
  const total = given.sort === 'best' ? null : await countFound(db, question)
  let after = start === 'all at ranking 10' ? atRankTen : null
  for (let page = 1; start === 'page 10' && page < 10; page++) {
    const { found, more } = await searchPage(db, question, after, total)
    if (!more) break
    after = found.at(-1)?.position ?? null
  }
  if (start !== 'whole reply') return async (on) => await searchPage(on, question, after, total)
  return async (on) => await searchCards(on, question, null, null)
}

const tries = 3

/**
 * Milliseconds of searches run one after another after a warm-up; the fastest of three, because other processes use
 * the machine too.
 */
export async function millisecondsOf(db: Db, filters: readonly MentorFilter[], start: Start): Promise<Spread> {
  const times: number[] = []
  for (const filter of filters) {
    const run = await prepared(db, filter, start)
    await run(db)
    let fastest = Number.POSITIVE_INFINITY
    for (let i = 0; i < tries; i++) {
      const began = performance.now()
      await run(db)
      fastest = Math.min(fastest, performance.now() - began)
    }
    times.push(fastest)
  }
  return spread(times)
}

/** Number of 8 kB pages PostgreSQL reads for each search. */
export async function buffersOf(pool: pg.Pool, filters: readonly MentorFilter[], start: Start): Promise<Spread> {
  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  const pages: number[] = []
  for (const filter of filters) {
    const run = await prepared(db, filter, start)
    asked.length = 0
    await run(db)
    let sum = 0
    for (const query of [...asked]) {
      const { rows } = await pool.query(`explain (analyze, buffers, format json) ${query.sql}`, [...query.parameters])
      const plan = rows[0]['QUERY PLAN'][0].Plan
      sum += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    pages.push(sum)
  }
  return spread(pages)
}

const gradeKeys = Object.values(levels).flatMap((keys) => Object.keys(keys))

/** The same first pages by the obvious query: every match from the mentor's own rows, sorted by haversine distance. */
export async function naiveMilliseconds(db: Db, filters: readonly MentorFilter[]): Promise<Spread> {
  const times: number[] = []
  for (const filter of filters) {
    const { lat, lon } = resolveNear(filter)
    const keys = gradeKeys.filter((key) => !filter.class || gradesOfKey(key).includes(filter.class))
    const taught = filter.subject
      ? sql`exists (select from mentor_offer o where o.mentor_id = m.id and o.subject = any(${filter.subject}::text[]) and o.grade_key = any(${keys}::text[]))`
      : sql`true`
    const began = performance.now()
    await sql`select m.id, distance_km(m.lat, m.lon, ${lat}, ${lon}) as km from mentor m
      where m.is_listed and ${taught}
        and (m.teaches_online or distance_km(m.lat, m.lon, ${lat}, ${lon}) <= ${filter.within})
      order by distance_km(m.lat, m.lon, ${lat}, ${lon}) > case when m.teaching_range in ('', 'anywhere') then 'infinity'::float8
          else least(25, coalesce(substring(m.teaching_range from '[0-9]+')::float8, 0)) end,
        m.admin_ranking, km, m.rating desc nulls last, m.id limit 21`.execute(db)
    times.push(performance.now() - began)
  }
  return spread(times)
}
