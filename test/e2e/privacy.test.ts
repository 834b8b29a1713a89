import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { demoAdmin } from '#server/demo/people.ts'
import { few } from '#test/rounds.ts'
import { hrefIn, type Locale } from '#web/locale.ts'
import { expectSound, pageReady, type Site, startSite, type Visit } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

// `npm run test:full` runs both languages and widths.
const cells = [
  { width: 360, locale: 'hi', phone: '9811130001' },
  { width: 360, locale: 'en', phone: '9811130002' },
  { width: 1280, locale: 'en', phone: '9811130003' },
  { width: 1280, locale: 'hi', phone: '9811130004' },
] as const
const shots = process.env.SHOTS
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

describe.each(few(cells))('privacy at $width px in $locale', ({ width, locale, phone }) => {
  const say = { locale } as const
  let visit: Visit
  beforeAll(async () => {
    visit = await site.visit({ width })
  })
  afterAll(() => visit.context.close())
  const open = async (path: string, as: Locale = locale) => {
    await visit.page.goto(hrefIn(as, path))
    await pageReady(visit.page)
  }
  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(site.db)).rows

  test('a first login shows what it agrees to, and records it', async () => {
    const { page } = visit
    await open('/login')
    await page.getByLabel(m.login_phone({}, say)).fill(phone)
    await page.getByRole('button', { name: m.login_send_otp({}, say) }).click()
    const code = page.getByLabel(m.login_code({}, say))
    await code.waitFor()
    await page.getByText(m.consent_login({}, say)).click()
    await shot(page, `login-${width}-${locale}`)
    await expectSound(visit)
    await code.fill(await site.codeFor(phone))
    await page.waitForURL('**/dashboard/student')
    expect(
      await rows(
        sql`select kind, language from consent where account_id = (select id from account where phone = ${phone})`,
      ),
    ).toEqual([{ kind: 'account', language: locale }])
  })

  test('the first student under 18 needs a parent: who they are, and the tick', async () => {
    const { page } = visit
    await open('/dashboard/settings?tab=learners&edit=new')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(m.dash_student_name({}, say)).fill('Aarav')
    await dialog.getByRole('radio', { name: m.consent_mother({}, say) }).check()
    await dialog.getByLabel(m.consent_name({}, say)).fill('Meera Sharma')
    await shot(page, `parent-${width}-${locale}`)
    await expectSound(visit)
    await dialog.getByLabel(m.consent_tick({}, say)).check()
    await dialog.getByRole('button', { name: m.settings_learner_add({}, say) }).click()
    await page.getByText(m.settings_saved({}, say)).first().waitFor()
    expect(
      await rows(sql`select c.parent_name as name, c.relation, c.language, l.name as child from consent c join account a on a.id = c.account_id
        join family f on f.account_id = a.id join learner l on l.family_id = f.id where a.phone = ${phone} and c.kind = 'child'`),
    ).toEqual([{ name: 'Meera Sharma', relation: 'mother', language: locale, child: 'Aarav' }])
    // The next student needs nobody.
    await open('/dashboard/settings?tab=learners&edit=new')
    await dialog.getByLabel(m.dash_student_name({}, say)).waitFor()
    expect(await dialog.getByRole('radio').count()).toBe(0)
  })

  test('withdraws the consent for children and gives it again', async () => {
    const { page } = visit
    await open('/dashboard/settings/privacy')
    await shot(page, `privacy-${width}-${locale}`)
    await expectSound(visit)
    const row = page.getByRole('listitem').filter({ has: page.getByText(m.consent_child({}, say), { exact: true }) })
    await row.getByText(m.consent_child_end({}, say)).waitFor()
    await row.getByRole('button', { name: m.consent_withdraw({}, say) }).click()
    await row.getByRole('group', { name: m.consent_relation({}, say) }).waitFor()
    await shot(page, `withdrawn-${width}-${locale}`)
    await expectSound(visit)
    const state = () =>
      rows(sql`select withdrawn_at is not null as gone from consent c join account a on a.id = c.account_id
        where a.phone = ${phone} and kind = 'child' order by c.id`)
    expect(await state()).toEqual([{ gone: true }])
    await row.getByRole('radio', { name: m.consent_guardian({}, say) }).check()
    await row.getByRole('button', { name: m.consent_agree({}, say) }).click()
    await row.getByRole('button', { name: m.consent_withdraw({}, say) }).waitFor()
    expect(await state()).toEqual([{ gone: true }, { gone: false }])
  })

  test('makes a PDF of the data', async () => {
    const { page } = visit
    await open('/dashboard/settings/privacy')
    await page.getByRole('button', { name: m.copy_ask({}, say) }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: m.copy_download({}, say) }).click(),
    ])
    expect(file.suggestedFilename()).toBe('my-data.pdf')
    await expectSound(visit)
  })

  test('removes the nominee after a recent login', async () => {
    const { page } = visit
    const nominee = { name: 'Ravi Sharma', relation: 'Brother', contact: '9826000001' }
    await page.request.put('/api/profile/privacy/nominee', { data: nominee })
    await open('/dashboard/settings/privacy')
    const remove = page.getByRole('button', { name: m.nominee_remove({}, say) })
    const logIn = (minutesAgo: number) =>
      rows(sql`update session s set created_at = now() - make_interval(mins => ${minutesAgo}) from account a
        where a.id = s.account_id and a.phone = ${phone}`)
    await logIn(11)
    await page.getByText(m.nominee_title({}, say), { exact: true }).click()
    await remove.click()
    await page.getByText(errorText('fresh-login-needed', locale)).waitFor()
    await shot(page, `nominee-${width}-${locale}`)
    await expectSound(visit)
    await logIn(0)
    await remove.click()
    await page.getByText(m.nominee_removed({}, say)).first().waitFor()
    await remove.waitFor({ state: 'detached' })
  })

  test('asks to erase the account, and takes it back', async () => {
    const { page } = visit
    await open('/dashboard/settings/privacy')
    const state = () =>
      rows(sql`select status from erasure e join account a on a.id = e.account_id where a.phone = ${phone}`)
    await page.getByRole('button', { name: m.privacy_erase_sure({ days: 7 }, say) }).click()
    await page.getByRole('button', { name: m.privacy_keep({}, say) }).waitFor()
    expect(await state()).toEqual([{ status: 'waiting' }])
    await shot(page, `erasing-${width}-${locale}`)
    await expectSound(visit)
    await page.getByRole('button', { name: m.privacy_keep({}, say) }).click()
    await page.getByRole('button', { name: m.privacy_erase_sure({ days: 7 }, say) }).waitFor()
    expect(await state()).toEqual([{ status: 'cancelled' }])
  })
})

test.each(cells)(
  'an owner records a breach at the privacy desk and informs everybody, at $width px in $locale',
  { tags: ['full'] },
  async ({ width, locale }) => {
    const say = { locale } as const
    const visit = await site.visit({ width })
    const { page } = visit
    await site.login(page, demoAdmin.phone, 'admin')
    await page.goto(hrefIn(locale, '/admin/privacy'))
    await pageReady(page)
    await page.getByText(m.desk_breach_record({}, say)).first().click()
    const what = `${m.desk_breach_what({}, say)} ${width}`
    await page.getByLabel(m.desk_breach_noticed({}, say)).fill('2026-11-23T10:00')
    await page.getByLabel(m.desk_breach_what({}, say), { exact: true }).fill(what)
    for (const label of ['kinds', 'effects', 'measures', 'text_en', 'text_hi'] as const)
      await page.getByLabel(m[`desk_breach_${label}`]({}, say)).fill('x')
    await page.getByLabel(m.desk_breach_phones({}, say)).fill('9826014210')
    await shot(page, `desk-form-${width}-${locale}`)
    await expectSound(visit)
    await page.getByRole('button', { name: m.desk_breach_record({}, say) }).click()
    const card = page.getByRole('article').filter({ hasText: what })
    await card.getByRole('button', { name: m.desk_breach_send_one({}, say) }).click()
    await expect
      .poll(async () => (await sql`select from news where event = 'data-breach'`.execute(site.db)).rows.length)
      .toBeGreaterThan(0)
    await page.getByText(m.desk_breach_messages_done({}, say)).first().waitFor()
    await card
      .getByRole('button', { name: m.admin_for({ action: m.desk_breach_tell({}, say), name: 'CERT-In' }, say) })
      .click()
    await expect
      .poll(() =>
        card
          .getByRole('button', { name: m.admin_for({ action: m.desk_breach_tell({}, say), name: 'CERT-In' }, say) })
          .count(),
      )
      .toBe(0)
    await shot(page, `desk-${width}-${locale}`)
    await expectSound(visit)
    await card.getByRole('link', { name: m.desk_breach_letter({}, say) }).click()
    await page.getByRole('button', { name: m.earn_print({}, say) }).waitFor()
    await page.getByRole('definition').getByText(what).waitFor()
    await shot(page, `letter-${width}-${locale}`)
    await expectSound(visit)
    await visit.context.close()
  },
)
