import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brand } from '#contract/brand.ts'
import { notificationEvents } from '#contract/notification-events.ts'
import { createMail } from '#server/outside/mail.ts'
import { createSms } from '#server/outside/sms.ts'
import { readyApplication } from '#test/application.ts'
import { makeAdmin, newPhone } from '#test/builders.ts'
import { testConfig } from '#test/harness.ts'
import { startMailServer } from '#test/mail-server.ts'
import { smsTemplatesFile } from '#test/sms-templates.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { notify } from './notifications.ts'
import { registeredText, registeredValues } from './registered.ts'
import { sendDue } from './sending.ts'

type Sms = { template_id: string; recipients: Record<string, string>[] }
let sms: Sms[] = []
let isDown = false
/** Takes the text, and breaks the connection before it says so. */
let losesAnswer = false
const msg91 = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  if (!isDown) sms.push(JSON.parse(body))
  if (losesAnswer) return request.socket.destroy()
  response.end(isDown ? '{"type":"error","message":"no credits"}' : '{"type":"success","message":"r"}')
})
const noon = new Date('2026-11-20T12:00:00+05:30')

let app: TestApp
let admin: LoggedIn
let mailServer: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  app = await testApp()
  admin = await app.login((await makeAdmin(app.db, { name: 'Neha', role: 'owner' })).phone, 'admin')
  mailServer = await startMailServer()
  await new Promise<void>((done) => msg91.listen(0, '127.0.0.1', done))
  const { port } = msg91.address() as AddressInfo // true: it listens on a port
  const real = testConfig({
    ...{ SMS_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't', MSG91_TEMPLATES: smsTemplatesFile() },
    ...{ MSG91_BASE_URL: `http://127.0.0.1:${port}` },
    ...{ MAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` },
  })
  // Codes for logging in stay in the outbox, where the test reads them.
  app.parts.sms.sendText = createSms(real).sendText
  app.parts.mail = createMail(real, app.db)
})
beforeEach(async () => {
  await sql`update outbox set sent_at = now() where sent_at is null and given_up_at is null`.execute(app.db)
  sms = []
  isDown = false
  losesAnswer = false
  mailServer.forget()
})
afterAll(async () => {
  await app.stop()
  mailServer.stop()
  msg91.close()
})

const send = (now = noon) => sendDue(app.parts, {}, now)
const soon = () => sql`update outbox set due_at = now() where sent_at is null`.execute(app.db)
/** Tells a new phone that a case was opened. */
async function tell(onceKey = 'c', phone = newPhone()): Promise<string> {
  const values = { brand: brand.name, number: 'C-1', by: 'Mon, 23 Nov' }
  await notify(app.db, {
    ...{ event: 'case-opened', phone, language: 'en', onceKey },
    ...{ values: { en: values, hi: values } },
  })
  return phone
}
const stateOf = async (phone: string) => {
  const { rows } = await sql<{ sent: boolean; trouble: string | null; tries: number; waits: number }>`
    select sent_at is not null as sent, trouble, tries, round(extract(epoch from due_at - now()) / 60)::int as waits
    from outbox where recipient = ${phone}`.execute(app.db)
  return rows[0]
}

test('a decision of the admin reaches the mentor by SMS and by mail, once', async () => {
  const email = 'sunita@example.com'
  const mentor = await app.login(newPhone(), 'mentor')
  const applied = await mentor.post('/api/mentor', await readyApplication(app.db, mentor.phone, { email }))
  const id: string = applied.body.data._id
  await send()
  expect(sms.map((one) => one.template_id)).toEqual(['application-received-en'])
  const { rows } = await sql<{ version: number }>`select version from mentor where id = ${id}`.execute(app.db)
  const decided = await admin.post(`/api/admin/mentors/${id}/decision`, {
    ...{ decision: 'reject', reason: 'The photo of the document is too dark, page two.', version: rows[0]?.version },
  })
  expect(decided.status, JSON.stringify(decided.body)).toBe(200)
  await Promise.all([send(), send(), send()])
  expect(sms.slice(1)).toEqual([
    {
      ...{ template_id: 'mentor-rejected-en', short_url: '0' },
      recipients: [{ mobiles: `91${mentor.phone}`, number: expect.stringMatching(/\d/) }],
    },
  ])
  expect(mailServer.seen.letters).toHaveLength(1)
  expect(mailServer.seen.heard).toContain(`RCPT TO:<${email}>`)
  expect(mailServer.seen.letters[0]).toContain('The photo of the document is too dark, page two.')
  expect(mailServer.seen.letters[0]).not.toContain('attachment')
  await soon()
  await send()
  expect([sms.length, mailServer.seen.letters.length]).toEqual([2, 1])
})

test('what the provider does not take is tried again, later each time, and given up after a day', async () => {
  const phone = await tell()
  isDown = true
  for (const waits of [1, 2, 4]) {
    await send()
    await send()
    expect(await stateOf(phone)).toMatchObject({ sent: false, waits, trouble: null })
    await soon()
  }
  isDown = false
  await send()
  expect(sms).toHaveLength(1)
  expect(await stateOf(phone)).toMatchObject({ sent: true, tries: 4 })

  const late = await tell()
  await sql`update outbox set created_at = now() - interval '25 hours' where recipient = ${late}`.execute(app.db)
  isDown = true
  await send()
  expect((await stateOf(late))?.trouble).toMatch(/MSG91/)
  isDown = false
  await soon()
  await send()
  expect(sms).toHaveLength(1)
})

test('a message that died on its way goes out a minute later', async () => {
  const phone = await tell()
  const real = app.parts.sms.sendText
  app.parts.sms.sendText = () => new Promise(() => {})
  void send()
  await expect.poll(() => stateOf(phone)).toMatchObject({ tries: 1, waits: 1 })
  app.parts.sms.sendText = real
  await send()
  expect(sms).toHaveLength(0)
  await soon()
  await send()
  expect(sms).toHaveLength(1)
})

test('a text that was taken while its answer was lost goes out once more, and no oftener', async () => {
  const phone = await tell()
  losesAnswer = true
  await send()
  await send()
  expect(sms).toHaveLength(1)
  expect(await stateOf(phone)).toMatchObject({ sent: false, tries: 1, waits: 1 })
  losesAnswer = false
  await soon()
  await send()
  await soon()
  await send()
  expect(sms).toHaveLength(2)
  expect(sms[0]).toEqual(sms[1])
  expect(await stateOf(phone)).toMatchObject({ sent: true, tries: 2, trouble: null })
})

test('many senders at once send each message once', async () => {
  const phones = await Promise.all(Array.from({ length: 60 }, () => tell()))
  await Promise.all([send(), send(), send(), send()])
  expect(sms.map((one) => one.recipients[0]?.mobiles).sort()).toEqual(phones.map((one) => `91${one}`).sort())
})

test('phones stay quiet from nine to seven; mail does not', async () => {
  await tell()
  const mail = { brand: 'M', link: 'l', name: 'n', number: '1' }
  const phone = newPhone()
  await notify(app.db, {
    ...{ event: 'mentor-verified', phone, language: 'hi', onceKey: 'q', email: 'a@b.example' },
    ...{ values: { en: mail, hi: mail } },
  })
  const urgent = { brand: 'M', account: 'x', phone: 'p' }
  await notify(app.db, {
    ...{ event: 'payout-account-set', phone: newPhone(), language: 'en', onceKey: 'u' },
    ...{ values: { en: urgent, hi: urgent } },
  })
  await send(new Date('2026-11-20T21:00:00+05:30'))
  await send(new Date('2026-11-21T06:59:00+05:30'))
  expect([sms.map((one) => one.template_id), mailServer.seen.letters.length]).toEqual([['payout-account-set-en'], 1])
  await send(new Date('2026-11-21T07:00:00+05:30'))
  expect(sms.map((one) => one.template_id).sort()).toEqual([
    ...['case-opened-en', 'mentor-verified-hi', 'payout-account-set-en'],
  ])
})

test('an address that is refused for good, and a text that is registered nowhere, are given up', async () => {
  mailServer.seen.refusals = { RCPT: '550 no such mailbox' }
  const mail = { brand: 'M', link: 'l', name: 'n', number: '1' }
  await notify(app.db, {
    ...{ event: 'mentor-restored', phone: newPhone(), language: 'en', onceKey: 'r', email: 'gone@b.example' },
    ...{ values: { en: mail, hi: mail } },
  })
  const phone = await tell()
  const real = app.parts.sms.sendText
  app.parts.sms.sendText = async () => 'unregistered'
  await send()
  app.parts.sms.sendText = real
  expect(await stateOf('gone@b.example')).toMatchObject({ sent: false, trouble: 'the address was refused' })
  expect(await stateOf(phone)).toMatchObject({ sent: false, trouble: 'no text is registered for it' })
})

test.each(notificationEvents)('the text of %s can be registered', (event) => {
  for (const language of ['en', 'hi'] as const) {
    const text = registeredText(event, language, 'https://mentorsetu.example')
    expect(text).toContain(language === 'hi' ? brand.nameHi : brand.name)
    expect(text).not.toMatch(/[{}]/)
    // MSG91: a value may not stand last.
    expect(text).not.toMatch(/##[\p{P}\s]*$/u)
  }
})

test('values are at most 30 characters; what is the same in every message is no value', () => {
  const values = {
    brand: 'MentorSetu',
    link: 'https://x',
    number: 'A-1',
    mentor: 'x',
    plan: 'p',
    subject: 'क'.repeat(50),
  }
  expect(registeredValues('mentor-rejected', 'en', values)).toEqual({ number: 'A-1' })
  const { subject = '', by } = registeredValues('booking-paid-family', 'hi', values)
  expect([subject.length, subject.at(-1), by]).toEqual([30, '…', ''])
})

test('what a person turned off is not sent, by the channel and kind; safety always is', async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  const email = 'sunita@example.com'
  await mentor.post('/api/mentor', await readyApplication(app.db, mentor.phone, { email }))
  await send()
  sms = []
  const values = {
    brand: brand.name,
    name: 'Sunita',
    number: 'MS-1',
    link: 'https://x.example',
    account: 'UPI',
    phone: '1',
  }
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${mentor.phone}`.execute(app.db)
  const news = async (event: 'mentor-verified' | 'payout-account-set', onceKey: string) => {
    const about = { event, accountId: rows[0]?.id ?? '', email, onceKey, values: { en: values, hi: values } }
    await notify(app.db, about)
  }
  const choose = (channel: string, on: boolean) =>
    mentor.put('/api/profile/messages', { messages: [{ kind: 'profile', channel, on }] })
  await choose('sms', false)
  await news('mentor-verified', 'one')
  await news('payout-account-set', 'one')
  await send()
  expect(sms.map((one) => one.template_id)).toEqual(['payout-account-set-en'])
  expect(mailServer.seen.letters).toHaveLength(1)

  // Chosen between writing and sending: the choice of now counts.
  await choose('email', false)
  await news('mentor-verified', 'two')
  await choose('sms', true)
  await send()
  expect(sms.map((one) => one.template_id)).toEqual(['payout-account-set-en', 'mentor-verified-en'])
  expect(mailServer.seen.letters).toHaveLength(1)
  const outbox = (await app.browser().get('/dev/outbox.json')).body.filter(
    (one: { to: string; template: string }) =>
      [email, mentor.phone].includes(one.to) && one.template === 'mentor-verified',
  )
  expect(outbox.map((one: { channel: string }) => one.channel).sort()).toEqual(['email', 'sms'])
})
