import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoAdmin, demoTotpSecret } from '#server/demo/people.ts'
import { expectAccessible, expectNoSidewaysScroll, openRow, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

test('an admin reconciles with the gateway, reads a discrepancy and closes it with a note', {
  tags: ['full'],
}, async () => {
  const { page, problems } = await site.visit({ width: 360 })
  const post = (path: string, data: object) => page.request.post(path, { data })
  const who = { userType: 'admin', phone: demoAdmin.phone }
  const sent = await (await post('/api/otp/send-otp', { userType: who.userType, mobile: who.phone })).json()
  const { verificationId } = sent as { verificationId: string } // safe: defined by the contract
  const totp = new TOTP({ secret: Secret.fromBase32(demoTotpSecret) }).generate()
  expect(
    (await post('/api/otp/verify-otp', { ...who, verificationId, code: await site.codeFor(who.phone), totp })).ok(),
  ).toBe(true)
  await page.goto('/hi/admin/books')
  await page.getByText(m.admin_books_never({}, hi)).waitFor()
  // A payment from another shop that uses the same gateway account.
  await sql`with shop as (insert into sandbox_order select 'another-shop', 'session_x', amount_paise, customer, return_url, notify_url, 'PAID',
      expires_at from sandbox_order limit 1 returning order_id)
    insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference) select order_id, 'SUCCESS', 129900, '', '1' from shop`.execute(
    site.db,
  )
  await page.getByRole('button', { name: m.admin_books_check({}, hi) }).click()
  await page.getByText(m.admin_books_bad({ count: 1 }, hi)).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin/books')
  await openRow(page, '')
  await page.getByText(m.admin_books_resolve()).first().click()
  await page.getByLabel(m.admin_books_note()).fill('Sent back in the dashboard')
  await page.getByRole('button', { name: m.admin_books_resolve() }).click()
  await page.getByText(m.admin_books_resolved()).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: m.admin_books_show_resolved({ count: 1 }) }).click()
  await (await openRow(page, '')).getByText('Sent back in the dashboard').waitFor()
  await page.getByText(m.admin_books_sum()).waitFor()
  expect(problems).toEqual([])
})
