// @module-tag full
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runAway } from '#bench/faults/away.ts'
import { openTestedSite, outages, runOutage, type TestedSite } from '#bench/faults/hiccups.ts'
import { unfilled } from '#bench/faults/site-addresses.ts'
import { openQueue } from '#server/platform/queue.ts'
import { cleanUp, dataFolder } from '#test/start/program.ts'
import { buildIsFresh, buildWeb } from '../../scripts/build-web.ts'

let site: TestedSite
beforeAll(async () => {
  if (!(await buildIsFresh())) await buildWeb()
  site = await openTestedSite(dataFolder())
  expect(await site.recordBaseline()).toEqual([])
}, 400_000)
// The process must survive every outage without logging an unexpected error.
afterEach(() => {
  expect(site.isAlive()).toBe(true)
  expect(site.unexpectedLogLines()).toEqual([])
})
afterAll(async () => {
  await site.stop()
  await cleanUp()
}, 60_000)

it('has an example address for every page of the route table', () => {
  expect(unfilled).toEqual([])
})

it.each(outages({ cuts: 6, lockMs: 7_000 }))(
  'survives $readers readers when $what, and recovers on its own',
  async (one) => {
    expect(await runOutage(site, one)).toEqual([])
  },
  120_000,
)

it.each(['gone', 'silent'] as const)(
  'keeps public pages and refuses writes while the database is %s',
  async (how) => {
    expect((await runAway(site, how, 6_000)).faults).toEqual([])
  },
  60_000,
)

it('replies 503 with Retry-After and an explanation in both languages', async () => {
  site.proxy.setAway(true)
  const [page, hindi, api] = await Promise.all([
    site.ask('/mentors?class=9', { headers: { cookie: site.cookies.family } }),
    site.ask('/hi/mentors?class=9', { headers: { cookie: site.cookies.family } }),
    site.ask('/api/mentor?class=9'),
  ])
  site.proxy.setAway(false)
  expect([page, hindi, api].map(({ status, retryAfter }) => [status, retryAfter])).toEqual(Array(3).fill([503, '5']))
  expect(page.text).toContain("This isn't available right now. Please try again in a moment.")
  expect(hindi.text).toContain('अभी यह नहीं हो पा रहा। थोड़ी देर में फिर कोशिश करें।')
  expect(JSON.parse(api.text)).toMatchObject({ code: 'not-ready' })
})

it.each([
  ['the disk is full', '53100'],
  ['there are too many connections', '53300'],
  ['the database is read-only', '25006'],
  ['a lock is held', '55P03'],
  ['a statement timed out', '57014'],
])('writes nothing and replies with an error when %s', async (_, code) => {
  await site.fill(code)
  const post = (path: string, body: object, cookie = '') =>
    site.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `while-${code}`, cookie },
      body: JSON.stringify(body),
    })
  const counts = async () =>
    (
      await sql<object>`select (select count(*) from otp_challenge) as codes, (select count(*) from outbox) as messages,
        (select count(*) from payment_order) as orders, (select count(*) from idempotency) as keys`.execute(site.db)
    ).rows[0]
  const before = await counts()
  const { rows } = await sql<{ id: string }>`select id from mentor where show_on_website limit 1`.execute(site.db)
  const tried = await Promise.all([
    post('/api/otp/send-otp', { mobile: '9876512345', userType: 'student' }),
    post('/api/payment/create-order', { amount: 99, mentorId: rows[0]?.id }, site.cookies.family),
  ])
  await site.fill(null)
  expect(tried.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(Array(2).fill([503, '5']))
  expect(await counts()).toEqual(before)
})

it('keeps running jobs and receiving changes from other processes after an outage', async () => {
  const countedAt = async () =>
    (await sql<{ at: Date }>`select at from figures_counted`.execute(site.db)).rows[0]?.at.getTime() ?? 0
  const before = await countedAt()
  const queue = await openQueue(site.url, { maintain: false })
  await queue.send(site.db, 'admin.figures', {})
  await expect.poll(countedAt, { timeout: 15_000 }).toBeGreaterThan(before)
  await queue.stop()

  // The page is cached for a minute; it changes at once because the change notification arrived.
  const path = `/mentors/${site.slug}`
  await site.ask(path)
  await sql`update mentor set full_name = 'Somebody Renamed' where slug = ${site.slug}`.execute(site.db)
  await sql`select pg_notify('public_pages', '')`.execute(site.db)
  await expect.poll(async () => (await site.ask(path)).text, { timeout: 10_000 }).toContain('Somebody Renamed')
})
