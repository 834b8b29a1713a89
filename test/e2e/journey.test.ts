import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shiftLessons } from '#test/builders.ts'
import { inDays } from '#test/test-app.ts'
import { expectAccessible, expectNoSidewaysScroll, type Site, startSite, type Visit } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** What every screen of the journey must be. */
async function expectSound({ page, problems }: Visit): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(problems).toEqual([])
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()

async function loginAt(visit: Visit, phone: string, tab: 'Student' | 'Mentor'): Promise<void> {
  const { page } = visit
  // Nobody waits half a minute between two logins of one phone here.
  await sql`delete from otp_challenge where phone = ${phone}`.execute(site.db)
  await page.goto('/login')
  await page.getByRole('tab', { name: tab }).click()
  // Before scripts run the tab is a link, and its page comes without what was typed on the one before.
  await page.getByRole('tab', { name: tab, selected: true }).waitFor()
  await page.getByLabel('Phone number').fill(phone)
  await expectSound(visit)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('6-digit OTP').waitFor()
  await page.getByLabel('6-digit OTP').fill(await site.codeFor(phone))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/dashboard/**')
}

describe.each([
  { width: 1280, phone: '9811100001', day: 5, time: '06:00' },
  { width: 360, phone: '9811100002', day: 6, time: '07:30' },
])('the main job at $width px', ({ width, phone, day, time }) => {
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
    await page.goto('/')
    await expectSound(parent)
    await page.getByLabel('Class', { exact: true }).selectOption('8')
    await page.getByLabel('Subject', { exact: true }).selectOption('mathematics')
    await page.getByLabel('Area', { exact: true }).fill('Vijay Nagar')
    await page.getByRole('button', { name: 'Find mentors' }).click()
    await heading(page, 'Top Tutors of Vijay Nagar').waitFor()
    expect(new URL(page.url()).searchParams.get('class')).toBe('8')
    await heading(page, 'Gold Mentors').waitFor()
    await heading(page, 'Silver Mentors').waitFor()
    await expectSound(parent)
    await page
      .getByRole('link', { name: /Sunita Deshpande/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Sunita Deshpande', level: 1 }).waitFor()
    await expectSound(parent)
  })

  test('logs in by OTP where the booking is, and pays a demo', async () => {
    const { page } = parent
    if (width < 600) {
      await page.getByRole('link', { name: 'Book Now' }).click()
      await page.getByRole('dialog').getByText('Demo class').click()
      await expectSound(parent)
      await page.getByRole('button', { name: 'Pay ₹99' }).click()
    } else {
      await page.getByText('Demo class').first().click()
      await page.getByRole('button', { name: 'Book Now' }).click()
    }
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Phone number') })
    await dialog.getByLabel('Phone number').fill(phone)
    await expectSound(parent)
    await dialog.getByRole('button', { name: 'Send OTP' }).click()
    const code = page.getByLabel('6-digit OTP')
    await code.waitFor()
    await page.getByText(phone.slice(-4)).first().waitFor()
    // The sixth digit sends the code by itself.
    await code.pressSequentially(await site.codeFor(phone))
    await page.waitForURL('**/sandbox/checkout/**')
    await page.getByRole('button', { name: 'Success' }).click()
    await heading(page, 'Payment Successful!').waitFor()
    await expectSound(parent)
    await page.getByRole('link', { name: 'Continue to Dashboard' }).click()
    await page.waitForURL('**/dashboard/student')
    await page.getByText('Awaiting schedule').first().waitFor()
    await expectSound(parent)
    const { rows } = await sql<{
      id: string
    }>`select b.id from booking b join family f on f.id = b.family_id join account a on a.id = f.account_id
      where a.phone = ${phone}`.execute(site.db)
    expect(rows).toHaveLength(1)
    bookingId = rows[0]?.id ?? ''
  })

  test('the mentor sets the schedule', async () => {
    const { page } = mentor
    await loginAt(mentor, '9826010001', 'Mentor')
    await page.getByText('MS-1001').first().waitFor()
    await page.getByRole('link', { name: 'Set Schedule' }).first().waitFor()
    await expectSound(mentor)
    await page.goto(`/dashboard/mentor?schedule=${bookingId}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel("Student's name").fill('Aarav Sharma')
    await dialog.getByLabel('Class', { exact: true }).fill('8')
    await dialog.getByLabel('School').fill('Shishu Kunj')
    await dialog.getByLabel('Date').fill(inDays(day))
    await dialog.getByLabel('Time', { exact: true }).fill(time)
    await expectSound(mentor)
    await dialog.getByRole('button', { name: 'Set Schedule' }).click()
    await page.getByText('The class is set.').first().waitFor()
    await expectSound(mentor)
    await parent.page.reload()
    await parent.page.getByText('Scheduled', { exact: true }).first().waitFor()
    await expectSound(parent)
  })

  test('marks the class after it was held, and the parent confirms it', async () => {
    await shiftLessons(site.db, bookingId, -day - 1)
    const { rows } = await sql<{ id: string }>`select id from lesson where booking_id = ${bookingId}`.execute(site.db)
    const { page } = mentor
    await page.goto(`/dashboard/mentor?attend=${rows[0]?.id}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Topic').fill('Linear equations')
    await expectSound(mentor)
    await dialog.getByRole('button', { name: 'Mark attendance' }).click()
    await page.getByText('Attendance is marked.').first().waitFor()
    await expectSound(mentor)

    await parent.page.reload()
    await heading(parent.page, 'Did this class happen?').waitFor()
    await expectSound(parent)
    await parent.page.getByRole('button', { name: 'Yes, it happened' }).first().click()
    await parent.page.getByText('Thank you').first().waitFor()
    // The answered card is gone; the keyboard goes on after it.
    await parent.page.locator('#bookings:focus').waitFor()
    await expectSound(parent)
    const ticked = await sql<{
      tick: boolean
    }>`select parent_tick as tick from class_record where booking_id = ${bookingId}`.execute(site.db)
    expect(ticked.rows).toEqual([{ tick: true }])
  })
})

test('the display toggle starts from the saved value and changes it', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await loginAt(visit, '9826010001', 'Mentor')
  const toggle = page.getByRole('switch')
  expect(await toggle.isChecked()).toBe(true)
  await toggle.click()
  await page.getByText('Families do not see your profile now').waitFor()
  await expect.poll(async () => (await fetch(`${site.url}/api/mentor/sunita-deshpande`)).status).toBe(410)
  await page.reload()
  expect(await page.getByRole('switch').isChecked()).toBe(false)
  await page.getByRole('switch').click()
  await expect.poll(async () => (await fetch(`${site.url}/api/mentor/sunita-deshpande`)).status).toBe(200)
  await visit.context.close()
})
