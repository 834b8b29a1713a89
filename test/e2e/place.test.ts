// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGoogleMaps } from '#test/google-maps.ts'
import { expectAccessible, expectNoSidewaysScroll, pageReady, type Site, startSite, type Visit } from './site.ts'

let site: Site
let google: Awaited<ReturnType<typeof startGoogleMaps>>
beforeAll(async () => {
  google = await startGoogleMaps()
  site = await startSite({ variables: google.variables })
})
afterAll(async () => {
  await site.stop()
  google.stop()
})

let phones = 9811400000
async function applicant(): Promise<Visit> {
  const visit = await site.visit({ width: 360 })
  const phone = String(++phones)
  await site.login(visit.page, phone, 'mentor')
  await visit.page.goto('/signup/location')
  await pageReady(visit.page)
  return visit
}
const pictures = () => google.seen.filter(({ pathname }) => pathname === '/maps/api/staticmap')

test('an admin adds an area, and the cached list page knows it at once', async () => {
  const { page, context, problems } = await site.visit({ width: 820 })
  await site.login(page, '9826000001', 'admin')
  const visitor = await site.visit({ width: 360 })
  const seen = async () => {
    await visitor.page.goto('/hi/mentors?state=Madhya+Pradesh&city=Indore&area=Mahalaxmi+Nagar')
    return await visitor.page.content()
  }
  expect(await seen()).not.toContain('महालक्ष्मी')
  await page.goto('/admin/subjects/places')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Add an area' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add an area' }).waitFor()
  await pageReady(page)
  await page.getByLabel('City').selectOption('Indore')
  await page.getByLabel('English name').fill('Mahalaxmi Nagar')
  await page.getByLabel('Hindi name').fill('महालक्ष्मी नगर')
  await page.getByLabel('Other names').fill('Mahalakshmi')
  await page.getByLabel('Latitude').fill('23.25')
  await page.getByLabel('Longitude').fill('77.41')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel("I've checked that the coordinates are correct").waitFor()
  await expectAccessible(page)
  await page.getByLabel('Latitude').fill('22.7533')
  await page.getByLabel('Longitude').fill('75.8937')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Mahalaxmi Nagar' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expect.poll(seen).toContain('महालक्ष्मी')
  // A city with areas cannot be merged.
  await page.goto('/admin/subjects/places?kind=city&q=Indore')
  await page.getByRole('link', { name: 'Indore', exact: true }).click()
  await page.getByText('First move or merge the places within this one.').waitFor()
  expect(await page.getByRole('button', { name: 'Merge', exact: true }).count()).toBe(0)
  expect(problems).toEqual([])
  await visitor.context.close()
  await context.close()
})

test('the location is shown on a map, moved by touch and keyboard, and saved on confirmation', async () => {
  const { page, context, problems } = await applicant()
  const field = (path: string) => page.locator(`[id="${path}"]`)
  const point = async () =>
    (await Promise.all(['lat', 'lon'].map((one) => page.locator(`[name="location.${one}"]`).inputValue()))).join()
  const natural = () => page.evaluate("document.querySelector('.map-picture')?.naturalWidth")
  await field('location.state').selectOption('Madhya Pradesh')
  await field('location.city').selectOption('Indore')
  expect(await page.getByText('Is this your location?').count()).toBe(0)
  await field('location.area').fill('Scheme 54')
  await page.keyboard.press('Tab')
  await page.getByText('12, Scheme 54, Vijay Nagar, Indore').waitFor()
  await expect.poll(natural).toBe(800)
  expect(await point()).toBe(',')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'This is right' }).click()
  await page.getByText('Families never see the pin.').waitFor()
  expect(await point()).toBe('22.753,75.894')

  await page.getByRole('button', { name: 'Move' }).click()
  await expectAccessible(page)
  const before = pictures().length
  await page.getByRole('button', { name: 'North' }).focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.map-picture').getAttribute('src')).toContain('lat=22.76')
  // Three presses trigger one map request.
  await expect.poll(() => pictures().length).toBe(before + 1)
  const { width = 0, height = 0 } = (await page.locator('.map-picture').boundingBox()) ?? {}
  await page.locator('.map-picture').click({ position: { x: width * 0.9, y: height / 2 } })
  await expect.poll(() => page.locator('.map-picture').getAttribute('src')).toContain('lon=75.901')
  expect(await point()).toBe('22.753,75.894')
  await page.getByRole('button', { name: 'This is right' }).click()
  expect(await point()).toMatch(/^22\.76\d*,75\.901$/)
  // The form may still say "Saved" for the previous answers.
  const kept = async () => (await (await context.request.get('/api/mentor/application')).json()).data.answers.location
  await expect.poll(async () => (await kept()).location).toMatchObject({ area: 'Scheme 54', lon: 75.901 })
  expect(problems).toEqual([])

  // Another area is another location; if the map fails, the text remains.
  google.breakPictures()
  await field('location.area').fill('Palasia')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'This is right' }).waitFor()
  await expect.poll(() => page.locator('.map-picture').count()).toBe(0)
  expect(await point()).toBe(',')
  await expectAccessible(page)
  await context.close()
})

test("the phone's position is shown on the map too", async () => {
  const { page, context } = await applicant()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 22.7533, longitude: 75.8937 })
  await page.getByRole('button', { name: 'Use my location' }).click()
  await page.getByRole('heading', { name: 'Is this your location?' }).waitFor()
  await page.getByRole('button', { name: 'This is right' }).click()
  expect(await page.locator('[name="location.lat"]').inputValue()).toBe('22.7533')
  await context.close()
})
