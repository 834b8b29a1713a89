import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, type makeTaxFacts, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { gstLines } from './content.ts'
import { issueInvoices } from './invoices.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  await sql`insert into setting (name, from_date, value) values ('gstin', '2020-01-01', '"23ABCDE1234F1Z5"'::jsonb)`.execute(
    app.db,
  )
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

type Taught = { mentor: LoggedIn; id: string; lessons: string[] }
/** A mentor with settled classes of 375 rupees: commission 37.50, GST 6.75. */
async function taught(classes: number, tax: Parameters<typeof makeTaxFacts>[2] | null, state = 'Madhya Pradesh') {
  const { id, phone } = await makeMentor(app.db, { tax })
  await sql`update mentor set state = ${state} where id = ${id}`.execute(app.db)
  const [mentor, family] = [await app.login(phone, 'mentor'), await app.login(newPhone(), 'student')]
  const booking = await app.paidBooking(family, id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
  expect((await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)).status).toBe(200)
  const { rows } = await sql<{ id: string }>`update lesson set status = 'held' where id in
    (select id from lesson where booking_id = ${booking} order by starts_at limit ${classes}) returning id`.execute(
    app.db,
  )
  for (const lesson of rows) await transaction(app.db, (tx) => settleLesson(tx, lesson.id))
  return { mentor, id, lessons: rows.map((one) => one.id) } satisfies Taught
}

/** Moves fees and their journals to an instant, as if they had been settled then. */
async function settledAt(lessons: readonly string[], at: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    for (const table of ['tax_entry', 'journal'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`update journal set at = ${at}::timestamptz where kind = 'lesson' and subject_id = any(${lessons}::uuid[])`.execute(
      tx,
    )
    await sql`update tax_entry set at = ${at}::timestamptz where journal_kind = 'lesson' and subject_id = any(${lessons}::uuid[])`.execute(
      tx,
    )
    for (const table of ['tax_entry', 'journal'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}
/** The month before this one in India, and an instant within it. */
const monthBefore = async () =>
  (
    await sql<{ month: string; at: string; last: string }>`
      select to_char(m, 'YYYY-MM') as month, (m + interval '10 days')::text || '+05:30' as at,
        (m + interval '1 month' - interval '1 second')::text || '+05:30' as last
      from (select date_trunc('month', now() at time zone 'Asia/Kolkata') - interval '1 month' as m) s`.execute(app.db)
  ).rows[0] ?? { month: '', at: '', last: '' }
const invoicesOf = async (mentor: LoggedIn) => (await mentor.get('/api/mentor/earnings')).body.invoices
async function textOf(mentor: LoggedIn, id: string): Promise<string> {
  const reply = await mentor.server.inject({
    url: `/api/mentor/commission-invoices/${id}/pdf`,
    headers: mentor.headers,
  })
  return (await extractText(await getDocumentProxy(new Uint8Array(reply.rawPayload)), { mergePages: true })).text
}

test('invoices the commission of an ended month once, with CGST and SGST, or IGST for another state', async () => {
  const near = await taught(2, { holder: 'individual' })
  const far = await taught(1, { holder: 'company', isRegistered: true }, 'Kerala')
  const { month, at, last } = await monthBefore()
  const away = await taught(1, { holder: 'individual' }, 'Kerala')
  await settledAt([...near.lessons, ...far.lessons], at)
  await settledAt(away.lessons, last)
  const now = await taught(1, { holder: 'individual' })
  await Promise.all([1, 2, 3].map(() => issueInvoices(app.db)))
  await issueInvoices(app.db)
  expect(await invoicesOf(near.mentor)).toMatchObject([{ month, amount: 88.5 }])
  expect(await invoicesOf(away.mentor)).toMatchObject([{ month, amount: 44.25 }])
  expect(await invoicesOf(now.mentor)).toEqual([])
  const { rows } = await sql<{ place: number }>`select place from commission_invoice order by place`.execute(app.db)
  expect(rows.map(({ place }) => place)).toEqual([1, 2, 3])
  const [own] = await invoicesOf(near.mentor)
  expect(own.number).toMatch(/^MC\/\d\d-\d\d\/00000[123]$/)
  const lines = async (id: string) =>
    (
      await sql<{
        gst: unknown
      }>`select printed -> 'gst' as gst from commission_invoice where mentor_id = ${id}`.execute(app.db)
    ).rows[0]?.gst
  // The company is registered in Madhya Pradesh, which counts more than the address.
  expect(await lines(near.id)).toEqual([
    { name: 'CGST', paise: 675 },
    { name: 'SGST', paise: 675 },
  ])
  expect(await lines(far.id)).toEqual([
    { name: 'CGST', paise: 338 },
    { name: 'SGST', paise: 337 },
  ])
  expect(await lines(away.id)).toEqual([{ name: 'IGST', paise: 675 }])
  const path = `/api/mentor/commission-invoices/${own._id}/pdf`
  const pdf = await near.mentor.get(path)
  expect([pdf.status, pdf.headers['content-type'], pdf.body.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  expect((await far.mentor.get(path)).status).toBe(404)
  expect((await admin.get(path)).status).toBe(403)
})
