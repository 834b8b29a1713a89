// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { expectSound, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

test('an owner edits social links and team; visitors and search engines see them at once', async () => {
  const visit = await site.visit({ width: 820 })
  const { page } = visit
  await site.login(page, '9826000001', 'admin')
  const visitor = await site.visit({ width: 360 })
  const follow = visitor.page.getByRole('contentinfo')
  await visitor.page.goto('/hi')
  await follow.getByRole('link', { name: 'Facebook' }).waitFor()

  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const open = (name: string) => part(name).locator('summary').filter({ hasText: m.admin_set_change_it() }).click()
  const look = (name: string) => part(name).getByRole('button', { name: m.admin_set_preview() }).click()
  const save = () => page.getByRole('button', { name: m.admin_set_save(), exact: true }).click()
  const social = m.admin_brand_social()
  const people = m.admin_brand_people()
  await page.goto('/admin/settings/brand')
  await open(social)
  for (const name of ['Facebook', 'Instagram', 'YouTube']) await part(social).getByLabel(name).fill('')
  await part(social).getByLabel('WhatsApp').fill('http://whatsapp.com/channel/0029Va')
  await look(social)
  const field = part(social).getByLabel('WhatsApp')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  visit.problems.length = 0
  await expectSound(visit)
  await field.fill('https://whatsapp.com/channel/0029Va')
  await look(social)
  await part(social).getByText('https://facebook.example/mentorsetu').waitFor()
  await save()
  await page.getByText(m.admin_set_done_now()).waitFor()

  await open(people)
  await part(people)
    .getByLabel(m.admin_brand_person({ number: 3 }))
    .fill('Asha Verma')
  await part(people)
    .getByLabel(m.admin_brand_place({ number: 3 }))
    .fill('1')
  await part(people)
    .getByLabel(m.admin_brand_role_en({ number: 3 }))
    .fill('Head of tutors')
  await part(people)
    .getByLabel(m.admin_brand_role_hi({ number: 3 }))
    .fill('ट्यूटर प्रमुख')
  // Clearing name and roles removes the person, with or without a portrait.
  for (const label of [m.admin_brand_person, m.admin_brand_role_en, m.admin_brand_role_hi])
    await part(people)
      .getByLabel(label({ number: 2 }))
      .fill('')
  await look(people)
  await expectSound(visit)
  await save()
  await page.getByText(m.admin_set_done_now()).waitFor()
  await expectSound(visit)

  await visitor.page.goto('/hi/about-us')
  const named = visitor.page.getByRole('main').getByRole('heading', { level: 3 })
  await named.filter({ hasText: 'Asha Verma' }).waitFor()
  expect((await named.allTextContents()).slice(-2)).toEqual(['Asha Verma', 'Kavita Rao'])
  await visitor.page.getByText('ट्यूटर प्रमुख').waitFor()
  await visitor.page.getByRole('img', { name: 'Asha Verma' }).waitFor()
  await expectSound(visitor)
  expect(await follow.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain('/channel/0029Va')
  expect(await follow.getByRole('link', { name: 'Facebook' }).count()).toBe(0)
  await visitor.page.goto('/')
  const things = await visitor.page.locator('script[type="application/ld+json"]').allTextContents()
  expect(things.join()).toContain('"sameAs":["https://whatsapp.com/channel/0029Va"]')

  await page.goto('/admin/settings/brand')
  await open(social)
  await part(social).getByLabel('WhatsApp').fill('')
  await look(social)
  await save()
  await page.getByText(m.admin_set_done_now()).waitFor()
  await visitor.page.goto('/')
  expect(await follow.getByRole('link', { name: 'WhatsApp' }).count()).toBe(0)
  await expectSound(visitor)
  expect((await visitor.page.locator('script[type="application/ld+json"]').allTextContents()).join()).not.toContain(
    'sameAs',
  )
})
