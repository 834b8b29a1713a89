// @module-tag full
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { makeAdmin } from '#test/builders.ts'
import { pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** An admin on the overview, and how often it pressed the pointer in the page since; typing is free. */
async function onOverview(width: number) {
  const { page } = await site.visit({ width })
  let taps = 0
  await page.exposeFunction('countTap', () => {
    taps += 1
  })
  // Not `click`: of a label, its field gets a second one.
  await page.addInitScript("document.addEventListener('pointerdown', () => countTap(), true)")
  await site.login(page, (await makeAdmin(site.db, { role: 'owner' })).phone, 'admin')
  await page.goto('/admin')
  await pageReady(page)
  taps = 0
  return { page, taps: () => taps }
}
const choose = (dialog: Locator, name: string) => dialog.locator(`label:has([name="${name}"])`)

test('an applicant with an uploaded document is verified with seven taps from the overview', async () => {
  await sql`update mentor_check set state = 'pending' where kind in ('identity', 'qualification', 'interview')
    and mentor_id in (select id from mentor where status in ('submitted', 'in_review'))`.execute(site.db)
  const { page, taps } = await onOverview(1280)
  const verify = page.getByRole('link', { name: new RegExp(`^${m.admin_verify()}: `) }).first()
  const name = (await verify.getAttribute('aria-label'))?.split(': ')[1] ?? ''
  await verify.click()
  const dialog = page.getByRole('dialog')
  await choose(dialog, 'identity.basis').filter({ hasText: 'Aadhaar' }).click()
  await choose(dialog, 'qualification.basis').nth(1).click()
  if ((await dialog.locator('[name="qualification.method"]:checked').count()) === 0)
    await choose(dialog, 'qualification.method').nth(1).click()
  await choose(dialog, 'interview.basis').nth(1).click()
  await choose(dialog, 'interview.method').first().click()
  await dialog.getByRole('button', { name: m.admin_verify_confirm() }).click()
  await page.locator('.toast', { hasText: m.admin_done_verify() }).waitFor()
  const { rows } = await sql<{ status: string }>`select status from mentor where full_name = ${name}`.execute(site.db)
  expect(rows.map(({ status }) => status)).toContain('verified')
  expect(taps()).toBeLessThanOrEqual(7)
  await page.context().close()
})

test('a booking is refunded with six taps from the overview, the last one to confirm', async () => {
  const { rows } = await sql<{ number: string }>`
    select o.number from booking b join payment_order o on o.id = b.order_id
    where b.status = 'pending_schedule' order by o.number limit 1`.execute(site.db)
  const number = rows[0]?.number ?? ''
  const { page, taps } = await onOverview(1280)
  const search = page.getByRole('combobox', { name: m.admin_found_label() })
  await search.click()
  await search.fill(number)
  await page.getByRole('option').filter({ hasText: number }).first().click()
  await page.getByRole('link', { name: m.admin_booking_refund(), exact: true }).click()
  await page.locator('[name="amount"]:focus').waitFor()
  await page.keyboard.type('10')
  await page.getByLabel(m.admin_refund_why()).click()
  await page.keyboard.type('They asked')
  await page.getByRole('button', { name: m.admin_refund_send(), exact: true }).click()
  await page.getByRole('button', { name: m.admin_refund_sure_do({ amount: '₹10' }) }).click()
  await expect
    .poll(async () => {
      const found = await sql`select from refund r join payment_order o on o.id = r.order_id
        where o.number = ${number} and r.amount_paise = 1000`.execute(site.db)
      return found.rows.length
    })
    .toBe(1)
  expect(taps()).toBeLessThanOrEqual(6)
  await page.context().close()
})

test('a call is found with two taps from the overview, on a phone with three', async () => {
  const open = (page: Page) => page.locator('[data-row]').first().locator('[data-open]')
  for (const [width, most] of [
    [1280, 2],
    [360, 3],
  ] as const) {
    const { page, taps } = await onOverview(width)
    if (width === 360) await page.getByRole('button', { name: m.admin_menu() }).click()
    await page.getByRole('navigation', { name: m.admin_menu() }).getByRole('link', { name: m.admin_calls() }).click()
    await open(page).click()
    await page.locator('.row-panel').waitFor()
    expect(taps()).toBe(most)
    await page.context().close()
  }
})
