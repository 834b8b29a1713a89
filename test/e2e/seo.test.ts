// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** The head of a page as a crawler reads it, without scripts. */
async function headOf(path: string) {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  const reply = await page.goto(path)
  const all = (selector: string, name: string) =>
    page
      .locator(selector)
      .evaluateAll((found, attribute) => found.map((one) => one.getAttribute(attribute) ?? ''), name)
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const head = {
    status: reply?.status(),
    robotsHeader: reply?.headers()['x-robots-tag'],
    title: await page.title(),
    description: (await all('meta[name=description]', 'content')).join(),
    canonical: await all('link[rel=canonical]', 'href'),
    languages: await all('link[rel=alternate][hreflang]', 'hreflang'),
    alternates: await all('link[rel=alternate][hreflang]', 'href'),
    robots: await all('meta[name=robots]', 'content'),
    image: (await all('meta[property="og:image"]', 'content')).join(),
    things: texts.map((text): Record<string, unknown> => JSON.parse(text)),
  }
  await context.close()
  return head
}
const kinds = (things: Record<string, unknown>[]) => things.map((one) => one['@type'])

test.each([
  ['/', ['Organization', 'FAQPage']],
  ['/mentors', ['BreadcrumbList']],
  ['/mentors/sunita-deshpande', ['LocalBusiness', 'BreadcrumbList']],
  ['/tutors', []],
  ['/tutors/mathematics', ['BreadcrumbList']],
  ['/tutors/mathematics/indore', ['BreadcrumbList', 'FAQPage', 'ItemList']],
  ['/about-us', []],
  ['/contact-us', ['Organization']],
  ['/signup', []],
  ['/refund', []],
])('%s has metadata and structured data in both languages', async (path, things) => {
  const english = site.url + path
  const hindi = `${site.url}/hi${path === '/' ? '' : path}`
  for (const url of [english, hindi]) {
    const head = await headOf(url)
    expect(head).toMatchObject({ status: 200, canonical: [url], languages: ['en', 'hi', 'x-default'], robots: [] })
    expect(head.alternates).toEqual([english, hindi, english])
    expect(head.title).toMatch(url === hindi ? /[\u0900-\u097f]/ : /MentorSetu/)
    expect(head.description.length).toBeGreaterThan(20)
    expect(kinds(head.things)).toEqual(things)
    const picture = await fetch(head.image)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  }
})

test.each([
  ['/login', undefined],
  ['/dashboard/student', undefined],
  ['/admin/login', undefined],
  ['/selected-mentors?id=x', undefined],
  ['/payment-status', undefined],
  ['/mentors?subject=mathematics&lat=22.7&lon=75.8', '/mentors?subject=mathematics'],
  ['/tutors/music/satna', '/tutors/music/satna'],
])('%s can be opened but is not indexed', async (path, canonical) => {
  const head = await headOf(path)
  expect(`${head.robotsHeader} ${head.robots}`).toContain('noindex')
  expect(head.languages).toEqual([])
  if (canonical) expect(head).toMatchObject({ status: 200, canonical: [site.url + canonical], robots: ['noindex'] })
})

test('a position or an unknown parameter does not change the canonical list', async () => {
  const head = await headOf('/mentors?lat=22.7&lon=75.8&utm_source=sms')
  expect(head).toMatchObject({ canonical: [`${site.url}/mentors`], robots: [] })
})

test('another spelling redirects to the landing page, an unknown subject or city is a 404', async () => {
  const reply = await fetch(`${site.url}/hi/tutors/maths/Indore`, { redirect: 'manual' })
  expect([reply.status, reply.headers.get('location')]).toEqual([301, '/hi/tutors/mathematics/indore'])
  for (const path of ['/tutors/wizardry/indore', '/tutors/physics/atlantis', '/hi/tutors/wizardry']) {
    expect((await fetch(site.url + path)).status, path).toBe(404)
  }
})

test("a profile's JSON-LD matches its row, and mentor text cannot inject a script", async () => {
  const brief = 'Maths & more </script><script>window.bad = 1</script> <!-- "quoted"'
  await sql`update mentor set brief = ${brief}, photo = '/og.png?photo' where slug = 'imran-qureshi'`.execute(site.db)
  const { rows } = await sql<{ name: string; rating: number; count: number; area: string }>`
    select full_name as name, rating::float8 as rating, rating_count as count, area from mentor where slug = 'imran-qureshi'`.execute(
    site.db,
  )
  const head = await headOf('/mentors/imran-qureshi')
  expect(head.image).toBe(`${site.url}/og.png?photo`)
  expect(head.things[0]).toMatchObject({
    name: rows[0]?.name,
    url: `${site.url}/mentors/imran-qureshi`,
    address: { addressLocality: `${rows[0]?.area}, Indore` },
    aggregateRating: { ratingValue: rows[0]?.rating, ratingCount: rows[0]?.count },
    founder: { '@type': 'Person', description: brief },
  })
  const { page, context, problems } = await site.visit({ width: 360 })
  await page.goto('/mentors/imran-qureshi')
  await pageReady(page)
  expect(await page.evaluate('window.bad')).toBeUndefined()
  expect(problems).toEqual([])
  await context.close()
})

test('every landing page in the sitemap responds', async () => {
  const xml = await (await fetch(`${site.url}/sitemaps/tutors.xml`)).text()
  const urls = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  expect(urls.length).toBeGreaterThan(50)
  for (const url of urls.filter((_, place) => place % 16 < 2)) expect((await fetch(url)).status, url).toBe(200)
})
