import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settleOrder } from '#server/money/payments/payments.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { sized } from '#test/rounds.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { draftReceipt, issueReceipt } from './receipts.ts'

let app: TestApp
let family: LoggedIn
beforeAll(async () => {
  app = await testApp()
  family = await app.login(newPhone(), 'student')
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

async function newOrder(
  one: LoggedIn,
  body: Record<string, unknown> = {},
): Promise<{ id: string; checkout_url: string }> {
  const mentorId = (await makeMentor(app.db)).id
  const made = await one.post('/api/payment/create-order', { amount: 99, plan: 'demo', mentorId, ...body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return { id: made.body.order_id, checkout_url: made.body.checkout_url }
}

async function paidOrder(one: LoggedIn, body: Record<string, unknown> = {}): Promise<string> {
  const order = await newOrder(one, body)
  await app.pay(order, 'success')
  await settleOrder(app.context, order.id)
  return order.id
}

/** A paid and booked order from before receipts existed. */
async function oldOrder(one: LoggedIn): Promise<string> {
  const { id } = await newOrder(one)
  await sql`update payment_order set status = 'paid', paid_at = now() - interval '1 year' where id = ${id}`.execute(
    app.db,
  )
  await sql`insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, minutes, price_paise, duration_days, terms, schedule_by)
    select id, family_id, mentor_id, learner_id, plan, mode, subject, 60, price_paise, 1, terms, now() from payment_order where id = ${id}`.execute(
    app.db,
  )
  return id
}

/** The PDF as bytes; the test app returns text. */
async function pdfOf(one: LoggedIn, orderId: string, query = ''): Promise<Buffer> {
  const reply = await app.app.inject({
    url: `/api/payment/receipt/${orderId}${query}`,
    headers: { cookie: one.cookie() },
  })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.rawPayload
}
const statusOf = async (one: LoggedIn, orderId: string) => (await one.get(`/api/payment/receipt/${orderId}`)).status

async function textOf(pdf: Buffer): Promise<string> {
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text
}

const numbers = async () =>
  (
    await sql<{ year: string; place: number; number: string }>`
    select year, place, number from receipt order by year, place`.execute(app.db)
  ).rows
const numberOf = async (orderId: string) =>
  (await sql<{ number: string }>`select number from receipt where order_id = ${orderId}`.execute(app.db)).rows[0]
    ?.number

async function expectUnbroken() {
  const all = await numbers()
  for (const year of new Set(all.map((one) => one.year))) {
    const places = all.filter((one) => one.year === year).map((one) => one.place)
    expect(places, year).toEqual(places.map((_, at) => at + 1))
  }
}

test('issues a receipt for a booked payment, as a stable file in the requested language', async () => {
  const id = await paidOrder(family, { learner: { name: 'Aarav', grade: '9' } })
  const number = await numberOf(id)
  expect(number).toMatch(/^MS\/\d\d-\d\d\/\d{6}$/)
  const reply = await family.get(`/api/payment/receipt/${id}`)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${number?.replaceAll('/', '-')}.pdf"`,
    'cache-control': 'no-store',
  })
  const [english, again, hindi] = await Promise.all(
    ['', '?language=en', '?language=hi'].map((q) => pdfOf(family, id, q)),
  )
  expect(again).toEqual(english)
  expect(hindi).not.toEqual(english)
  const text = await textOf(english ?? Buffer.alloc(0))
  for (const words of [number, 'Aarav', 'Demo class, Mathematics', '₹99', `••••••${family.phone.slice(-4)}`]) {
    expect(text).toContain(words)
  }
  expect(text).not.toMatch(/GST/)
})

test("defaults to the payer's language", { tags: ['full'] }, async () => {
  const id = await paidOrder(family)
  await sql`update account set language = 'hi' where phone = ${family.phone}`.execute(app.db)
  const later = await paidOrder(family)
  await sql`update account set language = 'en' where phone = ${family.phone}`.execute(app.db)
  expect(await pdfOf(family, id)).toEqual(await pdfOf(family, id, '?language=en'))
  expect(await pdfOf(family, later)).toEqual(await pdfOf(family, later, '?language=hi'))
})

describe('refuses a receipt', () => {
  test('of an order that is unpaid or bought nothing', { tags: ['full'] }, async () => {
    const open = await newOrder(family)
    expect(await statusOf(family, open.id)).toBe(404)
    await app.pay(open, 'failure')
    await settleOrder(app.context, open.id)
    expect(await statusOf(family, open.id)).toBe(404)
    // Two demos with one mentor, both paid: one is booked, the other refunded.
    const one = await app.login(newPhone(), 'student')
    const mentorId = (await makeMentor(app.db)).id
    const both = [await newOrder(one, { mentorId }), await newOrder(one, { mentorId, wishes: soon() })]
    for (const order of both) await app.pay(order, 'success')
    for (const order of both) await settleOrder(app.context, order.id)
    expect((await Promise.all(both.map((order) => statusOf(one, order.id)))).sort()).toEqual([200, 404])
  })

  test('to anyone else', async () => {
    const id = await paidOrder(family)
    const old = await oldOrder(family)
    const other = await app.login(newPhone(), 'student')
    expect([await statusOf(other, id), await statusOf(other, old)]).toEqual([404, 404])
    expect(await numberOf(old)).toBeUndefined()
    expect((await app.browser().get(`/api/payment/receipt/${id}`)).status).toBe(401)
  })

  test('in an unsupported language', async () => {
    const reply = await family.get(`/api/payment/receipt/${await paidOrder(family)}?language=fr`)
    expect(reply.body.details.fields[0].field).toBe('language')
  })
})

test('freezes a receipt against later changes of names and rates', async () => {
  const mentor = await makeMentor(app.db)
  const id = await paidOrder(family, { mentorId: mentor.id })
  const before = await pdfOf(family, id)
  await sql`update mentor set full_name = 'Somebody Else' where id = ${mentor.id}`.execute(app.db)
  await sql`update family set name = 'Somebody Else' where id = ${family.id}`.execute(app.db)
  await setting('gstin', '23ABCDE1234F1Z5')
  expect(await pdfOf(family, id)).toEqual(before)
  await sql`delete from setting where name = 'gstin'`.execute(app.db)
  await sql`update family set name = null where id = ${family.id}`.execute(app.db)
})

test('shows no commission and no GST on it, also with a GSTIN', async () => {
  await setting('gstin', '23ABCDE1234F1Z5')
  const text = await textOf(await pdfOf(family, await paidOrder(family, { amount: 4500, plan: 'monthly' })))
  await sql`delete from setting where name = 'gstin'`.execute(app.db)
  for (const words of ['GSTIN: 23ABCDE1234F1Z5', '₹4,500', '20 hours', 'Received on behalf of']) {
    expect(text).toContain(words)
  }
  expect(text).not.toMatch(/CGST|SGST|service fee|₹450\b|₹40.50/)
})

describe('receipt series', () => {
  const [payers, each] = sized([3, 4], [10, 5])
  test(`has no gaps or duplicates when ${payers * each} payments settle concurrently, each twice, and some roll back`, async () => {
    const families = [
      family,
      ...(await Promise.all(Array.from({ length: payers - 1 }, () => app.login(newPhone(), 'student')))),
    ]
    const orders: string[] = []
    for (const one of families) {
      for (let i = 0; i < each; i++) {
        const order = await newOrder(one)
        await app.pay(order, 'success')
        orders.push(order.id)
      }
    }
    const lost = await Promise.all(families.map(oldOrder))
    const rollBack = (orderId: string) =>
      transaction(app.db, async (tx) => {
        const draft = await draftReceipt(tx, orderId)
        if (draft) await issueReceipt(tx, draft)
        throw new Error('the end')
      }).catch((error: Error) => error.message)
    const before = (await numbers()).length
    const settled = [...orders, ...orders].map((id) => settleOrder(app.context, id))
    const [ends] = await Promise.all([Promise.all(lost.map(rollBack)), ...settled])
    expect(new Set(ends)).toEqual(new Set(['the end']))
    expect((await numbers()).length).toBe(before + payers * each)
    expect(new Set((await numbers()).map((one) => one.number)).size).toBe(before + payers * each)
    await expectUnbroken()
  })

  test('includes orders paid before receipts existed, once each', { tags: ['full'] }, async () => {
    const old = await Promise.all(Array.from({ length: 5 }, () => oldOrder(family)))
    const before = (await numbers()).length
    const asked = await Promise.all([...old, ...old, ...old].map((id) => pdfOf(family, id)))
    expect(new Set(asked.map((pdf) => pdf.toString('base64'))).size).toBe(5)
    expect((await numbers()).length).toBe(before + 5)
    await expectUnbroken()
  })

  test('restarts on the first of April in India', async () => {
    const issue = async (at: string) => {
      const id = await oldOrder(family)
      await sql`insert into receipt (order_id, language, printed, issued_at) values (${id}, 'en', '{}', ${at})`.execute(
        app.db,
      )
      return await numberOf(id)
    }
    expect(await issue('2029-03-31T18:29:59Z')).toBe('MS/28-29/000001')
    expect(await issue('2029-03-31T18:30:00Z')).toBe('MS/29-30/000001')
    expect(await issue('2029-12-31T20:00:00Z')).toBe('MS/29-30/000002')
    expect(await issue('2030-02-28T00:00:00Z')).toBe('MS/29-30/000003')
  })

  test('refuses changed, deleted or skipped receipts', async () => {
    await paidOrder(family)
    for (const statement of [
      `update receipt set printed = '{}'`,
      'delete from receipt',
      'truncate receipt cascade',
      'update receipt_series set last_place = last_place + 1',
      'update receipt_series set last_place = last_place + 2',
      'update receipt_series set last_place = 1',
      'delete from receipt_series',
      'truncate receipt_series',
      `insert into receipt_series values ('40-41', 1)`,
      `insert into receipt_series values ('40-41', 7)`,
    ]) {
      await expect(sql.raw(statement).execute(app.db), statement).rejects.toThrow(/append-only|counts up|no_gap/)
    }
  })
})

const soon = () => ({ date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10), time: '17:00' })
const setting = (name: string, value: unknown) =>
  sql`insert into setting (name, from_date, value) values (${name}, (now() at time zone 'Asia/Kolkata')::date, ${JSON.stringify(value)}::jsonb)`.execute(
    app.db,
  )

test('shows the original purchase of a replaced booking', async () => {
  const id = await oldOrder(family)
  await sql`with b as (update booking set minutes = 1200, status = 'cancelled', refunded_paise = price_paise where order_id = ${id} returning *)
    insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, minutes, price_paise, duration_days, terms, schedule_by, replaces)
    select order_id, family_id, mentor_id, learner_id, plan, mode, subject, 300, price_paise, 1, terms, now(), id from b`.execute(
    app.db,
  )
  // The database returns the newer row first.
  await sql`update booking set subject = 'science' where order_id = ${id} and replaces is null`.execute(app.db)
  await pdfOf(family, id)
  const { rows } = await sql<{ minutes: number }>`
    select (printed ->> 'minutes')::int as minutes from receipt where order_id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ minutes: 1200 }])
})
