import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testConfig, testDatabase } from '#test/harness.ts'
import { createMail, type Mail } from './mail.ts'

/** What a mail server was told, and what it answers to a command (by its first word) other than with yes. */
let heard: string[] = []
let letters: string[] = []
let refusals: Record<string, string> = {}

function serve(socket: Socket) {
  let rest = ''
  let letter: string | null = null
  const answer = (line: string) => socket.write(`${line}\r\n`)
  answer('220 mail.example')
  socket.on('error', () => undefined)
  socket.on('data', (part) => {
    rest += part.toString()
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (letter !== null) {
        if (line !== '.') letter += `${line}\n`
        else {
          letters.push(letter)
          letter = null
          answer('250 taken')
        }
        continue
      }
      heard.push(line)
      const word = line.split(' ')[0] ?? ''
      if (refusals[word]) answer(refusals[word])
      else if (word === 'EHLO') answer('250-mail.example\r\n250 AUTH PLAIN')
      else if (word === 'STARTTLS') answer('502 what is that')
      else if (word === 'AUTH') answer('235 welcome')
      else if (word === 'DATA') {
        letter = ''
        answer('354 go on')
      } else answer('250 yes')
    }
  })
}
const server = createServer(serve)
const database = await testDatabase()
let mail: Mail
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // true: it listens on a port
  const url = `smtp://us%40er:pass%2Fword@127.0.0.1:${port}`
  mail = createMail(
    testConfig({ MAIL_PROVIDER: 'smtp', SMTP_URL: url, MAIL_FROM: 'MentorSetu <a@m.example>' }),
    database.db,
  )
})
beforeEach(() => {
  heard = []
  letters = []
  refusals = {}
})
afterAll(async () => {
  server.close()
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
  expect(heard).toContain('MAIL FROM:<a@m.example>')
  expect(heard).toContain('RCPT TO:<meera@example.com>')
  const auth = heard.find((line) => line.startsWith('AUTH PLAIN'))?.split(' ')[2] ?? ''
  expect(Buffer.from(auth, 'base64').toString()).toBe('\0us@er\0pass/word')
  const [first = '', second = ''] = letters
  expect(first).toContain('From: MentorSetu <a@m.example>')
  expect(first).toContain('filename=MS-26-27-000001.pdf')
  expect(first).toContain(content.toString('base64'))
  expect(first).toContain(`Subject: =?UTF-8?`)
  const numberOf = (text: string) => /^Message-ID: (.*)$/m.exec(text)?.[1]
  expect(numberOf(first)).toBe('<01890000-0000-7000-8000-000000000000@m.example>')
  expect(numberOf(second)).toBe(numberOf(first))
})

test('an address that is refused for good is no reason to try again; anything else is', async () => {
  refusals = { RCPT: '550 no such mailbox' }
  expect(await mail.send(letter)).toBe('refused')
  for (const [word, line] of [
    ['RCPT', '451 try later, meera@example.com'],
    ['AUTH', '535 wrong password'],
    ['DATA', '452 full'],
  ] as const) {
    refusals = { [word]: line }
    await expect(mail.send(letter), line).rejects.toThrow(/^the mail server did not take it \([A-Z]+, \d{3}\)$/)
  }
  expect(letters).toEqual([])
})

test('what is typed as an address names one reader', async () => {
  await mail.send({ ...letter, to: 'a@b.example, c@d.example' }).catch(() => undefined)
  expect(heard.filter((line) => line.startsWith('RCPT')).length).toBeLessThanOrEqual(1)
})

test('a server elsewhere that offers no TLS gets nothing', async () => {
  const { port } = server.address() as AddressInfo // true: it listens on a port
  // An address of this machine that is not loopback in name.
  const url = `smtp://user:word@0.0.0.0:${port}`
  const open = createMail(testConfig({ MAIL_PROVIDER: 'smtp', SMTP_URL: url }), database.db)
  await expect(open.send(letter)).rejects.toThrow()
  expect(heard.some((line) => /^(AUTH|MAIL)/.test(line))).toBe(false)
})
