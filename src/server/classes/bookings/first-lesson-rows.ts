import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Lesson `l` of booking `b` is the first one held between its family and mentor. A demo held after its fee was deducted
 * from a month is ignored, so the guarantee applies to that month's first lesson.
 */
export const isFirstHeld = sql<boolean>`not exists (
  select from lesson e join booking eb on eb.id = e.booking_id
  where eb.family_id = b.family_id and eb.mentor_id = b.mentor_id and e.status = 'held' and e.starts_at < l.starts_at
    and not (eb.plan = 'demo' and exists (select from payment_order u where u.family_id = eb.family_id and u.learner_id = eb.learner_id
      and u.mentor_id = eb.mentor_id and subject_now(u.subject) = subject_now(eb.subject) and u.promotion_used and u.paid_at < e.ends_at)))`

/** Whether this is the first lesson held between its family and mentor, which the guarantee keeps open. */
export async function isFirstLesson(tx: Transaction, lessonId: string): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    select ${isFirstHeld} as "isFirst" from lesson l join booking b on b.id = l.booking_id where l.id = ${lessonId}`.execute(
    tx,
  )
  return rows[0]?.isFirst === true
}
