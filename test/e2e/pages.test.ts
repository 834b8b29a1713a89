import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const publicPages = [
  '/',
  '/mentors',
  '/mentors?class=8&subject=mathematics&min=2000&max=6000',
  '/mentors?q=nobodyhasthisname',
  '/mentors/sunita-deshpande',
  '/selected-mentors?id=01890000-0000-7000-8000-000000000000',
  '/tutors',
  '/tutors/mathematics/indore',
  '/tutors/music/satna',
  '/login',
  '/signup',
  '/about-us',
  '/contact-us',
  '/shortlist',
  '/terms-conditions',
  '/privacy-policy',
  '/refund',
  '/terms-and-conditions',
  '/admin/login',
  '/nowhere',
]
const looks = [
  { width: 360, dark: false, prefix: '' },
  { width: 360, dark: true, prefix: '/hi' },
  { width: 1280, dark: true, prefix: '' },
  { width: 820, dark: false, prefix: '/hi' },
]
// Each page in two of the four looks, taken in turn: one on a phone and one wider.
const seen = publicPages.flatMap((path, i) =>
  [i % 2, 2 + (i % 2)].flatMap((place) => looks.slice(place, place + 1).map((look) => ({ path, ...look }))),
)

describe('public pages', () => {
  test.each(seen)('$path at $width px, dark $dark, language "$prefix"', async ({ path, width, dark, prefix }) => {
    const { page, context, problems } = await site.visit({ width, dark })
    const reply = await page.goto(prefix + (path === '/' && prefix ? '' : path))
    expect(reply?.status()).toBe(path === '/nowhere' ? 404 : 200)
    const policy = reply?.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/)
    expect(policy).not.toContain("script-src 'unsafe-inline'")
    expect(await page.locator('html').getAttribute('lang')).toBe(prefix ? 'hi' : 'en')
    await page.waitForLoadState('networkidle')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    // The browser itself reports the 404 of the page that is meant to be missing, and the page logs its path.
    expect(path === '/nowhere' ? [] : problems).toEqual([])
    await context.close()
  })
})

test('Hindi pages speak Hindi: no message is left in English', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  for (const path of ['/hi', '/hi/login', '/hi/about-us']) {
    await page.goto(path)
    expect(await page.locator('h1').first().textContent()).toMatch(/[\u0900-\u097f]/)
  }
  await context.close()
})

test('without scripts: find, open a profile, be asked to log in, get a code, be logged in', async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await page.goto('/')
  await page.getByLabel('Class', { exact: true }).selectOption('8')
  await page.getByRole('button', { name: 'Find mentors' }).click()
  await page
    .getByRole('link', { name: /Sunita Deshpande/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Sunita Deshpande' }).waitFor()
  await page.goto('/login')
  await page.getByLabel('Phone number').fill('9811100009')
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('6-digit OTP').fill(await site.codeFor('9811100009'))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/dashboard/student')
  await page.getByText('No Classes Booked Yet').waitFor()
  await context.close()
})

test('filters live in the address: back, reload and Reset follow', async () => {
  const { page, context, problems } = await site.visit({ width: 1280 })
  await page.goto('/mentors')
  await page.getByLabel('Class', { exact: true }).selectOption('8')
  await page.waitForURL(/class=8/)
  await page.getByRole('checkbox', { name: /Mathematics/ }).check()
  await page.waitForURL(/subject=mathematics/)
  await page.goBack()
  await expect.poll(() => page.getByRole('checkbox', { name: /Mathematics/ }).isChecked()).toBe(false)
  await page.reload()
  expect(await page.getByLabel('Class', { exact: true }).inputValue()).toBe('8')
  await page.getByRole('link', { name: 'Reset', exact: true }).first().click()
  await expect.poll(() => page.getByLabel('Class', { exact: true }).inputValue()).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

test.each([
  ['success', 'Payment Successful!'],
  ['pending', 'Payment Pending!'],
  ['failure', 'Payment Failed!'],
])('payment that ends in %s says so', async (outcome, title) => {
  const { page, context, problems } = await site.visit({ width: 360 })
  const phone = { success: '9811100011', pending: '9811100012', failure: '9811100013' }[outcome] ?? ''
  await page.goto('/login?next=/mentors/imran-qureshi')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('6-digit OTP').waitFor()
  await page.getByLabel('6-digit OTP').fill(await site.codeFor(phone))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/mentors/imran-qureshi')
  await page.getByRole('link', { name: 'Book Now' }).click()
  await page.getByRole('dialog').getByText('Demo class').click()
  await page.getByRole('button', { name: 'Pay ₹99' }).click()
  await page.waitForURL('**/sandbox/checkout/**')
  await page.locator(`button[value=${outcome}]`).click()
  await page.getByRole('heading', { name: title }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(problems).toEqual([])
  await context.close()
})
