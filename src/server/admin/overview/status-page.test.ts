import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openWireProxy } from '#bench/faults/wire-proxy.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof openWireProxy>>
let app: TestApp
let pool: ReturnType<typeof openPool>
let stopWatch: () => Promise<void>
/** Moves past the fifteen seconds that figures are kept. */
let later = 0
beforeAll(async () => {
  database = await testDatabase()
  const url = new URL(database.url)
  proxy = await openWireProxy(Number(url.port))
  url.port = String(proxy.port)
  pool = openPool(url.href, { connections: 4 })
  app = await testApp({ database: { ...database, db: openDatabase(pool), pool } })
  stopWatch = app.context.database.start(url.href)
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
})
afterEach(async () => {
  await sql`delete from provider_hour`.execute(database.db)
  await sql`delete from pgboss.job`.execute(database.db)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await stopWatch()
  await app.stop()
  await pool.end()
  await proxy.stop()
  await database.drop()
})

async function status(path = '/status', language = 'en-IN,hi;q=0.8') {
  later += 16_000
  const reply = await app.browser('203.0.113.9').get(path, { headers: { 'accept-language': language } })
  expect(reply.status).toBe(200)
  const headings = [...String(reply.body).matchAll(/<h2>(.+?)<\/h2>/g)].map(([, text]) => text)
  return { ...reply, body: String(reply.body), headings }
}
const called = (provider: string, success: string, failure: string) =>
  sql`insert into provider_hour (provider, hour, succeeded, failed, last_success_at, last_failure_at)
    values (${provider}, date_trunc('hour', now()), 1, 1, now() - ${success}::interval, now() - ${failure}::interval)`.execute(
    database.db,
  )

test('says that everything works, in the language of the browser or the address', async () => {
  expect((await status()).headings).toEqual(['Everything works'])
  const hindi = await status('/status', 'hi-IN')
  expect([hindi.headings, hindi.body.includes('<html lang="hi">')]).toEqual([['सब ठीक चल रहा है'], true])
  expect((await status('/status?lang=hi')).headings).toEqual(['सब ठीक चल रहा है'])
  expect((await status('/status?lang=en', 'hi-IN')).headings).toEqual(['Everything works'])
  expect((await status('/status?lang=fr&lang=hi')).headings).toEqual(['Everything works'])
})

test('says that payments or SMS are delayed while the latest calls fail', async () => {
  await called('payments', '2 minutes', '1 minute')
  await called('store', '2 minutes', '1 minute')
  expect((await status()).headings).toEqual(['Payments are delayed'])
  await called('codes', '2 minutes', '1 minute')
  expect((await status()).headings).toEqual(['Payments are delayed', 'SMS are delayed'])
  await sql`update provider_hour set last_success_at = now()`.execute(database.db)
  expect((await status()).headings).toEqual(['Everything works'])
  await sql`insert into pgboss.job (name, start_after) values ('messages.send', now() - interval '6 minutes')`.execute(
    database.db,
  )
  expect((await status()).headings).toEqual(['SMS are delayed'])
  await sql`update pgboss.job set name = 'refunds.send'`.execute(database.db)
  expect((await status()).headings).toEqual(['Payments are delayed'])
})

test('says that the site is slow while requests are refused', async () => {
  vi.spyOn(app.context.overload, 'overload').mockReturnValueOnce('event-loop-slow')
  expect((await status()).headings).toEqual(['The site is slow'])
})

test('works while the database is away', async () => {
  proxy.setAway(true)
  await expect.poll(() => app.context.database.isAway()).toBe(true)
  expect((await status()).headings).toEqual(['Parts of the site are unavailable'])
  expect((await app.browser().get('/api/site')).status).toBe(503)
  proxy.setAway(false)
  await expect.poll(() => app.context.database.isAway()).toBe(false)
  expect((await status()).headings).toEqual(['Everything works'])
})

test('has no scripts and names nothing inside', async () => {
  await called('payments', '2 minutes', '1 minute')
  await called('sms', '2 minutes', '1 minute')
  const { body, headers } = await status()
  expect(body).not.toMatch(/<script|onclick|javascript:/)
  expect(body).not.toMatch(/cashfree|razorpay|sandbox|postgres|database|redis|pg-boss|msg91|queue|\d+\.\d+\.\d+/i)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
})
