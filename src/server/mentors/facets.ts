import { sql } from 'kysely'
import { type Subject, subjectSlugs, subjectsOfGrade } from '#contract/catalogue.ts'
import type { MentorFilter } from '#contract/mentors.ts'
import type { Db } from '#server/platform/database.ts'
import { citiesNear, keptFor } from './counts.ts'
import { keyTag } from './filter-tags.ts'
import type { Question } from './search.ts'

export type Facets = { subjects: Record<string, number> }

const counted = ['class', 'subject', 'state', 'city', 'area', 'lat', 'lon', 'within', 'tier', 'sort', 'limit'] as const

async function readFacets(db: Db, grade: MentorFilter['class'], places: string[], isWide: boolean): Promise<Facets> {
  const subjects: readonly Subject[] = grade ? subjectsOfGrade(grade) : subjectSlugs
  const keys = subjects.map((subject) => keyTag(grade ?? '', subject))
  // Those who teach online count wherever they live, unless the list is of one state.
  const { rows } = await sql<{ subject: string; n: number }>`
    select k.subject, sum(c.n)::int as n from unnest(${[...subjects]}::text[], ${keys}::text[]) as k(subject, word)
    join search_count c on c.key = search_tag(k.word)
    where (c.city = any(${places}::text[]) and (${isWide} or c.kind in (0, 2))) or (${!isWide} and c.city = '' and c.kind in (1, 3))
    group by k.subject having sum(c.n) > 0`.execute(db)
  return { subjects: Object.fromEntries(rows.map((row) => [row.subject, row.n])) }
}

const kept = keptFor<Facets>()

/** Mentors of each subject for the class and place of a question; null when other filters narrow the list. */
export async function subjectFacets(db: Db, { near, filter, terms }: Question): Promise<Facets | null> {
  const isPlain = Object.keys(filter).every((name) => (counted as readonly string[]).includes(name))
  if (!isPlain || terms.groups.length > 0 || terms.isRare || terms.minPaise > 0) return null
  const places = citiesNear(near, filter, filter.within)
  const name = JSON.stringify([filter.class, near.isWide, places])
  return await kept(db, name, () => readFacets(db, filter.class, places, near.isWide))
}
