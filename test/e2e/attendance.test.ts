import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { visitCodesBy } from '#server/classes/bookings/visit-code.ts'
import { removeGuards } from '../lifecycle-guards.ts'
import { expectAccessible, expectNoSidewaysScroll, pageReady, type Site, startSite, type Visit } from './site.ts'

const hi = { locale: 'hi' } as const
const family = '9826014210'
const mentor = '9826010001'
let site: Site
let lesson: string
beforeAll(async () => {
  site = await startSite()
  // The class is reset more than once.
  await removeGuards(site.db)
  // The demo's next class ended a little while ago, on the same Indian calendar day whatever the time of this run.
  const { rows } = await sql<{ id: string; slot: string }>`
    with began as (select greatest(now() - interval '30 minutes', date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata') as at)
    update lesson l set starts_at = began.at, ends_at = least(began.at + interval '20 minutes', now()), minutes = 20 from began, booking b, mentor m, account a
    where l.booking_id = b.id and m.id = b.mentor_id and a.id = m.account_id and a.phone = ${mentor} and l.status = 'scheduled' returning l.id, l.slot_id as slot`.execute(
    site.db,
  )
  expect(rows).toHaveLength(1)
  lesson = rows[0]?.id ?? ''
})
afterAll(() => site.stop())

/** Opens a dashboard with the service worker and waits until the phone has cached it. */
async function openCachedDashboard(visit: Visit, path: string): Promise<void> {
  const { page } = visit
  await page.goto(path)
  await page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => null)")
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await page.reload()
  await expect.poll(() => cachedDashboards(page)).toEqual([path])
}
const cachedDashboards = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => (await (await caches.open('kept-1')).keys())
    .map(({ url }) => new URL(url).pathname).filter((path) => /^(\\/hi)?\\/dashboard/.test(path)))()`)

/** Goes offline; failed loads meanwhile are not problems. */
async function whileOffline({ problems }: Visit, context: BrowserContext, work: () => Promise<void>): Promise<void> {
  const before = problems.length
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
  problems.splice(before)
}
/** Changes the entries stored on a phone. */
const changeStoredEntries = (page: Page, work: string) =>
  page.evaluate(`new Promise((done) => {
    indexedDB.open('attendance', 1).onsuccess = ({ target: { result: database } }) => {
      const transaction = database.transaction('marked', 'readwrite')
      const store = transaction.objectStore('marked')
      ${work}
      transaction.oncomplete = () => done(database.close())
    }
  })`)
const note = (page: Page) => page.locator('.kept-note')
async function expectSound(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}
const recordOf = async () =>
  (
    await sql<{ code: boolean; saved: boolean; tick: boolean; homework: string; note: string }>`
      select code_at is not null as code, saved_at is not null as saved, parent_tick as tick, homework, note from class_record where lesson_id = ${lesson}`.execute(
      site.db,
    )
  ).rows

test("attendance marked offline with the family's code is stored on the phone and sent later", {
  tags: ['full'],
}, async () => {
  const home = await site.visit({ width: 360 })
  await site.login(home.page, family, 'student')
  await openCachedDashboard(home, '/hi/dashboard/student')
  let code = ''
  await whileOffline(home, home.context, async () => {
    await home.page.reload()
    expect(await note(home.page).textContent()).toContain('यह आपका डैशबोर्ड')
    const card = home.page.getByRole('region', { name: m.code_today_one({}, hi) })
    code = (await card.getByRole('img').textContent()) ?? ''
    expect(code).toMatch(/^\d{4}$/)
    await expectSound(home.page)
  })

  const visit = await site.visit({ width: 360 })
  const { page, context } = visit
  await site.login(visit.page, mentor, 'mentor')
  await openCachedDashboard(visit, '/hi/dashboard/mentor')
  expect(await page.content()).not.toContain(code)
  const today = page.getByRole('region', { name: m.dash_today_one({}, hi) })
  const kept = page.getByRole('region', { name: m.attend_kept({}, hi) })
  await whileOffline(visit, context, async () => {
    await page.getByText(m.attend_offline({}, hi)).waitFor()
    await page.goto('/hi/dashboard/mentor?tab=earnings')
    await page.waitForURL('**/hi/dashboard/mentor')
    expect(await note(page).textContent()).toContain('यह आपका डैशबोर्ड')
    await page.getByText(m.attend_offline({}, hi)).waitFor()
    await today.getByRole('link', { name: m.dash_mark_attendance({}, hi) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(m.dash_topic({}, hi)).fill('भिन्न, अभ्यास 4.2')
    // An entry that would certainly be refused is not stored.
    await dialog.getByLabel(m.code_optional({}, hi)).fill('12a')
    await dialog.getByRole('button', { name: m.dash_mark_attendance({}, hi) }).click()
    await dialog.getByText(m.code_bad({}, hi)).waitFor()
    await dialog.getByLabel(m.code_optional({}, hi)).fill(code)
    await dialog.getByRole('button', { name: m.note_phrase_well({}, hi) }).click()
    await dialog.getByRole('button', { name: m.note_phrase_revise({}, hi) }).click()
    await expectSound(page)
    await dialog.getByRole('button', { name: m.dash_mark_attendance({}, hi) }).click()
    await kept.locator('.badge', { hasText: m.attend_saved({}, hi) }).waitFor()
    await expectSound(page)
    // The phone restarts.
    await page.reload()
    await kept.locator('.badge', { hasText: m.attend_saved({}, hi) }).waitFor()
    await today.getByText(m.attend_saved({}, hi)).waitFor()
    expect(await today.getByRole('link', { name: m.dash_mark_attendance({}, hi) }).count()).toBe(0)
  })
  await kept.getByText(m.attend_sent({}, hi)).waitFor()
  await kept.getByText(m.code_right({}, hi)).waitFor()
  await today.getByText(m.attend_by_code({}, hi)).waitFor()
  expect(await note(page).count()).toBe(0)
  expect(await recordOf()).toEqual([
    { code: true, saved: true, tick: true, note: m.note_phrase_well({}, hi), homework: m.note_phrase_revise({}, hi) },
  ])
  await expectSound(page)
  await today.getByRole('link', { name: m.note_title({}, hi) }).click()
  await page.getByRole('dialog').getByLabel(m.note_homework({}, hi), { exact: true }).first().waitFor()
  await expectSound(page)
  expect(visit.problems).toEqual([])

  // The family sees what the mentor wrote and may still report a problem.
  await home.page.goto(`/hi/dashboard/student?class=${lesson}`)
  const details = home.page.getByRole('dialog')
  await details.getByText(m.attend_by_code({}, hi)).waitFor()
  await details.locator('.ruled', { hasText: m.note_phrase_well({}, hi) }).waitFor()
  await details.getByRole('link', { name: m.dash_problem({}, hi) }).waitFor()
  await expectSound(home.page)
  expect(home.problems).toEqual([])

  // Nothing is left for the next user of the phone.
  await page.locator('form[action$="/logout"] button').first().dispatchEvent('click')
  await page.waitForURL('**/hi')
  await expect.poll(() => cachedDashboards(page)).toEqual([])
  await context.close()
  await home.context.close()
})

test('a refused entry stays on the phone with the reason until corrected; a wrong code can be retyped', {
  tags: ['full'],
}, async () => {
  await sql`delete from class_record where lesson_id = ${lesson}`.execute(site.db)
  const setStatus = (status: string) => sql`update lesson set status = ${status} where id = ${lesson}`.execute(site.db)
  await setStatus('scheduled')
  const visit = await site.visit({ width: 1280, dark: true })
  const { page, context } = visit
  await site.login(visit.page, mentor, 'mentor')
  await page.goto('/dashboard/mentor')
  await pageReady(page)
  const code = visitCodesBy(site.context.config.secretKeys).codeOf(lesson)
  const wrong = ['0000', '1111', '2222'].filter((one) => one !== code)
  const kept = page.getByRole('region', { name: m.attend_kept() })
  const today = page.getByRole('region', { name: m.dash_today_one() })
  await whileOffline(visit, context, async () => {
    await today.getByRole('link', { name: m.dash_mark_attendance() }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(m.dash_topic()).fill('Fractions')
    await dialog.getByLabel(m.code_optional()).fill(wrong[0] ?? '')
    await dialog.getByRole('button', { name: m.dash_mark_attendance() }).click()
    await kept.locator('.badge', { hasText: m.attend_saved() }).waitFor()
    await setStatus('cancelled')
    // An older entry that causes a server error does not block this one.
    await page.route('**/api/class-records', (route) =>
      route.request().postData()?.includes('stumbles') ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await changeStoredEntries(
      page,
      `store.getAll().onsuccess = ({ target: { result: [one] } }) =>
      store.put({ ...one, lesson: 'older', key: 'older', savedAt: '2026-01-01T00:00:00Z', body: { ...one.body, topic: 'stumbles' } })`,
    )
  })
  await kept.getByText(m.attend_refused(), { exact: true }).waitFor()
  await kept.getByText('There is no class on this date.').waitFor()
  await changeStoredEntries(page, "store.delete('older')")
  await expectSound(page)
  await page.reload()
  await kept.getByText(m.attend_refused(), { exact: true }).waitFor()
  await setStatus('scheduled')
  await kept.getByRole('button', { name: m.attend_send_again() }).click()
  await kept.getByText(m.attend_sent()).waitFor()
  await kept.getByText(m.code_wrong({ tries: 2 })).waitFor()
  await today.getByRole('link', { name: m.code_type() }).click()
  const dialog = page.getByRole('dialog')
  const typeCode = async (digits = '') => {
    await dialog.getByLabel(m.code_title(), { exact: true }).fill(digits)
    await dialog.getByRole('button', { name: m.code_check() }).click()
  }
  await typeCode(wrong[1])
  await dialog.getByText('You have 1 try left.').waitFor()
  await expectSound(page)
  await typeCode(code)
  await today.getByText(m.attend_by_code()).waitFor()
  // The browser logs the refusal as an error; there must be no other.
  expect(visit.problems.filter((one) => !/409|500/.test(one))).toEqual([])
  await context.close()
})

test("a class that ended early needs the family's code; an entry sent too early is refused and kept", {
  tags: ['full'],
}, async () => {
  await sql`delete from class_record where lesson_id = ${lesson}`.execute(site.db)
  const ends = (inMinutes: number) =>
    sql`update lesson set status = 'scheduled', wrong_codes = '{}', ends_at = now() + make_interval(mins => ${inMinutes}) where id = ${lesson}`.execute(
      site.db,
    )
  await ends(25)
  const visit = await site.visit({ width: 360 })
  const { page, context } = visit
  await site.login(page, mentor, 'mentor')
  await page.goto('/hi/dashboard/mentor')
  const today = page.getByRole('region', { name: m.dash_today_one({}, hi) })
  const kept = page.getByRole('region', { name: m.attend_kept({}, hi) })
  expect(await today.getByRole('link', { name: m.dash_mark_attendance({}, hi) }).count()).toBe(0)
  await today.getByRole('link', { name: m.attend_ended_early({}, hi) }).click()
  const dialog = page.getByRole('dialog')
  const submit = () => dialog.getByRole('button', { name: m.dash_mark_attendance({}, hi) }).click()
  await dialog.getByLabel(m.dash_topic({}, hi)).fill('भिन्न')
  await dialog.getByLabel(m.dash_time_out({}, hi)).fill('00:01')
  await dialog.getByLabel(m.dash_time_in({}, hi)).fill('00:00')
  const code = dialog.getByLabel(m.code_title({}, hi), { exact: true })
  await expectSound(page)
  // Without a code the phone does not even store the entry.
  await whileOffline(visit, context, async () => {
    await page.evaluate("document.querySelector('dialog[open] [name=code]').required = false")
    await submit()
    await dialog.locator('[name=code][aria-invalid=true]').waitFor()
    expect([await kept.count(), await dialog.getByLabel(m.dash_topic({}, hi)).inputValue()]).toEqual([0, 'भिन्न'])
    await code.fill('0000' === visitCodesBy(site.context.config.secretKeys).codeOf(lesson) ? '1111' : '0000')
    await submit()
    await kept.locator('.badge', { hasText: m.attend_saved({}, hi) }).waitFor()
  })
  await kept.getByText(m.attend_refused({}, hi), { exact: true }).waitFor()
  expect(await recordOf()).toEqual([])
  await expectSound(page)
  // After the planned end the same entry is accepted and the family is asked to confirm.
  await ends(0)
  await kept.getByRole('button', { name: m.attend_send_again({}, hi) }).click()
  await kept.getByText(m.attend_sent({}, hi)).waitFor()
  expect(await recordOf()).toMatchObject([{ code: false, tick: false }])
  // With the right code the class is confirmed at once, and the message says so.
  await sql`delete from class_record where lesson_id = ${lesson}`.execute(site.db)
  await ends(0)
  await page.goto(`/hi/dashboard/mentor?attend=${lesson}`)
  await dialog.getByLabel(m.dash_topic({}, hi)).fill('भिन्न')
  await dialog.getByLabel(m.dash_time_out({}, hi)).fill('00:01')
  await dialog.getByLabel(m.dash_time_in({}, hi)).fill('00:00')
  await dialog.getByLabel(m.code_optional({}, hi)).fill(visitCodesBy(site.context.config.secretKeys).codeOf(lesson))
  await submit()
  await page.locator('.toast', { hasText: m.attend_done_code({}, hi) }).waitFor()
  expect(await recordOf()).toMatchObject([{ code: true }])
  expect(visit.problems.filter((one) => !/409/.test(one))).toEqual([])
  await context.close()
})
