import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screens, siteAddresses, unfilled } from '#bench/faults/site-addresses.ts'
import { demoAdmin, demoPhones } from '#server/demo/people.ts'
import { few, sized } from '#test/rounds.ts'
import { hrefIn } from '#web/locale.ts'
import { hideGoneMentor, looks, opened, publicPages, statuses, widths } from './public-pages.ts'
import {
  accessibilityFindings,
  expectAccessible,
  expectNoSidewaysScroll,
  pageReady,
  type Site,
  startSite,
  type Visit,
} from './site.ts'

/** `npm run axe` checks every look of every public page; `npm test` checks each page once (in pages.test.ts). */
const isWhole = process.env.AXE === 'all'
const state = (path: string) => ({ name: path, path, widths, open: undefined })
// In `npm test`, every second of the opened ones.
const states = [...(isWhole ? publicPages.map(state) : []), ...opened.filter((_, nth) => sized(nth % 2 === 0, true))]
const cases = states.flatMap((one, nth) => {
  const fitting = looks.filter(({ width }) => one.widths.includes(width)).map((look) => ({ ...one, ...look }))
  return isWhole ? fitting : sized(fitting.slice(1), fitting.slice(nth % fitting.length)).slice(0, 1)
})
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

// One browser profile per look, so that shared assets are loaded once.
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
    await pageReady(page)
    await one.open?.(page, one.locale)
    await expectNoSidewaysScroll(page)
    const findings = await accessibilityFindings(page)
    table.set(one.name, { ...table.get(one.name), [column]: findings.length })
    expect(findings, page.url()).toEqual([])
    await page.close()
  })
})

const callers = [
  { caller: 'family', phone: demoPhones.parent, userType: 'student' },
  { caller: 'mentor', phone: demoPhones.mentor, userType: 'mentor' },
  { caller: 'admin', phone: demoAdmin.phone, userType: 'admin' },
] as const
/** Pages without demo data reply with an error screen of their own. */
const absent: [path: RegExp, status: number][] = [
  [/^\/(hi\/)?(admin\/(payouts|privacy)\/.|payouts\/.)/, 404],
  [/^\/(hi\/)?admin\/reports\/.*\/chat$/, 404],
  [/^\/(hi\/)?admin\/subjects\/places\/nothing$/, 400],
]

// A payment status page only exists during a payment; the journey test covers it.
const own = screens
  .filter(({ pattern, callers }) => !callers.includes('visitor') && pattern !== 'payment-status')
  // In `npm test`, one in three.
  .filter((_, nth) => sized(nth % 3 === 0, true))
  // Every second address is in Hindi, so the width changes after each pair.
  .flatMap(({ pattern, callers }, nth) =>
    few(callers).map((caller) => ({ pattern, caller, isWide: sized(false, nth % 4 > 1) })),
  )

describe.skipIf(isWhole)('accessibility behind a login', () => {
  const sessions = new Map<string, Visit>()
  const paths = new Map<string | undefined, string>()
  beforeAll(async () => {
    for (const { pattern, path } of await siteAddresses(site.db)) paths.set(pattern, path)
    // Sequential, because a login clears the codes of others.
    for (const { caller, phone, userType } of callers) {
      const small = await site.visit({ width: 360 })
      const wide = await site.visit({ width: 1280, dark: true })
      await site.login(small.page, phone, userType)
      await wide.context.addCookies(await small.context.cookies())
      sessions.set(`${caller} false`, small).set(`${caller} true`, wide)
    }
  })

  test('has an address for every screen', () => {
    expect(unfilled).toEqual([])
  })

  test.concurrent.each(own)('/$pattern as $caller, wide and dark: $isWide', async ({ pattern, caller, isWide }) => {
    const session = sessions.get(`${caller} ${isWide}`)
    const path = paths.get(pattern)
    if (!session || path === undefined) throw new Error(`no caller for ${pattern}`)
    const { page, problems } = await site.open(session.context)
    const status = (await page.goto(path))?.status()
    expect(status).toBe(absent.find(([of]) => of.test(path))?.[1] ?? 200)
    await pageReady(page)
    await expectNoSidewaysScroll(page)
    if (caller === 'admin') await expectAccessible(page)
    else expect(await accessibilityFindings(page), page.url()).toEqual([])
    // The browser itself logs such a status.
    expect(problems.filter((one) => status === 200 || !one.includes(String(status)))).toEqual([])
    await page.close()
  })
})
