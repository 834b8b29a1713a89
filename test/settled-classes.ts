import { type Kysely, sql } from 'kysely'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import { makeMentor, type makeTaxFacts, newPhone } from './builders.ts'
import { inDays, type TestApp } from './test-app.ts'

/** A mentor with settled classes of 375 rupees, commission 37.50, GST 6.75, of a month that a family bought. */
export async function settledClasses(app: TestApp, classes: number, tax: Parameters<typeof makeTaxFacts>[2] | null) {
  const { id, phone, accountId } = await makeMentor(app.db, { tax })
  const mentor = await app.login(phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const booking = await app.paidBooking(family, id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
  const set = await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)
  if (set.status !== 200) throw new Error(`no timetable: ${JSON.stringify(set.body)}`)
  const { rows } = await sql<{ id: string }>`update lesson set status = 'held' where id in
    (select id from lesson where booking_id = ${booking} order by starts_at limit ${classes}) returning id`.execute(
    app.db,
  )
  for (const lesson of rows) await transaction(app.db, (tx) => settleLesson(tx, lesson.id))
  return { id, accountId, mentor, booking, lessons: rows.map((one) => one.id) }
}

/** Moves fees and their journals to an instant, as if they had been settled then. */
export async function settledAt(db: Kysely<DB>, lessons: readonly string[], at: string): Promise<void> {
  await transaction(db, async (tx) => {
    for (const table of ['tax_entry', 'journal'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`update journal set at = ${at}::timestamptz where kind = 'lesson' and subject_id = any(${lessons}::uuid[])`.execute(
      tx,
    )
    await sql`update tax_entry set at = ${at}::timestamptz where journal_kind = 'lesson' and subject_id = any(${lessons}::uuid[])`.execute(
      tx,
    )
    for (const table of ['tax_entry', 'journal'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}

/** The month before that of the first settled class, in India, and two instants within it: one in its middle and its last second. */
export async function monthBefore(db: Kysely<DB>): Promise<{ month: string; at: string; last: string }> {
  const { rows } = await sql<{ month: string; at: string; last: string }>`
    select to_char(m, 'YYYY-MM') as month, (m + interval '10 days')::text || '+05:30' as at,
      (m + interval '1 month' - interval '1 second')::text || '+05:30' as last
    from (select date_trunc('month', coalesce(min(settled_at), now()) at time zone 'Asia/Kolkata') - interval '1 month' as m from lesson) s`.execute(
    db,
  )
  return rows[0] ?? { month: '', at: '', last: '' }
}
