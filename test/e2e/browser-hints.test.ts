// @module-tag full
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageReady, type Site, startSite } from './site.ts'

const parent = '9826014210'
const mentor = '9826010001'
const profile = '/mentors/sunita-deshpande'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const stored = async (page: Page, key: string) =>
  (await page.evaluate(`localStorage.getItem('${key}')`)) as string | null
const keys = (page: Page) =>
  page.evaluate(
    "['student', 'mentor', 'usernumber', 'mentorNumber', 'orderId'].filter((key) => localStorage.getItem(key) !== null)",
  )

async function logIn(page: Page, phone: string, tab: 'Parent or student' | 'Mentor'): Promise<void> {
  await sql`delete from otp_challenge`.execute(site.db)
  await page.goto(`/login?type=${tab.toLowerCase()}`)
  await pageReady(page)
  await site.enterPhone(page, phone)
  await page.waitForURL('**/dashboard/**')
}
const ids = async () => {
  const { rows } = await sql<{ id: string }>`select id from mentor where slug = 'sunita-deshpande'`.execute(site.db)
  return rows[0]?.id ?? ''
}

test("a family's browser stores the specification's keys from login to logout", async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await page.goto('/mentors')
  await pageReady(page)
  const name = page.locator('.mentor-card h3 a').first()
  const fullName = await name.textContent()
  await name.click()
  await page.waitForURL(/\/mentors\/[\w-]+/)
  const chosen = JSON.parse((await stored(page, 'mentor')) ?? '{}')
  expect(chosen).toMatchObject({ fullName, slug: new URL(page.url()).pathname.split('/').at(-1) })
  // A mentor chosen in a list is not a login.
  expect(await page.locator('#site-menu').textContent()).toContain('Log in')

  await logIn(page, parent, 'Parent or student')
  expect([await stored(page, 'student'), await stored(page, 'usernumber')]).toEqual([parent, parent])
  await page.goto('/chat/sunita-deshpande')
  await expect.poll(() => stored(page, 'mentorNumber')).toBe(await ids())

  await page.route('**/api/payment/quote*', (route) => route.abort())
  await page.goto(`${profile}?plan=monthly&mode=online#book`)
  await pageReady(page)
  // If the price has changed since the page was shown, no order is created and the reason is shown.
  await sql`update mentor set online_price_paise = online_price_paise + 50000 where id = ${await ids()}`.execute(
    site.db,
  )
  const card = page.locator('#book')
  await card.getByRole('button', { name: /^Book Now/ }).click()
  await card.getByText(/^Failed to initiate payment\. .*₹/).waitFor()
  expect(await stored(page, 'orderId')).toBeNull()
  await card.getByRole('button', { name: /Continue/ }).click()
  await page.waitForURL(/\/pay\/|\/sandbox\//)
  const { rows } = await sql<{ id: string }>`select o.id from payment_order o join family f on f.id = o.family_id
    join account a on a.id = f.account_id where a.phone = ${parent} order by o.created_at desc limit 1`.execute(site.db)
  await page.goto('/dashboard/student')
  expect(await stored(page, 'orderId')).toBe(rows[0]?.id)

  await pageReady(page)
  await page.locator('[popovertarget=site-menu]').first().click()
  await page.locator('#site-menu').getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => keys(page)).toEqual([])
  await context.close()
})

test("a mentor's dashboard leads to the earnings and stores its public id, never the phone number", async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await logIn(page, mentor, 'Mentor')
  await page.getByRole('link', { name: 'Earnings', exact: true }).first().waitFor()
  expect(await stored(page, 'mentor')).toBe(mentor)
  await expect.poll(() => stored(page, 'mentorNumber')).toBe(await ids())
  await context.close()
})

test("mentors read the deductions from a fee, at today's rates, on the welcome page and in the terms", async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  const facts = (await (await page.request.get('/api/site')).json()).data.fees
  expect(facts).toEqual({ commission: 10, gst: 18, tds: 0.1, tcs: 0.5 })
  for (const path of ['/signup', '/terms-and-conditions']) {
    await page.goto(path)
    await page.getByText('We deduct about 12% from each class fee: 10% commission, plus 18% GST').waitFor()
  }
  await page.goto('/hi/signup')
  await page.getByText('क़रीब 12%').waitFor()
  await context.close()
})
