import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openQueue, type Queue } from '#server/platform/queue.ts'
import { testConfig, testDatabase } from '#test/harness.ts'

type Seen = { method: string; url: URL; headers: Record<string, unknown>; body: string }
type Answer = { status: number; body: string } | 'nothing'
let seen: Seen[] = []
let answer: Answer = 'nothing'
const stub = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://stub')
    seen.push({ method: request.method ?? '', url, headers: request.headers, body })
    if (answer === 'nothing') return
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
})

const database = await testDatabase()
let queue: Queue
let logged: string[] = []
const write = (...given: unknown[]) => {
  logged.push(given.map((one) => (one instanceof Error ? one.message : JSON.stringify(one))).join(' '))
}
const log = { level: 'warn', fatal: write, error: write, warn: write, info() {}, debug() {}, trace() {}, silent() {} }
const logger = { ...log, child: () => logger } as unknown as FastifyBaseLogger // safe: Fastify uses no more of a logger

beforeAll(async () => {
  await new Promise<void>((done) => stub.listen(0, '127.0.0.1', done))
  queue = await openQueue(database.url, { maintain: false })
})
beforeEach(() => {
  seen = []
  logged = []
})
afterAll(async () => {
  stub.closeAllConnections()
  stub.close()
  await queue.stop()
  await database.drop()
})

/** Asks an app whose Google is the stub. */
async function ask(path: string, query: Record<string, string>, times = 1) {
  const baseUrl = `http://127.0.0.1:${(stub.address() as AddressInfo).port}` // safe: it listens on a port
  const config = testConfig({
    MAPS_PROVIDER: 'google',
    GOOGLE_MAPS_KEY: 'AIza-key-1',
    GOOGLE_PLACES_URL: baseUrl,
    GOOGLE_GEOCODING_URL: `${baseUrl}/`,
  })
  const { app } = await buildApp({ config, db: database.db, pool: database.pool, queue, log: logger })
  const call = () => app.inject({ url: `/api/places/${path}?${new URLSearchParams(query)}` })
  let reply = await call()
  for (let i = 1; i < times; i++) reply = await call()
  await app.close()
  return { status: reply.statusCode, body: reply.json(), text: reply.body }
}

const component = (name: string, short: string, ...types: string[]) => ({ long_name: name, short_name: short, types })
const country = component('India', 'IN', 'country', 'political')
const corners = { northeast: { lat: 22.76, lng: 75.9 }, southwest: { lat: 22.75, lng: 75.88 } }
const place = {
  formatted_address: 'Vijay Nagar, Indore, Madhya Pradesh 452010, India',
  place_id: 'ChIJ-1',
  geometry: { location: { lat: 22.7533, lng: 75.8937 }, location_type: 'APPROXIMATE', viewport: corners },
  address_components: [
    component('Vijay Nagar', 'Vijay Nagar', 'political', 'sublocality', 'sublocality_level_1'),
    component('Indore', 'Indore', 'locality', 'political'),
    component('Madhya Pradesh', 'MP', 'administrative_area_level_1', 'political'),
    country,
  ],
}
const ok = (body: unknown): Answer => ({ status: 200, body: JSON.stringify(body) })

describe('Google answers', () => {
  test("geocodes an address within India in the specification's shape only", async () => {
    answer = ok({ status: 'OK', results: [place] })
    const { body } = await ask('geocode', { address: 'Vijay Nagar, Indore, India' })
    expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toEqual({
      address: 'Vijay Nagar, Indore, India',
      region: 'in',
      components: 'country:IN',
      language: 'en',
      key: 'AIza-key-1',
    })
    const { place_id: _, geometry, ...rest } = place
    expect(body).toEqual({
      status: 'OK',
      results: [{ ...rest, geometry: { location: geometry.location, bounds: corners } }],
    })
  })

  test('rounds a point to about 100 m', async () => {
    answer = ok({ status: 'OK', results: [place] })
    expect((await ask('reverse', { lat: '22.753312', lon: '75.893745' })).body.status).toBe('OK')
    expect(seen[0]?.url.searchParams.get('latlng')).toBe('22.753,75.894')
  })

  test('returns no results for an unknown address, also when Google answers India as a whole', async () => {
    const india = { ...place, formatted_address: 'India', address_components: [country], partial_match: true }
    for (const results of [[], [india]]) {
      answer = ok({ status: results.length > 0 ? 'OK' : 'ZERO_RESULTS', results })
      expect((await ask('geocode', { address: 'Atlantis' })).body).toEqual({ status: 'ZERO_RESULTS', results: [] })
    }
    expect(logged).toEqual(Array(2).fill('"Unable to get location for: Atlantis"'))
  })

  test("searches areas inside the city's bounds and uses our coordinates if known", async () => {
    const prediction = (main: string) => ({
      placePrediction: {
        structuredFormat: { mainText: { text: main }, secondaryText: { text: 'Indore, Madhya Pradesh, India' } },
        types: ['sublocality_level_1'],
      },
    })
    answer = ok({ suggestions: [prediction('Palasia'), prediction('Palsikar Colony'), { queryPrediction: {} }] })
    const { body } = await ask('autocomplete', { q: 'pal', city: 'Indore' })
    expect(body.data).toMatchObject([
      { label: 'Palasia, Indore', labelHi: 'पलासिया, इंदौर', area: 'Palasia', lat: 22.724, lon: 75.888 },
      { label: 'Palsikar Colony, Indore', area: 'Palsikar Colony', city: 'Indore', state: 'Madhya Pradesh', lat: null },
    ])
    expect(seen[0]).toMatchObject({ method: 'POST', headers: { 'x-goog-api-key': 'AIza-key-1' } })
    expect(seen[0]?.url.pathname).toBe('/v1/places:autocomplete')
    expect(seen[0]?.headers['x-goog-fieldmask']).toContain('suggestions.placePrediction.structuredFormat')
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      input: 'pal',
      includedRegionCodes: ['in'],
      locationRestriction: {
        rectangle: { low: { latitude: 22.6, longitude: 75.7 }, high: { latitude: 22.85, longitude: 75.95 } },
      },
    })
  })

  test('searches cities of India without a city', async () => {
    const structuredFormat = { mainText: { text: 'Chennai' }, secondaryText: { text: 'Tamil Nadu, India' } }
    answer = ok({ suggestions: [{ placePrediction: { structuredFormat, types: ['locality'] } }] })
    const { body } = await ask('autocomplete', { q: 'chenn' })
    expect(body.data).toMatchObject([{ label: 'Chennai, Tamil Nadu', area: '', city: 'Chennai', state: 'Tamil Nadu' }])
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ includedPrimaryTypes: ['(cities)'] })
  })

  test('makes no request without a text', async () => {
    expect((await ask('autocomplete', { q: '', city: 'Indore' })).body.data).toHaveLength(10)
    expect(seen).toEqual([])
  })
})

describe('the gazetteer answers, and the log says why without the key, when Google', () => {
  test.each<[string, Answer]>([
    ['has an error', { status: 500, body: '{"error":{"code":500}}' }],
    ['refuses the key', { status: 403, body: '{"error":{"status":"PERMISSION_DENIED"}}' }],
    ['has had enough', { status: 429, body: '{}' }],
    ['answers no JSON', { status: 200, body: '<html>' }],
    [
      'answers another shape',
      { status: 200, body: '{"status":"OK","results":[{}],"suggestions":[{"placePrediction":{}}]}' },
    ],
    ['sends us elsewhere', { status: 302, body: '' }],
  ])('%s', async (_, given) => {
    answer = given
    const geocoded = await ask('geocode', { address: 'Palasia, Indore, India' })
    expect(geocoded.body).toMatchObject({ status: 'OK', results: [{ geometry: { location: { lat: 22.724 } } }] })
    const reversed = await ask('reverse', { lat: '22.724', lon: '75.888' })
    expect(reversed.text).toContain('Palasia')
    const suggested = await ask('autocomplete', { q: 'pala', city: 'Indore' })
    expect(suggested.body.data[0].area).toBe('Palasia')
    expect(seen).toHaveLength(3)
    expect(logged).toHaveLength(3)
    expect(logged.join()).not.toContain('AIza')
  })

  test.each(['OVER_QUERY_LIMIT', 'OVER_DAILY_LIMIT', 'REQUEST_DENIED', 'INVALID_REQUEST', 'UNKNOWN_ERROR'])(
    'says %s with HTTP 200',
    async (status) => {
      answer = ok({ status, results: [], error_message: 'not today' })
      const { body } = await ask('geocode', { address: 'Palasia, Indore, India' })
      expect(body).toMatchObject({ status: 'OK', results: [{ geometry: { location: { lat: 22.724 } } }] })
      expect(logged).toHaveLength(1)
    },
  )

  test('was asked 10,000 times in a day', async () => {
    answer = ok({ status: 'OK', results: [place] })
    const consume = vi.spyOn(RateLimiterMemory.prototype, 'consume')
    expect((await ask('geocode', { address: 'Palasia, Indore, India' })).text).toContain('Vijay Nagar')
    expect((consume.mock.contexts as RateLimiterMemory[]).map(({ points, duration }) => [points, duration])).toEqual([
      [10_000, 86_400],
    ])
    consume.mockRejectedValue(new RateLimiterRes(0, 1000))
    expect((await ask('geocode', { address: 'Palasia, Indore, India' })).text).not.toContain('Vijay Nagar')
    expect(seen).toHaveLength(1)
    vi.restoreAllMocks()
  })

  test('times out after 3 seconds, without further waits after that', { tags: ['full'] }, async () => {
    answer = 'nothing'
    const began = performance.now()
    const { body } = await ask('geocode', { address: 'Palasia, Indore, India' }, 3)
    expect(body.status).toBe('OK')
    expect(seen).toHaveLength(1)
    expect(performance.now() - began).toBeGreaterThan(2900)
    expect(performance.now() - began).toBeLessThan(6000)
  })
})

test('requires a key and never shows it', () => {
  expect(() => testConfig({ MAPS_PROVIDER: 'google' })).toThrow('GOOGLE_MAPS_KEY is missing')
  expect(() => testConfig({ MAPS_PROVIDER: 'osm' })).toThrow('MAPS_PROVIDER is "osm"')
})
