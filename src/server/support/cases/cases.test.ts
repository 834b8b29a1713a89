import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const path = '/api/support-tickets'
let blocks = 0
/** IP address no other test uses. */
const newIpBlock = () => ({ ip: `10.7.${++blocks}.9` })
const ticket = (more: Record<string, unknown> = {}) => ({
  name: 'Meera Joshi',
  phone: newPhone(),
  topic: 'booking',
  message: 'The mentor has not set a time yet.',
  ...more,
})

type Row = { [name: string]: unknown }
async function caseOf(number: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select * from support_case where number = ${number}`.execute(app.db)
  return rows[0]
}
const messagesTo = async (phone: string) =>
  (
    await sql<{
      text: string
    }>`select text from outbox where recipient = ${phone} and template = 'case-opened'`.execute(app.db)
  ).rows.map(({ text }) => text)

test('a visitor gets a case number, a 24-hour deadline and a confirmation', async () => {
  const given = ticket({ email: 'meera@example.com', message: '  Line one.\r\nLine two.  ' })
  const { status, body } = await app.browser().post(path, given, newIpBlock())
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.number).toMatch(/^CASE-20\d\d-\d{6}$/)
  const hours = (Date.parse(body.data.answerBy) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(8)
  expect(hours).toBeLessThanOrEqual(24)
  expect(await caseOf(body.data.number)).toMatchObject({
    kind: 'support',
    topic: 'booking',
    text: 'Line one.\nLine two.',
    name: 'Meera Joshi',
    phone: given.phone,
    email: 'meera@example.com',
    account_id: null,
    status: 'open',
    priority: 'normal',
    language: 'en',
  })
  const [message] = await messagesTo(given.phone)
  expect(message).toContain(body.data.number)
})

test('the confirmation is in the language of the page', async () => {
  const given = ticket()
  await app.browser().post(path, given, { ...newIpBlock(), headers: { 'accept-language': 'hi' } })
  expect((await messagesTo(given.phone))[0]).toMatch(/अनुरोध/)
})

test('safety is high priority; refunds and complaints have their own kinds', async () => {
  for (const [topic, kind, priority] of [
    ['safety', 'safety', 'high'],
    ['refund', 'refund', 'normal'],
    ['complaint', 'grievance', 'normal'],
  ]) {
    const { body } = await app.browser().post(path, ticket({ topic }), newIpBlock())
    expect(await caseOf(body.data.number)).toMatchObject({ kind, priority })
  }
})

test('a visitor needs an email or a phone', async () => {
  const house = newIpBlock()
  const withEmail = await app.browser().post(path, ticket({ phone: undefined, email: 'a@example.com' }), house)
  expect(withEmail.status).toBe(200)
  const without = await app.browser().post(path, ticket({ phone: undefined }), house)
  expect([without.status, without.body.code]).toEqual([400, 'bad-request'])
  expect(without.body.details.fields[0].field).toBe('phone')
})

test('a logged-in sender’s case has their account and phone', async () => {
  const family = await app.login(newPhone(), 'student')
  const { body } = await family.post(path, ticket({ phone: undefined }), newIpBlock())
  expect(await caseOf(body.data.number)).toMatchObject({ phone: family.phone, family_id: family.id, mentor_id: null })
  const own = await makeMentor(app.db)
  const mentor = await app.login(own.phone, 'mentor')
  const asked = await mentor.post(path, ticket({ phone: undefined, email: 'm@example.com' }), newIpBlock())
  expect(await caseOf(asked.body.data.number)).toMatchObject({ phone: own.phone, family_id: null, mentor_id: own.id })
})

test.each([
  ['a short message', { message: 'too short' }],
  ['a message of spaces', { message: ' '.repeat(30) }],
  ['a long message', { message: 'x'.repeat(2001) }],
  ['a zero byte', { message: 'ten characters\u0000' }],
  ['an unknown topic', { topic: 'constructor' }],
  ['no name', { name: ' ' }],
  ['a phone that is none', { phone: '12345' }],
  ['an e-mail that is none', { email: 'meera' }],
  ['an unknown field', { status: 'resolved' }],
])('%s is refused', async (_, wrong) => {
  const { status, body } = await app.browser().post(path, ticket(wrong), newIpBlock())
  expect([status, body.code]).toEqual([400, 'bad-request'])
  expect(body.details.fields[0].field).toBe(Object.keys(wrong)[0])
})

test('deduplicates repeated and concurrent tickets', async () => {
  const given = ticket()
  const house = newIpBlock()
  const replies = await Promise.all([1, 2, 3].map(() => app.browser().post(path, given, house)))
  expect(new Set(replies.map(({ body }) => body.data.number)).size).toBe(1)
  expect(await messagesTo(given.phone)).toHaveLength(1)
  // Another sender, or another day, makes a new ticket.
  const other = await app.browser().post(path, { ...given, phone: newPhone() }, house)
  expect(other.body.data.number).not.toBe(replies[0]?.body.data.number)
  await sql`update support_case set created_at = created_at - interval '11 minutes' where phone = ${given.phone}`.execute(
    app.db,
  )
  const later = await app.browser().post(path, given, house)
  expect(later.body.data.number).not.toBe(replies[0]?.body.data.number)
})

test('an idempotency key returns the same number and rejects a different body', async () => {
  const family = await app.login(newPhone(), 'student')
  const options = { ...newIpBlock(), headers: { 'idempotency-key': 'ticket-of-the-contact-page' } }
  const given = ticket()
  const first = await family.post(path, given, options)
  // Old enough to be a new ticket without the key.
  await sql`update support_case set created_at = created_at - interval '1 hour' where phone = ${given.phone}`.execute(
    app.db,
  )
  expect((await family.post(path, given, options)).body).toEqual(first.body)
  const other = await family.post(path, ticket(), options)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency-mismatch'])
})

test('limits tickets to five an hour per IP block and phone, also concurrent ones', async () => {
  const house = newIpBlock()
  const replies = await Promise.all(Array.from({ length: 8 }, () => app.browser().post(path, ticket(), house)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  const refused = replies.find(({ status }) => status === 429)
  expect(refused?.body.code).toBe('ticket-limit')
  expect(refused?.body.message).toMatch(/call us/)
  const phone = newPhone()
  const about = await Promise.all(
    Array.from({ length: 7 }, (_, i) =>
      app.browser().post(path, ticket({ phone, message: `Message number ${i}` }), newIpBlock()),
    ),
  )
  expect(about.filter(({ status }) => status === 200)).toHaveLength(5)
  // Strangers use up nothing of the account with this number, nor does its network.
  const owner = await app.login(phone, 'student')
  for (let n = 0; n < 5; n++)
    expect((await owner.post(path, ticket({ phone, message: `My own message ${n}` }), house)).status).toBe(200)
  expect((await owner.post(path, ticket({ phone, message: 'One more of mine' }), house)).status).toBe(429)
  // Another account cannot have more messages sent to this number.
  const other = await app.login(newPhone(), 'student')
  expect((await other.post(path, ticket({ phone, message: 'About their number' }))).status).toBe(429)
  expect((await other.post(path, ticket({ phone: other.phone }))).status).toBe(200)
})
