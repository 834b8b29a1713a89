import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BookingPolicy, defaultPolicy, policyName } from '#contract/classes/limits.ts'
import { completeBooking, makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let family: LoggedIn
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  family = await app.login(newPhone(), 'student')
})
afterAll(() => app.stop())

const renew = (booking: string, amount: number, who = family) => who.post('/api/payment/renewals', { booking, amount })
const bookings = async () => (await family.get(`/api/class-bookings/student/${family.id}`)).body.data
const bookingOf = async (id: string) => (await bookings()).find((one: { _id: string }) => one._id === id)

/** A paid month with nearly all classes held: the last is scheduled, 100 minutes remain after it. */
async function nearlyOver(plan = 'monthly', amount = 4500) {
  const mentor = await makeMentor(app.db)
  const booking = await app.paidBooking(family, mentor.id, { amount, plan, learner: { name: 'Aarav', grade: '9' } })
  const teacher = await app.login(mentor.phone, 'mentor')
  const at = scheduleOf({ date: inDays(9), time: '17:30' })
  expect((await teacher.put(`/api/class-bookings/booking/${booking}`, at)).status).toBe(200)
  await shiftLessons(app.db, booking, -10)
  await sql`update lesson set status = 'held', minutes = (select minutes - 100 from booking where id = ${booking})
    where booking_id = ${booking}`.execute(app.db)
  return { mentor, teacher, booking }
}
const end = (booking: string) => completeBooking(app.db, booking)

test('renews a month that is nearly over for the same child, with its days and time', async () => {
  const { mentor, booking, teacher } = await nearlyOver()
  expect(await bookingOf(booking)).toMatchObject({ canRenew: true, renews: null, renewedBy: null })
  const order = await renew(booking, 4500)
  expect(order.body).toMatchObject({ order_amount: 4500, checkout_url: expect.any(String) })
  await app.pay(order.body, 'success')
  const { booking: next } = (await family.get(`/api/payment/order/${order.body.order_id}`)).body.data
  const first = await bookingOf(booking)
  const second = await bookingOf(next)
  expect(first).toMatchObject({ canRenew: false, renewedBy: next })
  expect(second).toMatchObject({
    renews: booking,
    plan: 'monthly',
    canRenew: false,
    studentName: 'Aarav',
    school: 'Shishu Kunj',
  })
  expect(second.learner._id).toBe(first.learner._id)
  expect(second.wishes).toEqual({ days: [expect.stringMatching(/day$/)], time: '17:30' })
  const seen = (await teacher.get(`/api/class-bookings/mentor/${mentor.id}`)).body.data[0]
  expect(seen).toMatchObject({ _id: next, wishes: second.wishes, canRenew: false })
  expect((await renew(booking, 4500)).body.code).toBe('not-renewable')
})

test('creates one renewal for ten taps', async () => {
  const { booking } = await nearlyOver()
  const taps = await Promise.all(Array.from({ length: 10 }, () => renew(booking, 4500)))
  expect(new Set(taps.map((one) => one.body.order_id)).size).toBe(1)
  const { rows } = await sql`select 1 from payment_order where renews = ${booking}`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test('turns an open order for the same purchase into the renewal', async () => {
  const { booking, mentor } = await nearlyOver()
  const [learner] = (await family.get('/api/users/learners')).body.data
  const body = { mentorId: mentor.id, amount: 4500, plan: 'monthly', learnerId: learner._id }
  const open = await family.post('/api/payment/create-order', body)
  expect((await renew(booking, 4500)).body.order_id).toBe(open.body.order_id)
  await app.pay(open.body, 'success')
  await family.get(`/api/payment/order/${open.body.order_id}`)
  expect((await bookingOf(booking)).renewedBy).toBeTruthy()
})

test('names a changed price before payment; of two orders at two prices one renews and the other is refunded', {
  tags: ['full'],
}, async () => {
  const { booking, mentor } = await nearlyOver()
  const before = await renew(booking, 4500)
  await sql`update mentor_mode set monthly_price_paise = 480000 where mentor_id = ${mentor.id}`.execute(app.db)
  const refused = await renew(booking, 4500)
  expect([refused.status, refused.body.code, refused.body.details.amount]).toEqual([409, 'price-changed', 4800])
  const after = await renew(booking, 4800)
  expect(after.body.order_id).not.toBe(before.body.order_id)
  for (const one of [after, before]) {
    await app.pay(one.body, 'success')
    await family.get(`/api/payment/verify-order/${one.body.order_id}`)
  }
  const outcomes = await Promise.all(
    [after, before].map(async (one) => (await family.get(`/api/payment/order/${one.body.order_id}`)).body.data.outcome),
  )
  expect(outcomes).toEqual(['success', 'refund'])
  const { rows } = await sql`select 1 from booking where renews = ${booking}`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test('refuses a renewal at a cancellation policy that no longer applies', async () => {
  const { booking } = await nearlyOver()
  const shown = (policy: BookingPolicy) =>
    family.post('/api/payment/renewals', { booking, amount: 4500, policy: policyName(policy) })
  expect((await shown({ ...defaultPolicy, cancelFreeHours: 6 })).body.code).toBe('policy-changed')
  expect((await shown(defaultPolicy)).status).toBe(200)
})

test('refuses another renewal while one is pending at the bank', async () => {
  const { booking, mentor } = await nearlyOver()
  const first = await renew(booking, 4500)
  await app.pay(first.body, 'pending')
  await family.get(`/api/payment/verify-order/${first.body.order_id}`)
  await sql`update mentor_mode set monthly_price_paise = 480000 where mentor_id = ${mentor.id}`.execute(app.db)
  expect((await renew(booking, 4800)).body.code).toBe('payment-pending')
})

test('renews a package at today’s discount, also a completed one', async () => {
  const { booking } = await nearlyOver('months3', 12_825)
  await end(booking)
  expect((await renew(booking, 13_500)).body.details.amount).toBe(12_825)
  expect((await renew(booking, 12_825)).status).toBe(200)
})

test('refuses to renew a demo, a booking with classes left, one renewed by hand, or a refunded one', {
  tags: ['full'],
}, async () => {
  const mentor = await makeMentor(app.db)
  const learner = { name: 'Aarav', grade: '9' }
  const demo = await app.paidBooking(family, mentor.id, { amount: 99, plan: 'demo', learner })
  await end(demo)
  const early = await app.paidBooking(family, mentor.id, { amount: 4401, plan: 'monthly', learner })
  expect((await renew(demo, 99)).body.code).toBe('not-renewable')
  expect((await renew(early, 4500)).body.code).toBe('not-renewable')
  await end(early)
  expect((await bookingOf(early)).canRenew).toBe(true)
  await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly', learner })
  expect((await renew(early, 4500)).body.code).toBe('not-renewable')
  const { booking } = await nearlyOver()
  await sql`update booking set status = 'cancelled' where id = ${booking}`.execute(app.db)
  expect((await renew(booking, 4500)).body.code).toBe('not-renewable')
})

test('renews a month near its last day, whatever its balance', async () => {
  const { booking } = await nearlyOver()
  await sql`update lesson set minutes = 100 where booking_id = ${booking}`.execute(app.db)
  expect((await renew(booking, 4500)).body.code).toBe('not-renewable')
  await sql`update booking set booked_at = now() - interval '23 days 1 minute' where id = ${booking}`.execute(app.db)
  expect((await renew(booking, 4500)).status).toBe(200)
})

test('reports a hidden mentor or a subject no longer taught, and tells another family nothing', async () => {
  const { booking, mentor } = await nearlyOver()
  const other = await app.login(newPhone(), 'student')
  const foreign = await renew(booking, 4500, other)
  const missing = await renew(randomUUID(), 4500, other)
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  await sql`update mentor_offer set subject = 'science' where mentor_id = ${mentor.id}`.execute(app.db)
  expect((await renew(booking, 4500)).body.code).toBe('subject-not-offered')
  await sql`update mentor set show_on_website = false where id = ${mentor.id}`.execute(app.db)
  expect((await renew(booking, 4500)).body.code).toBe('mentor-not-available')
})
