import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { compensate, reverseCompensation } from '#server/classes/lessons/lessons.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { markedClass } from '#test/marked-classes.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { returnUnpaid } from './refunds.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

const newMentor = async () => app.login((await makeMentor(app.db)).phone, 'mentor')
const cancel = async (booking: string, left: number) => {
  const body = { id: randomUUID(), refund: 'rule', left, reason: 'They moved' }
  const reply = await admin.put(`/api/admin/bookings/${booking}/cancellation`, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
/** A family with a credit of 500 rupees for a class of another mentor. */
async function withCredit() {
  const family = await app.login(newPhone(), 'student')
  const late = await newMentor()
  const booking = await app.paidBooking(family, late.id, { amount: 4500, plan: 'monthly' })
  await late.post(`/api/class-bookings/${booking}/lessons`, { date: inDays(2), time: '17:00', minutes: 60 })
  const { rows } = await sql<{ id: string }>`select id from lesson where booking_id = ${booking}`.execute(app.db)
  const lessonId = rows[0]?.id ?? ''
  await transaction(app.db, (tx) => compensate(tx, { lessonId, familyId: family.id, mentorId: late.id, paise: 50_000 }))
  await cancel(booking, 4500)
  await app.runJobs()
  return { family, lessonId }
}
const accounts = async (family: LoggedIn) => ({
  credit: 0 - (await balancePaise(app.db, 'family_credit', family.id)),
  prepaid: 0 - (await balancePaise(app.db, 'family_prepaid', family.id)),
})
const refundable = async (family: LoggedIn) => (await family.get('/api/payment/refunds')).body.money.refundable
const blockers = async (family: LoggedIn) => (await family.get('/api/profile/privacy')).body.data.blockers
const orderOf = async (booking: string) =>
  (await sql<{ id: string }>`select order_id as id from booking where id = ${booking}`.execute(app.db)).rows[0]?.id

test('what a decision gives back after the refund of all that was paid returns to the credit', async () => {
  const { family } = await withCredit()
  const mentor = await newMentor()
  const booking = await app.paidBooking(family, mentor.id, { amount: 4000, plan: 'monthly' })
  const { lesson } = await markedClass(app, mentor, booking)
  const opened = await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  expect(opened.status, JSON.stringify(opened.body)).toBe(200)
  await cancel(booking, 4000)
  await app.runJobs()
  expect(await accounts(family)).toEqual({ credit: 12_500, prepaid: 0 })
  const { rows } = await sql<{ id: string; version: number }>`select d.id, c.version from dispute d
    join support_case c on c.id = d.case_id where d.lesson_id = ${lesson}`.execute(app.db)
  const body = { share: 0, reason: 'We asked both', version: rows[0]?.version }
  expect((await admin.post(`/api/admin/disputes/${rows[0]?.id}/decision`, body)).status).toBe(200)
  expect([await accounts(family), await blockers(family)]).toEqual([{ credit: 12_500, prepaid: 37_500 }, ['balance']])
  for (const _ of [1, 2]) await returnUnpaid(app.context)
  expect(await accounts(family)).toEqual({ credit: 50_000, prepaid: 0 })
  expect([await refundable(family), await blockers(family)]).toEqual([0, []])
})

test('a guarantee returns credit once all that was paid has gone back', async () => {
  const { family } = await withCredit()
  const mentor = await newMentor()
  const booking = await app.paidBooking(family, mentor.id, { amount: 4000, plan: 'monthly' })
  const { lesson } = await markedClass(app, mentor, booking)
  const refund = { order: await orderOf(booking), amount: 4000, left: 4000, ends: false, reason: 'Kindness' }
  expect((await admin.put(`/api/admin/refunds/${randomUUID()}`, refund)).status).toBe(200)
  await app.runJobs()
  expect(await accounts(family)).toEqual({ credit: 0, prepaid: 50_000 })
  const used = await family.post(`/api/class-bookings/lessons/${lesson}/guarantee`, { amount: 375 })
  expect(used.status, JSON.stringify(used.body)).toBe(200)
  expect(await accounts(family)).toEqual({ credit: 37_500, prepaid: 12_500 })
})

test('the fee of a demo that never took place stays with the month it lowered, and is ours when that is over', async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await newMentor()
  const demo = await app.paidBooking(family, mentor.id)
  const month = await app.paidBooking(family, mentor.id, { amount: 4401, plan: 'monthly' })
  await cancel(demo, 0)
  await returnUnpaid(app.context)
  expect([(await accounts(family)).prepaid, await refundable(family)]).toEqual([459_900, 0])
  await markedClass(app, mentor, month)
  await shiftLessons(app.db, month, -3)
  await sql`update class_record set marked_at = marked_at - interval '3 days' where booking_id = ${month}`.execute(
    app.db,
  )
  await settleDue(app.db)
  await cancel(month, 4125)
  await app.runJobs()
  const promotions = await balancePaise(app.db, 'promotions', null)
  for (const _ of [1, 2]) await returnUnpaid(app.context)
  expect((await balancePaise(app.db, 'promotions', null)) - promotions).toBe(-9900)
  expect([await accounts(family), await blockers(family)]).toEqual([{ credit: 0, prepaid: 0 }, []])
})

test('a month refunded in full gives the demo its fee back', async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await newMentor()
  const demo = await app.paidBooking(family, mentor.id)
  const month = await app.paidBooking(family, mentor.id, { amount: 4401, plan: 'monthly' })
  await cancel(demo, 0)
  await returnUnpaid(app.context)
  await cancel(month, 4401)
  await returnUnpaid(app.context)
  expect((await accounts(family)).prepaid).toBe(9900)
  expect((await family.post('/api/payment/refunds', { order: await orderOf(demo) })).status).toBe(200)
})

test('a compensation reversed while its credit was in an order is taken back when that returns', async () => {
  const { family, lessonId } = await withCredit()
  const mentor = await newMentor()
  const booking = await app.paidBooking(family, mentor.id, { amount: 4000, plan: 'monthly' })
  const promotions = await balancePaise(app.db, 'promotions', null)
  await transaction(app.db, (tx) => reverseCompensation(tx, lessonId))
  await cancel(booking, 4000)
  expect(await accounts(family)).toEqual({ credit: 0, prepaid: 0 })
  // The month and its return cost nothing: the mentor's debt is gone, and so is the credit.
  expect((await balancePaise(app.db, 'promotions', null)) - promotions).toBe(0)
  const { rows } =
    await sql`select paise, taken_back_paise as taken from compensation where lesson_id = ${lessonId}`.execute(app.db)
  expect(rows).toEqual([{ paise: 50_000, taken: 50_000 }])
})
