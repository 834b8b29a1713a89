import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testConfig, testDatabase } from '#test/harness.ts'
import { startMailServer } from '#test/mail-server.ts'
import { createMail, type Mail } from './mail.ts'

const server = await startMailServer()
const { seen } = server
const database = await testDatabase()
let mail: Mail
let config: ReturnType<typeof testConfig>
beforeAll(async () => {
  const url = `smtp://us%40er:pass%2Fword@127.0.0.1:${server.port}`
  config = testConfig({ MAIL_PROVIDER: 'smtp', SMTP_URL: url, MAIL_FROM: 'MentorSetu <a@m.example>' })
  mail = createMail(config, database.db)
})
beforeEach(server.forget)
afterAll(async () => {
  server.stop()
  await database.drop()
})

const content = Buffer.from('%PDF-1.7 a receipt')
const letter = {
  id: '01890000-0000-7000-8000-000000000000',
  to: 'meera@example.com',
  subject: 'मेंटरसेतु की रसीद',
  text: 'नमस्ते',
  attachment: { name: 'MS-26-27-000001.pdf', content },
}

const numberOf = (text: string) => /^Message-ID: (.*)$/m.exec(text)?.[1]

test('sends a letter with its attachment, sender and one Message-ID for all attempts', async () => {
  expect(await mail.send(letter)).toBe('sent')
  expect(await mail.send(letter)).toBe('sent')
  expect(seen.heard).toContain('MAIL FROM:<a@m.example>')
  expect(seen.heard).toContain('RCPT TO:<meera@example.com>')
  const auth = seen.heard.find((line) => line.startsWith('AUTH PLAIN'))?.split(' ')[2] ?? ''
  expect(Buffer.from(auth, 'base64').toString()).toBe('\0us@er\0pass/word')
  const [first = '', second = ''] = seen.letters
  expect(first).toContain('From: MentorSetu <a@m.example>')
  expect(first).toContain('filename=MS-26-27-000001.pdf')
  expect(first).toContain(content.toString('base64'))
  expect(first).toContain(`Subject: =?UTF-8?`)
  expect(numberOf(first)).toBe('<01890000-0000-7000-8000-000000000000@m.example>')
  expect(numberOf(second)).toBe(numberOf(first))
})

test('reports a permanently refused address as final', async () => {
  for (const line of ['550 no such mailbox', '550 5.1.1 unknown', '551 moved', '553 5.1.3 what is that']) {
    seen.refusals = { RCPT: line }
    expect(await mail.send(letter), line).toBe('refused')
  }
  expect(seen.letters).toEqual([])
})

test.each([
  ['AUTH', '535 wrong password'],
  ['AUTH', '454 later'],
  // The sender is refused and not the recipient, which the operator can fix.
  ['MAIL', '550 this sender is not yours'],
  ['MAIL', '451 later'],
  ['RCPT', '451 try later, meera@example.com'],
  ['RCPT', '550 5.7.1 your network is blocked, meera@example.com'],
  ['RCPT', '530 log in first'],
  ['RCPT', '554 5.7.1 no relaying'],
  ['DATA', '452 full'],
  ['DATA', '550 no'],
  ['.', '451 later'],
  ['.', '554 5.7.1 this looks like spam'],
])('fails %s answered with %s as retryable without logging the address', async (word, line) => {
  seen.refusals = { [word]: line }
  await expect(mail.send(letter)).rejects.toThrow(/^the mail server did not take it \([A-Z]+, \d{3}\)$/)
})

test.each([
  ['silent', 'ETIMEDOUT'],
  ['drips', 'EABORT'],
  ['breaks', 'ECONNECTION'],
] as const)('a server that %s is not waited for', async (fault, code) => {
  seen.fault = fault
  const letterMs = fault === 'drips' ? 200 : 60_000
  const stepMs = fault === 'silent' ? 100 : 10_000
  const quick = createMail(config, database.db, { stepMs, letterMs })
  await expect(quick.send(letter)).rejects.toThrow(`the mail server did not take it (${code}, 0)`)
  expect(seen.letters).toEqual([])
})

test('resends a letter with the same Message-ID if the reply was lost', async () => {
  seen.fault = 'loses'
  await expect(mail.send(letter)).rejects.toThrow('the mail server did not take it (ECONNECTION, 0)')
  seen.fault = null
  expect(await mail.send(letter)).toBe('sent')
  expect(seen.letters.map(numberOf)).toEqual(Array(2).fill('<01890000-0000-7000-8000-000000000000@m.example>'))
})

test('fails without naming the address if the server is down', async () => {
  const none = await startMailServer()
  none.stop()
  const url = `smtp://127.0.0.1:${none.port}`
  const gone = createMail(testConfig({ MAIL_PROVIDER: 'smtp', SMTP_URL: url }), database.db)
  await expect(gone.send(letter)).rejects.toThrow(/^the mail server did not take it \(E[A-Z]+, 0\)$/)
})

test('treats the address as a single recipient', async () => {
  await mail.send({ ...letter, to: 'a@b.example, c@d.example' }).catch(() => undefined)
  expect(seen.heard.filter((line) => line.startsWith('RCPT')).length).toBeLessThanOrEqual(1)
})

test('refuses a remote server without TLS', async () => {
  // 0.0.0.0 reaches this machine but is not loopback by name.
  const url = `smtp://user:word@0.0.0.0:${server.port}`
  const open = createMail(testConfig({ MAIL_PROVIDER: 'smtp', SMTP_URL: url }), database.db)
  await expect(open.send(letter)).rejects.toThrow()
  expect(seen.heard.some((line) => /^(AUTH|MAIL)/.test(line))).toBe(false)
})
