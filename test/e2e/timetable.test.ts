import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { nextDay, weekdayOf } from '#server/classes/timetables/dates.ts'
import { inDays } from '#test/test-app.ts'
import { expectSound, pageReady, type Site, startSite, type Visit } from './site.ts'

const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Presses Tab until the element has focus, as a keyboard user does. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 120; presses++) {
    if ((await wanted.and(page.locator(':focus')).count()) === 1) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${wanted}`)
}
async function press(page: Page, wanted: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

const nextMonth = (date: string) =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)))).toISOString().slice(0, 7)

test('a mentor sets a weekly timetable by keyboard on a small phone and skips a date; the family sees it in Hindi', {
  tags: ['full'],
}, async () => {
  const { rows } = await sql<{ id: string; mentor: string; family: string; student: string }>`
    select b.id, ma.phone as mentor, fa.phone as family, p.name as student from booking b join mentor m on m.id = b.mentor_id join account ma on ma.id = m.account_id
      join family f on f.id = b.family_id join account fa on fa.id = f.account_id join learner p on p.id = b.learner_id
    where b.plan = 'monthly' and b.status = 'pending_schedule'`.execute(site.db)
  const [booking] = rows
  if (!booking) throw new Error('no booking needs a timetable')
  const mentor = await site.visit({ width: 360 })
  const { page } = mentor
  await site.login(page, booking.mentor, 'mentor')
  await page.goto('/dashboard/mentor?waiting=all')
  await pageReady(page)
  await press(page, page.getByRole('link', { name: m.dash_set_schedule(), exact: true }).first(), 'Enter')
  await page.waitForURL(`**schedule=${booking.id}**`)
  await press(page, page.getByRole('link', { name: m.month_preview() }), 'Enter')
  await page.waitForURL(`**/dashboard/mentor/timetable/${booking.id}**`)
  await page.getByRole('heading', { level: 1, name: m.timetable_title() }).waitFor()
  for (const day of ['Mon', 'Wed', 'Fri']) await press(page, page.getByRole('checkbox', { name: day }), 'Space')
  await tabTo(page, page.getByLabel(m.dash_time(), { exact: true }))
  await page.keyboard.type('0530PM')
  const [year, month, day] = inDays(2).split('-')
  await tabTo(page, page.getByLabel(m.timetable_first(), { exact: true }))
  await page.keyboard.type(`${month}${day}${year}`)
  await expectSound(mentor)
  await press(page, page.getByRole('button', { name: m.timetable_show() }), 'Enter')
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^${m.timetable_leave()}`) })
  await expect.poll(() => boxes.count()).toBe(12)
  const away = (await boxes.nth(2).getAttribute('value')) ?? ''
  // "Fri 27 Nov, 5:30 pm"
  const awayAt = await page.locator(`li:has(input[value="${away}"]) p`).first().textContent()
  expect(awayAt).toMatch(/,\s5:30\spm$/)
  await press(page, boxes.nth(2), 'Space')
  await page.waitForURL(`**leave=${away}**`)
  // The skipped class is added at the end, and focus stays.
  await expect.poll(() => boxes.count()).toBe(13)
  expect(await boxes.nth(2).isChecked()).toBe(true)
  expect(await boxes.nth(2).and(page.locator(':focus')).count()).toBe(1)
  for (const [label, text] of [
    [m.apply_optional({ label: m.dash_class() }), '5'],
    [m.apply_optional({ label: m.dash_school() }), 'Shishu Kunj'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
  await expectSound(mentor)
  await press(page, page.getByRole('button', { name: m.timetable_set(), exact: true }), 'Enter')
  await page.getByText(m.timetable_saved()).first().waitFor()
  const changes = page.getByRole('link', { name: /^Change .*,\s5:30\spm$/ })
  await expect.poll(() => changes.count()).toBe(4)
  await press(page, page.getByText(m.dash_sheet_all({ count: 12 })), 'Enter')
  expect(await changes.count()).toBe(12)
  expect(await page.getByRole('link', { name: `Change ${awayAt}` }).count()).toBe(0)
  await expectSound(mentor)

  // The mentor cancels one class.
  await press(page, changes.first(), 'Enter')
  const dialog = page.getByRole('dialog')
  await press(page, dialog.getByText(m.timetable_skip()).first(), 'Enter')
  await dialog.getByText(m.timetable_counts_nobody()).waitFor()
  await expectSound(mentor)
  await press(page, dialog.getByRole('link', { name: m.change_cancel() }), 'Enter')
  await press(page, dialog.getByRole('button', { name: m.change_cancel() }), 'Enter')
  await page.locator('.toast', { hasText: m.change_cancelled() }).waitFor()
  await page.getByRole('heading', { name: m.timetable_owed() }).waitFor()
  await press(page, page.getByRole('link', { name: new RegExp(`^${m.timetable_plan()}`) }), 'Enter')
  const again = page.getByRole('dialog').getByRole('button', { name: m.timetable_plan_one() })
  await again.waitFor()
  // The same weekday, so that it is within the mentor's hours.
  await page.getByRole('dialog').getByText(m.slot_type()).click()
  await page.getByRole('dialog').getByLabel(m.dash_date()).fill(nextDay(away, 63))
  await again.click()
  await page.getByRole('status').getByText(m.dash_saved_schedule()).waitFor()
  await page.waitForURL(`**/bookings/${booking.id}`)

  const family = await site.visit({ width: 1280 })
  await site.login(family.page, booking.family, 'student')
  await family.page.goto('/hi/dashboard/student')
  await family.page.locator(`a[href="/hi/bookings/${booking.id}"]`).click()
  await family.page.getByText(/^सोम, बुध, शुक्र, शाम\s5:30/).waitFor()
  await family.page
    .getByText(`${m.timetable_was_mentor({}, hi)}`)
    .first()
    .waitFor()
  await expectSound(family)
  await family.page.goto(`/hi/dashboard/calendar?month=${away.slice(0, 7)}`)
  await family.page.getByRole('grid').getByText('शाम 5:30').first().waitFor()
  // By keyboard: Tab reaches one day, arrows the others, Page Down the next month.
  const focused = async () => (await family.page.locator(':focus').getAttribute('data-day')) ?? ''
  await tabTo(family.page, family.page.locator('[data-day][tabindex="0"]'))
  await family.page.keyboard.press('End')
  const sunday = await focused()
  expect(weekdayOf(sunday)).toBe(7)
  await family.page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe(nextDay(sunday, -1))
  await family.page.keyboard.press('PageDown')
  await family.page.waitForURL(`**month=${nextMonth(away)}`)
  await expect.poll(focused).toBe(`${nextMonth(away)}-01`)
  await family.page.goBack()
  await family.page.waitForURL(`**month=${away.slice(0, 7)}`)
  for (const side of ['student', 'mentor']) {
    const who = side === 'student' ? family : mentor
    const reply = await who.page.request.get(`/hi/dashboard/${side}/timetable/nothing`)
    expect(reply.status()).toBe(404)
  }
  await family.page.getByRole('button', { name: m.calendar_feed_make({}, hi) }).click()
  const address = await family.page.getByLabel(m.calendar_address({}, hi)).inputValue()
  const feed = await (await fetch(address)).text()
  // Twelve classes remain, one is cancelled, and the family has other classes too.
  expect(feed.match(/DTSTART:\d{8}T120000Z/g)?.length).toBeGreaterThanOrEqual(12)
  expect(feed).not.toContain(`DTSTART:${away.replaceAll('-', '')}T120000Z`)
  await expectSound(family)
  // The link outlives the login, so an old one makes no other link.
  await sql`update session set created_at = created_at - interval '11 minutes'`.execute(site.db)
  await family.page.getByRole('button', { name: m.calendar_feed_anew({}, hi) }).click()
  await family.page.getByText(errorText('fresh-login-needed', 'hi')).waitFor()
  expect((await fetch(address)).status).toBe(200)
  await family.page.getByRole('button', { name: m.calendar_feed_end({}, hi) }).click()
  await family.page.getByLabel(m.calendar_address({}, hi)).waitFor({ state: 'hidden' })
  expect((await fetch(address)).status).toBe(404)
})

test('answering a withdrawn proposal explains it, although its card is gone', {
  tags: ['full'],
}, async () => {
  const { rows } = await sql<{ id: string; mentor: string; family: string }>`
    select t.id, ma.phone as mentor, fa.phone as family from time_proposal t join lesson l on l.id = t.lesson_id join booking b on b.id = l.booking_id
      join mentor m on m.id = b.mentor_id join account ma on ma.id = m.account_id join family f on f.id = b.family_id
      join account fa on fa.id = f.account_id where t.status = 'open' and t.made_by = 'mentor'`.execute(site.db)
  const [proposal] = rows
  if (!proposal) throw new Error('no proposal is open')
  const mentor = await site.visit({ width: 360 })
  const family = await site.visit({ width: 360 })
  await site.login(mentor.page, proposal.mentor, 'mentor')
  await site.login(family.page, proposal.family, 'student')
  // A phone shows only the first pending item.
  await family.page.goto('/hi/dashboard/student?waiting=all')
  const accept = family.page.getByRole('button', { name: m.change_accept({}, hi), exact: true })
  await accept.waitFor()
  await pageReady(family.page)
  const back = `/api/class-bookings/proposals/${proposal.id}/answer`
  expect((await mentor.page.request.post(back, { data: { answer: 'withdraw' } })).ok()).toBe(true)
  await accept.click()
  await family.page.getByRole('alert').getByText(errorText('proposal-over', 'hi')).waitFor()
  expect(await accept.count()).toBe(0)
  await expectSound(family)
})

test('answering about a class that is reported by now explains it, with and without scripts', {
  tags: ['full'],
}, async () => {
  const { rows } = await sql<{ lesson: string; family: string; month: string }>`
    select l.id as lesson, a.phone as family, to_char(l.starts_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month
    from lesson l join class_record r on r.lesson_id = l.id join booking b on b.id = l.booking_id
      join family f on f.id = b.family_id join account a on a.id = f.account_id
    where l.state = 'held' and not r.parent_tick order by l.starts_at desc limit 1`.execute(site.db)
  const [one] = rows
  if (!one) throw new Error('no class waits for an answer')
  const scripted = await site.visit({ width: 360 })
  const plain = await site.visit({ width: 360, scripts: false })
  const yesOn = ({ page }: Visit) => page.getByRole('button', { name: m.dash_yes() }).last()
  for (const family of [scripted, plain]) {
    await site.login(family.page, one.family, 'student')
    await family.page.goto(`/dashboard/student/classes?month=${one.month}`)
    await yesOn(family).waitFor()
  }
  await pageReady(scripted.page)
  const report = `/api/class-bookings/lessons/${one.lesson}/dispute`
  expect((await plain.page.request.post(report, { data: { reason: 'not_held' } })).ok()).toBe(true)
  for (const family of [scripted, plain]) {
    await yesOn(family).click()
    await family.page.getByRole('alert').getByText(errorText('dispute-open', 'en')).waitFor()
    expect(await yesOn(family).count()).toBe(0)
  }
})
