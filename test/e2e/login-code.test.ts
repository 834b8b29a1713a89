// @module-tag full
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const codesSent = async (phone: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from otp_challenge where phone = ${phone}`.execute(site.db))
    .rows[0]?.n
/** Makes the stored code look expired. */
const expire = (page: Page) =>
  page.evaluate(`sessionStorage.setItem('login-code',
    JSON.stringify({ ...JSON.parse(sessionStorage.getItem('login-code')), expiresAt: Date.now() - 1 }))`)

test('a closed login reuses the sent code until the number changes or the code expires', async () => {
  const phone = '9811100061'
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await page.goto('/hi/mentors/sunita-deshpande')
  await pageReady(page)
  const title = m.login_code_title({}, hi)
  const login = page.getByRole('dialog').filter({ has: page.locator('[name=userType]') })
  const book = async () => {
    await page.getByRole('link', { name: m.book_now({}, hi) }).click()
    await page.getByRole('button', { name: m.book_pay({ amount: '₹4,500' }, hi) }).click()
    await login.waitFor()
  }
  const close = () => login.getByRole('button', { name: m.ui_close({}, hi) }).click()
  const again = () => page.getByRole('button', { name: m.book_pay({ amount: '₹4,500' }, hi) }).click()
  await book()
  await login.getByLabel(m.login_phone({}, hi)).fill(phone)
  await login.getByRole('button', { name: m.login_send_otp({}, hi) }).click()
  await login.getByRole('heading', { name: title }).waitFor()
  await close()
  await again()
  await login.getByRole('heading', { name: title }).waitFor()
  await login.getByText(phone.slice(-4)).waitFor()
  // The resend countdown continues where it was.
  await login.getByText(/0:[012]\d/).waitFor()
  expect(await login.getByText(phone).count()).toBe(0)
  await expectSound(visit)
  await page.reload()
  await pageReady(page)
  await book()
  await login.getByRole('heading', { name: title }).waitFor()
  expect(await codesSent(phone)).toBe(1)

  // A different number starts a new login.
  await login.getByRole('button', { name: m.ui_back({}, hi) }).click()
  await login.getByLabel(m.login_phone({}, hi)).waitFor()
  await close()
  await again()
  await login.getByLabel(m.login_phone({}, hi)).fill('9811100062')
  await login.getByRole('button', { name: m.login_send_otp({}, hi) }).click()
  await login.getByRole('heading', { name: title }).waitFor()
  await expire(page)
  await close()
  await again()
  await login.getByLabel(m.login_phone({}, hi)).waitFor()
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test('the login page asks for the same code after a reload and logs in with it', async () => {
  const phone = '9811100063'
  const visit = await site.visit({ width: 1280, dark: true })
  const { page } = visit
  await page.goto('/login')
  await pageReady(page)
  await page.getByLabel(m.login_phone()).fill(phone)
  await page.getByRole('button', { name: m.login_send_otp() }).click()
  await page.getByLabel(m.login_code()).waitFor()
  await page.reload()
  await page.getByLabel(m.login_code()).waitFor()
  await page.getByText(phone.slice(-4)).waitFor()
  await expectSound(visit)
  expect(await codesSent(phone)).toBe(1)
  await page.getByLabel(m.login_code()).fill(await site.codeFor(phone))
  await page.waitForURL('**/dashboard/student')
  expect(await page.evaluate("sessionStorage.getItem('login-code')")).toBeNull()
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test('a wrong code empties the boxes; a tap on the first box sends no half code', async () => {
  const phone = '9811100064'
  const { page, context } = await site.visit({ width: 360 })
  await page.goto('/hi/login')
  await pageReady(page)
  await page.getByLabel(m.login_phone({}, hi)).fill(phone)
  await page.getByRole('button', { name: m.login_send_otp({}, hi) }).click()
  const code = page.getByLabel(m.login_code({}, hi))
  await code.waitFor()
  const right = await site.codeFor(phone)
  const tries = async () =>
    (await sql<{ n: number }>`select tries as n from otp_challenge where phone = ${phone}`.execute(site.db)).rows[0]?.n
  await code.pressSequentially(right === '000000' ? '111111' : '000000')
  await page.locator('[name=otp][aria-invalid=true]').waitFor()
  await expect.poll(() => code.inputValue()).toBe('')
  expect(await code.and(page.locator(':focus')).count()).toBe(1)
  const before = await tries()
  // Typing continues after the last digit wherever the tap was.
  await page.keyboard.type(right.slice(0, 3))
  await code.click({ position: { x: 10, y: 20 } })
  expect(await tries()).toBe(before)
  await page.keyboard.type(right.slice(3))
  await page.waitForURL('**/hi/dashboard/student')
  await context.close()
})
