import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Plan } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { few } from '#test/rounds.ts'
import { agreeAsParent, fillAddress, openStep } from './fill-address.ts'
import { expectAccessible, expectNoSidewaysScroll, expectSound, pageReady, type Site, startSite } from './site.ts'

const parent = '9826014210'
const profile = '/mentors/sunita-deshpande'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** What a test needs for a screen size and language: texts, the visible form and its button. */
function cell(width: number, locale: 'en' | 'hi') {
  const say = { locale }
  const isSheet = width < 600
  const path = (to: string) => (locale === 'hi' ? `/hi${to}` : to)
  const pay = (page: Page, amount: string) =>
    isSheet
      ? page.getByRole('button', { name: m.book_pay({ amount }, say) })
      : page.locator('#book').getByRole('button', { name: m.book_now_for({ amount }, say) })
  return {
    say,
    path,
    heading: (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }),
    async open(page: Page, plan: Plan) {
      await page.goto(`${path(profile)}?plan=${plan}&hours=2.5`)
      await pageReady(page)
      if (isSheet) await page.locator('.book-bar a').last().click()
      const form = isSheet ? page.getByRole('dialog') : page.locator('#book')
      // The second time the address is already filled in.
      await openStep(form, 'place')
      if (await form.locator('input[name=house]').isVisible()) await fillAddress(form, locale)
      await openStep(form, null)
    },
    /** The text above the pay button. */
    price: async (page: Page) => {
      const box = (isSheet ? page.getByRole('dialog') : page.locator('#book')).locator('[aria-live]')
      return await box.locator('p, .amount').allTextContents()
    },
    pay,
    async login(page: Page, phone: string, amount: string) {
      const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(m.login_phone({}, say)) })
      await dialog.getByLabel(m.login_phone({}, say)).fill(phone)
      await dialog.getByRole('button', { name: m.login_send_otp({}, say) }).click()
      const code = page.getByLabel(m.login_code({}, say))
      await code.waitFor()
      await code.pressSequentially(await site.codeFor(phone))
      // The family is new: a parent agrees for the student.
      const form = isSheet ? page.getByRole('dialog') : page.locator('#book')
      await agreeAsParent(form, locale)
      await pay(page, amount).click()
    },
    async end(page: Page, outcome: 'success' | 'pending' | 'failure') {
      await page.waitForURL('**/sandbox/checkout/**')
      await page.locator(`button[value=${outcome}]`).click()
      await page.waitForURL('**/payment-status?**')
      expect(new URL(page.url()).pathname).toBe(path('/payment-status'))
    },
  }
}

/** From today on, cancelling is free until this many hours before the class. */
async function setFreeHours(cancelFreeHours: number): Promise<void> {
  await sql`insert into setting (name, value, from_date)
    values ('bookingPolicy', ${JSON.stringify({ cancelFreeHours })}::jsonb, (now() at time zone 'Asia/Kolkata')::date)
    on conflict (name, from_date) do update set value = excluded.value`.execute(site.db)
  site.context.kept.forget()
}

const freeRule = (hours: number, say: { locale: 'en' | 'hi' }) =>
  m.cancel_rule_family_early({ before: m.policy_before({ time: m.policy_hours({ hours }, say) }, say) }, say)

const confetti = (page: Page) => page.locator('.confetti rect').filter({ visible: true }).count()

const visitors = [
  { width: 360, locale: 'en', phone: '9811100041' },
  { width: 1280, locale: 'hi', phone: '9811100042' },
] as const
describe.each(few(visitors))('a visitor at $width px ($locale)', ({ width, locale, phone }) => {
  const { say, open, price, pay, login, end, heading } = cell(width, locale)

  test('sees every line of each price, logs in, pays for a month, then for hours with a slow bank', async () => {
    const visit = await site.visit({ width })
    const { page } = visit
    await open(page, 'months6')
    const toPay = m.book_to_pay({}, say)
    const lines = {
      months6: [
        m.price_months({ months: 6, price: '₹4,500' }, say),
        m.price_discount({ amount: '₹2,700' }, say),
        '₹24,300',
      ],
      months3: [
        m.price_months({ months: 3, price: '₹4,500' }, say),
        m.price_discount({ amount: '₹675' }, say),
        '₹12,825',
      ],
      demo: [m.price_demo({}, say), '₹99'],
      hourly: [m.book_hours_at({ hours: 2.5, price: '₹225' }, say), '₹562.50'],
      monthly: [m.price_month({}, say), '₹4,500'],
    }
    for (const [plan, parts] of Object.entries(lines)) {
      await page.locator(`input[name=plan][value=${plan}]`).filter({ visible: true }).click()
      expect(await price(page)).toEqual([toPay, ...parts])
    }
    await expectSound(visit)
    await openStep(page.locator('#book'), 'time')
    await page.locator('.wishes').filter({ visible: true }).locator('summary').click()
    await page.locator('input[value=monday]').filter({ visible: true }).check()
    await page.locator('input[name=time]').filter({ visible: true }).fill('17:30')
    await expectSound(visit)
    await pay(page, '₹4,500').click()
    await login(page, phone, '₹4,500')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await end(page, 'success')
    await heading(page, m.pay_success({}, say)).waitFor()
    expect(await confetti(page)).toBe(50)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await confetti(page)).toBe(0)
    const seen = await page.locator('main').textContent()
    for (const words of [
      'pay_order_number',
      'pay_date',
      'pay_amount',
      'pay_next',
      'pay_next_phone',
      'pay_next_account',
      'pay_next_support',
    ] as const)
      expect(seen).toContain(m[words]({}, say))
    await page.getByRole('button', { name: m.pay_email({}, say) }).waitFor()
    await expectSound(visit)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: m.pay_download({}, say) }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^MS-\d\d-\d\d-\d{6}\.pdf$/)
    await page.getByRole('link', { name: m.pay_dashboard({}, say) }).click()
    await page.locator('a[href*="/bookings/"]').first().click()
    await page
      .getByText(m.dash_wished({ wishes: `${m.profile_day_monday({}, say)}, ` }, say).slice(0, -1))
      .first()
      .waitFor()

    await open(page, 'hourly')
    await pay(page, '₹562.50').click()
    await end(page, 'pending')
    await heading(page, m.pay_pending({}, say)).waitFor()
    await expectSound(visit)
    await sql`update sandbox_payment set status = 'SUCCESS' where status = 'PENDING'`.execute(site.db)
    // The page polls at once when it becomes visible again.
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
    await heading(page, m.pay_success({}, say)).waitFor()
    await visit.context.close()
  })
})

const families = [
  { width: 360, locale: 'hi', phone: '9811100043' },
  { width: 1280, locale: 'en', phone: '9811100044' },
] as const
describe.each(families)('a family at $width px ($locale)', { tags: ['full'] }, ({ width, locale, phone }) => {
  const { say, path, open, pay, login, end, heading } = cell(width, locale)

  test('a payment fails, cannot start, succeeds for packages, and one is requested back', async () => {
    const visit = await site.visit({ width })
    const { page, problems } = visit
    await open(page, 'demo')
    await pay(page, '₹99').click()
    await login(page, phone, '₹99')
    await end(page, 'failure')
    await heading(page, m.pay_failed({}, say)).waitFor()
    await expectSound(visit)
    await page.getByRole('link', { name: m.pay_try_again({}, say) }).click()
    await end(page, 'success')
    await heading(page, m.pay_success({}, say)).waitFor()

    const real = site.context.payments
    onTestFinished(() => {
      site.context.payments = real
    })
    site.context.payments = { ...real, createOrder: () => Promise.reject(new Error('the gateway is down')) }
    await open(page, 'months3')
    // The demo fee is deducted once the family's learner is known.
    const first = pay(page, '₹12,726')
    await page.getByText('₹12,726').filter({ visible: true }).first().waitFor()
    await first.click()
    await page.getByText(m.book_payment_failed({}, say)).filter({ visible: true }).first().waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    site.context.payments = real
    await first.click()
    await end(page, 'success')
    await heading(page, m.pay_success({}, say)).waitFor()
    await open(page, 'months6')
    await setFreeHours(24)
    await pay(page, '₹24,300').click()
    const rule = page.getByText(freeRule(24, say))
    await rule.filter({ visible: true }).first().waitFor()
    await expectAccessible(page)
    const again = page.getByRole('button', { name: m.book_continue({ amount: '₹24,300' }, say) })
    await again.filter({ visible: true }).click()
    await end(page, 'success')
    await heading(page, m.pay_success({}, say)).waitFor()

    await sql`update booking b set schedule_by = now() - interval '1 hour' from family f join account a on a.id = f.account_id
      where b.family_id = f.id and a.phone = ${phone} and b.plan = 'months6'`.execute(site.db)
    await page.goto(path('/dashboard/student?tab=payments'))
    await pageReady(page)
    await page.getByRole('button', { name: m.refund_ask({}, say) }).click()
    await page.getByText(m.refund_badge_requested({}, say), { exact: true }).waitFor()
    await page.getByText('₹24,300').filter({ visible: true }).first().waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    expect(problems).toEqual([])

    // A logged-out user is sent to the login without any data, and returns.
    await page.context().clearCookies()
    await page
      .getByRole('link', { name: m.pay_download({}, say) })
      .first()
      .click()
    await page.waitForURL('**/login?next=**')
    expect(new URL(page.url()).searchParams.get('next')).toMatch(/^\/payment-status\?order_id=/)
    await visit.context.close()
  })

  test("renews a month in one tap at today's price", async () => {
    const visit = await site.visit({ width })
    const { page } = visit
    await site.login(page, parent)
    const { rows: ending } = await sql<{ id: string }>`
      select b.id from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id join account a on a.id = f.account_id
      where a.phone = ${parent} and m.slug = 'sunita-deshpande' and b.plan = 'monthly' and b.status = 'scheduled'`.execute(
      site.db,
    )
    const booking = path(`/bookings/${ending[0]?.id}`)
    await page.goto(booking)
    await pageReady(page)
    // Another step comes first.
    await page.getByRole('link', { name: m.renew_monthly({}, say), exact: true }).click()
    const button = page.getByRole('button', { name: m.renew_again({ amount: '₹4,500' }, say) })
    await button.waitFor()
    // The mentor's fee has gone up, and cancelling costs more, which is shown before payment.
    await setFreeHours(36)
    await sql`update mentor_mode set monthly_price_paise = 480000 where mentor_id = (select id from mentor where slug = 'sunita-deshpande')
      and mode = 'homeTuition'`.execute(site.db)
    await button.click()
    await page.getByText(m.renew_price_changed({ before: '₹4,500', now: '₹4,800' }, say)).waitFor()
    await page.getByText(freeRule(36, say)).waitFor()
    await expectSound(visit)
    await page.getByRole('button', { name: m.renew_again({ amount: '₹4,800' }, say) }).dblclick()
    await end(page, width < 600 ? 'failure' : 'success')
    if (width < 600) await heading(page, m.pay_failed({}, say)).waitFor()
    else {
      await page.getByRole('link', { name: m.pay_dashboard({}, say) }).click()
      await page.goto(booking)
      await page.getByText(m.renew_done({}, say), { exact: true }).waitFor()
    }
    const { rows } = await sql<{ orders: number }>`
      select count(*)::int as orders from payment_order where renews is not null and status <> 'failed'`.execute(
      site.db,
    )
    expect(rows[0]?.orders).toBe(1)
    await sql`update payment_order set status = 'failed' where renews is not null and status = 'created'`.execute(
      site.db,
    )
    await sql`update mentor_mode set monthly_price_paise = 450000 where mentor_id = (select id from mentor where slug = 'sunita-deshpande')
      and mode = 'homeTuition'`.execute(site.db)
    await visit.context.close()
  })
})
