// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { makeMentor } from '#test/builders.ts'
import { hrefIn } from '#web/locale.ts'
import { fillAddress } from './fill-address.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const hours = { from: '16:00', to: '20:00' }

test.each([
  { city: 'Bhopal', width: 360, locale: 'hi', phone: '9811100071', isOnline: false },
  { city: 'Bhopal', width: 1280, locale: 'en', phone: '9811100072', isOnline: false },
  { city: 'Indore', width: 360, locale: 'hi', phone: '9811100073', isOnline: false },
  { city: 'Indore', width: 1280, locale: 'en', phone: '9811100074', isOnline: false },
  { city: 'Kochi', width: 360, locale: 'hi', phone: '9811100075', isOnline: true },
  { city: 'Kochi', width: 1280, locale: 'en', phone: '9811100076', isOnline: true },
] as const)('a month in $city, from the list to all its classes ($width px, $locale)', async (journey) => {
  const { city, width, locale, phone, isOnline } = journey
  const say = { locale }
  const name = `Month of ${city} ${width}`
  const mentor = await makeMentor(site.db, {
    ...{ name, ranking: 1, tier: 'gold', hours, offers: [['class-9-10', 'sociology']] },
    // No mentor lives in Kochi, so classes there are online.
    ...(isOnline ? { prices: {}, onlinePrice: 3000 } : { city, prices: { homeTuition: 4500 } }),
  })
  const visit = await site.visit({ width })
  const { page } = visit
  await site.login(page, phone, 'student')
  await page.goto(hrefIn(locale, `/mentors?subject=sociology&city=${city}`))
  await page.locator('.mentor-card h3 a', { hasText: name }).first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await pageReady(page)
  if (width < 600) await page.locator('.book-bar a').last().click()
  const form = width < 600 ? page.getByRole('dialog') : page.locator('#book')
  const times = form.locator('input[name=at]')
  const picked = await times.first().getAttribute('value')
  await times.first().check()
  if (!isOnline) {
    await fillAddress(form, locale)
    await form.getByLabel(m.settings_city({}, say)).selectOption(city)
  }
  await expectSound(visit)
  await form.locator('button[type=submit]').click()
  await page.waitForURL('**/sandbox/checkout/**')
  await page.locator('button[value=success]').click()
  await page.waitForURL('**/payment-status?**')
  await page
    .getByRole('heading', { name: m.pay_success({}, say) })
    .first()
    .waitFor()
  const read = async () => {
    const { rows } = await sql<{ id: string; at: string; city: string | null; lessons: number }>`
      select b.id, to_char(min(l.starts_at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD"T"HH24:MI') as at, b.address ->> 'city' as city,
        count(l.id)::int as lessons
      from booking b left join lesson l on l.booking_id = b.id and l.status = 'scheduled' where b.mentor_id = ${mentor.id} group by b.id`.execute(
      site.db,
    )
    return rows
  }
  const [bought] = await read()
  expect(bought).toMatchObject({ at: picked, city: isOnline ? null : city, lessons: 1 })

  // The mentor schedules the remaining classes in one dialog, and the family sees them all.
  const teacher = await site.visit({ width })
  await site.login(teacher.page, mentor.phone, 'mentor')
  await teacher.page.goto(hrefIn(locale, `/dashboard/mentor?schedule=${bought?.id}`))
  await pageReady(teacher.page)
  await expectSound(teacher)
  await teacher.page.getByRole('button', { name: m.month_set({}, say) }).click()
  await expect.poll(async () => (await read())[0]?.lessons).toBe(12)
  expect(teacher.problems).toEqual([])
  await teacher.context.close()

  await page.goto(hrefIn(locale, '/dashboard/student'))
  await expectSound(visit)
  expect(visit.problems).toEqual([])
  await visit.context.close()
})
