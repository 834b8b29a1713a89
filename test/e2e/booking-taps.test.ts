import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { home } from '#test/builders.ts'
import { few } from '#test/rounds.ts'
import { hrefIn } from '#web/locale.ts'
import { pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

test.each(
  few([
    { locale: 'hi', phone: '9811140051' },
    { locale: 'en', phone: '9811140052' },
  ] as const),
)('a newcomer books and pays a demo with ten taps on a phone ($locale)', async ({ locale, phone }) => {
  const say = { locale }
  const { page, context, problems } = await site.visit({ width: 360 })
  let taps = 0
  await page.exposeFunction('countTap', () => {
    taps += 1
  })
  // Not `click`: of a label, its field gets a second one.
  await page.addInitScript("document.addEventListener('pointerdown', () => countTap(), true)")
  await page.goto(hrefIn(locale, '/'))
  await pageReady(page)
  await page.locator('.books a[href*="Mathematics"]').click()
  const time = page.locator('.mentor-card a[href*="at="]').first()
  const at = new URL((await time.getAttribute('href')) ?? '', site.url).searchParams.get('at')
  await time.click()
  const sheet = page.getByRole('dialog').first()
  const pay = sheet.getByRole('button', { name: m.book_pay({ amount: '₹99' }, say) })
  await pay.click()
  // The first field of each step takes the focus.
  const login = page.getByRole('dialog').filter({ has: page.getByLabel(m.login_phone({}, say)) })
  await login.locator('[name=phone]:focus').waitFor()
  await page.keyboard.type(phone)
  await login.getByRole('button', { name: m.login_send_otp({}, say) }).click()
  await page.locator('[name=otp]:focus').waitFor()
  await page.keyboard.type(await site.codeFor(phone))
  await sheet.locator('[name="parent.name"]:focus').waitFor()
  expect(await sheet.locator('[role=alert]:not(:empty)').count()).toBe(0)
  await page.keyboard.type('Meera Sharma')
  await sheet.getByRole('radio', { name: m.consent_mother({}, say) }).click()
  await sheet.getByText(m.consent_tick({}, say)).click()
  await sheet.getByLabel(m.settings_address({}, say)).click()
  await page.keyboard.type(home.house)
  const area = sheet.getByLabel(m.settings_area({}, say), { exact: true })
  await area.click()
  await page.keyboard.type(home.area)
  await pay.click()
  await page.waitForURL('**/sandbox/checkout/**')
  const { rows } = await sql<{ plan: string; at: Date; consents: string }>`
    select o.plan, o.wished_at as at, (select string_agg(kind, ',' order by kind) from consent where account_id = a.id) as consents
    from payment_order o join family f on f.id = o.family_id join account a on a.id = f.account_id
    where a.phone = ${phone}`.execute(site.db)
  expect(rows).toEqual([{ plan: 'demo', at: new Date(`${at}:00+05:30`), consents: 'account,child,family-conduct' }])
  expect(taps).toBeLessThanOrEqual(10)
  // Back from paying it is still the demo, although the family has a child now.
  await page.goBack()
  await pay.waitFor()
  expect(await sheet.locator(`[name=at]:checked`).getAttribute('value')).toBe(at)
  await page.reload()
  await pay.waitFor()
  expect(problems).toEqual([])
  await context.close()
})
