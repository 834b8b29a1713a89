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

/** An admin on the overview, and a count of what it taps; typing is free. */
async function onOverview(width: number) {
  const { page } = await site.visit({ width })
  await site.login(page, (await makeAdmin(site.db, { role: 'owner' })).phone, 'admin')
  await page.goto('/admin')
  await pageReady(page)
  const taps = { count: 0 }
  const tap = async (on: Locator) => {
    await on.click()
    taps.count += 1
  }
  return { page, tap, taps }
}
const choose = (dialog: Locator, name: string) => dialog.locator(`label:has([name="${name}"])`)

test('an applicant with an uploaded document is verified with seven taps from the overview', async () => {
  await sql`update mentor_check set state = 'pending' where kind in ('identity', 'qualification', 'interview')
    and mentor_id in (select id from mentor where status in ('submitted', 'in_review'))`.execute(site.db)
  const { page, tap, taps } = await onOverview(1280)
  const verify = page.getByRole('link', { name: new RegExp(`^${m.admin_verify()}: `) }).first()
  const name = (await verify.getAttribute('aria-label'))?.split(': ')[1] ?? ''
  await tap(verify)
  const dialog = page.getByRole('dialog')
  await tap(choose(dialog, 'identity.basis').filter({ hasText: 'Aadhaar' }))
  await tap(choose(dialog, 'qualification.basis').nth(1))
  if ((await dialog.locator('[name="qualification.method"]:checked').count()) === 0)
    await tap(choose(dialog, 'qualification.method').nth(1))
  await tap(choose(dialog, 'interview.basis').nth(1))
  await tap(choose(dialog, 'interview.method').first())
  await tap(dialog.getByRole('button', { name: m.admin_verify_confirm() }))
  await page.locator('.toast', { hasText: m.admin_done_verify() }).waitFor()
  const { rows } = await sql<{ status: string }>`select status from mentor where full_name = ${name}`.execute(site.db)
  expect(rows.map(({ status }) => status)).toContain('verified')
  expect(taps.count).toBeLessThanOrEqual(7)
  await page.context().close()
})

test('a booking is refunded with six taps from the overview', async () => {
  const { rows } = await sql<{ number: string }>`
    select o.number from booking b join payment_order o on o.id = b.order_id
    where b.status = 'pending_schedule' order by o.number limit 1`.execute(site.db)
  const number = rows[0]?.number ?? ''
  const { page, tap, taps } = await onOverview(1280)
  const search = page.getByRole('combobox', { name: m.admin_found_label() })
  await tap(search)
  await search.fill(number)
  await tap(page.getByRole('option').filter({ hasText: number }).first())
  await tap(page.getByRole('link', { name: m.admin_booking_refund(), exact: true }))
  await tap(page.getByLabel(m.admin_refund_amount()))
  await page.keyboard.type('10')
  await tap(page.getByLabel(m.admin_refund_why()))
  await page.keyboard.type('They asked')
  await tap(page.getByRole('button', { name: m.admin_refund_send(), exact: true }))
  await expect
    .poll(async () => {
      const found = await sql`select from refund r join payment_order o on o.id = r.order_id
        where o.number = ${number} and r.amount_paise = 1000`.execute(site.db)
      return found.rows.length
    })
    .toBe(1)
  expect(taps.count).toBeLessThanOrEqual(6)
  await page.context().close()
})

test('a call is found with two taps from the overview, on a phone with three', async () => {
  const open = (page: Page) => page.locator('[data-row]').first().locator('[data-open]')
  for (const [width, most] of [
    [1280, 2],
    [360, 3],
  ] as const) {
    const { page, tap, taps } = await onOverview(width)
    if (width === 360) await tap(page.getByRole('button', { name: m.admin_menu() }))
    await tap(page.getByRole('navigation', { name: m.admin_menu() }).getByRole('link', { name: m.admin_calls() }))
    await tap(open(page))
    await page.locator('.row-panel').waitFor()
    expect(taps.count).toBe(most)
    await page.context().close()
  }
})
