import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'

type Tx = Kysely<DB>

/** Whether no class of this family with this mentor was held before this one: the guarantee keeps it open. */
export async function isFirstLesson(tx: Tx, lessonId: string): Promise<boolean> {
  const { rows } = await sql`
    select from lesson l join booking b on b.id = l.booking_id
      join booking eb on eb.family_id = b.family_id and eb.mentor_id = b.mentor_id join lesson e on e.booking_id = eb.id
    where l.id = ${lessonId} and e.status = 'held' and e.starts_at < l.starts_at limit 1`.execute(tx)
  return rows.length === 0
}
