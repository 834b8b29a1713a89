import { sql } from 'kysely'
import type { JobBody } from '#server/jobs.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { projectMentors } from './projection.ts'

const batch = 500

/** Writes cards and list anew: of some mentors, or of everybody who teaches a subject whose name is another now. */
export async function rewriteMentors(db: Db, who: JobBody<'mentors.cards'>): Promise<void> {
  const all = 'ids' in who ? who.ids : await teachersOf(db, who.subject)
  for (let from = 0; from < all.length; from += batch)
    await transaction(db, (tx) => projectMentors(tx, all.slice(from, from + batch)))
}

async function teachersOf(db: Db, subject: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct mentor_id as id from mentor_offer where subject = ${subject} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
