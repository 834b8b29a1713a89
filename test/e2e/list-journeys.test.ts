// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const namesOn = (page: Page) => page.locator('main h3').allTextContents()
const classField = (page: Page) => page.getByLabel('Class', { exact: true })

describe('browser location', () => {
  test('denied: explains it and keeps the list working', async () => {
    const { page, context, problems } = await site.visit({ width: 1280 })
    await page.goto('/mentors?class=8')
    await pageReady(page)
    const before = await namesOn(page)
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText('Location access denied').waitFor()
    expect(await namesOn(page)).toEqual(before)
    await classField(page).selectOption('9')
    await page.waitForURL(/class=9/)
    await page.getByRole('link', { name: 'Remove filter: Class 9' }).waitFor()
    expect(search(page)).toEqual({ class: '9' })
    expect(problems).toEqual([])
    await context.close()
  })

  test('allowed: lists mentors nearby, with the position rounded to 300 m in the address', async () => {
    const { page, context } = await site.visit({ width: 1280 })
    await page.goto('/mentors?class=8')
    await pageReady(page)
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 22.7533123, longitude: 75.8936999 })
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.waitForURL(/lat=/)
    expect(search(page)).toEqual({ class: '8', lat: '22.7529', lon: '75.8943' })
    await expect.poll(async () => (await namesOn(page)).length).toBeGreaterThan(3)
    await context.close()
  })
})

test('a shared link shows the same filters and mentors', async () => {
  const sender = await site.visit({ width: 1280 })
  await sender.page.goto('/mentors')
  await pageReady(sender.page)
  await classField(sender.page).selectOption('10')
  await sender.page.waitForURL(/class=10/)
  await sender.page
    .getByRole('checkbox', { name: /Science/ })
    .first()
    .check()
  await sender.page.waitForURL(/subject=/)
  await sender.page.getByRole('checkbox', { name: 'Online', exact: true }).check()
  await sender.page.waitForURL(/mode=online/)
  const chips = (page: Page) => page.getByRole('link', { name: /^Remove filter: / }).allTextContents()
  await expect.poll(() => chips(sender.page)).toHaveLength(3)

  const receiver = await site.visit({ width: 360 })
  await receiver.page.goto(sender.page.url())
  expect(await chips(receiver.page)).toEqual(await chips(sender.page))
  expect(await namesOn(receiver.page)).toEqual(await namesOn(sender.page))
  expect((await namesOn(receiver.page)).length).toBeGreaterThan(0)
  await receiver.page.getByRole('link', { name: 'Filters' }).click()
  expect(await receiver.page.getByRole('dialog').getByLabel('Class', { exact: true }).inputValue()).toBe('10')
  await Promise.all([sender.context.close(), receiver.context.close()])
})

test('the list in Hindi: filter, profile, back, and the other language at the same place', async () => {
  const { page, context, problems } = await site.visit({ width: 1280 })
  await page.goto('/hi/mentors')
  await pageReady(page)
  await page.getByRole('heading', { level: 1, name: /टॉप ट्यूटर/ }).waitFor()
  await page.getByLabel('कक्षा', { exact: true }).selectOption('8')
  await page.waitForURL(/\/hi\/mentors\?class=8/)
  await page.getByRole('searchbox').fill('ganit')
  await page.waitForURL(/subject=mathematics/)
  await page.getByRole('checkbox', { name: /गणित/, checked: true }).waitFor()
  const names = await namesOn(page)
  await page.locator('main h3 a').first().click()
  await page.waitForURL(/\/hi\/mentors\/[a-z-]+/)
  await page.getByRole('heading', { level: 1, name: names[0] ?? '' }).waitFor()
  await page.goBack()
  await expect.poll(() => namesOn(page)).toEqual(names)
  await page.getByRole('link', { name: 'English' }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/mentors')
  expect(search(page)).toEqual({ class: '8', subject: 'mathematics' })
  expect(await classField(page).inputValue()).toBe('8')
  expect(problems).toEqual([])
  await context.close()
})

test('choices made before scripts run take effect when they do', async () => {
  const { page, context, problems } = await site.visit({ width: 1280 })
  const arrive = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await arrive.promise
    await route.continue()
  })
  await page.goto('/mentors', { waitUntil: 'commit' })
  await classField(page).selectOption('11')
  const subject = (place: number) => page.locator('#filters input[name=subject]').nth(place)
  const chosen = [await subject(0).inputValue(), await subject(1).inputValue()]
  await subject(0).check()
  await subject(1).check()
  await page.locator('#filters input[type=range]').first().fill('2500')
  arrive.resolve()
  await expect.poll(() => search(page).min, { timeout: 15_000 }).toBe('2500')
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('class')).toBe('11')
  expect(searchParams.getAll('subject').sort()).toEqual(chosen.sort())
  await expect.poll(() => page.getByRole('link', { name: /^Remove filter: / }).count()).toBe(4)
  const ticked = page.locator('#filters input[name=subject]:checked')
  expect(await ticked.evaluateAll((fields) => fields.map((one) => one.getAttribute('value')).sort())).toEqual(chosen)
  expect(problems).toEqual([])
  await context.close()
})

test.each([
  [
    '/mentors',
    /^Show more$/,
    '[aria-labelledby=more-mentors] .silver-cards > li',
    'You seem to be offline. Please try again.',
    'abort',
  ],
  ['/selected-mentors', /^Show more$/, '.silver-cards > li', "We couldn't complete your request.", 500],
  ['/hi/mentors/sunita-deshpande', /^और रिव्यू देखें$/, '.review', 'इंटरनेट नहीं मिल रहा।', 'abort'],
] as const)(
  '%s: a failed load of more mentors keeps the list and can be retried',
  async (path, name, items, words, how) => {
    const { page, context } = await site.visit({ width: 360 })
    await page.goto(path)
    await pageReady(page)
    const shown = page.locator(items)
    const before = await shown.count()
    const more = page.getByRole('link', { name })
    await page.route(/\/more\//, (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: how, body: 'no' }),
    )
    await more.click()
    await page.getByRole('alert').filter({ hasText: words }).waitFor()
    expect(await shown.count()).toBe(before)
    await page.unroute(/\/more\//)
    await more.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => shown.count()).toBeGreaterThan(before)
    // Focus moves to the first added mentor.
    await expect.poll(() => shown.nth(before).evaluate((item) => item.matches(':focus'))).toBe(true)
    expect(await page.getByRole('alert').count()).toBe(0)
    await context.close()
  },
)

test('loaded mentors stay after a visit to a profile', async () => {
  const { page, context, problems } = await site.visit({ width: 1280 })
  await page.goto('/mentors')
  await pageReady(page)
  const shown = page.locator('[aria-labelledby=more-mentors] .silver-cards > li')
  const before = await shown.count()
  await page.getByRole('link', { name: 'Show more', exact: true }).click()
  await expect.poll(() => shown.count()).toBeGreaterThan(before)
  const names = await namesOn(page)
  await shown.last().getByRole('heading').getByRole('link').click()
  await page.locator('#reviews').waitFor()
  await page.goBack()
  await expect.poll(() => namesOn(page)).toEqual(names)
  expect(problems).toEqual([])
  await context.close()
})
