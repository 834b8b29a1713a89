import type { Kysely } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import { projectMentors } from './projection.ts'
import { writeRating } from './queries.ts'

export { listed, mentorPlace } from './listed.ts'
export { keepProjection, projectMentors } from './projection.ts'
export { findMentor, setShown, visibleOrOwnId } from './queries.ts'
export { checkReach } from './reach.ts'
export { rewriteMentors } from './rewriting.ts'
export { slugFrom } from './slug.ts'

/** Writes what families say of a mentor, and the list with it. Call it in the transaction of what they said. */
export async function setRating(
  tx: Tx,
  mentorId: string,
  { rating, count }: { rating: number | null; count: number },
): Promise<void> {
  await writeRating(tx, mentorId, rating, count)
  await projectMentors(tx, [mentorId])
}
