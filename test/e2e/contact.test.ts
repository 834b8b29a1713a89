import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoPhones } from '#server/demo/people.ts'
import { makeAdmin } from '#test/builders.ts'
import { few } from '#test/rounds.ts'
import { expectAccessible, expectNoSidewaysScroll, expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

test.each(few([true, false]))('a ticket gets a number, and errors keep the input (scripts: %s)', async (scripts) => {
  const { page, context, problems } = await site.visit({ width: 360, scripts })
  await page.goto('/contact-us')
  if (scripts) await pageReady(page)
  await page.getByRole('heading', { name: 'MentorSetu Contact and support' }).waitFor()
  await page.getByText('please allow 24 hours').waitFor()
  await page.getByLabel('Your name').fill('Meera Joshi')
  await page.getByLabel('Phone number').fill('12345')
  await page.getByLabel('Topic').selectOption('booking')
  await page.getByLabel('Your message').fill('Too short')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Enter 10 to 2,000 characters.').waitFor()
  await page.getByText('Enter a 10-digit mobile number or an email address.').waitFor()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Meera Joshi')
  expect(await page.getByLabel('Topic').inputValue()).toBe('booking')
  expect(await page.getByLabel('Your message').inputValue()).toBe('Too short')
  if (scripts) {
    await expectAccessible(page)
    await context.setOffline(true)
    await page.getByLabel('Phone number').fill('9811100041')
    await page.getByLabel('Your message').fill('The mentor has not set a time yet.')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText("We couldn't send your request").waitFor()
    await context.setOffline(false)
  } else {
    await page.getByLabel('Phone number').fill('9811100042')
    await page.getByLabel('Your message').fill('The mentor has not set a time yet.')
  }
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText(/CASE-20\d\d-\d{6}/).waitFor()
  await page.getByText(/A support representative will call you by \w+\s\d+/).waitFor()
  if (scripts) await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // The browser logs the 400 reply and the lost connection itself.
  expect(problems.filter((one) => !/Failed to load resource/.test(one))).toEqual([])
  await context.close()
})

test('a link fills in the message of those logged in only, and never more than fits', async () => {
  const { page, context } = await site.visit({ width: 360 })
  const message = async () => {
    await page.goto(`/contact-us?topic=booking&message=${'a'.repeat(2_500)}`)
    return await page.locator('[name=message]').inputValue()
  }
  expect(await message()).toBe('')
  await site.login(page, demoPhones.parent)
  expect(await message()).toBe('a'.repeat(2_000))
  await context.close()
})

test("pressing Call on a profile appears on the admin's open page without overwriting input", {
  tags: ['full'],
}, async () => {
  const office = await site.visit({ width: 1280 })
  await site.login(office.page, demoPhones.admin, 'admin')
  await office.page.goto('/call-admin')
  await office.page.getByRole('heading', { name: 'Call requests' }).waitFor()
  const rows = office.page.locator('tbody tr')
  const before = await rows.count()
  // Input in another row stays while requests come in.
  const typed = rows.nth(1).getByPlaceholder('Enter Number')
  await typed.fill('98111')

  const home = await site.visit({ width: 360 })
  await site.login(home.page, demoPhones.parent)
  await home.page.goto('/mentors/anjali-joshi')
  await home.page.getByRole('tab', { name: 'Contact' }).click()
  await home.page.getByRole('tabpanel').getByRole('link', { name: 'Call' }).click()
  await home.page.getByText("We'll connect you with Anjali Joshi. Call 0731 400 0000, or wait for our call.").waitFor()
  await expectAccessible(home.page)
  await expectNoSidewaysScroll(home.page)
  expect(home.problems).toEqual([])

  const row = rows.filter({ hasText: 'Anjali Joshi' }).first()
  await row.getByText('Pooja Sharma', { exact: true }).first().waitFor()
  expect(await rows.count()).toBe(before + 1)
  await office.page.getByText('New call request: Pooja Sharma').waitFor()
  expect(await rows.nth(2).getByPlaceholder('Enter Number').inputValue()).toBe('98111')
  await row.getByPlaceholder('Enter Number').fill('12345')
  await row.getByRole('button', { name: 'Save Pooja Sharma' }).click()
  await row.getByText('Enter a 10-digit mobile number.').waitFor()
  await row.getByPlaceholder('Enter Number').fill('+91 98111 00061')
  await row.getByRole('button', { name: 'Save Pooja Sharma' }).click()
  await office.page.getByText('Number Stored!').waitFor()
  await row.getByText('Assigned to Kavita Menon').waitFor()
  expect(await row.getByPlaceholder('Enter Number').inputValue()).toBe('9811100061')
  // The status is chosen in the row, once.
  const status = row.getByLabel('Status of Pooja Sharma')
  await status.selectOption('connected')
  await row.getByRole('button', { name: 'Save Pooja Sharma' }).click()
  await row.getByText('Connected', { exact: true }).waitFor()
  expect(await status.count()).toBe(0)
  await expectSound(office)
  await home.context.close()
  await office.context.close()
})

test('the call list: input in a row that leaves the page stays; sorting, paging, filter, export and keyboard', {
  tags: ['full'],
}, async () => {
  const call = (n: number) =>
    sql`insert into call_request (name, phone, language, ip_block, created_at)
      values (${`Caller ${String(n).padStart(2, '0')}`}, ${String(9811150000 + n)}, 'en', 'test', now() - make_interval(days => 400, mins => ${100 - n}))`.execute(
      site.db,
    )
  for (let n = 0; n < 51; n++) await call(n)
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, (await makeAdmin(site.db, { role: 'support' })).phone, 'admin')
  await page.goto('/call-admin?q=Caller+&status=waiting')
  await page.getByText('Showing 50 of 51').waitFor()
  const rows = page.locator('[data-row]')
  await pageReady(page)
  // Moves to the last row's number field by keyboard.
  await rows.first().focus()
  for (let n = 0; n < 49; n++) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.keyboard.type('98111')
  const last = rows.filter({ hasText: 'Caller 01' })
  const typed = last.getByPlaceholder('Enter Number')
  expect(await typed.inputValue()).toBe('98111')
  const asked = await fetch(`${site.url}/api/mentor-call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Caller 51', phone: '9811150051' }),
  })
  expect(asked.status).toBe(200)
  await rows.filter({ hasText: 'Caller 51' }).waitFor()
  // The row has moved to the next page.
  await page.getByText('Showing 51 of 52').waitFor()
  expect([await typed.inputValue(), await typed.and(page.locator(':focus')).count()]).toEqual(['98111', 1])
  await page.keyboard.type('50001')
  await page.keyboard.press('Enter')
  await page.getByText('Number Stored!').waitFor()
  await page.getByText('Showing 50 of 52').waitFor()
  await expectSound(visit)

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
  await page.waitForURL(/sort=name&order=desc/)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('Showing 2 of 52').waitFor()
  expect(await rows.first().textContent()).toMatch(/^51\s*Caller 01/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect([lines.length, lines[1]]).toEqual([53, expect.stringContaining('"Caller 51"')])
  await page.goto('/call-admin?q=nobody+is+called+so')
  await page.getByRole('heading', { name: m.admin_found_none({ q: 'nobody is called so' }) }).waitFor()
  await expectSound(visit)
  await visit.context.close()
})

test('a visitor calls from a profile: a form with scripts, a tel link without scripts or network', {
  tags: ['full'],
}, async () => {
  const { page, context, problems } = await site.visit({ width: 1280 })
  await page.goto('/hi/mentors/anjali-joshi')
  const call = page.locator('.profile-head').getByRole('link', { name: /^कॉल|^फ़ोन/ })
  expect(await call.getAttribute('href')).toBe('tel:07314000000')
  await call.dblclick()
  await page.getByRole('button', { name: 'मेरी बात कराएँ' }).click()
  await page.getByText('अपना नाम लिखें।').waitFor()
  await page.getByLabel('आपका नाम').fill('Kavita')
  await page.getByLabel('आपका मोबाइल नंबर').fill('98111 00062')
  await page.getByRole('button', { name: 'मेरी बात कराएँ' }).click()
  await page.getByText('या हमारे फ़ोन का इंतज़ार करें').waitFor()
  await page.getByRole('button', { name: 'बंद करें' }).click()
  await context.setOffline(true)
  await call.click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  // The browser logs the 400 reply itself.
  expect(problems.filter((one) => !/Failed to load resource/.test(one))).toEqual([])
  await context.close()
})
