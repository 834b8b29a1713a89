import { brotliCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageScripts } from '#bench/load/page-scripts.ts'
import { demoPhones } from '#server/demo/people.ts'
import { sized } from '#test/rounds.ts'
import { pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

type Bytes = Record<string, number>

/** Bytes transferred on a first visit on a phone, by resource type: of the page, and after the first sign of use. */
async function firstVisit(path: string): Promise<{ seen: Bytes; used: Bytes }> {
  const { context, page } = await site.visit({ width: 390 })
  const session = await context.newCDPSession(page)
  const kinds = new Map<string, string>()
  const bytes: Bytes = {}
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await session.send('Network.enable')
  // Lazy-loading distance depends on the connection type, so it is fixed here.
  const unlimited = { offline: false, latency: 1, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...unlimited, connectionType: 'cellular4g' })
  const reply = await page.goto(path, { waitUntil: 'networkidle' })
  expect(reply?.status(), path).toBe(200)
  const seen = { ...bytes }
  await pageReady(page)
  await context.close()
  return { seen, used: bytes }
}

/** Somebody asked for the page before, so that it is compressed as well as it can be. */
async function compressedWell(path: string): Promise<void> {
  const reply = async () => await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } })
  const best = brotliCompressSync(Buffer.from(await (await reply()).arrayBuffer())).length
  await expect.poll(async () => Number((await reply()).headers.get('content-length'))).toBeLessThan(best * 1.02)
}

const sum = (bytes: Bytes) => Object.values(bytes).reduce((all, one) => all + one, 0)

test('a first visit is at most 131 kB in total, fonts included and no script before it is used, in Hindi too', async () => {
  for (const path of ['', '/mentors', '/mentors/sunita-deshpande', '/tutors/mathematics/indore']) {
    // Hindi has a font more.
    for (const address of sized([`/hi${path}`], [path || '/', `/hi${path}`])) {
      const { seen } = await firstVisit(address)
      await compressedWell(address)
      const { used } = await firstVisit(address)
      expect(seen.Font, address).toBeGreaterThan(20_000)
      expect(seen.Script ?? 0, address).toBe(0)
      expect(used.Script, address).toBeGreaterThan(80_000)
      expect(sum(used), `${address} ${JSON.stringify(used)}`).toBeLessThanOrEqual(265_000)
      expect(sum(seen), `${address} ${JSON.stringify(seen)}`).toBeLessThanOrEqual(131_000)
    }
  }
})

test.each([
  ['/', 118_000],
  ['/mentors', 130_000],
])('scripts of %s are at most %i bytes once it is used', async (path, most) => {
  const scripts = await pageScripts(site.url, path)
  const bytes = scripts.reduce((sum, one) => sum + one.bytes, 0)
  expect(bytes, JSON.stringify(scripts)).toBeLessThanOrEqual(most)
  // React alone is larger: less means that scripts were not found.
  expect(bytes).toBeGreaterThan(80_000)
})

/** Bytes of the scripts that a page needs until it is ready, those of the parts it shows included. */
async function neededScripts(page: Page, path: string): Promise<number> {
  expect((await page.goto(path))?.status(), path).toBe(200)
  await pageReady(page)
  return await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .reduce((sum, one) => sum + (one as PerformanceResourceTiming).encodedBodySize, 0),
  )
}

/** Most bytes in English; Hindi texts are a little longer. */
const appLimits = {
  student: {
    '/dashboard/student': 147_600,
    '/dashboard/student/classes': 134_000,
    '/dashboard/student/payments': 127_500,
    '/dashboard/more': 119_500,
    '/dashboard/settings': 128_000,
    '/chat': 142_000,
  },
  mentor: {
    '/dashboard/mentor': 153_000,
    '/dashboard/mentor/students': 127_500,
    '/dashboard/mentor/calendar': 134_000,
    '/dashboard/mentor/earnings': 126_500,
    '/dashboard/mentor/profile': 129_500,
  },
} as const
const bookingLimit = 156_000
const hindiShare = 1.03

test.each(['student', 'mentor'] as const)(
  'scripts of the pages of a %s stay small, and in its language',
  async (who) => {
    const { page, context, problems } = await site.visit({ width: 390 })
    // Sizes of what a service worker answers are not known; what loads itself after the page is not counted.
    await context.route(/\/sw\.js$|\/(live-unread|app-skeleton)-/, (route) => route.abort())
    const phone = who === 'student' ? demoPhones.parent : demoPhones.mentor
    await site.login(page, phone, who)
    const { rows } = await sql<{ id: string }>`
    select b.id from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id
    where b.status = 'scheduled' and ${phone} in (select a.phone from account a where a.id in (m.account_id, f.account_id))
    order by b.booked_at desc limit 1`.execute(site.db)
    const pages = { ...appLimits[who], [`/bookings/${rows[0]?.id}`]: bookingLimit }
    const over: Record<string, number> = {}
    for (const [path, most] of Object.entries<number>(pages))
      for (const [address, limit] of [
        [path, most],
        [`/hi${path}`, most * hindiShare],
      ] as const) {
        const bytes = await neededScripts(page, address)
        expect(bytes, address).toBeGreaterThan(80_000)
        if (bytes > limit) over[address] = bytes
      }
    expect(over).toEqual({})
    expect(problems.filter((one) => !/ERR_FAILED|fetching the script/.test(one))).toEqual([])
  },
)
