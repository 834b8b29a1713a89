import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { demoAdmin, demoTotpSecret } from '#server/demo/people.ts'
import { projectMentors } from '#server/mentors/search/projection.ts'
import { completeApplication } from '#test/application.ts'
import { accountConsent, conductConsent, demoTotp, makeAdmin, makeMentor } from '#test/builders.ts'
import { makePdf, makePhoto } from '#test/uploads.ts'
import { expectNoSidewaysScroll, expectSound, pageReady, type Site, startSite, type Visit } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const codeFrom = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** Logs in up to the second step, with the SMS code accepted. */
async function verifyPhone(page: Page, phone: string): Promise<void> {
  await site.enterPhone(page, phone)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function logIn(page: Page, phone: string, secret: string, to = '/admin/mentors'): Promise<void> {
  await page.goto(to)
  await page.waitForURL(/\/admin\/login\?next=/)
  await verifyPhone(page, phone)
  await page.getByLabel('Authenticator code').fill(codeFrom(secret))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL((url) => url.pathname === to)
}

/** An application submitted through the API, with a photo and a PDF. */
async function applicant(phone: string, change: Record<string, unknown>, has?: 'police'): Promise<string> {
  const cookies = new Map<string, string>()
  const call = async (path: string, body: unknown) => {
    const isForm = body instanceof FormData
    const reply = await fetch(site.url + path, {
      method: 'POST',
      headers: {
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    for (const one of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/)
      cookies.set(name, value)
    }
    const text = await reply.text()
    expect(reply.status, text).toBe(200)
    return JSON.parse(text)
  }
  const upload = async (kind: string, preset: string, bytes: Buffer, name: string) => {
    const form = new FormData()
    form.append('upload_preset', preset)
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    return (await call(`/api/media/${kind}/upload`, form)).secure_url
  }
  const { verificationId } = await call('/api/otp/send-otp', { mobile: phone, userType: 'mentor' })
  const code = await site.codeFor(phone)
  await call('/api/otp/verify-otp', { verificationId, code, phone, userType: 'mentor', consent: accountConsent() })
  const files = {
    profilePhoto: await upload('image', 'mentor-photo', await makePhoto(600, 750), 'me.jpg'),
    mentorId: await upload('raw', 'mentor-document', makePdf(1), 'aadhaar.pdf'),
  }
  const police = has && [await upload('raw', 'mentor-certificate', makePdf(1), 'police.pdf')]
  await call('/api/profile/consents', { kind: 'mentor-conduct', ...conductConsent('mentor') })
  return (
    await call('/api/mentor', completeApplication({ ...files, ...(police && { certificates: { police } }), ...change }))
  ).data._id
}

const check = (page: Page, kind: string) => page.locator(`#check-${kind}`)
/** Passes a check as an admin does. */
async function pass(page: Page, kind: string, name: string, basis: string): Promise<void> {
  const form = check(page, kind)
  if ((await form.getAttribute('open')) === null) await form.locator('summary').click()
  await form.getByLabel('Result').selectOption('passed')
  await form.getByRole('radio', { name: basis, exact: true }).check()
  await form.locator(`[name=method][value=${kind === 'interview' ? 'video-call' : 'original'}]`).check()
  await form.getByLabel('Checked on').fill('2026-02-03')
  await form.getByRole('button', { name: `Save check: ${name}` }).click()
  await expect.poll(() => form.locator('summary').textContent()).toContain('Passed')
}
const listing = (page: Page) => page.locator('#listing')
const toast = (page: Page, title: string) => page.locator('.toast', { hasText: title }).first().waitFor()

test('an admin checks, lists and verifies an application; families find the mentor with its badges', {
  tags: ['full'],
}, async () => {
  const id = await applicant('9811200001', { fullName: 'Asha Verma' })
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await logIn(page, demoAdmin.phone, demoTotpSecret)
  await page.getByLabel('Name, phone or MS number').fill('asha verma')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('Showing 1 of 1 mentor').waitFor()
  await expectSound(visit)
  await page.getByRole('link', { name: 'Asha Verma', exact: true }).click()
  await page.getByRole('heading', { name: 'Asha Verma', level: 1 }).waitFor()
  await page.getByText('asha@example.com').first().waitFor()
  expect(await page.getByRole('button', { name: 'Verify', exact: true }).isDisabled()).toBe(true)

  const shown = page.waitForResponse(/\/media\/private\//)
  await page.getByRole('link', { name: 'Open: ID document' }).first().click()
  const viewer = page.locator('iframe[title="ID document"]')
  await viewer.waitFor()
  const file = await shown
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  // The link worked once; a new tab gets one of its own.
  expect((await visit.context.request.get((await viewer.getAttribute('src')) ?? '')).status()).toBe(410)
  const tab = await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')
  expect((await visit.context.request.get(tab ?? '')).status()).toBe(200)
  await page.getByRole('link', { name: 'Close: ID document' }).click()
  await viewer.waitFor({ state: 'detached' })

  // Errors appear at their fields and no input is lost.
  const identity = check(page, 'identity')
  await identity.getByLabel('Result').selectOption('passed')
  await identity.getByLabel('Internal note').fill('ends 1234')
  // The usual way and day are filled in.
  expect(await identity.locator('[name=method]:checked').inputValue()).toBe('copy')
  expect(await identity.getByLabel('Checked on').inputValue()).toBe(dateInIndia(new Date()))
  await identity.getByRole('button', { name: 'Save check: Identity' }).click()
  await identity.getByText('Choose what was checked.').waitFor()
  expect(await identity.getByLabel('Internal note').inputValue()).toBe('ends 1234')
  await expectSound(visit)
  await pass(page, 'identity', 'Identity', 'Aadhaar')
  await pass(page, 'qualification', 'Degree', 'Degree certificate')
  await pass(page, 'interview', 'Interview', 'Interview with a sample class')

  await listing(page).getByLabel('Tier').selectOption('gold')
  await listing(page).getByLabel('Our text about the mentor').fill('Children call her when they are stuck.')
  await listing(page).getByLabel('Show our text').check()
  // The next form starts from the version this one created.
  const version = page.locator('#decision input[name=version]').first()
  const before = await version.inputValue()
  await listing(page).getByRole('button', { name: 'Save listing' }).click()
  await toast(page, 'Families can see only verified mentors.')
  await expect.poll(() => version.inputValue()).not.toBe(before)

  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await toast(page, 'Mentor verified')
  await page.getByText('The mentor has been verified and notified.').waitFor()
  await page.getByText('Kavita Menon opened: ID document').first().waitFor()
  await expectSound(visit)

  const family = await site.visit({ width: 360 })
  await family.page.goto('/mentors?q=Asha+Verma')
  const card = family.page.getByRole('article').filter({ hasText: 'Asha Verma' }).first()
  await card.getByRole('button', { name: 'Identity' }).click()
  await family.page
    .locator('.check-note:popover-open', { hasText: 'Aadhaar, original seen' })
    .filter({ hasText: '3 Feb 2026' })
    .waitFor()
  expect(await card.getByText('Gold', { exact: true }).count()).toBe(1)
  await family.page.goto(`/mentors/${id}`)
  await family.page.getByText('Children call her when they are stuck.').waitFor()
  expect(family.problems).toEqual([])
  await listing(page).getByLabel('Show on the website').uncheck()
  await listing(page).getByRole('button', { name: 'Save listing' }).click()
  await toast(page, "Families can't see this mentor now.")
  const sent = (await (await fetch(`${site.url}/dev/outbox.json`)).json()) as { template: string; channel: string }[] // safe: our own outbox
  const told = sent.filter((one) => one.template === 'mentor-verified').map((one) => one.channel)
  expect(told.sort()).toEqual(['email', 'sms'])
})

test("the second of two admins sees the first one's changes and keeps their own input", {
  tags: ['full'],
}, async () => {
  const id = await applicant('9811200002', { fullName: 'Ravi Joshi' })
  const { phone } = await makeAdmin(site.db, { name: 'Neha', role: 'operations' })
  const other = await makeAdmin(site.db, { name: 'Vivek', role: 'operations' })
  const first = await site.visit({ width: 1280 })
  const second = await site.visit({ width: 1280 })
  await logIn(first.page, phone, demoTotp, `/admin/mentors/${id}`)
  await logIn(second.page, other.phone, demoTotp, `/admin/mentors/${id}`)
  await pageReady(first.page)
  await pageReady(second.page)
  const form = listing(second.page)
  await form.getByLabel('Our text about the mentor').fill('Typed by the second.')
  await listing(first.page).getByLabel('Ranking').fill('2')
  await listing(first.page).getByRole('button', { name: 'Save listing' }).click()
  await toast(first.page, 'Listing saved')
  // Another form on the second admin's page reports the same conflict and does not overwrite the first admin's changes.
  const police = check(second.page, 'police')
  await police.locator('summary').click()
  await police.getByLabel('Internal note').fill('asked on the phone')
  await police.getByRole('button', { name: 'Save check: Police' }).click()
  await police.getByRole('alert').filter({ hasText: 'Neha edited this mentor' }).waitFor()
  await police.getByRole('button', { name: 'Save check: Police' }).click()
  await toast(second.page, 'Check saved')

  await form.getByRole('button', { name: 'Save listing' }).click()
  const notice = form.getByRole('alert').filter({ hasText: 'Neha edited this mentor' })
  await notice.getByText('Ranking (1 is first): 10 → 2').waitFor()
  expect(await form.getByLabel('Our text about the mentor').inputValue()).toBe('Typed by the second.')
  await expectSound(second)
  await form.getByLabel('Ranking').fill('2')
  await form.getByRole('button', { name: 'Save listing' }).click()
  await toast(second.page, 'Listing saved')
  const { rows } = await sql`select admin_ranking, admin_brief from mentor where id = ${id}`.execute(site.db)
  expect(rows).toEqual([{ admin_ranking: 2, admin_brief: 'Typed by the second.' }])
})

test('a rejection needs a reason and notifies the mentor; works without scripts too', { tags: ['full'] }, async () => {
  const id = await applicant('9811200003', { fullName: 'Meera Nair' })
  const { phone } = await makeAdmin(site.db)
  const visit = await site.visit({ width: 360, scripts: false })
  const { page } = visit
  await logIn(page, phone, demoTotp, `/admin/mentors/${id}`)
  const decision = page.locator('#decision')
  await decision.getByRole('button', { name: 'Reject' }).click()
  await decision.getByText('Enter a reason').waitFor()
  await decision.getByLabel('Reason').fill('The photo is dark.')
  await decision.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('The mentor has been notified about the rejection.').waitFor()
  await decision.getByText('Rejected. Reason sent to the mentor: The photo is dark.').waitFor()
  const { rows } = await sql`select status from mentor where id = ${id}`.execute(site.db)
  expect(rows).toEqual([{ status: 'rejected' }])
})

test('from the overview: rejects an application with a reason, and opens an account from a number in the header', {
  tags: ['full'],
}, async () => {
  const { rows } = await sql<{ id: string; name: string; phone: string }>`
    select m.id, m.full_name as name, a.phone from mentor m join account a on a.id = m.account_id
    where m.status in ('submitted', 'in_review') order by coalesce(m.submitted_at, m.created_at), m.id limit 1`.execute(
    site.db,
  )
  const { id, name, phone } = rows[0] ?? { id: '', name: '', phone: '' }
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  const admin = await makeAdmin(site.db, { role: 'operations' })
  await site.login(page, admin.phone, 'admin')
  await page.goto('/admin')
  await page.getByRole('button', { name: `Reject: ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Reject: ${name}` })
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByLabel('Reason').fill('The photo is dark.')
  await expectSound(visit)
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await toast(page, 'Verification rejected')
  await expect.poll(() => page.getByRole('link', { name, exact: true }).count()).toBe(0)
  const after = await sql`select status, rejection from mentor where id = ${id}`.execute(site.db)
  expect(after.rows).toEqual([{ status: 'rejected', rejection: 'The photo is dark.' }])

  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await page.waitForURL('**/admin/overview/students')
  await page.getByRole('link', { name: 'Aarav' }).and(page.locator('[href*="/admin/users/"]')).waitFor()
  await page.locator('body').press('/')
  await page.keyboard.type(phone)
  await page.getByRole('option', { name }).first().waitFor()
  await expectSound(visit)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByText(phone).first().waitFor()

  const plain = await site.visit({ width: 820, scripts: false })
  await plain.context.addCookies(await visit.context.cookies())
  await plain.page.goto('/hi/admin')
  await plain.page.getByRole('searchbox').first().fill(phone)
  await plain.page.keyboard.press('Enter')
  await plain.page.waitForURL(/\/hi\/admin\/search\?q=/)
  await plain.page.getByRole('link', { name }).first().waitFor()
  await expectNoSidewaysScroll(plain.page)
})

/** Verifies a mentor without going through the forms. */
async function verify(id: string): Promise<void> {
  await sql`update mentor_check set state = 'passed', method = 'original', checked_on = current_date where mentor_id = ${id}`.execute(
    site.db,
  )
  await sql`update mentor set status = 'verified' where id = ${id}`.execute(site.db)
  await projectMentors(site.db, [id])
}
/** The mentor's own browser, logged in. */
async function mentorVisit(phone: string, width: number): Promise<Visit> {
  const visit = await site.visit({ width })
  await site.login(visit.page, phone, 'mentor')
  return visit
}
/** The mentor changes their name. */
async function changeName({ page: { request } }: Visit, id: string, fullName: string): Promise<void> {
  const { answers } = (await (await request.get('/api/mentor/application')).json()).data
  const application = { ...Object.assign({}, ...Object.values(answers)), fullName }
  const reply = await request.put(`/api/mentor/${id}`, { data: { application } })
  expect(reply.status(), await reply.text()).toBe(200)
}

test('a new name unlists a verified mentor until an admin has compared it with the old one', {
  tags: ['full'],
}, async () => {
  const phone = '9811200006'
  const id = await applicant(phone, { fullName: 'Leela Menon' })
  await verify(id)
  const { rows } = await sql<{ slug: string }>`select slug from mentor where id = ${id}`.execute(site.db)
  const profile = `/mentors/${rows[0]?.slug}`
  const family = await site.visit({ width: 360 })
  await family.page.goto(profile)
  await family.page.getByRole('heading', { name: 'Leela Menon', level: 1 }).waitFor()

  const mentor = await mentorVisit(phone, 360)
  await mentor.page.goto('/signup/personal')
  const name = mentor.page.locator('#fullName input, input#fullName').first()
  await expect.poll(() => name.isEditable()).toBe(true)
  await pageReady(mentor.page)
  await name.fill('Rohit Malhotra')
  await mentor.page.getByText("families can't find your profile until we've reviewed it").waitFor()
  for (const path of ['/signup/education', '/signup/check']) {
    await mentor.page.getByRole('button', { name: /^Save and/ }).click()
    await mentor.page.waitForURL((url) => url.pathname === path)
  }
  await mentor.page.getByText("families can't find your profile until we've reviewed it").waitFor()
  await mentor.page.getByRole('button', { name: 'Save changes' }).click()
  await mentor.page.waitForURL(/\/dashboard\/mentor\?done=application/)
  await mentor.page.getByText("Families can't find your profile until then").waitFor()
  await mentor.page.getByText('Full name: Rohit Malhotra').waitFor()
  await expectSound(mentor)

  await family.page.goto(profile)
  await expect.poll(() => family.page.getByRole('heading', { name: 'Leela Menon', level: 1 }).count()).toBe(0)
  expect(await family.page.getByText('Rohit Malhotra').count()).toBe(0)

  const admin = await site.visit({ width: 1280 })
  const { page } = admin
  await logIn(page, (await makeAdmin(site.db)).phone, demoTotp, `/admin/mentors/${id}`)
  const change = page.locator('#change')
  await change.getByRole('row', { name: 'Full name Leela Menon Rohit Malhotra' }).waitFor()
  await expectSound(admin)
  await change.getByRole('button', { name: 'Decline changes' }).click()
  await change.getByText('Enter a reason').waitFor()
  await change.getByLabel(/^Reason for declining/).fill('Your ID shows another name.')
  await change.getByRole('button', { name: 'Decline changes' }).click()
  await toast(page, 'Changes declined')
  await change.waitFor({ state: 'detached' })
  await family.page.goto(profile)
  await family.page.getByRole('heading', { name: 'Leela Menon', level: 1 }).waitFor()

  await changeName(mentor, id, 'Leela Nair')
  await page.reload()
  await change.getByRole('row', { name: 'Full name Leela Menon Leela Nair' }).waitFor()
  await change.getByRole('button', { name: 'Approve changes' }).click()
  await toast(page, 'Changes approved')
  await family.page.goto(profile)
  await family.page.getByRole('heading', { name: 'Leela Nair', level: 1 }).waitFor()
})

test('deleting a document asks first; a changed name reopens the check; a new document can be requested and uploaded', {
  tags: ['full'],
}, async () => {
  const phone = '9811200004'
  const id = await applicant(phone, { fullName: 'Kiran Patel' })
  await verify(id)
  const admin = await site.visit({ width: 1280 })
  const { page } = admin
  await logIn(page, (await makeAdmin(site.db)).phone, demoTotp, `/admin/mentors/${id}`)
  const documents = page.locator('#documents')
  const dialog = page.getByRole('dialog', { name: 'Delete the ID document?' })
  await documents.getByRole('button', { name: 'Delete the ID document' }).click()
  await dialog.getByText("The file can't be restored").waitFor()
  await expectSound(admin)
  await dialog.getByRole('button', { name: 'Keep document' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await documents.getByRole('link', { name: 'Open: ID document' }).waitFor()
  await documents.getByRole('button', { name: 'Delete the ID document' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete the ID document' }).click()
  await toast(page, 'Document deleted')
  await documents.getByText(/^Deleted on /).waitFor()

  const mentor = await mentorVisit(phone, 360)
  await changeName(mentor, id, 'Kiran Shah')
  await page.goto('/admin/mentors?q=Kiran')
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Recheck needed' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/status=recheck/)
  await page.getByText(m.admin_recheck_age({ age: 'Today' })).waitFor()
  await expectSound(admin)
  await page.getByRole('link', { name: 'Kiran Patel', exact: true }).click()
  await page.getByText(/^Identity: changed on .* \(Full name\)$/).waitFor()
  await documents.getByRole('button', { name: 'Request a new ID document' }).click()
  await toast(page, 'New document requested')
  await documents.getByText(/^Requested on /).waitFor()
  await expectSound(admin)
  await page.goto('/admin/mentors?q=Kiran&status=recheck')
  await page.getByRole('heading', { name: m.admin_list_none_found() }).waitFor()

  await mentor.page.goto('/dashboard/mentor')
  await mentor.page.getByText('Please upload your ID document again').waitFor()
  await expectSound(mentor)
  await mentor.page.getByRole('link', { name: 'Upload ID document' }).click()
  await mentor.page.waitForURL(/\/signup\/personal#mentorId$/)
  const field = mentor.page.locator('#mentorId')
  const file = field.locator('input[type=file]:not([capture])')
  await mentor.page.getByRole('button', { name: m.consent_agree() }).click()
  await expect.poll(() => file.isEnabled()).toBe(true)
  const value = mentor.page.locator('input[type=hidden][name$=mentorId]')
  expect(await value.inputValue()).toBe('')
  await file.setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: makePdf(1) })
  await expect.poll(() => value.inputValue()).toMatch(/\/media\//)
  for (const path of ['/signup/education', '/signup/check']) {
    await mentor.page.getByRole('button', { name: /^Save and/ }).click()
    await mentor.page.waitForURL((url) => url.pathname === path)
  }
  await mentor.page.getByRole('button', { name: 'Save changes' }).click()
  await mentor.page.waitForURL(/\/dashboard\/mentor\?done=application/)
  expect(await mentor.page.getByText('Please upload your ID document again').count()).toBe(0)
  await expectSound(mentor)

  await page.reload()
  await page.getByRole('link', { name: 'Kiran Patel', exact: true }).click()
  await page.getByText(/^Identity: changed on .* \(ID document\)$/).waitFor()
  await documents.getByRole('link', { name: 'Open: ID document' }).waitFor()
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Recheck needed/ }).click()
  await page.getByRole('link', { name: 'Kiran Patel', exact: true }).waitFor()
})

test('without scripts, deleting the document needs a ticked confirmation', { tags: ['full'] }, async () => {
  const id = await applicant('9811200005', { fullName: 'Farah Khan' })
  await verify(id)
  const { page } = await site.visit({ width: 360, scripts: false })
  await logIn(page, (await makeAdmin(site.db)).phone, demoTotp, `/admin/mentors/${id}`)
  const documents = page.locator('#documents')
  await documents.getByRole('button', { name: 'Delete the ID document' }).click()
  await documents.getByText('Tick the box to delete the document.').waitFor()
  await documents.getByRole('link', { name: 'Open: ID document' }).waitFor()
  await documents.getByLabel('Yes, delete permanently').check()
  await documents.getByRole('button', { name: 'Delete the ID document' }).click()
  await page.getByText('Document deleted. The check result is kept.').waitFor()
  await documents.getByText(/^Deleted on /).waitFor()
})

test('the table: filters, sorting, paging, export, selection and bulk review by keyboard', {
  tags: ['full'],
}, async () => {
  const { phone } = await makeAdmin(site.db)
  const visit = await site.visit({ width: 820 })
  const { page } = visit
  await logIn(page, phone, demoTotp)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('verified')
  await page.getByRole('button', { name: 'Show results' }).click()
  await page.waitForURL(/status=verified/)
  await page.getByText(/^Showing 50 of \d+ mentors$/).waitFor()
  await page.locator('tbody tr').first().getByText('Verified').waitFor()
  const first = await page.locator('tbody tr').first().textContent()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(/cursor=/)
  await expect.poll(() => page.locator('tbody tr').first().textContent()).not.toBe(first)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(() => page.locator('tbody tr').first().textContent()).toBe(first)
  await expectSound(visit)

  const wide = await site.visit({ width: 1280 })
  await wide.context.addCookies(await visit.context.cookies())
  await wide.page.goto('/admin/mentors?status=verified')
  await wide.page.getByRole('columnheader', { name: 'Mentor' }).getByRole('link').click()
  await wide.page.waitForURL(/sort=name&order=desc/)
  const { rows } = await sql<{ name: string }>`
    select full_name as name from mentor where status = 'verified' order by full_name desc, id desc limit 1`.execute(
    site.db,
  )
  await wide.page
    .locator('tbody tr')
    .first()
    .getByRole('link', { name: rows[0]?.name ?? '' })
    .first()
    .waitFor()
  const [file] = await Promise.all([
    wide.page.waitForEvent('download'),
    wide.page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  const { rows: counted } = await sql<{
    n: number
  }>`select count(*)::int as n from mentor where status = 'verified'`.execute(site.db)
  expect([lines.length, lines[1]]).toEqual([(counted[0]?.n ?? 0) + 1, expect.stringContaining(`"${rows[0]?.name}"`)])
  await expectSound(wide)
  await wide.context.close()

  await page.goto('/admin/mentors?status=pending')
  await pageReady(page)
  const submitted = page.locator('tbody tr', { has: page.locator('.badge', { hasText: /^New$/ }) })
  const before = await submitted.count()
  // The focus is in the row's checkbox, then on the row itself.
  await submitted.nth(0).getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await submitted.nth(1).focus()
  await page.keyboard.press('Space')
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Start review of selected' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Review of 2 mentors started.').waitFor()
  await expect.poll(() => submitted.count()).toBe(before - 2)
  // At this width the side column is a menu: it opens, navigates and closes.
  await page.getByRole('button', { name: 'Admin menu' }).press('Enter')
  await page.getByRole('link', { name: 'Subjects & Courses' }).press('Enter')
  await page.getByRole('heading', { name: 'Subjects', level: 1 }).waitFor()
  expect(await page.locator('#admin-menu').isVisible()).toBe(false)
  await expectSound(visit)
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Mentor Verification Requests' }).waitFor()
  await expectSound(visit)
})

/** Presses Tab until the element has focus, as a keyboard user does. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 150; presses++) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${wanted}`)
}

test('the queue can be worked by keyboard alone: find, open, pass a check, verify', { tags: ['full'] }, async () => {
  const { id } = await makeMentor(site.db, { name: 'Keya Sen', status: 'in_review', shown: false })
  await sql`insert into mentor_check (mentor_id, kind, state, method, checked_on) values
    (${id}, 'identity', 'passed', 'original', current_date), (${id}, 'qualification', 'passed', 'original', current_date),
    (${id}, 'interview', 'pending', '', null)`.execute(site.db)
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  const { keyboard } = page
  await site.login(page, (await makeAdmin(site.db)).phone, 'admin')
  await page.goto('/admin/mentors?status=pending')
  await tabTo(page, page.getByLabel('Name, phone or MS number'))
  await keyboard.type('keya sen')
  await keyboard.press('Enter')
  await page.getByText('Showing 1 of 1').waitFor()
  await tabTo(page, page.getByRole('row', { name: /Keya Sen/ }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('link', { name: 'Keya Sen', exact: true }))
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Keya Sen', level: 1 }).waitFor()
  const interview = check(page, 'interview')
  await tabTo(page, interview.locator('summary'))
  await keyboard.press('Enter')
  const type = async (field: string, words: string) => {
    await tabTo(page, interview.getByLabel(field))
    await keyboard.type(words)
  }
  await type('Result', 'Passed')
  const choose = async (group: string, ...keys: readonly string[]) => {
    await tabTo(page, interview.getByRole('group', { name: group }).getByRole('radio').first())
    for (const key of keys) await keyboard.press(key)
  }
  await choose('What was checked', 'Space')
  await choose('How it was checked', 'Space', 'ArrowRight')
  expect(await interview.locator('[name=method]:checked').inputValue()).toBe('video-call')
  await type('Checked on', '02032026')
  await tabTo(page, page.getByRole('button', { name: 'Save check: Interview' }))
  await keyboard.press('Enter')
  await expect.poll(() => interview.locator('summary').textContent()).toContain('Passed')
  await tabTo(page, page.getByRole('button', { name: 'Verify', exact: true }))
  await keyboard.press('Enter')
  await toast(page, 'Mentor verified')
  expect(visit.problems).toEqual([])
})

test('keeps the selection across pages, shares it as a link and applies a bulk edit of it', {
  tags: ['full'],
}, async () => {
  const { phone } = await makeAdmin(site.db, { name: 'Neha', role: 'operations' })
  const visit = await site.visit({ width: 820 })
  const { page } = visit
  await site.login(page, phone, 'admin')
  await page.goto('/admin/mentors/listing?tier=silver&shown=yes&sort=name')
  await page.getByText(/^Showing 50 of \d+ mentors$/).waitFor()
  const boxes = page.locator('.admin-pick input')
  await boxes.nth(0).check()
  await boxes.nth(3).check()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(/cursor=/)
  await expect.poll(() => page.locator('.admin-pick input:checked').count()).toBe(0)
  await boxes.nth(1).check()
  await page.getByRole('status').filter({ hasText: '3 selected' }).waitFor()
  await page.getByText('Create a mentor link').click()
  await page.getByLabel('Link name').fill('For Diya, class 8')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Create link (3)' }).click()
  const share = await page.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')
  const address = await page.getByLabel('Link to share').inputValue()
  expect(decodeURIComponent(share ?? '')).toContain(`${site.url}/hi/selected-mentors?id=`)
  await expectSound(visit)

  const family = await site.visit({ width: 360 })
  // Without a browser user agent the visit is treated as a bot.
  await family.context.route('**/open', (route) =>
    route.continue({
      headers: { ...route.request().headers(), 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0' },
    }),
  )
  for (const _ of [1, 2]) {
    const counted = _ === 1 ? family.page.waitForResponse(/mentor-links.*open$/) : null
    await family.page.goto(address)
    await family.page.getByRole('heading', { name: 'Selected mentors' }).waitFor()
    expect(await family.page.locator('[aria-labelledby=selected-mentors] article').count()).toBe(3)
    await counted
  }
  expect(family.problems).toEqual([])
  await page.goto('/admin/mentors/links?q=Diya')
  await page.getByRole('row', { name: /For Diya.* 3 .*1 / }).waitFor()
  // The same form sent twice makes one link.
  await page.request.fetch(await sent, { maxRedirects: 0 })
  await page.reload()
  await page.getByRole('row', { name: /For Diya/ }).waitFor()

  await page.goto('/admin/mentors/listing')
  await page.getByRole('status').filter({ hasText: '3 selected' }).waitFor()
  await page.getByText('Change listing').click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Choose what to change and for which mentors.').waitFor()
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Preview' }) })
  await form.getByText('3 selected').waitFor()
  await form.getByLabel('Tier').selectOption('gold')
  await form.getByLabel('Our text about the mentor').fill('Chosen by us.')
  await expectSound(visit)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('status').filter({ hasText: '3 to change' }).waitFor()
  const preview = page.url()
  await page.getByRole('link', { name: 'Listing' }).first().click()
  await page.getByRole('status').filter({ hasText: '3 selected' }).waitFor()
  await page.goto(preview)
  await page.getByRole('button', { name: 'Apply to 3 mentors' }).click()
  await page.getByRole('status').filter({ hasText: '3 changed' }).waitFor()
  // Apply clears the selection.
  await page.goto('/admin/mentors/listing')
  await page.getByText(/^Showing 50 of/).waitFor()
  expect(await page.getByText('3 selected').count()).toBe(0)
  const { rows } = await sql`select from mentor where admin_brief = 'Chosen by us.' and tier = 'gold'`.execute(site.db)
  expect(rows).toHaveLength(3)
})

test('imports a file of 5,000 lines: shows each problem with its line and applies the good lines', {
  tags: ['full'],
}, async () => {
  const { phone } = await makeAdmin(site.db, { role: 'operations' })
  const { rows } = await sql<{ id: string }>`
    select id from mentor where status = 'verified' and admin_ranking <> 42 order by number limit 540`.execute(site.db)
  const lines = Array.from({ length: 5000 }, (_, i) => {
    const id = rows[i]?.id
    if (id) return `${id};42;"Line one\nline two";`
    return [`9${String(500_000_000 + i)};5;;`, `${rows[0]?.id};5;;`, `${rows[1]?.id};ten;;`, ';5;;'][i % 4]
  })
  const buffer = Buffer.from(`\ufeffid;ranking;brief;colour\r\n${lines.join('\r\n')}\r\n`)
  const visit = await site.visit({ width: 1280, dark: true })
  const { page } = visit
  await site.login(page, phone, 'admin')
  await page.goto('/admin/mentors/listing')
  await page.getByText('Import a file').click()
  await page.getByRole('button', { name: 'Upload and preview' }).click()
  await page.getByText('Choose a CSV file first.').waitFor()
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004') })
  await page.getByRole('button', { name: 'Upload and preview' }).click()
  await page.getByText('Save the table as "CSV UTF-8" and upload that.').waitFor()
  // The browser logs the rejected file.
  expect(visit.problems.splice(0).join()).toContain('400')
  await expectSound(visit)
  await page.getByLabel('CSV file').setInputFiles({ name: 'November.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Upload and preview' }).click()
  await page.getByRole('heading', { name: 'November.csv' }).waitFor()
  await page.getByText('540 to change, 4,460 with problems').waitFor()
  await page.getByText('Ignored columns: colour').waitFor()
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByLabel('Status').selectOption({ label: '4,460 with problems' })
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByText('Showing 50 of 4,460').waitFor()
  // Each of the 540 valid lines takes two.
  await page.getByRole('row', { name: /1082 .*9500000540 isn't a mentor's id/ }).waitFor()
  await page.getByRole('row', { name: /1083 .*This mentor is also on line 2/ }).waitFor()
  await page.getByRole('row', { name: /1084 .*Ranking ten: enter a whole number/ }).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /CSV/ }).click()])
  expect(file.suggestedFilename()).toBe('listing-change.csv')
  await expectSound(visit)
  const supporting = await site.visit({ width: 360 })
  await site.login(supporting.page, (await makeAdmin(site.db, { role: 'support' })).phone, 'admin')
  await supporting.page.goto(new URL(page.url()).pathname)
  await supporting.page.getByText('Only owners and operations can see these lines').waitFor()
  await supporting.page.getByText('540 to change, 4,460 with problems').waitFor()
  expect(await supporting.page.getByRole('link', { name: /CSV/ }).count()).toBe(0)
  await expectSound(supporting)
  await supporting.page.goto('/admin/audit')
  await supporting.page.getByRole('table').waitFor()
  expect(await supporting.page.getByRole('link', { name: /CSV/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Apply to 540 mentors' }).click()
  await page.getByRole('status').filter({ hasText: '540 changed' }).waitFor()
  const { rows: done } = await sql`
    select from mentor_search s join mentor m on m.id = s.mentor_id where m.admin_ranking = 42 and m.admin_brief = E'Line one\nline two'`.execute(
    site.db,
  )
  expect(done.length).toBeGreaterThan(500)
})

test('a new admin sets up the authenticator at the first login; a recovery code works without it', {
  tags: ['full'],
}, async () => {
  const { phone, accountId } = await makeAdmin(site.db, { enrolled: false })
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await page.goto('/admin/login')
  await verifyPhone(page, phone)
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await page.locator('[translate=no]').textContent())?.replaceAll(' ', '') ?? ''
  await expectSound(visit)
  await page.getByLabel('Authenticator code').fill('000000')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText("doesn't match").waitFor()
  await page.getByLabel('Authenticator code').fill(codeFrom(secret))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { name: 'Save these recovery codes' }).waitFor()
  const codes = await page.locator('ul[translate=no] li').allTextContents()
  expect(codes).toHaveLength(10)
  await expectSound(visit)
  await page.getByRole('link', { name: "I've saved them" }).click()
  await page.waitForURL((url) => url.pathname === '/admin')

  await sql`delete from otp_challenge where phone = ${phone}`.execute(site.db)
  const lost = await site.visit({ width: 820 })
  await lost.page.goto('/admin/login')
  await verifyPhone(lost.page, phone)
  await lost.page.getByText('Lost your phone?').click()
  await expectSound(lost)
  await lost.page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await lost.page.getByRole('button', { name: 'Log in with this code' }).click()
  await lost.page.waitForURL((url) => url.pathname === '/admin')
  const { rows } = await sql`select 1 from recovery_code where account_id = ${accountId} and used_at is null`.execute(
    site.db,
  )
  expect(rows).toHaveLength(9)
})

test.each([
  [360, 'hi'],
  [1280, 'en'],
] as const)(
  'the overview passes open checks in one dialog at %i px in %s; checks that cannot pass stay open',
  { tags: ['full'] },
  async (width, locale) => {
    const name = width === 360 ? 'Rupa Nair' : 'Tara Bose'
    const id = await applicant(`98112001${String(width).padStart(4, '0').slice(0, 2)}`, { fullName: name })
    await sql`update mentor set submitted_at = now() - interval '900 days' where id = ${id}`.execute(site.db)
    const visit = await site.visit({ width })
    const { page } = visit
    await site.login(page, (await makeAdmin(site.db, { name: 'Om', role: 'operations' })).phone, 'admin')
    await page.goto(locale === 'hi' ? '/hi/admin' : '/admin')
    const words = {
      en: {
        verify: 'Verify',
        confirm: m.admin_verify_confirm(),
        left: m.admin_verify_left(),
        done: 'Mentor verified',
      },
      hi: {
        verify: 'वेरिफ़ाई करें',
        confirm: m.admin_verify_confirm({}, { locale: 'hi' }),
        left: m.admin_verify_left({}, { locale: 'hi' }),
        done: '',
      },
    }[locale]
    // Folded on phones.
    if (width === 360) await page.locator('#requests-fold').click()
    await page.getByRole('link', { name: `${words.verify}: ${name}` }).click()
    const dialog = page.getByRole('dialog')
    const choose = async (kind: string, basis: string, method: string) => {
      await dialog.locator(`[name="${kind}.basis"][value="${basis}"]`).check()
      await dialog.locator(`[name="${kind}.method"][value="${method}"]`).check()
    }
    await choose('identity', 'aadhaar', 'copy')
    await choose('qualification', 'degree-certificate', 'copy')
    await choose('interview', 'sample-class', 'in-person')
    await expectSound(visit)
    await dialog.getByRole('button', { name: words.confirm }).click()
    await dialog.getByRole('alert').filter({ hasText: words.left }).waitFor()
    const states = async () => {
      const { rows } = await sql<{ kind: string; state: string }>`
      select kind, state from mentor_check where mentor_id = ${id} order by kind`.execute(site.db)
      return rows.map(({ kind, state }) => `${kind} ${state}`)
    }
    expect(await states()).toEqual(['identity passed', 'interview passed', 'qualification pending'])
    await expect.poll(() => dialog.locator('[name="identity.basis"]').count()).toBe(0)
    await choose('qualification', 'degree-certificate', 'digilocker')
    await dialog.getByRole('button', { name: words.confirm }).click()
    if (words.done) await toast(page, words.done)
    await dialog.waitFor({ state: 'hidden' })
    const { rows } = await sql<{ action: string; by: string; what: string | null }>`
    select l.action, u.name as by, l.detail ->> 'check' as what from audit l join admin_user u on u.account_id = l.account_id
    where l.subject_id = ${id} and l.action in ('mentor.check', 'mentor.verify') order by l.at`.execute(site.db)
    expect(rows).toEqual([
      { action: 'mentor.check', by: 'Om', what: 'identity' },
      { action: 'mentor.check', by: 'Om', what: 'interview' },
      { action: 'mentor.check', by: 'Om', what: 'qualification' },
      { action: 'mentor.verify', by: 'Om', what: null },
    ])
  },
)

test('an optional check with an uploaded file stays open when the mentor is verified without it', {
  tags: ['full'],
}, async () => {
  const id = await applicant('9811200199', { fullName: 'Mira Sen' }, 'police')
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, (await makeAdmin(site.db, { name: 'Om', role: 'operations' })).phone, 'admin')
  await page.goto(`/admin/mentors/${id}/verify`)
  const choose = async (kind: string, basis: string, method: string) => {
    await page.locator(`[name="${kind}.basis"][value="${basis}"]`).check()
    await page.locator(`[name="${kind}.method"][value="${method}"]`).check()
  }
  await choose('identity', 'aadhaar', 'copy')
  await choose('qualification', 'degree-certificate', 'digilocker')
  await choose('interview', 'sample-class', 'in-person')
  // The file preselects how it was seen, but not what it proves.
  expect(await page.locator('[name="police.method"][value="copy"]').isChecked()).toBe(true)
  await page.getByRole('button', { name: m.admin_verify_confirm() }).click()
  const found = async () => {
    const { rows } = await sql<{ status: string; police: string | null }>`
      select status, (select state from mentor_check where mentor_id = m.id and kind = 'police' and state = 'passed') as police
      from mentor m where id = ${id}`.execute(site.db)
    return rows[0]
  }
  await expect.poll(found).toEqual({ status: 'verified', police: null })
  expect(visit.problems).toEqual([])
  await page.context().close()
})
