import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eKycDocument, shareCodeLength } from '#contract/mentors/e-kyc.ts'
import { m } from '#messages'
import { demoAdmin } from '#server/demo/people.ts'
import { readyApplication } from '#test/application.ts'
import { eKycBody, eKycVariables } from '#test/e-kyc-file.ts'
import { few } from '#test/rounds.ts'
import { hrefIn, type Locale } from '#web/locale.ts'
import { expectSound, pageReady, type Site, startSite, type Visit } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ variables: eKycVariables })
})
afterAll(() => site.stop())

const cells = [
  { width: 360, locale: 'hi', phone: '9811140001' },
  { width: 360, locale: 'en', phone: '9811140002' },
  { width: 1280, locale: 'en', phone: '9811140003' },
] as const
const shots = process.env.SHOTS
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}
const fileOf = async (person: Parameters<typeof eKycBody>[0]) => ({
  name: 'offlineaadhaar20261128.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from((await eKycBody(person)).file, 'base64'),
})

describe.each(few(cells))('e-KYC at $width px in $locale', ({ width, locale, phone }) => {
  const say = { locale } as const
  let visit: Visit
  beforeAll(async () => {
    visit = await site.visit({ width })
    await site.login(visit.page, phone, 'mentor')
  })
  afterAll(() => visit.context.close())
  const open = async (path: string, as: Locale = locale) => {
    await visit.page.goto(hrefIn(as, path))
    await pageReady(visit.page)
  }
  const kept = async () =>
    (
      await sql<{ name: string; lastFour: string; language: string }>`
        select k.name, k.last_four as "lastFour", (select c.language from consent c where c.account_id = a.id and c.kind = 'e-kyc') as language
        from mentor_e_kyc k join account a on a.id = k.account_id where a.phone = ${phone}`.execute(site.db)
    ).rows
  const mentorId = () => visit.page.locator('[name=mentorId]').inputValue()

  test('a mentor agrees, chooses the file and its code, and reads what is wrong with it', async () => {
    const { page } = visit
    await open('/signup/personal')
    await page.getByText(m.apply_e_kyc({}, say)).click()
    const file = page.getByLabel(m.apply_e_kyc_file({}, say))
    const code = page.getByLabel(m.apply_e_kyc_code({}, say))
    const send = page.getByRole('button', { name: m.apply_e_kyc_send({}, say) })
    await send.click()
    await page.getByText(m.apply_e_kyc_code_needed({ count: shareCodeLength }, say)).waitFor()
    await page.getByText(m.apply_e_kyc_name_first({}, say)).waitFor()
    await shot(page, `e-kyc-empty-${width}-${locale}`)
    await expectSound(visit)
    await page.locator('[id=fullName]').fill('Asha Verma')
    await file.setInputFiles(await fileOf({ name: 'Ravi Verma' }))
    await code.fill('aaaa')
    await code.press('Enter')
    const refused = page.getByText(
      locale === 'hi' ? 'इस शेयर कोड से फ़ाइल नहीं खुली' : "This share code doesn't open the file",
    )
    await refused.waitFor()
    await code.fill('9Zx1')
    await send.click()
    await page
      .getByText(locale === 'hi' ? 'फ़ाइल का नाम आपके आवेदन के नाम से अलग है' : 'The name in the file is different')
      .waitFor()
    await shot(page, `e-kyc-refused-${width}-${locale}`)
    expect([await kept(), await mentorId()]).toEqual([[], ''])
    // The refusals are answers of the API, which browsers report.
    visit.problems.length = 0
  })

  test('a good file takes the place of the document, and the form keeps it', async () => {
    const { page } = visit
    await page.getByLabel(m.apply_e_kyc_file({}, say)).setInputFiles(await fileOf({}))
    await page.getByRole('button', { name: m.apply_e_kyc_send({}, say) }).click()
    await page.locator('[name=mentorId][value=e-kyc]').waitFor({ state: 'attached' })
    await shot(page, `e-kyc-done-${width}-${locale}`)
    await expectSound(visit)
    expect(await kept()).toEqual([{ name: 'Asha Verma', lastFour: '0124', language: locale }])
    await page.locator('.form-header').getByText(m.apply_saved({}, say), { exact: true }).waitFor()
    await open('/signup/personal')
    expect(await mentorId()).toBe(eKycDocument)
    await page.getByText(m.apply_e_kyc_another({}, say)).waitFor()
    await open('/signup/check')
    await page.getByText(m.apply_e_kyc_uploaded({}, say)).waitFor()
    await expectSound(visit)
  })

  test('an admin sees the evidence, and the mentor withdraws', async () => {
    const application = await readyApplication(site.db, phone, { mentorId: eKycDocument })
    await visit.page.request.post('/api/profile/consents', {
      data: { kind: 'mentor-conduct', version: 1, language: locale },
    })
    const reply = await visit.page.request.post('/api/mentor', { data: application })
    expect(reply.ok(), await reply.text()).toBe(true)
    const { _id: id } = (await reply.json()).data
    // There is no picture behind the row of the photo.
    await sql`update mentor set photo = null where id = ${id}`.execute(site.db)
    const admin = await site.visit({ width })
    await site.login(admin.page, demoAdmin.phone, 'admin')
    await admin.page.goto(hrefIn(locale, `/admin/mentors/${id}`))
    await pageReady(admin.page)
    await admin.page.getByText(m.admin_e_kyc_matches({ name: 'Asha Verma' }, say)).waitFor()
    const form = admin.page.locator('#check-identity')
    expect(await form.locator('[name=method]:checked').inputValue()).toBe(eKycDocument)
    await form.scrollIntoViewIfNeeded()
    if (shots) await form.screenshot({ path: `${shots}/e-kyc-admin-${width}-${locale}.png` })
    if (shots)
      await admin.page.locator('#documents').screenshot({ path: `${shots}/e-kyc-documents-${width}-${locale}.png` })
    await expectSound(admin)
    await form.locator('select').first().selectOption('passed')
    await form
      .locator('input[type=date]')
      .first()
      .fill(new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10))
    await form.getByRole('button').click()
    await expect
      .poll(
        async () =>
          (
            await sql`select state, method, basis from mentor_check where mentor_id = ${id} and kind = 'identity'`.execute(
              site.db,
            )
          ).rows,
      )
      .toEqual([{ state: 'passed', method: eKycDocument, basis: 'aadhaar' }])
    await admin.context.close()

    await open('/dashboard/settings/privacy')
    const row = visit.page.getByRole('listitem').filter({ hasText: m.consent_e_kyc({}, say) })
    await shot(visit.page, `e-kyc-privacy-${width}-${locale}`)
    await row.getByRole('button', { name: m.consent_withdraw({}, say) }).click()
    await expect.poll(kept).toEqual([])
    await row.waitFor({ state: 'detached' })
    await expectSound(visit)
  })
})
