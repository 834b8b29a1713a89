import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { balancePaise } from '#server/ledger/ledger.ts'
import { transaction } from '#server/platform/database.ts'
import { jobHandlers } from '#server/worker.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeTaxFacts } from '#test/builders.ts'
import { settledClasses } from '#test/settled-classes.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { returnFlatTaxes } from './taxes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

/** TDS and TCS that a class of 375 rupees bore at the flat rates. */
const tds = 38
const tcs = 188
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

/** Classes settled at the flat rates. */
async function taught(classes: number) {
  const made = await settledClasses(app, classes, { holder: 'company', isRegistered: true })
  await sql`delete from mentor_tax where mentor_id = ${made.id}`.execute(app.db)
  await backfill(made.id)
  return made
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

test.each(['missing', 'look', 'refused'])('returns nothing while the facts are %s', async (state) => {
  const { id } = await taught(1)
  if (state !== 'missing') await makeTaxFacts(app.db, id, { holder: 'individual', state: 'look' })
  await sql`update mentor_tax set status = 'refused', reason = 'Not readable' where mentor_id = ${id} and ${state === 'refused'}`.execute(
    app.db,
  )
  await returnFlatTaxes(app.db)
  expect(await returnsOf(id)).toEqual([])
  expect(await owed(id)).toBe(net - tds - tcs)
})

test('returns taxes after an admin accepts the facts', { tags: ['full'] }, async () => {
  const { id } = await taught(1)
  await makeTaxFacts(app.db, id, { holder: 'individual', state: 'look' })
  const admin = await app.admin()
  const [waiting] = (await admin.get(`/api/admin/tax-facts?mentor=${id}`)).body.data
  const decision = { decision: 'accept', facts: waiting._id }
  expect((await admin.post(`/api/admin/mentors/${id}/tax`, decision)).status).toBe(200)
  await app.runJobs()
  expect(await returnsOf(id)).toEqual([{ tds, tcs, journals: 1 }])
})

test('returns no more than the journals of a class still withhold', async () => {
  const { id, lessons } = await taught(1)
  const [lesson = ''] = lessons
  const admin = await app.admin()
  const body = { lesson, amount: 375, fee: 375, reason: 'Not taught' }
  expect((await admin.put(`/api/admin/disputes/${randomUUID()}`, body)).status).toBe(200)
  await backfill(id)
  // Raised and reduced again by appeals: the raise is a fee of its own, both reversals are booked on the first one.
  await transaction(app.db, async (tx) => {
    await sql`alter table tax_entry disable trigger user`.execute(tx)
    await sql`insert into tax_entry (mentor_id, kind, year, at, lesson_id, reverses, journal_kind, subject_id, gross_paise, commission_paise, gst_paise, nominal_paise, tds_paise, tcs_paise, has_pan, is_flat)
      select mentor_id, n.kind, year, at + interval '1 minute', lesson_id, case n.kind when 'reversal' then id end, journal_kind, subject_id,
        n.sign * 10000, 0, 0, n.sign * 10, n.sign * 10, n.sign * 50, true, true
      from tax_entry cross join (values ('class', 1), ('reversal', -1)) as n(kind, sign) where lesson_id = ${lesson} and reverses is null`.execute(
      tx,
    )
    await sql`alter table tax_entry enable trigger user`.execute(tx)
  })
  expect(await withheld(id)).toEqual({ tds: 0, tcs: 0 })
  await makeTaxFacts(app.db, id, { holder: 'individual' })
  await returnFlatTaxes(app.db)
  expect(await returnsOf(id)).toEqual([])
  expect(await owed(id)).toBe(0)
})

test('asks mentors with running bookings and no facts once', { tags: ['full'] }, async () => {
  const { accountId } = await taught(1)
  await sql`delete from news where account_id = ${accountId}`.execute(app.db)
  await sql`delete from outbox where account_id = ${accountId}`.execute(app.db)
  const given = await taught(1)
  await makeTaxFacts(app.db, given.id, { holder: 'individual' })
  for (const _ of [1, 2]) await jobHandlers(app.context)['taxes.ask']({})
  const asked = async (account: string) =>
    (await sql`select 1 from news where account_id = ${account} and event = 'tax-facts-asked'`.execute(app.db)).rows
      .length
  expect([await asked(accountId), await asked(given.accountId)]).toEqual([1, 0])
})
