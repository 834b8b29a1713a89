// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const api = async (query: string) =>
  // safe: our own endpoint
  (await (await fetch(`${site.url}/api/mentor?${query}`)).json()) as {
    data: { slug: string; tier: string; location: { city: string } }[]
    total: number | { atLeast: number }
  }
const text = (total: number | { atLeast: number }) => (typeof total === 'number' ? String(total) : `${total.atLeast}+`)

describe.each([
  { name: 'English, wide', width: 1280, path: '', online: /^Online Mentors \((\S+)\)$/ },
  { name: 'Hindi, phone', width: 360, path: '/hi', online: /^ऑनलाइन मेंटर \((\S+)\)$/ },
])('the list of a place ($name)', ({ width, path, online }) => {
  test.each([
    'class=1&subject=mathematics&state=Madhya+Pradesh&city=Bhopal',
    'subject=mathematics&state=Madhya+Pradesh&city=Indore',
    'subject=mathematics&city=Kochi',
  ])('%s lists local mentors first, then a section for online mentors', async (query) => {
    const main = await api(`${query}&limit=50`)
    const all = await api(`${query}&mode=online`)
    const ofTier = (tier: string) => main.data.flatMap((one) => (one.tier === tier ? [one.slug] : []))
    const { page, context, problems } = await site.visit({ width })
    await page.goto(`${path}/mentors?${query}`)
    const heading = page.getByRole('heading', { level: 2, name: online })
    expect((await heading.textContent())?.match(online)?.[1]).toBe(text(all.total))
    const slugsIn = (section: string) =>
      page
        .locator(`${section} .mentor-card h3 a`)
        .evaluateAll((links) => links.map((link) => /[^/]*(?=\?)/.exec(link.getAttribute('href') ?? '')?.[0]))
    const shown = await slugsIn('main')
    expect(new Set(shown).size).toBe(shown.length)
    // The order of the API in both sections; gold places stay empty rather than filled from elsewhere.
    expect(await slugsIn('[aria-labelledby=gold-mentors]')).toEqual(ofTier('gold').slice(0, 2))
    expect(await slugsIn('[aria-labelledby=more-mentors]')).toEqual(ofTier('silver').slice(0, 12))
    expect(await page.locator('section[aria-labelledby=online-mentors] .mentor-card').count()).toBeGreaterThan(0)
    if (main.total === 0) await page.locator('a[href="#online-mentors"]').click()
    else expect(await page.locator('.list-head b').first().textContent()).toContain(text(main.total))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    expect(problems).toEqual([])
    await context.close()
  })
})

describe("the reader's location", () => {
  const scheme54 = { latitude: 22.7573, longitude: 75.8947 }

  test('is not requested automatically; once granted, the list starts at its area by name until reset', async () => {
    const { page, context, problems } = await site.visit({ width: 1280 })
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation(scheme54)
    await page.goto('/mentors?subject=mathematics')
    await page.getByRole('heading', { level: 1, name: 'Top Tutors of Scheme 54' }).waitFor()
    expect(new URL(page.url()).searchParams.get('subject')).toBe('mathematics')
    await context.clearPermissions()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Top Tutors of Scheme 54' }).waitFor()
    const later = await context.newPage()
    await later.goto('/mentors')
    await later.getByRole('heading', { level: 1, name: 'Top Tutors of Scheme 54' }).waitFor()
    // An address that names a place takes precedence.
    await later.goto('/mentors?city=Bhopal')
    await later.getByRole('heading', { level: 1, name: 'Top Tutors of Bhopal' }).waitFor()
    await pageReady(later)
    expect(later.url()).toMatch(/city=Bhopal$/)
    await page.locator('#filters').getByRole('link', { name: 'Reset' }).click()
    await page.getByRole('heading', { level: 1, name: 'Top Tutors of Indore' }).waitFor()
    await later.goto('/mentors')
    await pageReady(later)
    await later.getByRole('heading', { level: 1, name: 'Top Tutors of Indore' }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test.each([
    { at: { latitude: 23.2141, longitude: 77.4338 }, en: 'Arera Colony', hi: 'अरेरा कॉलोनी' },
    { at: scheme54, en: 'Scheme 54', hi: 'स्कीम 54' },
    // Kochi is not among our cities, and nobody lives within 60 km.
    { at: { latitude: 9.93, longitude: 76.26 }, en: 'your area', hi: 'आपकी लोकेशन' },
  ])('heads the list in both languages: $en', async ({ at, en, hi }) => {
    for (const [width, path, title] of [
      [360, '/hi', `${hi} के टॉप ट्यूटर`],
      [1280, '', `Top Tutors of ${en}`],
    ] as const) {
      const visit = await site.visit({ width })
      const { page, context } = visit
      await context.grantPermissions(['geolocation'])
      await context.setGeolocation(at)
      await page.goto(`${path}/mentors`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      const { total } = await api(new URL(page.url()).searchParams.toString())
      const count = page.locator('.list-head b')
      if (en === 'your area') expect([total, await count.count()]).toEqual([0, 0])
      else expect(await count.textContent()).toContain(text(total))
      expect(await page.locator('section[aria-labelledby=online-mentors] .mentor-card').count()).toBeGreaterThan(0)
      await expectSound(visit)
      await context.close()
    }
  })

  test('a chosen city becomes the last place too', async () => {
    const { page, context } = await site.visit({ width: 1280 })
    await page.goto('/mentors?state=Maharashtra')
    await pageReady(page)
    await page.locator('#filters').getByLabel('City').selectOption('Pune')
    await page.getByRole('heading', { level: 1, name: 'Top Tutors of Pune' }).waitFor()
    await page.goto('/hi/mentors')
    await page.getByRole('heading', { level: 1, name: /पुणे/ }).waitFor()
    await context.close()
  })

  test('denied, or outside India: explained, and the list stays', async () => {
    const { page, context } = await site.visit({ width: 1280 })
    await page.goto('/mentors')
    await pageReady(page)
    const button = page.locator('#filters').getByRole('button', { name: 'Use my location' })
    await button.click()
    await page.locator('#filters').getByText('Location access denied').waitFor()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 51.5, longitude: 0 })
    await button.click()
    await page.locator('#filters').getByText('You seem to be outside India.').waitFor()
    expect(page.url()).toMatch(/\/mentors$/)
    // The browser prompts, and the user declines.
    await page.evaluate(`{
      const status = Object.assign(new EventTarget(), { state: 'prompt' })
      navigator.permissions.query = async () => status
      navigator.geolocation.getCurrentPosition = () => setTimeout(() => {
        status.state = 'denied'
        status.dispatchEvent(new Event('change'))
      }, 50)
    }`)
    await button.click()
    await page.locator('#filters').getByText('Location access denied').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Top Tutors of Indore' }).waitFor()
    // Shown once per visit unless the user presses the button.
    await page.goto('/mentors?class=8')
    await page.locator('.list-head').getByText('You seem to be outside India.').waitFor()
    await page.goto('/mentors?class=9')
    await pageReady(page)
    expect(await page.locator('.list-head').getByText('You seem to be outside India.').count()).toBe(0)
    await context.close()
  })

  test('on a phone the button names the area and prompts only once', async () => {
    const { page, context, problems } = await site.visit({ width: 360 })
    await page.goto('/mentors')
    await pageReady(page)
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 23.2599, longitude: 77.4126 })
    await page.getByRole('link', { name: 'Filters' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use my location' }).dblclick()
    await page.waitForURL(/lat=23.2605&lon=77.4117$/)
    const place = await page.getByRole('heading', { level: 1 }).textContent()
    expect(place).not.toContain('your area')
    expect((await api('lat=23.2605&lon=77.4117')).total).toBe((await api('city=Bhopal')).total)
    expect(problems).toEqual([])
    await context.close()
  })
})
