import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPhone } from '#test/builders.ts'
import { startGoogleMaps } from '#test/google-maps.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let google: Awaited<ReturnType<typeof startGoogleMaps>>
beforeAll(async () => {
  google = await startGoogleMaps()
  app = await testApp({ variables: google.variables })
})
afterAll(async () => {
  await app.stop()
  google.stop()
})

const path = '/api/mentor/application/map'
const here = `${path}?lat=22.753312&lon=75.893745`

test('proxies a map image to an applicant, uncached and rounded to about 100 m', async () => {
  const one = await app.login(newPhone(), 'mentor')
  expect((await one.get('/api/mentor/application')).body.hasMap).toBe(true)
  const before = google.seen.length
  const reply = await app.app.inject({ url: here, headers: { cookie: one.cookie() } })
  expect(reply.statusCode).toBe(200)
  expect(reply.rawPayload.equals(google.jpeg)).toBe(true)
  expect(reply.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=3600' })
  expect(JSON.stringify(reply.headers)).not.toContain('AIza')
  const [asked, ...more] = google.seen.slice(before)
  expect(more).toEqual([])
  expect(asked?.pathname).toBe('/maps/api/staticmap')
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
    center: '22.753,75.894',
    markers: '22.753,75.894',
    zoom: '15',
    region: 'in',
    size: '400x200',
    scale: '2',
    format: 'jpg',
    key: 'AIza-key-1',
  })
})

test('refuses everyone else and points outside India without calling the provider', async () => {
  const one = await app.login(newPhone(), 'student')
  const before = google.seen.length
  expect((await app.browser().get(here)).status).toBe(401)
  for (const query of ['', '?lat=22.7', '?lat=51.5&lon=-0.1', '?lat=a&lon=b', '?lat=22.7&lon=75.8&size=9000x9000'])
    expect((await one.get(path + query)).status, query).toBe(400)
  expect(google.seen).toHaveLength(before)
})

test('limits an applicant to sixty images an hour across addresses', { tags: ['full'] }, async () => {
  const one = await app.login(newPhone(), 'mentor')
  const other = await app.login(newPhone(), 'mentor')
  const statuses: number[] = []
  for (let i = 0; i < 61; i++) statuses.push((await one.get(here, { ip: `10.0.0.${i}` })).status)
  expect(statuses).toEqual([...Array(60).fill(200), 429])
  expect((await other.get(here)).status).toBe(200)
})

test('answers 404 without an image and never reveals the key', async () => {
  google.breakPictures()
  const one = await app.login(newPhone(), 'mentor')
  const reply = await one.get(here)
  expect([reply.status, reply.body.code]).toEqual([404, 'not-found'])
  expect(JSON.stringify(reply)).not.toContain('AIza')
})
