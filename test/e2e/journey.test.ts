import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { m } from '#messages'
import { shiftLessons } from '#test/builders.ts'
import { few } from '#test/rounds.ts'
import { inDays } from '#test/test-app.ts'
import { hrefIn, type Locale } from '#web/locale.ts'
import { agreeAsParent, fillAddress } from './fill-address.ts'
import { accessibilityFindings, expectSound, type Site, startSite, type Visit } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()

/** A mentor logs in on the login page. */
async function loginAt(visit: Visit, phone: string, locale: Locale): Promise<void> {
  const { page } = visit
  const say = { locale }
  // Clears the 30-second wait between two codes for the same phone.
  await sql`delete from otp_challenge where phone = ${phone}`.execute(site.db)
  await page.goto(hrefIn(locale, '/login'))
  await page.getByRole('tab', { name: m.login_mentor({}, say) }).click()
  // Before scripts run the tab is a link, and its page loses the input of the previous one.
  await page.getByRole('tab', { name: m.login_mentor({}, say), selected: true }).waitFor()
  await page.getByLabel(m.login_phone({}, say)).fill(phone)
  await expectSound(visit)
  await page.getByRole('button', { name: m.login_send_otp({}, say) }).click()
  await page.getByLabel(m.login_code({}, say)).waitFor()
  await page.getByLabel(m.login_code({}, say)).fill(await site.codeFor(phone))
  await page.waitForURL('**/dashboard/**')
}

// `npm run test:full` runs every width and language.
const journeys = [
  { width: 360, locale: 'hi', phone: '9811100002', day: 6, time: '07:30' },
  { width: 1280, locale: 'en', phone: '9811100001', day: 5, time: '06:00' },
  { width: 1280, locale: 'hi', phone: '9811100003', day: 7, time: '14:45' },
  { width: 360, locale: 'en', phone: '9811100004', day: 8, time: '13:30' },
] as const
describe.each(few(journeys))(
  'the main journey at $width px, language $locale',
  ({ width, locale, phone, day, time }) => {
    const say = { locale }
    const at = (path: string) => hrefIn(locale, path)
    let parent: Visit
    let mentor: Visit
    let bookingId = ''
    beforeAll(async () => {
      parent = await site.visit({ width })
      mentor = await site.visit({ width })
    })
    afterAll(async () => {
      await parent.context.close()
      await mentor.context.close()
    })

    test('a parent finds a mentor near home', async () => {
      const { page } = parent
      await page.goto(at('/'))
      await expectSound(parent)
      await page.getByLabel(m.home_class({}, say), { exact: true }).selectOption('8')
      await page.getByLabel(m.home_subject({}, say), { exact: true }).selectOption('mathematics')
      await page.getByLabel(m.home_area({}, say), { exact: true }).fill('Vijay Nagar')
      await page.getByRole('button', { name: m.home_find_mentors({}, say) }).click()
      await heading(page, m.list_title({ area: locale === 'hi' ? 'विजय नगर' : 'Vijay Nagar' }, say)).waitFor()
      expect(new URL(page.url()).searchParams.get('class')).toBe('8')
      await heading(page, m.list_gold({}, say)).waitFor()
      await heading(page, m.list_silver({}, say)).waitFor()
      await expectSound(parent)
      await page
        .getByRole('link', { name: /Sunita Deshpande/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Sunita Deshpande', level: 1 }).waitFor()
      await expectSound(parent)
    })

    test('the parent logs in by OTP on the booking form and pays for a demo', async () => {
      const { page } = parent
      if (width < 600) {
        await page.getByRole('link', { name: m.book_now({}, say) }).click()
        await page.getByRole('dialog').getByText(m.book_demo({}, say)).click()
        await fillAddress(page.getByRole('dialog'), locale)
        await expectSound(parent)
        await page.getByRole('button', { name: m.book_pay({ amount: '₹99' }, say) }).click()
      } else {
        await page.locator('#book').getByText(m.book_demo({}, say)).first().click()
        await fillAddress(page.locator('#book'), locale)
        await page.getByRole('button', { name: m.book_now_for({ amount: '₹99' }, say) }).click()
      }
      const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(m.login_phone({}, say)) })
      await dialog.getByLabel(m.login_phone({}, say)).fill(phone)
      await expectSound(parent)
      await dialog.getByRole('button', { name: m.login_send_otp({}, say) }).click()
      const code = page.getByLabel(m.login_code({}, say))
      await code.waitFor()
      await page.getByText(phone.slice(-4)).first().waitFor()
      // The sixth digit submits the code.
      await code.pressSequentially(await site.codeFor(phone))
      // The family is new: a parent agrees for the student.
      const form = width < 600 ? page.getByRole('dialog') : page.locator('#book')
      await agreeAsParent(form, locale)
      await expectSound(parent)
      await (width < 600
        ? page.getByRole('button', { name: m.book_pay({ amount: '₹99' }, say) })
        : page.getByRole('button', { name: m.book_now_for({ amount: '₹99' }, say) })
      ).click()
      await page.waitForURL('**/sandbox/checkout/**')
      await page.getByRole('button', { name: 'Success' }).click()
      await heading(page, m.pay_success({}, say)).waitFor()
      await expectSound(parent)
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('link', { name: m.pay_dashboard({}, say) }).click()
      await page.waitForURL('**/dashboard/student')
      await page.locator('a[href*="/bookings/"]').first().waitFor()
      await expectSound(parent)
      const { rows } = await sql<{
        id: string
      }>`select b.id from booking b join family f on f.id = b.family_id join account a on a.id = f.account_id
      where a.phone = ${phone}`.execute(site.db)
      expect(rows).toHaveLength(1)
      bookingId = rows[0]?.id ?? ''
    })

    test('the mentor schedules the class', async () => {
      const { page } = mentor
      await loginAt(mentor, '9826010001', locale)
      await page.getByText('MS-1001').first().waitFor()
      await expectSound(mentor)
      await page.goto(at('/dashboard/mentor/students'))
      await page.locator(`a[href$="/bookings/${bookingId}"]`).click()
      await page.getByRole('link', { name: m.dash_set_demo({}, say), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(m.dash_student_name({}, say)).fill('Aarav Sharma')
      await dialog.getByLabel(m.apply_optional({ label: m.dash_class({}, say) }, say)).fill('8')
      await dialog.getByLabel(m.dash_school({}, say)).fill('Shishu Kunj')
      await dialog.getByText(m.slot_type({}, say)).click()
      await dialog.getByLabel(m.dash_date({}, say)).fill(inDays(day))
      await dialog.getByLabel(m.dash_time({}, say), { exact: true }).fill(time)
      await expectSound(mentor)
      await dialog.getByRole('button', { name: m.dash_set_schedule({}, say) }).click()
      // The time is outside the mentor's availability, so the family must confirm.
      await dialog.getByText(m.ask_reason_hours({}, say)).waitFor()
      await expectSound(mentor)
      await dialog.getByRole('button', { name: m.ask_send({}, say) }).click()
      await page.getByText(m.ask_sent({}, say)).first().waitFor()
      await page.getByText(m.ask_waiting({}, say)).first().waitFor()
      await expectSound(mentor)
      await parent.page.goto(at(`/bookings/${bookingId}`))
      await parent.page.getByText(m.ask_waiting_you({}, say)).first().waitFor()
      await expectSound(parent)
      await parent.page
        .getByRole('button', { name: m.change_accept({}, say) })
        .first()
        .click()
      await parent.page
        .getByText(m.booking_next({ when: '' }, say).trim())
        .first()
        .waitFor()
      await expectSound(parent)
    })

    test('the mentor marks the class and the parent confirms it', async () => {
      await shiftLessons(site.db, bookingId, -day - 1)
      const { rows } = await sql<{ id: string }>`select id from lesson where booking_id = ${bookingId}`.execute(site.db)
      const { page } = mentor
      await page.goto(at(`/bookings/${bookingId}?attend=${rows[0]?.id}`))
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(m.dash_topic({}, say)).fill('Linear equations')
      await expectSound(mentor)
      await dialog.getByRole('button', { name: m.dash_mark_attendance({}, say) }).click()
      await page.getByText(m.dash_saved_attendance({}, say)).first().waitFor()
      await expectSound(mentor)

      await parent.page.goto(at('/dashboard/student'))
      await heading(parent.page, m.dash_did_it_happen({}, say)).waitFor()
      await expectSound(parent)
      await parent.page
        .getByRole('button', { name: m.dash_yes({}, say) })
        .first()
        .click()
      await parent.page.getByText(m.dash_ticked({}, say)).first().waitFor()
      // The answered card is removed; focus moves to what follows it.
      await parent.page.locator('#after-demo:focus').waitFor()
      await expectSound(parent)
      const ticked = await sql<{
        tick: boolean
      }>`select parent_tick as tick from class_record where booking_id = ${bookingId}`.execute(site.db)
      expect(ticked.rows).toEqual([{ tick: true }])
    })

    test('the parent is offered a month at once, with the demo fee deducted up to the checkout', async () => {
      const { page } = parent
      const amount = '₹4,401'
      const line = { price: '₹4,500', credit: '₹99', amount }
      const asks = page.getByRole('region', { name: m.review_demo_title({}, say) })
      await asks.getByText(m.month_price(line, say)).waitFor()
      await asks.getByRole('button', { name: m.month_book({ amount }, say) }).click()
      await page.waitForURL(`**${at('/mentors/sunita-deshpande')}?**`)
      const sheet = width < 600
      const box = sheet ? page.getByRole('dialog') : page.locator('#book')
      await box.getByText(m.price_after_demo(line, say)).waitFor()
      const chosen = async (name: string) => await box.locator(`[name=${name}]`).inputValue()
      expect(await box.locator('[name=plan]:checked').getAttribute('value')).toBe('monthly')
      expect([await chosen('subject'), await chosen('mode'), await chosen('time')]).toEqual([
        'mathematics',
        'homeTuition',
        time,
      ])
      expect(await chosen('learner')).toMatch(/^[0-9a-f-]{36}$/)
      await expectSound(parent)
      const words = sheet ? m.book_pay({ amount }, say) : m.book_now_for({ amount }, say)
      await page.getByRole('button', { name: words }).click()
      await page.waitForURL('**/sandbox/checkout/**')
      const { rows } = await sql<{ amount: number; promotion: number }>`
        select o.amount_paise as amount, o.promotion_paise as promotion from payment_order o join family f on f.id = o.family_id
        join account a on a.id = f.account_id where a.phone = ${phone} and o.plan = 'monthly'`.execute(site.db)
      expect(rows).toEqual([{ amount: 440_100, promotion: 9_900 }])
      await page.goto(at('/dashboard/student'))
      // An answered question is not asked again; the demo's page keeps the offer.
      expect(await asks.getByRole('button', { name: m.month_book({ amount }, say) }).count()).toBe(0)
      await page.goto(at(`/bookings/${bookingId}`))
      await page.getByRole('link', { name: m.month_book({ amount }, say) }).waitFor()
    })
  },
)

test('the display toggle shows and changes the saved value', { tags: ['full'] }, async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await loginAt(visit, '9826010001', 'en')
  const toggle = page.getByRole('switch')
  expect(await toggle.isChecked()).toBe(true)
  await toggle.click()
  await page.getByText("Families can't see your profile").waitFor()
  await expect.poll(async () => (await fetch(`${site.url}/api/mentor/sunita-deshpande`)).status).toBe(410)
  await page.reload()
  expect(await page.getByRole('switch').isChecked()).toBe(false)
  await page.getByRole('switch').click()
  await expect.poll(async () => (await fetch(`${site.url}/api/mentor/sunita-deshpande`)).status).toBe(200)
  await visit.context.close()
})
