import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminMessage, ChannelDay } from '#contract/notifications/admin-messages.ts'
import { transaction } from '#server/platform/database.ts'
import { createMail } from '#server/providers/mail/mail.ts'
import { createSms } from '#server/providers/sms/sms.ts'
import { readyApplication } from '#test/application.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { testConfig } from '#test/harness.ts'
import { startMailServer } from '#test/mail-server.ts'
import { smsTemplatesFile } from '#test/sms-templates.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { inBothLanguages, notify } from './notifications.ts'
import { sendDue } from './sending.ts'

type Sms = { template_id: string; recipients: Record<string, string>[] }
let sms: Sms[] = []
let isDown = false
/** Accepts the message and drops the connection before replying. */
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
  admin = await app.admin({ name: 'Neha', role: 'owner' })
  mailServer = await startMailServer()
  await new Promise<void>((done) => msg91.listen(0, '127.0.0.1', done))
  const { port } = msg91.address() as AddressInfo // safe: it listens on a port
  const real = testConfig({
    SMS_PROVIDER: 'msg91',
    MSG91_AUTH_KEY: 'k',
    MSG91_TEMPLATE_ID: 't',
    MSG91_TEMPLATES: smsTemplatesFile(),
    MSG91_BASE_URL: `http://127.0.0.1:${port}`,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  })
  // Login codes stay in the outbox, where the test reads them.
  app.context.sms.sendText = createSms(real).sendText
  app.context.mail = createMail(real, app.db)
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

const send = (now = noon) => sendDue(app.context, {}, now)
const soon = () => sql`update outbox set due_at = now() where sent_at is null`.execute(app.db)
/** Notifies a new phone number of an opened case. */
async function tell(onceKey = 'c', phone = newPhone()): Promise<string> {
  const values = inBothLanguages(() => ({ number: 'C-1', about: 'request', by: 'Mon, 23 Nov', site: '', track: 'C-1' }))
  await transaction(app.db, (tx) => notify(tx, { event: 'case-opened', phone, language: 'en', onceKey, values }))
  return phone
}
/** A mentor with an email address. */
async function someMentor(language: 'en' | 'hi', email = 'a@b.example') {
  const { accountId } = await makeMentor(app.db)
  await sql`update account set language = ${language} where id = ${accountId}`.execute(app.db)
  await sql`update mentor set email = ${email} where account_id = ${accountId}`.execute(app.db)
  return { accountId, side: 'mentor' as const }
}
const stateOf = async (phone: string) => {
  const { rows } = await sql<{ sent: boolean; trouble: string | null; tries: number; waits: number }>`
    select sent_at is not null as sent, trouble, tries, round(extract(epoch from due_at - now()) / 60)::int as waits
    from outbox where recipient = ${phone}`.execute(app.db)
  return rows[0]
}

test("sends an admin's decision to the mentor once by SMS and by email", async () => {
  const email = 'sunita@example.com'
  const mentor = await app.login(newPhone(), 'mentor')
  const applied = await mentor.post('/api/mentor', await readyApplication(app.db, mentor.phone, { email }))
  const id: string = applied.body.data._id
  await send()
  expect(sms.map((one) => one.template_id)).toEqual(['application-received-en'])
  const { rows } = await sql<{ version: number }>`select version from mentor where id = ${id}`.execute(app.db)
  const decided = await admin.post(`/api/admin/mentors/${id}/decision`, {
    decision: 'reject',
    reason: 'The photo of the document is too dark, page two.',
    version: rows[0]?.version,
  })
  expect(decided.status, JSON.stringify(decided.body)).toBe(200)
  await Promise.all([send(), send(), send()])
  expect(sms.slice(1)).toEqual([
    {
      template_id: 'mentor-rejected-en',
      short_url: '0',
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

test('retries a refused message with growing delays and gives up after a day', async () => {
  const phone = await tell()
  isDown = true
  for (const waits of [1, 2, 4]) {
    await send()
    await send()
    expect(await stateOf(phone)).toMatchObject({ sent: false, waits, trouble: expect.stringMatching(/MSG91/) })
    await soon()
  }
  isDown = false
  await send()
  expect(sms).toHaveLength(1)
  expect(await stateOf(phone)).toMatchObject({ sent: true, tries: 4, trouble: null })

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

test('retries a message after a crash a minute later', async () => {
  const phone = await tell()
  const real = app.context.sms.sendText
  app.context.sms.sendText = () => new Promise(() => {})
  void send()
  await expect.poll(() => stateOf(phone)).toMatchObject({ tries: 1, waits: 1 })
  app.context.sms.sendText = real
  await send()
  expect(sms).toHaveLength(0)
  await soon()
  await send()
  expect(sms).toHaveLength(1)
})

test("repeats an SMS once if the provider's reply was lost", async () => {
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

test('sends each message once with concurrent senders', async () => {
  const phones = await Promise.all(Array.from({ length: 60 }, () => tell()))
  await Promise.all([send(), send(), send(), send()])
  expect(sms.map((one) => one.recipients[0]?.mobiles).sort()).toEqual(phones.map((one) => `91${one}`).sort())
})

test('holds back SMS but not email from nine to seven', async () => {
  await tell()
  const mail = inBothLanguages(() => ({ link: 'l', name: 'n', number: '1' }))
  const mentor = await someMentor('hi')
  await transaction(app.db, (tx) => notify(tx, { event: 'mentor-verified', ...mentor, onceKey: 'q', values: mail }))
  const urgent = inBothLanguages(() => ({ account: 'x' }))
  await transaction(app.db, (tx) =>
    notify(tx, {
      event: 'payout-account-set',
      phone: newPhone(),
      language: 'en',
      onceKey: 'u',
      values: urgent,
    }),
  )
  await send(new Date('2026-11-20T21:00:00+05:30'))
  await send(new Date('2026-11-21T06:59:00+05:30'))
  expect([sms.map((one) => one.template_id), mailServer.seen.letters.length]).toEqual([['payout-account-set-en'], 1])
  await send(new Date('2026-11-21T07:00:00+05:30'))
  expect(sms.map((one) => one.template_id).sort()).toEqual([
    ...['case-opened-en', 'mentor-verified-hi', 'payout-account-set-en'],
  ])
})

test('sends an SMS at night about a class that begins soon after it, and none about another', async () => {
  const values = inBothLanguages(() => ({ mentor: 'm', subject: 's', at: 'a', to: 'b' }))
  const night = new Date('2026-11-20T23:00:00+05:30')
  const write = async (onceKey: string, ...starts: string[]) => {
    const classAt = starts.map((one) => new Date(`${one}+05:30`))
    const to = { ...(await someMentor('en')), onceKey, values, classAt }
    await transaction(app.db, (tx) => notify(tx, { event: 'class-rescheduled', ...to }))
    await send(night)
    return sms.splice(0).map((one) => one.template_id)
  }
  const told = ['class-rescheduled-en']
  expect(await write('moved here', '2026-11-25T17:00:00', '2026-11-21T10:00:00')).toEqual(told)
  expect(await write('moved away', '2026-11-20T23:30:00', '2026-11-25T17:00:00')).toEqual(told)
  expect(await write('later', '2026-11-21T10:01:00')).toEqual([])
  expect(await write('begun', '2026-11-20T22:59:00')).toEqual([])
  await send(new Date('2026-11-21T07:00:00+05:30'))
  expect(sms).toHaveLength(2)
})

test('gives up on permanently refused addresses and unregistered texts', async () => {
  mailServer.seen.refusals = { RCPT: '550 no such mailbox' }
  const mail = inBothLanguages(() => ({ link: 'l', name: 'n', number: '1' }))
  await transaction(app.db, async (tx) =>
    notify(tx, {
      event: 'mentor-restored',
      ...(await someMentor('en', 'gone@b.example')),
      onceKey: 'r',
      values: mail,
    }),
  )
  const phone = await tell()
  const real = app.context.sms.sendText
  app.context.sms.sendText = async () => 'unregistered'
  await send()
  app.context.sms.sendText = real
  expect(await stateOf('gone@b.example')).toMatchObject({ sent: false, trouble: 'the address was refused' })
  expect(await stateOf(phone)).toMatchObject({ sent: false, trouble: 'no text is registered for it' })
})

test('skips opted-out channels and kinds, except safety', async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  const email = 'sunita@example.com'
  await mentor.post('/api/mentor', await readyApplication(app.db, mentor.phone, { email }))
  await send()
  sms = []
  const values = inBothLanguages(() => ({ name: 'Sunita', number: 'MS-1', link: 'https://x.example', account: 'UPI' }))
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${mentor.phone}`.execute(app.db)
  const news = async (event: 'mentor-verified' | 'payout-account-set', onceKey: string) => {
    await transaction(app.db, (tx) =>
      notify(tx, { event, accountId: rows[0]?.id ?? '', side: 'mentor', onceKey, values }),
    )
  }
  const choose = (channel: string, on: boolean) =>
    mentor.put('/api/profile/messages', { messages: [{ kind: 'profile', channel, on }] })
  await choose('sms', false)
  await news('mentor-verified', 'one')
  await news('payout-account-set', 'one')
  await send()
  expect(sms.map((one) => one.template_id)).toEqual(['payout-account-set-en'])
  expect(mailServer.seen.letters).toHaveLength(1)

  // Preferences changed between writing and sending apply.
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

test('links an email to its page and unsubscribes with one click without a login', async () => {
  const mail = inBothLanguages(() => ({ link: 'l', name: 'n', number: '1' }))
  const to = await someMentor('hi', `${newPhone()}@b.example`)
  const write = (onceKey: string) =>
    transaction(app.db, (tx) => notify(tx, { event: 'mentor-verified', ...to, onceKey, values: mail }))
  await write('one')
  await send()
  const [letter = ''] = mailServer.seen.letters
  const folded = letter.replace(/\n[ \t]/g, ' ')
  const link = /^List-Unsubscribe: <(\S+)>$/m.exec(folded)?.[1] ?? ''
  expect(folded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const { publicUrl } = app.context.config
  expect(link).toMatch(new RegExp(`^${publicUrl}/hi/message-off/[\\w-]+$`))
  const coded = Buffer.from(letter.split('\n\n').slice(1).join(''), 'base64').toString()
  const text = coded.includes('message-off') ? coded : letter
  expect(text).toContain(`${publicUrl}/hi/dashboard/mentor`)
  expect(text).toContain(link)

  const api = link.replace(`${publicUrl}/hi`, '/api')
  const visitor = app.browser()
  // Mail programs open links to scan them, so GET must not unsubscribe.
  expect((await visitor.get(api)).body.data).toEqual({ kind: 'profile', isOff: false })
  await write('two')
  await send()
  expect(mailServer.seen.letters).toHaveLength(2)
  for (const _ of [1, 2]) expect((await visitor.post(api, undefined)).body.data.isOff).toBe(true)
  await write('three')
  await send()
  expect(mailServer.seen.letters).toHaveLength(2)
  expect((await visitor.post(`${api.slice(0, -4)}AAAA`, undefined)).status).toBe(404)
  expect((await visitor.get('/api/message-off/x')).status).toBe(404)
})

test('offers no unsubscribe link in safety emails', async () => {
  const mail = inBothLanguages(() => ({ link: 'l', name: 'n', number: '1', reason: 'r' }))
  await transaction(app.db, async (tx) =>
    notify(tx, { event: 'mentor-suspended', ...(await someMentor('en')), onceKey: 's', values: mail }),
  )
  await send()
  expect(mailServer.seen.letters[0]).toContain('/dashboard/mentor')
  expect(mailServer.seen.letters[0]).not.toContain('message-off')
})

test('shows admins failed messages with masked recipients and lets them retry', async () => {
  const support = await app.admin({ role: 'support' })
  const list = async (query = ''): Promise<{ data: AdminMessage[]; lastDay: ChannelDay[]; nextCursor: string }> =>
    (await support.get(`/api/admin/messages${query}`)).body
  const find = async (phone: string, query?: string) =>
    (await list(query)).data.find(({ to }) => to === `…${phone.slice(-4)}`)
  const phone = await tell()
  isDown = true
  await send()
  expect(await find(phone, '?state=waiting')).toBeUndefined()
  await soon()
  await send()
  expect(await find(phone, '?state=waiting')).toMatchObject({
    event: 'case-opened',
    channel: 'sms',
    tries: 2,
    trouble: expect.stringMatching(/MSG91/),
    canRetry: true,
    text: "We've received your … (…). We'll call you by ….",
  })
  expect(await find(phone, '?state=waiting&channel=email')).toBeUndefined()
  await sql`update outbox set created_at = now() - interval '25 hours' where recipient = ${phone}`.execute(app.db)
  await soon()
  await send()
  const one = await find(phone)
  expect(one).toMatchObject({ state: 'given_up', tries: 3 })
  expect(JSON.stringify(await list())).not.toContain(phone)

  isDown = false
  const again = (id = one?._id) => support.post(`/api/admin/messages/${id}/again`, undefined)
  expect((await again()).body.data).toMatchObject({ state: 'waiting', tries: 0 })
  // A retry by an admin restarts the time limit: the next failure does not give up.
  isDown = true
  await send()
  expect(await stateOf(phone)).toMatchObject({ sent: false, tries: 1 })
  isDown = false
  await soon()
  await send()
  expect(await stateOf(phone)).toMatchObject({ sent: true, trouble: null })
  expect((await again()).body.data.state).toBe('sent')
  const audits = await sql`select from audit where action = 'message.again' and subject_id = ${one?._id}`.execute(
    app.db,
  )
  expect(audits.rows).toHaveLength(1)
  expect(sms).toHaveLength(1)

  const late = await tell()
  await sql`update outbox set given_up_at = now(), useless_at = now() - interval '1 minute' where recipient = ${late}`.execute(
    app.db,
  )
  expect((await again((await find(late))?._id)).body.code).toBe('message-too-late')
  // Opted-out messages are not failures.
  const off = await tell()
  await sql`update outbox set given_up_at = now(), trouble = 'turned off by the person' where recipient = ${off}`.execute(
    app.db,
  )
  expect(await find(off)).toBeUndefined()
  const day = (await list()).lastDay.find(({ channel }) => channel === 'sms')
  const { rows } = await sql<{ sent: number; gone: number }>`
    select count(sent_at)::int as sent, count(*) filter (where given_up_at is not null and trouble is distinct from 'turned off by the person')::int as gone
    from outbox where channel = 'sms' and created_at > now() - interval '1 day'`.execute(app.db)
  expect([day?.sent, day?.givenUp]).toEqual([rows[0]?.sent, rows[0]?.gone])
  const page = await list('?limit=1')
  expect((await list(`?limit=1&cursor=${page.nextCursor}`)).data[0]?._id).not.toBe(page.data[0]?._id)
})
