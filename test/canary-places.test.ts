import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { calls, type Who } from './access-calls.ts'
import { endpoints } from './endpoints.ts'
import { markPrivateFields } from './private-fields.ts'
import { type TestApp, testApp } from './test-app.ts'
import { bankCanary, canary, makeWorld, type World } from './world.ts'

let app: TestApp
let world: World
const lines: string[] = []
const files = new Map<string, string>()

// Every endpoint is called by those who may, and every job that follows runs.
beforeAll(async () => {
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) })
  app = await testApp({ log })
  world = await makeWorld(app)
  await markPrivateFields(app, world)
  for (const who of ['family', 'mentor', 'admin'] as const satisfies readonly Who[]) {
    for (const [number, { method, url }] of endpoints.entries()) {
      if (url === '/api/session/logout') continue
      const call = calls[`${method} ${url}`]?.(world, who)
      const ip = `10.30.${['family', 'mentor', 'admin'].indexOf(who)}.${number % 250}`
      await world[who].call(method, call?.path ?? url, call?.body, { headers: call?.headers ?? {}, ip })
    }
  }
  for (const { method, url } of endpoints) {
    if (method !== 'GET' || !url.endsWith('.csv')) continue
    const call = calls[`${method} ${url}`]?.(world, 'admin')
    const reply = await world.support.get(call?.path ?? url, { ip: '10.31.0.1' })
    if (reply.status === 200) files.set(url, String(reply.body))
  }
  await app.runJobs()
})
afterAll(() => app.stop())

const people = () => [world.family, world.otherFamily, world.mentor, world.otherMentor, world.admin]
const tokens = () => people().map((one) => /session=([^;]+)/.exec(one.cookie())?.[1] ?? '')
const found = (text: string, words: readonly string[]) => words.filter((word) => word !== '' && text.includes(word))

test('no log line, at any level, has private fields, phone numbers, bank accounts or session tokens', () => {
  expect(lines.length).toBeGreaterThan(500)
  const secrets = [canary, bankCanary, ...people().map(({ phone }) => phone), ...tokens()]
  expect(secrets.every((secret) => secret.length > 7)).toBe(true)
  expect(lines.flatMap((line) => found(line, secrets).map((secret) => `${secret}: ${line.slice(0, 300)}`))).toEqual([])
})

test('no job in the queue has private fields, phone numbers or bank accounts', async () => {
  const { rows } = await sql<{ name: string; text: string }>`
    select name, coalesce(data::text, '') || coalesce(output::text, '') as text from pgboss.job`.execute(app.db)
  expect(rows.length).toBeGreaterThan(2)
  const secrets = [canary, bankCanary, ...people().map(({ phone }) => phone)]
  expect(rows.flatMap(({ name, text }) => found(text, secrets).map((secret) => `${name}: ${secret}`))).toEqual([])
})

test('no message to anybody else has private fields of the family and mentor, and none has a bank account', async () => {
  const { rows } = await sql<{ to: string; template: string; text: string }>`
    select recipient as to, template, coalesce(text, '') || coalesce(data::text, '') as text from outbox`.execute(
    app.db,
  )
  expect(rows.length).toBeGreaterThan(10)
  const theirs = [world.family.phone, world.mentor.phone, `${canary}@mail.example`]
  const leaks = rows.flatMap(({ to, template, text }) =>
    found(text, [bankCanary, ...(theirs.includes(to) ? [] : [canary])]).map(
      (secret) => `${template} to ${to}: ${secret}`,
    ),
  )
  expect(leaks).toEqual([])
})

test("support's files have no whole phone numbers and no bank accounts", () => {
  expect(files.size).toBeGreaterThan(3)
  const secrets = [bankCanary, world.family.phone, world.mentor.phone]
  expect([...files].flatMap(([url, text]) => found(text, secrets).map((secret) => `${url}: ${secret}`))).toEqual([])
})
