import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultPhone } from '#contract/wire/contact.ts'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { agePayoutAccounts, backdateBatches, makeMentor, newPan } from '#test/builders.ts'
import { expectAccessible, expectNoSidewaysScroll, openRow, type Site, startSite, type Visit } from './site.ts'

const mentor = '9826010001'
const admin = '9826000001'
const hi = { locale: 'hi' } as const

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())
// Clears the 30-second wait between two codes.
beforeEach(async () => void (await sql`delete from otp_challenge`.execute(site.db)))

/** Sets rates for a future day and withdraws them. */
async function setRates(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/hi/admin/settings/rates')
  const part = page.locator('section[aria-labelledby=feeRates]')
  await part.getByText(m.admin_rates_new({}, hi)).click()
  const commission = part.getByLabel(m.admin_rates_commission({}, hi))
  const look = part.getByRole('button', { name: m.admin_set_preview({}, hi) })
  await commission.fill('101')
  await look.click()
  await part.getByText(m.admin_rates_bad_percent({}, hi)).waitFor()
  await commission.fill('12,5')
  await look.click()
  await part.getByText(m.admin_rates_fees_touch({}, hi)).waitFor()
  await part.getByRole('button', { name: m.admin_rates_set({}, hi) }).click()
  await part.getByText(m.admin_rates_later({}, hi)).waitFor()
  await part.getByText('12.5%', { exact: true }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await part.getByRole('button', { name: /^बदलाव रद्द करें/ }).click()
  await part.getByText(m.admin_rates_later({}, hi)).waitFor({ state: 'hidden' })
}

/** Changes the support number: previewed first, live for visitors at once, and a concurrent change is reported. */
async function changeNumber(page: Page): Promise<void> {
  const wrong = '0731'
  const right = '0731 255 5000'
  const other = '0731 255 6000'
  const visitor = (await site.visit({ width: 360 })).page
  await visitor.goto('/about-us')
  await visitor.getByRole('contentinfo').getByRole('link', { name: defaultPhone }).waitFor()
  const late = await page.context().newPage()
  for (const one of [page, late]) {
    await one.goto('/admin/settings')
    await one.locator('section[aria-labelledby=callingNumber] summary').first().click()
  }
  const type = async (one: Page, number: string) => {
    const part = one.locator('section[aria-labelledby=callingNumber]')
    await part.getByLabel(m.admin_set_number()).fill(number)
    await part.getByRole('button', { name: m.admin_set_preview() }).click()
    return part
  }
  const part = await type(page, wrong)
  await part.locator('.field-error').waitFor()
  await type(page, right)
  await part.locator('s', { hasText: defaultPhone }).waitFor()
  await part.getByText(m.admin_set_calling_touches()).waitFor()
  await expectAccessible(page)
  await part.getByRole('button', { name: m.admin_set_save() }).click()
  await page.getByText(m.admin_set_done_now()).waitFor()
  await part.locator('summary').last().click()
  await part.getByText(`${defaultPhone} → ${right}`).waitFor()
  await expectNoSidewaysScroll(page)
  await (await type(late, other)).getByText(errorText('setting-changed', 'en')).waitFor()
  await late.close()
  await visitor.goto('/hi/about-us')
  await visitor.getByRole('contentinfo').getByRole('link', { name: right }).waitFor()
  await visitor.context().close()
}

test('a mentor adds a payout account, an admin pays, and the mentor sees the payout class by class', {
  tags: ['full'],
}, async () => {
  const small = await site.visit({ width: 360 })
  await site.login(small.page, mentor, 'mentor')
  await small.page.goto('/hi/dashboard/mentor?tab=earnings')
  await small.page.getByText(m.earn_account_add({}, hi)).click()
  await small.page.getByLabel(m.earn_holder({}, hi)).fill('Sunita Deshpande')
  await small.page.getByLabel(m.earn_number({}, hi)).fill('1234')
  await small.page.getByLabel(m.earn_ifsc({}, hi), { exact: true }).fill('sbin0001234')
  const save = small.page.getByRole('button', { name: m.earn_account_save({}, hi) })
  await save.click()
  await small.page.getByText(m.earn_bad_number({}, hi)).waitFor()
  await expectAccessible(small.page)
  await small.page.getByLabel(m.earn_number({}, hi)).fill('1234 5678 9012')
  await save.click()
  await small.page.getByText(m.earn_account_is({ account: 'SBIN ••••9012' }, hi)).waitFor()
  // The account is new, so the next payout does not include the mentor.
  expect(await small.page.getByText(m.earn_waiting_text({}, hi)).count()).toBe(0)
  await expectAccessible(small.page)
  await expectNoSidewaysScroll(small.page)

  const wide = await site.visit({ width: 1280 })
  await site.login(wide.page, admin, 'admin')
  await wide.page.goto('/admin/payouts')
  await agePayoutAccounts(site.db)
  await small.page.reload()
  await small.page.getByText(m.earn_waiting_text({}, hi)).waitFor()
  await wide.page.getByRole('button', { name: m.admin_pay_make() }).click()
  await wide.page.waitForURL(/\/admin\/payouts\/[\da-f-]{36}$/)
  await expectAccessible(wide.page)
  // A prepared payout says what it waits for when the account is doubted afterwards.
  const totals = small.page.getByRole('region', { name: m.earn_totals({}, hi) })
  const setStatus = (status: string) =>
    sql`update payout_account c set status = ${status} from mentor m join account a on a.id = m.account_id
      where m.id = c.mentor_id and a.phone = ${mentor}`.execute(site.db)
  await setStatus('look')
  await small.page.reload()
  await totals.getByText(m.earn_on_hold_name({}, hi)).waitFor()
  await setStatus('proven')
  await small.page.reload()
  await totals.getByText(m.earn_preparing({}, hi)).waitFor()
  const [file] = await Promise.all([
    wide.page.waitForEvent('download'),
    wide.page.getByRole('link', { name: m.admin_pay_file() }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('"Sunita Deshpande","BANK","123456789012","SBIN0001234"')
  await wide.page.reload()
  await wide.page.getByLabel(m.admin_pay_unpaid_all()).waitFor()
  await openRow(wide.page, 'Sunita Deshpande')
  await wide.page.getByLabel(m.admin_for({ action: m.admin_pay_leave_out(), name: 'Sunita Deshpande' })).click()
  await wide.page.getByLabel(m.admin_pay_leave_why()).fill('Asked for the name')
  await wide.page.getByLabel(m.admin_pay_unpaid_one()).check()
  await expectAccessible(wide.page)
  await wide.page.getByRole('button', { name: m.admin_pay_leave_out() }).click()
  await wide.page.getByText(m.admin_pay_out_reason({ reason: 'Asked for the name' })).waitFor()
  await expectAccessible(wide.page)
  await wide.page
    .getByRole('button', { name: m.admin_for({ action: m.admin_pay_put_back(), name: 'Sunita Deshpande' }) })
    .click()
  await wide.page.getByText(m.admin_pay_out_reason({ reason: 'Asked for the name' })).waitFor({ state: 'hidden' })
  // The only admin may pay a batch of its own a day later.
  await backdateBatches(site.db)
  const mark = async (reference: string) => {
    await wide.page.getByLabel(m.admin_pay_reference()).fill(reference)
    await wide.page.getByRole('button', { name: /Mark .* as paid/ }).click()
  }
  await mark('abc')
  await wide.page.getByText(m.admin_pay_bad_reference()).waitFor()
  await mark('UTR26112000132')
  await wide.page.getByText(/to 1 mentor, reference UTR26112000132\./).waitFor()
  await expectAccessible(wide.page)
  await wide.page.getByRole('button', { name: /Yes, .* was paid/ }).click()
  await wide.page.getByText(/Reference: UTR26112000132/).waitFor()
  await wide.page.getByText(m.admin_pay_correct(), { exact: true }).first().click()
  await wide.page.getByLabel(m.admin_pay_reference()).fill('UTR26112000123')
  await wide.page.getByLabel(m.admin_account_reason()).fill('Two digits in the wrong order')
  await wide.page.getByRole('button', { name: m.admin_pay_correct() }).click()
  await wide.page.getByText(/Reference: UTR26112000123/).waitFor()
  await wide.page.goto((await wide.page.locator('a[href^="/payouts/"]').first().getAttribute('href')) ?? '')
  await wide.page.locator('.statement').getByText('UTR26112000123').waitFor()
  // The office's way back instead of the public menu and footer.
  expect(await wide.page.getByRole('navigation', { name: m.shell_main_menu() }).count()).toBe(0)
  expect(await wide.page.getByRole('contentinfo').getByRole('link', { name: m.shell_join() }).count()).toBe(0)
  await wide.page.getByRole('main').getByRole('link', { name: m.earn_payouts() }).click()
  await wide.page.waitForURL('**/admin/payouts')
  await wide.page.goto('/hi/admin/payouts')
  await expectAccessible(wide.page)

  await small.page.reload()
  await small.page.getByText(m.earn_reference({ reference: 'UTR26112000123' }, hi)).waitFor()
  await small.page
    .getByRole('link', { name: m.earn_statement({}, hi) })
    .first()
    .click()
  await small.page.getByText('UTR26112000123').waitFor()
  // Deductions have no sign, above as in the rows.
  expect(await small.page.locator('.statement').textContent()).not.toMatch(/[-−]₹/)
  await expectAccessible(small.page)
  await expectNoSidewaysScroll(small.page)
  const [pdf] = await Promise.all([
    small.page.waitForEvent('download'),
    small.page.getByRole('link', { name: m.earn_download_pdf({}, hi) }).click(),
  ])
  expect((await readFile(await pdf.path(), 'latin1')).slice(0, 5)).toBe('%PDF-')
  expect(small.problems).toEqual([])
  // The browser logs the refused request.
  expect(wide.problems.splice(0)).toEqual([expect.stringMatching(/admin\/payouts\/.* status of 400/)])
  await setRates(wide.page)
  expect(wide.problems).toEqual([
    expect.stringContaining(
      '/hi/admin/settings/rates: Failed to load resource: the server responded with a status of 400',
    ),
  ])
  await changeNumber(wide.page)
})

test('an admin accepts or rejects tax details that need a look, and the mentors see the decision', async () => {
  const [accepted, refused] = await Promise.all(
    ['Asha Verma', 'Ravi Rao'].map((name) => makeMentor(site.db, { name, tax: null })),
  )
  if (!accepted || !refused) throw new Error('two mentors were made')
  const [own, others] = [await site.visit({ width: 360 }), await site.visit({ width: 360 })]
  /** Gives a PAN whose fifth letter does not fit the name. */
  const give = async ({ page }: Visit, phone: string) => {
    await site.login(page, phone, 'mentor')
    await page.goto('/dashboard/settings/tax')
    await page.getByLabel(m.tax_pan(), { exact: true }).fill(newPan('individual'))
    await page.getByRole('button', { name: m.tax_save() }).click()
    await page.getByText(m.tax_look()).waitFor()
  }
  await give(own, accepted.phone)
  await give(others, refused.phone)

  const desk = await site.visit({ width: 1280 })
  await site.login(desk.page, admin, 'admin')
  await desk.page.goto('/admin/payouts')
  const waiting = desk.page.getByRole('region', { name: m.admin_pay_taxes() })
  const nameOf = (action: string, name: string) => m.admin_for({ action, name })
  await waiting.getByText(m.admin_pay_tax_name()).first().waitFor()
  await waiting.getByRole('button', { name: nameOf(m.admin_pay_tax_accept(), 'Asha Verma') }).click()
  await desk.page.getByText(m.admin_pay_tax_accepted()).waitFor()
  await waiting.getByRole('link', { name: 'Asha Verma' }).waitFor({ state: 'hidden' })

  await desk.page.setViewportSize({ width: 360, height: 760 })
  await desk.page.goto(`/hi/admin/mentors/${refused.id}`)
  const part = desk.page.getByRole('region', { name: m.admin_pay_taxes({}, hi) })
  const refuse = nameOf(m.admin_pay_tax_refuse({}, hi), 'Ravi Rao')
  await part.locator('summary').click()
  await part.getByRole('button', { name: refuse }).click()
  await part.getByText(m.admin_pay_bad_reason({}, hi)).waitFor()
  await expectAccessible(desk.page)
  await expectNoSidewaysScroll(desk.page)
  await part.getByLabel(m.admin_decide_reason({}, hi)).fill('Please give your own PAN')
  await part.getByRole('button', { name: refuse }).click()
  await part.waitFor({ state: 'hidden' })

  await own.page.reload()
  await own.page.getByText(m.tax_look()).waitFor({ state: 'hidden' })
  await others.page.reload()
  await others.page.getByText(m.tax_refused({ reason: 'Please give your own PAN' })).waitFor()
})

test('without scripts the account is saved too, and an invalid page cursor starts over', {
  tags: ['full'],
}, async () => {
  const { page } = await site.visit({ width: 1280, scripts: false })
  await site.login(page, mentor, 'mentor')
  await page.goto('/dashboard/mentor?tab=earnings')
  await page.locator('[aria-labelledby=earn-account] summary').click()
  await page.getByLabel(m.earn_upi(), { exact: true }).check()
  await page.getByLabel(m.earn_holder()).fill('Sunita Deshpande')
  await page.getByLabel(m.earn_upi_id()).fill('sunita')
  await page.getByRole('button', { name: m.earn_account_save() }).click()
  await page.getByText(m.earn_bad_upi()).waitFor()
  await page.getByLabel(m.earn_upi_id()).fill('sunita@okaxis')
  await page.getByRole('button', { name: m.earn_account_save() }).click()
  await page.getByText(m.earn_account_saved()).waitFor()
  // The former address leads to the page.
  await page.goto('/dashboard/mentor?tab=earnings&before=nothing')
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe('/dashboard/mentor/earnings')
})
