import { sql } from 'kysely'
import type { Db, Transaction } from '#server/platform/database.ts'

/** Mentor ids of a family's shortlist, newest first. */
export async function shortlistOf(db: Db, familyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shortlist')
    .select('mentor_id as id')
    .where('family_id', '=', familyId)
    .orderBy('created_at', 'desc')
    .orderBy('mentor_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** As `shortlistOf`, as a value of a statement; `null` has none. */
export const shortlistIds = (familyId: string | null) => sql<string[]>`(
  select coalesce(json_agg(mentor_id order by created_at desc, mentor_id), '[]') from shortlist where family_id = ${familyId}::uuid)`

/** Filters ids to mentors who are or were listed; keeps the order. */
export async function listableMentors(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mentor where id = any(${[...ids]}::uuid[]) and status in ('verified', 'suspended')`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => known.has(id))
}

/** Adds mentors; the first id becomes the newest. */
export async function insertMentors(tx: Transaction, familyId: string, ids: readonly string[]): Promise<void> {
  await sql`insert into shortlist (family_id, mentor_id, created_at)
    select ${familyId}, id, now() - place * interval '1 microsecond' from unnest(${[...ids]}::uuid[]) with ordinality as given (id, place)
    on conflict do nothing`.execute(tx)
}

export const deleteMentor = (db: Db, familyId: string, mentorId: string) =>
  db.deleteFrom('shortlist').where('family_id', '=', familyId).where('mentor_id', '=', mentorId).execute()
