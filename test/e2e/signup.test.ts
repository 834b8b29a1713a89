import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { m } from '#messages'
import { makePhoto } from '#test/uploads.ts'
import type { Locale } from '#web/locale.ts'
import { expectAccessible, expectNoSidewaysScroll, type Site, startSite, type Visit } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

let phones = 9811200000
const newPhone = () => String(++phones)
const field = (page: Page, path: string) => page.locator(`[id="${path}"]`)
const words = (text: (input: object, options: { locale: Locale }) => string, locale: Locale = 'en') =>
  text({}, { locale })
const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
const next = (page: Page, locale: Locale = 'en') =>
  page.getByRole('button', { name: words(m.apply_next, locale) }).click()
const saved = (page: Page, locale: Locale = 'en') =>
  page.locator('.form-header').getByText(words(m.apply_saved, locale), { exact: true }).waitFor()

async function expectSound({ page, problems }: Visit): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(problems).toEqual([])
}

async function provePhone(page: Page, phone: string, { locale = 'en' as Locale, scripts = true } = {}): Promise<void> {
  await sql`delete from otp_challenge where phone = ${phone}`.execute(site.db)
  if (scripts) await page.locator('[name=scripts]').first().waitFor({ state: 'attached' })
  await page.getByLabel(words(m.login_phone, locale)).fill(phone)
  await page.getByRole('button', { name: words(m.login_send_otp, locale) }).click()
  await page.getByLabel(words(m.login_code, locale)).waitFor()
  await page.getByLabel(words(m.login_code, locale)).fill(await site.codeFor(phone))
  // With scripts it sends itself.
  if (!scripts) await page.getByRole('button', { name: words(m.login_button, locale), exact: true }).click()
  await page.getByText(words(m.apply_phone_confirmed, locale)).waitFor()
}

/** Section by section, what a mentor fills in; the page is at each section already. */
const fill = {
  async personal(page: Page) {
    await field(page, 'fullName').fill('Priya Sharma')
    await field(page, 'email').fill('priya@example.com')
    await page.locator('[name=gender][value=female]').check()
    await field(page, 'age').fill('29')
  },
  async education(page: Page) {
    await page.locator('[name=twelfthStream][value=science]').check()
    await page.locator('[name=twelfthBoard]').first().check()
    await field(page, 'graduation.degree').fill('bsc math')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await field(page, 'graduation.degree').inputValue()).toBe('B.Sc. Mathematics')
    await field(page, 'graduation.college').fill('Holkar Science College')
    await field(page, 'postGraduation.degree').fill('None')
    await page.keyboard.press('Tab')
    await expect.poll(() => field(page, 'postGraduation.college').count()).toBe(0)
    // Left with words that fit one row only.
    await field(page, 'postGraduation.degree').fill('pursu')
    await page.keyboard.press('Tab')
    await field(page, 'postGraduation.college').fill('DAVV')
    await field(page, 'qualifications.highestQualification').fill('B.Sc.')
    await field(page, 'qualifications.specialization').fill('Mathematics')
    await field(page, 'qualifications.university').fill('DAVV')
    await field(page, 'qualifications.graduationYear').fill('2018')
    await field(page, 'experience').selectOption('3-5')
  },
  async location(page: Page) {
    expect(await field(page, 'location.city').isDisabled()).toBe(true)
    await field(page, 'location.state').selectOption('Madhya Pradesh')
    await field(page, 'location.city').selectOption('Indore')
    await field(page, 'location.area').fill('vijay')
    await page.locator('.suggest [role=option]').first().click()
    expect(await field(page, 'location.area').inputValue()).toBe('Vijay Nagar')
    await field(page, 'teachingRange').selectOption('5km')
  },
  async modes(page: Page) {
    const slider = field(page, 'teachingModes.homeTuition.monthlyPrice')
    expect(await slider.isVisible()).toBe(false)
    await field(page, 'teachingModes.homeTuition.selected').check()
    expect(await slider.inputValue()).toBe('3000')
    await slider.focus()
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
    expect(await slider.inputValue()).toBe('4500')
  },
  async preferences(page: Page) {
    await page.locator('[name=level][value=school]').check()
    await page.locator('[name=class][value="school class-9-10"]').check()
    await page.locator('[name=subject][value="school class-9-10 mathematics"]').check()
    await page.locator('[name=subject][value="school class-9-10 physics"]').check()
    await page.locator('[name=boards]').first().check()
  },
  async availability(page: Page) {
    await page.getByRole('button', { name: /Weekdays|सोम से शुक्र/ }).click()
    await page.locator('[name=startImmediately][value=yes]').check()
  },
  async details(page: Page) {
    await field(page, 'brief').fill('I begin with what the student already knows and write every step down.')
  },
}

/** Files of a section, sent as the field sends them. */
async function giveFiles(page: Page): Promise<void> {
  const photo = await makePhoto(400, 500)
  for (const path of ['profilePhoto', 'mentorId']) {
    await field(page, path)
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect.poll(() => page.locator(`input[type=hidden][name=${path}]`).inputValue()).toMatch(/\/media\//)
  }
}

async function startForm(visit: Visit, phone: string): Promise<void> {
  await visit.page.goto('/signup/personal')
  await provePhone(visit.page, phone)
}

describe('the application form', () => {
  test('on a phone: welcome, every section, check, submit, waiting on the dashboard', async () => {
    const phone = newPhone()
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await page.goto('/signup')
    expect(await page.getByRole('link', { name: 'Terms and conditions for tutors' }).getAttribute('target')).toBe(
      '_blank',
    )
    await page.getByRole('link', { name: 'Apply Now' }).first().click()
    await at(page, '/signup/personal')
    await expectSound(visit)

    // Nothing filled in: each problem at its field, the focus at the summary, which leads there.
    await next(page)
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('problems')
    await page.getByRole('link', { name: /E-mail/ }).click()
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('email')
    expect(await field(page, 'email').getAttribute('aria-invalid')).toBe('true')
    const described = await field(page, 'email').getAttribute('aria-describedby')
    expect(await field(page, described ?? '').textContent()).toContain('not an e-mail address')
    await field(page, 'profilePhoto').getByText('Confirm your phone first.').waitFor()
    await expectSound(visit)

    // Typed before the phone is proven: on this device, over a reload, then with us.
    await fill.personal(page)
    await page.getByText('On this device only', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => field(page, 'fullName').inputValue()).toBe('Priya Sharma')
    await provePhone(page, phone)
    await saved(page)
    await giveFiles(page)
    await expectSound(visit)
    await next(page)

    for (const section of ['education', 'location', 'modes', 'preferences', 'availability', 'details'] as const) {
      await at(page, `/signup/${section}`)
      await expect.poll(() => page.evaluate('scrollY')).toBe(0)
      await fill[section](page)
      if (section === 'location') {
        await saved(page)
        await page.reload()
        await expect.poll(() => field(page, 'location.area').inputValue()).toBe('Vijay Nagar')
      }
      await expectSound(visit)
      if (section === 'details') await page.getByRole('button', { name: 'Save and see all' }).click()
      else await next(page)
    }
    await at(page, '/signup/check')
    await page.getByText('Mathematics, Physics').waitFor()
    await expectSound(visit)

    // A change comes back here.
    await page.getByRole('link', { name: 'Change Teaching Modes & Monthly Pricing' }).click()
    await field(page, 'teachesOnline').check()
    await page.getByRole('button', { name: 'Save and see all' }).click()
    await at(page, '/signup/check')
    await page.getByRole('button', { name: 'Submit Application' }).waitFor()
    await page.getByText('₹3,000').first().waitFor()
    await page.getByRole('button', { name: 'Submit Application' }).click()
    const dialog = page.getByRole('dialog', { name: 'Application submitted' })
    const number = await dialog.getByText(/^MS-\d+$/).textContent()
    await expectSound(visit)
    await dialog.getByRole('button', { name: 'Okay' }).click()
    await at(page, '/')
    await page.goto('/dashboard/mentor')
    await page.getByRole('heading', { name: 'Your application is with us' }).waitFor()
    await page.getByText(number ?? 'no number').waitFor()
    expect(await page.getByText('not saved yet').count()).toBe(0)
    await expectSound(visit)
    await visit.context.close()
  })

  test('with the keyboard only, from the welcome page to the second section', async () => {
    const phone = newPhone()
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await page.goto('/signup')
    await page.waitForLoadState('networkidle')
    /** Tabs on until what has the focus is meant. */
    const tabTo = async (name: string) => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab')
        const now = String(
          await page.evaluate(
            "(one => [one.id, one.name, one.textContent.trim(), one.getAttribute('aria-label')].join('|'))(document.activeElement)",
          ),
        )
        if (now.split('|').includes(name)) return
      }
      throw new Error(`the keyboard does not reach ${name}`)
    }
    await tabTo('Apply Now')
    await page.keyboard.press('Enter')
    await at(page, '/signup/personal')
    await tabTo('phone')
    await page.keyboard.type(phone)
    await page.keyboard.press('Enter')
    await page.getByLabel('6-digit OTP').waitFor()
    await page.keyboard.type(await site.codeFor(phone))
    await page.getByText('Number confirmed').waitFor()
    await tabTo('fullName')
    await page.keyboard.type('Asha Verma')
    await tabTo('email')
    await page.keyboard.type('asha@example.com')
    await tabTo('gender')
    await page.keyboard.press('Space')
    await tabTo('age')
    await page.keyboard.type('34')
    await saved(page)
    await giveFiles(page)
    await tabTo('Save and continue')
    await page.keyboard.press('Enter')
    await at(page, '/signup/education')
    await tabTo('graduation.degree')
    await page.keyboard.type('b.tech c')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await field(page, 'graduation.degree').inputValue()).toMatch(/^B\.Tech\. C/)
    expect(visit.problems).toEqual([])
    await visit.context.close()
  })

  test('goes on on another device; of two tabs one may choose', async () => {
    const phone = newPhone()
    const one = await site.visit({ width: 360 })
    await startForm(one, phone)
    await field(one.page, 'fullName').fill('Asha')
    await saved(one.page)
    const two = await one.context.newPage()
    await two.goto('/signup/personal')
    await expect.poll(() => field(two, 'fullName').inputValue()).toBe('Asha')
    await field(two, 'fullName').fill('Asha Verma')
    await saved(two)
    await field(one.page, 'email').fill('asha@example.com')
    await one.page.getByText('This part was changed on another device').waitFor()
    await expectAccessible(one.page)
    await one.page.getByRole('button', { name: 'Take the other one' }).click()
    expect(await field(one.page, 'fullName').inputValue()).toBe('Asha Verma')
    await field(two, 'fullName').fill('Asha V.')
    await saved(two)
    await field(one.page, 'fullName').fill('Asha Verma-Rao')
    await one.page.getByRole('button', { name: 'Keep what is here' }).click()
    await saved(one.page)

    const other = await site.visit({ width: 1280 })
    await startForm(other, phone)
    await expect.poll(() => field(other.page, 'fullName').inputValue()).toBe('Asha Verma-Rao')
    await other.page.goto('/signup')
    await other.page.getByRole('link', { name: 'Continue your application' }).first().click()
    await at(other.page, '/signup/personal')
    await Promise.all([one.context.close(), other.context.close()])
  })

  test('without a connection nothing is lost, and it is sent when there is one', async () => {
    const visit = await site.visit({ width: 360 })
    const { page, context } = visit
    await startForm(visit, newPhone())
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await field(page, 'fullName').fill('अनन्या सिंह')
    await page.getByText('You are offline. Everything you wrote is safe on this device').waitFor()
    expect(await page.evaluate("localStorage.getItem('application:personal')")).toContain('अनन्या सिंह')
    await context.setOffline(false)
    await saved(page)
    expect(await page.evaluate("localStorage.getItem('application:personal')")).toBeNull()
    await page.reload()
    expect(await field(page, 'fullName').inputValue()).toBe('अनन्या सिंह')
    await context.close()
  })

  test('when the session has ended what is typed stays here, until the phone is proven again', async () => {
    const phone = newPhone()
    const visit = await site.visit({ width: 360 })
    const { page, context } = visit
    await startForm(visit, phone)
    await page.goto('/signup/details')
    await page.waitForLoadState('networkidle')
    await context.clearCookies()
    await field(page, 'brief').fill('I teach with things one can touch.')
    await page.getByRole('link', { name: 'Confirm my number' }).click()
    await provePhone(page, phone)
    await saved(page)
    await page.goto('/signup/details')
    expect(await field(page, 'brief').inputValue()).toBe('I teach with things one can touch.')
    expect(await page.evaluate("localStorage.getItem('application:details')")).toBeNull()
    await context.close()
  })

  test('takes the place where the phone is, or says that it may not', async () => {
    const { page, context } = await site.visit({ width: 360 })
    await page.goto('/signup/location')
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText('Location access denied').waitFor()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 22.7533, longitude: 75.8937 })
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText(/^Your place: .+, Indore/).waitFor()
    expect(await field(page, 'location.state').inputValue()).toBe('Madhya Pradesh')
    expect(await field(page, 'location.city').inputValue()).toBe('Indore')
    expect(await field(page, 'location.area').inputValue()).not.toBe('')
    expect(await page.locator('[name="location.lat"]').inputValue()).toBe('22.7533')
    await context.setGeolocation({ latitude: 28.0, longitude: 95.5 })
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText('We do not work at this place yet').waitFor()
    await context.close()
  })

  test('taking a level away asks when something is chosen in it', async () => {
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await page.goto('/signup/preferences')
    await page.waitForLoadState('networkidle')
    const school = page.locator('[name=level][value=school]')
    await school.check()
    await school.uncheck()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await school.check()
    await page.locator('[name=class][value="school class-11"]').check()
    await page.getByRole('checkbox', { name: 'All Subjects' }).filter({ visible: true }).check()
    await page.getByText('17 of 17 subjects').waitFor()
    await school.click()
    const dialog = page.getByRole('dialog', { name: 'Remove School?' })
    await dialog.getByText('You have chosen 17 subjects here').waitFor()
    await expectSound(visit)
    await dialog.getByRole('button', { name: 'Keep' }).click()
    expect(await school.isChecked()).toBe(true)
    await school.click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => school.isChecked()).toBe(false)
    await school.check()
    expect(await page.locator('[name=class]:checked').count()).toBe(0)
    await visit.context.close()
  })

  test('speaks Hindi to the end of a section', async () => {
    const visit = await site.visit({ width: 360, dark: true })
    const { page } = visit
    await page.goto('/hi/signup/personal')
    await page.getByRole('heading', { name: words(m.apply_personal, 'hi') }).waitFor()
    await next(page, 'hi')
    await page.getByText('यह ई-मेल पता नहीं है।').first().waitFor()
    await expectSound(visit)
    await provePhone(page, newPhone(), { locale: 'hi' })
    await fill.personal(page)
    await saved(page, 'hi')
    await page.getByRole('link', { name: words(m.apply_later, 'hi') }).click()
    await at(page, '/hi/signup/education')
    expect(await page.locator('main').textContent()).not.toMatch(/apply_|Choose|College/)
    await expectSound(visit)
    await visit.context.close()
  })
})

describe('without scripts', () => {
  test('sections are forms: errors at the fields with everything typed, then the next section', async () => {
    const phone = newPhone()
    const { page, context } = await site.visit({ width: 360, scripts: false })
    await page.goto('/signup/personal')
    await field(page, 'fullName').fill('Asha Verma')
    await next(page)
    await page.getByText('Nothing was saved, because your phone is not confirmed yet.').waitFor()
    expect(await field(page, 'fullName').inputValue()).toBe('Asha Verma')
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await page.getByLabel('6-digit OTP').waitFor()
    await page.getByLabel('6-digit OTP').fill(await site.codeFor(phone))
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.getByText('Number confirmed').waitFor()
    await page.goto('/signup/availability')
    await next(page)
    await page.getByRole('link', { name: /Available days/ }).waitFor()
    await page.locator('[name=availableDays][value=monday]').check()
    expect(await field(page, 'startDate').isVisible()).toBe(false)
    await page.locator('[name=startImmediately][value=no]').check()
    await field(page, 'startDate').fill('2020-01-01')
    await next(page)
    await page.getByText('Choose a day from today on.').first().waitFor()
    expect(await page.locator('[name=availableDays][value=monday]').isChecked()).toBe(true)
    await page.locator('[name=startImmediately][value=yes]').check()
    await next(page)
    await at(page, '/signup/details')
    await page.goto('/signup/preferences')
    await page.locator('[name=level][value=competitive]').check()
    await page.locator('[name=class][value="competitive jee"]').check()
    await page.locator('[name=subject][value="competitive jee physics"]').check()
    await next(page)
    await at(page, '/signup/availability')
    await page.goto('/signup/check')
    await page.getByText('Competitive exams: JEE').waitFor()
    await context.close()
  })
})

describe('afterwards', () => {
  /** An identity document that was deleted after its check. */
  const seen = `/media/private/${crypto.randomUUID()}`

  test.each([true, false])(
    'a mentor who was sent back corrects it and sends it again (scripts: %s)',
    async (scripts) => {
      const { page, context } = await site.visit({ width: 360, scripts })
      const { rows } = await sql<{ phone: string; number: string }>`
      update mentor m set status = 'rejected', rejection = 'The photo is too dark.', document = ${seen}
      from account a where a.id = m.account_id and m.slug = 'sunita-deshpande' returning phone, 'MS-' || number as number`.execute(
        site.db,
      )
      await page.goto('/signup/personal')
      await provePhone(page, rows[0]?.phone ?? '', { scripts })
      await page.getByText('The photo is too dark.').waitFor()
      await page.goto('/dashboard/mentor')
      await page.getByRole('heading', { name: 'Your application needs a correction' }).waitFor()
      if (scripts) await expectAccessible(page)
      await page.getByRole('link', { name: 'Correct and send again' }).click()
      await at(page, '/signup/check')
      await page.getByText('The photo is too dark.').waitFor()
      await page.getByRole('link', { name: 'Change Personal Information' }).click()
      await field(page, 'age').fill('17')
      await page.getByRole('button', { name: 'Save and see all' }).click()
      await page.getByText('Mentors are 18 to 65 years old.').first().waitFor()
      await field(page, 'age').fill('44')
      await page.getByRole('button', { name: 'Save and see all' }).click()
      await at(page, '/signup/check')
      await page.getByRole('button', { name: 'Submit Application' }).click()
      await page.getByRole('heading', { name: 'Application submitted' }).waitFor()
      await page.getByText(rows[0]?.number ?? 'no number').waitFor()
      await page.goto('/dashboard/mentor')
      await page.getByRole('heading', { name: 'Your application is with us' }).waitFor()
      await page.getByText('What happened so far').click()
      await page.getByText('Sent again after a correction').first().waitFor()
      await context.close()
    },
  )

  test('a verified mentor changes a fee, and is told which badge a degree costs', async () => {
    const visit = await site.visit({ width: 360 })
    const { page, context } = visit
    const { rows } = await sql<{ phone: string }>`select phone from account a join mentor m on m.account_id = a.id
      where m.slug = 'imran-qureshi'`.execute(site.db)
    await sql`update mentor set document = ${seen} where slug = 'imran-qureshi'`.execute(site.db)
    await page.goto('/signup/personal')
    await provePhone(page, rows[0]?.phone ?? '')
    await page.goto('/dashboard/mentor')
    await page.getByRole('link', { name: 'Form Edit' }).click()
    await at(page, '/signup/location')
    await page.getByText('Step 1 of 5').waitFor()
    await page.goto('/dashboard/mentor')
    await page.getByRole('link', { name: 'Second Form' }).click()
    await at(page, '/signup/personal')
    await page.getByText('Step 1 of 2').waitFor()
    await page.goto('/signup/education')
    await page.waitForLoadState('networkidle')
    expect(await page.getByText('We check this again').count()).toBe(0)
    await field(page, 'qualifications.university').fill('Another University')
    await page.getByText('We check this again; your badge for qualification comes back after that.').waitFor()
    await expectSound(visit)
    await saved(page)
    await page.goto('/signup/modes')
    await field(page, 'teachesOnline').check()
    await saved(page)
    await page.goto('/dashboard/mentor')
    await page.getByText('You have changes that are not saved yet.').waitFor()
    await page.getByRole('link', { name: 'See and save them' }).click()
    await at(page, '/signup/check')
    await page.getByText('We check this again; your badge for qualification comes back after that.').waitFor()
    await expectSound(visit)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Your changes are saved.').waitFor()
    expect(await page.getByText('not saved yet').count()).toBe(0)
    await expectSound(visit)
    const checks = await sql<{ kind: string; state: string }>`select c.kind, c.state from mentor_check c
      join mentor m on m.id = c.mentor_id where slug = 'imran-qureshi' and kind in ('identity', 'qualification') order by 1`.execute(
      site.db,
    )
    expect(checks.rows).toEqual([
      { kind: 'identity', state: 'passed' },
      { kind: 'qualification', state: 'pending' },
    ])
    await context.close()
  })
})
