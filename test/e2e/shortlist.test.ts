// @module-tag full
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const bookmark = (page: Page, name: string) =>
  page.getByRole('button', { name: `Add ${name} to your shortlist` }).first()
const isKept = (page: Page, name: string) => bookmark(page, name).getAttribute('aria-pressed')

test('the shortlist works before login and is kept after it, on this device and the next', async () => {
  const phone = '9811100031'
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await page.goto('/mentors?area=Vijay+Nagar&city=Indore')
  await bookmark(page, 'Sunita Deshpande').click()
  await page.getByRole('link', { name: 'Shortlist (1)' }).first().waitFor()
  expect(await isKept(page, 'Sunita Deshpande')).toBe('true')
  await expectSound(visit)
  await page.goto('/mentors/imran-qureshi')
  await bookmark(page, 'Imran Qureshi').click()
  await page.getByRole('link', { name: 'Shortlist (2)' }).first().click()
  await page.getByRole('heading', { name: 'Shortlist', level: 1 }).waitFor()
  expect(await page.locator('main h3').allTextContents()).toEqual(['Imran Qureshi', 'Sunita Deshpande'])
  await expectSound(visit)

  await page.getByRole('link', { name: /Log in to see your shortlist/ }).click()
  await page.waitForURL(/\/login\?next=/)
  await site.enterPhone(page, phone)
  await page.waitForURL((url) => url.pathname === '/shortlist')
  await expect.poll(() => page.locator('main h3').allTextContents()).toEqual(['Imran Qureshi', 'Sunita Deshpande'])
  expect((await visit.context.cookies()).map(({ name }) => name)).not.toContain('shortlist')
  await bookmark(page, 'Imran Qureshi').click()
  await expect.poll(() => page.locator('main h3').allTextContents()).toEqual(['Sunita Deshpande'])
  await expectSound(visit)

  const other = await site.visit({ width: 360 })
  await sql`delete from otp_challenge where phone = ${phone}`.execute(site.db)
  await other.page.goto('/login?next=/shortlist')
  await site.enterPhone(other.page, phone)
  await other.page.waitForURL((url) => url.pathname === '/shortlist')
  await other.page.getByRole('heading', { name: 'Sunita Deshpande' }).waitFor()
  await expectSound(other)
  await sql`update mentor set show_on_website = false where slug = 'sunita-deshpande'`.execute(site.db)
  await other.page.reload()
  await other.page.getByText("Saved mentors who aren't available now: 1").waitFor()
  await sql`update mentor set show_on_website = true where slug = 'sunita-deshpande'`.execute(site.db)
  await Promise.all([visit.context.close(), other.context.close()])
})

test('without scripts a bookmark is a form that returns to its page, in Hindi too', async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await page.goto('/hi/mentors?area=Vijay+Nagar&city=Indore')
  const name = await page.locator('main h3').first().textContent()
  await page.getByRole('button', { name: `${name} को शॉर्टलिस्ट में रखें` }).click()
  await page.waitForURL('**/hi/mentors?area=Vijay+Nagar&city=Indore')
  expect(await page.getByRole('button', { name: `${name} को शॉर्टलिस्ट में रखें` }).getAttribute('aria-pressed')).toBe('true')
  await page.goto('/hi/shortlist')
  await page.getByRole('heading', { name: name ?? '' }).waitFor()
  await page.getByRole('button', { name: `${name} को शॉर्टलिस्ट में रखें` }).click()
  await page.getByRole('heading', { name: 'आपकी शॉर्टलिस्ट ख़ाली है' }).waitFor()
  await context.close()
})

test('a lost connection keeps the list and says that nothing changed', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await page.goto('/mentors?area=Vijay+Nagar&city=Indore')
  await pageReady(page)
  await context.setOffline(true)
  await bookmark(page, 'Sunita Deshpande').click()
  await page.getByText("You're offline. Your shortlist hasn't changed.").waitFor()
  expect(await isKept(page, 'Sunita Deshpande')).toBe('false')
  await context.close()
})
