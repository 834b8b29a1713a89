import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pageReady, type Site, startSite, type Visit } from './site.ts'

const parent = '9826014210'
const mentor = '9826010001'
const profile = '/mentors/sunita-deshpande'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())
// Clears the 30-second wait between two codes for the same phone.
beforeEach(() => sql`delete from otp_challenge`.execute(site.db))

const dialogOf = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel(/Phone number|6-digit OTP/) })

async function loginInDialog(page: Page, phone: string): Promise<void> {
  await dialogOf(page).getByLabel('Phone number').fill(phone)
  await dialogOf(page).getByRole('button', { name: 'Send OTP' }).click()
  const code = page.getByLabel('6-digit OTP')
  await code.waitFor()
  await code.pressSequentially(await site.codeFor(phone))
}

async function loginAt(page: Page, phone: string, tab: 'Student' | 'Mentor'): Promise<void> {
  await page.goto('/login')
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tab', { name: tab, selected: true }).waitFor()
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('6-digit OTP').waitFor()
  await page.getByLabel('6-digit OTP').fill(await site.codeFor(phone))
  await page.waitForURL('**/dashboard/**')
}

/** The number of orders of each child of the family, by name. */
async function childrenOf(phone: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string | null; orders: number }>`
    select l.name, count(o.id)::int as orders from learner l join family f on f.id = l.family_id
    join account a on a.id = f.account_id left join payment_order o on o.learner_id = l.id
    where a.phone = ${phone} group by l.id, l.name`.execute(site.db)
  return Object.fromEntries(rows.map(({ name, orders }) => [name ?? '', orders]))
}

const focused = (page: Page) =>
  page.evaluate(
    'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent',
  ) as Promise<string>

async function ready(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await pageReady(page)
}

const visitors = [{ width: 360 }, { width: 1280 }]
describe.each(visitors)('booking as a visitor at $width px', { tags: ['full'] }, ({ width }) => {
  let visit: Visit
  let page: Page
  beforeEach(async () => {
    visit = await site.visit({ width })
    page = visit.page
    return () => visit.context.close()
  })
  /** Opens the visible form: the card, or the sheet on a phone. */
  const open = async (path: string) => {
    await ready(page, path)
    if (width < 600) await page.getByRole('link', { name: 'Book Now' }).click()
  }
  const pay = () =>
    width < 600 ? page.getByRole('button', { name: /^Pay/ }) : page.getByRole('button', { name: 'Book Now' })

  test('a family with several children chooses the learner before anything is ordered', async () => {
    const before = await childrenOf(parent)
    expect(Object.keys(before)).toHaveLength(2)
    await open(`${profile}?plan=hourly&hours=2.5`)
    await pay().click()
    await loginInDialog(page, parent)
    const who = page.getByLabel('For', { exact: true }).filter({ visible: true })
    await who.waitFor()
    await expect.poll(() => focused(page)).toBe('For')
    expect(await dialogOf(page).count()).toBe(0)
    expect(await childrenOf(parent)).toEqual(before)
    expect(await page.getByLabel('Number of hours').filter({ visible: true }).inputValue()).toBe('2.5')
    // Without a choice the browser's own validation blocks the form.
    await pay().click()
    expect(await childrenOf(parent)).toEqual(before)
    await who.selectOption({ index: 2 })
    await pay().click()
    await page.waitForURL('**/sandbox/checkout/**')
    expect(Object.keys(await childrenOf(parent)).sort()).toEqual(Object.keys(before).sort())
    expect(visit.problems).toEqual([])
  })

  test('closing the login returns focus to the button that opened it', async () => {
    await open(profile)
    await pay().click()
    await dialogOf(page).getByLabel('Phone number').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await focused(page)).toMatch(width < 600 ? /^Pay/ : 'Book Now')
    // Reopening works, and going back from the code leads to the number.
    await pay().click()
    await dialogOf(page).getByLabel('Phone number').fill('9811100031')
    await dialogOf(page).getByRole('button', { name: 'Send OTP' }).click()
    await page.getByLabel('6-digit OTP').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => focused(page)).toBe('Phone number')
  })

  test('the login explains a lost connection and keeps the number', async () => {
    await open(profile)
    await pay().click()
    await dialogOf(page).getByLabel('Phone number').fill('9811100032')
    await pageReady(page)
    await visit.context.setOffline(true)
    await dialogOf(page).getByRole('button', { name: 'Send OTP' }).click()
    await dialogOf(page).getByText('You seem to be offline. Please try again.').waitFor()
    await visit.context.setOffline(false)
    await dialogOf(page).getByRole('button', { name: 'Send OTP' }).click()
    await page.getByLabel('6-digit OTP').waitFor()
  })
})

test('a choice that fits only one child selects that child and submits', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  const before = await childrenOf(parent)
  await ready(page, `${profile}?class=8&plan=hourly`)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await loginInDialog(page, parent)
  await page.waitForURL('**/sandbox/checkout/**')
  expect(await childrenOf(parent)).toEqual({ ...before, Aarav: (before.Aarav ?? 0) + 1 })
  await context.close()
})

test('hours can be typed: cleared, with a half, and rounded on blur', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await ready(page, `${profile}?plan=hourly`)
  const hours = page.getByLabel('Number of hours').filter({ visible: true })
  await hours.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  expect(await hours.inputValue()).toBe('')
  await page.keyboard.type('2.5')
  expect(await hours.inputValue()).toBe('2.5')
  await page.getByText('2.5 hours').first().waitFor()
  await hours.fill('3.3')
  await hours.blur()
  expect(await hours.inputValue()).toBe('3.5')
  await hours.fill('99')
  await hours.blur()
  expect(await hours.inputValue()).toBe('40')
  await hours.fill('')
  await hours.blur()
  expect(await hours.inputValue()).toBe('40')
  await context.close()
})

test('a lost connection during booking keeps the page and every choice', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await loginAt(page, parent, 'Student')
  await ready(page, profile)
  await page.getByLabel('For', { exact: true }).selectOption('new')
  await page.getByLabel("Child's name").fill('Mira')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByText('You seem to be offline. Please try again.').first().waitFor()
  expect(await page.getByLabel("Child's name").inputValue()).toBe('Mira')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.waitForURL('**/sandbox/checkout/**')
  expect((await childrenOf(parent)).Mira).toBe(1)
  await context.close()
})

test("a lost connection keeps the login page's frame and the number", { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 360 })
  await ready(page, '/login')
  await page.getByLabel('Phone number').fill('9811100033')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByText('You seem to be offline. Please try again.').waitFor()
  expect(await page.getByLabel('Phone number').inputValue()).toBe('9811100033')
  await page.getByRole('banner').waitFor()
  await context.close()
})

test('a mentor who wants to book is offered the family account of the same phone', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await loginAt(page, mentor, 'Mentor')
  await ready(page, `${profile}?plan=demo`)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByText("You're logged in as a mentor.").first().waitFor()
  await page.getByRole('button', { name: 'Use another number' }).first().waitFor()
  await page.getByRole('button', { name: 'Continue as a family' }).first().click()
  await page.waitForURL(/\/mentors\/sunita-deshpande\?plan=demo/)
  await page.getByText("You're logged in as a mentor.").waitFor({ state: 'detached' })
  expect(
    await page
      .getByRole('radio', { name: /Demo class/ })
      .first()
      .isChecked(),
  ).toBe(true)
  await context.close()
})

test('without scripts a failed booking keeps every choice', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280, scripts: false })
  const chosen = async () => {
    expect(await page.getByRole('radio', { name: 'Demo class' }).isChecked()).toBe(true)
    expect(await page.getByLabel("Child's name").inputValue()).toBe('Mira')
  }
  await page.goto(`${profile}?subject=physics`)
  const [subject, grade] = [page.getByLabel('Subject'), page.getByLabel('Class (optional)')]
  const last = await subject.locator('option').last().getAttribute('value')
  const choose = async () => {
    await page.getByRole('radio', { name: 'Demo class' }).check()
    await subject.selectOption(last)
    await grade.selectOption('8')
    await page.getByLabel("Child's name").fill('Mira')
    await page.getByRole('button', { name: 'Book Now' }).click()
  }
  await choose()
  await page.waitForURL('**/login?next=*')
  const next = new URL(new URL(page.url()).searchParams.get('next') ?? '', page.url())
  expect(Object.fromEntries(next.searchParams)).toMatchObject({ plan: 'demo', subject: last, class: '8' })
  expect(next.search).not.toContain('Mira')

  await site.login(page, mentor, 'mentor')
  await page.goto(profile)
  await choose()
  await page.getByText("You're logged in as a mentor.").first().waitFor()
  await chosen()
  expect([await subject.inputValue(), await grade.inputValue()]).toEqual([last, '8'])
  await context.close()
})

test('the open tab is part of the address and needs no request', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await ready(page, `${profile}?class=8`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('tab', { name: 'Availability' }).click()
  await expect.poll(() => page.url()).toContain('?class=8&tab=availability')
  await page.getByRole('tab', { name: 'Availability', selected: true }).press('ArrowRight')
  await expect.poll(() => page.url()).toContain('tab=contact')
  expect(await focused(page)).toBe('Contact')
  expect(asked.filter((url) => url.includes('.data'))).toEqual([])
  await page.getByRole('link', { name: 'हिन्दी' }).first().click()
  await page.waitForURL('**/hi/mentors/**')
  expect(new URL(page.url()).searchParams.get('tab')).toBe('contact')
  await page.goto('/login')
  await page.getByRole('tab', { name: 'Mentor' }).click()
  await expect.poll(() => page.url()).toContain('type=mentor')
  await page.getByLabel('Phone number').fill('9811100034')
  await page.getByRole('tab', { name: 'Student' }).click()
  await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe('')
  await context.close()
})

test("a family's position is not in profile links and is rounded everywhere", {
  tags: ['full'],
}, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await ready(page, '/mentors?lat=22.75331&lon=75.89372')
  const hrefs = (await page.evaluate('[...document.links].map((link) => link.getAttribute("href"))')) as string[]
  expect(hrefs.filter((href) => /\/mentors\/[^?]+\?.*(lat|lon)=/.test(href))).toEqual([])
  expect(hrefs.filter((href) => href.includes('22.753'))).toEqual([])
  expect(hrefs.some((href) => href.includes('lat=22.7529&lon=75.8943'))).toBe(true)
  await context.close()
})

test('loaded mentors stay after returning from a profile; a new visit starts over', {
  tags: ['full'],
}, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await ready(page, '/mentors')
  const cards = page.locator('[aria-labelledby=more-mentors] .silver-cards > li')
  const first = await cards.count()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(first)
  const shown = await cards.count()
  await cards.last().getByRole('link').first().click()
  await page.waitForURL('**/mentors/*')
  await page.goBack()
  await expect.poll(() => cards.count()).toBe(shown)
  await page.getByRole('link', { name: 'About us' }).first().click()
  await page.waitForURL('**/about-us')
  await page.locator('a[href="/mentors"]').filter({ visible: true }).first().click()
  await page.waitForURL('**/mentors')
  await expect.poll(() => cards.count()).toBe(first)
  await context.close()
})

test('a dialog of the home page opens and closes without loading data', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await loginAt(page, parent, 'Student')
  await pageReady(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('link', { name: 'Change or cancel' }).first().click()
  await page.getByRole('dialog').waitFor()
  expect(page.url()).toMatch(/student\?class=/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.url()).toMatch(/student$/)
  expect(asked.filter((url) => url.includes('/dashboard/student.data'))).toEqual([])
  await context.close()
})

test('a code typed before scripts load submits itself', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 360 })
  const arrive = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await arrive.promise
    await route.continue().catch(() => undefined) // the requesting page may be gone
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Phone number').fill('9811100035')
  await page.getByRole('button', { name: 'Send OTP' }).click({ noWaitAfter: true })
  await page.getByLabel('6-digit OTP').waitFor()
  await page.getByLabel('6-digit OTP').fill(await site.codeFor('9811100035'))
  arrive.resolve()
  await page.locator('.otp-boxes').waitFor()
  await page.waitForURL('**/dashboard/student')
  await context.close()
})
