import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, makeTaxFacts } from '#test/builders.ts'
import { monthBefore, settledAt, settledClasses } from '#test/settled-classes.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { gstLines } from './content.ts'
import { issueInvoices } from './invoices.ts'
import { monthsToInvoice } from './rows.ts'

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

async function taught(classes: number, tax: Parameters<typeof makeTaxFacts>[2] | null, state = 'Madhya Pradesh') {
  const made = await settledClasses(app, classes, tax)
  await sql`update mentor set state = ${state} where id = ${made.id}`.execute(app.db)
  return made
}
const invoicesOf = async (mentor: LoggedIn) => (await mentor.get('/api/mentor/earnings')).body.invoices
async function textOf(one: LoggedIn, id: string, language = 'en'): Promise<string> {
  const url = `/api/mentor/commission-invoices/${id}/pdf?language=${language}`
  const reply = await app.app.inject({ url, headers: { cookie: one.cookie() } })
  return (await extractText(await getDocumentProxy(new Uint8Array(reply.rawPayload)), { mergePages: true })).text
}

test('invoices the commission of an ended month once, with CGST and SGST, or IGST for another state', async () => {
  const near = await taught(2, { holder: 'individual' })
  const far = await taught(1, { holder: 'company', isRegistered: true }, 'Kerala')
  const { month, at, last } = await monthBefore(app.db)
  const away = await taught(1, { holder: 'individual' }, 'Kerala')
  await settledAt(app.db, [...near.lessons, ...far.lessons], at)
  await settledAt(app.db, away.lessons, last)
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

type Csv = { head: string[]; rows: string[][]; last: string[][] }
async function report(kind: string, month: string): Promise<Csv> {
  const reply = await admin.get(`/api/admin/tax-report.csv?report=${kind}&month=${month}`)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const lines = String(reply.body).replace('\ufeff', '').trim().split('\r\n')
  const [head = [], ...rows] = lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
  return { head, rows: rows.slice(0, -3), last: rows.slice(-3) }
}
/** Total, books and difference by the columns that are checked. */
const checked = ({ last }: Csv, columns: number) => last.map((row) => row.slice(-columns).map(Number))

test('prints both parties with their GSTIN; a tax invoice needs ours', { tags: ['full'] }, async () => {
  const one = await taught(1, null)
  const { gstin } = await makeTaxFacts(app.db, one.id, { holder: 'individual', isRegistered: true })
  const { at } = await monthBefore(app.db)
  await settledAt(app.db, one.lessons, at)
  await issueInvoices(app.db)
  const [invoice] = await invoicesOf(one.mentor)
  const text = await textOf(one.mentor, invoice._id)
  for (const words of [
    'Tax invoice',
    invoice.number,
    'GSTIN: 23ABCDE1234F1Z5',
    gstin,
    '23 Madhya Pradesh',
    '₹37.50',
    'CGST',
    'SGST',
    '₹44.25',
  ])
    expect(text).toContain(words)
  expect((await textOf(one.mentor, invoice._id, 'hi')).replace(/\s/g, '')).toContain('टैक्सइनवॉइस')
  // New facts change no issued invoice.
  await makeTaxFacts(app.db, one.id, { holder: 'individual' })
  expect(await textOf(one.mentor, invoice._id)).toBe(text)
})

test('splits GST to the paisa by the states of both sides', () => {
  expect(gstLines(675, '23', '23')).toEqual([
    { name: 'CGST', paise: 338 },
    { name: 'SGST', paise: 337 },
  ])
  expect(gstLines(-675, '23', null)).toEqual([
    { name: 'CGST', paise: -338 },
    { name: 'SGST', paise: -337 },
  ])
  expect(gstLines(675, '23', '32')).toEqual([{ name: 'IGST', paise: 675 }])
  expect(gstLines(675, '', '32')).toEqual([{ name: 'GST', paise: 675 }])
})

test('numbers restart at midnight in India on the first of April, without gaps', async () => {
  const { id } = await makeMentor(app.db)
  const issue = async (month: string, at: string) => {
    const { rows } = await sql<{ number: string }>`
      insert into commission_invoice (mentor_id, month, printed, issued_at) values (${id}, ${month}, '{}', ${at}) returning number`.execute(
      app.db,
    )
    return rows[0]?.number
  }
  expect(await issue('2029-02-01', '2029-03-31T18:29:59Z')).toBe('MC/28-29/000001')
  expect(await issue('2029-03-01', '2029-03-31T18:30:00Z')).toBe('MC/29-30/000001')
  await expect(issue('2029-03-01', '2029-04-30T00:00:00Z')).rejects.toThrow('commission_invoice_once')
  expect(await issue('2029-04-01', '2029-04-30T22:20:00Z')).toBe('MC/29-30/000002')
  for (const statement of [
    `update commission_invoice set printed = '{}'`,
    'delete from commission_invoice',
    'update commission_invoice_series set last_place = last_place + 1',
    'delete from commission_invoice_series',
  ])
    await expect(sql.raw(statement).execute(app.db), statement).rejects.toThrow(/append-only|counts up|no_gap/)
})

test('reports TDS, TCS and commission of a period, equal to the books', async () => {
  const company = await taught(1, { holder: 'company', isRegistered: true })
  const withoutPan = await taught(1, null)
  const { month, last } = await monthBefore(app.db)
  await settledAt(app.db, [...company.lessons, ...withoutPan.lessons], last)
  await issueInvoices(app.db)
  const { rows: numbers } = await sql<{ id: string; number: string }>`
    select id, 'MS-' || number as number from mentor where id in (${company.id}, ${withoutPan.id})`.execute(app.db)
  const rowOf = ({ rows }: Csv, mentor: { id: string }) =>
    rows.find(([number]) => number === numbers.find(({ id }) => id === mentor.id)?.number)
  const tds = await report('26q', month)
  expect(rowOf(tds, company)).toMatchObject({ 2: expect.stringMatching(/^[A-Z]{3}C/), 4: '375', 5: '0', 6: '0.38' })
  expect(rowOf(tds, withoutPan)).toMatchObject({ 2: 'PANNOTAVBL', 4: '375', 6: '18.75' })
  const tcs = await report('gstr-8', month)
  expect(rowOf(tcs, company)).toMatchObject({ 2: expect.stringMatching(/^23/), 3: '375', 5: '375', 6: '1.88' })
  expect(rowOf(tcs, withoutPan)).toBeUndefined()
  const gst = await report('gstr-1', month)
  for (const [one, columns] of [
    [tds, 1],
    [tcs, 1],
    [gst, 2],
  ] as const) {
    const [total, books, difference] = checked(one, columns)
    expect(total).toEqual(books)
    expect(difference).toEqual(Array(columns).fill(0))
    expect(Math.min(...(total ?? []))).toBeGreaterThan(0)
  }
  expect(gst.rows.filter(([, , type]) => type === 'B2B').length).toBeGreaterThan(0)
  // A fee that no invoice has yet shows as a difference.
  const late = await taught(1, { holder: 'individual' })
  await settledAt(app.db, late.lessons, last)
  expect(checked(await report('gstr-1', month), 2)[2]).toEqual([-37.5, -6.75])
  const { rows } = await sql`select detail from audit where action = 'tax-report.file'`.execute(app.db)
  expect(rows.length).toBe(4)
})

test.each(['2026-13', '2026', '26-11', ''])('refuses the month "%s"', async (month) => {
  expect((await admin.get(`/api/admin/tax-report.csv?report=26q&month=${month}`)).status).toBe(400)
})

test('looks for no part of a month: three whole ones before this, also in India’s night', async () => {
  const made = await taught(2, { holder: 'individual' })
  const [before = '', first = ''] = made.lessons
  await settledAt(app.db, [before], '2026-08-31T23:59:59+05:30')
  await settledAt(app.db, [first], '2026-09-01T00:00:00+05:30')
  const months = await transaction(app.db, async (tx) => {
    await sql`create schema clock`.execute(tx)
    await sql`create function clock.now() returns timestamptz language sql return timestamptz '2026-12-05T12:00:00+05:30'`.execute(
      tx,
    )
    await sql`set local search_path = clock, pg_catalog, public`.execute(tx)
    const found = await monthsToInvoice(tx)
    await sql`drop schema clock cascade`.execute(tx)
    return found
  })
  expect(months.filter(({ mentorId }) => mentorId === made.id)).toMatchObject([
    { month: expect.stringMatching('2026-09') },
  ])
})
