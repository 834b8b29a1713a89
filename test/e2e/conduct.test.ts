import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { makeMentor } from '#test/builders.ts'
import { few } from '#test/rounds.ts'
import { hrefIn } from '#web/locale.ts'
import { agreeAsParent, fillAddress } from './fill-address.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const cells = [
  { width: 360, locale: 'hi', family: '9811140001' },
  { width: 1280, locale: 'en', family: '9811140002' },
] as const
const shots = process.env.SHOTS
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}
const accepted = async (phone: string) =>
  (
    await sql`select c.kind, c.language from consent c join account a on a.id = c.account_id
      where a.phone = ${phone} and c.kind like '%-conduct'`.execute(site.db)
  ).rows

test.each(few(cells))('a family accepts the code of conduct with its first class at home ($locale)', async (cell) => {
  const { width, locale, family } = cell
  const say = { locale }
  const mentor = await makeMentor(site.db, { name: `Conduct ${locale}`, city: 'Indore' })
  const visit = await site.visit({ width })
  const { page } = visit
  await site.login(page, family, 'student')
  await page.goto(`${hrefIn(locale, `/mentors/${mentor.slug}`)}?plan=demo`)
  await pageReady(page)
  if (width < 600) await page.locator('.book-bar a').last().click()
  const form = width < 600 ? page.getByRole('dialog') : page.locator('#book')
  await fillAddress(form, locale)
  await agreeAsParent(form, locale)
  // The sentence at the button opens the text that paying accepts.
  await form.getByText(m.book_accepts({}, say)).click()
  await form.locator('.conduct-sentence li').first().waitFor()
  await shot(page, `conduct-family-${width}-${locale}`)
  await expectSound(visit)
  await form.locator('button[type=submit]').click()
  await page.waitForURL('**/sandbox/checkout/**')
  expect(await accepted(family)).toEqual([{ kind: 'family-conduct', language: locale }])
  await visit.context.close()
})

test.each(few(cells))(
  'a mentor who has not accepted it is asked on the dashboard, once ($locale)',
  { tags: ['full'] },
  async (cell) => {
    const { width, locale } = cell
    const say = { locale }
    const mentor = await makeMentor(site.db, { name: `Asked ${locale}`, city: 'Indore' })
    const visit = await site.visit({ width })
    const { page } = visit
    await site.login(page, mentor.phone, 'mentor')
    await page.goto(hrefIn(locale, '/dashboard/mentor?waiting=all'))
    await pageReady(page)
    await page.getByText(m.conduct_read({}, say)).click()
    await shot(page, `conduct-mentor-${width}-${locale}`)
    await expectSound(visit)
    await page.getByRole('button', { name: m.consent_agree({}, say) }).click()
    await page.getByText(m.conduct_read({}, say)).waitFor({ state: 'detached' })
    expect(await accepted(mentor.phone)).toEqual([{ kind: 'mentor-conduct', language: locale }])
    await page.goto(hrefIn(locale, '/dashboard/settings/privacy'))
    await page.getByText(m.conduct_end({}, say)).waitFor()
    await shot(page, `conduct-privacy-${width}-${locale}`)
    await expectSound(visit)
    await visit.context.close()
  },
)
