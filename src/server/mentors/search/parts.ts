import { defaultPlacing } from '#contract/mentors/ranking.ts'
import type { Db } from '#server/platform/database.ts'
import { estimateReach } from './counts.ts'
import type { Terms } from './filter-tags.ts'
import { type SearchQuery, type Section, sectionsOf } from './sections.ts'

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
export type Part = Section & { from: number; to: number; few: boolean }

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
export async function partsOf(db: Db, query: SearchQuery): Promise<Part[]> {
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

export const partsByStrategy = (query: SearchQuery, strategy: Strategy): Part[] =>
  strategy === 'tags'
    ? []
    : sectionsOf(query).flatMap((section) =>
        strategy === 'mixed' ? mixed(section, false) : [whole(section, strategy === 'few')],
      )

/** Parts as `search_parts` reads them. */
export const partRows = (parts: readonly Part[], { terms }: SearchQuery, number: (word: string) => number) =>
  JSON.stringify(
    parts.map((part) => ({
      ...part,
      place: part.place === null ? 0 : number(part.place),
      need: part.need && number(part.need),
      without: part.without && number(part.without),
      step: missesPerMark(terms, part),
    })),
  )
