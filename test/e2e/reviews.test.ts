// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoMentors } from '#server/demo/mentors.ts'
import { makeMentor, makeReview } from '#test/builders.ts'
import { expectAccessible, expectNoSidewaysScroll, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const path = '/mentors/sunita-deshpande'

test('reviews are shown on the profile, and more are loaded in place', async () => {
  const { page, context, problems } = await site.visit({ width: 360 })
  await page.goto(path)
  const cards = page.locator('#reviews .review')
  expect(await cards.count()).toBe(3)
  expect(await page.locator('#reviews').textContent()).toContain('86 families')
  await page.getByRole('link', { name: 'Show more reviews' }).click()
  await expect.poll(() => cards.count()).toBe(23)
  expect(page.url()).toBe(site.url + path)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(problems).toEqual([])
  await context.close()
})

test('without scripts more reviews are on the next page, each shown once', async () => {
  const { page, context } = await site.visit({ width: 820, scripts: false })
  await page.goto(`/hi${path}/reviews`)
  const seen: string[] = []
  for (let pages = 0; pages < 20; pages += 1) {
    seen.push(...(await page.locator('.review').allTextContents()))
    const more = page.getByRole('link', { name: 'और रिव्यू देखें' })
    if ((await more.count()) === 0) break
    await more.click()
    await page.getByRole('link', { name: 'सबसे नए रिव्यू' }).waitFor()
  }
  expect(seen).toHaveLength(86)
  await context.close()
})

test('a star bar shows the reviews with so many stars, page by page, and its chip all', async () => {
  const { page, context, problems } = await site.visit({ width: 360 })
  await page.goto(`${path}/reviews`)
  expect(await page.locator('.review').count()).toBe(20)
  const bar = page.getByRole('link', { name: /^5 stars: \d+$/ })
  const count = Number((await bar.locator('.sr-only').textContent())?.slice('5 stars: '.length))
  await bar.click()
  await page.waitForURL(/\?stars=5$/)
  await page.getByRole('link', { name: 'Show more reviews' }).click()
  await expect.poll(() => page.locator('.review').count()).toBe(Math.min(count, 40))
  expect(await page.locator('.review-by [aria-label]').evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(
    Array(Math.min(count, 40)).fill('Rated 5 out of 5'),
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: `Remove filter: 5 stars: ${count}` }).click()
  await expect.poll(() => page.url()).toMatch(/\/reviews$/)
  expect(problems).toEqual([])
  await context.close()
})

test('a star bar counts families, and leads to the reviews they wrote before too', async () => {
  const mentor = await makeMentor(site.db)
  const { rows } = await sql<{ id: string }>`select id from family limit 1`.execute(site.db)
  for (const [stars, daysAgo] of [
    [4, 9],
    [5, 2],
  ] as const)
    await makeReview(site.db, mentor.id, { stars, daysAgo, family: rows[0]?.id })
  const { page, context } = await site.visit({ width: 360 })
  await page.goto(`/mentors/${mentor.slug}/reviews`)
  await page.getByRole('link', { name: '4 stars: 0' }).click()
  await page.getByRole('link', { name: 'Remove filter: 4 stars: 1' }).waitFor()
  expect(await page.locator('.review').count()).toBe(1)
  await context.close()
})

test('an old cursor leads to the newest reviews, an old slug to the current address', async () => {
  const go = async (to: string) => (await fetch(site.url + to)).url.replace(site.url, '')
  expect(await go(`${path}/reviews?cursor=old`)).toBe(`${path}/reviews`)
  expect(await go('/mentors/Sunita%20Deshpande/reviews')).toBe(`${path}/reviews`)
})

test('the home page quotes three families', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await page.goto('/')
  const quotes = page.locator('.remarks > li')
  expect(await quotes.count()).toBe(3)
  await quotes.first().getByRole('link').click()
  await page.locator('#reviews').waitFor()
  await context.close()
})

test.each([
  ['suspended', 360, '/hi'],
  ['hidden', 1280, ''],
] as const)("a %s mentor's page is gone, without the name but with others nearby", async (which, width, prefix) => {
  const one = [...demoMentors(600)].find(
    (mentor) => !mentor.show_on_website && mentor.status === (which === 'hidden' ? 'verified' : which),
  )
  if (!one) throw new Error(`no ${which} mentor`)
  const { page, context } = await site.visit({ width, dark: width === 360 })
  const reply = await page.goto(`${prefix}/mentors/${one.slug}`)
  expect(reply?.status()).toBe(410)
  const html = (await reply?.text()) ?? ''
  expect(html).not.toContain(one.full_name)
  expect(html).not.toContain(one.phone)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  expect(await page.locator('.mentor-card').count()).toBeGreaterThanOrEqual(3)
  expect(await page.locator('.mentor-card').count()).toBeLessThanOrEqual(6)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await context.close()
})
