import { sql } from 'kysely'
import { maxExactTotal } from '#contract/mentors/limits.ts'
import type { Db } from '#server/platform/database.ts'
import type { About, Kept } from '#server/platform/kept.ts'
import { estimateReach, keyTotal, placeKey } from './counts.ts'
import { type Scope, type SearchQuery, scopeOf } from './sections.ts'
import { tagArray, tagNumbers } from './tags.ts'

/** More prices than this are not read at once: among so many, the limit of a total is soon reached. */
const maxPrices = 2_500

/** Mentors a search can find: those of its place, or any. */
export async function aboutOf(db: Db, query: SearchQuery): Promise<About> {
  const { place, need } = scopeOf(query)
  const tag = place ?? need
  return tag === null ? null : [(await tagNumbers(db, [tag]))(tag)]
}

/** Whether entries decide without their point, their other tags or names. */
const isByKeys = ({ terms }: SearchQuery, { beyond, within }: Scope) =>
  beyond === null && within >= 1e6 && terms.need.length + terms.groups.length === 0

/** The precomputed total of a search for one class or subject in one place; null for any other. */
export async function plainTotal(db: Db, query: SearchQuery): Promise<number | null> {
  const { terms } = query
  const scope = scopeOf(query)
  const [key, ...others] = terms.keys
  const filters = terms.rating10 + terms.minPaise + terms.all + terms.days + scope.modes
  if (key === undefined || others.length + filters > 0 || !isByKeys(query, scope) || !(scope.place || scope.need))
    return null
  return Math.min(maxExactTotal + 1, await keyTotal(db, scope, key))
}

/** Ascending home prices, in paise, of mentors with these keys in a place. */
async function readPrices(db: Db, { terms }: SearchQuery, { place, modes }: Scope): Promise<Int32Array> {
  const number = await tagNumbers(db, [...terms.keys, place ?? ''])
  const { rows } = await sql<{ prices: number[] }>`
    select array(select m.home from (
      select distinct on (e.mentor_id) e.mentor_id, e.home from unnest(${tagArray(number, terms.keys)}) as k(key)
      cross join lateral (select f.mentor_id, f.home, f.rating10, f.flags from search_entry f
        where f.key = ${placeKey(sql`${number(place ?? '')}`, sql`k.key`)} offset 0) as e
      where e.home is not null and e.rating10 >= ${terms.rating10}::int2 and e.flags & ${terms.all}::int = ${terms.all}::int
        and (${modes}::int = 0 or e.flags & ${modes}::int <> 0) and (${terms.days}::int = 0 or e.flags & ${terms.days}::int <> 0)
    ) as m order by m.home) as prices`.execute(db)
  return Int32Array.from(rows[0]?.prices ?? [])
}

/** Number of prices below a limit. */
function below(prices: Int32Array, limit: number): number {
  let from = 0
  let to = prices.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((prices[middle] ?? 0) < limit) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * The total of a search from what is kept, which its point does not change and any price shares; null when it must be
 * counted.
 */
export async function keptTotal(db: Db, kept: Kept, query: SearchQuery): Promise<number | null> {
  if (!kept.isListening()) return await plainTotal(db, query)
  const { terms, near } = query
  const scope = scopeOf(query)
  if (!isByKeys(query, scope)) return null
  const question = JSON.stringify([scope, terms.keys, terms.rating10, terms.all, terms.days])
  if (terms.minPaise === 0)
    return await kept
      .of<number | null>('total', () => 1)
      .answer(question, async () => ({ value: await plainTotal(db, query), about: await aboutOf(db, query) }))
  if (terms.priced || scope.place === null || scope.without) return null
  if ((await estimateReach(db, near, scope, terms.keys)).out > maxPrices) return null
  const prices = await kept
    .of<Int32Array>('prices', ({ byteLength }) => byteLength + 1)
    .answer(question, async () => ({ value: await readPrices(db, query, scope), about: await aboutOf(db, query) }))
  return Math.min(maxExactTotal + 1, below(prices, terms.maxPaise + 1) - below(prices, terms.minPaise))
}
