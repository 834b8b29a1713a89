import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectMentors } from '#server/mentors/search/projection.ts'
import { contactOf } from '#server/settings/settings/settings.ts'
import { makeMentor } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
const slugs: string[] = []

/** A mentor in a city, teaching one subject in two groups of classes. */
async function mentorIn(city: string, subject: string, wish: Parameters<typeof makeMentor>[1] = {}) {
  const offers: [string, string][] = [
    ['class-9-10', subject],
    ['class-11', subject],
  ]
  const made = await makeMentor(app.db, { offers, ...wish })
  await sql`update mentor set city = ${city}, updated_at = '2026-01-02T03:04:05Z' where id = ${made.id}`.execute(app.db)
  await projectMentors(app.db, [made.id])
  return made
}

beforeAll(async () => {
  app = await testApp()
  // Figures are cached for minutes, so all mentors are created first.
  for (const price of [3000, 4000, 9000]) {
    slugs.push((await mentorIn('Indore', 'physics', { area: 'Vijay Nagar', prices: { homeTuition: price } })).slug)
  }
  await mentorIn('Indore', 'chemistry', { prices: {}, onlinePrice: 2000 })
  await mentorIn('Indore', 'biology', { prices: { homeTuition: 5000, groupClasses: 1000 }, onlinePrice: 2000 })
  await mentorIn('Indore', 'chemistry')
  for (const hidden of [{ shown: false }, { status: 'suspended' }, { status: 'in_review' }]) {
    slugs.push((await mentorIn('Indore', 'chemistry', hidden)).slug)
  }
  await mentorIn('New Delhi', 'physics')
  await mentorIn('Nowhere at all', 'physics')
})
afterAll(() => app.stop())

const get = async (path: string) => await app.browser().get(path)
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)

test('counts each visible mentor once in the figures of a city', async () => {
  const { body } = await get('/api/tutors/physics/indore')
  expect(body.data).toMatchObject({
    subject: 'physics',
    city: { slug: 'indore', name: 'Indore', nameHi: 'इंदौर' },
    mentors: 3,
    online: 0,
    fees: { from: 3000, median: 4000, to: 9000 },
    areas: [{ name: 'Vijay Nagar', mentors: 3, from: 3000 }],
    otherSubjects: [
      { subject: 'chemistry', mentors: 2, fees: { from: 2000, to: 4500 } },
      { subject: 'biology', mentors: 1, fees: { from: 5000, median: 5000, to: 5000 } },
    ],
    otherCities: [{ slug: 'new-delhi', mentors: 1, km: expect.toSatisfy((km: number) => km > 600 && km < 700) }],
  })
  expect(body.data.first).toHaveLength(3)
  expect((await get('/api/tutors/chemistry/indore')).body.data).toMatchObject({
    mentors: 2,
    online: 1,
    fees: { from: 2000, to: 4500 },
  })
  expect((await get('/api/tutors/biology/indore')).body.data.fees).toEqual({ from: 5000, median: 5000, to: 5000 })
})

test('orders the mentors of a city as the list does', async () => {
  const [down, fewer, more] = slugs
  const set = async (change: ReturnType<typeof sql>) => {
    const { rows } = await sql<{
      id: string
    }>`update mentor set ${change} where slug = any(${slugs.slice(0, 3)}) returning id`.execute(app.db)
    await projectMentors(
      app.db,
      rows.map(({ id }) => id),
    )
  }
  await set(sql`admin_ranking = case when slug = ${down} then 9 else 10 end, stepped_down_at = case when slug = ${down} then now() end,
    rating = case when slug = ${more} then 4.8 else 5 end, rating_count = case when slug = ${more} then 40 else 1 end`)
  const ids = (await get('/api/tutors/physics/indore')).body.data.first
  const { rows } = await sql<{
    slug: string
  }>`select slug from mentor where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`.execute(app.db)
  expect(rows.map(({ slug }) => slug)).toEqual([more, fewer, down])
  await set(sql`admin_ranking = 10, stepped_down_at = null, rating = null, rating_count = 0`)
})

test('answers for a city without mentors, and 404 for an unknown subject or city', async () => {
  expect((await get('/api/tutors/music/satna')).body.data).toMatchObject({ mentors: 0, fees: null, first: [] })
  for (const path of [
    'wizardry/indore',
    'physics/atlantis',
    'physics/constructor',
    '__proto__/indore',
    'wizardry',
    `physics/${'x'.repeat(90)}`,
  ]) {
    expect((await get(`/api/tutors/${path}`)).status, path).toBe(404)
  }
})

test('resolves aliases and Hindi names to the same page', async () => {
  for (const path of ['Physics/Indore', `${encodeURIComponent('भौतिकी')}/${encodeURIComponent('इंदौर')}`]) {
    expect((await get(`/api/tutors/${path}`)).body.data, path).toMatchObject({
      subject: 'physics',
      city: { slug: 'indore' },
    })
  }
})

test('counts mentors of a subject in cities with a page', async () => {
  expect((await get('/api/tutors/physics')).body.data).toMatchObject({
    mentors: 4,
    cities: [
      { slug: 'indore', mentors: 3 },
      { slug: 'new-delhi', mentors: 1 },
    ],
  })
})

test('compares subjects by the fees of the city with most of their mentors', async () => {
  const indore = { slug: 'indore', name: 'Indore' }
  expect((await get('/api/tutors')).body.data).toMatchObject([
    { subject: 'physics', mentors: 4, city: { ...indore, mentors: 3, fees: { from: 3000, median: 4000, to: 9000 } } },
    { subject: 'chemistry', mentors: 2, city: { ...indore, mentors: 2 } },
    { subject: 'biology', mentors: 1, city: { ...indore, mentors: 1, fees: { from: 5000, median: 5000, to: 5000 } } },
  ])
})

test('disallows private paths in robots.txt and names the sitemap', async () => {
  const { status, body, headers } = await get('/robots.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const path of ['/api', '/dashboard', '/hi/chat', '/payment-status', '/admin'])
    expect(body).toContain(`Disallow: ${path}\n`)
  expect(body).toContain(`\nSitemap: ${app.context.config.publicUrl}/sitemap.xml\n`)
  expect(body).not.toMatch(/^Disallow: \/(mentors|tutors)?$/m)
})

test('says in security.txt where to report a weakness, for a year from now', async () => {
  const { status, body, headers } = await get('/.well-known/security.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const { email } = await contactOf(app.db)
  expect(body).toContain(`Contact: mailto:${email}\n`)
  expect(body).toContain(`Canonical: ${app.context.config.publicUrl}/.well-known/security.txt\n`)
  const days = (Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(365)
})

test('lists every visible profile in both languages in the sitemap, and no hidden one', async () => {
  const index = await get('/sitemap.xml')
  expect(index.headers).toMatchObject({ 'cache-control': 'public, max-age=600' })
  const { publicUrl } = app.context.config
  const maps = locations(index.body)
  expect(maps).toEqual([
    `${publicUrl}/sitemaps/pages.xml`,
    `${publicUrl}/sitemaps/tutors.xml`,
    expect.stringMatching(/mentors-\d+\.xml$/),
  ])
  const xml = (await get(String(maps[2]).slice(publicUrl.length))).body
  for (const [place, slug] of slugs.entries()) {
    expect(locations(xml).includes(`${publicUrl}/mentors/${slug}`), slug).toBe(place < 3)
  }
  expect(locations(xml)).toHaveLength(2 * 8)
  expect(xml).toContain(
    `<url><loc>${publicUrl}/hi/mentors/${slugs[0]}</loc><lastmod>2026-01-02T03:04:05.000Z</lastmod><xhtml:link rel="alternate" hreflang="en" href="${publicUrl}/mentors/${slugs[0]}"/>`,
  )
  expect((await get('/sitemaps/mentors-99999.xml')).status).toBe(404)
})

test('lists landing pages with at least three mentors', async () => {
  const { publicUrl } = app.context.config
  const urls = locations((await get('/sitemaps/tutors.xml')).body).map((url) => url.slice(publicUrl.length))
  expect(urls).toEqual(['/tutors/physics', '/hi/tutors/physics', '/tutors/physics/indore', '/hi/tutors/physics/indore'])
})

test('lists static pages once per language', async () => {
  const urls = locations((await get('/sitemaps/pages.xml')).body)
  expect(urls).toContain(`${app.context.config.publicUrl}/`)
  expect(urls).toContain(`${app.context.config.publicUrl}/hi`)
  expect(new Set(urls).size).toBe(urls.length)
})
