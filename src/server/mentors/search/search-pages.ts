import { type MentorFilterInput, mentorFilter } from '#contract/mentors/mentors.ts'
import type { Db } from '#server/platform/database.ts'
import { termsOf } from './filter-tags.ts'
import { resolveNear } from './near.ts'
import { type Position, type SearchHit, searchPage } from './search.ts'

/**
 * Mentors the list shows for a filter, in order and page by page, for callers that need the first few that also meet a
 * condition of their own.
 */
export async function* searchPages(db: Db, input: MentorFilterInput): AsyncGenerator<SearchHit[]> {
  const filter = mentorFilter.parse({ ...input, limit: 50 })
  const query = {
    near: resolveNear(filter),
    filter,
    terms: termsOf(filter, { groups: [], nameMatches: Infinity, nameShare: 1 }),
  }
  let after: Position | null = null
  for (;;) {
    const page: { found: SearchHit[]; more: boolean } = await searchPage(db, query, after, null)
    yield page.found
    after = page.found.at(-1)?.position ?? null
    if (!page.more || !after) return
  }
}

/** Public area and city of a mentor. */
export async function publicLocationOf(db: Db, mentorId: string): Promise<{ area: string; city: string }> {
  const mentor = await db.selectFrom('mentor').select(['area', 'city']).where('id', '=', mentorId).executeTakeFirst()
  return mentor ?? { area: '', city: '' }
}
