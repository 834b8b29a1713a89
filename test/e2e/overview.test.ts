// @module-tag full
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countFigures } from '#server/admin/overview/overview.ts'
import { makeAdmin } from '#test/builders.ts'
import { expectNoSidewaysScroll, expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

async function visitAs(role: 'owner' | 'support', width: number) {
  const visit = await site.visit({ width })
  await site.login(visit.page, (await makeAdmin(site.db, { role })).phone, 'admin')
  return visit
}
const cardOf = (page: Page, name: string) => page.locator('li.hanging', { hasText: name })
/** The text of a table's header and rows. */
async function tableOf(table: Locator): Promise<{ head: string[]; rows: string[][] }> {
  const rows = await table.locator('tbody tr').all()
  return {
    head: await table.locator('th').allInnerTexts(),
    rows: await Promise.all(rows.map((row) => row.locator('td').allInnerTexts())),
  }
}

test('every card shows its count and its change, even when the previous period was empty', async () => {
  await countFigures(site.db)
  // Held classes: ten twenty days ago, eight fifty days ago; no users in the previous period.
  await sql`delete from figure_day where figure in ('sessions', 'users', 'revenue', 'applications')`.execute(site.db)
  const counted: [figure: string, daysAgo: number, value: number][] = [
    ['sessions', 20, 10],
    ['sessions', 50, 8],
    ['users', 20, 12],
    ['applications', 50, 4],
    ['applications', 20, 3],
    ['revenue', 20, 10_000],
    ['revenue', 50, 10_000],
  ]
  for (const [figure, daysAgo, value] of counted)
    await sql`insert into figure_day (figure, day, value) values (${figure}, (now() at time zone 'Asia/Kolkata')::date - ${daysAgo}::int, ${value})`.execute(
      site.db,
    )
  const visit = await visitAs('owner', 1280)
  const { page } = visit
  await page.goto('/admin')
  const says = (card: string, text: string) => cardOf(page, card).getByText(text, { exact: true }).waitFor()
  await says('Total Users', '+12 in 30 days, previously 0')
  const { rows: people } = await sql<{ users: number }>`
    select count(*)::int as users from (select account_id from family union select account_id from mentor where status <> 'draft') u`.execute(
    site.db,
  )
  await says('Total Users', String(people[0]?.users))
  await says('Total Mentors', '+3 in 30 days, previously 4')
  await cardOf(page, 'Total Mentors')
    .getByText(/^\d+ waiting$/)
    .waitFor()
  await says('Total Sessions', '+10 in 30 days, previously 8')
  await says('Platform Revenue', '+₹100 in 30 days, previously ₹100')
  await expectSound(visit)
  await page.goto('/hi/admin?days=7')
  await cardOf(page, 'कुल यूज़र')
    .getByText(/^7 दिन में 0, उससे पहले /)
    .waitFor()
  await page.goto('/hi/admin')
  await cardOf(page, 'कुल क्लास').getByText('30 दिन में +10, उससे पहले 8').waitFor()
  await page.goto('/admin?from=2026-01-05&to=2026-01-05')
  await page.getByText('None, and none in the previous day').first().waitFor({ state: 'attached' })
  await page.context().close()
})

test('figures that are not counted yet have a placeholder without a change, and fill themselves', async () => {
  await sql`delete from figures_counted`.execute(site.db)
  const visit = await visitAs('owner', 1280)
  const { page } = visit
  await page.goto('/admin')
  await cardOf(page, 'Total Sessions').locator('.skeleton').first().waitFor()
  await cardOf(page, 'Total Users').getByText(/^\d+$/).waitFor()
  await page.getByText('Counting…').waitFor()
  const bookings = page.getByRole('region', { name: 'Bookings' })
  expect(await bookings.textContent()).toBe('Bookings')
  expect(await page.locator('.spark').count()).toBe(0)
  await expectSound(visit)
  await page.goto('/hi/admin')
  await page.getByText('गिनती चल रही है…').waitFor()
  await page.goto('/admin')
  await page.getByText('Counting…').waitFor()
  await countFigures(site.db)
  await cardOf(page, 'Total Sessions').getByText(/^\d+$/).waitFor()
  await page.getByText(/^Updated /).waitFor()
  await page.context().close()
})

test('overview panels: documents of applications, session and issue tables, descriptions cut after 120 characters', async () => {
  // 120 letters, 79 of them of two code points each.
  const first = `${'कि'.repeat(79)} ${'a'.repeat(40)}`
  await sql`update support_case set text = ${`${first}बेटी को घर छोड़ा`}, priority = 'high', status = 'open'
    where id = (select id from support_case order by created_at desc, id desc limit 1)`.execute(site.db)
  const visit = await visitAs('owner', 1280)
  const { page } = visit
  await page.goto('/admin')
  const requests = page.getByRole('table', { name: 'Mentor Verification Requests' })
  const { head, rows } = await tableOf(requests)
  expect(head.map((word) => word.trim())).toEqual([
    ...['Mentor', 'Submitted', 'Identity', 'Degree', 'Interview', 'Police', 'Training', 'Documents', 'Actions'],
  ])
  expect(rows[0]?.[1]).toMatch(/^\w+\s\d+\s\w+\n\d+ (days|h) (late|left)$/)
  expect(rows[0]?.[7]).toMatch(/^ID document\s+, View Documents: /)
  const sessions = await tableOf(page.getByRole('table', { name: 'Recent Sessions' }))
  expect(sessions.head).toEqual(['Mentor', 'Student', 'Subject', 'Date', 'Duration', 'Amount'])
  expect(sessions.rows[0]).toEqual([
    ...[expect.stringMatching(/\w/), expect.stringMatching(/\w/), expect.stringMatching(/\w/)],
    ...[
      expect.stringMatching(/^\w+\s\d+\s\w+(\s20\d\d)?$/),
      expect.stringMatching(/^\d+\s(h|min)/),
      expect.stringMatching(/^₹\d/),
    ],
  ])
  const issues = await tableOf(page.getByRole('table', { name: 'Reported Issues' }))
  expect(issues.head).toEqual([...['Reported by', 'Issue type', 'Status', 'Priority', 'Description', 'Date']])
  const shown = issues.rows.find((row) => row[4]?.startsWith('किकि'))
  expect(shown?.[4]).toBe(`${first}…`)
  expect([shown?.[2], shown?.[3]]).toEqual(['Open', 'High'])
  await expectSound(visit)
  for (const width of [820, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/admin?days=365', '/hi/admin', '/admin/overview/cities', '/hi/admin/overview/mentors']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
      await expectNoSidewaysScroll(page)
      await expectSound(visit)
    }
  }
  await page.context().close()
})

test('what is late stands first, with the time left, and in the menu', async () => {
  await sql`update support_case set answer_by = now() - interval '50 hours', answered_at = null
    where id = (select id from support_case where status <> 'resolved' order by created_at limit 1)`.execute(site.db)
  for (const [role, width] of [
    ['owner', 1280],
    ['support', 360],
  ] as const) {
    const visit = await visitAs(role, width)
    const { page } = visit
    await page.goto('/admin')
    const due = page.getByRole('region', { name: 'Needs attention' })
    expect(await due.evaluate((one) => one.parentElement?.querySelector('section, ul') === one)).toBe(true)
    // Safety cases stand before the others, whatever time is left.
    const left = await due.locator('.due-row').filter({ hasNotText: 'Safety' }).locator('.badge').allInnerTexts()
    const hours = left.map((text) => {
      const [count = 0, unit] = text.split(' ')
      return Number(count) * (unit === 'h' ? 1 : 24) * (text.endsWith('late') ? -1 : 1)
    })
    expect(left).toContain('2 days late')
    // The menu and the link below say the same.
    const mentors = /Mentor Verification: (\d+ late)/.exec((await due.textContent()) ?? '')?.[1]
    const menu = page.locator('.admin-link', { hasText: 'Mentor Verification' }).locator('.admin-late')
    if (mentors) expect(await menu.textContent()).toBe(mentors)
    // Days are rounded.
    expect(hours.every((hour, i) => i === 0 || hour >= (hours[i - 1] ?? 0) - 24)).toBe(true)
    expect(await page.locator('.admin-late').count()).toBeGreaterThan(1)
    await expectSound(visit)
    await expectNoSidewaysScroll(page)
    await page.goto('/admin/overview/mentors')
    expect(await due.count()).toBe(0)
    await page.context().close()
  }
})

test('families by stage, cohorts and booked hours lead to their lists, which say the same', async () => {
  const visit = await visitAs('support', 1280)
  const { page } = visit
  await page.goto('/admin?days=365')
  const region = (name: string) => page.getByRole('region', { name })
  const stage = region('From sign-up to renewal').getByRole('listitem')
  const [families, paid, month] = (await stage.locator('b').allInnerTexts()).map(Number)
  expect(families).toBeGreaterThanOrEqual(Number(paid))
  expect(month).toBeGreaterThan(0)
  await stage.getByRole('link', { name: 'Paid for a month or a package' }).click()
  await page.waitForURL(/users\?from=20.*&reached=month$/)
  await page.getByText(`Showing ${month} of ${month}`).waitFor()
  await page.getByRole('link', { name: /Stage reached: Paid for a month/ }).waitFor()
  await page.goto('/hi/admin?days=365')
  await expect.poll(() => region('दोबारा भुगतान करने वाले परिवार').getByRole('columnheader').count()).toBe(5)
  await page.goto('/admin')
  const hours = region('Booked hours by city').getByRole('listitem')
  await expect.poll(() => hours.first().textContent()).toMatch(/^Indore[\d.,]+ of [\d,]+ h/)
  await hours.first().getByRole('link').click()
  await page.waitForURL(/sessions\?city=Indore&from=20.*&status=scheduled$/)
  await expectSound(visit)
  await page.context().close()
})

test('all towns are listed for the chosen days, with sorting and export', async () => {
  const visit = await visitAs('owner', 1280)
  const { page } = visit
  await page.goto('/admin?days=365')
  await page.getByRole('link', { name: 'View All: Activity by city' }).click()
  await page.waitForURL(/overview\/cities\?from=20\d\d-\d\d-\d\d&to=/)
  const table = page.getByRole('table', { name: 'Activity by city' })
  await table.getByRole('link', { name: 'Applications' }).click()
  await page.waitForURL(/sort=applications/)
  await expect.poll(() => table.locator('th[aria-sort=descending]').textContent()).toBe('Applications')
  await page.getByRole('searchbox', { name: 'City' }).fill('इंदौर')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(async () => (await tableOf(table)).rows.map(([name]) => name)).toEqual(['Indore'])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toEqual([
    expect.stringContaining('"city","paid"'),
    expect.stringContaining('"Indore",'),
    '',
  ])
  await expectSound(visit)
  await page.context().close()
})

test('overview mentors: one-word states, sorted by joining date, and selected ones become a link', async () => {
  const visit = await visitAs('owner', 1280)
  const { page } = visit
  await page.goto('/admin/overview/mentors')
  expect(await page.getByLabel('Status', { exact: true }).locator('option').allInnerTexts()).toEqual([
    ...['All Mentors', 'Verified', 'Pending', 'Rejected'],
  ])
  await sql`update mentor set status = 'rejected', rejection = 'x' where id = (select id from mentor where status = 'in_review' limit 1)`.execute(
    site.db,
  )
  const table = page.getByRole('table', { name: 'Mentors' })
  for (const [value, word] of [
    ['verified', /^Verified$/],
    ['pending', /^(New|In review)$/],
    ['rejected', /^Rejected$/],
  ] as const) {
    await page.goto(`/admin/overview/mentors?status=${value}`)
    const badges = await table.locator('.badge').allInnerTexts()
    expect(badges.length).toBeGreaterThan(0)
    for (const badge of badges) expect(badge).toMatch(word)
  }
  await page.goto('/admin/overview/mentors?sort=joined&order=desc')
  const { rows } = await sql<{ name: string; n: number }>`
    select full_name as name, (select count(*)::int from mentor where status <> 'draft') as n from mentor
    where status <> 'draft' order by created_at desc, id desc limit 2`.execute(site.db)
  const names = rows.map(({ name }) => name)
  const shown = await tableOf(table)
  expect(shown.head[3]).toBe('Joined')
  expect(shown.rows.slice(0, 2).map(([name]) => name?.split('\n')[0])).toEqual(names)
  await page.getByText(`Showing 50 of ${rows[0]?.n} mentors`).waitFor()
  // A mentor who is not listed yet is left out of links.
  await page.goto('/admin/overview/mentors?status=verified')
  await pageReady(page)
  for (const nth of [0, 1]) await table.getByRole('checkbox').nth(nth).check()
  await page.getByRole('status').getByText('2 selected').waitFor()
  await page.getByText('Create a mentor link').click()
  await page.getByLabel('Link name (only admins can see it)').fill('For Pooja')
  await page.getByRole('button', { name: 'Create link (2)' }).click()
  await page.waitForURL(/\/admin\/mentors\/links\?row=/)
  await page.getByText('For Pooja').first().waitFor()
  await expectSound(visit)
  await page.context().close()
})

test('students and reports can be exported where the role allows', async () => {
  const files = async (role: 'owner' | 'support') => {
    const { page } = await visitAs(role, 1280)
    const found: (string | null)[] = []
    for (const tab of ['mentors', 'students', 'reports']) {
      await page.goto(`/admin/overview/${tab}?q=a`)
      const link = page.getByRole('link', { name: 'Download as CSV' })
      found.push((await link.count()) > 0 ? await link.getAttribute('href') : null)
    }
    await page.context().close()
    return found
  }
  expect(await files('owner')).toEqual([
    '/api/admin/mentors.csv?q=a',
    '/api/admin/learners.csv?q=a',
    '/api/admin/cases.csv?q=a',
  ])
  expect(await files('support')).toEqual([null, null, '/api/admin/cases.csv?q=a'])
})
