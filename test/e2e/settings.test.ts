import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { sealOptOut } from '#server/notifications/opt-out.ts'
import { transaction } from '#server/platform/database.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
const phone = '9826014210'
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Presses Tab until the element has focus, as a keyboard user does. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if ((await wanted.and(page.locator(':focus')).count()) === 1) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${wanted}`)
}
async function press(page: Page, wanted: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

test('a family sets name, children, notifications and language in Hindi on a small phone', async () => {
  const visit = await site.visit({ width: 360 })
  const { page, context, problems } = visit
  await site.login(page, phone)
  await page.goto('/hi/dashboard/student')
  await page
    .locator('.tab-bar')
    .getByRole('link', { name: m.shell_more({}, hi) })
    .click()
  await page.getByRole('link', { name: m.dash_settings({}, hi) }).click()
  await page.getByRole('heading', { level: 1, name: m.dash_settings({}, hi) }).waitFor()
  const save = page.getByRole('button', { name: m.settings_save({}, hi), exact: true })
  const told = page.getByText(m.settings_saved({}, hi))
  await page.getByLabel(m.settings_name({}, hi)).fill('पूजा शर्मा')
  const email = page.getByLabel(m.apply_optional({ label: m.contact_email({}, hi) }, hi))
  await email.fill('pooja@invalid')
  await save.click()
  await page.getByText(m.contact_bad_email({}, hi)).waitFor()
  expect(await email.and(page.locator(':focus')).count()).toBe(1)
  await email.fill('pooja@example.com')
  // Offline, the input stays and can be submitted again.
  await context.setOffline(true)
  await save.click()
  await page.getByText(m.failure_connection({}, hi)).waitFor()
  await context.setOffline(false)
  expect(await email.inputValue()).toBe('pooja@example.com')
  problems.length = 0
  await save.click()
  await told.first().waitFor()
  await expectSound(visit)

  await page.getByRole('tab', { name: m.settings_learners({}, hi) }).click()
  await page.getByRole('link', { name: m.settings_learner_add({}, hi) }).click()
  const dialog = page.getByRole('dialog')
  const name = 'अनन्या शर्मा जिसका नाम बहुत लंबा है और दो लाइनों में आता है'
  await dialog.getByLabel(m.dash_student_name({}, hi)).fill(name)
  await dialog.getByLabel(m.apply_optional({ label: m.dash_class({}, hi) }, hi)).selectOption('5')
  await expectSound(visit)
  await dialog.getByRole('button', { name: m.settings_learner_add({}, hi) }).click()
  const card = page.getByRole('listitem').filter({ hasText: name })
  await card.getByRole('link').click()
  await dialog.getByLabel(m.apply_optional({ label: m.dash_school({}, hi) }, hi)).fill('शिशु कुंज')
  await dialog.getByRole('button', { name: m.settings_save({}, hi), exact: true }).click()
  await card.getByText(/शिशु कुंज/).waitFor()
  await expectSound(visit)
  await card.getByRole('link').click()
  await dialog.getByRole('button', { name: m.settings_learner_away({}, hi) }).click()
  await page.getByText(m.settings_learners_away({ count: 1 }, hi)).click()
  await page.getByRole('button', { name: new RegExp(m.settings_learner_back({}, hi)) }).click()
  await card.getByRole('link').waitFor()

  await page.getByRole('tab', { name: m.settings_messages({}, hi) }).click()
  const bookings = page.getByRole('group', { name: m.dash_bookings({}, hi) }).getByLabel(m.settings_sms({}, hi))
  await bookings.uncheck()
  // What was said of an earlier save may still be shown.
  const saved = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await page.getByRole('button', { name: m.settings_save({}, hi), exact: true }).click()
  await saved
  await told.first().waitFor()
  await expectSound(visit)
  await page.reload()
  expect(await bookings.isChecked()).toBe(false)
  expect(
    await page
      .getByRole('group', { name: m.dash_payments({}, hi) })
      .getByRole('checkbox')
      .count(),
  ).toBe(3)

  // The new name is used at once, and the other language is a separate document.
  await page
    .locator('.tab-bar')
    .getByRole('link', { name: m.shell_home({}, hi) })
    .click()
  await page.getByRole('heading', { level: 1, name: m.dash_namaste({ name: 'पूजा' }, hi) }).waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: m.settings_profile({}, hi) }).click()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await page.waitForURL('**/dashboard/settings?done=language')
  await page.getByText(m.settings_language_set()).waitFor()
  const { rows } = await sql<{ language: string }>`select language from account where phone = ${phone}`.execute(site.db)
  expect(rows[0]?.language).toBe('en')
  await context.close()
})

test('by keyboard: one of two children, an attendance entry, and logging out another device', {
  tags: ['full'],
}, async () => {
  const other = await site.visit({ width: 360 })
  await site.login(other.page, phone)
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, phone)
  await page.goto('/dashboard/student')
  await pageReady(page)
  const children = page.getByRole('navigation', { name: m.settings_learners() }).getByRole('link')
  expect(await children.count()).toBeGreaterThan(2)
  const cards = page.locator('main a[href*="/bookings/"]')
  const all = await cards.count()
  await press(page, children.last())
  await expect.poll(() => cards.count()).toBeLessThan(all)
  expect(await children.last().and(page.locator(':focus')).count()).toBe(1)
  await press(page, children.first())
  await expect.poll(() => cards.count()).toBe(all)
  await press(page, page.locator('.register-cell').first())
  await page.getByRole('dialog').getByText(m.dash_fee(), { exact: true }).waitFor()
  await expectSound(visit)
  await page.keyboard.press('Escape')

  await page.goto('/dashboard/settings')
  await pageReady(page)
  await tabTo(page, page.getByRole('tab', { name: m.settings_profile() }))
  await page.keyboard.press('End')
  await page.getByText(m.settings_device_this(), { exact: true }).waitFor()
  await expectSound(visit)
  const out = page.getByRole('button', { name: new RegExp(`^${m.shell_log_out()}, `) })
  const before = await out.count()
  expect(before).toBeGreaterThan(0)
  await press(page, page.getByRole('button', { name: before > 1 ? m.settings_devices_end() : /^Log out, / }), 'Space')
  await expect.poll(() => out.count()).toBe(0)
  await other.page.goto('/dashboard/student')
  expect(new URL(other.page.url()).pathname).toBe('/login')
  await page.keyboard.press('F5')
  await page.getByText(m.settings_device_this(), { exact: true }).waitFor()
  await page.goto('/dashboard/student')
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('without scripts a family saves its name and sees a confirmation', { tags: ['full'] }, async () => {
  const { page } = await site.visit({ width: 360, scripts: false })
  await site.login(page, phone)
  await page.goto('/dashboard/settings')
  await page.getByLabel(m.settings_name()).fill('Pooja Sharma')
  await page.getByRole('button', { name: m.settings_save(), exact: true }).first().click()
  await page.getByText(m.settings_saved()).waitFor()
  await page.goto('/dashboard/settings?tab=learners&edit=new')
  await page.getByRole('button', { name: m.settings_learner_add() }).waitFor()
  expect(await page.getByLabel(m.dash_student_name()).isVisible()).toBe(true)
})

test('the bell counts notifications as they arrive, and each links to its page', { tags: ['full'] }, async () => {
  const { rows } = await sql<{
    accountId: string
  }>`select id as "accountId" from account where phone = ${phone}`.execute(site.db)
  const accountId = rows[0]?.accountId ?? ''
  const values = inBothLanguages(() => ({ amount: '₹450', number: 'MS-1' }))
  const sendNotification = (onceKey: string) =>
    transaction(site.db, (tx) => notify(tx, { event: 'refund-sent', accountId, side: 'family', onceKey, values }))
  const visitor = await site.visit({ width: 360 })
  const sockets: string[] = []
  visitor.page.on('websocket', (socket) => sockets.push(socket.url()))
  visitor.page.on(
    'request',
    (request) => /socket|live-unread|realtime/.test(request.url()) && sockets.push(request.url()),
  )
  await visitor.page.goto('/', { waitUntil: 'networkidle' })

  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await site.login(page, phone)
  const bell = (count: number) => page.getByRole('link', { name: m.shell_news({ count }) })
  // Two of the demo, and one about the email that the first test changed; the fourth comes before the page is connected.
  await page.goto('/dashboard/student', { waitUntil: 'commit' })
  await bell(3).waitFor()
  await sendNotification('one')
  await bell(4).waitFor()
  await bell(4).click()
  await page.getByRole('heading', { level: 2, name: m.news_today() }).waitFor()
  await expectSound(visit)
  await page.getByRole('button', { name: m.news_read_all() }).click()
  await bell(0).waitFor()
  expect(await page.getByText(m.news_unread()).count()).toBe(0)
  await sendNotification('two')
  await bell(1).waitFor()
  await page.getByRole('link', { name: new RegExp(`^${m.news_unread()}`) }).click()
  await page.waitForURL('**/dashboard/student/payments')
  await bell(0).waitFor()
  expect(sockets).toEqual([])
})

test('an unsubscribe link works without scripts and login; an admin resends a failed email', {
  tags: ['full'],
}, async () => {
  const { rows } = await sql<{
    accountId: string
  }>`select id as "accountId" from account where phone = ${phone}`.execute(site.db)
  const token = sealOptOut(site.context.cursors, { accountId: rows[0]?.accountId ?? '', kind: 'payments' })
  const visit = await site.visit({ width: 360, scripts: false })
  await visit.page.goto(`/hi/message-off/${token}`)
  await visit.page.getByRole('button', { name: m.off_button({}, hi) }).click()
  await visit.page.getByRole('heading', { level: 1, name: m.off_done({}, hi) }).waitFor()
  // One-click unsubscribe as mail programs do it (RFC 8058).
  const pressed = await fetch(`${site.url}/message-off/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(pressed.status).toBe(200)
  expect((await fetch(`${site.url}/message-off/${token.slice(1)}`)).status).toBe(404)

  const admin = await site.visit({ width: 1280 })
  await admin.page.goto(`/message-off/${token}`)
  await expectSound(admin)
  await site.login(admin.page, '9826000001', 'admin')
  await admin.page.goto('/admin/messages')
  const lost = admin.page.getByRole('row').filter({ hasText: 'Anjali Joshi' })
  await lost.waitFor()
  await expectSound(admin)
  await lost.getByRole('button', { name: m.admin_message_again() }).click()
  await admin.page.getByText(m.admin_message_again_done()).waitFor()
  await expect.poll(() => lost.count()).toBe(0)
})

test('an admin finds a family, suspends and restores it, and cancels a class with a reason', {
  tags: ['full'],
}, async () => {
  const family = await site.visit({ width: 360 })
  await sql`update account set suspended_at = null where phone = '9000012345'`.execute(site.db)
  await site.login(family.page, '9000012345')
  const admin = await site.visit({ width: 820 })
  const { page } = admin
  await site.login(page, '9826000001', 'admin')
  await page.goto('/hi/admin/users?q=9000012345')
  await page.getByRole('link', { name: m.admin_people_unnamed({}, hi) }).click()
  const act = async (name: string) => {
    const fold = page.locator('details').filter({ has: page.locator('summary', { hasText: name }) })
    await fold.locator('summary').click()
    await fold.getByLabel(m.admin_account_reason({}, hi)).fill('फ़ोन पर बताया')
    await fold.getByRole('button', { name, exact: true }).click()
  }
  await act(m.admin_account_suspend({}, hi))
  await page.getByText(m.admin_account_suspended({}, hi)).waitFor()
  await expectSound(admin)
  await family.page.goto('/dashboard/student')
  expect(new URL(family.page.url()).pathname).toBe('/login')
  await act(m.admin_account_restore({}, hi))
  await page.getByText(m.admin_account_restored({}, hi)).waitFor()
  await site.login(family.page, '9000012345')

  await page.goto('/admin/sessions?q=9826014212&status=scheduled')
  await page.getByRole('cell').getByRole('link').first().click()
  await page.getByText(m.admin_booking_skip(), { exact: true }).click()
  const send = page.getByRole('button', { name: m.admin_booking_skip_do(), exact: true })
  await send.click()
  await page.getByText(m.admin_pay_bad_reason()).waitFor()
  await page.locator('details[open]').getByLabel(m.admin_booking_reason()).fill('The family is away')
  await send.click()
  await page.getByText(m.admin_booking_skipped()).waitFor()
  await page.getByText('The family is away').waitFor()
  await expectSound(admin)
})
