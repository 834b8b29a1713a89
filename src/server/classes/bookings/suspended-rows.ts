import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a lesson is on hold because its mentor was suspended when it began, or is suspended now. It stays so after the
 * suspension, until the job that skips it has run. `lesson` is the SQL alias.
 */
export const isSuspended = (lesson: 'l' | 'lesson'): RawBuilder<boolean> =>
  sql`lesson_rests(${sql.ref(`${lesson}.booking_id`)}, ${sql.ref(`${lesson}.starts_at`)})`
