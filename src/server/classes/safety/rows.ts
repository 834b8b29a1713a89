import type { Transaction } from '#server/platform/database.ts'

/** The sides of a lesson; null if there is no such lesson. */
export async function sidesOf(tx: Transaction, lessonId: string) {
  const row = await tx
    .selectFrom('lesson as l')
    .innerJoin('booking as b', 'b.id', 'l.booking_id')
    .select(['b.family_id as familyId', 'b.mentor_id as mentorId', 'l.starts_at as startsAt'])
    .where('l.id', '=', lessonId)
    .executeTakeFirst()
  return row ?? null
}
