import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { markedClass } from '#test/marked-classes.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'
import { settleDue } from './settlement.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

async function twoHours() {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  return { family, mentor, booking: await app.paidBooking(family, made.id, { amount: 450, plan: 'hourly', hours: 2 }) }
}
const statusOf = async (family: LoggedIn) =>
  (await family.get(`/api/class-bookings/student/${family.id}`)).body.data[0].status
const completed = async ({ phone }: LoggedIn) =>
  (await app.browser().get('/dev/outbox.json')).body.filter(
    (one: { to: string; template: string }) => one.to === phone && one.template.startsWith('booking-completed'),
  ).length
async function threeDaysPass(booking: string): Promise<void> {
  await shiftLessons(app.db, booking, -3)
  await sql`update class_record set marked_at = marked_at - interval '3 days' where booking_id = ${booking}`.execute(
    app.db,
  )
  await settleDue(app.db)
}
/** The family cancels a lesson that begins in five hours, half of which it pays. */
async function cancelLate(family: LoggedIn, mentor: LoggedIn, booking: string): Promise<void> {
  await mentor.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(2), time: '10:00' }))
  const { rows } = await sql<{ id: string }>`
    with l as (update lesson set starts_at = now() + interval '5 hours', ends_at = now() + interval '7 hours'
      where booking_id = ${booking} and status = 'scheduled' returning id, slot_id, starts_at, ends_at)
    update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id returning l.id`.execute(
    app.db,
  )
  const path = `/api/class-bookings/lessons/${rows[0]?.id}`
  const { startsAt, fee, credit } = (await family.get(`${path}/outcome?action=cancel`)).body.data
  expect([fee, credit]).toEqual([225, 60])
  expect((await family.post(`${path}/cancel`, { startsAt, fee, credit })).status).toBe(200)
}

test('completes a booking when its last lesson settles, and notifies both sides once', async () => {
  const { family, mentor, booking } = await twoHours()
  const { record } = await markedClass(app, mentor, booking)
  await family.put(`/api/class-records/${record}`, { parentTick: true })
  // The guarantee keeps the first lesson open.
  expect([await statusOf(family), await completed(family)]).toEqual(['scheduled', 0])
  await Promise.all([threeDaysPass(booking), settleDue(app.db)])
  await settleDue(app.db)
  expect([await statusOf(family), await completed(family), await completed(mentor)]).toEqual(['completed', 1, 1])
})

test('keeps a booking open while minutes are credited', async () => {
  const { family, mentor, booking } = await twoHours()
  await cancelLate(family, mentor, booking)
  expect([await statusOf(family), await completed(family)]).toEqual(['scheduled', 0])
  await markedClass(app, mentor, booking)
  expect(await statusOf(family)).toBe('scheduled')
  await threeDaysPass(booking)
  expect([await statusOf(family), await completed(family), await completed(mentor)]).toEqual(['completed', 1, 1])
})
