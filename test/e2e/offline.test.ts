import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brand } from '#contract/wire/brand.ts'
import { expectAccessible, expectNoSidewaysScroll, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

type Kept = { address: string; html: string }
/** Pages the service worker has cached on this device. */
async function cachedPages(page: Page): Promise<Kept[]> {
  const kept: Kept[] = await page.evaluate(`(async () => {
    const cache = await caches.open('kept-1')
    const read = async ({ url }) => ({ address: url, html: await (await cache.match(url, { ignoreVary: true })).text() })
    return Promise.all((await cache.keys()).map(read))
  })()`)
  return kept.map(({ address, html }) => ({ address: address.replace(site.url, ''), html }))
}
const cachedAddresses = async (page: Page) =>
  (await cachedPages(page)).map(({ address }) => address).filter((address) => address.includes('/mentors'))

const untilCached = (page: Page, address: string) => expect.poll(async () => cachedAddresses(page)).toContain(address)

const isControlled = (page: Page) => page.evaluate('navigator.serviceWorker.controller !== null')

/** A browser that already has the service worker. */
async function visitWithWorker(path: string, options: Parameters<Site['visit']>[0] = { width: 360 }) {
  const visit = await site.visit(options)
  await visit.page.goto(path)
  await pageReady(visit.page)
  await visit.page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => null)")
  await expect.poll(() => isControlled(visit.page)).toBe(true)
  return visit
}

async function login(page: Page, phone: string): Promise<void> {
  await page.goto('/login?next=/mentors')
  await site.enterPhone(page, phone)
  await page.waitForURL(({ pathname }) => pathname === '/mentors')
}

const goOffline = (context: BrowserContext) => context.setOffline(true)
const note = (page: Page) => page.locator('.kept-note')

test('the site can be installed: manifest, icon sizes, worker never served from cache', {
  tags: ['full'],
}, async () => {
  const { page, context } = await site.visit({ width: 360 })
  await page.goto('/hi')
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const reply = await page.request.get(link ?? '')
  expect(reply.headers()['content-type']).toBe('application/manifest+json')
  expect(reply.headers()['cache-control']).toBe('no-cache')
  const manifest = await reply.json()
  expect(manifest).toMatchObject({ name: brand.name, start_url: '/', display: 'standalone', lang: 'en' })
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/mentors', '/dashboard'])
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  const icons: { src: string; sizes: string }[] = [...manifest.icons, { src: touch, sizes: '180x180' }]
  for (const { src, sizes } of icons) {
    const picture = await page.request.get(src)
    expect(picture.headers()['content-type'], src).toBe('image/png')
    // Width and height from the PNG header.
    const bytes = await picture.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
  }
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['any', 'any', 'maskable'])
  const worker = await page.request.get('/sw.js')
  expect(worker.headers()['content-type']).toMatch(/javascript/)
  expect(worker.headers()['cache-control']).toBe('no-cache')
  const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? ''
  expect(policy).toContain("worker-src 'self'")
  await pageReady(page)
  await expect.poll(() => isControlled(page)).toBe(true)
  await context.close()
})

describe('offline', () => {
  test('visited lists and profiles open and stay interactive; everything else is the offline page', {
    tags: ['full'],
  }, async () => {
    const { page, context, problems } = await visitWithWorker('/mentors?class=8')
    await untilCached(page, '/mentors?class=8')
    await page.goto('/mentors/sunita-deshpande')
    await untilCached(page, '/mentors/sunita-deshpande')
    await goOffline(context)

    const reply = await page.goto('/mentors?class=8')
    expect(reply?.status()).toBe(200)
    const words = /You're offline or the connection is slow\. This is the list as of \w+\s\d+\s\w+,\s[\d:]+\s[ap]m\./
    expect(await note(page).textContent()).toMatch(words)
    // React is running: the filter sheet opens, and the offline notice stays.
    await page.getByRole('link', { name: 'Filters' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    expect(await note(page).textContent()).toMatch(words)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    // The link carries the list's filters, the cached profile does not: it is the same mentor.
    const card = page.getByRole('link', { name: /Sunita Deshpande/ }).first()
    expect(await card.getAttribute('href')).toContain('?class=8')
    await card.click()
    await page.waitForURL('**/mentors/sunita-deshpande')
    expect(await note(page).textContent()).toContain('This is the profile as of')
    await page.getByRole('tab', { name: 'Availability' }).click()
    await page.getByRole('tabpanel', { name: 'Availability' }).waitFor()
    expect(problems).toEqual([])

    // A page that was never visited, through a link on an open page.
    await page.getByRole('link', { name: 'About us' }).last().click()
    await page.getByRole('heading', { name: "You're offline", level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/about-us')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(await page.locator('#seen-before a').allTextContents()).toEqual([
      'Sunita Deshpande',
      expect.stringMatching(/^Top Tutors of Indore, \d+ mentors \(Class 8\)$/),
    ])
    await page.getByRole('link', { name: /Top Tutors of Indore/ }).click()
    await note(page).waitFor()

    await page.goto('/about-us')
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: "You're offline" }).waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toContain('offline')
    await context.close()
  })

  test('Hindi addresses get the offline page in Hindi', { tags: ['full'] }, async () => {
    const { page, context } = await visitWithWorker('/hi/mentors', { width: 360, dark: true })
    await untilCached(page, '/hi/mentors')
    await goOffline(context)
    await page.goto('/hi/mentors')
    expect(await note(page).textContent()).toContain('इंटरनेट नहीं है')
    await expectAccessible(page)
    expect((await page.goto('/hi/dashboard'))?.status()).toBe(503)
    await page.getByRole('heading', { name: 'इंटरनेट नहीं है', level: 1 }).waitFor()
    expect(await page.locator('#seen-before a').getAttribute('href')).toBe('/hi/mentors')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await context.close()
  })
})

test('filter changes inside the app are cached too, once loading has finished', { tags: ['full'] }, async () => {
  const { page, context } = await visitWithWorker('/mentors', { width: 1280 })
  await page.getByLabel('Class', { exact: true }).selectOption('9')
  await page.waitForURL(/class=9/)
  await page.getByLabel('Class', { exact: true }).selectOption('10')
  await page.waitForURL(/class=10/)
  await untilCached(page, '/mentors?class=10')
  expect(await cachedAddresses(page)).not.toContain('/mentors?class=9')
  await goOffline(context)
  await page.reload()
  await page.getByRole('link', { name: 'Remove filter: Class 10' }).waitFor()
  await note(page).waitFor()
  await context.close()
})

test('only the last three lists and five profiles stay cached, with their assets only', {
  tags: ['full'],
}, async () => {
  const { page, context } = await visitWithWorker('/mentors?class=1')
  const slugs = await page
    .locator('main h3 a')
    .evaluateAll((links) => links.map((one) => one.getAttribute('href')?.split('?')[0] ?? ''))
  const profiles = slugs.slice(0, 6)
  for (const grade of [2, 3, 4]) {
    await page.goto(`/mentors?class=${grade}`)
    await untilCached(page, `/mentors?class=${grade}`)
  }
  for (const profile of profiles) {
    await page.goto(profile)
    await untilCached(page, profile)
  }
  const lists = [2, 3, 4].map((grade) => `/mentors?class=${grade}`)
  await expect.poll(async () => (await cachedAddresses(page)).sort()).toEqual([...lists, ...profiles.slice(1)].sort())
  const all = await cachedPages(page)
  const text = all.map(({ html }) => html).join()
  const parts = all.map(({ address }) => address).filter((address) => /^\/(assets|portraits|art)\//.test(address))
  expect(parts.length).toBeGreaterThan(10)
  expect(parts.filter((part) => !text.includes(part))).toEqual([])
  await context.close()
})

test('of an account only its dashboard is cached, until another login; lists are cached as visitors see them', {
  tags: ['full'],
}, async () => {
  const { page, context } = await visitWithWorker('/')
  await login(page, '9826014210')
  await page.locator('form[action="/logout"]').first().waitFor({ state: 'attached' })
  await untilCached(page, '/mentors')
  await page.goto('/dashboard/student?tab=payments')
  await page.goto('/dashboard/student')
  await page.goto('/dashboard/calendar')
  await page.goto('/mentors/sunita-deshpande')
  await untilCached(page, '/mentors/sunita-deshpande')
  const kept = await cachedPages(page)
  const pages = kept.filter(({ html }) => html.startsWith('<!DOCTYPE'))
  expect(pages.map(({ address }) => address).sort()).toEqual(
    ['/dashboard/student', '/hi/offline', '/mentors', '/mentors/sunita-deshpande', '/offline'].sort(),
  )
  for (const { address, html } of pages.filter(({ address }) => address !== '/dashboard/student')) {
    expect([address, html.includes('9826014210'), html.includes('/logout')]).toEqual([address, false, false])
  }
  const dashboards = async () => (await cachedPages(page)).filter(({ address }) => /^(\/hi)?\/dashboard/.test(address))
  expect(await dashboards()).toHaveLength(1)
  // The session ended elsewhere: the cache is cleared once the phone notices.
  await sql`update session set revoked_at = now()`.execute(site.db)
  await page.goto('/dashboard/student')
  await page.waitForURL('**/login?*')
  await expect.poll(dashboards).toEqual([])
  await login(page, '9826010001')
  const post = (path: string) =>
    page.evaluate(`fetch('${path}', { method: 'POST', body: new URLSearchParams() }).then(() => null)`)
  // A passkey logs in too, and so does starting an application.
  for (const path of ['/login.data', '/api/passkeys/login', '/signup/personal.data']) {
    await page.goto('/dashboard/mentor')
    await expect.poll(async () => (await dashboards()).length, { message: path }).toBe(1)
    await post(path)
    await expect.poll(dashboards, { message: path }).toEqual([])
  }
  // An expired page is removed as well.
  await page.evaluate(`(async () => (await caches.open('kept-1')).put('/dashboard/student',
    new Response('<!DOCTYPE html>', { headers: { 'x-seen-at': '2026-01-01T00:00:00Z' } })))()`)
  expect(await dashboards()).toHaveLength(1)
  await post('/logout')
  await expect.poll(dashboards).toEqual([])
  await context.close()
})
