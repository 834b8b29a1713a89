import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { accessibilityFindings, expectNoSidewaysScroll, pageReady, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

type Coming = { booking: string; lesson: string; mentorId: string; mentor: string; family: string }
/** A class of a timetable, at least a day ahead; its mentor teaches every afternoon. */
async function comingClass(): Promise<Coming> {
  const { rows } = await sql<Coming>`
    select b.id as booking, l.id as lesson, b.mentor_id as "mentorId", ma.phone as mentor, fa.phone as family
    from lesson l join booking b on b.id = l.booking_id join mentor m on m.id = b.mentor_id join account ma on ma.id = m.account_id
      join family f on f.id = b.family_id join account fa on fa.id = f.account_id
    where l.status = 'scheduled' and l.starts_at > now() + interval '1 day' and b.plan = 'monthly'
      and not exists (select from time_proposal t where t.lesson_id = l.id) order by l.starts_at limit 1`.execute(
    site.db,
  )
  const [one] = rows
  if (!one) throw new Error('no class is coming')
  await sql`insert into availability (mentor_id) values (${one.mentorId}) on conflict do nothing`.execute(site.db)
  await sql`insert into weekly_hours (mentor_id, weekday, hours)
    select ${one.mentorId}, day, '{[900,1200)}' from generate_series(1, 7) as day on conflict do nothing`.execute(
    site.db,
  )
  return one
}
const slots = (page: Page) => page.getByRole('dialog').locator('input[name=slot]')
const timesOf = async (lesson: string) => {
  const { rows } = await sql<{ at: Date; proposals: string[] }>`
    select l.starts_at as at, array(select to_char(t.to_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') from time_proposal t where t.lesson_id = l.id) as proposals
    from lesson l where l.id = ${lesson}`.execute(site.db)
  return rows[0]
}

test('a family proposes a free time with two taps on a phone, and keeps what it chose when that time was taken meanwhile', async () => {
  const one = await comingClass()
  const { context, page, problems } = await site.visit({ width: 360 })
  await site.login(page, one.family, 'student')
  await page.goto(`/hi/bookings/${one.booking}?propose=${one.lesson}`)
  await pageReady(page)
  await slots(page).first().waitFor({ state: 'attached' })
  await expectNoSidewaysScroll(page)
  expect(await accessibilityFindings(page)).toEqual([])
  const cut: string[] = await page.evaluate(`[...document.querySelectorAll('dialog .slot')]
    .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().height < 44).map((one) => one.textContent)`)
  expect(cut).toEqual([])
  const before = await timesOf(one.lesson)
  const taken = (await slots(page).nth(1).getAttribute('value')) ?? ''
  await page.locator('label.slot', { has: page.locator(`input[value="${taken}"]`) }).click()
  await sql`insert into teaching_slot (mentor_id, mode, starts_at, ends_at, status)
    values (${one.mentorId}, 'online', ${taken}::timestamptz, ${taken}::timestamptz + interval '30 minutes', 'booked')`.execute(
    site.db,
  )
  const send = page.getByRole('button', { name: m.change_propose_send({}, hi) })
  await send.click()
  await page.getByRole('dialog').getByText(errorText('slot-taken', 'hi')).waitFor()
  expect(await timesOf(one.lesson)).toEqual(before)
  await expect.poll(() => page.locator(`input[value="${taken}"]`).count()).toBe(0)
  await page.getByText(m.slot_type({}, hi)).click()
  const date = page.getByRole('dialog').locator('[name=date]')
  expect(await date.inputValue()).not.toBe('')
  // A typed time that has passed is refused at its field, in view.
  await date.fill('2020-01-01')
  await send.click()
  await page.locator('[name=time][aria-invalid=true]').waitFor()
  const past = await page.getByText(errorText('schedule-in-past', 'hi')).boundingBox()
  expect(past && past.y > 0 && past.y + past.height < (page.viewportSize()?.height ?? 0)).toBe(true)
  // Only the content of the sheet scrolls; its title stays.
  expect(await page.evaluate("document.querySelector('dialog[open]').scrollTop")).toBe(0)
  expect(await timesOf(one.lesson)).toEqual(before)
  await page.getByText(m.slot_type({}, hi)).click()
  // First tap, second tap.
  const at = (await slots(page).first().getAttribute('value')) ?? ''
  await page.locator('label.slot').first().click()
  await send.click()
  await page.getByText(m.change_proposed({}, hi), { exact: true }).waitFor()
  expect((await timesOf(one.lesson))?.proposals).toEqual([at])
  // The browser itself logs the refusal.
  expect(problems.filter((text) => !text.includes('409'))).toEqual([])
  await context.close()
})

test('a mentor moves a class by keyboard, and a time can still be typed', async () => {
  const one = await comingClass()
  const { context, page } = await site.visit({ width: 1280 })
  await site.login(page, one.mentor, 'mentor')
  await page.goto(`/bookings/${one.booking}?lesson=${one.lesson}`)
  await pageReady(page)
  await slots(page).first().waitFor({ state: 'attached' })
  for (let presses = 0; presses < 30; presses++) {
    if ((await page.locator('input[name=slot]:focus').count()) === 1) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ArrowRight')
  const chosen = page.locator('input[name=slot]:checked')
  const at = (await chosen.getAttribute('value')) ?? ''
  expect(await chosen.and(page.locator(':focus')).count()).toBe(1)
  // Its name says the day, which a screen reader would not see.
  expect(await chosen.getAttribute('aria-label')).toMatch(/\d/)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(m.slot_type()).click()
  expect(await dialog.locator('[name=time]').inputValue()).toMatch(/^\d\d:\d\d$/)
  await dialog.getByText(m.slot_type()).click()
  await chosen.focus()
  await page.keyboard.press('Enter')
  const ask = dialog.getByRole('button', { name: m.ask_send() })
  const saved = page.getByText(m.dash_saved_move())
  await ask.or(saved).first().waitFor()
  if ((await ask.count()) > 0) {
    await ask.press('Enter')
    await page.getByText(m.ask_sent()).first().waitFor()
    expect((await timesOf(one.lesson))?.proposals).toEqual([at])
  } else expect((await timesOf(one.lesson))?.at.toISOString()).toBe(at)
  await context.close()
})

test('the time a family asked for comes first and is chosen when its mentor schedules the booking', async () => {
  const { rows } = await sql<{ id: string; phone: string; at: Date }>`
    select b.id, a.phone, o.wished_at as at from booking b join payment_order o on o.id = b.order_id
      join mentor m on m.id = b.mentor_id join account a on a.id = m.account_id
    where b.status = 'pending_schedule' and b.picked_state is null and o.wished_at > now() limit 1`.execute(site.db)
  const [one] = rows
  if (!one) throw new Error('no booking has a preferred time')
  const { context, page, problems } = await site.visit({ width: 360 })
  await site.login(page, one.phone, 'mentor')
  await page.goto(`/bookings/${one.id}?schedule=${one.id}`)
  await pageReady(page)
  const first = slots(page).first()
  await first.waitFor({ state: 'attached' })
  expect(await first.getAttribute('value')).toBe(one.at.toISOString())
  expect(await first.isChecked()).toBe(true)
  await page.getByRole('dialog').getByText(m.slot_wished(), { exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  expect(await accessibilityFindings(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})
