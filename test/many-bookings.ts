import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'

/** A copy of a row of `t` as JSON with other values, to insert; generated columns are left out by `columns`. */
const copies = (values: string) => sql.raw(`to_jsonb(t) || jsonb_build_object(${values})`)

/**
 * Copies a booking with its order, lessons and attendance into the past, `count` times, one week further back each time:
 * completed, and every lesson of a copy settled. `ofOthers`: each of a family and a mentor that are only ids and without
 * lessons, to fill the table. Triggers are off, because they check one row at a time.
 */
export async function addPastBookings(
  pool: Kysely<DB>,
  bookingId: string,
  count: number,
  { ofOthers = false } = {},
): Promise<void> {
  const parties = ofOthers ? `, 'family_id', c.family, 'mentor_id', c.mentor, 'learner_id', c.learner` : ''
  await pool.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`set statement_timeout = '2min'`.execute(db)
    try {
      await sql`create temporary table copy as
        select i, make_interval(days => 40 + 7 * i) as back, uuidv7(make_interval(days => -40 - 7 * i)) as booking,
          uuidv7(make_interval(days => -41 - 7 * i)) as "order", gen_random_uuid() as family, gen_random_uuid() as mentor,
          gen_random_uuid() as learner from generate_series(1, ${count}::int) i`.execute(db)
      await sql`create temporary table lesson_copy as
        select c.*, l.id as lesson, gen_random_uuid() as new_lesson, gen_random_uuid() as new_slot
        from copy c, lesson l where l.booking_id = ${bookingId}::uuid and l.status <> 'moved' and not ${ofOthers}`.execute(
        db,
      )
      await sql`insert into payment_order select (jsonb_populate_record(null::payment_order, ${copies(
        `'id', c."order", 'number', 'COPY-' || c.i || '-' || left(c."order"::text, 13), 'created_at', t.created_at - c.back, 'paid_at', t.paid_at - c.back, 'promotion_used', false, 'paid_by', null${parties}`,
      )})).* from copy c, payment_order t where t.id = (select order_id from booking where id = ${bookingId})`.execute(
        db,
      )
      await sql`insert into booking select (jsonb_populate_record(null::booking, ${copies(
        `'id', c.booking, 'order_id', c."order", 'status', 'completed', 'booked_at', t.booked_at - c.back, 'schedule_by', t.schedule_by - c.back${parties}`,
      )})).* from copy c, booking t where t.id = ${bookingId}`.execute(db)
      await sql`insert into teaching_slot (id, mentor_id, starts_at, ends_at, mode, capacity, status, order_id)
        select c.new_slot, s.mentor_id, s.starts_at - c.back, s.ends_at - c.back, s.mode, s.capacity, 'released', c."order"
        from lesson_copy c join lesson l on l.id = c.lesson join teaching_slot s on s.id = l.slot_id`.execute(db)
      await sql`insert into lesson (id, booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, status, settled_at)
        select c.new_lesson, c.booking, c.new_slot, l.learner_id, l.sequence, l.starts_at - c.back, l.ends_at - c.back, l.minutes, l.fee_paise, 'held',
          l.ends_at - c.back + interval '2 days'
        from lesson_copy c join lesson l on l.id = c.lesson`.execute(db)
      await sql`insert into class_record (booking_id, lesson_id, date, time_in, time_out, duration, topic, mentor_tick, marked_at)
        select c.booking, c.new_lesson, (l.starts_at - c.back)::date, '10:00', '11:00', '1 hour', 'Fractions', true, l.ends_at - c.back
        from lesson_copy c join lesson l on l.id = c.lesson`.execute(db)
      await sql`drop table copy, lesson_copy`.execute(db)
    } finally {
      await sql`reset session_replication_role`.execute(db)
      await sql`reset statement_timeout`.execute(db)
    }
  })
  await sql`analyze booking, lesson, payment_order, class_record, teaching_slot`.execute(pool)
}
