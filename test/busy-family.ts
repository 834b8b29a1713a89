import { sql } from 'kysely'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { makeMentor, newPhone } from './builders.ts'
import { monthWithClass } from './marked-classes.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp } from './test-app.ts'

/** Statements that a call sends, with their values. */
export async function statementsOf(who: LoggedIn, url: string) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const reply = await who.get(url)
  const sent = query.mock.calls.map(([one, values]: unknown[]) =>
    typeof one === 'string' ? { text: one, values: values as unknown[] } : (one as { text: string; values: unknown[] }),
  )
  query.mockRestore()
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return { sent: sent.filter(({ text }) => !text.includes('pgboss')), body: reply.body }
}

/** A family with a demo just held, a month with a class to confirm and classes ahead, and an order it did not pay. */
export async function busyFamily(app: TestApp) {
  const one = await makeMentor(app.db, { prices: { homeTuition: 4500 } })
  const mentor = await app.login(one.phone, 'mentor')
  const other = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const { booking } = await monthWithClass(app, family, mentor)
  const set = await mentor.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(2), time: '18:00' }))
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const demo = await app.paidBooking(family, other.id)
  await app.lessonYesterday(other, demo)
  await sql`update lesson set status = 'held' where booking_id = ${demo}`.execute(app.db)
  const order = await family.post('/api/payment/create-order', { mentorId: mentor.id, amount: 187.5, plan: 'hourly' })
  return { family, mentor, booking, demo, order: order.body.order_id }
}
