// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { home, makeMentor, shiftLessons } from '#test/builders.ts'
import { attendanceOf, inDays } from '#test/test-app.ts'
import { hrefIn } from '#web/locale.ts'
import { agreeAsParent, fillAddress, openStep } from './fill-address.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const hours = { from: '16:00', to: '20:00' }
const classFive = {
  en: ['English', 'Mathematics', 'Science', 'Social Science', 'Hindi'],
  hi: ['अंग्रेज़ी', 'गणित', 'विज्ञान', 'सामाजिक विज्ञान', 'हिन्दी'],
}
const journeyTimeoutMs = 300_000

test.each([
  { city: 'Bhopal', width: 360, locale: 'hi', phone: '9811100071', isOnline: false, weekdays: false },
  { city: 'Bhopal', width: 1280, locale: 'en', phone: '9811100072', isOnline: false, weekdays: true },
  { city: 'Indore', width: 360, locale: 'hi', phone: '9811100073', isOnline: false, weekdays: true },
  { city: 'Indore', width: 1280, locale: 'en', phone: '9811100074', isOnline: false, weekdays: false },
  { city: 'Kochi', width: 360, locale: 'hi', phone: '9811100075', isOnline: true, weekdays: false },
  { city: 'Kochi', width: 1280, locale: 'en', phone: '9811100076', isOnline: true, weekdays: false },
] as const)(
  'a demo and a month in $city, from the list to all classes ($width px, $locale)',
  {
    timeout: journeyTimeoutMs,
  },
  async (journey) => {
    const { city, width, locale, phone, isOnline, weekdays } = journey
    const say = { locale }
    const name = `Month of ${city} ${width}`
    const mentor = await makeMentor(site.db, {
      name,
      ranking: 1,
      tier: 'gold',
      hours,
      offers: [['class-11', 'psychology']],
      // No mentor lives in Kochi, so classes there are online.
      ...(isOnline ? { prices: {}, onlinePrice: 4500 } : { city, prices: { homeTuition: 4500 } }),
    })
    const visit = await site.visit({ width })
    const { page } = visit
    await site.login(page, phone, 'student')
    const form = width < 600 ? page.getByRole('dialog') : page.locator('#book')
    const pickFirst = async () => {
      await openStep(form, 'time')
      const time = form.locator('input[name=at]').first()
      await time.check()
      return await time.getAttribute('value')
    }
    const pay = async () => {
      await form.locator('button[type=submit]').click()
      await page.waitForURL('**/sandbox/checkout/**')
      await page.locator('button[value=success]').click()
      await page.waitForURL('**/payment-status?**')
      await page
        .getByRole('heading', { name: m.pay_success({}, say) })
        .first()
        .waitFor()
    }
    const bookings = async () => {
      const { rows } = await sql<{ id: string; plan: string; at: string; city: string | null; lessons: number }>`
      select b.id, b.plan, to_char(min(l.starts_at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD"T"HH24:MI') as at,
        b.address ->> 'city' as city, count(l.id)::int as lessons
      from booking b left join lesson l on l.booking_id = b.id and l.status in ('scheduled', 'held')
      where b.mentor_id = ${mentor.id} group by b.id order by b.booked_at desc`.execute(site.db)
      return rows
    }

    // The class's subjects, in the order of the specification.
    await page.goto(hrefIn(locale, `/mentors?class=5&city=${city}`))
    const offered = await page
      .locator('#filters input[name=subject]')
      .evaluateAll((boxes) => boxes.map((one) => one.closest('label')?.textContent?.replace(/\d+$/, '').trim()))
    expect(offered).toEqual(classFive[locale])

    // From the list to a demo at a free time and, at home, an address.
    await page.goto(hrefIn(locale, `/mentors?subject=psychology&city=${city}`))
    await page.locator('.mentor-card h3 a', { hasText: name }).first().click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await pageReady(page)
    if (width < 600) await page.locator('.book-bar a').last().click()
    await form.locator('input[name=plan][value=demo]').check()
    const demoAt = await pickFirst()
    if (!isOnline) {
      await fillAddress(form, locale)
      await form.getByLabel(m.settings_city({}, say)).selectOption(city)
    } else expect(await form.locator('input[name=house]').count()).toBe(0)
    await agreeAsParent(form, locale)
    await expectSound(visit)
    await pay()
    const [demo] = await bookings()
    expect(demo).toMatchObject({ plan: 'demo', at: demoAt, city: isOnline ? null : city, lessons: 1 })

    // The mentor finds class and address on the booking's page and the calendar; its SMS names the area only.
    const teacher = await site.visit({ width })
    await site.login(teacher.page, mentor.phone, 'mentor')
    const addressOn = async (path: string) => {
      await teacher.page.goto(hrefIn(locale, path))
      await expectSound(teacher)
      return (await teacher.page.locator('main').textContent())?.includes(home.house)
    }
    expect(await addressOn(`/bookings/${demo?.id}`)).toBe(!isOnline)
    expect(await addressOn(`/dashboard/mentor/calendar?week=${demoAt?.slice(0, 10)}`)).toBe(!isOnline)
    const { rows: sent } = await sql<{ data: string }>`
    select data::text from outbox where recipient = ${mentor.phone} and template = 'class-booked-mentor'`.execute(
      site.db,
    )
    expect(sent).toHaveLength(1)
    expect(sent[0]?.data.includes(home.area)).toBe(!isOnline)
    expect(sent[0]?.data).not.toContain(home.house)

    // Attendance waits for the planned end; the child's name can be corrected until the first class.
    await teacher.page.goto(hrefIn(locale, `/dashboard/mentor?schedule=${demo?.id}`))
    await pageReady(teacher.page)
    expect(await teacher.page.getByRole('link', { name: m.dash_mark_attendance({}, say) }).count()).toBe(0)
    const early = attendanceOf(demo?.id ?? '', demoAt?.slice(0, 10) ?? '', demoAt?.slice(11) ?? '', '23:59')
    expect((await teacher.page.request.post('/api/class-records', { data: early })).status()).toBe(409)
    const correction = teacher.page.getByRole('dialog')
    await correction.locator('[name=studentName]').fill('Asha Correct')
    await correction.locator('button[type=submit]').click()
    await teacher.page.getByText('Asha Correct').first().waitFor()

    // Once the demo has been held, the month is offered with its fee deducted on every line.
    await shiftLessons(site.db, demo?.id ?? '', -8)
    const heldOn = new Date(Date.parse(`${demoAt?.slice(0, 10)}T00:00:00Z`) - 8 * 86_400_000).toISOString().slice(0, 10)
    const record = attendanceOf(demo?.id ?? '', heldOn, '16:00', '17:00')
    expect((await teacher.page.request.post('/api/class-records', { data: record })).ok()).toBe(true)
    const amount = '₹4,401'
    const line = { price: '₹4,500', credit: '₹99', amount }
    await page.goto(hrefIn(locale, `/bookings/${demo?.id}`))
    await page.getByText(m.month_price(line, say)).filter({ visible: true }).first().waitFor()
    await page
      .getByRole('link', { name: m.month_book({ amount }, say) })
      .or(page.getByRole('button', { name: m.month_book({ amount }, say) }))
      .first()
      .click()
    await form.getByText(m.price_after_demo(line, say)).waitFor()
    await form
      .getByRole('button', {
        name: width < 600 ? m.book_pay({ amount }, say) : m.book_now_for({ amount }, say),
      })
      .waitFor()
    const picked = await pickFirst()
    if (weekdays) {
      const day = new Date(picked?.slice(0, 10) ?? '').toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
      await form.getByText(m.book_weekdays_text({ name }, say)).waitFor()
      await form.locator(`[name=days][value=${day.toLowerCase()}]`).check()
    }
    // The address is known by now.
    await openStep(form, 'place')
    if (!isOnline) await form.getByText(`${home.house}, ${home.area}, ${city}`).waitFor()
    await expectSound(visit)
    await pay()
    await page.locator('main').getByText(amount).first().waitFor()
    const [bought] = await bookings()
    expect(bought).toMatchObject({
      plan: 'monthly',
      at: picked,
      city: isOnline ? null : city,
      lessons: weekdays ? 12 : 1,
    })
    const { rows: receipts } = await sql<{ is: string; at: string }>`
    select r.printed -> 'classTime' ->> 'is' as is,
      to_char((r.printed -> 'classTime' ->> 'at')::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM-DD"T"HH24:MI') as at
    from receipt r join booking b on b.order_id = r.order_id where b.id = ${bought?.id}`.execute(site.db)
    expect(receipts).toEqual([{ is: 'booked', at: picked }])
    if (!weekdays) {
      await page.goto(hrefIn(locale, `/bookings/${bought?.id}`))
      await page.getByText(m.dash_rest_by_mentor({ name }, say)).waitFor()

      // The mentor schedules the remaining classes in one dialog, and the family sees them all.
      await teacher.page.goto(hrefIn(locale, `/dashboard/mentor?schedule=${bought?.id}`))
      await pageReady(teacher.page)
      const dialog = teacher.page.getByRole('dialog')
      expect(await dialog.locator('[name=from]').inputValue()).toBe(picked?.slice(0, 10))
      expect(await dialog.locator('[name=time]').inputValue()).toBe(picked?.slice(11))
      await expectSound(teacher)
      await dialog.getByRole('button', { name: m.month_set({}, say) }).click()
      await expect.poll(async () => (await bookings())[0]?.lessons).toBe(12)
    }
    expect(teacher.problems).toEqual([])
    await teacher.context.close()

    await page.goto(hrefIn(locale, '/dashboard/student'))
    await expectSound(visit)
    expect(await page.getByText(m.dash_rest_by_mentor({ name }, say)).count()).toBe(0)
    // Twelve weekly classes end within four months.
    const months = new Set([0, 28, 56, 84, 112].map((days) => inDays(days).slice(0, 7)))
    let dated = 0
    for (const month of months) {
      const { data } = await (await page.request.get(`/api/calendar?month=${month}`)).json()
      dated += data.filter((one: { booking: string }) => one.booking === bought?.id).length
    }
    expect(dated).toBe(12)
    await visit.context.close()
  },
)
