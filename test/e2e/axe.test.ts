import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hrefIn } from '#web/locale.ts'
import { hideGoneMentor, looks, opened, publicPages, statuses, widths } from './public-pages.ts'
import { accessibilityFindings, expectNoSidewaysScroll, type Site, startSite, type Visit } from './site.ts'

/** `npm run axe` looks at everything; `npm test` at a tenth of what opens (the pages themselves are in pages.test.ts). */
const isWhole = process.env.AXE === 'all'
const state = (path: string) => ({ name: path, path, widths, open: undefined })
const states = [...(isWhole ? publicPages.map(state) : []), ...opened]
const all = states.flatMap((one) =>
  looks.filter(({ width }) => one.widths.includes(width)).map((look) => ({ ...one, ...look })),
)
// The same ones at every run, spread over all of them.
const cases = isWhole ? all : all.filter((_, place) => place % 10 === 3)
const table = new Map<string, Record<string, number | string>>()

let site: Site
beforeAll(async () => {
  site = await startSite()
  await hideGoneMentor(site)
})
afterAll(async () => {
  await site.stop()
  if (isWhole) console.table(Object.fromEntries(table))
})

// One browser profile for each look: what the pages share is loaded once.
const visits = new Map<string, Promise<Visit>>()
async function openPage({ width, dark }: { width: number; dark: boolean }): Promise<Page> {
  const key = `${width} ${dark}`
  const visit = visits.get(key) ?? site.visit({ width, dark })
  visits.set(key, visit)
  const page = await (await visit).context.newPage()
  page.setDefaultTimeout(30_000)
  return page
}

describe('accessibility', () => {
  test.concurrent.each(cases)('$name at $width px, dark $dark, $locale', async (one) => {
    const page = await openPage(one)
    const column = `${one.width}${one.dark ? ' dark' : ''} ${one.locale}`
    const row = table.get(one.name) ?? {}
    table.set(one.name, { ...row, [column]: 'failed' })
    const reply = await page.goto(hrefIn(one.locale, one.path))
    expect(reply?.status(), one.path).toBe(statuses[one.path] ?? 200)
    await page.waitForLoadState('networkidle')
    await one.open?.(page, one.locale)
    await expectNoSidewaysScroll(page)
    const findings = await accessibilityFindings(page)
    table.set(one.name, { ...table.get(one.name), [column]: findings.length })
    expect(findings, page.url()).toEqual([])
    await page.close()
  })
})
