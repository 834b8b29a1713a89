import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEarning, makeMentor, newPhone } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { summaryFor } from './summary.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('returns zeros for a new mentor', async () => {
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  expect((await mentor.get('/api/mentor/summary')).body.data).toMatchObject({
    activeStudents: 0,
    upcoming: 0,
    rating: null,
    ratingCount: 0,
    earned: 0,
    monthEarned: 0,
    hasPayoutAccount: false,
  })
})

test('counts active students, upcoming classes and rating, without ended ones', async () => {
  const made = await makeMentor(app.db, { rating: 4.6 })
  const mentor = await app.login(made.phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const learner = { name: 'Aarav', grade: '9' }
  const demo = await app.paidBooking(family, made.id, { amount: 99, plan: 'demo', learner })
  await app.paidBooking(family, made.id, { amount: 4401, plan: 'monthly', learner })
  await app.paidBooking(family, made.id, { amount: 225, plan: 'hourly', learner: { name: 'Diya', grade: '10' } })
  await app.lessonYesterday(mentor, demo)
  const summary = async () => (await mentor.get('/api/mentor/summary')).body.data
  expect(await summary()).toMatchObject({ activeStudents: 2, upcoming: 0, rating: 4.6, ratingCount: 10 })
  const shift = (days: number) =>
    sql`update lesson set starts_at = starts_at + make_interval(days => ${days}), ends_at = ends_at + make_interval(days => ${days})
      where booking_id = ${demo}`.execute(app.db)
  await shift(5)
  expect(await summary()).toMatchObject({ upcoming: 1 })
  await sql`update booking set status = 'cancelled' where mentor_id = ${made.id}`.execute(app.db)
  expect(await summary()).toMatchObject({ activeStudents: 0, upcoming: 0 })
})

test("groups earnings by week of India's month, by the date of the ledger entry", async () => {
  const made = await makeMentor(app.db)
  const other = await makeMentor(app.db)
  const at = async (when: string, paise: number) => {
    await makeEarning(app.db, made.id, paise)
    await sql`alter table journal disable trigger user`.execute(app.db)
    await sql`update journal set at = ${when}::timestamptz where id = (select max(e.journal_id::text)::uuid
      from ledger_entry e join ledger_account a on a.id = e.account_id where a.owner_id = ${made.id})`.execute(app.db)
    await sql`alter table journal enable trigger user`.execute(app.db)
  }
  await makeEarning(app.db, other.id, 70_000)
  await at('2026-10-31T23:59:59+05:30', 10_000)
  await at('2026-11-01T00:00:00+05:30', 20_000)
  await at('2026-11-07T23:59:59+05:30', 30_000)
  await at('2026-11-08T00:00:00+05:30', 40_000)
  const viewer = { mentorId: made.id } as Parameters<typeof summaryFor>[1] // safe: nothing else of it is read
  const of = (now: string) => summaryFor(app.db, viewer, new Date(now))
  const november = await of('2026-11-15T12:00:00+05:30')
  expect(november).toMatchObject({ earned: 1000, month: '2026-11', monthEarned: 900 })
  expect(november.weeks).toEqual([
    { from: 1, to: 7, earned: 500 },
    { from: 8, to: 14, earned: 400 },
    { from: 15, to: 21, earned: 0 },
  ])
  expect((await of('2026-11-30T12:00:00+05:30')).weeks.at(-1)).toEqual({ from: 29, to: 30, earned: 0 })
  expect((await of('2027-02-28T23:00:00+05:30')).weeks.at(-1)).toEqual({ from: 22, to: 28, earned: 0 })
})
