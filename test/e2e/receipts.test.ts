import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { m } from '#messages'
import { expectAccessible, expectNoSidewaysScroll, type Site, startSite } from './site.ts'

const parent = '9826014210'
const hi = { locale: 'hi' } as const

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())
beforeEach(async () => {
  await sql`delete from otp_challenge`.execute(site.db)
  await sql`delete from outbox where template = 'receipt'`.execute(site.db)
  await sql`update family set email = null`.execute(site.db)
})

/** Downloads a receipt through a link on the page; returns its file name and bytes. */
async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const link = page.getByRole('link', { name: m.pay_download({}, hi) }).first()
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a receipt is downloaded and emailed on a small phone in Hindi', { tags: ['full'] }, async () => {
  const { page, context, problems } = await site.visit({ width: 360 })
  await site.login(page, parent)
  await page.goto('/hi/dashboard/student?tab=payments')
  const fromList = await download(page)
  expect(fromList.name).toMatch(/^MS-\d\d-\d\d-\d{6}\.pdf$/)
  expect(fromList.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await page.locator('a[href*="/payment-status?order_id="]').first().click()
  await page.waitForURL('**/hi/payment-status?order_id=*')
  expect(await download(page)).toEqual(fromList)

  await page.getByRole('button', { name: m.pay_email({}, hi) }).click()
  const address = page.getByLabel(m.pay_email_address({}, hi))
  await address.waitFor()
  await expect.poll(() => address.evaluate('document.activeElement.name')).toBe('email')
  await expectAccessible(page)
  await address.fill('pooja')
  await page.getByRole('button', { name: m.pay_email_send({}, hi) }).click()
  await page.getByText(m.contact_bad_email({}, hi)).waitFor()
  expect(await address.inputValue()).toBe('pooja')
  await address.fill('pooja.sharma.of.vijay.nagar.indore@example.com')
  await page.getByRole('button', { name: m.pay_email_send({}, hi) }).click()
  // Shown beside the button and below What's Next.
  const sent = page.getByText(m.pay_email_sent({ email: 'pooja.sharma.of.vijay.nagar.indore@example.com' }, hi))
  await expect.poll(() => sent.count()).toBe(2)
  expect(await page.getByText(m.pay_next_email_none({}, hi)).count()).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const outbox = await context.newPage()
  await expect
    .poll(async () => {
      await outbox.goto('/dev/outbox')
      return await outbox.getByRole('link', { name: fromList.name }).count()
    })
    .toBe(1)
  const href = await outbox.getByRole('link', { name: fromList.name }).getAttribute('href')
  expect(await (await page.request.get(href ?? '')).body()).toEqual(fromList.bytes)

  // The profile has the address now.
  await page.reload()
  await page.getByRole('button', { name: m.pay_email({}, hi) }).click()
  await page.getByText(m.pay_email_sent({ email: 'pooja.sharma.of.vijay.nagar.indore@example.com' }, hi)).waitFor()
  await page.getByRole('button', { name: m.pay_email_other({}, hi) }).click()
  await address.waitFor()
  expect(problems.filter((one) => !one.includes('400') && !one.includes('409'))).toEqual([])
  await context.close()
})

test('without scripts a receipt is emailed too, and a lost connection keeps the input', {
  tags: ['full'],
}, async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await site.login(page, parent)
  await page.goto('/dashboard/student?tab=payments')
  await page.locator('a[href*="/payment-status?order_id="]').first().click()
  await page.getByRole('button', { name: 'Email receipt' }).click()
  await page.getByLabel('Your email address').fill('pooja')
  await page.getByRole('button', { name: 'Send Receipt' }).click()
  await page.getByText(m.contact_bad_email()).waitFor()
  await page.getByLabel('Your email address').fill('pooja@example.com')
  await page.getByRole('button', { name: 'Send Receipt' }).click()
  await expect.poll(() => page.getByText("We're sending the receipt to pooja@example.com.").count()).toBe(2)
  await page.getByRole('button', { name: 'Send to another address' }).click()
  await page.getByLabel('Your email address').waitFor()
  const address = page.url()
  await context.close()

  const scripted = await site.visit({ width: 360 })
  await sql`delete from otp_challenge`.execute(site.db)
  await sql`update family set email = null`.execute(site.db)
  await site.login(scripted.page, parent)
  await scripted.page.goto(address)
  await scripted.page.getByRole('button', { name: 'Email receipt' }).click()
  const field = scripted.page.getByLabel('Your email address')
  await field.fill('pooja@example.com')
  await scripted.context.setOffline(true)
  await scripted.page.getByRole('button', { name: 'Send Receipt' }).click()
  await scripted.page.getByText('You seem to be offline. Please try again.').waitFor()
  expect(await field.inputValue()).toBe('pooja@example.com')
  await scripted.context.setOffline(false)
  await scripted.page.getByRole('button', { name: 'Send Receipt' }).click()
  // Beside the button; below What's Next it was shown before.
  await expect.poll(() => scripted.page.getByText("We're sending the receipt to pooja@example.com.").count()).toBe(2)
  await scripted.context.close()
})
