import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'

type RecordRow = {
  date: string
  time_in: string
  time_out: string
  duration: string
  topic: string
  ticked_at: Date | null
  marked_at: Date
}
type LessonRow = {
  sequence: number
  starts_at: Date
  ends_at: Date
  minutes: number
  fee_paise: number
  status: 'scheduled' | 'held' | 'cancelled'
  settled_at: Date | null
  record: RecordRow | null
}
/** A demo booking with its order and lessons, as columns. */
export type BookingRow = {
  ids: { order: string; booking: string; lessons: string[]; slots: string[] }
  family_id: string
  mentor_id: string
  learner_id: string
  plan: string
  mode: string
  subject: string
  grade: string | null
  hours: number
  price_paise: number
  promotion_paise: number
  amount_paise: number
  wished_at: Date | null
  wish_ends_at: Date | null
  terms: object
  status: string
  minutes: number
  duration_days: number
  student_name: string | null
  class_name: string | null
  school: string | null
  rating: number | null
  booked_at: Date
  schedule_by: Date
  lessons: LessonRow[]
}
export type JournalRow = {
  kind: 'payment' | 'lesson'
  subject_id: string
  at: Date
  lines: { kind: string; owner_id: string | null; amount_paise: number }[]
}

/** Ids with the given creation times, because lists sort by id. */
async function idsAt(tx: Transaction, times: readonly Date[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select uuidv7(t.at - now()) as id from unnest(${times.map((at) => at.toISOString())}::timestamptz[]) with ordinality as t(at, nth) order by nth`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

const record = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/**
 * Writes bookings with orders, payments, slots, lessons, records and journals, one statement per table. The sandbox gateway
 * gets the payments too, so that they can be refunded.
 */
export async function writeBookings(
  tx: Transaction,
  planned: readonly Omit<BookingRow, 'ids'>[],
  journalsOf: (booking: Omit<BookingRow, 'ids'>, orderId: string, lessonIds: readonly string[]) => JournalRow[],
): Promise<void> {
  const inOrder = [...planned].sort((a, b) => a.booked_at.getTime() - b.booked_at.getTime())
  const bookingIds = await idsAt(
    tx,
    inOrder.map((one) => one.booked_at),
  )
  const orderIds = await idsAt(
    tx,
    inOrder.map((one) => one.booked_at),
  )
  const lessonIds = await idsAt(
    tx,
    inOrder.flatMap((one) => one.lessons.map(() => one.booked_at)),
  )
  let used = 0
  const bookings = inOrder.map((one, i) => {
    const own = lessonIds.slice(used, used + one.lessons.length)
    used += one.lessons.length
    return { ...one, order_id: orderIds[i] ?? '', booking_id: bookingIds[i] ?? '', lesson_ids: own }
  })
  await sql`
    insert into payment_order (id, number, family_id, mentor_id, learner_id, plan, mode, subject, grade, hours, price_paise, promotion_paise, promotion_used,
      amount_paise, wished_at, terms, status, gateway, payment_session_id, expires_at, created_at, paid_at)
    select order_id, 'MS-' || extract(year from booked_at at time zone 'Asia/Kolkata') || '-' || to_char(nextval('payment_order_number'), 'FM999999999000000'), family_id, mentor_id, learner_id, plan, mode, subject,
      grade, hours, price_paise, promotion_paise, promotion_paise > 0, amount_paise, wished_at, terms, 'paid', 'sandbox', 'session_demo_' || replace(order_id::text, '-', ''),
      booked_at + interval '26 minutes', booked_at - interval '4 minutes', booked_at
    from jsonb_to_recordset(${record(bookings)}) as o(order_id uuid, family_id uuid, mentor_id uuid, learner_id uuid, plan text, mode text, subject text,
      grade text, hours numeric, price_paise int, promotion_paise int, amount_paise int, wished_at timestamptz, terms jsonb, booked_at timestamptz)
    order by booked_at`.execute(tx)
  await sql`
    insert into sandbox_order (order_id, session_id, amount_paise, customer, return_url, notify_url, status, expires_at, created_at)
    select id, payment_session_id, amount_paise, '{}', 'http://localhost/payment-status?order_id={order_id}', 'http://localhost/api/payment/webhook',
      'PAID', expires_at, created_at
    from payment_order where id = any(${orderIds}::uuid[])`.execute(tx)
  await sql`
    with paid as (
      insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference, created_at)
      select id, 'SUCCESS', amount_paise, 'Transaction success', right(replace(id::text, '-', ''), 12), paid_at
      from payment_order where id = any(${orderIds}::uuid[]) order by paid_at
      returning *)
    insert into payment (order_id, gateway, gateway_payment_id, status, amount_paise, method, bank_reference, message, seen_at)
    select order_id::uuid, 'sandbox', id::text, status, amount_paise, 'upi', bank_reference, message, created_at from paid`.execute(
    tx,
  )
  await sql`update payment_order o set paid_by = p.id from payment p where p.order_id = o.id and o.id = any(${orderIds}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into booking (id, order_id, family_id, mentor_id, learner_id, plan, mode, subject, grade, status, minutes, price_paise, duration_days,
      terms, student_name, class_name, school, rating, schedule_by, booked_at)
    select booking_id, order_id, family_id, mentor_id, learner_id, plan, mode, subject, grade, status, minutes, price_paise, duration_days,
      terms, student_name, class_name, school, rating, schedule_by, booked_at
    from jsonb_to_recordset(${record(bookings)}) as b(booking_id uuid, order_id uuid, family_id uuid, mentor_id uuid, learner_id uuid, plan text,
      mode text, subject text, grade text, status text, minutes int, price_paise int, duration_days int2, terms jsonb, student_name text,
      class_name text, school text, rating int2, schedule_by timestamptz, booked_at timestamptz)
    order by booked_at`.execute(tx)
  const lessons = bookings.flatMap((one) =>
    one.lessons.map((lesson, i) => ({
      ...lesson,
      id: one.lesson_ids[i],
      booking_id: one.booking_id,
      order_id: one.order_id,
      mentor_id: one.mentor_id,
      mode: one.mode,
      learner_id: one.learner_id,
    })),
  )
  const wishes = bookings.filter((one) => one.wished_at && one.status === 'pending_schedule')
  await sql`
    with wished as (
      insert into teaching_slot (mentor_id, mode, starts_at, ends_at, status, order_id)
      select mentor_id, mode, wished_at, wish_ends_at, 'booked', order_id
      from jsonb_to_recordset(${record(wishes)}) as w(mentor_id uuid, mode text, wished_at timestamptz, wish_ends_at timestamptz, order_id uuid)),
    given as (select * from jsonb_to_recordset(${record(lessons)}) as l(id uuid, booking_id uuid, order_id uuid, mentor_id uuid, mode text, learner_id uuid,
      sequence int2, starts_at timestamptz, ends_at timestamptz, minutes int2, fee_paise int, status text, settled_at timestamptz)),
    slots as (
      insert into teaching_slot (mentor_id, mode, starts_at, ends_at, status, order_id)
      select mentor_id, mode, starts_at, ends_at, case when status = 'cancelled' then 'released' else 'booked' end, order_id from given
      returning id, order_id, starts_at)
    insert into lesson (id, booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, status, settled_at)
    select g.id, g.booking_id, s.id, g.learner_id, g.sequence, g.starts_at, g.ends_at, g.minutes, g.fee_paise, g.status, g.settled_at
    from given g join slots s on s.order_id = g.order_id and s.starts_at = g.starts_at`.execute(tx)
  const records = lessons.flatMap((one) =>
    one.record ? [{ ...one.record, lesson_id: one.id, booking_id: one.booking_id }] : [],
  )
  await sql`
    insert into class_record (booking_id, lesson_id, date, time_in, time_out, duration, topic, note, homework, mentor_tick, parent_tick, parent_ticked_at, marked_at)
    select booking_id, lesson_id, date, time_in, time_out, duration, topic, note, homework, true, ticked_at is not null, ticked_at, marked_at
    from jsonb_to_recordset(${record(records)}) as r(booking_id uuid, lesson_id uuid, date date, time_in time, time_out time, duration text,
      topic text, note text, homework text, ticked_at timestamptz, marked_at timestamptz)`.execute(tx)
  await writeJournals(
    tx,
    bookings.flatMap((one) => journalsOf(one, one.order_id, one.lesson_ids)),
  )
}

/** Writes journals in order of time, so that no prepaid balance is overdrawn on the way. */
async function writeJournals(tx: Transaction, journals: readonly JournalRow[]): Promise<void> {
  const lines = journals.flatMap(({ lines: own, ...journal }) =>
    own
      .filter((line) => line.amount_paise !== 0)
      .map((line) => ({ journal: journal.kind, subject_id: journal.subject_id, at: journal.at, ...line })),
  )
  const given = sql`jsonb_to_recordset(${record(lines)}) as l(journal text, subject_id uuid, at timestamptz, kind text, owner_id uuid, amount_paise bigint)`
  await sql`insert into journal (kind, subject_id, at) select distinct on (l.journal, l.subject_id) l.journal, l.subject_id, l.at from ${given}`.execute(
    tx,
  )
  await sql`insert into ledger_account (kind, owner_id) select distinct l.kind, l.owner_id from ${given} on conflict do nothing`.execute(
    tx,
  )
  await sql`
    insert into ledger_entry (journal_id, account_id, amount_paise)
    select j.id, a.id, l.amount_paise from ${given} join journal j on j.kind = l.journal and j.subject_id = l.subject_id
    join ledger_account a on a.kind = l.kind and a.owner_id is not distinct from l.owner_id order by l.at, l.amount_paise`.execute(
    tx,
  )
}
