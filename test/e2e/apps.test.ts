import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoPhones } from '#server/demo/people.ts'
import { few } from '#test/rounds.ts'
import { hrefIn } from '#web/locale.ts'
import { pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const mostPx = 1_500
const widths = [360, 820, 1024, 1280]
const apps = {
  student: {
    phone: demoPhones.parent,
    pages: ['', '/classes', '/payments'].map((page) => `/dashboard/student${page}`),
    /** Above the fold of a phone. */
    first: '#next-class',
  },
  mentor: {
    phone: demoPhones.mentor,
    pages: ['', '/students', '/calendar', '/earnings', '/profile'].map((page) => `/dashboard/mentor${page}`),
    first: '#today',
  },
} as const
const cells = few(
  [
    { who: 'student', locale: 'hi' },
    { who: 'mentor', locale: 'hi' },
    { who: 'student', locale: 'en' },
    { who: 'mentor', locale: 'en' },
  ] as const,
  2,
)

/** Buttons that are cut off, wrapped onto two lines, or too small to tap. */
const badButtons = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main .btn, .tab-bar a, .side-rail a')].filter((one) => one.checkVisibility()).flatMap((one) => {
    const box = one.getBoundingClientRect()
    const isBad = one.scrollWidth > one.clientWidth + 1 || box.height > 64 || box.height < 44 || box.right > innerWidth + 1
    return isBad ? [one.textContent.trim() + ' ' + box.width + 'x' + box.height] : []
  })`)

test.each(cells)(
  'the app of a $who ($locale): short home, its first card in view, whole buttons, true titles',
  async ({ who, locale }) => {
    const { phone, pages, first } = apps[who]
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await site.login(page, phone, who)
    const titles = new Set<string>()
    for (const path of [...pages, '/dashboard/more']) {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(hrefIn(locale, path))
      await pageReady(page)
      titles.add(await page.title())
      expect(await page.locator('.site-footer').count(), path).toBe(0)
      expect(await page.locator('.tab-bar [aria-current=page]').count(), path).toBe(1)
      if (path === pages[0]) {
        expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(mostPx)
        const box = await page.locator(first).boundingBox()
        expect((box?.y ?? mostPx) + (box?.height ?? 0)).toBeLessThan(740 - 64)
      }
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        expect(await badButtons(page), `${path} ${width}`).toEqual([])
      }
    }
    expect(titles.size).toBe(pages.length + 1)
    expect(visit.problems).toEqual([])
    await visit.context.close()
  },
)

test('addresses in messages sent earlier lead to the new pages, with the rest of their query', async () => {
  const family = await site.visit({ width: 360 })
  await site.login(family.page, apps.student.phone, 'student')
  const landing = async (page: Page, path: string) => {
    await page.goto(path)
    return new URL(page.url()).pathname + new URL(page.url()).search
  }
  expect(await landing(family.page, '/dashboard/student?tab=payments&shown=2')).toBe(
    '/dashboard/student/payments?shown=2',
  )
  expect(await landing(family.page, '/hi/dashboard/student?tab=schedule')).toBe('/hi/dashboard/student/classes')
  expect(await landing(family.page, '/dashboard/calendar?month=2026-10')).toBe(
    '/dashboard/student/classes?month=2026-10',
  )
  const id = '0196f3a0-0000-7000-8000-000000000000'
  expect(await landing(family.page, `/dashboard/student/timetable/${id}`)).toBe(`/bookings/${id}`)
  const mentor = await site.visit({ width: 360 })
  await site.login(mentor.page, apps.mentor.phone, 'mentor')
  expect(await landing(mentor.page, '/dashboard/mentor?tab=earnings')).toBe('/dashboard/mentor/earnings')
  expect(await landing(mentor.page, '/dashboard/calendar')).toBe('/dashboard/mentor/calendar')
  await Promise.all([family, mentor].map(({ context }) => context.close()))
})

test('an entry of the bar shows its page at once, while its data is on its way', async () => {
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await site.login(page, apps.student.phone, 'student')
  await page.goto('/dashboard/student')
  await pageReady(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/dashboard/student/payments.data**', async (route) => {
    await held
    await route.continue()
  })
  await page.locator('.tab-bar').getByRole('link', { name: m.shell_payments() }).click()
  await page.getByRole('heading', { level: 1, name: m.shell_payments() }).waitFor()
  await page.locator('main[aria-busy=true]').waitFor()
  expect(await page.locator('.tab-bar [aria-current=page]').textContent()).toBe(m.shell_payments())
  answer()
  await page.getByRole('heading', { name: m.dash_history() }).waitFor()
  expect(await page.locator('main[aria-busy=true]').count()).toBe(0)
  await visit.context.close()
})
