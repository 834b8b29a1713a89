import { sql } from 'kysely'
import { expect } from 'vitest'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { shiftLessons } from './builders.ts'
import { attendanceOf, inDays, type LoggedIn, type TestApp } from './test-app.ts'

/** A class of a booking that its mentor marked yesterday. */
export async function markedClass(
  app: TestApp,
  mentor: LoggedIn,
  booking: string,
): Promise<{ lesson: string; record: string }> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from lesson where booking_id = ${booking}`.execute(app.db)
  const hour = String(6 + 2 * (rows[0]?.n ?? 0)).padStart(2, '0')
  const before = await sql<{ id: string }>`select id from lesson where booking_id = ${booking}`.execute(app.db)
  await app.lessonYesterday(mentor, booking, `${hour}:00`)
  // Scheduling moved earlier classes too; they go back to their own times.
  for (const { id } of before.rows)
    await sql`with l as (update lesson set starts_at = starts_at + interval '3 days', ends_at = ends_at + interval '3 days' where id = ${id} returning slot_id)
      update teaching_slot set starts_at = starts_at + interval '3 days', ends_at = ends_at + interval '3 days' where id = (select slot_id from l)`.execute(
      app.db,
    )
  const { body, status } = await mentor.post(
    '/api/class-records',
    attendanceOf(booking, inDays(-1), `${hour}:00`, `${hour}:59`),
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return { lesson: body.data.lesson, record: body.data._id }
}

/** A 4,500-rupee month with one 375-rupee class awaiting confirmation; the first class is settled unless `isFirst`. */
export async function monthWithClass(app: TestApp, family: LoggedIn, mentor: LoggedIn, { isFirst = false } = {}) {
  const booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  if (!isFirst) {
    await markedClass(app, mentor, booking)
    await shiftLessons(app.db, booking, -3)
    await sql`update class_record set marked_at = marked_at - interval '3 days' where booking_id = ${booking}`.execute(
      app.db,
    )
    await settleDue(app.db)
  }
  return { booking, ...(await markedClass(app, mentor, booking)) }
}
