import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { m } from '#messages'
import { few } from '#test/rounds.ts'
import { hrefIn } from '#web/locale.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

// Each language has its own site, because repeating a report makes no second case.
let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.stop())

test.each(few(['hi', 'en'] as const, 1))(
  'a family reports a concern from a class at 360 px, once (%s)',
  async (locale) => {
    const say = { locale }
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await site.login(page, '9826014210')
    await page.goto(hrefIn(locale, '/dashboard/student'))
    await pageReady(page)
    const links = page.getByRole('link', { name: m.concern_open({}, say) })
    await links.first().click()
    const dialog = page.getByRole('dialog')
    for (const number of ['1098', '112']) await dialog.locator(`a[href="tel:${number}"]`).waitFor()
    await expectSound(visit)
    const words = `He shouted at my son (${locale}).`
    await dialog.getByLabel(m.concern_words({}, say)).fill(words)
    await dialog.getByRole('button', { name: m.concern_send({}, say) }).dblclick()
    const [done = ''] = m.concern_done({ number: '§', time: '' }, say).split('§')
    await page.getByText(done).first().waitFor()
    const cases = sql`select from support_case c where c.kind = 'safety' and c::text like ${`%${words}%`}`
    expect((await cases.execute(site.db)).rows).toHaveLength(1)
  },
)
