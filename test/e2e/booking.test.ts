import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { home, makeMentor } from '#test/builders.ts'
import { few } from '#test/rounds.ts'
import { inDays } from '#test/test-app.ts'
import { hrefIn } from '#web/locale.ts'
import { agreeAsParent, fillAddress, openStep } from './fill-address.ts'
import { expectSound, pageReady, type Site, startSite, type Visit } from './site.ts'

const parent = '9826014210'
const mentor = '9826010001'
const profile = '/mentors/sunita-deshpande'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())
// Clears the 30-second wait between two codes for the same phone.
beforeEach(() => sql`delete from otp_challenge`.execute(site.db))

const dialogOf = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel(/Phone number|6-digit OTP/) })

async function loginInDialog(page: Page, phone: string): Promise<void> {
  await dialogOf(page).getByLabel('Phone number').fill(phone)
  await dialogOf(page).getByRole('button', { name: 'Send OTP' }).click()
  const code = page.getByLabel('6-digit OTP')
  await code.waitFor()
  await code.pressSequentially(await site.codeFor(phone))
}

async function loginAt(page: Page, phone: string, tab: 'Parent or student' | 'Mentor'): Promise<void> {
  await page.goto('/login')
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tab', { name: tab, selected: true }).waitFor()
  await site.enterPhone(page, phone)
  await page.waitForURL('**/dashboard/**')
}

/** The number of orders of each child of the family, by name. */
async function childrenOf(phone: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string | null; orders: number }>`
    select l.name, count(o.id)::int as orders from learner l join family f on f.id = l.family_id
    join account a on a.id = f.account_id left join payment_order o on o.learner_id = l.id
    where a.phone = ${phone} group by l.id, l.name`.execute(site.db)
  return Object.fromEntries(rows.map(({ name, orders }) => [name ?? '', orders]))
}

const focused = (page: Page) =>
  page.evaluate(
    'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent',
  ) as Promise<string>

async function ready(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await pageReady(page)
}

const visitors = [{ width: 360 }, { width: 1280 }]
describe.each(visitors)('booking as a visitor at $width px', { tags: ['full'] }, ({ width }) => {
  let visit: Visit
  let page: Page
  beforeEach(async () => {
    visit = await site.visit({ width })
    page = visit.page
    return () => visit.context.close()
  })
  /** Opens the visible form: the card, or the sheet on a phone. */
  const open = async (path: string) => {
    await ready(page, path)
    if (width < 600) await page.getByRole('link', { name: 'Book Now' }).click()
  }
  const pay = () =>
    width < 600 ? page.getByRole('button', { name: /^Pay/ }) : page.getByRole('button', { name: 'Book Now' })

  test('a family with several children chooses the learner before anything is ordered', async () => {
    const before = await childrenOf(parent)
    expect(Object.keys(before)).toHaveLength(2)
    await open(`${profile}?plan=hourly&hours=2.5`)
    await pay().click()
    await loginInDialog(page, parent)
    const who = page.getByLabel('For', { exact: true }).filter({ visible: true })
    await who.waitFor()
    await expect.poll(() => focused(page)).toBe('For')
    expect(await dialogOf(page).count()).toBe(0)
    expect(await childrenOf(parent)).toEqual(before)
    expect(
      await page
        .locator('[name=hours]')
        .filter({ visible: width < 600 })
        .first()
        .inputValue(),
    ).toBe('2.5')
    // Without a choice the browser's own validation blocks the form.
    await pay().click()
    expect(await childrenOf(parent)).toEqual(before)
    await who.selectOption({ index: 2 })
    await pay().click()
    await page.waitForURL('**/sandbox/checkout/**')
    expect(Object.keys(await childrenOf(parent)).sort()).toEqual(Object.keys(before).sort())
    expect(visit.problems).toEqual([])
  })

  test('closing the login returns focus to the button that opened it', async () => {
    await open(profile)
    await pay().click()
    await dialogOf(page).getByLabel('Phone number').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await focused(page)).toMatch(width < 600 ? /^Pay/ : 'Book Now')
    // Reopening works, and going back from the code leads to the number.
    await pay().click()
    await dialogOf(page).getByLabel('Phone number').fill('9811100031')
    await dialogOf(page).getByRole('button', { name: 'Send OTP' }).click()
    await page.getByLabel('6-digit OTP').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => focused(page)).toBe('Phone number')
  })

  test('the login explains a lost connection and keeps the number', async () => {
    await open(profile)
    await pay().click()
    await dialogOf(page).getByLabel('Phone number').fill('9811100032')
    await pageReady(page)
    await visit.context.setOffline(true)
    await dialogOf(page).getByRole('button', { name: 'Send OTP' }).click()
    await dialogOf(page).getByText('You seem to be offline. Please try again.').waitFor()
    await visit.context.setOffline(false)
    await dialogOf(page).getByRole('button', { name: 'Send OTP' }).click()
    await page.getByLabel('6-digit OTP').waitFor()
  })
})

describe.each(few(['hi', 'en'] as const))('the booking card at 1280 × 800 (%s)', (locale) => {
  const say = { locale }
  const title = { child: m.book_step_child({}, say), time: m.book_step_time({}, say), place: m.list_where({}, say) }

  test('fits on the screen in every step with long names, and keeps what is typed', async () => {
    const name = 'Thiruvenkatanathapuram Lakshminarayanan Venkataraghavan'
    const long = await makeMentor(site.db, {
      name,
      city: 'Indore',
      area: 'Chandrasekharapuram Extension Phase Two',
      onlinePrice: 4500,
      prices: { homeTuition: 4500, myPlace: 12_345 },
      hours: { from: '08:00', to: '20:00' },
    })
    const visit = await site.visit({ width: 1280 })
    const { page } = visit
    await page.setViewportSize({ width: 1280, height: 800 })
    const card = page.locator('#book')
    const summary = (part: keyof typeof title) => card.locator('.book-step > summary').filter({ hasText: title[part] })
    /** Its end is on the screen, and no button or chosen text leaves the card. */
    const fits = async (step: string) => {
      await page.mouse.wheel(0, 400)
      const end = async () => {
        const box = await card.boundingBox()
        return (box?.height ?? 800) <= 800 - 68 - 20 ? (box?.y ?? 800) + (box?.height ?? 0) : 1_000 + (box?.height ?? 0)
      }
      await expect.poll(end, { message: step }).toBeLessThanOrEqual(800)
      const wide = await card.evaluate((element) => {
        const { right } = element.getBoundingClientRect()
        const all = [...element.querySelectorAll('summary, .btn, .control, .radio-card, b')]
        return all.filter((one) => one.getBoundingClientRect().right > right - 16).map((one) => one.textContent)
      })
      expect(wide, step).toEqual([])
    }
    const everyStep = async () => {
      for (const plan of ['hourly', 'months6', 'demo', 'monthly']) {
        await card.locator(`[name=plan][value=${plan}]`).check()
        await fits(plan)
      }
      for (const part of ['child', 'time', 'place'] as const) {
        await summary(part).press('Enter')
        expect(await card.locator('.book-step > summary').filter({ visible: true }).first().textContent()).toContain(
          title[part],
        )
        if (part === 'time') await card.locator('[name=at]').first().check()
        await fits(part)
        await summary(part).press('Enter')
      }
      await fits('overview')
    }
    await ready(page, hrefIn(locale, `/mentors/${long.slug}`))
    await everyStep()
    await summary('child').click()
    await card.locator('[name=name]').fill(name)
    await summary('child').click()
    await summary('place').click()
    await fillAddress(card, locale)
    await summary('place').click()
    await fits('a child with a long name')
    expect(await summary('child').textContent()).toContain(name)
    expect(await summary('place').textContent()).toContain(home.area)

    // A family with children, one with a long name, one to be chosen.
    await sql`update learner l set name = ${name} from family f join account a on a.id = f.account_id
      where l.family_id = f.id and l.name = 'Aarav' and a.phone = ${parent}`.execute(site.db)
    await site.login(page, parent)
    await ready(page, hrefIn(locale, `/mentors/${long.slug}`))
    await everyStep()
    await summary('child').click()
    await card.locator('[name=learner]').selectOption('new')
    await fits('another child')
    await sql`update learner set name = 'Aarav' where name = ${name}`.execute(site.db)
    await expectSound(visit)

    // A family without a child is asked for everything, where the field is.
    await page.context().clearCookies()
    await site.login(page, locale === 'hi' ? '9811100036' : '9811100037')
    await ready(page, hrefIn(locale, `/mentors/${long.slug}`))
    await everyStep()
    const pay = card.locator('button[type=submit]')
    const asked = async (part: keyof typeof title, field: string) => {
      await pay.click()
      await card.locator(`.book-step[open] [name="${field}"]:focus`).waitFor()
      expect(await card.locator('.book-step[open]').count()).toBe(1)
      await fits(`asked for ${field}`)
      expect(await summary(part).isVisible()).toBe(true)
    }
    await asked('child', 'parent.name')
    await agreeAsParent(card, locale)
    await asked('place', 'house')
    await fillAddress(card, locale)
    await fits('everything filled in')
    await card.getByLabel(m.settings_city({}, say)).selectOption('Bhopal')
    await summary('place').click()
    await sql`update mentor set teaching_range = '5' where id = ${long.id}`.execute(site.db)
    await pay.click()
    // The server's refusal opens the step of its field.
    await card.getByRole('button', { name: m.address_change({}, say) }).waitFor()
    await card.locator('.book-step[open] [name=house]').waitFor()
    await expectSound(visit)
    await visit.context.close()
  })

  test('a free time of the profile is chosen in the booking by one tap, also without scripts', async () => {
    const { slug } = await makeMentor(site.db, { city: 'Indore', hours: { from: '08:00', to: '20:00' } })
    for (const { width, scripts } of [
      { width: 1280, scripts: true },
      { width: 360, scripts: true },
      { width: 1280, scripts: false },
      { width: 360, scripts: false },
    ]) {
      const visit = await site.visit({ width, scripts })
      const { page } = visit
      await page.goto(hrefIn(locale, `/mentors/${slug}?plan=demo`))
      if (scripts) await pageReady(page)
      const time = page.locator('.profile-body a[href*="at="]').nth(1)
      const at = new URL((await time.getAttribute('href')) ?? '', site.url).searchParams.get('at')
      const label = await time.textContent()
      await time.click()
      const form = scripts && width < 600 ? page.getByRole('dialog') : page.locator('#book')
      await form.waitFor()
      await expect.poll(() => form.locator('[name=at]:checked').getAttribute('value')).toBe(at)
      expect(await form.locator('[name=plan]:checked').getAttribute('value')).toBe('demo')
      if (scripts && width > 600) expect(await form.locator('summary b').allTextContents()).toContain(label)
      // Without scripts every field is shown.
      if (!scripts)
        expect(
          await Promise.all(['house', 'subject', 'name'].map((name) => form.locator(`[name=${name}]`).isVisible())),
        ).toEqual([true, true, true])
      if (scripts) await expectSound(visit)
      expect(visit.problems).toEqual([])
      await visit.context.close()
    }
  })
})

test('"Change" moves the focus to what was chosen', async () => {
  const { slug } = await makeMentor(site.db, { city: 'Indore', hours: { from: '08:00', to: '20:00' } })
  const { page, context } = await site.visit({ width: 360 })
  await page.goto(`/mentors/${slug}`)
  await ready(page, (await page.locator('.profile-body a[href*="at="]').first().getAttribute('href')) ?? '')
  for (const [nth, name] of ['plan', 'at'].entries()) {
    await page.getByRole('dialog').locator('.chosen-part > summary').nth(nth).press('Enter')
    await page.getByRole('dialog').locator(`[name=${name}]:checked:focus`).waitFor()
  }
  await context.close()
})

test.each([{ width: 360 }, { width: 1280 }])(
  'a time that is gone is said, and a demo that was taken before leads to the other plans ($width px)',
  async ({ width }) => {
    // Before school, and a child of its own for each width: the child has to be free.
    const { slug } = await makeMentor(site.db, { city: 'Indore', hours: { from: '06:00', to: '08:30' } })
    const { page, context } = await site.visit({ width })
    await site.login(page, parent)
    await page.goto(`/mentors/${slug}?class=${width < 600 ? 8 : 5}&plan=demo`)
    const chosen = (await page.locator('.profile-body a[href*="at="]').nth(1).getAttribute('href')) ?? ''
    const form = width < 600 ? page.getByRole('dialog') : page.locator('#book')
    const pay = form.locator('button[type=submit]')
    await ready(page, chosen)
    await pay.click()
    await page.waitForURL('**/sandbox/checkout/**')
    await page.locator('button[value=success]').click()
    await page.waitForURL('**/payment-status?**')
    await ready(page, chosen)
    await form.getByText(m.book_time_gone()).waitFor()
    await openStep(form, 'time')
    await form.locator('[name=at]').first().check()
    expect(await form.getByText(m.book_time_gone()).count()).toBe(0)
    await pay.click()
    await form.getByText(errorText('demo-already-taken', 'en')).waitFor()
    await form.locator('[name=plan][value=demo]:focus').waitFor()
    await page.keyboard.press('ArrowUp')
    expect(await form.locator('[name=plan]:checked').getAttribute('value')).toBe('monthly')
    await context.close()
  },
)

test('a card links the first times a demo can begin at, and the profile names the same ones', async () => {
  const { id } = await makeMentor(site.db, { city: 'Indore', hours: { from: '09:00', to: '20:00' } })
  const today = inDays(0)
  // From 8 pm no time of tomorrow morning is offered.
  const date = inDays(2)
  // On this day, there is room for a demo only.
  await sql`insert into teaching_slot (mentor_id, mode, starts_at, ends_at, capacity, status)
    values (${id}, 'groupClasses', ${`${date}T07:00:00+05:30`}, ${`${date}T08:40:00+05:30`}, 4, 'booked'),
      (${id}, 'homeTuition', ${`${today}T00:00:00+05:30`}, ${`${inDays(1)}T23:59:00+05:30`}, 1, 'booked'),
      (${id}, 'homeTuition', ${`${date}T10:30:00+05:30`}, ${`${date}T19:30:00+05:30`}, 1, 'booked')`.execute(site.db)
  const { page, context } = await site.visit({ width: 360 })
  const chosenIn = (href: string | null) => {
    const query = new URL(href ?? '', 'http://localhost').searchParams
    return [query.get('plan') === 'demo', query.get('at')]
  }
  const links = async () => {
    await page.goto(`/selected-mentors?id=${id}`)
    const onCard = page.locator('.mentor-card-times').first().locator('a')
    const labels = await onCard.allTextContents()
    const hrefs = await onCard.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    await page.goto(`/mentors/${id}`)
    const onProfile = page.locator('[role=tabpanel]:not([hidden]) .days + div a')
    expect([labels.length, (await onProfile.allTextContents()).slice(0, 2)]).toEqual([2, labels])
    const onBoth = await onProfile.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(onBoth.slice(0, 2).map(chosenIn)).toEqual(hrefs.map(chosenIn))
    return hrefs
  }
  const demo = /plan=demo&at=.*#book$/
  expect(await links()).toEqual([expect.stringMatching(demo), expect.stringMatching(demo)])
  await site.login(page, parent)
  expect(await links()).toEqual([expect.stringMatching(demo), expect.not.stringContaining('plan=')])
  await context.close()
})

test('a choice that fits only one child selects that child and submits', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  const before = await childrenOf(parent)
  await ready(page, `${profile}?class=8&plan=hourly`)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await loginInDialog(page, parent)
  await page.waitForURL('**/sandbox/checkout/**')
  expect(await childrenOf(parent)).toEqual({ ...before, Aarav: (before.Aarav ?? 0) + 1 })
  await context.close()
})

test('hours can be typed: cleared, with a half, and rounded on blur', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await ready(page, `${profile}?plan=hourly`)
  const hours = page.getByLabel('Number of hours').filter({ visible: true })
  await hours.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  expect(await hours.inputValue()).toBe('')
  await page.keyboard.type('2.5')
  expect(await hours.inputValue()).toBe('2.5')
  await page.getByText('2.5 hours').first().waitFor()
  await hours.fill('3.3')
  await hours.blur()
  expect(await hours.inputValue()).toBe('3.5')
  await hours.fill('99')
  await hours.blur()
  expect(await hours.inputValue()).toBe('40')
  await hours.fill('')
  await hours.blur()
  expect(await hours.inputValue()).toBe('40')
  await context.close()
})

test('a lost connection during booking keeps the page and every choice', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await loginAt(page, parent, 'Parent or student')
  await ready(page, profile)
  await openStep(page.locator('#book'), 'child')
  await page.getByLabel('For', { exact: true }).selectOption('new')
  await page.getByLabel("Child's name").fill('Mira')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByText('You seem to be offline. Please try again.').first().waitFor()
  expect(await page.getByLabel("Child's name").inputValue()).toBe('Mira')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.waitForURL('**/sandbox/checkout/**')
  expect((await childrenOf(parent)).Mira).toBe(1)
  await context.close()
})

test("a lost connection keeps the login page's frame and the number", { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 360 })
  await ready(page, '/login')
  await page.getByLabel('Phone number').fill('9811100033')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByText('You seem to be offline. Please try again.').waitFor()
  expect(await page.getByLabel('Phone number').inputValue()).toBe('9811100033')
  await page.getByRole('banner').waitFor()
  await context.close()
})

test('a mentor who wants to book is offered the family account of the same phone', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await loginAt(page, mentor, 'Mentor')
  await ready(page, `${profile}?plan=demo`)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByText("You're logged in as a mentor.").first().waitFor()
  await page.getByRole('button', { name: 'Use another number' }).first().waitFor()
  await page.getByRole('button', { name: 'Continue as a family' }).first().click()
  await page.waitForURL(/\/mentors\/sunita-deshpande\?plan=demo/)
  await page.getByText("You're logged in as a mentor.").waitFor({ state: 'detached' })
  expect(
    await page
      .getByRole('radio', { name: /Demo class/ })
      .first()
      .isChecked(),
  ).toBe(true)
  await context.close()
})

test('without scripts a failed booking keeps every choice', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280, scripts: false })
  const chosen = async () => {
    expect(await page.getByRole('radio', { name: 'Demo class' }).isChecked()).toBe(true)
    expect(await page.getByLabel("Child's name").inputValue()).toBe('Mira')
  }
  await page.goto(`${profile}?subject=physics`)
  const subject = page.getByLabel('Subject')
  const grade = page.getByLabel('Class (optional)')
  const last = await subject.locator('option').last().getAttribute('value')
  const choose = async () => {
    await page.getByRole('radio', { name: 'Demo class' }).check()
    await subject.selectOption(last)
    await grade.selectOption('8')
    await page.getByLabel("Child's name").fill('Mira')
    await page.getByRole('button', { name: 'Book Now' }).click()
  }
  await choose()
  await page.waitForURL('**/login?next=*')
  const next = new URL(new URL(page.url()).searchParams.get('next') ?? '', page.url())
  expect(Object.fromEntries(next.searchParams)).toMatchObject({ plan: 'demo', subject: last, class: '8' })
  expect(next.search).not.toContain('Mira')

  await site.login(page, mentor, 'mentor')
  await page.goto(profile)
  await choose()
  await page.getByText("You're logged in as a mentor.").first().waitFor()
  await chosen()
  expect([await subject.inputValue(), await grade.inputValue()]).toEqual([last, '8'])
  await context.close()
})

test('the open tab is part of the address and needs no request', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await ready(page, `${profile}?class=8`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('tab', { name: 'Availability' }).click()
  await expect.poll(() => page.url()).toContain('?class=8&tab=availability')
  await page.getByRole('tab', { name: 'Availability', selected: true }).press('ArrowRight')
  await expect.poll(() => page.url()).toContain('tab=contact')
  expect(await focused(page)).toBe('Contact')
  expect(asked.filter((url) => url.includes('.data'))).toEqual([])
  await page.getByRole('link', { name: 'हिन्दी' }).first().click()
  await page.waitForURL('**/hi/mentors/**')
  expect(new URL(page.url()).searchParams.get('tab')).toBe('contact')
  await page.goto('/login')
  await page.getByRole('tab', { name: 'Mentor' }).click()
  await expect.poll(() => page.url()).toContain('type=mentor')
  await page.getByLabel('Phone number').fill('9811100034')
  await page.getByRole('tab', { name: 'Parent or student' }).click()
  await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe('')
  await context.close()
})

test("a family's position is not in profile links and is rounded everywhere", {
  tags: ['full'],
}, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await ready(page, '/mentors?lat=22.75331&lon=75.89372')
  const hrefs = (await page.evaluate('[...document.links].map((link) => link.getAttribute("href"))')) as string[]
  expect(hrefs.filter((href) => /\/mentors\/[^?]+\?.*(lat|lon)=/.test(href))).toEqual([])
  expect(hrefs.filter((href) => href.includes('22.753'))).toEqual([])
  expect(hrefs.some((href) => href.includes('lat=22.7529&lon=75.8943'))).toBe(true)
  await context.close()
})

test('loaded mentors stay after returning from a profile; a new visit starts over', {
  tags: ['full'],
}, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await ready(page, '/mentors')
  const cards = page.locator('[aria-labelledby=more-mentors] .silver-cards > li')
  const first = await cards.count()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(first)
  const shown = await cards.count()
  await cards.last().getByRole('link').first().click()
  await page.waitForURL('**/mentors/*')
  await page.goBack()
  await expect.poll(() => cards.count()).toBe(shown)
  await page.getByRole('link', { name: 'About us' }).first().click()
  await page.waitForURL('**/about-us')
  await page.locator('a[href="/mentors"]').filter({ visible: true }).first().click()
  await page.waitForURL('**/mentors')
  await expect.poll(() => cards.count()).toBe(first)
  await context.close()
})

test('a dialog of the home page opens and closes without loading data', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await loginAt(page, parent, 'Parent or student')
  await pageReady(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('link', { name: 'Change or cancel' }).first().click()
  await page.getByRole('dialog').waitFor()
  expect(page.url()).toMatch(/student\?class=/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.url()).toMatch(/student$/)
  expect(asked.filter((url) => url.includes('/dashboard/student.data'))).toEqual([])
  await context.close()
})

test('a code typed before scripts load submits itself', { tags: ['full'] }, async () => {
  const { page, context } = await site.visit({ width: 360 })
  const arrive = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await arrive.promise
    await route.continue().catch(() => undefined) // the requesting page may be gone
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Phone number').fill('9811100035')
  await page.getByRole('button', { name: 'Send OTP' }).click({ noWaitAfter: true })
  await page.getByLabel('6-digit OTP').waitFor()
  await page.getByLabel('6-digit OTP').fill(await site.codeFor('9811100035'))
  arrive.resolve()
  await page.locator('.otp-boxes').waitFor()
  await page.waitForURL('**/dashboard/student')
  await context.close()
})
