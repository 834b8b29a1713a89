// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { countFigures } from '#server/admin/overview/overview.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { makeAdmin, makeMentor } from '#test/builders.ts'
import { expectSound, openRow, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
let site: Site
let support: string
let owner: string
beforeAll(async () => {
  site = await startSite()
  support = (await makeAdmin(site.db, { name: 'Sia', role: 'support' })).phone
  owner = (await makeAdmin(site.db, { name: 'Neha', role: 'owner' })).phone
})
afterAll(() => site.stop())

test('the audit log in Hindi; support sees masked phones and settings without forms', async () => {
  const detail = { from: '9826014210', to: '9811100077', reason: 'Call 98260 14210' }
  await writeAudit(site.db, null, 'account.phone-asked', { kind: 'account', id: 'one-account', detail })
  const visit = await site.visit({ width: 820, dark: true })
  const { page } = visit
  await site.login(page, support, 'admin')
  await page.goto('/hi/admin/audit?q=one-account')
  const row = page.getByRole('row').filter({ hasText: 'one-account' })
  await row.getByText(m.audit_kind_account({}, hi), { exact: true }).waitFor()
  const words = await row.textContent()
  expect(words).toContain(`${m.audit_key_was({}, hi)}: …4210`)
  expect(words).toContain(`${m.audit_key_to({}, hi)}: …0077`)
  expect(await page.content()).not.toMatch(/98260 ?14210/)
  await page.getByText(m.admin_audit_hidden({}, hi)).waitFor()
  await expectSound(visit)

  // Support may read settings, so its menu lists them.
  await page.getByRole('button', { name: m.admin_menu({}, hi) }).click()
  const menu = page.locator('#admin-menu')
  await menu.getByRole('link', { name: m.admin_nav_settings({}, hi) }).click()
  await page.getByText(m.admin_set_owner_only({}, hi)).waitFor()
  expect(await page.getByText(m.admin_set_change_it({}, hi)).count()).toBe(0)
})

test('the audit log shows rates as percentages, only changed settings, and links to records', async () => {
  const fees = { gst: 1800, tds: 10, tcs: 50, commission: 1250 }
  const detail = { was: fees, is: { ...fees, commission: 1300 } }
  await writeAudit(site.db, null, 'rates.set', { kind: 'setting', id: 'feeRates:2027-01-01', detail })
  const { rows } = await sql<{ id: string; name: string; number: number }>`
    select id, full_name as name, number from mentor order by number limit 1`.execute(site.db)
  const { id = '', name = '', number = 0 } = rows[0] ?? {}
  await writeAudit(site.db, null, 'mentor.look', { kind: 'mentor', id, detail: { version: 5 } })
  const { page } = await site.visit({ width: 1280 })
  await site.login(page, owner, 'admin')
  await page.goto('/admin/audit')
  const change = page.getByRole('row').filter({ hasText: m.admin_rates_fees() })
  const words = await change.textContent()
  expect(words).toContain(`${m.admin_rates_commission()}: ${m.audit_change({ was: '12.5 %', is: '13 %' })}`)
  expect(words).not.toContain(m.admin_rates_gst())
  await page
    .getByRole('link', { name: `MS-${number} · ${name}` })
    .first()
    .click()
  await page.waitForURL(`**/admin/mentors/${id}`)
})

test('the overview and a booking in Hindi show Hindi place names; the overview has no phone numbers, and writes no audit entry', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, owner, 'admin')
  const { rows: before } = await sql`select from audit where action = 'mentor.list'`.execute(site.db)
  await countFigures(site.db)
  await page.goto('/hi/admin?days=365')
  const towns = page.getByRole('region', { name: m.admin_cities({}, hi) })
  await towns.getByText('इंदौर').first().waitFor()
  expect(await towns.getByText('Indore').count()).toBe(0)
  await expectSound(visit)
  const { rows: bookings } = await sql<{ id: string }>`
    select id from booking where address ->> 'area' = 'Palasia' and status = 'pending_schedule' limit 1`.execute(
    site.db,
  )
  await page.goto(`/hi/admin/sessions/${bookings[0]?.id}`)
  await page.getByText(/, पलासिया, इंदौर$/).waitFor()
  await page.goto('/admin/overview/mentors')
  await page.getByText(/^Showing \d+ of/).waitFor()
  const { rows: after } = await sql`select from audit where action = 'mentor.list'`.execute(site.db)
  expect(after.length).toBe(before.length)
})

test('an admin ends a mentor link, with or without scripts; visitors get an explanation in both languages', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from mentor where is_listed limit 2`.execute(site.db)
  const plain = await site.visit({ width: 820, scripts: false })
  await site.login(plain.page, support, 'admin')
  const made = await plain.page.request.post('/api/admin/mentor-links', {
    data: { name: 'For Diya', mentors: rows.map(({ id }) => id), days: null },
  })
  const { token } = (await made.json()).data
  const family = await site.visit({ width: 360 })
  const address = `/selected-mentors?id=${token}`
  await family.page.goto(address)
  await family.page.getByRole('heading', { name: 'Selected mentors' }).waitFor()

  await plain.page.goto('/admin/mentors/links?q=Diya')
  await plain.page.getByText(m.admin_link_no_end()).waitFor()
  await openRow(plain.page, 'For Diya')
  await plain.page.locator('summary', { hasText: 'End link' }).click()
  await plain.page.getByRole('button', { name: 'Yes, end link' }).click()
  await plain.page.getByText('Link ended.').waitFor()
  await plain.page.getByRole('dialog').getByText('Expired', { exact: true }).waitFor()
  expect(await plain.page.getByRole('link', { name: /WhatsApp/ }).count()).toBe(0)

  for (const [language, path] of [['en', ''] as const, ['hi', '/hi'] as const]) {
    const { page } = family
    const reply = await page.goto(`${path}${address}`)
    expect(reply?.status()).toBe(410)
    const name = m.selected_over({}, { locale: language })
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await page.title()).toContain(name)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
    // The browser logs the status of the page.
    expect(family.problems.splice(0).join()).toContain('410')
    await expectSound(family)
    await page.getByRole('link', { name: m.selected_over_search({}, { locale: language }) }).click()
    await page.waitForURL(new RegExp(`${path}/mentors`))
  }
})

test('an entry of the catalogue moves in its list when its order changes, also without scripts', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, owner, 'admin')
  const names = async (of: typeof page) => (await of.locator('tbody tr td:first-child a').allTextContents()).slice(0, 3)
  await page.goto('/admin/subjects')
  expect(await names(page)).toEqual(['Mathematics', 'Physics', 'Chemistry'])
  await page.getByRole('link', { name: 'Chemistry' }).click()
  await page.getByLabel(m.admin_cat_place(), { exact: true }).fill('15')
  await page.getByLabel(m.admin_cat_place(), { exact: true }).press('Enter')
  await page.getByText(m.admin_cat_saved()).first().waitFor()
  await page.goto('/admin/subjects')
  expect(await names(page)).toEqual(['Mathematics', 'Chemistry', 'Physics'])
  await expectSound(visit)

  const plain = await site.visit({ width: 820, scripts: false })
  await site.login(plain.page, owner, 'admin')
  await plain.page.goto('/admin/subjects/subject/chemistry')
  await plain.page.getByLabel(m.admin_cat_place(), { exact: true }).fill('5')
  await plain.page.getByRole('button', { name: m.admin_cat_save() }).click()
  await plain.page.getByText(m.admin_cat_saved()).first().waitFor()
  await plain.page.goto('/admin/subjects')
  expect(await names(plain.page)).toEqual(['Chemistry', 'Mathematics', 'Physics'])
  await site.login(plain.page, support, 'admin')
  await plain.page.goto('/admin/subjects/subject/chemistry')
  expect(await plain.page.getByLabel(m.admin_cat_place(), { exact: true }).isDisabled()).toBe(true)
  expect(await plain.page.getByRole('button', { name: m.admin_cat_save() }).count()).toBe(0)
})

test('levels, classes, boards and degrees are tabs of the catalogue, and two admins cannot overwrite each other', async () => {
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await site.login(page, owner, 'admin')
  await page.goto('/admin/subjects')
  for (const [tab, first] of [
    [m.admin_cat_tab_levels(), 'School'],
    [m.admin_cat_tab_grades(), 'Classes 1 to 6'],
    [m.admin_cat_tab_degrees(), 'BBA'],
    [m.admin_cat_tab_boards(), 'CBSE Board'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name: tab, exact: true }).click()
    await page.getByRole('link', { name: first, exact: true }).waitFor()
    await expectSound(visit)
  }
  await page.getByRole('link', { name: 'CBSE Board', exact: true }).click()
  await page.getByLabel(m.admin_cat_hi()).fill('सीबीएसई बोर्ड')
  const other = await site.visit({ width: 1280 })
  await site.login(other.page, owner, 'admin')
  await other.page.goto('/admin/subjects/board/CBSE%20Board')
  await other.page.getByLabel(m.admin_cat_place(), { exact: true }).fill('11')
  await other.page.getByRole('button', { name: m.admin_cat_save() }).click()
  await other.page.getByText(m.admin_cat_saved()).first().waitFor()
  await page.getByRole('button', { name: m.admin_cat_save() }).click()
  await page.getByText(m.admin_conflict_again()).waitFor()
  expect(await page.getByLabel(m.admin_cat_hi()).inputValue()).toBe('सीबीएसई बोर्ड')
  await expectSound(visit)
})

test('an unknown area is added from the list of places', async () => {
  await makeMentor(site.db, { name: 'Latika Jain', area: 'Shri Nagar Extension' })
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await site.login(page, owner, 'admin')
  await page.goto('/admin/subjects/places')
  await page.getByRole('link', { name: /^Unknown areas/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'Shri Nagar Extension' })
  await expectSound(visit)
  await row.getByRole('link', { name: m.admin_places_adopt() }).click()
  expect(await page.getByLabel(m.admin_cat_en()).inputValue()).toBe('Shri Nagar Extension')
  await page.getByLabel(m.admin_cat_hi()).fill('श्री नगर एक्सटेंशन')
  await expectSound(visit)
  await page.getByRole('button', { name: m.admin_cat_add_now(), exact: true }).click()
  await page.getByText(m.admin_cat_added()).waitFor()

  await makeMentor(site.db, { name: 'Kamal Jain', area: 'Vijay Nagar Chauraha' })
  await page.goto('/admin/subjects/places?unknown=1')
  const twin = page.getByRole('row').filter({ hasText: 'Vijay Nagar Chauraha' })
  await twin.getByRole('link', { name: m.admin_places_same({ area: 'Vijay Nagar' }) }).click()
  await expect.poll(() => page.getByLabel(m.admin_place_aliases()).inputValue()).toContain('Vijay Nagar Chauraha')
  await page.getByRole('button', { name: m.admin_cat_save(), exact: true }).click()
  await page.getByText(m.admin_cat_saved()).first().waitFor()
  const { rows } = await sql`select from mentor where full_name = 'Kamal Jain' and area = 'Vijay Nagar'`.execute(
    site.db,
  )
  expect(rows).toHaveLength(1)
})

test("health shows a provider's last day by the hour, also as a table for screen readers", async () => {
  await sql`insert into provider_hour (provider, hour, succeeded, failed) select 'maps', date_trunc('hour', now()) - make_interval(hours => n), 20 + n, n % 3
    from generate_series(1, 5) as n`.execute(site.db)
  // A second attempt delivered the message.
  await sql`insert into provider_hour (provider, hour, failed) values ('sms', date_trunc('hour', now()), 3)`.execute(
    site.db,
  )
  await sql`insert into outbox (channel, recipient, template, language, text, once_key, tries, sent_at)
    values ('sms', '9811100999', 'case-opened', 'en', '', 'health sms', 2, now())`.execute(site.db)
  const visit = await site.visit({ width: 820 })
  const { page } = visit
  await site.login(page, support, 'admin')
  await page.goto('/admin/settings/health')
  const hours = page.getByRole('table', { name: 'Maps in the last 24 hours' })
  expect(await hours.getByRole('row').count()).toBe(24)
  expect(await hours.getByRole('cell', { name: '22 succeeded, 2 failed' }).count()).toBe(1)
  expect(await page.getByRole('table', { name: 'Redis in the last 24 hours' }).count()).toBe(0)
  await expectSound(visit)
  // The day is the sum of its hours.
  await page.getByRole('definition').filter({ hasText: '115 succeeded, 6 failed' }).waitFor()
  await page.getByText(/^Failures in the last 24 hours: .*Maps/).waitFor()
  expect(await page.getByText(/^Failures in the last 24 hours: .*SMS/).count()).toBe(0)
  await page.getByText('Delivery attempts by hour; red marks failures').first().waitFor()
  // Emails count as on the page of messages, not as calls.
  await sql`insert into outbox (channel, recipient, template, language, text, once_key, given_up_at)
    select 'email', 'a@example.in', 'receipt', 'en', '', 'health ' || n, now() from generate_series(1, 40) as n`.execute(
    site.db,
  )
  await page.reload()
  await page
    .getByRole('definition')
    .filter({ hasText: /, 40 undelivered$/ })
    .waitFor()
})

test('adding and removing admins asks for confirmation; a removed admin sees why the login appears', async () => {
  const { phone: mentor } = await makeMentor(site.db, { name: 'Sunita Rao' })
  const rekha = await makeAdmin(site.db, { name: 'Rekha', role: 'support' })
  const visit = await site.visit({ width: 820 })
  const { page } = visit
  await site.login(page, owner, 'admin')
  await page.goto('/admin/users/admins')
  const add = page.getByRole('region', { name: m.admin_admins_add() })
  const ask = async (name: string, phone: string) => {
    await add.getByLabel(m.admin_people_name()).fill(name)
    await add.getByLabel(m.admin_people_phone()).fill(phone)
    await add.getByRole('button', { name: m.admin_admins_add_do() }).click()
  }
  await ask('Somebody', owner)
  await add.getByRole('link', { name: m.admin_admins_known({ name: 'Neha' }) }).waitFor()
  await ask('रेखा', mentor)
  await add.getByText('Sunita Rao').waitFor()
  await add.getByLabel(m.admin_admins_sure_number()).check()
  // A different number asks for confirmation again.
  await add.getByLabel(m.admin_people_phone()).fill((await makeMentor(site.db, { name: 'Arun Das' })).phone)
  await add.getByRole('button', { name: m.admin_admins_add_do() }).click()
  await add.getByText('Arun Das').waitFor()
  await expectSound(visit)

  const theirs = await site.visit({ width: 1280 })
  await site.login(theirs.page, rekha.phone, 'admin')
  const row = page.locator(`#admin-${rekha.accountId}`)
  await row.locator('summary').filter({ hasText: m.admin_admins_remove() }).click()
  await row.getByText(m.admin_admins_remove_text({ name: 'Rekha' })).waitFor()
  await row.getByRole('button', { name: m.admin_admins_remove_do({ name: 'Rekha' }) }).click()
  await row.waitFor({ state: 'detached' })
  await theirs.page.goto('/admin/users')
  await theirs.page.getByText(m.login_admin_ended()).waitFor()

  const { accountId } = await makeAdmin(site.db, { name: 'Second', role: 'owner' })
  const own = (await sql<{ id: string }>`select id from account where phone = ${owner}`.execute(site.db)).rows[0]?.id
  await page.goto('/admin/users/admins')
  const self = page.locator(`#admin-${own}`)
  await self.locator('summary').filter({ hasText: m.admin_admins_change() }).click()
  await self.getByLabel(m.admin_admins_role()).selectOption('support')
  await self.getByRole('button', { name: m.admin_admins_save() }).click()
  await self.getByLabel(m.admin_admins_sure_own()).waitFor()
  const { rows } = await sql<{ role: string }>`select role from admin_user where account_id = ${own}`.execute(site.db)
  expect(rows).toEqual([{ role: 'owner' }])
  await sql`update admin_user set removed_at = now() where account_id = ${accountId}`.execute(site.db)
})

test('support sees which cases it may resolve, and no form it may not submit', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, support, 'admin')
  await page.goto('/admin/subjects/add/subject')
  await page.waitForURL('**/admin/subjects')
  await page.getByText(m.admin_role_support_may()).first().waitFor()
  const { rows } = await sql<{ id: string; kind: string }>`
    select distinct on (kind) id, kind from support_case where status <> 'resolved' order by kind, id`.execute(site.db)
  expect(rows.map(({ kind }) => kind)).toContain('support')
  for (const { id, kind } of rows) {
    await page.goto(`/admin/reports/${id}`)
    const part = page.getByRole('region', { name: kind === 'support' ? m.cases_closing() : m.cases_decision() })
    await part.waitFor()
    expect(await part.getByRole('button', { name: m.cases_resolve() }).count()).toBe(kind === 'support' ? 1 : 0)
  }
  await expectSound(visit)
})

test('rates dated in the past are refused before preview; immediate settings have no date', async () => {
  const visit = await site.visit({ width: 820 })
  const { page } = visit
  await site.login(page, owner, 'admin')
  await page.goto('/hi/admin/settings/rates')
  const fees = page.getByRole('region', { name: m.admin_rates_fees({}, hi) })
  await fees.getByText(m.admin_rates_new({}, hi)).click()
  await fees.getByLabel(m.admin_rates_commission({}, hi)).fill('13')
  const day = fees.getByLabel(m.admin_rates_day({}, hi))
  const ask = () => fees.getByRole('button', { name: m.admin_set_preview({}, hi) }).click()
  const tomorrow = await day.inputValue()
  for (const past of ['2026-01-05', new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)]) {
    await day.fill(past)
    await ask()
    await fees.getByText(m.admin_rates_bad_day({}, hi)).waitFor()
    expect(await fees.getByRole('button', { name: m.admin_rates_set({}, hi) }).count()).toBe(0)
  }
  await day.fill(tomorrow)
  await ask()
  await fees.getByRole('button', { name: m.admin_rates_set({}, hi) }).waitFor()
  expect(visit.problems.filter((one) => !one.includes('400'))).toEqual([])

  await page.goto('/hi/admin/settings?done')
  await page.getByText(m.admin_set_done_now({}, hi)).waitFor()
})

test('a profile offers no booking while bookings are turned off', async () => {
  const { slug } = await makeMentor(site.db, { name: 'Kiran Joshi' })
  const change = async (isOn: boolean) => {
    const visit = await site.visit({ width: 1280 })
    await site.login(visit.page, owner, 'admin')
    const { settings } = (await (await visit.page.request.get('/api/admin/settings')).json()).data
    const seen = settings.find(({ name }: { name: string }) => name === 'switches').value
    const data = { name: 'switches', seen, value: { ...seen, bookings: isOn } }
    expect((await visit.page.request.post('/api/admin/settings', { data })).status()).toBe(200)
  }
  const { page } = await site.visit({ width: 1280 })
  const book = page.getByRole('complementary', { name: m.book_title() }).getByRole('button', { name: m.book_now() })
  // The notification that drops kept pages comes after the reply.
  const isOffered = async () => {
    await page.goto(`/mentors/${slug}`)
    return await book.isEnabled()
  }
  await change(false)
  await expect.poll(isOffered).toBe(false)
  await change(true)
  await expect.poll(isOffered).toBe(true)
})

test('the overview rejects an invalid date range', async () => {
  const { page } = await site.visit({ width: 820 })
  await site.login(page, support, 'admin')
  const problem = page.getByText(m.admin_range_bad({}, hi))
  for (const bad of ['from=2026-11-20&to=2026-11-01', 'from=&to=', 'from=2020-01-01&to=2026-11-01']) {
    await page.goto(`/hi/admin?${bad}`)
    await problem.waitFor()
  }
  for (const good of ['', '?days=7', '?from=2026-11-01&to=2026-11-20']) {
    await page.goto(`/hi/admin${good}`)
    await page.getByLabel(m.admin_list_from({}, hi)).waitFor({ state: 'attached' })
    expect(await problem.count()).toBe(0)
  }
})
