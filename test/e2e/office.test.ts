import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rankingKeys } from '#contract/mentors/ranking.ts'
import { settleDays } from '#contract/support/case-types.ts'
import { defaultOffice } from '#contract/wire/office.ts'
import { m } from '#messages'
import { demoPhones } from '#server/demo/people.ts'
import { few } from '#test/rounds.ts'
import { hrefIn } from '#web/locale.ts'
import { expectAccessible, expectNoSidewaysScroll, expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const office = {
  ...defaultOffice,
  legalName: 'Setu Learning Private Limited',
  grievanceName: 'Kavita Rao',
  grievancePhone: '0731 400 0001',
  grievanceEmail: 'grievance@setu.example',
}

test.each(few(['hi', 'en']))(
  'a visitor sends a complaint, enters the code of the SMS and reads the answer (%s)',
  async (locale) => {
    const { page, context, problems } = await site.visit({ width: 360 })
    const phone = locale === 'en' ? '9811100751' : '9811100752'
    await page.goto(hrefIn(locale, '/contact-us'))
    await pageReady(page)
    await page.getByLabel(m.contact_name({}, { locale })).fill('Meera Joshi')
    await page.getByLabel(m.login_phone({}, { locale })).fill(phone)
    await page.getByLabel(m.contact_topic({}, { locale }), { exact: true }).selectOption('complaint')
    await page.getByLabel(m.contact_message({}, { locale })).fill('The mentor came an hour late again.')
    await page.getByRole('button', { name: m.contact_send({}, { locale }) }).click()
    await page.getByRole('link', { name: m.contact_done_follow({}, { locale }), exact: true }).click()

    const { rows } = await sql<{ text: string; number: string }>`
    select o.text, c.number from outbox o join support_case c on o.text like '%' || c.number || '%'
    where o.recipient = ${phone} and o.template = 'case-opened'`.execute(site.db)
    const [code = '', number = ''] = /(CASE-\d{4}-\d+)\/\w{12}/.exec(rows[0]?.text ?? '') ?? []
    await page.getByLabel(m.track_field({}, { locale })).fill('12345')
    await page.getByRole('button', { name: m.track_find({}, { locale }) }).click()
    await page.getByText(m.track_bad({}, { locale })).waitFor()
    await page.getByLabel(m.track_field({}, { locale })).fill(code.toLowerCase())
    await page.getByRole('button', { name: m.track_find({}, { locale }) }).click()
    await page.getByText(number, { exact: true }).first().waitFor()
    await page.getByText('The mentor came an hour late again.').waitFor()
    await page.getByText(m.track_status_open({}, { locale }), { exact: true }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    await sql`insert into case_event (case_id, version, kind, text) select id, 2, 'answer', 'We have spoken with him.' from support_case where number = ${number}`.execute(
      site.db,
    )
    await page.reload()
    await page.getByText('We have spoken with him.').waitFor()
    // Without the key the page asks for a login, and a stranger's login does not open it.
    await page.goto(hrefIn(locale, `/cases/${number}`))
    await page.getByLabel(m.login_phone({}, { locale })).waitFor()
    expect(problems.filter((one) => !/Failed to load resource/.test(one))).toEqual([])
    await site.login(page, demoPhones.parent)
    expect((await page.goto(hrefIn(locale, `/cases/${number}`)))?.status()).toBe(404)
    await context.close()
  },
)

test.each(few(['hi', 'en']))(
  'a family follows its own case after the login (%s)',
  { tags: ['full'] },
  async (locale) => {
    const { page, context } = await site.visit({ width: 360 })
    const { rows } = await sql<{ number: string }>`
    select c.number from support_case c join account a on a.id = c.account_id where a.phone = ${demoPhones.parent} order by c.number limit 1`.execute(
      site.db,
    )
    await site.login(page, demoPhones.parent)
    await page.goto(hrefIn(locale, `/cases?code=${rows[0]?.number}`))
    await page
      .getByText(rows[0]?.number ?? '', { exact: true })
      .first()
      .waitFor()
    await expectNoSidewaysScroll(page)
    await context.close()
  },
)

test('company and officers appear in the footer, on the contact and on the complaints page', {
  tags: ['full'],
}, async () => {
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await page.goto('/grievance')
  await page.getByText(`decide within ${settleDays} days`).waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/Grievance officer|[{}]/)
  await sql`insert into setting (name, from_date, value) values ('office', '2026-01-01', ${JSON.stringify(office)}::jsonb)`.execute(
    site.db,
  )
  await sql`notify public_pages`.execute(site.db)
  await expect
    .poll(async () => {
      await page.goto('/grievance')
      return await page.locator('main').textContent()
    })
    .toContain('Grievance officerKavita Rao, 0731 400 0001, grievance@setu.example')
  expect(await page.locator('main').textContent()).not.toContain('Nodal contact')
  await page.locator('footer').getByText('Setu Learning Private Limited').waitFor()
  await page.goto('/contact-us')
  await page.getByRole('heading', { name: 'Grievance officer' }).waitFor()
  await page.getByRole('link', { name: 'grievance@setu.example' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectSound(visit)
  await visit.context.close()
})

test.each(few(['hi', 'en']))(
  'the page about the order lists the keys of the search, in order (%s)',
  { tags: ['full'] },
  async (locale) => {
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await page.goto(hrefIn(locale, '/mentors'))
    await page
      .locator('main')
      .getByRole('link', { name: m.rank_title({}, { locale }) })
      .click()
    await page.getByRole('heading', { name: m.rank_title({}, { locale }) }).waitFor()
    const keys = await page.locator('main ol li').evaluateAll((all) => all.map((one) => one.getAttribute('data-key')))
    expect(keys).toEqual([...rankingKeys])
    await page.getByText(m.rank_gold({}, { locale })).waitFor()
    await expectSound(visit)
    await visit.context.close()
  },
)
