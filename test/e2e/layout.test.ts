// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { hrefIn, type Locale } from '#web/locale.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Whether an element, or something inside it, has its own scrollbar. */
const scrolls = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(`[...document.querySelectorAll('${selector}, ${selector} *')].some((one) =>
    one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY) && one.clientHeight > 0)`)
const bottomOf = async (page: Page, selector: string): Promise<number> => {
  const box = await page.locator(selector).boundingBox()
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}

test.each(['en', 'hi'] as const)(
  '%s: a profile at 1280 × 800 shows Send Message and Call, and its whole booking card without a scrollbar',
  async (locale: Locale) => {
    const say = { locale }
    const visit = await site.visit({ width: 1280 })
    const { page } = visit
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(hrefIn(locale, '/mentors/sunita-deshpande?plan=demo'))
    await pageReady(page)
    for (const words of [m.profile_send({}, say), m.profile_call({}, say)]) {
      const box = await page
        .locator('.profile-head')
        .getByText(new RegExp(`^${words}`))
        .boundingBox()
      expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThan(800)
    }
    expect(await scrolls(page, '#book')).toBe(false)
    await page.mouse.wheel(0, 1300)
    await expect.poll(() => bottomOf(page, '#book')).toBeLessThanOrEqual(800)
    await expectSound(visit)
    await visit.context.close()
  },
)

test('the filters at 1280 × 800 fit on the screen without a scrollbar', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/mentors?class=8&subject=mathematics')
  await pageReady(page)
  expect(await scrolls(page, '#filters')).toBe(false)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => bottomOf(page, '#filters')).toBeLessThanOrEqual(800)
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test.each(['en', 'hi'] as const)(
  '%s: a card has one row of actions, and most at 1280 px are at most 340 px high',
  async (locale) => {
    const visit = await site.visit({ width: 1280 })
    const { page } = visit
    for (const width of [360, 820, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(hrefIn(locale, '/mentors?state=Madhya Pradesh&city=Indore'))
      await pageReady(page)
      const cards: { height: number; rows: number }[] = await page.evaluate(`
      [...document.querySelectorAll('.silver-cards .mentor-card')].map((card) => ({
        height: card.getBoundingClientRect().height,
        rows: new Set([...card.querySelectorAll('.mentor-card-foot .btn')].map((one) => one.getBoundingClientRect().top)).size,
      }))`)
      expect(cards.length).toBeGreaterThan(8)
      expect(cards.filter(({ rows }) => rows !== 1)).toEqual([])
      const most = locale === 'hi' ? 350 : 340 // lines are higher in Hindi
      if (width === 1280) expect(cards.filter(({ height }) => height > most).length).toBeLessThan(cards.length / 4)
    }
    expect(visit.problems).toEqual([])
    await visit.context.close()
  },
)

test.each([
  { who: 'student', phone: '9826014210', locale: 'en' },
  { who: 'student', phone: '9826014210', locale: 'hi' },
  { who: 'mentor', phone: '9826010001', locale: 'en' },
  { who: 'mentor', phone: '9826010001', locale: 'hi' },
] as const)(
  'the dashboard of a $who ($locale) shows one pending action on a phone, and the others on request',
  async ({ who, phone, locale }) => {
    const say = { locale }
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await site.login(page, phone, who)
    await page.goto(hrefIn(locale, `/dashboard/${who}`))
    await pageReady(page)
    // It names what it opens: "2 more: confirm 1 class, pay ₹2,400".
    const all = page.getByRole('link', {
      name: new RegExp(m.dash_more_tasks({ count: 1, tasks: '' }, say).trim().replace('1', '\\d+')),
    })
    expect(await all.textContent()).toMatch(/: \p{L}|: ₹|: \d/u)
    const before = await page.locator(':is(.first-waiting, .first-on-phones) li').filter({ visible: true }).count()
    expect(before).toBe(1)
    await all.click()
    await expect.poll(() => page.locator('main section > ul > li').filter({ visible: true }).count()).toBeGreaterThan(1)
    await expectSound(visit)
    await visit.context.close()
  },
)
