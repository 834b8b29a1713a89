import { type RawBuilder, sql } from 'kysely'

/** Whether a class rests: its mentor has been paused since before it began. `lesson` is the name its row has. */
export const isResting = (lesson: 'l' | 'lesson'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${lesson}.${column}`)
  return sql`lesson_rests(${of('booking_id')}, ${of('starts_at')})`
}
