import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { m } from '#messages'
import { demoAdmin, demoTotpSecret } from '#server/demo/people.ts'
import { makePhoto, makeVideo } from '#test/uploads.ts'
import type { Locale } from '#web/locale.ts'
import { removeGuards } from '../lifecycle-guards.ts'
import { expectAccessible, expectSound, pageReady, type Site, startSite, type Visit } from './site.ts'

let site: Site
let folder: string
beforeAll(async () => {
  site = await startSite()
  folder = await mkdtemp(join(tmpdir(), 'mentorsetu-signup-'))
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

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

async function verifyPhone(page: Page, phone: string, { locale = 'en' as Locale, scripts = true } = {}): Promise<void> {
  await sql`delete from otp_challenge where phone = ${phone}`.execute(site.db)
  if (scripts) await page.locator('[name=scripts]').first().waitFor({ state: 'attached' })
  await page.getByLabel(words(m.login_phone, locale)).fill(phone)
  await page.getByRole('button', { name: words(m.login_send_otp, locale) }).click()
  await page.getByLabel(words(m.login_code, locale)).waitFor()
  await page.getByLabel(words(m.login_code, locale)).fill(await site.codeFor(phone))
  // With scripts the code submits itself.
  if (!scripts) await page.getByRole('button', { name: words(m.login_button, locale), exact: true }).click()
  await page.getByText(words(m.apply_phone_confirmed, locale)).waitFor()
}

/** Fills in each section; the page is already at the section. */
const fill = {
  async personal(page: Page) {
    await field(page, 'fullName').fill('Priya Sharma')
    await field(page, 'email').fill('priya@example.com')
    await page.locator('[name=gender][value=female]').check()
    await field(page, 'age').fill('29')
  },
  async education(page: Page) {
    await page.locator('[name=twelfthStream][value=science]').check()
    await field(page, 'twelfthBoard').selectOption('MP Board')
    await field(page, 'graduation.degree').fill('bsc math')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await field(page, 'graduation.degree').inputValue()).toBe('B.Sc. Mathematics')
    await field(page, 'graduation.college').fill('Holkar Science College')
    await field(page, 'postGraduation.degree').fill('None')
    await page.keyboard.press('Tab')
    await expect.poll(() => field(page, 'postGraduation.college').count()).toBe(0)
    // Leaves the field with text that matches only one option.
    await field(page, 'postGraduation.degree').fill('pursu')
    await page.keyboard.press('Tab')
    await field(page, 'postGraduation.college').fill('DAVV')
    // The highest degree follows from the others until something else is typed.
    expect(await field(page, 'qualifications.highestQualification').inputValue()).toBe('B.Sc. Mathematics')
    expect(await field(page, 'qualifications.university').inputValue()).toBe('Holkar Science College')
    await page.locator('summary#qualifications').click()
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

/** Files of a section, uploaded as the field does it. */
async function uploadFiles(page: Page, locale: Locale = 'en'): Promise<void> {
  // Documents need the mentor's consent first.
  const consent = page.getByRole('region', { name: words(m.consent_documents, locale) })
  await consent.getByRole('button', { name: words(m.consent_agree, locale) }).click()
  await consent.waitFor({ state: 'detached' })
  const photo = await makePhoto(400, 500)
  for (const path of ['profilePhoto', 'mentorId']) {
    await field(page, path)
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect.poll(() => page.locator(`input[type=hidden][name=${path}]`).inputValue()).toMatch(/\/media\//)
  }
}

const slow = { timeout: 20_000 }
/** Uploads a video on a slow connection that is lost at 60% and restored: the upload resumes. */
async function uploadVideoWithConnectionLoss({ page, context, problems }: Visit): Promise<void> {
  const video = field(page, 'teachingVideo')
  const path = join(folder, 'class.mp4')
  await writeFile(path, makeVideo(7_000_000))
  const ranges: string[] = []
  page.on('request', (request) => {
    const range = request.headers()['content-range']
    if (range) ranges.push(range)
  })
  const devtools = await context.newCDPSession(page)
  const network = (offline: boolean, uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  await devtools.send('Network.enable')
  await network(false, 2_000_000)
  await video.locator('input[type=file]:not([capture])').setInputFiles(path)
  await video.getByText(words(m.upload_busy), { exact: true }).first().waitFor()
  await expectAccessible(page)
  const share = video.locator('progress')
  await expect.poll(async () => Number(await share.getAttribute('value')), slow).toBeGreaterThanOrEqual(60)
  await network(true, 0)
  await video.getByText(words(m.upload_waiting), { exact: true }).first().waitFor()
  await expectAccessible(page)
  const before = ranges.length
  await network(false, -1)
  await expect.poll(() => video.locator('input[type=hidden]').inputValue(), slow).toMatch(/video\.mp4$/)
  expect(Number(/\d+/.exec(ranges[before] ?? '')?.[0])).toBeGreaterThan(2_000_000)
  await devtools.detach()
  // The browser logs the lost connection itself.
  for (const one of problems.splice(0)) if (!one.includes('ERR_INTERNET_DISCONNECTED')) problems.push(one)
}

/** The admin's part: logs in with the second factor, passes three checks, verifies. */
async function verify(visit: Visit, name: string): Promise<void> {
  const { page } = visit
  await page.goto('/admin/mentors')
  await site.enterPhone(page, demoAdmin.phone)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const code = new TOTP({ secret: Secret.fromBase32(demoTotpSecret) }).generate()
  await page.getByLabel('Authenticator code').fill(code)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await expectSound(visit)
  for (const [kind, check, basis, method] of [
    ['identity', 'Identity', 'Aadhaar', 'original'],
    ['qualification', 'Degree', 'Degree certificate', 'digilocker'],
    ['interview', 'Interview', 'Interview with a sample class', 'in-person'],
  ] as const) {
    const form = page.locator(`#check-${kind}`)
    if ((await form.getAttribute('open')) === null) await form.locator('summary').click()
    await form.getByLabel('Result').selectOption('passed')
    await form.getByRole('radio', { name: basis, exact: true }).check()
    await form.locator(`[name=method][value=${method}]`).check()
    await form.getByLabel('Checked on').fill('2026-02-03')
    await form.getByRole('button', { name: `Save check: ${check}` }).click()
    await expect.poll(() => form.locator('summary').textContent()).toContain('Passed')
  }
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.getByText('The mentor has been verified and notified.').waitFor()
  await expectSound(visit)
}

async function startForm(visit: Visit, phone: string): Promise<void> {
  await visit.page.goto('/signup/personal')
  await verifyPhone(visit.page, phone)
}

describe('the application form', () => {
  test('on a phone: every section, an interrupted upload, review and submit; an admin verifies, families find the mentor', async () => {
    const phone = newPhone()
    const name = 'Charulata Deshmukh'
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await page.goto('/signup')
    expect(await page.getByRole('link', { name: 'Read the mentor terms' }).getAttribute('target')).toBe('_blank')
    await page.getByRole('link', { name: 'Apply Now' }).first().click()
    await at(page, '/signup/personal')
    await expectSound(visit)

    // An empty form: each error at its field, focus on the summary, which links to it.
    await next(page)
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('problems')
    await page.getByRole('link', { name: /Email/ }).click()
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('email')
    expect(await field(page, 'email').getAttribute('aria-invalid')).toBe('true')
    const described = await field(page, 'email').getAttribute('aria-describedby')
    expect(await field(page, described ?? '').textContent()).toContain('Enter an email address')
    await page.getByText(words(m.apply_local_text)).waitFor()
    await expectSound(visit)

    // Input before the phone is verified stays on the device, survives a reload, then is saved to the account.
    await fill.personal(page)
    await field(page, 'fullName').fill(name)
    await page.getByText('On this device', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => field(page, 'fullName').inputValue()).toBe(name)
    await verifyPhone(page, phone)
    await saved(page)
    await uploadFiles(page)
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
      if (section === 'details') await uploadVideoWithConnectionLoss(visit)
      if (section === 'details') await page.getByRole('button', { name: 'Save and review' }).click()
      else await next(page)
    }
    await at(page, '/signup/check')
    await page.getByText('Mathematics, Physics').waitFor()
    await expectSound(visit)

    // A change returns to the review.
    await page.getByRole('link', { name: 'Change Teaching Modes & Monthly Pricing' }).click()
    await field(page, 'teachesOnline').check()
    await page.getByRole('button', { name: 'Save and review' }).click()
    await at(page, '/signup/check')
    await page.getByRole('button', { name: 'Submit Application' }).waitFor()
    await page.getByText('₹3,000').first().waitFor()
    await page.getByLabel(words(m.conduct_tick)).check()
    await page.getByRole('button', { name: 'Submit Application' }).click()
    const dialog = page.getByRole('dialog', { name: 'Application submitted' })
    const number = await dialog.getByText(/^MS-\d+$/).textContent()
    await expectSound(visit)
    await dialog.getByRole('button', { name: 'Okay' }).click()
    await at(page, '/')
    await page.goto('/dashboard/mentor')
    await page.getByRole('heading', { name: "We've received your application" }).waitFor()
    await page.getByText(number ?? 'no number').waitFor()
    expect(await page.getByText('not saved yet').count()).toBe(0)
    await expectSound(visit)

    const admin = await site.visit({ width: 1280 })
    await verify(admin, name)
    const family = await site.visit({ width: 360 })
    await family.page.goto(`/mentors?q=${name.replace(' ', '+')}`)
    const card = family.page.getByRole('article').filter({ hasText: name }).first()
    for (const badge of ['Identity', 'Degree', 'Interview']) await card.getByRole('button', { name: badge }).waitFor()
    await card.getByRole('button', { name: 'Identity' }).click()
    await family.page.locator('.check-note:popover-open', { hasText: 'Aadhaar, original seen' }).waitFor()
    await expectSound(family)
    await Promise.all([visit, admin, family].map(({ context }) => context.close()))
  })

  test('by keyboard alone, from the welcome page to the submitted application', { tags: ['full'] }, async () => {
    const phone = newPhone()
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await page.goto('/signup')
    await pageReady(page)
    /** Presses Tab until the named element has focus. */
    const tabTo = async (name: string) => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab')
        const now = String(
          await page.evaluate(
            "(one => [one.id, one.name, one.innerText.trim(), one.getAttribute('aria-label')].join('|'))(document.activeElement)",
          ),
        )
        if (now.split('|').includes(name)) return
      }
      throw new Error(`Tab never reached ${name}`)
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
    await uploadFiles(page)
    await tabTo('Save and continue')
    await page.keyboard.press('Enter')
    const go = async (button: string, to: string) => {
      await tabTo(button)
      await page.keyboard.press('Enter')
      await at(page, to)
    }
    const type = async (name: string, text: string) => {
      await tabTo(name)
      await page.keyboard.type(text)
    }
    const press = async (name: string, key: string) => {
      await tabTo(name)
      await page.keyboard.press(key)
    }
    const choose = async (name: string, text: string) => {
      await type(name, text)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await at(page, '/signup/education')
    await press('twelfthStream', 'Space')
    await press('twelfthBoard', 'ArrowDown')
    await choose('graduation.degree', 'b.tech c')
    expect(await field(page, 'graduation.degree').inputValue()).toMatch(/^B\.Tech\. C/)
    await type('graduation.college', 'SGSITS')
    await type('postGraduation.degree', 'None')
    await press('qualifications', 'Enter')
    await type('qualifications.highestQualification', 'B.Tech.')
    await type('qualifications.university', 'RGPV')
    await type('qualifications.graduationYear', '2012')
    await press('experience', 'ArrowDown')
    await go('Save and continue', '/signup/location')
    await type('location.state', 'Madhya')
    await type('location.city', 'Indore')
    await choose('location.area', 'vijay')
    await press('teachingRange', 'ArrowDown')
    await go('Save and continue', '/signup/modes')
    await press('teachingModes.homeTuition.selected', 'Space')
    await press('teachingModes.homeTuition.monthlyPrice', 'ArrowRight')
    await go('Save and continue', '/signup/preferences')
    await press('level', 'Space')
    await press('class', 'Space')
    await press('subject', 'Space')
    await go('Save and continue', '/signup/availability')
    await press('Weekdays', 'Enter')
    await press('startImmediately', 'Space')
    await go('Save and continue', '/signup/details')
    await type('brief', 'I begin with what the student already knows and write every step down.')
    await go('Save and review', '/signup/check')
    await page.getByRole('button', { name: 'Submit Application' }).and(page.locator(':enabled')).waitFor()
    await press('accepts', 'Space')
    await press('Submit Application', 'Enter')
    await page.getByRole('dialog', { name: 'Application submitted' }).waitFor()
    await go('Okay', '/')
    expect(visit.problems).toEqual([])
    await visit.context.close()
  })

  test('continues on another device, which overwrites nothing without asking; two tabs can be reconciled', {
    tags: ['full'],
  }, async () => {
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
    await one.page.getByText('You changed this step on another device').waitFor()
    await expectAccessible(one.page)
    await one.page.getByRole('button', { name: 'Use the other version' }).click()
    expect(await field(one.page, 'fullName').inputValue()).toBe('Asha Verma')
    await field(two, 'fullName').fill('Asha V.')
    await saved(two)
    await field(one.page, 'fullName').fill('Asha Verma-Rao')
    await one.page.getByRole('button', { name: 'Keep this version' }).click()
    await saved(one.page)

    const other = await site.visit({ width: 1280 })
    await other.page.goto('/signup/personal')
    await field(other.page, 'fullName').fill('Asha')
    await other.page.getByText('On this device', { exact: true }).waitFor()
    await verifyPhone(other.page, phone)
    await other.page.getByText('You changed this step on another device').waitFor()
    await other.page.locator('.form-header').getByText(words(m.apply_unsettled), { exact: true }).waitFor()
    const { rows } = await sql<{ name: string }>`select d.answers -> 'personal' ->> 'fullName' as name
      from application d join account a on a.id = d.account_id where a.phone = ${phone}`.execute(site.db)
    expect(rows).toEqual([{ name: 'Asha Verma-Rao' }])
    await other.page.getByRole('button', { name: 'Use the other version' }).click()
    expect(await field(other.page, 'fullName').inputValue()).toBe('Asha Verma-Rao')
    await saved(other.page)
    await other.page.goto('/signup')
    await other.page.getByRole('link', { name: 'Continue your application' }).first().click()
    await at(other.page, '/signup/personal')
    await Promise.all([one.context.close(), other.context.close()])
  })

  test('input left by someone else on a shared phone is shown and sent only after confirmation', {
    tags: ['full'],
  }, async () => {
    const { page: first, context, problems } = await site.visit({ width: 360 })
    await first.goto('/signup/personal')
    await field(first, 'fullName').fill('Asha Verma')
    await first.getByText('On this device', { exact: true }).waitFor()
    await first.close()
    const open = async () => {
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      await page.goto('/signup/personal')
      return page
    }
    const page = await open()
    const question = page.getByRole('heading', { name: 'We found saved answers on this device. Are they yours?' })
    await question.waitFor()
    expect(await page.evaluate('document.activeElement?.id')).toBe('kept-title')
    expect(await page.locator('form').filter({ visible: true }).count()).toBe(0)
    expect(await field(page, 'fullName').inputValue()).toBe('')
    await expectSound({ page, context, problems })
    await page.getByRole('button', { name: 'Yes, continue with them' }).click()
    expect(await field(page, 'fullName').inputValue()).toBe('Asha Verma')
    await page.close()

    // A user who verifies a different phone is asked too.
    const other = await open()
    await other.getByRole('button', { name: 'Yes, continue with them' }).waitFor()
    await site.login(other, newPhone(), 'mentor')
    await other.reload()
    await other.getByRole('button', { name: 'No, remove them' }).click()
    await other.getByText('Number confirmed').waitFor()
    expect(await field(other, 'fullName').inputValue()).toBe('')
    expect(await other.evaluate("localStorage.getItem('application:personal')")).toBeNull()
    await other.reload()
    await other.getByText('Number confirmed').waitFor()
    await pageReady(other)
    expect(await field(other, 'fullName').inputValue()).toBe('')
    expect(problems).toEqual([])
    await context.close()
  })

  test('input is kept offline and sent once there is a connection', { tags: ['full'] }, async () => {
    const visit = await site.visit({ width: 360 })
    const { page, context } = visit
    const phone = newPhone()
    const kept = () => page.evaluate(`localStorage.getItem('application:personal:${phone}')`)
    await startForm(visit, phone)
    await pageReady(page)
    await context.setOffline(true)
    await field(page, 'fullName').fill('अनन्या सिंह')
    await page.getByText("You're offline. Your answers are safe on this device").waitFor()
    expect(await kept()).toContain('अनन्या सिंह')
    await context.setOffline(false)
    await saved(page)
    expect(await kept()).toBeNull()
    await page.reload()
    expect(await field(page, 'fullName').inputValue()).toBe('अनन्या सिंह')
    await context.close()
  })

  test('when the session has ended the input stays until the phone is verified again', {
    tags: ['full'],
  }, async () => {
    const phone = newPhone()
    const visit = await site.visit({ width: 360 })
    const { page, context } = visit
    await startForm(visit, phone)
    await page.goto('/signup/details')
    await pageReady(page)
    await context.clearCookies()
    await field(page, 'brief').fill('I teach with things one can touch.')
    await page.getByRole('link', { name: words(m.apply_phone_first_link) }).click()
    await verifyPhone(page, phone)
    await saved(page)
    await page.goto('/signup/details')
    expect(await field(page, 'brief').inputValue()).toBe('I teach with things one can touch.')
    expect(await page.evaluate(`localStorage.getItem('application:details:${phone}')`)).toBeNull()
    await context.close()
  })

  test("uses the phone's position, or explains why it cannot", { tags: ['full'] }, async () => {
    const { page, context } = await site.visit({ width: 360 })
    await page.goto('/signup/location')
    await pageReady(page)
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText("We couldn't get your location").waitFor()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 22.7533, longitude: 75.8937 })
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText(/^Your location: .+, Indore/).waitFor()
    expect(await field(page, 'location.state').inputValue()).toBe('Madhya Pradesh')
    expect(await field(page, 'location.city').inputValue()).toBe('Indore')
    expect(await field(page, 'location.area').inputValue()).not.toBe('')
    expect(await page.locator('[name="location.lat"]').inputValue()).toBe('22.7533')
    await context.setGeolocation({ latitude: 28.0, longitude: 95.5 })
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText("We aren't available here yet").waitFor()
    await context.close()
  })

  test('removing a level asks first when it has selections', { tags: ['full'] }, async () => {
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await page.goto('/signup/preferences')
    await pageReady(page)
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
    await dialog.getByText('the subjects chosen here (17)').waitFor()
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

  test('is in Hindi to the end of a section', { tags: ['full'] }, async () => {
    const visit = await site.visit({ width: 360, dark: true })
    const { page } = visit
    await page.goto('/hi/signup/personal')
    await page.getByRole('heading', { name: words(m.apply_personal, 'hi') }).waitFor()
    await next(page, 'hi')
    await page.getByText('सही ई-मेल पता लिखें, जैसे name@example.com।').first().waitFor()
    await page.getByRole('button', { name: words(m.login_send_otp, 'hi') }).click()
    await page.getByText(words(m.login_bad_phone, 'hi')).waitFor()
    await expectSound(visit)
    await verifyPhone(page, newPhone(), { locale: 'hi' })
    await fill.personal(page)
    await saved(page, 'hi')
    await page.getByRole('link', { name: words(m.apply_later, 'hi') }).click()
    await at(page, '/hi/signup/education')
    expect(await page.locator('main').textContent()).not.toMatch(/apply_|Choose|College/)
    await expectSound(visit)
    // Switching language keeps the place and the unsaved input.
    await field(page, 'graduation.college').fill('होलकर')
    const link = page.locator('.form-header').getByRole('link', { name: 'English' })
    const box = await link.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await link.click()
    await at(page, '/signup/education')
    await expect.poll(() => field(page, 'graduation.college').inputValue()).toBe('होलकर')
    await saved(page)
    await visit.context.close()
  })
})

describe('without scripts', () => {
  test('sections are forms: errors at the fields with the input kept, then the next section', {
    tags: ['full'],
  }, async () => {
    const phone = newPhone()
    const { page, context } = await site.visit({ width: 360, scripts: false })
    for (const [path, locale] of [
      ['/hi/signup/details', 'hi'],
      ['/signup/personal', 'en'],
    ] as const) {
      await page.goto(path)
      expect(await page.locator('noscript').textContent()).toContain(words(m.apply_no_scripts, locale))
      expect(await page.locator('noscript a[href^="tel:"]').isVisible()).toBe(true)
    }
    await field(page, 'fullName').fill('Asha Verma')
    await next(page)
    await page.getByText("Nothing was saved, because your phone number isn't confirmed yet.").waitFor()
    expect(await field(page, 'fullName').inputValue()).toBe('Asha Verma')
    await site.enterPhone(page, phone)
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
    await page.getByText('Choose today or a later date.').first().waitFor()
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

    // A save from elsewhere in between: the user chooses one of the two, here too.
    const stored = async () => {
      const { rows } = await sql<{ brief: string }>`select d.answers -> 'details' ->> 'brief' as brief
        from application d join account a on a.id = d.account_id where a.phone = ${phone}`.execute(site.db)
      return rows[0]?.brief
    }
    const mine = 'Mine, which is long enough to be a text.'
    const theirs = 'Theirs, which is long enough to be a text.'
    for (const revision of [0, 1]) {
      await page.goto('/signup/details')
      const answers = { brief: `${theirs} ${revision}` }
      await page.request.put('/api/mentor/application/details', { data: { answers, revision } })
      await field(page, 'brief').fill(mine)
      for (const _ of [1, 2]) {
        await page.getByRole('button', { name: 'Save and review' }).click()
        await page.getByText(`Other version: ${theirs} ${revision}`).waitFor()
        expect(await field(page, 'brief').inputValue()).toBe(mine)
      }
      if (revision === 0) await page.getByRole('link', { name: 'Use the other version' }).click()
      else await page.getByRole('button', { name: 'Keep this version' }).click()
      if (revision === 0) await expect.poll(() => field(page, 'brief').inputValue()).toBe(`${theirs} 0`)
      else await at(page, '/signup/check')
      expect(await stored()).toBe(revision === 0 ? `${theirs} 0` : mine)
    }
    await context.close()
  })
})

describe('after submission', () => {
  /** An identity document deleted after its check. */
  const seen = `/media/private/${crypto.randomUUID()}`

  test.each([true, false])(
    'a rejected mentor corrects and resubmits the application (scripts: %s)',
    { tags: ['full'] },
    async (scripts) => {
      const { page, context } = await site.visit({ width: 360, scripts })
      await removeGuards(site.db)
      const { rows } = await sql<{ phone: string; number: string }>`
      update mentor m set status = 'rejected', rejection = 'The photo is too dark.', document = ${seen}
      from account a where a.id = m.account_id and m.slug = 'sunita-deshpande' returning phone, 'MS-' || number as number`.execute(
        site.db,
      )
      await page.goto('/signup/personal')
      await verifyPhone(page, rows[0]?.phone ?? '', { scripts })
      await page.getByText('The photo is too dark.').waitFor()
      await page.goto('/dashboard/mentor')
      await page.getByRole('heading', { name: 'Your application needs a correction' }).waitFor()
      if (scripts) await expectAccessible(page)
      await page.getByRole('link', { name: 'Correct and resubmit' }).click()
      await at(page, '/signup/check')
      await page.getByText('The photo is too dark.').waitFor()
      await page.getByRole('link', { name: 'Change Personal Information' }).click()
      await field(page, 'age').fill('17')
      await page.getByRole('button', { name: 'Save and review' }).click()
      await page.getByText('Enter an age from 18 to 65.').first().waitFor()
      await field(page, 'age').fill('44')
      await page.getByRole('button', { name: 'Save and review' }).click()
      await at(page, '/signup/check')
      await page.getByRole('button', { name: 'Submit Application' }).click()
      await page.getByRole('heading', { name: 'Application submitted' }).waitFor()
      await page.getByText(rows[0]?.number ?? 'no number').waitFor()
      await page.goto('/dashboard/mentor')
      await page.getByRole('heading', { name: "We've received your application" }).waitFor()
      await page.getByText('Application history').click()
      await page.getByText('Resubmitted after correction').first().waitFor()
      await context.close()
    },
  )

  test('a verified mentor changes a fee, and sees which badge a new degree would cost', {
    tags: ['full'],
  }, async () => {
    const visit = await site.visit({ width: 360 })
    const { page, context } = visit
    const { rows } = await sql<{ phone: string }>`select phone from account a join mentor m on m.account_id = a.id
      where m.slug = 'imran-qureshi'`.execute(site.db)
    await sql`update mentor set document = ${seen} where slug = 'imran-qureshi'`.execute(site.db)
    await page.goto('/signup/personal')
    await verifyPhone(page, rows[0]?.phone ?? '')
    await page.goto('/dashboard/mentor/profile')
    await page.getByRole('link', { name: 'Edit public profile' }).click()
    await at(page, '/signup/location')
    await page.getByText('Step 1 of 5').waitFor()
    await page.goto('/dashboard/mentor/profile')
    await page.getByRole('link', { name: 'Documents and education' }).click()
    await at(page, '/signup/personal')
    await page.getByText('Step 1 of 2').waitFor()
    await page.goto('/signup/education')
    await pageReady(page)
    expect(await page.getByText("We'll check this again").count()).toBe(0)
    await page.locator('summary#qualifications').click()
    await field(page, 'qualifications.university').fill('Another University')
    await page.getByText("We'll check this again. Your degree badge returns after that.").waitFor()
    await expectSound(visit)
    await saved(page)
    await page.goto('/signup/modes')
    await field(page, 'teachesOnline').check()
    await saved(page)
    await page.goto('/dashboard/mentor')
    await page.getByText('You have unsaved changes.').waitFor()
    await page.getByRole('link', { name: 'Review and save' }).click()
    await at(page, '/signup/check')
    await page.getByText("We'll check this again. Your degree badge returns after that.").waitFor()
    await expectSound(visit)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Changes saved.').waitFor()
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

test('catalogue changes can be chosen at once, and subjects are merged only after a tick', {
  tags: ['full'],
}, async () => {
  const admin = await site.visit({ width: 1280 })
  await site.login(admin.page, demoAdmin.phone, 'admin')
  await admin.page.goto('/admin/subjects')
  await admin.page.getByRole('link', { name: 'Add a subject' }).click()
  await admin.page.getByLabel('English name').fill('Robotics')
  await admin.page.getByLabel('Hindi name').fill('रोबोटिक्स')
  await admin.page.getByLabel('Search terms').fill('रोबोट, Arduino')
  await admin.page.getByLabel('Order', { exact: true }).fill('15')
  await admin.page.getByLabel('Classes 9 to 10').check()
  await admin.page.getByRole('button', { name: 'Add', exact: true }).click()
  await at(admin.page, '/admin/subjects/subject/robotics')
  await admin.page.getByText('Added. The change is live on the site.').waitFor()
  await expectSound(admin)

  const mentor = await site.visit({ width: 390 })
  await site.login(mentor.page, newPhone(), 'mentor')
  await mentor.page.goto('/hi/signup/preferences')
  await mentor.page.locator('[name=level][value=school]').check()
  await mentor.page.locator('[name=class][value="school class-9-10"]').check()
  const choice = mentor.page.locator('[name=subject][value="school class-9-10 robotics"]')
  await choice.check()
  await mentor.page.locator('label', { has: choice }).getByText('रोबोटिक्स').waitFor()
  await saved(mentor.page, 'hi')
  await expectSound(mentor)

  await admin.page.reload()
  await admin.page.getByRole('button', { name: 'Remove', exact: true }).click()
  await admin.page.getByText('Robotics is in use:').waitFor()
  await admin.page.getByLabel('Merge into', { exact: true }).selectOption('computer-science')
  const merge = admin.page.getByRole('button', { name: 'Merge', exact: true })
  await merge.click()
  await admin.page.getByText('Choose what to merge it into and tick the box.').waitFor()
  await admin.page.getByLabel('Yes, merge for good').check()
  await expectSound(admin)
  await merge.click()
  await admin.page.getByText('Merged. The list updates within a minute.').first().waitFor()
  await mentor.page.reload()
  expect(await mentor.page.locator('[name=subject][value="school class-9-10 computer-science"]').isChecked()).toBe(true)
  await mentor.page.goto('/hi/tutors/रोबोट')
  await mentor.page.waitForURL('**/hi/tutors/computer-science')
})
