// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { money } from '#server/platform/figures.ts'
import { expectAccessible, expectNoSidewaysScroll, type Site, startSite } from './site.ts'

const parent = '9826014210'
const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

test('a family changes its mentor in Hindi on a small phone', async () => {
  const { page, context, problems } = await site.visit({ width: 360 })
  await site.login(page, parent)
  const { rows: monthly } = await sql<{ id: string }>`
    select b.id from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id join account a on a.id = f.account_id
    where a.phone = ${parent} and m.slug = 'sunita-deshpande' and b.plan = 'monthly' and b.status = 'scheduled'`.execute(
    site.db,
  )
  await page.goto(`/hi/bookings/${monthly[0]?.id}`)
  await page.getByRole('link', { name: m.replace_title({}, hi) }).click()
  await page.getByRole('heading', { name: m.replace_mentors({}, hi) }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const offers = await (await page.request.get(`/api/class-bookings/booking/${id}/replacements`)).json()
  const { balance } = offers.data as { balance: number } // safe: defined by the contract
  const shown = money(Math.round(balance * 100))
  // A class awaiting confirmation is excluded.
  await page.getByText(m.dash_balance_waiting({}, hi)).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const choices = page.getByRole('link', { name: m.replace_choose({ name: '' }, hi).trim() })
  expect(await choices.count()).toBe(3)
  await choices.first().click()
  const confirm = page.getByRole('button', { name: m.replace_confirm({ name: '' }, hi).trim().split(' ').at(-1) ?? '' })
  await confirm.waitFor()
  await page.getByText(shown).first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await confirm.click()
  await page.getByText(m.replace_done({}, hi)).waitFor()
  await page.goto(`/hi/bookings/${id}`)
  await page.getByText(m.replace_moved({}, hi)).waitFor()
  await page.goto('/hi/dashboard/student?tab=payments')
  await page.getByText(shown).first().waitFor()
  const { rows } = await sql<{ n: number; price: number }>`
    select count(*)::int as n, min(price_paise) as price from booking where replaces is not null`.execute(site.db)
  expect(rows).toEqual([{ n: 1, price: Math.round(balance * 100) }])
  expect(problems).toEqual([])
  await context.close()
})

test('without scripts the fee of a first class is refunded', async () => {
  const { rows: held } = await sql<{ booking: string }>`
    with b as (update booking set status = 'scheduled' where id = (select id from booking where status = 'pending_schedule' and plan = 'monthly'
        and replaces is null order by id desc limit 1) returning id, mentor_id, learner_id, mode, order_id),
      s as (insert into teaching_slot (mentor_id, mode, starts_at, ends_at, status, order_id)
        select mentor_id, mode, now() - interval '400 days', now() - interval '400 days' + interval '1 hour', 'booked', order_id from b returning id),
      l as (insert into lesson (booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, status)
        select b.id, s.id, b.learner_id, 1, now() - interval '400 days', now() - interval '400 days' + interval '1 hour', 60, 15000, 'held' from b, s
        returning id, booking_id)
    insert into class_record (booking_id, lesson_id, date, time_in, time_out, duration, topic, mentor_tick)
      select booking_id, id, now()::date, '10:00', '11:00', '1 h', 'Tenses', true from l returning booking_id as booking`.execute(
    site.db,
  )
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await site.login(page, parent)
  await page.goto(`/bookings/${held[0]?.booking}`)
  await page.getByRole('link', { name: m.first_link({ amount: '₹150' }) }).click()
  await page.getByRole('link', { name: m.first_take({ amount: '₹150' }) }).click()
  await page.getByText(m.first_taken({ amount: '₹150' })).waitFor()
  await page.getByRole('link', { name: m.first_not_taken() }).click()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: m.first_back({ amount: '₹150' }) }).click()
  await page.getByText(m.first_done()).waitFor()
  await page.goto('/dashboard/student?tab=payments')
  await page.getByText('₹150').first().waitFor()
  await context.close()
})
