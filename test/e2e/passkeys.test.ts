import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoAdmin } from '#server/demo/people.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
const family = '9826014210'
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Gives a page an authenticator that verifies its user, or refuses to. */
async function withAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a family adds a passkey, logs in with it and removes it', { tags: ['full'] }, async () => {
  const visit = await site.visit({ width: 360 })
  const { page, context } = visit
  const device = await withAuthenticator(context, page)
  await site.login(page, family)
  await page.goto('/hi/dashboard/settings?tab=passkeys')
  await pageReady(page)
  await page.getByLabel(m.passkey_name({}, hi)).fill('मेरा फ़ोन')
  await page.getByRole('button', { name: m.passkey_add({}, hi) }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'मेरा फ़ोन' })
  await card.getByText(m.passkey_unused({}, hi)).waitFor()
  await expectSound(visit)

  await page.request.post('/api/session/logout')
  await page.goto('/hi/login?next=/dashboard/settings?tab=passkeys')
  await pageReady(page)
  const use = page.getByRole('button', { name: m.passkey_login({}, hi) })
  await device.verifies(false)
  await use.click()
  await page.getByText(m.passkey_cancelled({}, hi)).waitFor()
  await expectSound(visit)
  await device.verifies(true)
  await use.click()
  await page.waitForURL(/dashboard\/settings/)
  await pageReady(page)
  await card.waitFor()
  expect(await card.getByText(m.passkey_unused({}, hi)).count()).toBe(0)
  const { rows } = await sql<{ used: boolean }>`select used_at is not null as used from passkey`.execute(site.db)
  expect(rows).toEqual([{ used: true }])

  // An old login cannot add one, but can remove one.
  await sql`update session set created_at = created_at - interval '1 hour'`.execute(site.db)
  await page.reload()
  await pageReady(page)
  await page.getByText(m.passkey_again({}, hi)).waitFor()
  await expectSound(visit)
  await page.getByRole('button', { name: m.passkey_remove_named({ name: 'मेरा फ़ोन' }, hi) }).click()
  await expect.poll(() => card.count()).toBe(0)
})

test('an admin uses a passkey instead of the authenticator code', { tags: ['full'] }, async () => {
  const visit = await site.visit({ width: 1200 })
  const { page, context } = visit
  const device = await withAuthenticator(context, page)
  await site.login(page, demoAdmin.phone, 'admin')
  await page.goto('/admin/passkeys')
  await pageReady(page)
  await page.getByLabel(m.passkey_name()).fill('Laptop')
  await page.getByRole('button', { name: m.passkey_add() }).click()
  await page.getByRole('listitem').filter({ hasText: 'Laptop' }).waitFor()
  await expectSound(visit)

  await page.request.post('/api/session/logout')
  await sql`delete from otp_challenge`.execute(site.db)
  await page.goto('/admin/login')
  await pageReady(page)
  await page.getByLabel(m.login_phone()).fill(demoAdmin.phone)
  await page.getByRole('button', { name: m.login_send_otp() }).click()
  await page.getByLabel(m.login_code()).waitFor()
  await page.getByLabel(m.login_code()).fill(await site.codeFor(demoAdmin.phone))
  const use = page.getByRole('button', { name: m.passkey_login() })
  await use.waitFor()
  await expectSound(visit)
  await device.verifies(false)
  await use.click()
  await page.getByText(m.passkey_cancelled()).waitFor()
  // Refused by the server, the step stays and says why.
  await device.verifies(true)
  await sql`update passkey set by_admin = false`.execute(site.db)
  await use.click()
  await page.getByText("We couldn't verify this passkey.").waitFor()
  await sql`update passkey set by_admin = true`.execute(site.db)
  await use.click()
  await page.waitForURL((url) => url.pathname === '/admin')
})
