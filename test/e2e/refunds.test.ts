import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultAnswerTemplates } from '#contract/support/answer-templates.ts'
import { m } from '#messages'
import { demoAdmin } from '#server/demo/people.ts'
import { expectAccessible, expectNoSidewaysScroll, expectSound, openRow, type Site, startSite } from './site.ts'

const parent = '9826014210'
const hi = { locale: 'hi' } as const
/** Approved, sent or done, because it is sent at once. */
const refundDone = /^Refund of ₹[\d.,]+ (approved|sent|done)\./
let site: Site
beforeAll(async () => {
  site = await startSite()
  await sql`update booking set schedule_by = now() - interval '1 hour' where status = 'pending_schedule'`.execute(
    site.db,
  )
})
afterAll(() => site.stop())

test('a family requests a refund in Hindi on a small phone, an admin approves, the bank reference arrives', async () => {
  const { page, context, problems } = await site.visit({ width: 360 })
  await site.login(page, parent, 'student')
  await page.goto('/hi/dashboard/student?tab=payments')
  await page
    .getByRole('button', { name: m.refund_ask({}, hi) })
    .first()
    .click()
  await page.locator('.toast', { hasText: m.refund_asked({}, hi) }).waitFor()
  await page.getByText(m.refund_badge_requested({}, hi), { exact: true }).waitFor()
  // A request opens a case with a number.
  await page.getByText(/MS-20\d\d-\d{6}.*, CASE-20\d\d-\d{6}/).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const admin = await site.visit({ width: 1280 })
  await site.login(admin.page, demoAdmin.phone, 'admin')
  await admin.page.goto('/admin/refunds?status=requested')
  await openRow(admin.page, '')
  await expectAccessible(admin.page)
  // Declining needs a reason, asked for at its field.
  await admin.page.getByText(m.admin_refund_decline(), { exact: true }).first().click()
  await admin.page.getByRole('button', { name: m.admin_refund_decline() }).click()
  await admin.page.locator('[name=reason][aria-invalid=true]').waitFor()
  await admin.page.getByRole('button', { name: m.admin_refund_approve() }).click()
  await admin.page.getByText(refundDone).first().waitFor()
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
  // The browser logs the refusal as an error.
  expect([...problems, ...admin.problems].filter((one) => !/ status of 400 /.test(one))).toEqual([])
  await Promise.all([context.close(), admin.context.close()])
})

test('without scripts an admin finds an order and refunds part of it', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await site.login(page, demoAdmin.phone, 'admin')
  const { rows } = await sql<{
    number: string
  }>`select o.number from payment_order o join booking b on b.order_id = o.id
    where b.status = 'scheduled' and o.plan = 'monthly' order by o.id desc limit 1`.execute(site.db)
  await page.goto('/admin/refunds')
  await page.getByLabel(m.admin_class_q()).fill(rows[0]?.number ?? '')
  await page.getByRole('button', { name: m.admin_search_button() }).click()
  await page.getByLabel(m.admin_refund_amount()).fill('10.50')
  await page.getByLabel(m.admin_refund_why()).fill('One class was short')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: m.admin_refund_send() }).click()
  // Approved, or already sent, because it is sent at once.
  await page.getByText(refundDone).first().waitFor()
  await page.getByText('₹10.50').first().waitFor()
  await expectNoSidewaysScroll(page)
  await context.close()
})

test('an admin cancels a booking on its page with a partial refund', { tags: ['full'] }, async () => {
  const { page, context, problems } = await site.visit({ width: 820 })
  await site.login(page, demoAdmin.phone, 'admin')
  const { rows } = await sql<{ id: string }>`
    select id from booking b where status = 'scheduled' and plan = 'monthly' and refunded_paise = 0 order by id desc limit 1`.execute(
    site.db,
  )
  await page.goto(`/admin/sessions/${rows[0]?.id}`)
  await page.getByText(m.admin_booking_cancel(), { exact: true }).click()
  await page.getByLabel(m.admin_booking_cancel_refund()).selectOption('part')
  await page.getByLabel(m.admin_booking_reason()).last().fill('They moved')
  const send = page.getByRole('button', { name: m.admin_booking_cancel_do() })
  await send.click()
  await page.getByText(m.admin_booking_bad()).waitFor()
  await page.getByLabel(m.admin_booking_cancel_amount()).fill('100.50')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await send.click()
  await page.getByText(m.admin_booking_cancelled()).first().waitFor()
  await page.getByText('₹100.50').first().waitFor()
  expect(await send.count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('a case from contact form to refund: assigned, answered, refunded, resolved', {
  tags: ['full'],
}, async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await site.login(page, '9826014211', 'student')
  await page.goto('/contact-us')
  await page.getByLabel(m.contact_topic()).selectOption('refund')
  await page.getByLabel(m.contact_message()).fill('We paid for a class that was too short, please send a part back.')
  await page.getByRole('button', { name: m.contact_send() }).click()
  const [number = ''] = /CASE-20\d\d-\d{6}/.exec((await page.getByText(/CASE-20\d\d-\d{6}/).textContent()) ?? '') ?? []
  await context.close()

  const office = await site.visit({ width: 820 })
  await site.login(office.page, demoAdmin.phone, 'admin')
  const admin = office.page
  await admin.goto(`/admin/reports?q=${number}`)
  await admin.getByText(/^We paid for a class that was t/).waitFor()
  await expectSound(office)
  await admin.getByRole('link', { name: number }).click()
  await admin.getByRole('button', { name: m.cases_take() }).click()
  await admin.getByText(m.cases_done_take(), { exact: true }).waitFor()
  await admin.getByText(m.cases_status_under_review(), { exact: true }).waitFor()
  await admin.getByRole('link', { name: defaultAnswerTemplates[2]?.titleEn ?? '' }).click()
  await expect.poll(() => admin.getByLabel(m.cases_answer_in_en()).inputValue()).toBe(defaultAnswerTemplates[2]?.en)
  await admin.getByRole('button', { name: m.cases_answer_send() }).click()
  await admin.getByText(m.cases_done_answer(), { exact: true }).waitFor()
  await expectSound(office)

  const at = admin.url()
  await admin
    .getByRole('link', { name: m.cases_refund({ number: '' }).trim() })
    .first()
    .click()
  await admin.getByLabel(m.admin_refund_amount()).fill('25')
  await admin.getByText(m.admin_refund_for_case()).waitFor()
  await admin.getByLabel(m.admin_refund_why()).fill('Half of the class')
  await admin.getByRole('button', { name: m.admin_refund_send(), exact: true }).click()
  await admin.getByRole('dialog', { name: /^Refund ₹25 to / }).waitFor()
  await expectSound(office)
  await admin.getByRole('button', { name: m.admin_refund_sure_do({ amount: '₹25' }) }).click()
  await admin.getByText(refundDone).first().waitFor()
  await admin.goto(at)
  const happened = admin.getByRole('list', { name: m.cases_timeline() }).getByRole('listitem')
  await happened.filter({ hasText: '₹25' }).filter({ hasText: demoAdmin.name }).waitFor()
  await admin.getByLabel(m.cases_resolve_why()).fill('Half of the class was paid back')
  await admin.getByRole('button', { name: m.cases_resolve(), exact: true }).click()
  await admin.getByText(m.cases_status_resolved(), { exact: true }).first().waitFor()
  await happened.filter({ hasText: 'Half of the class was paid back' }).waitFor()
  expect(office.problems).toEqual([])
  await office.context.close()
})
