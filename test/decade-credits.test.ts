import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditLeftNow, excessiveCredits, wrongCredits } from '#bench/decade/oracles/credits.ts'
import { makeMentor, newPhone } from './builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const sentences = async (query: RawBuilder<unknown>) =>
  (await sql<{ fault: string }>`select fault from (${query}) as f(fault)`.execute(app.db)).rows.map(
    ({ fault }) => fault,
  )

const day = { date: inDays(3), time: '17:00' }

async function plannedDemo(): Promise<{ mentor: LoggedIn; booking: string }> {
  const made = await makeMentor(app.db)
  const [mentor, family] = [await app.login(made.phone, 'mentor'), await app.login(newPhone(), 'student')]
  const booking = await app.paidBooking(family, made.id, { amount: 99, plan: 'demo' })
  expect((await mentor.post(`/api/class-bookings/${booking}/lessons`, day)).status).toBe(200)
  return { mentor, booking }
}

/** The demo's class begins in this many minutes. */
async function startsIn(booking: string, minutes: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with l as (update lesson set starts_at = now() + make_interval(mins => ${minutes}), ends_at = now() + make_interval(mins => ${minutes}::int + minutes)
        where booking_id = ${booking} and state = 'scheduled' returning id, slot_id, starts_at, ends_at),
      s as (update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id)
    select id from l`.execute(app.db)
  return rows[0]?.id ?? ''
}

async function cancelLate(mentor: LoggedIn, lesson: string): Promise<number> {
  const at = (rest: string) => `/api/class-bookings/lessons/${lesson}/${rest}`
  const { startsAt, fee, credit, compensation } = (await mentor.get(at('outcome?action=cancel'))).body.data
  expect((await mentor.post(at('cancel'), { startsAt, fee, credit, compensation })).status).toBe(200)
  return compensation * 100
}

test('a demo planned again after its credit leaves no second one, and a second one is found', async () => {
  const { mentor, booking } = await plannedDemo()
  const first = await startsIn(booking, 60)
  expect(await creditLeftNow(app.db, first)).toBe(4950)
  expect(await cancelLate(mentor, first)).toBe(4950)

  const owed = await sql<{ id: string }>`select id from lesson_credit where booking_id = ${booking}`.execute(app.db)
  const again = await mentor.post(`/api/class-bookings/${booking}/lessons`, { ...day, credit: owed.rows[0]?.id })
  expect(again.status).toBe(200)
  const second = await startsIn(booking, 90)
  expect(await creditLeftNow(app.db, second)).toBe(0)
  expect(await cancelLate(mentor, second)).toBe(0)
  expect([await sentences(wrongCredits), await sentences(excessiveCredits)]).toEqual([[], []])

  const { rows } = await sql<{ order: string }>`
    insert into compensation (lesson_id, family_id, mentor_id, paise) select ${second}, family_id, mentor_id, 4950 from booking where id = ${booking}
    returning (select order_id from booking where id = ${booking}) as "order"`.execute(app.db)
  expect(await sentences(wrongCredits)).toEqual([`${second}: 4950`])
  expect(await sentences(excessiveCredits)).toEqual([`${rows[0]?.order}: 9900 of 9900`])
})

test('a credit for a class that no mentor cancelled or missed is found', async () => {
  const { booking } = await plannedDemo()
  const lesson = await startsIn(booking, 60)
  await sql`
    insert into compensation (lesson_id, family_id, mentor_id, paise) select ${lesson}, family_id, mentor_id, 4950 from booking where id = ${booking}`.execute(
    app.db,
  )
  expect(await sentences(wrongCredits)).toContain(`${lesson}: 4950`)
})
