import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testConfig, testDatabase } from '#test/harness.ts'
import { startMailServer } from '#test/mail-server.ts'
import { createMail, type Mail } from './mail.ts'

const server = await startMailServer()
const { seen } = server
const database = await testDatabase()
let mail: Mail
beforeAll(async () => {
  const url = `smtp://us%40er:pass%2Fword@127.0.0.1:${server.port}`
  mail = createMail(
    testConfig({ MAIL_PROVIDER: 'smtp', SMTP_URL: url, MAIL_FROM: 'MentorSetu <a@m.example>' }),
    database.db,
  )
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

test('a letter goes out with its file, its sender and one number for all its tries', async () => {
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
  const numberOf = (text: string) => /^Message-ID: (.*)$/m.exec(text)?.[1]
  expect(numberOf(first)).toBe('<01890000-0000-7000-8000-000000000000@m.example>')
  expect(numberOf(second)).toBe(numberOf(first))
})

test('an address that is refused for good is no reason to try again; anything else is', async () => {
  seen.refusals = { RCPT: '550 no such mailbox' }
  expect(await mail.send(letter)).toBe('refused')
  for (const [word, line] of [
    ['RCPT', '451 try later, meera@example.com'],
    ['AUTH', '535 wrong password'],
    ['DATA', '452 full'],
  ] as const) {
    seen.refusals = { [word]: line }
    await expect(mail.send(letter), line).rejects.toThrow(/^the mail server did not take it \([A-Z]+, \d{3}\)$/)
  }
  expect(seen.letters).toEqual([])
})

test('what is typed as an address names one reader', async () => {
  await mail.send({ ...letter, to: 'a@b.example, c@d.example' }).catch(() => undefined)
  expect(seen.heard.filter((line) => line.startsWith('RCPT')).length).toBeLessThanOrEqual(1)
})

test('a server elsewhere that offers no TLS gets nothing', async () => {
  // An address of this machine that is not loopback in name.
  const url = `smtp://user:word@0.0.0.0:${server.port}`
  const open = createMail(testConfig({ MAIL_PROVIDER: 'smtp', SMTP_URL: url }), database.db)
  await expect(open.send(letter)).rejects.toThrow()
  expect(seen.heard.some((line) => /^(AUTH|MAIL)/.test(line))).toBe(false)
})
