import { sql } from 'kysely'
import type { Grade, Subject } from '#contract/reference/catalogue.ts'
import type { Transaction } from '#server/platform/database.ts'

/** Learner and subject details of a booking. */
export type BookingDetails = {
  subject: Subject
  studentName: string | null
  class: string | null
  school: string | null
}

export async function detailsOf(tx: Transaction, id: string) {
  const { rows } = await sql<BookingDetails & { grade: Grade | null; hasBegun: boolean; offers: [string, Subject][] }>`
    select b.subject, b.student_name as "studentName", b.class_name as class, b.school, coalesce(b.grade, n.grade) as grade,
      exists (select from lesson l where l.booking_id = b.id and l.starts_at <= now() and l.status <> 'cancelled') as "hasBegun",
      (select coalesce(jsonb_agg(jsonb_build_array(o.grade_key, o.subject)), '[]') from mentor_offer o where o.mentor_id = b.mentor_id) as offers
    from booking b join learner n on n.id = b.learner_id where b.id = ${id}`.execute(tx)
  if (!rows[0]) throw new Error(`no booking ${id}`)
  return rows[0]
}

/** Whether this booking is a demo whose price an open or paid order deducts. */
export async function isDemoDeducted(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from booking d join payment_order o on o.family_id = d.family_id and o.learner_id = d.learner_id and o.mentor_id = d.mentor_id
      and subject_now(o.subject) = subject_now(d.subject)
    where d.id = ${id} and d.plan = 'demo' and o.promotion_paise > o.credit_paise and o.status in ('created', 'paid')`.execute(
    tx,
  )
  return rows.length > 0
}

export const setDetails = (tx: Transaction, id: string, details: BookingDetails) =>
  tx
    .updateTable('booking')
    .set({
      subject: details.subject,
      student_name: details.studentName,
      class_name: details.class,
      school: details.school,
    })
    .where('id', '=', id)
    .execute()

export const insertCorrection = (
  tx: Transaction,
  one: { bookingId: string; accountId: string; before: Partial<BookingDetails>; after: Partial<BookingDetails> },
) =>
  sql`insert into booking_correction (booking_id, made_by, before, after)
    values (${one.bookingId}, ${one.accountId}, ${JSON.stringify(one.before)}::jsonb, ${JSON.stringify(one.after)}::jsonb)`.execute(
    tx,
  )

type Pair = { from: string; into: string }

/** Renames a subject in open bookings. */
export const renameSubject = (tx: Transaction, { from, into }: Pair) =>
  sql`update booking set subject = ${into} where subject = ${from} and status in ('pending_schedule', 'scheduled')`.execute(
    tx,
  )
