// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { transaction } from '#server/platform/database.ts'
import { makeAdmin } from '#test/builders.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
const phone = '9826014210'
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Notifies the demo family of a refund and returns the email. */
async function sendNotification(onceKey: string) {
  const { rows: accounts } = await sql<{ id: string }>`
    update family set email = 'pooja@example.com' where account_id = (select id from account where phone = ${phone})
    returning account_id as id`.execute(site.db)
  const accountId = accounts[0]?.id ?? ''
  const values = inBothLanguages(() => ({ amount: '₹450', number: 'MS-1' }))
  await transaction(site.db, (tx) => notify(tx, { event: 'refund-sent', accountId, side: 'family', onceKey, values }))
  const { rows } = await sql<{ subject: string; text: string }>`
    select data ->> 'subject' as subject, text from outbox where channel = 'email' and account_id = ${accountId}
    order by id desc limit 1`.execute(site.db)
  return rows[0]
}

test('finds a template, reports its problems, and uses it in the next message', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, '9826000001', 'admin')
  await page.goto('/admin/settings/messages')
  await page.getByLabel(m.admin_text_search()).fill('working days')
  await page.getByRole('button', { name: m.admin_search_button(), exact: true }).click()
  await page.waitForURL('**q=working+days**')
  await expectSound(visit)
  await page.getByRole('link', { name: m.admin_message_name_refund_sent(), exact: true }).click()
  const subject = page.getByLabel(m.admin_text_subject_en())
  await subject.fill('Your {amuont} is coming')
  await page.getByLabel(m.admin_text_app_en()).fill('Your {amount} come back.')
  const save = page.getByRole('button', { name: m.admin_set_save(), exact: true })
  await save.click()
  await page.getByText(m.admin_text_unknown({ values: '{amuont}' })).waitFor()
  await page.getByText(m.admin_text_missing({ values: '{number}' })).waitFor()
  await expectSound(visit)

  await subject.fill('Coming back: {amount}')
  await page.getByLabel(m.admin_text_app_en()).fill('Your {amount} of {number} come back.')
  await page.getByLabel(m.admin_text_subject_hi()).fill('{amount} लौट रहे हैं')
  expect((await sendNotification('before'))?.subject).toBe('Your refund of ₹450 is on its way')
  await save.click()
  await page.getByText(m.admin_text_changed(), { exact: true }).first().waitFor()
  await page.getByText(m.admin_set_done_now()).first().waitFor()
  await expectSound(visit)
  expect(await subject.inputValue()).toBe('Coming back: {amount}')
  expect(await sendNotification('after')).toMatchObject({
    subject: 'Coming back: ₹450',
    text: expect.stringContaining('Your refund of ₹450 for order MS-1 is on its way'),
  })
  const family = await site.visit({ width: 360 })
  await site.login(family.page, phone)
  await family.page.goto('/news')
  await family.page.getByText('Your ₹450 of MS-1 come back').waitFor()
  await family.page.getByText('Your refund of ₹450 for order MS-1 is on its way').waitFor()

  await page.goto('/admin/settings/messages')
  await page.getByRole('row').filter({ hasText: m.admin_text_changed() }).waitFor()
  await page.getByRole('link', { name: m.admin_message_name_refund_sent(), exact: true }).click()
  await page.getByRole('button', { name: m.admin_text_usual() }).click()
  await page.getByText(m.admin_set_done_now()).first().waitFor()
  await expect.poll(() => subject.inputValue()).not.toBe('Coming back: {amount}')
  expect((await sendNotification('usual'))?.subject).toBe('Your refund of ₹450 is on its way')
  await page.getByRole('link', { name: m.admin_set_history() }).click()
  await page
    .getByText(/Coming back: \{amount\}/)
    .first()
    .waitFor()
})

test('shows the second of two owners what the first saved, and keeps what was typed', async () => {
  const first = await site.visit({ width: 820 })
  await site.login(first.page, '9826000001', 'admin')
  const { phone: other } = await makeAdmin(site.db, { name: 'Neha' })
  const second = await site.visit({ width: 820 })
  await site.login(second.page, other, 'admin')
  const at = '/hi/admin/settings/messages/case-opened'
  for (const { page } of [first, second]) {
    await page.goto(at)
    await pageReady(page)
  }
  const save = { name: m.admin_set_save({}, hi), exact: true }
  await first.page.getByLabel(m.admin_text_app_hi({}, hi)).fill('{about} {number}: हम {by} तक फ़ोन करेंगे।')
  await first.page.getByRole('button', save).click()
  await first.page.getByText(m.admin_set_done_now({}, hi)).first().waitFor()

  const field = second.page.getByLabel(m.admin_text_app_hi({}, hi))
  await field.fill('{about} {number} मिली। {by} तक फ़ोन आएगा।')
  await second.page.getByRole('button', save).click()
  await second.page.getByRole('alert').getByText('{about} {number}: हम {by} तक फ़ोन करेंगे।').waitFor()
  await second.page.getByText(m.admin_conflict_again({}, hi)).waitFor()
  expect(await field.inputValue()).toBe('{about} {number} मिली। {by} तक फ़ोन आएगा।')
  await expectSound(second)
  await second.page.getByRole('button', save).click()
  await second.page.getByText(m.admin_set_done_now({}, hi)).first().waitFor()
  expect(await field.inputValue()).toBe('{about} {number} मिली। {by} तक फ़ोन आएगा।')
})
