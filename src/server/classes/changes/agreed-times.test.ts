import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dateInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

type Pair = { mentor: LoggedIn; family: LoggedIn; booking: string; first: string; last: string }
/** A month of twelve classes of 375 rupees, daily from the fourth day on. */
async function month(): Promise<Pair> {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  const booking = await app.paidBooking(family, made.id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(4) }
  expect((await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)).status).toBe(200)
  const { rows } = await sql<{
    id: string
  }>`select id from lesson where booking_id = ${booking} order by starts_at`.execute(app.db)
  return { mentor, family, booking, first: rows[0]?.id ?? '', last: rows.at(-1)?.id ?? '' }
}
const at = (lesson: string, rest: string) => `/api/class-bookings/lessons/${lesson}/${rest}`
const outcomeFor = async (who: LoggedIn, lesson: string) => {
  const { startsAt, fee, credit, compensation } = (await who.get(at(lesson, 'outcome?action=cancel'))).body.data
  return { startsAt, fee, credit, compensation }
}
/** The first time in so many hours at which a class of 100 minutes ends before midnight in India. */
function inHours(...hours: number[]) {
  const base = Math.ceil(Date.now() / 60_000) * 60_000
  const found = hours
    .map((one) => new Date(base + one * 3_600_000))
    .find((one) => dateInIndia(one) === dateInIndia(plusMinutes(one, 101)))
  if (!found) throw new Error('no time of these fits a day')
  return { date: dateInIndia(found), time: timeInIndia(found) }
}
/** Lets a class begin in so many minutes. */
const beginIn = (lesson: string, minutes: number) =>
  sql`with l as (update lesson set starts_at = now() + make_interval(mins => ${minutes}), ends_at = now() + make_interval(mins => ${minutes}::int + 100)
      where id = ${lesson} returning slot_id, starts_at, ends_at)
    update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id`.execute(
    app.db,
  )
const answer = async (who: LoggedIn, lesson: string, given: object) => {
  const { rows } = await sql<{
    id: string
  }>`select id from time_proposal where lesson_id = ${lesson} and status = 'open'`.execute(app.db)
  return await who.post(`/api/class-bookings/proposals/${rows[0]?.id}/answer`, given)
}
const setTime = ({ mentor }: Pair, lesson: string, to: object) =>
  mentor.put(at(lesson, 'time'), { ...to, askFamily: false })

test('a near time that the family named itself is no short notice: cancelling it late costs either side', async () => {
  const pair = await month()
  expect((await pair.mentor.post(at(pair.first, 'proposal'), { date: inDays(3), time: '11:00' })).status).toBe(200)
  const to = inHours(5, 3, 9)
  expect((await answer(pair.family, pair.first, { answer: 'decline', ...to })).status).toBe(200)
  expect((await setTime(pair, pair.first, to)).status).toBe(200)
  expect(await outcomeFor(pair.family, pair.first)).toMatchObject({ fee: 187.5 })
  expect(await outcomeFor(pair.mentor, pair.first)).toMatchObject({ compensation: 187.5 })
})

test('a near time that the mentor named itself needs the yes of the family', async () => {
  const pair = await month()
  expect((await pair.family.post(at(pair.first, 'proposal'), { date: inDays(3), time: '11:00' })).status).toBe(200)
  const to = inHours(5, 3, 9)
  expect((await answer(pair.mentor, pair.first, { answer: 'decline', ...to })).status).toBe(200)
  const set = await setTime(pair, pair.first, to)
  expect([set.status, set.body.code]).toEqual([409, 'family-must-confirm'])
})

test('a mentor who moves an agreed class away and back owes as much for cancelling it late', async () => {
  const pair = await month()
  const to = inHours(12.2, 13.85, 13.95)
  expect((await pair.family.post(at(pair.first, 'proposal'), to)).status).toBe(200)
  expect((await answer(pair.mentor, pair.first, { answer: 'accept' })).status).toBe(200)
  // A class of the month has begun: the first preferred time no longer counts.
  await beginIn(pair.last, -1440)
  expect((await setTime(pair, pair.first, { date: inDays(3), time: '09:00' })).status).toBe(200)
  expect((await setTime(pair, pair.first, to)).status).toBe(200)
  await beginIn(pair.first, 30)
  const agreedTo = await outcomeFor(pair.mentor, pair.first)
  expect((await pair.mentor.post(at(pair.first, 'cancel'), agreedTo)).status).toBe(200)
  expect(-(await balancePaise(app.db, 'family_credit', pair.family.id))).toBe(18_750)
})

test('a change of mentor is no way round a late cancellation', async () => {
  const pair = await month()
  const other = await makeMentor(app.db)
  await beginIn(pair.first, 30)
  const change = (balance: number, minutes: number) =>
    pair.family.post(`/api/class-bookings/booking/${pair.booking}/replacement`, { mentor: other.id, balance, minutes })
  const refused = await change(4500, 1200)
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([409, 'cancel-late-first', { fee: 187.5 }])
  const { rows } = await sql`select from lesson where booking_id = ${pair.booking} and status <> 'scheduled'
    union all select from booking where replaces = ${pair.booking}`.execute(app.db)
  expect(rows).toEqual([])
  expect((await pair.family.post(at(pair.first, 'cancel'), await outcomeFor(pair.family, pair.first))).status).toBe(200)
  const changed = await change(4312.5, 1150)
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
})
