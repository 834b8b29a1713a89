import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Geocoding, Suggestion } from '#contract/reference/places.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { areas, cities, findCity, states } from './gazetteer.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

let visitors = 0
/** Each call uses another IP address, so that the rate limit does not apply. */
const get = (path: string, query: Record<string, string> = {}) =>
  app
    .browser()
    .get(`/api/places/${path}?${new URLSearchParams(query)}`, { ip: `10.0.${visitors++ >> 8}.${visitors % 256}` })
const suggested = async (q: string, rest: Record<string, string> = {}): Promise<Suggestion[]> => {
  const reply = await get('autocomplete', { q, ...rest })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}
const partOf = (found: Geocoding, type: string) =>
  found.results[0]?.address_components.find(({ types }) => types.includes(type))?.long_name

test('gives every state, city and area its own Hindi name', () => {
  const citiesIn = (state: string) => cities.filter((city) => city.state === state).length
  expect(states.map(({ name }) => [name, citiesIn(name)])).toEqual([
    ['Madhya Pradesh', 29],
    ...['Maharashtra', 'Rajasthan', 'Uttar Pradesh', 'Gujarat', 'Chhattisgarh', 'Delhi', 'Telangana', 'Karnataka'].map(
      (state) => [state, expect.toSatisfy((count: number) => count >= 1 && count <= 5)],
    ),
  ])
  for (const { name, nameHi } of [...states, ...cities, ...areas])
    expect(nameHi, name).toMatch(/^[\u0900-\u097f .()\-0-9]+$/)
  expect(new Set(cities.map(({ nameHi }) => nameHi)).size).toBe(cities.length)
})

describe('autocomplete', () => {
  test.each([
    ['Pala', 'Palasia'],
    ['palasiya', 'Palasia'],
    ['plasia', 'Palasia'],
    ['पला', 'Palasia'],
    ['पलासिया', 'Palasia'],
    ['old pala', 'Palasia'],
    ['bhanwar', 'Bhawarkuan'],
    ['भंवर', 'Bhawarkuan'],
    ['VIJAYNAGAR', 'Vijay Nagar'],
    ['vijay ngr', 'Vijay Nagar'],
    ['nagar', 'Vijay Nagar'],
    ['rajbada', 'Rajwada'],
    ['hatod', 'Hatod'],
    ['हातोद', 'Hatod'],
  ])('finds for %s in Indore the area %s', async (q, area) => {
    expect(await suggested(q, { city: 'Indore' })).toContainEqual(
      expect.objectContaining({ area, city: 'Indore', state: 'Madhya Pradesh' }),
    )
  })

  test('returns places in the box of the city only, at most `limit` or 10', async () => {
    for (const city of ['Indore', 'इंदौर', 'New Delhi', 'Mumbai', 'Hatod']) {
      for (const q of ['', 'a', 'na', 'p']) {
        const found = await suggested(q, { city })
        expect(found.length).toBeLessThanOrEqual(10)
        const { north = 0, south = 0, east = 0, west = 0 } = findCity(city)?.bounds ?? {}
        for (const { lat, lon } of found) {
          expect(lat).toBeGreaterThanOrEqual(south)
          expect(lat).toBeLessThanOrEqual(north)
          expect(lon).toBeGreaterThanOrEqual(west)
          expect(lon).toBeLessThanOrEqual(east)
        }
      }
    }
    expect(await suggested('a', { city: 'Indore', limit: '2' })).toHaveLength(2)
    expect(await suggested('Arera', { city: 'Indore' })).toEqual([])
  })

  test.each([
    ['indo', 'Indore'],
    ['indroe', 'Indore'],
    ['इंदौर', 'Indore'],
    ['Bombay', 'Mumbai'],
    ['इलाहाबाद', 'Prayagraj'],
    ['Hubli', 'Hubballi'],
    ['Mahu', 'Mhow'],
    ['महू', 'Mhow'],
    ['sehor', 'Sehore'],
    ['अहमदाबाद', 'Ahmedabad'],
  ])('finds for %s without a city first the town %s', async (q, city) => {
    expect((await suggested(q))[0]).toMatchObject({ city, area: '' })
  })

  test('returns complete places in both scripts', async () => {
    expect((await suggested('palasia', { city: 'Indore' }))[0]).toEqual({
      label: 'Palasia, Indore',
      labelHi: 'पलासिया, इंदौर',
      area: 'Palasia',
      city: 'Indore',
      state: 'Madhya Pradesh',
      lat: 22.724,
      lon: 75.888,
    })
    expect((await suggested('Sanwer'))[0]).toMatchObject({ label: 'Sanwer, Indore, Madhya Pradesh', city: 'Sanwer' })
    expect((await suggested('palasia indore'))[0]).toMatchObject({ area: 'Palasia', city: 'Indore' })
    expect(await suggested('Palasia, Indore')).toMatchObject([{ area: 'Palasia', city: 'Indore' }])
  })

  test.each([
    ['452010', 'Vijay Nagar', 'Indore'],
    ['452 016', 'Khajrana', 'Indore'],
    ['411038', '', 'Pune'],
    ['453441', '', 'Mhow'],
  ])('finds for the PIN code %s %s in %s', async (pin, area, city) => {
    const found = expect.arrayContaining([expect.objectContaining({ area, city })])
    expect(await suggested(pin)).toEqual(found)
    expect(await suggested(pin, { city: 'Bhopal', everywhere: 'true' })).toEqual(found)
    expect(await suggested(pin, { city: 'Bhopal' })).toEqual([])
  })

  test('places of other cities follow those of the city on request only', async () => {
    const everywhere = await suggested('nagar', { city: 'Bhopal', everywhere: 'true' })
    const inside = await suggested('nagar', { city: 'Bhopal' })
    expect(everywhere.slice(0, inside.length)).toEqual(inside)
    expect((await suggested('Palasia', { city: 'Bhopal', everywhere: 'true' }))[0]).toMatchObject({ city: 'Indore' })
    expect(await suggested('Palasia', { city: 'Bhopal' })).toEqual([])
    expect(await suggested('999999')).toEqual([])
  })

  test('finds nothing for unknown text, scripts and SQL', async () => {
    for (const q of [
      "'; drop table mentor; --",
      '<script>alert(1)</script>',
      '%',
      '.*',
      'xyzxyzxyz',
      '🙂',
      'ंं',
      ',,,',
    ]) {
      expect(await suggested(q, { city: 'Indore' })).toEqual([])
      await suggested(q)
    }
  })
})

describe('geocode', () => {
  test.each([
    ['Palasia, Indore, Madhya Pradesh, India', 'Palasia', 'Indore', 22.724],
    ['palasiya,indore', 'Palasia', 'Indore', 22.724],
    ['Palasia Indore', 'Palasia', 'Indore', 22.724],
    ['New Palasia Indore India', 'Palasia', 'Indore', 22.724],
    ['Andheri West, Mumbai', 'Andheri', 'Mumbai', 19.119],
    ['Mhow', undefined, 'Mhow', undefined],
    ['पलासिया, इंदौर, मध्य प्रदेश, भारत', 'Palasia', 'Indore', 22.724],
    ['12 MG Road, Bhanwar Kuan, Indore 452001, MP, India', 'Bhawarkuan', 'Indore', 22.6925],
    ['Vijay Nagar, Jabalpur, Madhya Pradesh, India', 'Vijay Nagar', 'Jabalpur', 23.194],
    ['Indore, Madhya Pradesh, India', undefined, 'Indore', 22.7196],
    ['Lajpat Nagar, Delhi, India', 'Lajpat Nagar', 'New Delhi', 28.568],
    ['Sanwer, Indore, Madhya Pradesh', undefined, 'Sanwer', undefined],
    ['Hatod, Indore, Madhya Pradesh', 'Hatod', 'Indore', undefined],
    ['Bilaspur, Chhattisgarh, India', undefined, 'Bilaspur', 22.0797],
  ])('finds %s', async (address, area, city, lat) => {
    const { status, body } = await get('geocode', { address })
    expect([status, body.status]).toEqual([200, 'OK'])
    expect(partOf(body, 'sublocality_level_1')).toBe(area)
    expect(partOf(body, 'locality')).toBe(city)
    expect(partOf(body, 'administrative_area_level_3')).toBeTruthy()
    expect(partOf(body, 'administrative_area_level_1')).toBeTruthy()
    const { location, bounds } = body.results[0].geometry
    if (lat !== undefined) expect(location.lat).toBe(lat)
    expect(bounds.northeast.lat > location.lat && bounds.southwest.lng < location.lng).toBe(true)
  })

  test('returns the city as a partial match for an unknown area', async () => {
    const { body } = await get('geocode', { address: 'Nowhere Colony, Indore, Madhya Pradesh, India' })
    expect(body.results[0]).toMatchObject({ formatted_address: 'Indore, Madhya Pradesh, India', partial_match: true })
    const { bounds } = body.results[0].geometry
    expect(bounds).toEqual({ northeast: { lat: 22.85, lng: 75.95 }, southwest: { lat: 22.6, lng: 75.7 } })
  })

  test.each(['Atlantis', 'London, UK', 'Indore, Karnataka, India', ',,,', 'India', "'; drop table mentor; --"])(
    'finds nothing for %s',
    async (address) => {
      expect((await get('geocode', { address })).body).toEqual({ status: 'ZERO_RESULTS', results: [] })
    },
  )
})

describe('reverse', () => {
  test.each([
    ['22.7245', '75.8878', 'Palasia', 'Indore', 'Madhya Pradesh'],
    ['22.7940', '75.7395', 'Hatod', 'Indore', 'Madhya Pradesh'],
    ['23.2332', '77.4330', 'MP Nagar', 'Bhopal', 'Madhya Pradesh'],
    ['22.5500', '75.7600', undefined, 'Mhow', 'Madhya Pradesh'],
    ['28.6700', '77.4200', undefined, 'Ghaziabad', 'Uttar Pradesh'],
    ['22.9734', '75.8267', undefined, 'Sanwer', 'Madhya Pradesh'],
  ])('names the point %s, %s', async (lat, lon, area, city, state) => {
    const { body } = await get('reverse', { lat, lon })
    expect(body.status).toBe('OK')
    expect([
      partOf(body, 'sublocality_level_1'),
      partOf(body, 'locality'),
      partOf(body, 'administrative_area_level_1'),
    ]).toEqual([area, city, state])
  })

  test('finds nothing far from every known place', async () => {
    expect((await get('reverse', { lat: '10', lon: '88' })).body).toEqual({ status: 'ZERO_RESULTS', results: [] })
  })
})

test.each([
  ['reverse', { lat: '51.5', lon: '75.8' }, 'lat'],
  ['reverse', { lat: '22.7', lon: '-0.12' }, 'lon'],
  ['reverse', { lat: '', lon: '75.8' }, 'lat'],
  ['reverse', { lon: '75.8' }, 'lat'],
  ['reverse', { lat: 'north', lon: '75.8' }, 'lat'],
  ['reverse', { lat: '22.7', lon: '75.8', zoom: '3' }, 'zoom'],
  ['geocode', {}, 'address'],
  ['geocode', { address: '   ' }, 'address'],
  ['geocode', { address: 'x'.repeat(10_000) }, 'address'],
  ['geocode', { address: 'Indore\nfaked log line' }, 'address'],
  ['autocomplete', { q: 'x'.repeat(10_000) }, 'q'],
  ['autocomplete', { q: 'a\u0000' }, 'q'],
  ['autocomplete', { q: 'a', limit: '11' }, 'limit'],
  ['autocomplete', { q: 'a', limit: '-1' }, 'limit'],
] as const)('rejects %s with %o and names the field %s', async (path, query, field) => {
  const { status, body } = await get(path, query)
  expect([status, body.code]).toEqual([400, 'bad-request'])
  expect(body.details.fields.map((problem: { field: string }) => problem.field)).toContain(field)
})

test('returns 404 for an unknown city', async () => {
  expect((await get('autocomplete', { q: 'a', city: 'Atlantis' })).status).toBe(404)
})

test('limits the requests of a visitor', async () => {
  const ask = () => app.browser().get('/api/places/reverse?lat=22.7&lon=75.8', { ip: '10.9.9.9' })
  for (let i = 0; i < 60; i++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited'])
})
