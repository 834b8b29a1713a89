import { type Kysely, sql } from 'kysely'
import type { JobBody } from '#server/jobs.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import { comesTo } from '#server/reference/places/places.ts'
import { projectMentors } from './projection.ts'
import { writeRating } from './queries.ts'

export { searchPages, publicLocationOf } from './listed.ts'
export { ensureProjection, projectMentors } from './projection.ts'
export { findMentor, setVisibility, visibleOrOwnId } from './queries.ts'
export { slugFrom } from './slug.ts'

/** Writes what families say of a mentor, and the list with it. Call it in the transaction of what they said. */
export async function setRating(
  tx: Transaction,
  mentorId: string,
  { rating, count }: { rating: number | null; count: number },
): Promise<void> {
  await writeRating(tx, mentorId, rating, count)
  await projectMentors(tx, [mentorId])
}

type TravelRange = Parameters<typeof comesTo>[0]

/** Refuses an address to which this mentor would not travel. */
export async function assertWithinReach(
  db: Kysely<DB>,
  mentorId: string,
  address: { area: string; city: string },
): Promise<void> {
  const { rows } = await sql<TravelRange>`
    select city, state, lat, lon, teaching_range as range from mentor where id = ${mentorId}`.execute(db)
  if (rows[0] && !comesTo(rows[0], address)) throw new AppError('address-out-of-reach')
}

const batchSize = 500

/** Writes cards and list anew: of some mentors, or of everybody who teaches a subject whose name is another now. */
export async function reprojectMentors(db: Db, who: JobBody<'mentors.cards'>): Promise<void> {
  const all = 'ids' in who ? who.ids : await teachersOf(db, who.subject)
  for (let from = 0; from < all.length; from += batchSize)
    await transaction(db, (tx) => projectMentors(tx, all.slice(from, from + batchSize)))
}

async function teachersOf(db: Db, subject: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct mentor_id as id from mentor_offer where subject = ${subject} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
