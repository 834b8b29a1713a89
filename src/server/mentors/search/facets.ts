import { sql } from 'kysely'
import { nearbyKm } from '#contract/mentors/limits.ts'
import type { MentorFilter } from '#contract/mentors/mentors.ts'
import { type Subject, subjectSlugs, subjectsTaughtIn } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'
import type { Kept } from '#server/platform/kept.ts'
import { citiesNear, placeKey } from './counts.ts'
import { keyTag } from './filter-tags.ts'
import { isOnline, type SearchQuery, scopeOf } from './sections.ts'
import { aboutOf } from './totals.ts'

type Facets = { subjects: Record<string, number> }

const countedFilters = ['class', 'subject', 'state', 'city', 'area', 'lat', 'lon', 'tier', 'sort', 'limit'] as const

/** Counts of a place, or of the cities around a point. */
async function readFacets(
  db: Db,
  grade: MentorFilter['class'],
  place: string | null,
  around: string[],
): Promise<Facets> {
  const subjects: readonly Subject[] = grade ? subjectsTaughtIn(grade) : subjectSlugs
  const keys = subjects.map((subject) => keyTag(grade ?? '', subject))
  const key = sql`search_tag(k.word)`
  const { rows } = await sql<{ subject: string; n: number }>`
    select k.subject, sum(c.n)::int as n from unnest(${[...subjects]}::text[], ${keys}::text[]) as k(subject, word)
    join search_count c on ${
      place === null
        ? sql`c.key = ${key} and c.city = any(${around}::text[])`
        : sql`c.key = ${placeKey(sql`search_tag(${place})`, key)} and c.city = ''`
    } group by k.subject having sum(c.n) > 0`.execute(db)
  return { subjects: Object.fromEntries(rows.map((row) => [row.subject, row.n])) }
}

/** Mentors per subject for the class and place of a search; null when other filters narrow the list. */
export async function subjectFacets(db: Db, kept: Kept, query: SearchQuery): Promise<Facets | null> {
  const { near, filter, terms } = query
  const isPlain = Object.keys(filter).every(
    (name) => (countedFilters as readonly string[]).includes(name) || (name === 'mode' && isOnline(filter)),
  )
  if (!isPlain || terms.groups.length > 0 || terms.isRare || terms.minPaise > 0) return null
  const { place, need } = scopeOf(query)
  const at = place ?? need
  const around = at === null ? citiesNear(near, nearbyKm) : []
  return await kept
    .of<Facets>('facets', ({ subjects }) => 100 * Object.keys(subjects).length + 1)
    .answer(JSON.stringify([filter.class, at, around]), async () => ({
      value: await readFacets(db, filter.class, at, around),
      about: await aboutOf(db, query),
    }))
}
