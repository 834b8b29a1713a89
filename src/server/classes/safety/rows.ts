import type { Db } from '#server/platform/database.ts'

/** A lesson with its sides; null if there is none. */
export async function lessonOf(db: Db, id: string) {
  const row = await db
    .selectFrom('lesson as l')
    .innerJoin('booking as b', 'b.id', 'l.booking_id')
    .innerJoin('mentor as m', 'm.id', 'b.mentor_id')
    .select(['b.family_id as familyId', 'b.mentor_id as mentorId', 'b.mode', 'l.status'])
    .select(['l.starts_at as startsAt', 'l.ends_at as endsAt', 'm.status as mentorStatus'])
    .where('l.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
