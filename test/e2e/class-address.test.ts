// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { home, makeMentor } from '#test/builders.ts'
import { agreeAsParent, fillAddress, openStep } from './fill-address.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

test.each([
  { width: 360, locale: 'hi', phone: '9811100051' },
  { width: 1280, locale: 'en', phone: '9811100052' },
] as const)('a family enters its class address once, at $width px ($locale)', async ({ width, locale, phone }) => {
  const say = { locale }
  const path = (to: string) => (locale === 'hi' ? `/hi${to}` : to)
  const mentor = await makeMentor(site.db, { prices: { homeTuition: 4500, myPlace: 3000 } })
  const visit = await site.visit({ width })
  const { page } = visit
  await site.login(page, phone, 'student')
  const form = width < 600 ? page.getByRole('dialog') : page.locator('#book')
  const open = async () => {
    await page.goto(`${path(`/mentors/${mentor.slug}`)}?plan=monthly`)
    await pageReady(page)
    if (width < 600) await page.locator('.book-bar a').last().click()
  }
  const pay = () => form.locator('button[type=submit]').click()
  await open()
  await fillAddress(form, locale)
  await agreeAsParent(form, locale)
  await openStep(form, 'place')
  await form.getByLabel(m.settings_city({}, say)).selectOption('Bhopal')
  await pay()
  // No input is lost, and one tap leads to the field or to a class that needs no address.
  const other = form.getByRole('button', { name: m.address_change({}, say) })
  await other.waitFor()
  await expectSound(visit)
  await other.click()
  const house = form.getByLabel(m.settings_address({}, say))
  expect(await house.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  expect(await house.inputValue()).toBe(home.house)
  await form.getByLabel(m.settings_city({}, say)).selectOption('Indore')
  await pay()
  await page.waitForURL('**/sandbox/checkout/**')

  await open()
  await openStep(form, 'place')
  await form.getByText(`${home.house}, ${home.area}, ${home.city}`).waitFor()
  await expectSound(visit)
  await pay()
  await page.waitForURL('**/sandbox/checkout/**')
  await page.locator('button[value=success]').click()
  await page.waitForURL('**/payment-status?**')
  const addresses = async () => {
    const { rows } = await sql<{ address: unknown }>`
      select b.address from booking b join family f on f.id = b.family_id join account a on a.id = f.account_id where a.phone = ${phone}`.execute(
      site.db,
    )
    return rows.map(({ address }) => address)
  }
  expect(await addresses()).toEqual([home])

  await sql`update booking set address = null where mentor_id = ${mentor.id}`.execute(site.db)
  await page.goto(path('/dashboard/student'))
  await page.getByRole('heading', { name: m.address_where({}, say) }).waitFor()
  await expectSound(visit)
  await page
    .getByRole('link', { name: m.address_add({}, say) })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(m.settings_address({}, say)).waitFor()
  await expectSound(visit)
  await dialog.getByRole('button', { name: m.address_save({}, say) }).click()
  await expect.poll(() => page.getByRole('heading', { name: m.address_where({}, say) }).count()).toBe(0)
  expect(await addresses()).toEqual([home])
  await visit.context.close()
})
