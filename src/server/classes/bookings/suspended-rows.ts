import { type RawBuilder, sql } from 'kysely'

/** Whether a lesson is on hold because its mentor was suspended before it began. `lesson` is the SQL alias. */
export const isSuspended = (lesson: 'l' | 'lesson'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${lesson}.${column}`)
  return sql`lesson_rests(${of('booking_id')}, ${of('starts_at')})`
}
