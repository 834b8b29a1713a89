import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAdmin, demoPhones } from '#server/demo/people.ts'
import { siteAddresses, unfilled } from '#test/faults/site-addresses.ts'
import { hrefIn } from '#web/locale.ts'
import { hideGoneMentor, looks, opened, publicPages, statuses, widths } from './public-pages.ts'
import { accessibilityFindings, expectNoSidewaysScroll, pageReady, type Site, startSite, type Visit } from './site.ts'

/** `npm run axe` takes every look at everything that is public; `npm test` one at each (the pages are in pages.test.ts). */
const isWhole = process.env.AXE === 'all'
const state = (path: string) => ({ name: path, path, widths, open: undefined })
const states = [...(isWhole ? publicPages.map(state) : []), ...opened]
const cases = states.flatMap((one, nth) => {
  const fitting = looks.filter(({ width }) => one.widths.includes(width)).map((look) => ({ ...one, ...look }))
  return isWhole ? fitting : fitting.slice(nth % fitting.length).slice(0, 1)
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
/** What the demo has none of answers with a screen of its own. */
const absent: [path: RegExp, status: number][] = [
  [/^\/(hi\/)?(admin\/payouts\/.|payouts\/.)/, 404],
  [/^\/(hi\/)?admin\/(mentors\/.*\/photo|reports\/.*\/chat)$/, 404],
  [/^\/(hi\/)?admin\/subjects\/places\/nothing$/, 400],
]

// One browser session for each caller and width, made one after the other because a login clears the codes of others.
describe.skipIf(isWhole)('accessibility behind a login', () => {
  const sessions = new Map<string, Visit[]>()
  beforeAll(async () => {
    for (const { caller, phone, userType } of callers) {
      const [small, wide] = [await site.visit({ width: 360 }), await site.visit({ width: 1280, dark: true })]
      await site.login(small.page, phone, userType)
      await wide.context.addCookies(await small.context.cookies())
      sessions.set(caller, [small, wide])
    }
  })

  test('has an address for every screen', () => {
    expect(unfilled).toEqual([])
  })

  test.concurrent.each(callers)(
    'every screen of the $caller, in one width and language',
    { timeout: 300_000 },
    async ({ caller }) => {
      const visits = sessions.get(caller) ?? []
      const found: Record<string, unknown> = {}
      const all = await siteAddresses(site.db)
      const own = all.filter((one) => one.isScreen && one.callers.includes(caller) && !one.callers.includes('visitor'))
      // A payment has a status only once somebody pays: the journey looks at that page.
      const mine = own.filter(({ path }) => !path.endsWith('/payment-status'))
      for (const [nth, { path }] of mine.entries()) {
        // Every second address is in Hindi, so the width changes after each pair.
        const visit = visits[Math.floor(nth / 2) % 2]
        if (!visit) continue
        const { page, problems } = visit
        const status = (await page.goto(path))?.status()
        await pageReady(page)
        await expectNoSidewaysScroll(page)
        const findings = await accessibilityFindings(page)
        // The browser itself reports such a status.
        const troubles = problems.splice(0).filter((one) => status === 200 || !one.includes(String(status)))
        const expected = absent.find(([pattern]) => pattern.test(path))?.[1] ?? 200
        if (findings.length + troubles.length > 0 || status !== expected) found[path] = [status, findings, troubles]
      }
      expect(found).toEqual({})
    },
  )
})
