import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoAdmin } from '#server/demo/people.ts'
import { expectAccessible, expectNoSidewaysScroll, type Site, startSite } from './site.ts'

const parent = '9826014210'
const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite({ mentors: 60 })
  await sql`update booking set schedule_by = now() - interval '1 hour' where status = 'pending_schedule'`.execute(
    site.db,
  )
})
afterAll(() => site.stop())

test('a family asks in Hindi on a small phone, an admin approves, the bank’s reference arrives', async () => {
  const { page, context, problems } = await site.visit({ width: 360 })
  await site.login(page, parent, 'student')
  await page.goto('/hi/dashboard/student?tab=payments')
  await page
    .getByRole('button', { name: m.refund_ask({}, hi) })
    .first()
    .click()
  await page.getByText(m.refund_badge_requested({}, hi), { exact: true }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const admin = await site.visit({ width: 1280 })
  await site.login(admin.page, demoAdmin.phone, 'admin')
  await admin.page.goto('/admin/refunds?status=requested')
  await expectAccessible(admin.page)
  await admin.page.getByRole('button', { name: m.admin_refund_approve() }).click()
  await admin.page.getByText(m.admin_refund_done({ status: '' }).trim()).waitFor()
  await expect
    .poll(
      async () => {
        await page.reload()
        return await page.getByText(m.refund_badge_settled({}, hi), { exact: true }).count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect([...problems, ...admin.problems]).toEqual([])
  await Promise.all([context.close(), admin.context.close()])
})

test('before scripts run an admin finds an order and refunds a part of it', async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await site.login(page, demoAdmin.phone, 'admin')
  const { rows } = await sql<{
    number: string
  }>`select o.number from payment_order o join booking b on b.order_id = o.id
    where b.status = 'scheduled' and o.plan = 'monthly' order by o.id desc limit 1`.execute(site.db)
  await page.goto('/admin/refunds')
  await page.getByLabel(m.admin_refund_order()).fill(rows[0]?.number ?? '')
  await page.getByRole('button', { name: m.admin_search_button() }).click()
  await page.getByLabel(m.admin_refund_amount()).fill('10.50')
  await page.getByLabel(m.admin_refund_why()).fill('One class was short')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: m.admin_refund_send() }).click()
  // Approved, or further already: it is sent at once.
  await page.getByText(m.admin_refund_done({ status: '' }).trim()).waitFor()
  await page.getByText('₹10.50').first().waitFor()
  await expectNoSidewaysScroll(page)
  await context.close()
})
