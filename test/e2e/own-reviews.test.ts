// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoAdmin } from '#server/demo/people.ts'
import { expectAccessible, expectNoSidewaysScroll, openRow, type Site, startSite } from './site.ts'

const parent = '9826014210'
const mentor = '9826010001'
const hi = { locale: 'hi' } as const
const words = 'मैम बहुत धीरज से समझाती हैं, अब आरव खुद सवाल हल करता है।'
const profile = '/mentors/sunita-deshpande/reviews'
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

test('a parent reviews in Hindi by keyboard, the mentor replies in private and in public, an admin hides the review', async () => {
  const family = await site.visit({ width: 360, dark: true })
  await site.login(family.page, parent, 'student')
  await family.page.goto('/hi/dashboard/student?waiting=all')
  const ask = family.page.getByRole('listitem').filter({
    has: family.page.getByRole('heading', { name: m.review_ask_family({ name: 'Sunita Deshpande' }, hi) }),
  })
  const write = ask.getByRole('link', { name: m.review_write({}, hi) })
  const booking = `/bookings/${/review=([0-9a-f-]+)/.exec((await write.getAttribute('href')) ?? '')?.[1]}`
  await write.press('Enter')
  const dialog = family.page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: m.review_save({}, hi) })
  await save.press('Enter')
  expect(await dialog.locator('[name=stars]:invalid').count()).toBeGreaterThan(0)
  await dialog.getByRole('radio', { name: m.review_star_one({}, hi) }).press('Space')
  for (const _ of 'four') await family.page.keyboard.press('ArrowRight')
  expect(await dialog.locator('[name=stars]:checked').getAttribute('value')).toBe('5')
  await dialog.getByRole('textbox').fill('फ़ोन कीजिए ९८२६० १४२१० पर, बहुत अच्छी हैं')
  await save.press('Enter')
  await dialog.getByText(/कृपया फ़ोन नंबर/).waitFor()
  expect(await dialog.locator('[name=stars]:checked').getAttribute('value')).toBe('5')
  await expectGood(family.page)
  await dialog.getByRole('textbox').fill(words)
  await dialog.getByLabel(m.review_quoting({}, hi)).check()
  await save.dblclick()
  await family.page.getByText(m.review_saved({}, hi), { exact: true }).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await family.page.goto(`/hi${booking}`)
  await family.page.getByText(words).waitFor()
  await family.page.getByText(m.review_quoted({}, hi)).waitFor()

  const teacher = await site.visit({ width: 1280 })
  await site.login(teacher.page, mentor, 'mentor')
  await teacher.page.goto('/dashboard/mentor')
  expect(await teacher.page.getByText(words).count()).toBe(0)
  await teacher.page.getByRole('link', { name: m.review_write() }).first().click()
  const word = teacher.page.getByRole('dialog')
  await word.getByRole('radio', { name: m.review_stars({ stars: 5 }) }).check({ force: true })
  await word.getByRole('textbox').fill('Always on time and ready with the notebook.')
  await word.getByRole('button', { name: m.review_save() }).click()
  await word.waitFor({ state: 'hidden' })
  await teacher.page.goto('/dashboard/mentor/profile')
  const received = teacher.page.getByRole('listitem').filter({ hasText: words })
  await received.getByRole('link', { name: m.review_reply(), exact: true }).first().click()
  const reply = teacher.page.getByRole('dialog')
  await reply.getByRole('textbox').fill('Thank you. Aarav works hard, too.')
  await reply.getByRole('button', { name: m.review_reply_send() }).click()
  await teacher.page.getByText(m.review_reply_saved(), { exact: true }).waitFor()
  await expectGood(teacher.page)

  const visitor = await site.visit({ width: 360 })
  await visitor.page.goto(profile)
  const card = visitor.page.locator('.review').filter({ hasText: words })
  expect(await card.locator('[lang=hi]').textContent()).toBe(words)
  await card.getByText('Thank you. Aarav works hard, too.').waitFor()
  await expectGood(visitor.page)

  await family.page.goto(`/hi${booking}`)
  await family.page.getByText('Always on time and ready with the notebook.').waitFor()
  const admin = await site.visit({ width: 1280 })
  await site.login(admin.page, demoAdmin.phone, 'admin')
  await admin.page.goto('/admin/reviews')
  const rows = admin.page.locator('[data-row]')
  const isFocused = async (nth: number) => (await rows.nth(nth).and(admin.page.locator(':focus')).count()) === 1
  await rows.first().focus()
  await admin.page.keyboard.press('j')
  expect([await isFocused(1), await isFocused(0)]).toEqual([true, false])
  await admin.page.keyboard.press('ArrowUp')
  expect(await isFocused(0)).toBe(true)
  const row = await openRow(admin.page, words)
  await row.getByText(m.admin_review_hide_reply(), { exact: true }).first().click()
  await row.getByLabel(m.admin_review_reason()).last().fill('It names the child')
  await expectGood(admin.page)
  await row.getByRole('button', { name: m.admin_review_hide_reply() }).click()
  await admin.page.getByText(m.admin_review_done()).waitFor()
  await visitor.page.goto(profile)
  await card.waitFor()
  expect(await card.getByText('Thank you.').count()).toBe(0)
  expect([...family.problems, ...teacher.problems, ...visitor.problems, ...admin.problems]).toEqual([])
  await Promise.all([family, teacher, visitor, admin].map(({ context }) => context.close()))
})

test('without scripts a family answers after a demo and gets the month with the demo fee deducted', async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await site.login(page, parent, 'student')
  // A phone shows only the first pending item.
  await page.goto('/dashboard/student?waiting=all')
  await page.getByRole('button', { name: m.month_book({ amount: '₹3,401' }) }).click()
  await page.waitForURL('**/mentors/shabana-ansari?plan=monthly&**')
  expect(await page.locator('[name=plan]:checked').getAttribute('value')).toBe('monthly')
  await expectNoSidewaysScroll(page)
  await page.goto('/dashboard/student')
  expect(await page.getByRole('button', { name: m.month_book({ amount: '₹3,401' }) }).count()).toBe(0)
  await context.close()
})
