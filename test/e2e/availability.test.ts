// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { projectMentors } from '#server/mentors/search/projection.ts'
import { hrefIn } from '#web/locale.ts'
import { conductConsent, home, makeMentor } from '../builders.ts'
import { agreeAsParent, fillAddress, openStep } from './fill-address.ts'
import { expectAccessible, expectSound, pageReady, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** A mentor with an upcoming class that has no open proposal. */
async function busyMentor() {
  const { rows } = await sql<{
    id: string
    slug: string
    city: string
    phone: string
    lesson: string
    date: string
    day: string
  }>`
    select m.id, m.slug, m.city, a.phone, l.id as lesson, to_char(l.starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as date,
      case m.available_days[1] when 'monday' then 'सोम' when 'tuesday' then 'मंगल' when 'wednesday' then 'बुध' when 'thursday' then 'गुरु'
        when 'friday' then 'शुक्र' when 'saturday' then 'शनि' else 'रवि' end as day
    from lesson l join booking b on b.id = l.booking_id join mentor m on m.id = b.mentor_id
      join account a on a.id = m.account_id
    where l.status = 'scheduled' and l.starts_at > now() + interval '3 hours'
      and not exists (select from time_proposal t where t.lesson_id = l.id) order by l.starts_at limit 1`.execute(
    site.db,
  )
  if (!rows[0]) throw new Error('no mentor has a class')
  return rows[0]
}

test('a mentor sets availability and leave in Hindi on a small phone, and proposes a new time for a class during leave', async () => {
  await sql`update mentor_leave set ended_at = now()`.execute(site.db)
  const mentor = await busyMentor()
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await site.login(page, mentor.phone, 'mentor')
  await page.goto('/hi/dashboard/mentor?tab=schedule')
  await page.getByRole('link', { name: m.hours_title({}, hi) }).click()
  await page.getByRole('heading', { name: m.hours_week({}, hi) }).waitFor()
  await expectSound(visit)

  // Hours that overlap others keep their input, with the reason beside them.
  const day = page.getByRole('group', { name: new RegExp(`^${mentor.day}`) })
  const from = m.hours_from({ day: mentor.day }, hi)
  const to = m.hours_to({ day: mentor.day }, hi)
  await day.locator('summary', { hasText: m.hours_add({}, hi) }).focus()
  await page.keyboard.press('Enter')
  await day.getByLabel(from).last().fill('17:00')
  await day.getByLabel(to).last().fill('18:00')
  await day.getByLabel(to).last().press('Enter')
  await day.getByText(m.hours_bad_overlap({}, hi)).waitFor()
  expect(await day.getByLabel(from).last().inputValue()).toBe('17:00')
  await day.getByLabel(from).last().fill('07:00')
  await day.getByLabel(to).last().fill('09:00')
  // Leaving with unsaved hours asks first.
  const unsaved = page.getByRole('dialog', { name: m.unsaved_title({}, hi) })
  await page.goBack()
  await expectAccessible(page)
  await unsaved.getByRole('button', { name: m.unsaved_stay({}, hi) }).click()
  await unsaved.waitFor({ state: 'hidden' })
  expect(await day.getByLabel(from).last().inputValue()).toBe('07:00')
  await page
    .getByRole('button', { name: m.hours_save({}, hi) })
    .last()
    .click()
  await page.getByText(m.hours_saved({}, hi)).first().waitFor()
  await expect.poll(() => day.getByLabel(from).first().inputValue()).toBe('07:00')
  await day.getByRole('button').first().click()
  await expect.poll(() => day.getByLabel(from).first().inputValue()).not.toBe('07:00')

  // The hours of the first day are copied to one that has none.
  await page.getByText(m.hours_copy({}, hi)).click()
  await page.getByLabel(m.hours_copy_from({}, hi)).selectOption({ label: mentor.day })
  const none = page.locator('legend', { hasText: m.hours_none({}, hi) }).first()
  const empty = (await none.locator('span').first().textContent()) ?? ''
  const copied = page.getByRole('group', { name: new RegExp(`^${empty}`) })
  const usualHours = await day.getByLabel(from).first().inputValue()
  await page.getByRole('checkbox', { name: empty, exact: true }).check()
  await page.getByRole('button', { name: m.hours_copy_save({}, hi) }).click()
  await expect.poll(() => copied.locator('input[type=time]').first().inputValue()).toBe(usualHours)

  // Hours of one date, removed and brought back by the message that says so.
  const date = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const days = page.getByRole('region', { name: m.hours_days({}, hi) })
  await days.getByText(m.hours_add_day({}, hi)).click()
  await days.getByLabel(m.dash_date({}, hi)).fill(date)
  await days
    .getByLabel(m.hours_from({ day: m.hours_of_day({}, hi) }, hi))
    .first()
    .fill('11:00')
  await days
    .getByLabel(m.hours_to({ day: m.hours_of_day({}, hi) }, hi))
    .first()
    .fill('12:30')
  await days.getByRole('button', { name: m.hours_save_day({}, hi) }).click()
  const usual = days.getByRole('listitem').getByRole('button', { name: m.hours_usual({}, hi) })
  await usual.click()
  await usual.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: m.ui_undo({}, hi) }).click()
  await usual.waitFor()
  const { rows: kept } = await sql`select from other_hours where date = ${date} and hours = '{[660,750)}'`.execute(
    site.db,
  )
  expect(kept).toHaveLength(1)

  await page.getByText(m.leave_add({}, hi)).click()
  await page.getByLabel(m.leave_from({}, hi)).fill(mentor.date)
  expect(await page.getByLabel(m.leave_to({}, hi)).inputValue()).toBe(mentor.date)
  await page.getByLabel(m.leave_note({}, hi)).fill('भाई की शादी')
  await page.getByRole('button', { name: m.leave_take({}, hi) }).click()
  await page.getByRole('link', { name: /देखें$/ }).click()
  await page.getByRole('heading', { name: m.leave_classes_title({}, hi) }).waitFor()
  const one = page.locator('fieldset', { has: page.locator(`[name="do-${mentor.lesson}"]`) })
  await one.getByText(m.leave_cancel_counts({}, hi), { exact: false }).waitFor()
  expect(await one.getByRole('radio').first().isChecked()).toBe(true)
  await expectSound(visit)
  await page.getByRole('button', { name: m.leave_decide({}, hi) }).click()
  await page.getByText(m.leave_decided({}, hi)).first().waitFor()
  const { rows } = await sql`select from time_proposal where lesson_id = ${mentor.lesson} and status = 'open'`.execute(
    site.db,
  )
  expect(rows).toHaveLength(1)
  expect(visit.problems).toEqual([])
})

test('a family picks a free time, and another with one tap if it was taken; works without scripts too', async () => {
  const mentor = await busyMentor()
  await sql`update mentor_leave set ended_at = now()`.execute(site.db)
  const path = `/mentors/${mentor.slug}`
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, '9811100011', 'student')
  await page.goto(`${path}?plan=demo`)
  const book = page.getByRole('complementary')
  const times = book.getByRole('group', { name: m.book_first_class() }).getByRole('radio')
  await openStep(book, 'time')
  const picked = (await times.nth(1).getAttribute('value')) ?? ''
  await times.nth(1).check()
  await fillAddress(book)
  await agreeAsParent(book)
  await openStep(book, 'time')
  expect(await times.nth(1).isChecked()).toBe(true)
  const other = await site.visit({ width: 360 })
  await site.login(other.page, '9811100012', 'student')
  const subject = await book.locator('[name=subject]').inputValue()
  const startsAt = new Date(`${picked}:00+05:30`).toISOString()
  const order = {
    amount: 99,
    plan: 'demo',
    mentorId: mentor.id,
    startsAt,
    subject,
    address: { ...home, city: mentor.city },
    conduct: conductConsent('family'),
  }
  expect((await other.page.request.post('/api/payment/create-order', { data: order })).ok()).toBe(true)
  await book.getByRole('button', { name: m.book_now() }).click()
  const instead = book.getByRole('alert').getByRole('radio')
  await expect.poll(() => instead.count()).toBe(3)
  await expectSound(visit)
  await instead.first().click()
  await expect.poll(() => book.locator(`[value="${picked}"]:checked`).count()).toBe(0)
  await book.getByRole('button', { name: m.book_now() }).click()
  await page.waitForURL('**/sandbox/**')

  const plain = await site.visit({ width: 360, scripts: false })
  await site.login(plain.page, '9811100013', 'student')
  await plain.page.goto(`/hi${path}?plan=demo#book`)
  const group = plain.page.getByRole('group', { name: m.book_first_class({}, hi) }).first()
  await group.getByRole('radio').first().check()
  await fillAddress(plain.page.locator('#book'), 'hi')
  await agreeAsParent(plain.page.locator('#book'), 'hi')
  await plain.page
    .getByRole('button', { name: m.book_now_for({ amount: '' }, hi).trim() })
    .first()
    .click()
  await plain.page.waitForURL('**/sandbox/**')
  const { rows } = await sql`select from teaching_slot where mentor_id = ${mentor.id} and status = 'held'`.execute(
    site.db,
  )
  expect(rows).toHaveLength(3)
})

test.each([
  { width: 360, locale: 'hi', city: 'Bhopal' },
  { width: 1280, locale: 'en', city: 'Indore' },
] as const)(
  'an applicant is asked for hours until they are set; families see "Ask for a time" until then ($locale)',
  async ({ width, locale, city }) => {
    const say = { locale }
    const name = `Hours of ${city}`
    const offers: [string, string][] = [['class-11', 'psychology']]
    const made = await makeMentor(site.db, { status: 'submitted', name, city, offers })
    const visit = await site.visit({ width })
    const { page } = visit
    await site.login(page, made.phone, 'mentor')
    await page.goto(hrefIn(locale, '/dashboard/mentor'))
    await page.getByText(m.hours_missing({}, say)).first().waitFor()
    await expectSound(visit)
    const visitor = await site.visit({ width })
    const seen = async () => {
      await visitor.page.goto(hrefIn(locale, `/mentors?subject=psychology&city=${city}`))
      return await visitor.page.locator('.mentor-card', { hasText: name }).textContent()
    }
    await sql`update mentor set status = 'verified' where id = ${made.id}`.execute(site.db)
    await projectMentors(site.db, [made.id])
    expect(await seen()).toContain(m.free_ask({}, say))

    await page
      .getByRole('link', { name: m.hours_set({}, say) })
      .first()
      .click()
    await page.getByRole('heading', { name: m.hours_week({}, say) }).waitFor()
    await pageReady(page)
    await page
      .locator('summary', { hasText: m.hours_add({}, say) })
      .first()
      .click()
    await page.locator('input[type=time]').nth(0).fill('16:00')
    await page.locator('input[type=time]').nth(1).fill('19:00')
    await page
      .getByRole('button', { name: m.hours_save({}, say) })
      .last()
      .click()
    await page.getByText(m.hours_saved({}, say)).first().waitFor()
    await page.goto(hrefIn(locale, '/dashboard/mentor'))
    await pageReady(page)
    expect(await page.getByText(m.hours_missing({}, say)).count()).toBe(0)
    await expect.poll(seen).not.toContain(m.free_ask({}, say))
    expect(visit.problems).toEqual([])
    await Promise.all([visit.context.close(), visitor.context.close()])
  },
)
