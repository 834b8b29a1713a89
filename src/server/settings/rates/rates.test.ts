import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { policyName } from '#contract/classes/limits.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
let other: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  other = await app.admin()
})
afterAll(() => app.stop())
beforeEach(async () => void (await sql`delete from setting`.execute(app.db)))

const at = '/api/admin/rates'
const fees = { commission: 12.5, gst: 18, tds: 0.1, tcs: 0.5 }
const policy = {
  cancelFreeHours: 12,
  lateCancelPercent: 50,
  mentorLatePercent: 50,
  noShowMinutes: 20,
  scheduleWithinDays: 7,
  guaranteeHours: 48,
}
const wish = (from: string, over: object = {}) => ({ name: 'feeRates', from, seen: null, values: fees, ...over })
const tomorrow = inDays(1)

test('starts with defaults and applies new rates from their date on', async () => {
  expect((await admin.get(at)).body.data).toMatchObject({
    feeRates: [{ from: null, values: { commission: 10, gst: 18, tds: 0.1, tcs: 0.5 }, state: 'now', setBy: null }],
    packageDiscounts: [{ from: null, values: { months3: 5, months6: 10 }, state: 'now' }],
    bookingPolicy: [{ from: null, values: policy, state: 'now' }],
  })
  const before = { commission: 1100, gst: 1800, tds: 10, tcs: 50 }
  await sql`insert into setting (name, from_date, value) values ('feeRates', ${inDays(-9)}, ${JSON.stringify(before)})`.execute(
    app.db,
  )
  const set = await admin.post(at, wish(tomorrow, { seen: inDays(-9) }))
  expect(set.body.data.feeRates).toMatchObject([
    { from: tomorrow, values: fees, state: 'later', setBy: 'Admin' },
    { from: inDays(-9), values: { commission: 11 }, state: 'now', setBy: null },
    { from: null, values: { commission: 10 }, state: 'past' },
  ])
  expect(await readSetting(app.db, 'feeRates')).toEqual(before)
  const { rows } = await sql<{ value: object }>`select value from setting where from_date = ${tomorrow}`.execute(app.db)
  expect(rows).toEqual([{ value: { commission: 1250, gst: 1800, tds: 10, tcs: 50 } }])
  const discounts = { name: 'packageDiscounts', from: tomorrow, seen: null, values: { months3: 0, months6: 15 } }
  expect((await admin.post(at, discounts)).body.data.packageDiscounts[0]).toMatchObject({
    values: { months3: 0, months6: 15 },
    state: 'later',
  })
})

test('refuses to set or delete rates of today and the past', async () => {
  await sql`insert into setting (name, from_date, value) values ('feeRates', ${inDays(0)}, ${JSON.stringify(fees)})`.execute(
    app.db,
  )
  for (const from of [inDays(0), inDays(-1), '2001-01-01']) {
    const set = await admin.post(at, wish(from, { seen: inDays(0) }))
    expect([set.status, set.body.details.fields]).toEqual([400, [{ field: 'from', problem: 'tomorrow or later' }]])
    expect((await admin.call('DELETE', `${at}/feeRates/${from}`)).status).toBe(400)
  }
  const { rows } = await sql`select 1 from setting`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test('accepts a repeated request, and refuses a second value for a date or an outdated form', async () => {
  expect((await admin.post(at, wish(tomorrow))).status).toBe(200)
  expect((await admin.post(at, wish(tomorrow))).status).toBe(200)
  const values = { ...fees, tds: 1 }
  expect((await other.post(at, wish(inDays(5), { values }))).body.code).toBe('rates-changed')
  expect((await other.post(at, wish(tomorrow, { values, seen: tomorrow }))).body.code).toBe('rates-day-taken')
  expect((await other.post(at, wish(inDays(5), { values, seen: tomorrow }))).status).toBe(200)
  const { rows } =
    await sql`select 1 from audit where action = 'rates.set' and subject_id in (${`feeRates:${tomorrow}`},
    ${`feeRates:${inDays(5)}`}) and detail -> 'is' ->> 'tds' = '100' and detail -> 'was' ->> 'tds' = '10'`.execute(
      app.db,
    )
  expect(rows).toHaveLength(1)
})

test('lets one of two concurrent admins set a date and refuses the other', async () => {
  for (let round = 0; round < 10; round++) {
    await sql`delete from setting`.execute(app.db)
    const [one, two] = await Promise.all([
      admin.post(at, wish(tomorrow)),
      other.post(at, wish(tomorrow, { values: { ...fees, commission: 15 } })),
    ])
    const codes = [one, two].map(({ status, body }) => (status === 200 ? 'set' : body.code)).sort()
    expect(codes).toEqual(['rates-changed', 'set'])
  }
})

test('deletes scheduled rates idempotently with an audit entry', async () => {
  await admin.post(at, wish(inDays(3)))
  for (const _ of [1, 2]) {
    const left = await other.call('DELETE', `${at}/feeRates/${inDays(3)}`)
    expect([left.status, left.body.data.feeRates.length]).toEqual([200, 1])
  }
  const { rows } =
    await sql`select 1 from audit where action = 'rates.drop' and subject_id = ${`feeRates:${inDays(3)}`}`.execute(
      app.db,
    )
  expect(rows).toHaveLength(1)
})

test.each([
  ['less than nothing', { values: { ...fees, tds: -0.01 } }],
  ['more than everything', { values: { ...fees, gst: 100.01 } }],
  ['thousandths', { values: { ...fees, tcs: 0.125 } }],
  ['text', { values: { ...fees, commission: '10' } }],
  ['no number', { values: { ...fees, commission: null } }],
  ['nothing left for the mentor', { values: { ...fees, commission: 90 } }],
  ['one left out', { values: { commission: 10 } }],
  ['one too many', { values: { ...fees, cess: 1 } }],
  ['a day that is none', { from: '2026-02-30' }],
  ['another setting', { name: 'otpLimits', values: {} }],
  ['a discount of everything', { name: 'packageDiscounts', values: { months3: 100, months6: 10 } }],
  ['rules that leave no minute to come late', { name: 'bookingPolicy', values: { ...policy, noShowMinutes: 0 } }],
  ['a guarantee of no hour', { name: 'bookingPolicy', values: { ...policy, guaranteeHours: 0 } }],
  ['a mentor who pays less than a family', { name: 'bookingPolicy', values: { ...policy, mentorLatePercent: 49 } }],
  ['more than all of a late class', { name: 'bookingPolicy', values: { ...policy, lateCancelPercent: 101 } }],
  ['half a percent off', { name: 'packageDiscounts', values: { months3: 2.5, months6: 10 } }],
] as const)('%s is a clear 400', async (_, over) => {
  const reply = await admin.post(at, wish(tomorrow, over))
  expect([reply.status, reply.body.code], JSON.stringify(reply.body)).toEqual([400, 'bad-request'])
})

test('keeps the policy of an order when later rates are set', async () => {
  const mentor = await makeMentor(app.db)
  const teacher = await app.login(mentor.phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const month = { amount: 4500, plan: 'monthly' }
  const buy = (shown: typeof policy) => app.paidBooking(family, mentor.id, { ...month, policy: policyName(shown) })
  const before = await buy(policy)
  const undecided = await app.login(newPhone(), 'student')
  const order = (shown: typeof policy) =>
    undecided.post('/api/payment/create-order', { ...month, mentorId: mentor.id, policy: policyName(shown) })
  const opened = await order(policy)
  const others = {
    cancelFreeHours: 24,
    lateCancelPercent: 25,
    mentorLatePercent: 30,
    noShowMinutes: 40,
    scheduleWithinDays: 3,
    guaranteeHours: 72,
  }
  const set = await admin.post(at, { name: 'bookingPolicy', from: tomorrow, seen: null, values: others })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  await sql`update setting set from_date = from_date - 1`.execute(app.db)
  // Still on the page of the day before, the family is asked again.
  const asked = { ...month, mentorId: mentor.id, policy: policyName(policy) }
  const refused = await family.post('/api/payment/create-order', asked)
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'policy-changed', details: { amount: 4500 } }])
  const after = await buy(others)
  // A family that had not paid yet was shown the new policy before it went on to pay.
  const reopened = await order(others)
  expect(reopened.body.order_id).toBe(opened.body.order_id)
  const kept = await sql<{
    hours: number
  }>`select (terms -> 'cancelFreeHours')::int as hours from payment_order where id = ${reopened.body.order_id}`.execute(
    app.db,
  )
  expect(kept.rows).toEqual([{ hours: others.cancelFreeHours }])
  const bookings = (await family.get(`/api/class-bookings/student/${family.id}`)).body.data
  const days = ({ scheduleBy, bookedDate }: { scheduleBy: string; bookedDate: string }) =>
    Math.round((Date.parse(scheduleBy) - Date.parse(bookedDate)) / 86_400_000)
  expect(bookings.map(days)).toEqual([3, 7])
  // Cancelling 20 hours ahead is free under the old policy and costs a quarter under the new one.
  const fees: number[] = []
  const late: string[] = []
  for (const [i, booking] of [before, after].entries()) {
    const set = scheduleOf({ date: inDays(3), time: `1${i * 4}:00` })
    expect((await teacher.put(`/api/class-bookings/booking/${booking}`, set)).status).toBe(200)
    const { rows } = await sql<{ id: string }>`
      update lesson set starts_at = now() + interval '20 hours', ends_at = now() + interval '21 hours' where booking_id = ${booking} returning id`.execute(
      app.db,
    )
    const lesson = `/api/class-bookings/lessons/${rows[0]?.id}/outcome`
    fees.push((await family.get(`${lesson}?action=cancel`)).body.data.fee)
    await sql`update lesson set starts_at = now() - interval '30 minutes', ends_at = now() + interval '30 minutes' where booking_id = ${booking}`.execute(
      app.db,
    )
    const { status, body } = await family.get(`${lesson}?action=no-show`)
    late.push(body.code ?? status)
    await sql`update lesson set starts_at = now() - make_interval(days => 9 + ${i}::int), ends_at = now() - make_interval(days => 9 + ${i}::int) + interval '1 hour' where booking_id = ${booking}`.execute(
      app.db,
    )
  }
  expect([fees, late]).toEqual([
    [0, 93.75],
    [200, 'no-show-early'],
  ])
})

test.each(['operations', 'support'] as const)('lets %s read but not change rates', async (role) => {
  const reader = await app.admin({ role })
  expect((await reader.get(at)).status).toBe(200)
  for (const reply of [
    await reader.post(at, wish(tomorrow)),
    await reader.call('DELETE', `${at}/feeRates/${tomorrow}`),
  ])
    expect([reply.status, reply.body.code]).toEqual([403, 'not-allowed'])
})
