import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { testSecretKeys } from '#test/secret-key.ts'
import { inDays, type TestApp, testApp } from '#test/test-app.ts'
import { writeTaxes } from './write-taxes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('gives no mentor of other families a PAN, and counts their fees once', async () => {
  const { id, phone } = await makeMentor(app.db, { tax: null })
  const mentor = await app.login(phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const booking = await app.paidBooking(family, id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
  expect((await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)).status).toBe(200)
  const { rows } = await sql<{ id: string }>`update lesson set status = 'held' where id =
    (select id from lesson where booking_id = ${booking} order by starts_at limit 1) returning id`.execute(app.db)
  await transaction(app.db, (tx) => settleLesson(tx, rows[0]?.id ?? ''))
  const written = async () =>
    (
      await sql`select (select count(*)::int from mentor_tax) as facts, (select count(*)::int from tax_entry) as entries,
        (select sum(gross_paise)::int8 from tax_year) as gross`.execute(app.db)
    ).rows
  const before = await written()
  expect(before).toEqual([{ facts: 0, entries: 1, gross: 37_500 }])
  const other = await app.login(newPhone(), 'student')
  await transaction(app.db, (tx) => writeTaxes(tx, testSecretKeys, [other.id]))
  expect(await written()).toEqual(before)
  await expectBooks(app.db)
})
