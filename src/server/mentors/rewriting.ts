import { sql } from 'kysely'
import { type Db, transaction } from '#server/platform/database.ts'
import { projectMentors } from './projection.ts'

const batch = 500

/** Writes cards and list anew for everybody who teaches a subject, whose name or place in the catalogue is another now. */
export async function rewriteSubject(db: Db, subject: string): Promise<void> {
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select distinct mentor_id as id from mentor_offer
      where subject = ${subject} and mentor_id > coalesce(${last}::uuid, '00000000-0000-0000-0000-000000000000')
      order by mentor_id limit ${batch}`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await transaction(db, (tx) => projectMentors(tx, ids))
    last = ids.at(-1) ?? null
    if (ids.length < batch) return
  }
}
