import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notificationEvents } from '#contract/notifications/notification-events.ts'
import { transaction } from '#server/platform/database.ts'
import { createMail } from '#server/providers/mail/mail.ts'
import { makeMentor } from '#test/builders.ts'
import { testConfig } from '#test/harness.ts'
import { startMailServer } from '#test/mail-server.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { defaultTexts, problemsOf } from './custom-templates.ts'
import { inBothLanguages, notify } from './notifications.ts'
import { sendDue } from './sending.ts'

let app: TestApp
let owner: LoggedIn
let other: LoggedIn
let mailServer: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ name: 'Rekha' })
  other = await app.admin({ name: 'Neha' })
  mailServer = await startMailServer()
  const mail = testConfig({ MAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` })
  app.context.mail = createMail(mail, app.db)
})
beforeEach(async () => {
  await sql`delete from setting`.execute(app.db)
  mailServer.forget()
})
afterAll(async () => {
  await app.stop()
  mailServer.stop()
})

const event = 'mentor-verified'
const at = (of: string = event) => `/api/admin/message-texts/${of}`
const usual = defaultTexts(event)
const app1 = { en: 'Welcome, {name}! Families find you now.', hi: 'स्वागत है, {name}! अब परिवार आपको ढूँढ सकते हैं।' }
const email = {
  en: { subject: 'Welcome to {brand}', text: 'Dear {name},\n\nyour application {number} is done.' },
  hi: { subject: '{brand} में स्वागत', text: 'नमस्ते {name},\n\nआवेदन {number} पूरा हुआ।' },
}
const versionOf = async (of: string = event) => (await owner.get(at(of))).body.data.version
const save = async (input: object, by = owner, of: string = event) =>
  await by.post(at(of), { version: await versionOf(of), ...input })

let keys = 0
/** Notifies a new mentor with an email address in this language, and reads the messages. */
async function told(language: 'en' | 'hi') {
  const { accountId, phone } = await makeMentor(app.db)
  await sql`update account set language = ${language} where id = ${accountId}`.execute(app.db)
  await sql`update mentor set email = 'a@b.example' where account_id = ${accountId}`.execute(app.db)
  const values = inBothLanguages(() => ({ name: 'Sunita', number: 'A-1', link: 'https://x.example/dashboard/mentor' }))
  keys += 1
  await transaction(app.db, (tx) => notify(tx, { event, accountId, side: 'mentor', onceKey: `k${keys}`, values }))
  const reader = await app.login(phone, 'mentor')
  const { rows } = await sql<{ channel: string; text: string; subject: string | null }>`
    select channel, text, data ->> 'subject' as subject from outbox where account_id = ${accountId} order by id`.execute(
    app.db,
  )
  const news = async () =>
    (await reader.call('GET', '/api/news', undefined, { headers: { 'accept-language': language } })).body.data[0].text
  const of = (channel: string) => rows.find((one) => one.channel === channel)
  return { news, mail: of('email'), sms: of('sms') }
}

test('customises site and email texts in both languages; existing messages keep their text', async () => {
  const before = await told('en')
  const saved = await save({ app: app1, email })
  expect([saved.status, saved.body.data.state, saved.body.data.now]).toEqual([200, 'changed', { app: app1, email }])
  const english = await told('en')
  expect(await english.news()).toBe('Welcome, Sunita! Families find you now.')
  expect(english.mail).toMatchObject({
    subject: 'Welcome to MentorSetu',
    text: 'Dear Sunita,\n\nyour application A-1 is done.\n\nMentorSetu',
  })
  expect(english.sms?.text).toBe(before.sms?.text.replace(/x\.example\S*/, 'x.example/dashboard/mentor'))
  const hindi = await told('hi')
  expect(await hindi.news()).toBe('स्वागत है, Sunita! अब परिवार आपको ढूँढ सकते हैं।')
  expect(hindi.mail).toMatchObject({ subject: 'मेंटरसेतु में स्वागत', text: expect.stringContaining('आवेदन A-1 पूरा हुआ।') })
  expect(await before.news()).toBe('You are verified. Families can find you now.')
  expect(before.mail?.subject).toBe('You are verified on MentorSetu')

  // Sent with the email footer.
  await sendDue(app.context, {}, new Date('2026-11-20T12:00:00+05:30'))
  const letter = mailServer.seen.letters.find((one) => one.includes('your application A-1 is done'))
  expect(letter).toContain('/message-off/')

  // Restores the default in one step.
  const back = await save({})
  expect([back.status, back.body.data.state, back.body.data.now]).toEqual([200, 'usual', usual])
  expect((await told('en')).mail?.subject).toBe('You are verified on MentorSetu')
  expect(await english.news()).toBe('Welcome, Sunita! Families find you now.')
})

test('records each change once in the audit log, and repeats nothing for the same text', async () => {
  await sql`delete from setting`.execute(app.db)
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from audit where action = 'message.text'`.execute(app.db))
      .rows[0]?.n ?? 0
  const before = await count()
  const spaced = { en: ` ${app1.en}\r\n`, hi: app1.hi }
  for (const _ of [1, 2]) expect((await save({ app: spaced })).status).toBe(200)
  expect(await count()).toBe(before + 1)
  const [entry] = (await other.get(`/api/admin/audit?q=${event}`)).body.data
  expect(entry).toMatchObject({ by: { name: 'Rekha' }, detail: { was: usual, is: { app: app1, email: usual.email } } })
  expect((await other.get(at())).body.data.now.app).toEqual(app1)
  // Only the customised channel is stored; the other follows later defaults.
  const { rows } = await sql<{ value: object }>`select value from setting`.execute(app.db)
  expect(rows).toEqual([{ value: { app: app1 } }])
})

test('refuses the second of two owners who save at once', async () => {
  for (let round = 0; round < 5; round++) {
    await sql`delete from setting`.execute(app.db)
    const version = await versionOf()
    const replies = await Promise.all([save({ app: app1, version }), save({ email, version }, other)])
    expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'setting-changed'])
  }
})

test('uses a text saved by another process in the next message', async () => {
  await save({ app: app1, email })
  const { rows } = await sql<{ value: string }>`delete from setting returning value::text as value`.execute(app.db)
  expect((await told('en')).mail?.subject).toBe('You are verified on MentorSetu')
  await sql`insert into setting (name, from_date, value) values (${`text.${event}`}, '2026-01-01', ${rows[0]?.value}::jsonb)`.execute(
    app.db,
  )
  expect((await told('en')).mail?.subject).toBe('Welcome to MentorSetu')
})

test('sends the default for a custom text that no longer fits, and marks it as outdated', async () => {
  const value = JSON.stringify({ email: { ...email, en: { ...email.en, subject: '{gone}, welcome' } } })
  await sql`insert into setting (name, from_date, value) values (${`text.${event}`}, '2026-01-01', ${value}::jsonb)`.execute(
    app.db,
  )
  expect((await told('en')).mail?.subject).toBe('You are verified on MentorSetu')
  expect((await owner.get(at())).body.data).toMatchObject({ state: 'outdated', now: usual })
  expect((await save({})).body.data.state).toBe('usual')
})

test.each([
  ['an unknown placeholder', { app: { ...app1, hi: 'नमस्ते {amount}' } }, 'app.hi', 'unknown', ['{amount}']],
  [
    'a name from the object prototype',
    { app: { ...app1, en: 'Hello {constructor}' } },
    'app.en',
    'unknown',
    ['{constructor}'],
  ],
  ['an unclosed brace', { app: { ...app1, en: 'Hello {name' } }, 'app.en', 'broken', undefined],
  ['nested braces', { app: { ...app1, en: 'Hello {{name}}' } }, 'app.en', 'broken', undefined],
  ['a space in braces', { app: { ...app1, en: 'Hello { name }' } }, 'app.en', 'broken', undefined],
  ['an empty text', { app: { ...app1, en: ' \n ' } }, 'app.en', 'empty', undefined],
  ['a text that is too long', { app: { ...app1, en: 'x'.repeat(501) } }, 'app.en', 'long', undefined],
  ['half an emoji', { app: { ...app1, en: 'Hello \ud83d' } }, 'app.en', 'letters', undefined],
  ['a control character', { app: { ...app1, en: 'Hello \u0007' } }, 'app.en', 'letters', undefined],
  [
    'a zero byte',
    { email: { ...email, en: { ...email.en, text: 'A {number}\u0000' } } },
    'email.en.text',
    'letters',
    undefined,
  ],
  [
    'a line break in the subject',
    { email: { ...email, hi: { ...email.hi, subject: 'एक\nBcc: x' } } },
    'email.hi.subject',
    'break',
    undefined,
  ],
  [
    'a long subject',
    { email: { ...email, hi: { ...email.hi, subject: 'क'.repeat(81) } } },
    'email.hi.subject',
    'long',
    undefined,
  ],
  [
    'a missing placeholder',
    { email: { ...email, en: { ...email.en, text: 'Dear {name},' } } },
    'email.en.text',
    'missing',
    ['{number}'],
  ],
])('refuses %s and names the field', async (_, input, field, problem, values) => {
  const reply = await save(input)
  expect([reply.status, reply.body.code]).toEqual([400, 'bad-request'])
  expect(reply.body.details.fields).toEqual([{ field, problem, ...(values && { values }) }])
})

test('reports every invalid field at once and refuses malformed bodies', async () => {
  const wrong = { en: { subject: '', text: '{' }, hi: { subject: '{x}', text: 'x'.repeat(4001) } }
  const { details } = (await save({ app: { en: '', hi: '}' }, email: wrong })).body
  expect(details.fields.map((one: { field: string }) => one.field)).toEqual([
    ...['app.en', 'email.en.subject', 'email.en.text', 'app.hi', 'email.hi.subject', 'email.hi.text'],
  ])
  for (const input of [
    { app: 'hello' },
    { app: { en: 'x' } },
    { app: { ...app1, ta: 'x' } },
    { sms: app1 },
    { version: null },
  ])
    expect((await save(input)).status, JSON.stringify(input)).toBe(400)
  expect((await owner.get(at('nothing-such'))).status).toBe(400)
  // This event has no email, and a custom one is ignored.
  const short = defaultTexts('class-scheduled')
  const none = await save({ email }, owner, 'class-scheduled')
  expect([none.status, none.body.data.now]).toEqual([200, short])
})

test('requires every placeholder in messages about money and safety', async () => {
  const app2 = { en: '{amount} came back.', hi: '{amount} लौट आए।' }
  const reply = await save({ app: app2 }, owner, 'refund-settled')
  expect(reply.body.details.fields).toEqual([
    { field: 'app.en', problem: 'missing', values: ['{number}', '{reference}'] },
    { field: 'app.hi', problem: 'missing', values: ['{number}', '{reference}'] },
  ])
})

test.each(['operations', 'support'] as const)('lets %s read the texts and change none', async (role) => {
  const reader = await app.admin({ role })
  expect((await reader.get(at())).body.data).toMatchObject({ state: 'usual', now: usual })
  expect((await reader.get('/api/admin/message-texts')).body.data).toHaveLength(notificationEvents.length)
  const reply = await save({ app: app1 }, reader)
  expect([reply.status, reply.body.code]).toEqual([403, 'not-allowed'])
})

test.each(notificationEvents)('accepts its own default texts of %s', (one) => {
  expect(problemsOf(one, defaultTexts(one))).toEqual([])
})
