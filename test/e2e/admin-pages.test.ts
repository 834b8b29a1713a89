// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { demoPhones } from '#server/demo/people.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const pages = [
  ...['', '/overview/mentors', '/overview/students', '/overview/reports', '/overview/cities', '/search', '/mentors'],
  ...['/mentors/listing', '/mentors/links', '/refunds', '/disputes', '/reviews', '/books'],
  ...['/payouts', '/messages', '/reports', '/sessions', '/sessions/bookings', '/users', '/users/learners'],
  ...['/users/admins', '/passkeys', '/settings', '/settings/brand', '/settings/rates', '/settings/switches'],
  ...['/settings/home', '/settings/answers', '/settings/messages', '/settings/health', '/subjects'],
  ...['/subjects/level', '/subjects/grade', '/subjects/board', '/subjects/degree', '/subjects/places'],
  ...['/jobs', '/privacy', '/audit'],
].map((path) => `/admin${path}`)

test('every page of the control room has its own title, which is its heading or its open tab, in both languages', async () => {
  const { page } = await site.visit({ width: 1280, scripts: false })
  await site.login(page, demoPhones.admin, 'admin')
  for (const language of ['', '/hi']) {
    const seen = new Map<string, string>()
    for (const path of [...pages, '/call-admin']) {
      await page.goto(language + path)
      const title = await page.title()
      expect(seen.get(title), `${path} has the title of`).toBeUndefined()
      seen.set(title, path)
      const [own = ''] = title.split(' - ')
      const shown = await page.locator('h1, [aria-current=page]').allTextContents()
      for (const part of own.split(': ')) expect(shown.join('\n'), `${path}: ${title}`).toContain(part)
    }
  }
})

test('an applicant is verified with the document beside the checks, and N opens the next one', async () => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, full_name as name from mentor where status in ('submitted', 'in_review') order by created_at, id limit 3`.execute(
    site.db,
  )
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto(`/admin/mentors/${rows[0]?.id}/video`)
  await pageReady(page)
  const box = async (id: string) => (await page.locator(`#${id}`).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const documents = await box('documents')
  const checks = await box('checks')
  expect(checks.x).toBeGreaterThanOrEqual(documents.x + documents.width)
  expect(Math.abs(checks.y - documents.y)).toBeLessThan(4)
  const next = page.getByRole('link', { name: m.admin_next_applicant({ name: '' }).trim() })
  const name = (await next.textContent()) ?? ''
  await expectSound(visit)
  await page.keyboard.press('n')
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(async () => name.includes((await heading.textContent()) ?? '-')).toBe(true)
  expect(page.url()).not.toContain(rows[0]?.id)
  // In a field N is a letter.
  await page.locator('#check-interview summary').click()
  const field = page.locator('#check-interview [name=evidence]')
  await field.fill('')
  await field.press('n')
  expect(await field.inputValue()).toBe('n')
  await expectSound(visit)
})

test('the verification page of a verified mentor has its name and state, and leads back to the list', async () => {
  const { page } = await site.visit({ width: 1280 })
  await site.login(page, demoPhones.admin, 'admin')
  const { rows } = await sql<{ id: string; name: string }>`
    select id, full_name as name from mentor where status = 'verified' order by created_at, id limit 1`.execute(site.db)
  await page.goto(`/admin/mentors/${rows[0]?.id}/verify`)
  await page.getByRole('heading', { level: 1, name: rows[0]?.name ?? '', exact: true }).waitFor()
  const main = page.getByRole('main')
  expect(await main.locator('.badge').textContent()).toBe('Verified')
  expect((await main.locator('.card').boundingBox())?.width).toBeLessThan(700)
  await main.getByRole('link', { name: 'Mentor Verification' }).click()
  await page.waitForURL(/\/admin\/mentors$/)
})

test('the verify button says what is missing, and passes what was chosen', async () => {
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await site.login(page, demoPhones.admin, 'admin')
  const { rows } = await sql<{ id: string }>`
    update mentor_check c set state = 'pending', basis = '', method = '' from (
      select id from mentor where status = 'in_review' order by created_at, id limit 1) m
    where c.mentor_id = m.id and c.kind in ('identity', 'qualification', 'interview') returning m.id`.execute(site.db)
  const id = rows[0]?.id ?? ''
  await page.goto(`/admin/mentors/${id}/verify`)
  await pageReady(page)
  const button = page.getByRole('button', { name: m.admin_verify_confirm() })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await page.getByText(m.admin_verify_nothing()).waitFor()
  await button.click({ force: true })
  expect(await page.locator('[name="identity.basis"]').first().and(page.locator(':focus')).count()).toBe(1)
  await expectSound(visit)
  await page.locator('[name="interview.basis"][value="conversation"]').check()
  await page.locator('[name="interview.method"][value="phone"]').check()
  const interview = m.admin_check_interview()
  await page.getByText(/^Not chosen yet: Identity, Degree\./).waitFor()
  await page.getByRole('button', { name: m.admin_verify_part({ checks: interview }) }).click()
  await page.locator('.toast', { hasText: m.admin_verify_saved() }).waitFor()
  const { rows: after } = await sql<{ status: string; passed: string[] }>`
    select m.status, array_agg(c.kind) filter (where c.state = 'passed') as passed
    from mentor m join mentor_check c on c.mentor_id = m.id where m.id = ${id} group by m.status`.execute(site.db)
  expect(after).toEqual([{ status: 'in_review', passed: ['interview'] }])
  expect(visit.problems).toEqual([])
})

test('a class with one event is shown in the timeline without a group', async () => {
  const { page } = await site.visit({ width: 1280 })
  await site.login(page, demoPhones.admin, 'admin')
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${demoPhones.parent}`.execute(site.db)
  await page.goto(`/admin/users/${rows[0]?.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const groups = await timeline
    .locator('details')
    .evaluateAll((all) => all.map((one) => one.querySelectorAll('li').length))
  expect(groups.length).toBeGreaterThan(0)
  expect(Math.min(...groups)).toBeGreaterThan(1)
  expect(await timeline.locator('div > ol > li').count()).toBeGreaterThan(groups.length)
  await timeline.getByText('The family placed an order for ₹4,500', { exact: true }).first().waitFor()
  // Numbers are quiet links beside the sentences, ids are nowhere.
  await timeline
    .getByRole('link', { name: /^MS-2026-/ })
    .first()
    .waitFor()
  expect(await timeline.textContent()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
})

test('what is in use cannot be removed: the button is off and the reason has the number', async () => {
  const { page } = await site.visit({ width: 1280 })
  await site.login(page, demoPhones.admin, 'admin')
  for (const [language, path] of [
    ['en', '/admin/subjects/subject/mathematics'],
    ['hi', '/hi/admin/subjects/subject/mathematics'],
  ] as const) {
    await page.goto(path)
    const part = page.getByRole('region', { name: m.admin_cat_remove({}, { locale: language }) })
    expect(await part.getByRole('button').isDisabled()).toBe(true)
    expect(await part.textContent()).toMatch(/: [1-9][\d,]*/)
  }
})

test('messages have names, and rates a line on what they mean', async () => {
  const { page } = await site.visit({ width: 1280 })
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/admin/settings/messages/refund-sent')
  await page.getByRole('heading', { name: m.admin_message_name_refund_sent(), exact: true }).waitFor()
  await page.locator('.audit-raw', { hasText: 'refund-sent' }).waitFor()
  expect(await page.getByRole('link', { name: /^[a-z]+(-[a-z]+)+$/ }).count()).toBe(0)
  expect(await page.title()).toContain(m.admin_message_name_refund_sent())
  await page.goto('/admin/settings/rates')
  const rates = page.locator('dl > div')
  const meanings = await rates.evaluateAll((all) => all.map((one) => one.querySelector('dt > span')?.textContent ?? ''))
  expect(meanings.length).toBe(15)
  expect(meanings.filter((text) => text.length < 20)).toEqual([])
})

test.each([true, false])('a case about the admin says so inside the frame (scripts: %s)', async (scripts) => {
  const { page } = await site.visit({ width: 1280, scripts })
  await site.login(page, demoPhones.admin, 'admin')
  const { rows } = await sql<{ id: string }>`update support_case set account_id = a.id from account a
    where a.phone = ${demoPhones.admin} and support_case.id = (select id from support_case limit 1) returning support_case.id`.execute(
    site.db,
  )
  expect((await page.goto(`/admin/reports/${rows[0]?.id}`))?.status()).toBe(403)
  await page.locator('.admin-main').getByText(errorText('own-account', 'en')).waitFor()
})
