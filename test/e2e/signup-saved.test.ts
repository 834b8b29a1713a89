// @module-tag full
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPhone } from '#test/builders.ts'
import { makePhoto } from '#test/uploads.ts'
import { pageReady, type Site, startSite } from './site.ts'

let site: Site
let folder: string
beforeAll(async () => {
  site = await startSite()
  folder = await mkdtemp(join(tmpdir(), 'mentorsetu-saved-'))
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

const field = (page: Page, path: string) => page.locator(`[id="${path}"]`)
const line = (page: Page) => page.locator('.form-header p').nth(1)
const says = (page: Page, words: string) => expect.poll(() => line(page).textContent()).toBe(words)
const rowOf = async (phone: string, section: string) => {
  const { rows } = await sql<{ answers: Record<string, unknown> | null }>`
    select p.answers -> ${section} as answers from application p join account a on a.id = p.account_id where a.phone = ${phone}`.execute(
    site.db,
  )
  return rows[0]?.answers ?? null
}
/** Delays every save until released. */
async function holdSaves(page: Page, path = '**/api/mentor/application/*') {
  const gate = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await gate.promise
    await route.continue().catch(() => undefined)
  })
  return async () => {
    gate.resolve()
    await page.unroute(path)
  }
}
async function formAt(section: string) {
  const phone = newPhone()
  const visit = await site.visit({ width: 360 })
  await site.login(visit.page, phone, 'mentor')
  await visit.page.goto(`/signup/${section}`)
  await pageReady(visit.page)
  return { ...visit, phone }
}

test("a location shows Saved only once it is stored, with the phone's position, on a slow connection too", async () => {
  const { page, context, phone } = await formAt('location')
  await says(page, 'Saved')
  const letGo = await holdSaves(page)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 22.7533, longitude: 75.8937 })
  await page.getByRole('button', { name: 'Use my location' }).click()
  await page.getByText(/^Your location: .+, Indore/).waitFor()
  await says(page, 'Saving…')
  expect(await rowOf(phone, 'location')).toBeNull()
  await letGo()
  await says(page, 'Saved')
  const point = { state: 'Madhya Pradesh', city: 'Indore', lat: 22.7533, lon: 75.8937 }
  expect(await rowOf(phone, 'location')).toMatchObject({ location: point })

  // Typing another area discards the phone's position.
  await field(page, 'location.area').fill('Palasia')
  expect(await line(page).textContent()).not.toBe('Saved')
  await field(page, 'teachingRange').selectOption('5km')
  await says(page, 'Saved')
  const answers = await rowOf(phone, 'location')
  expect(answers).toMatchObject({ location: { city: 'Indore', area: 'Palasia' }, teachingRange: '5km' })
  expect(answers?.location).not.toHaveProperty('lat')
  await page.reload()
  expect(await field(page, 'location.state').inputValue()).toBe('Madhya Pradesh')
  expect(await field(page, 'location.city').inputValue()).toBe('Indore')
  expect(await field(page, 'location.area').inputValue()).toBe('Palasia')
  expect(await field(page, 'teachingRange').inputValue()).toBe('5km')
  await context.close()
})

test('server errors and lost connections are shown, and the input is sent later', async () => {
  const { page, context, phone } = await formAt('personal')
  await page.route('**/api/mentor/application/*', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
  await field(page, 'fullName').fill('Asha Verma')
  await says(page, 'Not saved yet. Trying again')
  await page.getByText("Your answers are safe on this device, and we'll keep trying.").waitFor()
  expect(await rowOf(phone, 'personal')).toBeNull()
  await page.unroute('**/api/mentor/application/*')
  await says(page, 'Saved')
  expect(await rowOf(phone, 'personal')).toMatchObject({ fullName: 'Asha Verma' })

  await context.setOffline(true)
  await field(page, 'fullName').fill('Asha Verma Rao')
  await says(page, "Saved on this device. We'll send it when you're online")
  expect(await page.evaluate(`localStorage.getItem('application:personal:${phone}')`)).toContain('Asha Verma Rao')
  expect(await rowOf(phone, 'personal')).toMatchObject({ fullName: 'Asha Verma' })
  await context.setOffline(false)
  await says(page, 'Saved')
  expect(await rowOf(phone, 'personal')).toMatchObject({ fullName: 'Asha Verma Rao' })
  await context.close()
})

test('an upload in progress is not shown as Saved and is not lost; once saved it survives a reload', async () => {
  const { page, context, phone } = await formAt('personal')
  const letGo = await holdSaves(page, '**/api/media/**')
  const photo = join(folder, 'photo.jpg')
  await writeFile(photo, await makePhoto(400, 500))
  await field(page, 'profilePhoto').locator('input[type=file]').first().setInputFiles(photo)
  await says(page, 'Uploading a file…')
  await page.locator('.form-actions button[type=submit]').click()
  await field(page, 'profilePhoto').getByText('Wait for this file to upload').waitFor()
  expect(new URL(page.url()).pathname).toBe('/signup/personal')
  await letGo()
  await says(page, 'Saved')
  const answers = await rowOf(phone, 'personal')
  expect(answers?.profilePhoto).toMatch(/\/media\//)
  await page.reload()
  expect(await page.locator('[name=profilePhoto]').inputValue()).toBe(answers?.profilePhoto)

  await pageReady(page)
  const broken = join(folder, 'broken.jpg')
  await writeFile(broken, 'not a picture')
  await field(page, 'mentorId').locator('input[type=file]').first().setInputFiles(broken)
  await says(page, "A file wasn't uploaded")
  await context.close()
})
