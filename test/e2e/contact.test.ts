import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

test.each([true, false])('a ticket gets a number, and errors keep what was typed (scripts: %s)', async (scripts) => {
  const { page, context, problems } = await site.visit({ width: 360, scripts })
  await page.goto('/contact-us')
  await page.getByRole('heading', { name: 'MentorSetu CONTACT & SUPPORT' }).waitFor()
  await page.getByText('please allow 24 hours').waitFor()
  await page.getByLabel('Your name').fill('Meera Joshi')
  await page.getByLabel('Phone number').fill('12345')
  await page.getByLabel('What is it about?').selectOption('booking')
  await page.getByLabel('Your message').fill('Too short')
  await page.getByRole('button', { name: 'Raise a support ticket' }).click()
  await page.getByText('Write 10 to 2000 letters.').waitFor()
  await page.getByText('Enter a 10-digit mobile number, or an e-mail.').waitFor()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Meera Joshi')
  expect(await page.getByLabel('What is it about?').inputValue()).toBe('booking')
  expect(await page.getByLabel('Your message').inputValue()).toBe('Too short')
  if (scripts) {
    await expectAccessible(page)
    await context.setOffline(true)
    await page.getByLabel('Phone number').fill('9811100041')
    await page.getByLabel('Your message').fill('The mentor has not set a time yet.')
    await page.getByRole('button', { name: 'Raise a support ticket' }).click()
    await page.getByText('Everything you wrote is still here').waitFor()
    await context.setOffline(false)
  } else {
    await page.getByLabel('Phone number').fill('9811100042')
    await page.getByLabel('Your message').fill('The mentor has not set a time yet.')
  }
  await page.getByRole('button', { name: 'Raise a support ticket' }).click()
  await page.getByText(/CASE-20\d\d-\d{6}/).waitFor()
  await page.getByText(/A support representative will call you by \w+ \d+/).waitFor()
  if (scripts) await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // The browser itself reports the answer 400 and the lost connection.
  expect(problems.filter((one) => !/Failed to load resource/.test(one))).toEqual([])
  await context.close()
})
