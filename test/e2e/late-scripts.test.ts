import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { few } from '#test/rounds.ts'
import { type Site, startSite, type Visit } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const full = { tags: ['full'] }
const profile = '/mentors/sunita-deshpande'
const tapAt = async (page: Page, selector: string) => {
  // The first sign of use is the tap itself.
  await page.locator(selector).first().dispatchEvent('click')
}

/** A visitor on a page nobody has touched yet, with the scripts it loads. */
async function arrive(
  path: string,
  options: { width: number; dark?: boolean },
): Promise<Visit & { scripts: string[] }> {
  const visit = await site.visit(options)
  const scripts: string[] = []
  visit.page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await visit.page.goto(path, { waitUntil: 'networkidle' })
  return { ...visit, scripts }
}
const isReady = (page: Page) => page.evaluate("'ready' in document.documentElement.dataset")

const looks = [
  { path: profile, width: 360, dark: true },
  { path: '/mentors', width: 1280, dark: true },
  { path: '/', width: 360, dark: false },
  { path: '/hi/tutors/mathematics/indore', width: 1280, dark: false },
  { path: '/about-us', width: 360, dark: false },
]
test.each(few(looks, 2))(
  '$path loads no script before it is used, and looks the same after (dark $dark)',
  async ({ path, width, dark }) => {
    const { page, context, scripts, problems } = await arrive(path, { width, dark })
    expect(scripts).toEqual([])
    const text = () => page.evaluate<string>("document.querySelector('main').innerText")
    const before = await text()
    expect(before.length).toBeGreaterThan(500)
    await page.mouse.move(3, 3)
    await page.locator('html[data-ready]').waitFor()
    expect(await text()).toBe(before)
    expect(scripts.length).toBeGreaterThan(5)
    expect(problems).toEqual([])
    await context.close()
  },
)

test('a first tap on a control of scripts is carried out once they are there', async () => {
  const list = await arrive('/mentors', { width: 360 })
  await tapAt(list.page, 'a[href="#filters"]')
  await list.page.locator('dialog[open]').waitFor()
  expect(list.problems).toEqual([])

  const shortlist = await arrive('/mentors', { width: 360 })
  await tapAt(shortlist.page, '.keep button')
  await expect.poll(() => shortlist.page.locator('.keep button').first().getAttribute('aria-pressed')).toBe('true')
  // Sent by scripts: the page stayed.
  expect(await isReady(shortlist.page)).toBe(true)
  expect(new URL(shortlist.page.url()).pathname).toBe('/mentors')

  const theme = await arrive('/', { width: 1280 })
  await tapAt(theme.page, 'footer .theme-switch [value=dark], .theme-switch [value=dark]')
  await theme.page.locator('html[data-theme=dark]').waitFor()
  expect(await isReady(theme.page)).toBe(true)

  const book = await arrive(profile, { width: 360 })
  await tapAt(book.page, '.book-bar a[href="#book"]')
  await book.page.locator('dialog[open]').waitFor()

  const call = await arrive(profile, { width: 1280 })
  await tapAt(call.page, 'a.btn[href^="tel:"]')
  await call.page.locator('dialog[open]').waitFor()
  for (const { context } of [list, shortlist, theme, book, call]) await context.close()
})

/** Holds the scripts of a page back until the returned function is called. */
async function delayScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client*', async (route) => {
    await promise
    await route.continue().catch(() => {}) // the page was left
  })
  return resolve
}

test('carries out every tap made before the scripts came, once, also when another page is opened meanwhile', async () => {
  const { page, context, problems } = await arrive('/mentors', { width: 360 })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  const go = await delayScripts(page)
  const button = (nth: number) => page.locator('.keep button').nth(nth)
  for (const nth of [0, 1, 0]) await button(nth).dispatchEvent('click')
  expect(await button(0).getAttribute('aria-busy')).toBe('true')
  expect(sent).toEqual([])
  go()
  for (const nth of [0, 1]) await expect.poll(() => button(nth).getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => sent.length).toBe(2)
  // Each answer sets the whole cookie.
  const kept = async () => (await context.cookies()).find(({ name }) => name === 'shortlist')?.value.split('.')
  await expect.poll(async () => (await kept())?.length).toBe(2)
  expect(sent).toHaveLength(2)
  expect(await page.locator('.keep [aria-busy]').count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()

  const other = await arrive('/mentors', { width: 360 })
  const letOtherGo = await delayScripts(other.page)
  await other.page.locator('.keep button').first().dispatchEvent('click')
  await other.page.locator('.mentor-card h3 a').first().dispatchEvent('click')
  await other.page.waitForURL(/\/mentors\/./)
  await expect.poll(async () => (await other.context.cookies()).map(({ name }) => name)).toContain('shortlist')
  letOtherGo()
  await other.context.close()
})

test('links and the search form work at once; what was typed before is used', async () => {
  const { page, context, problems } = await arrive('/mentors', { width: 1280 })
  // Scripts come late on this connection, after the visitor has typed.
  const go = await delayScripts(page)
  await page.getByLabel('Class', { exact: true }).selectOption('8')
  await page.locator('input[type=search]').pressSequentially('math')
  expect(await isReady(page)).toBe(false)
  go()
  await page.waitForURL(/class=8/)
  await page.waitForURL(/q=math|subject=mathematics/)

  const home = await arrive('/', { width: 360 })
  await home.page.route('**/assets/entry.client*', (route) => route.abort())
  await home.page.getByLabel('Class', { exact: true }).selectOption('8')
  await home.page.getByRole('button', { name: 'Find mentors' }).click()
  await home.page.waitForURL(/\/mentors\?class=8/)
  // Without its scripts, a control does what its link says.
  await home.page.route('**/assets/*.js', (route) => route.abort())
  await home.page.goto(profile)
  await tapAt(home.page, '.book-bar a[href="#book"]')
  await home.page.waitForURL(/#book$/)
  expect(problems).toEqual([])
  for (const one of [context, home.context]) await one.close()
})

test('a tap on a link to another page leaves the network to that page; scrolling loads the scripts', full, async () => {
  const { page, context, scripts } = await arrive('/mentors', { width: 360 })
  const link = page.locator('.mentor-card h3 a').first()
  for (const sign of ['pointerdown', 'touchstart', 'focusin']) await link.dispatchEvent(sign)
  await page.waitForTimeout(300)
  expect(scripts).toEqual([])
  await page.evaluate('scrollTo(0, 300)')
  await page.locator('html[data-ready]').waitFor()
  await context.close()
})

test('a field entered first offers its suggestions', full, async () => {
  const { page, context } = await arrive('/', { width: 360 })
  await page.locator('#find-area').focus()
  await page.locator('#find-area[role=combobox]').waitFor()
  await page.locator('[role=listbox] [role=option]').first().waitFor()
  await context.close()
})

test('an address that opens a dialog, and a place used before, load the scripts at once', full, async () => {
  const { page, context } = await site.visit({ width: 360 })
  await page.goto(`${profile}#book`)
  await page.locator('dialog[open]').waitFor()
  await page.evaluate("localStorage.lastPlace = 'state=Madhya+Pradesh&city=Bhopal'")
  await page.goto('/mentors')
  await page.waitForURL(/city=Bhopal/)
  await context.close()
})
