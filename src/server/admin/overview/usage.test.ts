import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeBooking, makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ role: 'owner' })
})
afterAll(() => app.stop())

const usage = async (query = `from=${inDays(-6)}&to=${inDays(0)}`, who = owner) =>
  (await who.get(`/api/admin/overview/usage?${query}`)).body.data
const family = () => app.login(newPhone(), 'student')
const month = { amount: 4500, plan: 'monthly' }
const listed = async (query: string) => (await owner.get(`/api/admin/families?${query}`)).body.total

/** Moves the payments of a family this many months back, `only` those of a plan. */
const paidAgo = (who: LoggedIn, months: number, only = '%') =>
  sql`update payment_order set paid_at = (date_trunc('month', now() at time zone 'Asia/Kolkata') - make_interval(months => ${months}::int)) at time zone 'Asia/Kolkata'
    where family_id = ${who.id} and plan like ${only} and paid_at is not null`.execute(app.db)

test('shows zeros before anybody has signed up, to every admin and nobody else', async () => {
  const support = await app.admin({ role: 'support' })
  const { stages, cohorts, cities, subjects, week } = await usage(undefined, support)
  expect(stages).toEqual({ families: 0, paid: 0, month: 0, renewed: 0 })
  expect(cohorts.map((one: { families: number }) => one.families)).toEqual([0, 0, 0, 0, 0, 0])
  expect([cities, subjects, week]).toEqual([[], [], { from: inDays(1), to: inDays(7) }])
  const refused = await (await family()).get(`/api/admin/overview/usage?from=${inDays(-6)}&to=${inDays(0)}`)
  expect([refused.status, refused.body.code]).toEqual([403, 'not-allowed'])
})

test('counts the hours listed mentors offer next week, and the part with a class', async () => {
  const hours = { from: '16:00', to: '20:00' }
  const offers: [string, string][] = [
    ['class-9-10', 'mathematics'],
    ['class-9-10', 'physics'],
    ['class-11-12', 'physics'],
  ]
  const one = await makeMentor(app.db, { hours, offers })
  await makeMentor(app.db, { hours: { from: '10:00', to: '11:30' } })
  await makeMentor(app.db, { hours, shown: false })
  await makeMentor(app.db, { hours, status: 'submitted' })
  // One day off, and one with an hour instead of four.
  await sql`insert into mentor_leave (mentor_id, from_date, to_date) values (${one.id}, ${inDays(2)}, ${inDays(2)})`.execute(
    app.db,
  )
  await sql`insert into other_hours (mentor_id, date, hours) values (${one.id}, ${inDays(3)}, '{[600,660)}'), (${one.id}, ${inDays(9)}, '{[600,660)}')`.execute(
    app.db,
  )
  const first = 5 * 240 + 60
  const second = 7 * 90
  expect(await usage()).toMatchObject({
    cities: [{ name: 'Indore', offered: first + second, taken: 0 }],
    subjects: [
      { name: 'mathematics', offered: first + second, taken: 0 },
      { name: 'physics', offered: first, taken: 0 },
    ],
  })
  const mentor = await app.login(one.phone, 'mentor')
  const booking = await app.paidBooking(await family(), one.id, { amount: 99, plan: 'demo', subject: 'mathematics' })
  const at = scheduleOf({ date: inDays(4), time: '16:00' })
  expect((await mentor.put(`/api/class-bookings/booking/${booking}`, at)).status).toBe(200)
  expect(await usage()).toMatchObject({
    cities: [{ taken: 60 }],
    subjects: [{ name: 'mathematics', taken: 60 }, { taken: 0 }],
  })
  // Of a hidden mentor only the class counts, as offered too.
  const show = (isShown: boolean) =>
    sql`update mentor set show_on_website = ${isShown} where id = ${one.id}`.execute(app.db)
  await show(false)
  expect(await usage()).toMatchObject({
    cities: [{ offered: second + 60, taken: 60 }],
    subjects: [
      { name: 'mathematics', offered: second + 60, taken: 60 },
      { name: 'physics', offered: 60, taken: 0 },
    ],
  })
  await show(true)
  // A class after the week does not count.
  await sql`update lesson set starts_at = starts_at + interval '5 days', ends_at = ends_at + interval '5 days' where booking_id = ${booking}`.execute(
    app.db,
  )
  expect((await usage()).cities).toMatchObject([{ taken: 0 }])
})

test('counts families at the stage they reached, without full refunds, as the list does', async () => {
  const { id } = await makeMentor(app.db)
  const before = (await usage()).stages
  const [demo, months, renewed, refunded, transferred, old] = await Promise.all(Array.from({ length: 6 }, family))
  if (!demo || !months || !renewed || !refunded || !transferred || !old) throw new Error('no family')
  await app.paidBooking(demo, id)
  await app.paidBooking(months, id)
  await app.paidBooking(months, id, { ...month, amount: 4401 })
  const first = await app.paidBooking(renewed, id, month)
  await completeBooking(app.db, first)
  const { body: order } = await renewed.post('/api/payment/renewals', { booking: first, amount: 4500 })
  await app.pay(order, 'success')
  await renewed.get(`/api/payment/order/${order.order_id}`)
  const gone = await app.paidBooking(refunded, id, month)
  const { rows } = await sql<{ order: string }>`select order_id as "order" from booking where id = ${gone}`.execute(
    app.db,
  )
  const asked = { order: rows[0]?.order, amount: 4500, left: 4500, ends: true, reason: 'Moved' }
  const answer = await owner.put(`/api/admin/refunds/${randomUUID()}`, asked)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  // Half of it was returned.
  await app.paidBooking(transferred, id, month)
  await sql`update booking set refunded_paise = price_paise / 2 where family_id = ${transferred.id}`.execute(app.db)
  await app.paidBooking(old, id, month)
  await sql`update family set created_at = now() - interval '40 days' where id = ${old.id}`.execute(app.db)
  const range = `from=${inDays(-6)}&to=${inDays(0)}`
  const { stages } = await usage(range)
  expect(stages).toEqual({
    families: before.families + 5,
    paid: before.paid + 4,
    month: before.month + 3,
    renewed: before.renewed + 1,
  })
  expect(await listed(range)).toBe(stages.families)
  for (const reached of ['paid', 'month', 'renewed'] as const)
    expect(await listed(`${range}&reached=${reached}`)).toBe(stages[reached])
  expect((await usage(`from=${inDays(-50)}&to=${inDays(-30)}`)).stages).toEqual({
    families: 1,
    paid: 1,
    month: 1,
    renewed: 0,
  })
})

test('counts who paid again in each month after the first, with the months of a package', async () => {
  const { id } = await makeMentor(app.db)
  const before = (await usage()).cohorts
  const families = await Promise.all(Array.from({ length: 5 }, family))
  const [again, once, bundle, refunded, long] = families
  if (!again || !once || !bundle || !refunded || !long) throw new Error('no family')
  for (const one of families) await app.paidBooking(one, id)
  for (const one of [again, refunded]) await app.paidBooking(one, id, { ...month, amount: 4401 })
  await sql`update payment_order set plan = 'months3' where family_id = ${bundle.id}`.execute(app.db)
  for (const one of [again, once, bundle, refunded]) await paidAgo(one, 3)
  // Three months ago a demo, a month later a month, which one of them got back.
  for (const one of [again, refunded]) await paidAgo(one, 2, 'monthly')
  await sql`update booking set refunded_paise = price_paise where family_id = ${refunded.id} and plan = 'monthly'`.execute(
    app.db,
  )
  await paidAgo(long, 9)
  const cohorts = (await usage()).cohorts
  const was = before.map(({ families }: { families: number }) => families)
  expect(cohorts.map((one: { families: number }) => one.families)).toEqual(
    was.map((count: number, i: number) => count + (i === 3 ? 4 : 0)),
  )
  expect(cohorts[3].again).toEqual([2, 1, 0])
  expect(cohorts.slice(0, 3).map((one: { again: unknown }) => one.again)).toEqual([
    [null, null, null],
    [0, null, null],
    [0, 0, null],
  ])
  expect(cohorts[0].month).toBe(`${inDays(0).slice(0, 7)}-01`)
})
