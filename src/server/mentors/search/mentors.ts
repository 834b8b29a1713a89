import type { JobBody } from '#server/jobs.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { travelsTo } from '#server/reference/places/places.ts'
import { projectMentors } from './projection.ts'
import { writeRating } from './queries.ts'

export { ensureProjection, projectMentors } from './projection.ts'
export { findMentor, setVisibility, visibleOrOwnId } from './queries.ts'
export { publicLocationOf, searchPages } from './search-pages.ts'
export { slugFrom } from './slug.ts'

/** Stores a mentor's rating and updates the search index. Call it in the transaction of the review. */
export async function setRating(
  tx: Transaction,
  mentorId: string,
  { rating, count }: { rating: number | null; count: number },
): Promise<void> {
  await writeRating(tx, mentorId, rating, count)
  await projectMentors(tx, [mentorId])
}

/** Throws `address-out-of-reach` for an address the mentor does not travel to. */
export async function assertWithinReach(
  db: Db,
  mentorId: string,
  address: { area: string; city: string },
): Promise<void> {
  const mentor = await db
    .selectFrom('mentor')
    .select(['city', 'state', 'lat', 'lon', 'teaching_range as range'])
    .where('id', '=', mentorId)
    .executeTakeFirst()
  if (mentor && !travelsTo(mentor, address)) throw new AppError('address-out-of-reach')
}

const batchSize = 500

/** Rebuilds cards and search rows of some mentors, or of all who teach a renamed subject. */
export async function reprojectMentors(db: Db, who: JobBody<'mentors.cards'>): Promise<void> {
  const all = 'ids' in who ? who.ids : await teachersOf(db, who.subject)
  for (let from = 0; from < all.length; from += batchSize)
    await transaction(db, (tx) => projectMentors(tx, all.slice(from, from + batchSize)))
}

async function teachersOf(db: Db, subject: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mentor_offer')
    .select('mentor_id as id')
    .distinct()
    .where('subject', '=', subject)
    .orderBy('mentor_id')
    .execute()
  return rows.map(({ id }) => id)
}
