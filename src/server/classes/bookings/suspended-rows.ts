import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a lesson is on hold because its mentor was suspended when it began, or is suspended now. It stays so after the
 * suspension, until the job that skips it has run. `lesson` is the SQL alias.
 */
export const isSuspended = (lesson: 'l' | 'lesson'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${lesson}.${column}`)
  return sql`coalesce((select e.kind = 'suspended' from booking x join mentor_event e on e.mentor_id = x.mentor_id
    where x.id = ${of('booking_id')} and e.kind in ('suspended', 'restored') and e.at <= ${of('starts_at')}
    order by e.at desc, e.id desc limit 1), false)`
}
