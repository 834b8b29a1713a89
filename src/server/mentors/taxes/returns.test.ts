import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, makeTaxFacts, newPhone } from '#test/builders.ts'
import { inDays, type TestApp, testApp } from '#test/test-app.ts'
import { returnFlatTaxes } from './taxes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

/** TDS and TCS that a class of 375 rupees bore at the flat rates. */
const [tds, tcs] = [38, 188]
const net = 37_500 - 3_750 - 675

/** Repeats the backfill of the migration on the journals of one mentor, as if its classes had been settled before it. */
async function backfill(mentorId: string): Promise<void> {
  const text = readFileSync(new URL('../../../../migrations/0015-taxes.sql', import.meta.url), 'utf8')
  const from = text.indexOf('-- Fees settled so far')
  const rest = text.slice(from).replaceAll("j.kind = 'lesson'", `j.kind = 'lesson' and b.mentor_id = '${mentorId}'`)
  const statements = rest
    .replaceAll("j.kind = 'correction'", `j.kind = 'correction' and b.mentor_id = '${mentorId}'`)
    .replace('from tax_entry group by', `from tax_entry where mentor_id = '${mentorId}' group by`)
  await transaction(app.db, async (tx) => {
    await sql`alter table tax_entry disable trigger user`.execute(tx)
    await sql`delete from tax_entry where mentor_id = ${mentorId}`.execute(tx)
    await sql`delete from tax_year where mentor_id = ${mentorId}`.execute(tx)
    await sql.raw(statements).execute(tx)
    await sql`alter table tax_entry enable trigger user`.execute(tx)
  })
}

/** A mentor with classes of 375 rupees settled at the flat rates, and a family that bought a month. */
async function taught(classes: number) {
  const { id, phone, accountId } = await makeMentor(app.db, { tax: { holder: 'company', isRegistered: true } })
  const [mentor, family] = [await app.login(phone, 'mentor'), await app.login(newPhone(), 'student')]
  const booking = await app.paidBooking(family, id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
  expect((await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)).status).toBe(200)
  const { rows } = await sql<{ id: string }>`update lesson set status = 'held' where id in
    (select id from lesson where booking_id = ${booking} order by starts_at limit ${classes}) returning id`.execute(
    app.db,
  )
  for (const lesson of rows) await transaction(app.db, (tx) => settleLesson(tx, lesson.id))
  await sql`delete from mentor_tax where mentor_id = ${id}`.execute(app.db)
  await backfill(id)
  return { id, accountId, mentor, lessons: rows.map((one) => one.id) }
}
const owed = async (mentorId: string) => 0 - (await balancePaise(app.db, 'mentor_payable', mentorId))
const returnsOf = async (mentorId: string) =>
  (
    await sql<{ tds: number; tcs: number; journals: number }>`
      select r.tds_paise::int8 as tds, r.tcs_paise::int8 as tcs, (select count(*)::int from journal where kind = 'tax_return' and subject_id = r.id) as journals
      from tax_return r where mentor_id = ${mentorId} order by made_at`.execute(app.db)
  ).rows
const withheld = async (mentorId: string) =>
  (
    await sql<{ tds: number; tcs: number }>`
      select sum(tds_paise)::int8 as tds, sum(tcs_paise)::int8 as tcs from tax_entry where mentor_id = ${mentorId}`.execute(
      app.db,
    )
  ).rows[0]

test('returns the flat taxes of an individual below the limit once, however often and concurrently the job runs', async () => {
  const { id, accountId } = await taught(3)
  expect(await owed(id)).toBe(3 * (net - tds - tcs))
  await makeTaxFacts(app.db, id, { holder: 'individual' })
  await Promise.all([1, 2, 3].map(() => returnFlatTaxes(app.db)))
  await returnFlatTaxes(app.db)
  expect(await returnsOf(id)).toEqual([{ tds: 3 * tds, tcs: 3 * tcs, journals: 1 }])
  expect(await owed(id)).toBe(3 * net)
  expect(await withheld(id)).toEqual({ tds: 0, tcs: 0 })
  const { rows } = await sql`select 1 from news where account_id = ${accountId} and event = 'tax-returned'`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
})
