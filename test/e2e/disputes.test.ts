import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoAdmin } from '#server/demo/people.ts'
import { faultsOfBooks } from '#test/books-oracle.ts'
import { makeAdmin } from '#test/builders.ts'
import { expectAccessible, expectNoSidewaysScroll, openRow, pageReady, type Site, startSite } from './site.ts'

const parent = '9826014210'
const mentor = '9826010001'
const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** The demo's orders get receipts on request, so missing ones are ignored. */
const expectBooks = async () =>
  expect((await faultsOfBooks(site.db)).filter((fault) => !fault.includes('one receipt'))).toEqual([])

/** Amounts of a named section, in order. */
const amountsIn = (page: Page, name: string) => page.getByRole('region', { name }).locator('.amount').allTextContents()
const shown = (paise: number) =>
  `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: paise % 100 === 0 ? 0 : 2 })}`

/** From the ledger: the parent's balance, with what open disputes hold; what the mentor has earned, this month and in all, and is still owed. */
async function sumsInBooks() {
  const { rows } = await sql<Record<'left' | 'month' | 'earned' | 'owed', number>>`
    with mine as (select e.amount_paise as paise, a.kind as account, j.kind, j.at from ledger_entry e join ledger_account a on a.id = e.account_id
      join journal j on j.id = e.journal_id where a.owner_id in (select f.id from family f join account c on c.id = f.account_id where c.phone = ${parent}
        union all select m.id from mentor m join account c on c.id = m.account_id where c.phone = ${mentor}))
    select -sum(paise) filter (where account = 'family_prepaid')::int + (select coalesce(sum(l.fee_paise), 0)::int from dispute d
          join lesson l on l.id = d.lesson_id join booking b on b.id = l.booking_id join family f on f.id = b.family_id
          join account c on c.id = f.account_id where c.phone = ${parent} and d.status = 'open') as left,
      -sum(paise) filter (where account = 'mentor_payable' and kind <> 'payout' and date_trunc('month', at at time zone 'Asia/Kolkata')
        = date_trunc('month', now() at time zone 'Asia/Kolkata'))::int as month,
      -sum(paise) filter (where account = 'mentor_payable' and kind <> 'payout')::int as earned,
      -sum(paise) filter (where account = 'mentor_payable')::int as owed from mine`.execute(site.db)
  if (!rows[0]) throw new Error('no sums')
  return rows[0]
}

test('what is chosen and typed before the scripts run stays when the card becomes a dialog', async () => {
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, parent, 'student')
  await page.goto('/hi/dashboard/student?waiting=all')
  const report = await page.getByRole('link', { name: m.dash_problem({}, hi) }).getAttribute('href')
  const arrive = Promise.withResolvers<void>()
  await context.route('**/assets/**/*.js', async (route) => {
    await arrive.promise
    await route.continue().catch(() => undefined) // the requesting page may be gone
  })
  await page.goto(report ?? '', { waitUntil: 'commit' })
  const other = page.getByRole('radio', { name: m.dispute_reason_other({}, hi) })
  await other.check()
  await page.getByLabel(m.dispute_words({}, hi)).fill('आधे घंटे में')
  expect(await page.locator('dialog[open]').count()).toBe(0)
  arrive.resolve()
  await page.locator('dialog[open]').waitFor()
  await pageReady(page)
  expect(await other.isChecked()).toBe(true)
  expect(await page.getByLabel(m.dispute_words({}, hi)).inputValue()).toBe('आधे घंटे में')
  await context.close()
})

test('a parent reports a class by keyboard on a small phone, an admin splits its fee, both sides see it', async () => {
  const family = await site.visit({ width: 360 })
  await site.login(family.page, parent, 'student')
  await family.page.goto('/hi/dashboard/student?waiting=all')
  await pageReady(family.page)
  await family.page.getByRole('link', { name: m.dash_problem({}, hi) }).press('Enter')
  const other = family.page.getByRole('radio', { name: m.dispute_reason_other({}, hi) })
  const send = family.page.getByRole('button', { name: m.dispute_send({}, hi) })
  await other.waitFor()
  expect(await family.page.getByRole('radio', { checked: true }).count()).toBe(0)
  await send.press('Enter')
  expect(await family.page.locator('[name=reason]:invalid').count()).toBeGreaterThan(0)
  await other.press('Space')
  await send.press('Enter')
  await family.page.getByText(m.dispute_bad_words({}, hi)).waitFor()
  await expectGood(family.page)
  await family.page.getByLabel(m.dispute_words({}, hi)).fill('आधे घंटे में\nचले गए')
  await send.dblclick()
  await family.page.getByText(m.dispute_sent({}, hi), { exact: true }).waitFor()
  await family.page
    .locator('a[href*="/bookings/"]', {
      hasText: m.dash_student_with({ student: 'Aarav', mentor: 'Sunita Deshpande' }, hi),
    })
    .click()
  await family.page.getByRole('button', { name: m.dispute_withdraw({}, hi) }).waitFor()
  await expectGood(family.page)

  const admin = await site.visit({ width: 1280 })
  await site.login(admin.page, demoAdmin.phone, 'admin')
  const { rows: sent } = await sql<{ id: string }>`select id from dispute where words like 'आधे घंटे में%'`.execute(site.db)
  await admin.page.goto(`/admin/disputes?row=${sent[0]?.id}`)
  const row = admin.page.locator('.row-panel')
  await row.getByText(/आधे घंटे में\s+चले गए/).waitFor()
  await row.getByText(m.admin_dispute_outcome(), { exact: true }).click()
  await row.getByRole('radio', { name: m.admin_dispute_part() }).check()
  await row.getByLabel(m.admin_dispute_percent()).fill('40')
  await row.getByLabel(m.admin_dispute_reason()).fill('Both say it was forty minutes')
  await expectGood(admin.page)
  await row.getByRole('button', { name: m.admin_dispute_decide() }).click()
  await admin.page.getByText(m.admin_dispute_done({ kept: '₹150', back: '₹225' })).waitFor()

  await family.page.goto('/hi/dashboard/student?tab=payments')
  await family.page.getByText(m.dispute_end_shared({ kept: '₹150', back: '₹225' }, hi)).waitFor()
  await expectGood(family.page)
  expect((await amountsIn(family.page, m.dash_money_unused({}, hi)))[0]).toBe(shown((await sumsInBooks()).left))
  const teacher = await site.visit({ width: 360, dark: true })
  await site.login(teacher.page, mentor, 'mentor')
  await teacher.page.goto('/dashboard/mentor/students')
  await teacher.page.getByRole('heading', { name: m.dispute_mentor_title() }).waitFor()
  await teacher.page.goto('/dashboard/mentor?tab=earnings')
  await teacher.page.getByText('CASE-', { exact: false }).waitFor()
  await expectGood(teacher.page)
  // No month is open that would explain the usual share, so each class lists its deductions.
  await teacher.page.goto('/dashboard/mentor/earnings?month=2020-01')
  const held = teacher.page.locator(':is([aria-labelledby=earn-held], [aria-labelledby=earn-disputed]) li')
  await held.first().waitFor()
  expect(await held.filter({ has: teacher.page.getByText(m.earn_commission()) }).count()).toBe(await held.count())
  await teacher.page.goto('/dashboard/mentor?tab=earnings')
  const books = await sumsInBooks()
  expect((await amountsIn(teacher.page, m.earn_totals()))[0]).toBe(shown(books.owed))
  await teacher.page.goto('/dashboard/mentor')
  // Figures stand beside the classes on wide screens only; the total is left out when the month is all of it.
  await teacher.page.setViewportSize({ width: 1280, height: 800 })
  const figures = await amountsIn(teacher.page, m.dash_summary())
  expect(figures[0]).toBe(shown(books.month))
  expect(figures).toContain(shown(books.earned))
  expect([...family.problems, ...admin.problems, ...teacher.problems]).toEqual([])
  await Promise.all([family, admin, teacher].map(({ context }) => context.close()))
  await expectBooks()
})

test('an appeal: without scripts, another admin previews and makes a new decision', {
  tags: ['full'],
}, async () => {
  const { page, context } = await site.visit({ width: 820, scripts: false })
  await site.login(page, demoAdmin.phone, 'admin')
  // Otherwise the owner would be the only one who may decide it.
  const other = await makeAdmin(site.db, { name: 'Lakshmi Venkataraghavan', role: 'operations' })
  const { rows } = await sql<{ id: string; order: string }>`
    select d.case_id as id, o.number as "order" from dispute d join lesson l on l.id = d.lesson_id join booking b on b.id = l.booking_id
      join payment_order o on o.id = b.order_id where d.status = 'decided' and d.case_id is not null`.execute(site.db)
  const { id = '', order = '' } = rows[0] ?? {}
  await page.goto(`/admin/reports/${id}`)
  await page.getByLabel(m.cases_again_why()).fill('The mentor sent the register')
  await page.getByRole('button', { name: m.cases_appeal() }).click()
  await page.getByText(m.cases_done_appeal()).waitFor()
  await page.goto(`/admin/disputes?q=${order}`)
  await openRow(page, '')
  await page.getByText(m.cases_appeal_own()).waitFor()
  await expectNoSidewaysScroll(page)

  await site.login(page, other.phone, 'admin')
  await page.goto(`/hi/admin/disputes?q=${order}`)
  await openRow(page, '')
  const form = page.locator('details').filter({ hasText: m.admin_appeal_decide({}, hi) })
  await form.getByText(m.admin_appeal_decide({}, hi)).click()
  await form.getByRole('radio', { name: m.admin_dispute_for_mentor({}, hi) }).check()
  await form.getByLabel(m.admin_dispute_reason({}, hi)).fill('The register is signed')
  await form.getByRole('button', { name: m.admin_appeal_look({}, hi) }).click()
  await page.getByText(m.admin_appeal_from_to({ from: '₹150', to: '₹375' }, hi)).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: m.admin_dispute_decide({}, hi) }).click()
  await page.getByText(m.admin_appeal_done({}, hi)).waitFor()
  await site.login(page, parent, 'student')
  await page.goto('/dashboard/student?tab=payments')
  await page.getByText(m.dispute_end_mentor({ kept: '₹375' })).waitFor()
  await context.close()
  await expectBooks()
})

test('without scripts, a report is withdrawn and an admin refunds a settled class', {
  tags: ['full'],
}, async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await site.login(page, parent, 'student')
  await page.goto('/dashboard/student')
  await page.locator('a[href*="/bookings/"]', { hasText: 'Sanskrit' }).click()
  await page.getByRole('button', { name: m.dispute_withdraw() }).click()
  await page.getByText(m.dispute_withdrawn()).waitFor()
  expect(await page.getByRole('button', { name: m.dispute_withdraw() }).count()).toBe(0)

  // An authenticator code works once.
  await sql`update admin_user set totp_used_step = 0`.execute(site.db)
  await site.login(page, demoAdmin.phone, 'admin')
  const { rows } = await sql<{ number: string }>`
    select o.number from payment_order o join booking b on b.order_id = o.id join mentor m on m.id = b.mentor_id join account a on a.id = m.account_id
    where b.status = 'scheduled' and o.plan = 'monthly' and a.phone = ${mentor}`.execute(site.db)
  await page.goto('/admin/disputes?status=open')
  await page.getByText(m.admin_list_none_found()).waitFor()
  await page.getByLabel(m.admin_class_q()).fill(rows[0]?.number ?? '')
  await page.getByRole('button', { name: m.admin_search_button() }).click()
  const first = page.getByRole('listitem').filter({ hasText: m.admin_correct_open() }).first()
  await first.getByText(m.admin_correct_open()).click()
  await first.getByLabel(m.admin_dispute_reason()).fill('The guarantee')
  await expectNoSidewaysScroll(page)
  await first.getByRole('button', { name: m.admin_correct_back() }).click()
  await page.getByText(/Decided: ₹0 for the class/).waitFor()
  await expectNoSidewaysScroll(page)
  await context.close()
  await expectBooks()
})

test('a mentor proposes another time, the family accepts it, then cancels with the fee shown', {
  tags: ['full'],
}, async () => {
  const { rows } = await sql<{ id: string; day: string }>`
    select l.id, to_char((l.starts_at at time zone 'Asia/Kolkata') + interval '1 day', 'YYYY-MM-DD') as day
    from lesson l join booking b on b.id = l.booking_id join family f on f.id = b.family_id join account a on a.id = f.account_id
    where a.phone = ${parent} and l.status = 'scheduled' and l.starts_at > now() + interval '13 hours' limit 1`.execute(
    site.db,
  )
  const { id = '', day = '' } = rows[0] ?? {}
  const teacher = await site.visit({ width: 1280, dark: true })
  await site.login(teacher.page, mentor, 'mentor')
  await teacher.page.goto(`/dashboard/mentor?class=${id}`)
  await teacher.page.getByRole('dialog').getByRole('link', { name: m.change_propose() }).press('Enter')
  await teacher.page.getByText(m.slot_type()).click()
  await teacher.page.getByLabel(m.dash_date(), { exact: true }).fill(day)
  await teacher.page.getByRole('button', { name: m.change_propose_send() }).dblclick()
  await teacher.page.getByText(m.change_proposed(), { exact: true }).waitFor()
  await expectGood(teacher.page)

  const family = await site.visit({ width: 360 })
  await site.login(family.page, parent, 'student')
  await family.page.goto('/hi/dashboard/student')
  await pageReady(family.page)
  await expectGood(family.page)
  await family.page.getByRole('button', { name: m.change_accept({}, hi) }).press('Enter')
  await family.page.locator('.toast', { hasText: m.change_accepted({}, hi) }).waitFor()
  await expect.poll(() => family.page.getByRole('button', { name: m.change_accept({}, hi) }).count()).toBe(0)
  await family.page.getByRole('link', { name: m.change_open({}, hi) }).click()
  await family.page.getByRole('link', { name: m.change_cancel({}, hi) }).press('Enter')
  const cancel = family.page.getByRole('button', { name: m.change_cancel({}, hi) })
  await cancel.waitFor()
  await family.page.getByText(m.change_nothing({}, hi), { exact: true }).waitFor()
  await expectGood(family.page)
  await cancel.dblclick()
  await family.page.getByText(m.change_cancelled({}, hi), { exact: true }).waitFor()
  await family.page.waitForURL((url) => !url.searchParams.has('cancel'))
  expect([...teacher.problems, ...family.problems]).toEqual([])
  await Promise.all([teacher, family].map(({ context }) => context.close()))
  await expectBooks()
})
