// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { hrefIn } from '#web/locale.ts'
import { pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Higher than a button with one line of text. */
const twoLinesPx = 60

/** Actions that are cut off, reach over the edge of the screen or take two lines. */
const brokenActions = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main .btn, dialog[open] .btn')].flatMap((one) => {
    const { left, right, width, height } = one.getBoundingClientRect()
    const isBroken = one.scrollWidth > one.clientWidth + 1 || left < 0 || right > innerWidth || height > ${twoLinesPx}
    return width > 0 && isBroken ? [one.textContent.trim()] : []
  })`)

const countOf = async (query: string): Promise<string> => {
  const { total } = (await (await fetch(`${site.url}/api/mentor?${query}`)).json()) as { total: number } // safe: our own endpoint
  return String(total)
}

test.each(['en', 'hi'] as const)(
  '%s: no action is cut off or wrapped, and wide screens have three columns',
  async (locale) => {
    const { page, context, problems } = await site.visit({ width: 1280 })
    for (const path of [
      '/',
      '/mentors',
      '/mentors?city=Kochi',
      '/mentors/sunita-deshpande',
      '/tutors/mathematics/indore',
    ])
      for (const width of [360, 820, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(hrefIn(locale, path))
        await pageReady(page)
        expect(await brokenActions(page), `${path} ${width}`).toEqual([])
        if (path !== '/mentors' || width !== 1280) continue
        const columns =
          await page.evaluate(`new Set([...document.querySelectorAll('[aria-labelledby=more-mentors] .silver-cards > li')]
        .map((card) => card.getBoundingClientRect().left)).size`)
        expect(columns).toBe(3)
      }
    expect(problems).toEqual([])
    await context.close()
  },
)

test.each([
  ['en', 360],
  ['hi', 360],
  ['en', 820],
  ['hi', 820],
] as const)('%s, %i px: the button of the filter sheet says how many mentors it shows', async (locale, width) => {
  const { page, context, problems } = await site.visit({ width })
  await page.goto(hrefIn(locale, '/mentors?city=Indore'))
  await pageReady(page)
  await page.locator('.list-search a[href="#filters"]').click()
  const sheet = page.getByRole('dialog')
  const says = async (query: string) => {
    const name = m.list_show({ count: await countOf(query) }, { locale })
    await sheet.getByRole('button', { name, exact: true }).waitFor()
  }
  await says('city=Indore')
  expect(await brokenActions(page)).toEqual([])
  await sheet.getByLabel(m.list_class({}, { locale }), { exact: true }).selectOption('8')
  await says('city=Indore&class=8')
  await sheet
    .getByRole('button', { name: m.list_show({ count: await countOf('city=Indore&class=8') }, { locale }) })
    .click()
  await sheet.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})
