import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { expectSound, type Site, startSite, type Visit } from './site.ts'

// The demo family has not booked Shabana, so phone numbers are masked between them.
const parent = '9826014210'
const mentor = '9826010008'
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const log = (page: Page) => page.getByRole('log')
const messageTexts = (page: Page) => log(page).locator('.bubble-text')
const lastMessage = (page: Page, count: number) =>
  messageTexts(page).evaluateAll((all, n) => all.slice(-n).map((one) => one.textContent), count)
const input = (page: Page) => page.getByPlaceholder(m.chat_placeholder())
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** A phone that can lose its network, including live connections, which Chromium keeps open when it is "offline". */
async function phoneWithCut(visit: Visit) {
  const { page, context, problems } = visit
  let isCut = false
  const open = new Set<{ close(): Promise<void> }>()
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    open.add(socket)
  })
  return {
    async cut() {
      isCut = true
      await context.setOffline(true)
      for (const one of open) await one.close()
      open.clear()
    },
    async mend() {
      isCut = false
      await context.setOffline(false)
      // Failed loads meanwhile are not problems.
      problems.splice(0)
    },
  }
}

test('a parent and a mentor chat by keyboard: read receipts, a lost network, masked numbers and a report', async () => {
  const home = await site.visit({ width: 1280 })
  await site.login(home.page, parent, 'student')
  await home.page.goto('/dashboard/student')
  const messages = home.page
    .getByRole('navigation', { name: m.shell_app_menu() })
    .getByRole('link', { name: m.shell_messages() })
  await messages.getByLabel(m.shell_unread({ count: 2 })).waitFor()
  await expect.poll(() => home.page.title()).toMatch(/^\(2\) /)
  await messages.press('Enter')
  await home.page.getByRole('heading', { level: 1, name: m.shell_messages() }).waitFor()
  // Opening a conversation marks it as read everywhere on the page.
  await home.page.getByRole('link', { name: 'Sunita Deshpande' }).press('Enter')
  await expect.poll(() => home.page.title()).toMatch(/^Sunita Deshpande/)
  await home.page.getByRole('link', { name: 'Shabana Ansari' }).press('Enter')
  await home.page.getByRole('heading', { level: 1, name: 'Shabana Ansari' }).waitFor()
  expect(new URL(home.page.url()).pathname).toBe('/chat/shabana-ansari')
  await log(home.page).getByText(m.chat_hidden()).waitFor()
  expect(await log(home.page).textContent()).not.toContain('9826')

  const phone = await site.visit({ width: 390 })
  const network = await phoneWithCut(phone)
  await site.login(phone.page, mentor, 'mentor')
  await phone.page.goto('/chat')
  await expectSound(phone)

  await input(home.page).focus()
  await write(home.page, '   ')
  await write(home.page, 'Can you come at 6 on Friday?')
  expect(await input(home.page).inputValue()).toBe('')
  expect(await input(home.page).evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  await log(home.page).getByText(m.chat_delivered(), { exact: true }).last().waitFor({ state: 'attached' })
  const row = phone.page.getByRole('link', { name: 'Pooja' })
  await row.getByText('Can you come at 6 on Friday?').waitFor()
  await row.click()
  await messageTexts(phone.page).last().getByText('Can you come at 6 on Friday?').waitFor()
  await log(home.page).getByText(m.chat_read(), { exact: true }).last().waitFor()

  // The phone loses its network; messages written meanwhile on both sides arrive once and in order.
  await network.cut()
  await phone.page.getByText(m.chat_offline()).waitFor()
  await input(phone.page).focus()
  await write(phone.page, 'Yes, 6 is fine.')
  await phone.page.getByText(m.chat_waiting()).waitFor({ state: 'attached' })
  await write(home.page, 'We live in Scheme 54.')
  await write(home.page, 'My number is 9826014210')
  await expect.poll(() => lastMessage(home.page, 1)).toEqual(['My number is ••••••••••'])
  await network.mend()
  const all = ['We live in Scheme 54.', 'My number is ••••••••••', 'Yes, 6 is fine.']
  await expect.poll(() => lastMessage(phone.page, 3)).toEqual(all)
  await expect.poll(() => lastMessage(home.page, 3)).toEqual(all)
  await log(phone.page).getByText(m.chat_read(), { exact: true }).last().waitFor()
  await home.page
    .locator('[aria-live="polite"]', { hasText: m.chat_from({ name: 'Shabana Ansari', text: 'Yes, 6 is fine.' }) })
    .waitFor({ state: 'attached' })
  await phone.page.reload()
  await expect.poll(() => lastMessage(phone.page, 3)).toEqual(all)
  await expectSound(phone)

  // A reply to one message, chosen with the arrow keys.
  await log(home.page).focus()
  await home.page.keyboard.press('ArrowUp')
  await home.page.keyboard.press('Enter')
  await home.page.getByText(m.chat_answering({ name: 'Shabana Ansari' })).waitFor()
  await write(home.page, 'See you then.')
  await phone.page.locator('.bubble-quote', { hasText: 'Yes, 6 is fine.' }).waitFor()
  await expectSound(home)

  // Report the conversation.
  await home.page.getByRole('button', { name: m.chat_menu() }).press('Enter')
  await home.page.getByRole('button', { name: m.chat_report() }).press('Enter')
  const dialog = home.page.getByRole('dialog')
  await dialog.getByLabel(m.chat_reason_contact()).press('Space')
  await expectSound(home)
  await dialog.getByRole('button', { name: m.chat_report_send() }).press('Enter')
  await dialog.getByText(/CASE-20\d\d-\d{6}/).waitFor()
  await dialog.getByRole('button', { name: m.ui_close() }).last().press('Enter')

  // Muting: the other side sees at once that writing is no longer possible.
  await home.page.getByRole('button', { name: m.chat_menu() }).press('Enter')
  await home.page.getByRole('button', { name: m.chat_block() }).press('Enter')
  await dialog.getByRole('button', { name: m.chat_block() }).press('Enter')
  await home.page.getByText(m.chat_blocked_by_me()).waitFor()
  expect([home.problems, phone.problems]).toEqual([[], []])
  await home.context.close()
  await phone.context.close()
})

test('without scripts a message is sent by a form', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await site.login(page, parent, 'student')
  await page.goto('/chat/sunita-deshpande')
  await input(page).fill('Is there class on Sunday?')
  await page.getByRole('button', { name: m.chat_send() }).click()
  await messageTexts(page).last().getByText('Is there class on Sunday?').waitFor()
  await context.close()
})
