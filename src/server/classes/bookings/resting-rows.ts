import { type RawBuilder, sql } from 'kysely'

/** Whether a class rests: its mentor has been paused since before it began. `lesson` is the name its row has. */
export const isResting = (lesson: 'l' | 'lesson'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${lesson}.${column}`)
  return sql`exists (select from booking rb join mentor rm on rm.id = rb.mentor_id where rb.id = ${of('booking_id')} and rm.status = 'suspended'
    and ${of('starts_at')} >= (select max(re.at) from mentor_event re where re.mentor_id = rm.id and re.kind = 'suspended'))`
}
