import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageScripts } from '#bench/load/page-scripts.ts'
import { type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Bytes transferred on a first visit on a phone, by resource type. */
async function firstVisit(path: string): Promise<Record<string, number>> {
  const { context, page } = await site.visit({ width: 390 })
  const session = await context.newCDPSession(page)
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
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
  await context.close()
  return bytes
}

const maxBytes = {
  '': 250_000,
  // Two lists: local and online.
  '/mentors': 255_000,
  // The booking form includes the class address.
  '/mentors/sunita-deshpande': 264_000,
  '/tutors/mathematics/indore': 250_000,
}

test('a first visit is at most 250 kB in total (list 255, profile 264), fonts included, in Hindi too', async () => {
  for (const [path, most] of Object.entries(maxBytes)) {
    for (const address of [path || '/', `/hi${path}`]) {
      const bytes = await firstVisit(address)
      const all = Object.values(bytes).reduce((sum, one) => sum + one, 0)
      expect(bytes.Font, address).toBeGreaterThan(20_000)
      expect(bytes.Script, address).toBeGreaterThan(50_000)
      expect(all, `${address} ${JSON.stringify(bytes)}`).toBeLessThanOrEqual(most)
    }
  }
})

test.each([
  ['/', 117_500],
  ['/mentors', 130_000],
])('scripts of %s are at most %i bytes', async (path, most) => {
  const scripts = await pageScripts(site.url, path)
  const bytes = scripts.reduce((sum, one) => sum + one.bytes, 0)
  expect(bytes, JSON.stringify(scripts)).toBeLessThanOrEqual(most)
  // React alone is larger: less means that scripts were not found.
  expect(bytes).toBeGreaterThan(80_000)
})
