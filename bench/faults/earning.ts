import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { shiftLessons } from '#test/builders.ts'
import { bought, has, inDays, type Story, timesSent } from './story.ts'

const form = (date: string, time: string) => ({
  subject: 'Mathematics',
  studentName: 'Aarav',
  class: '9',
  school: 'Shishu Kunj',
  scheduledDate: date,
  scheduledTime: time,
})
const record = (classBooking: string, date: string) => ({
  classBooking,
  date,
  timeIn: '10:00',
  timeOut: '11:40',
  duration: '1 h 40',
  topic: 'Linear equations',
})

/** Two classes: one is settled by the family's confirmation, the other by timeout. */
export const earning: Story = {
  name: 'classes settle',
  writes: ['lesson', 'class_record', 'outbox', 'journal', 'ledger_account', 'ledger_entry', 'idempotency'],
  async begin(stage) {
    const { db, requestWithRetry } = stage
    const { family, mentor, bookingId } = await bought(stage)
    const setClass = () =>
      requestWithRetry(mentor, 'PUT', `/api/class-bookings/booking/${bookingId}`, { body: form(inDays(1), '16:00') })
    await setClass()
    await shiftLessons(db, bookingId, -5)
    await requestWithRetry(mentor, 'POST', '/api/class-records', { body: record(bookingId, inDays(-4)) })
    await sql`update class_record set marked_at = now() - interval '4 days' where booking_id = ${bookingId}`.execute(db)
    await setClass()
    await shiftLessons(db, bookingId, -2)
    const keys = Array.from({ length: 2 }, () => randomUUID())
    const settled = (count: number) => () =>
      has(
        stage,
        sql`select from lesson where booking_id = ${bookingId} and settled_at is not null having count(*) = ${count}`,
      )
    return {
      async go() {
        const marked = { body: record(bookingId, inDays(-1)), ...(keys[0] && { key: keys[0] }), done: 'already-marked' }
        await requestWithRetry(mentor, 'POST', '/api/class-records', marked)
        const { rows } = await sql<{ id: string }>`
          select id from class_record where booking_id = ${bookingId} and date = ${inDays(-1)}`.execute(db)
        const tick = { body: { parentTick: true }, ...(keys[1] && { key: keys[1] }) }
        await requestWithRetry(family, 'PUT', `/api/class-records/${rows[0]?.id}`, tick)
        await stage.sendJob('lessons.settle-due')
        await stage.until('both classes are settled', settled(2), () => stage.sendJob('lessons.settle-due'))
      },
      effects: () => ({
        found: sql`select count(*)::int as settled, sum(fee_paise)::int as fees,
          (select count(*) from journal j where j.kind = 'lesson' and j.subject_id = any(array_agg(l.id)))::int as journals,
          (select count(*) from class_record where booking_id = ${bookingId})::int as records,
          ${timesSent('class-marked', family)} as asked,
          (select count(*) from ledger_account where kind = 'mentor_payable' and owner_id = ${mentor.id})::int as accounts
          from lesson l where booking_id = ${bookingId} and settled_at is not null`,
        expected: { settled: 2, fees: 75_000, journals: 2, records: 2, asked: 2, accounts: 1 },
      }),
    }
  },
}
