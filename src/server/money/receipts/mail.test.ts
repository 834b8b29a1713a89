import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let family: LoggedIn
let orderId: string
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  family = await app.login(newPhone(), 'student')
  const { id } = await makeMentor(app.db)
  const made = await family.post('/api/payment/create-order', { amount: 99, plan: 'demo', mentorId: id })
  await app.pay(made.body, 'success')
  orderId = made.body.order_id
  expect((await family.get(`/api/payment/order/${orderId}`)).body.data.status).toBe('paid')
})
afterAll(() => app.stop())

const send = (body: Record<string, unknown>, headers: Record<string, string> = {}, by = family) =>
  by.post(`/api/payment/receipt/${orderId}/mail`, body, { headers })

type Mail = {
  id: string
  to: string
  text: string
  language: string
  data: { subject: string; attachment?: { name: string; bytes: number; content?: string } }
}
const mails = async (): Promise<Mail[]> =>
  (await app.browser().get('/dev/outbox.json')).body.filter(
    (one: { template: string; data: { order?: string } }) => one.template === 'receipt' && one.data.order === orderId,
  )

test('asks for an address if the profile has none, mails the receipt and saves the address', {
  tags: ['full'],
}, async () => {
  const asked = await send({})
  expect([asked.status, asked.body.code]).toEqual([409, 'email-needed'])
  const sent = await send({ email: ' meera@example.com ' })
  expect([sent.status, sent.body.data]).toEqual([200, { email: 'meera@example.com' }])
  expect((await send({})).body.data).toEqual({ email: 'meera@example.com' })
  await app.runJobs()
  const [mail] = await mails()
  expect(await mails()).toHaveLength(2)
  expect(mail).toMatchObject({ to: 'meera@example.com', language: 'en' })
  expect(mail?.data.subject).toMatch(/^Your receipt MS\//)
  expect(mail?.data.attachment?.content).toBeUndefined()
  await send({ email: 'anil@example.com' })
  expect((await family.get(`/api/payment/order/${orderId}`)).body.data.receiptTo).toBe('anil@example.com')
  // A stored address changes in the settings only.
  const { rows } = await sql`select email from family where id = ${family.id}`.execute(app.db)
  expect(rows).toEqual([{ email: 'meera@example.com' }])
})

test('mails the receipt automatically once, in the family’s language', async () => {
  await sql`update account set language = 'hi' where phone = ${family.phone}`.execute(app.db)
  await sql`update family set email = 'meera@example.com' where id = ${family.id}`.execute(app.db)
  expect((await family.get(`/api/payment/order/${orderId}`)).body.data.receiptTo).toBe(null)
  const { id } = await makeMentor(app.db)
  const made = await family.post('/api/payment/create-order', { amount: 99, plan: 'demo', mentorId: id })
  await app.pay(made.body, 'success')
  orderId = made.body.order_id
  await Promise.all([1, 2, 3].map(() => family.get(`/api/payment/order/${orderId}`)))
  await app.runJobs()
  expect(await mails()).toMatchObject([
    { to: 'meera@example.com', language: 'hi', data: { attachment: { name: expect.stringMatching(/^MS-/) } } },
  ])
  const { data } = (await family.get(`/api/payment/order/${orderId}`)).body
  expect(data).toMatchObject({ status: 'paid', receiptTo: 'meera@example.com' })
  const { rows } = await sql<{ language: string }>`select language from outbox
    where template = 'booking-paid-family' and recipient = ${family.phone} order by id desc limit 1`.execute(app.db)
  expect(rows).toEqual([{ language: 'hi' }])
})

test('mails requested receipts to a family that turned payment emails off', { tags: ['full'] }, async () => {
  await sql`update family set email = 'meera@example.com' where id = ${family.id}`.execute(app.db)
  await family.put('/api/profile/messages', { messages: [{ kind: 'payments', channel: 'email', on: false }] })
  const { id } = await makeMentor(app.db)
  const made = await family.post('/api/payment/create-order', { amount: 99, plan: 'demo', mentorId: id })
  await app.pay(made.body, 'success')
  orderId = made.body.order_id
  expect((await family.get(`/api/payment/order/${orderId}`)).body.data).toMatchObject({
    status: 'paid',
    receiptTo: null,
  })
  await send({})
  await app.runJobs()
  expect(await mails()).toMatchObject([
    { to: 'meera@example.com', data: { attachment: { bytes: expect.any(Number) } } },
  ])
})

test('attaches the receipt to the message in the outbox', async () => {
  await send({ email: 'meera@example.com' }, { 'accept-language': 'hi' })
  await app.runJobs()
  const [mail] = await mails()
  const file = mail?.data.attachment
  expect(mail?.text).toContain('रसीद')
  expect(file?.name).toMatch(/^MS-\d\d-\d\d-\d{6}\.pdf$/)
  const page = (await app.browser().get('/dev/outbox')).body
  expect(page).toContain(`<a href="/dev/outbox/${mail?.id}/attachment">${file?.name}</a>, ${file?.bytes} bytes`)
  const opened = await app.app.inject({ url: `/dev/outbox/${mail?.id}/attachment` })
  const downloaded = await app.app.inject({
    url: `/api/payment/receipt/${orderId}?language=hi`,
    headers: { cookie: family.cookie() },
  })
  expect(opened.headers['content-type']).toBe('application/pdf')
  expect(opened.rawPayload).toEqual(downloaded.rawPayload)
  expect(opened.rawPayload).toHaveLength(file?.bytes ?? 0)
  for (const id of [randomUUID(), 'x', "'"]) {
    expect((await app.app.inject({ url: `/dev/outbox/${encodeURIComponent(id)}/attachment` })).statusCode).toBe(404)
  }
})

test('sends one email per request, however often request and job repeat', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const replies = await Promise.all([1, 2, 3].map(() => send({ email: 'meera@example.com' }, key)))
  expect(replies.filter((one) => one.status === 200).length).toBeGreaterThan(0)
  expect((await send({ email: 'meera@example.com' }, key)).body.data).toEqual({ email: 'meera@example.com' })
  // The outbox row has the request key too, even without the stored reply.
  await sql`delete from idempotency`.execute(app.db)
  expect((await send({ email: 'meera@example.com' }, key)).status).toBe(200)
  expect(await mails()).toHaveLength(1)
  await app.runJobs()
  const sentAt = async () => (await sql`select sent_at from outbox where template = 'receipt'`.execute(app.db)).rows
  const first = await sentAt()
  await app.context.queue.send(app.db, 'messages.send', {})
  await app.runJobs()
  expect(await sentAt()).toEqual(first)
})

test('limits receipt emails per hour', async () => {
  const all = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => send({ email: 'meera@example.com' })))
  expect(all.map((one) => one.status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(all.find((one) => one.status === 429)?.body.code).toBe('receipt-mail-limit')
  await sql`update outbox set created_at = created_at - interval '1 hour' where template = 'receipt'`.execute(app.db)
  expect((await send({})).status).toBe(200)
})

test("hides another family's receipt and mails it to nobody", async () => {
  const other = await app.login(newPhone(), 'student')
  const reply = await send({ email: 'other@example.com' }, {}, other)
  expect([reply.status, reply.body.code]).toEqual([404, 'not-found'])
  expect((await family.post(`/api/payment/receipt/${randomUUID()}/mail`, {})).status).toBe(404)
  expect(await mails()).toEqual([])
})

test.each([
  ['none', 'meera'],
  ['two', 'meera@example.com, everybody@example.com'],
  ['with a header in it', 'meera@example.com\r\nBcc: everybody@example.com'],
  ['with a name', 'Meera <meera@example.com>'],
  ['too long', `${'m'.repeat(200)}@example.com`],
  ['empty', ''],
])('refuses an address that is %s, and names the field', async (_, email) => {
  const reply = await send({ email })
  expect([reply.status, reply.body.code]).toEqual([400, 'bad-request'])
  expect(reply.body.details.fields[0].field).toBe('email')
})
