import { sql } from 'kysely'
import { type Db, transaction } from '#server/platform/database.ts'
import { projectMentors } from './projection.ts'

const batch = 500
type Who = { subject: string } | { board: string }

/** Writes cards and list anew for everybody who has an entry whose name or place in the catalogue is another now. */
export async function rewriteMentors(db: Db, who: Who): Promise<void> {
  const all =
    'subject' in who
      ? sql`select distinct mentor_id as id from mentor_offer where subject = ${who.subject}`
      : sql`select id from mentor where ${who.board} = any(boards)`
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select id from (${all}) as one where id > coalesce(${last}::uuid, '00000000-0000-0000-0000-000000000000')
      order by id limit ${batch}`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await transaction(db, (tx) => projectMentors(tx, ids))
    last = ids.at(-1) ?? null
    if (ids.length < batch) return
  }
}
