import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { lockSearchShared } from '#server/platform/locks.ts'
import type { Maps } from '#server/providers/maps/maps.ts'
import { suggestPlaces } from '#server/reference/places/place-search.ts'
import { builtIn, findArea, findCity } from '#server/reference/places/places.ts'
import { watchPlaces } from '#server/reference/places/reload.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { otherProcess } from '#test/other-process.ts'
import { sized } from '#test/rounds.ts'
import { type LoggedIn, type Reply, type TestApp, testApp } from '#test/test-app.ts'
import { assertNameFree } from './checks.ts'

let app: TestApp
let operations: LoggedIn
let support: LoggedIn
/** Another process; in `npm test` this one, because another takes long to start. */
const startOther = sized(
  async () => ({ ...app.browser(), stop: async () => {} }),
  () => otherProcess(app),
)
let other: Awaited<ReturnType<typeof startOther>>
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ name: 'operations', role: 'operations' })
  support = await app.admin({ name: 'support', role: 'support' })
  other = await startOther()
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})

const idOf = (name: string, kind = 'area') => builtIn.find((one) => one.name === name && one.kind === kind)?._id ?? ''
const indore = idOf('Indore', 'city')
const mp = idOf('Madhya Pradesh', 'state')
const area = (wish: Record<string, unknown>) => ({
  kind: 'area',
  parent: indore,
  aliases: [],
  lat: 22.73,
  lon: 75.9,
  status: 'shown',
  ...wish,
})
const places = '/api/admin/places'
const add = (wish: Record<string, unknown>, who = operations) => who.post(places, area(wish))
const one = async (id: string) => (await support.get(`${places}/${id}`)).body.data
/** Saves a place as its form would, with changes. */
async function save(id: string, change: Record<string, unknown>, who = operations): Promise<Reply> {
  const { name, nameHi, aliases, parent, lat, lon, status, version } = await one(id)
  const now = { name, nameHi, aliases, parent: parent?._id ?? null, lat, lon, status, version }
  return await who.put(`${places}/${id}`, { ...now, ...change })
}
const suggested = (q: string, city = 'Indore') =>
  `/api/places/autocomplete?${new URLSearchParams({ q, ...(city && { city }) })}`
const names = ({ body }: { body: Reply['body'] }) => body.data.map((found: { area: string }) => found.area)
const lines = async () => (await sql`select from audit where subject_kind = 'place'`.execute(app.db)).rows.length
let before = 0
beforeEach(async () => {
  before = await lines()
})
const written = async () => (await lines()) - before
const mentorIn = async (where: { area: string; city?: string; lat?: number; lon?: number }) => {
  const { city, ...at } = where
  const mentor = await makeMentor(app.db, at)
  if (city) await sql`update mentor set city = ${city} where id = ${mentor.id}`.execute(app.db)
  return mentor
}
const rowOf = async (id: string) => {
  const { rows } = await sql<{ area: string; city: string; state: string; version: number; lat: number }>`
    select m.area, m.city, m.state, m.version, s.lat from mentor m left join mentor_search s on s.mentor_id = m.id where m.id = ${id}`.execute(
    app.db,
  )
  return rows[0]
}

test('built-in places have unique names', () => {
  for (const place of builtIn) expect(() => assertNameFree(builtIn, place), place.name).not.toThrow()
})

test('a new area is found by its aliases in every process, and adding it again changes nothing', async () => {
  expect(names(await other.get(suggested('Mahalaxmi')))).toEqual([])
  const wish = { name: 'Mahalaxmi Nagar', nameHi: 'महालक्ष्मी नगर', aliases: ['लक्ष्मी टाउन', 'LX Town'] }
  const made = await add(wish)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  // Repeating the request returns the same place.
  expect((await add(wish)).body.data._id).toBe(made.body.data._id)
  expect(await written()).toBe(1)
  for (const q of ['mahalax', 'लक्ष्मी टाउन', 'lx town']) {
    expect(names(await app.browser().get(suggested(q))), q).toContain('Mahalaxmi Nagar')
    await expect.poll(async () => names(await other.get(suggested(q))), { message: q }).toContain('Mahalaxmi Nagar')
  }
  const { body } = await other.get('/api/places/areas?city=Indore')
  expect(body.data).toContainEqual(expect.objectContaining({ name: 'Mahalaxmi Nagar', isShown: true }))
  // Suggestions combine own places with those of the maps provider.
  const maps: Pick<Maps, 'predict'> = { predict: async () => [{ main: 'Mahalla', secondary: 'Indore', kinds: [] }] }
  const both = await suggestPlaces(
    { maps: maps as Maps, log: app.app.log },
    'mahalax',
    { inside: findCity('Indore'), everywhere: false },
    10,
  ) // safe: nothing else is asked
  expect(both.map((found) => found.area)).toEqual(['Mahalaxmi Nagar', 'Mahalla'])
  // The search understands it in free text.
  expect((await app.browser().get('/api/mentor?q=mahalaxmi+nagar')).body.near).toMatchObject({
    label: 'Mahalaxmi Nagar',
  })
})

test.each([
  [{ name: 'Palasiya', nameHi: 'नया इलाका' }, 409, 'place-name-taken'],
  [{ name: 'Nowhere One', nameHi: 'पलासिया' }, 409, 'place-name-taken'],
  [{ name: 'Nowhere Two', nameHi: 'कहीं', aliases: ['vijay nagar'] }, 409, 'place-name-taken'],
  [{ name: 'Nowhere', nameHi: 'कहीं', lat: 51.5, lon: -0.1 }, 400, 'bad-request'],
  [{ name: 'Nowhere', nameHi: 'कहीं', lat: null }, 400, 'bad-request'],
  [{ name: 'Nowhere', nameHi: 'कहीं', lat: 23.25, lon: 77.41 }, 409, 'place-far'],
  [{ name: 'Nowhere', nameHi: 'Nowhere' }, 400, 'bad-request'],
  [{ name: 'कहीं', nameHi: 'कहीं' }, 400, 'bad-request'],
  [{ name: 'Nowhere', nameHi: 'कहीं', parent: mp }, 400, 'bad-request'],
  [{ name: 'Nowhere', nameHi: 'कहीं', parent: null }, 400, 'bad-request'],
  [{ kind: 'city', name: 'Newtown', nameHi: 'न्यूटाउन', parent: mp, lat: 19.07, lon: 72.9 }, 409, 'place-other-state'],
  [{ kind: 'city', name: 'Newtown', nameHi: 'न्यूटाउन', parent: indore }, 400, 'bad-request'],
  [{ kind: 'city', name: 'Bombay', nameHi: 'बंबई नया', parent: mp }, 409, 'place-name-taken'],
])('rejects %o with %d', async (wish, status, code) => {
  const reply = await add(wish)
  expect([reply.status, reply.body.code], JSON.stringify(reply.body)).toEqual([status, code])
  expect(await written()).toBe(0)
})

test('accepts a far point when the form confirms it', { tags: ['full'] }, async () => {
  const reply = await add({ name: 'Far Village', nameHi: 'दूर गाँव', lat: 23.25, lon: 77.41, isPointSure: true })
  expect(reply.status).toBe(200)
})

test('support may read but not change places', async () => {
  const id = idOf('Rajwada')
  const { version } = await one(id)
  const tries = [
    await add({ name: 'By Support', nameHi: 'सपोर्ट' }, support),
    await save(id, { status: 'hidden' }, support),
    await support.call('DELETE', `${places}/${id}?version=${version}`),
    await support.post(`${places}/${id}/merge`, { into: idOf('Palasia'), version }),
  ]
  expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(await written()).toBe(0)
})

test('rejects a change from an old version, and accepts a repeated one', async () => {
  const id = idOf('Khajrana')
  const { version } = await one(id)
  expect((await save(id, { nameHi: 'खजराना गाँव' })).status).toBe(200)
  const late = await save(id, { nameHi: 'खजराना नया', version })
  expect([late.status, late.body.code]).toEqual([409, 'place-changed'])
  // Saving what is saved already succeeds in any version.
  expect((await save(id, { nameHi: 'खजराना गाँव', version })).status).toBe(200)
  expect(await written()).toBe(1)
})

test('two concurrent additions of one name create one area', { tags: ['full'] }, async () => {
  const names = ['तुलसी नगर', 'तुलसी कॉलोनी']
  const replies = await Promise.all(names.map((nameHi) => add({ name: 'Tulsi Nagar', nameHi })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await support.get(`${places}?q=Tulsi`)).body.total).toBe(1)
  expect(await written()).toBe(1)
})

test('rejects removing a place in use, and removes an unused one once', async () => {
  await mentorIn({ area: 'Navlakha' })
  const id = idOf('Navlakha')
  const refused = await operations.call('DELETE', `${places}/${id}?version=0`)
  expect([refused.status, refused.body.code]).toEqual([409, 'place-in-use'])
  expect(refused.body.details).toMatchObject({ mentors: 1, families: 0 })
  expect((await operations.call('DELETE', `${places}/${indore}?version=0`)).body.details.parts).toBeGreaterThan(30)
  const unused = idOf('Limbodi')
  for (const _ of [1, 2]) expect((await operations.call('DELETE', `${places}/${unused}?version=0`)).status).toBe(200)
  expect(await written()).toBe(1)
  expect(names(await app.browser().get(suggested('limbodi')))).toEqual([])
  await expect.poll(async () => names(await other.get(suggested('limbodi')))).toEqual([])
  expect((await support.get(`${places}/${unused}`)).status).toBe(404)
})

test('a rename and a new point carry over to mentors, families and drafts', async () => {
  const mentor = await mentorIn({ area: 'Tilak Nagar' })
  const family = await app.login(newPhone(), 'student')
  await family.put('/api/profile/family', {
    name: 'Meera',
    email: null,
    address: null,
    area: 'Tilak nagar',
    city: 'Indore',
  })
  const drafting = await app.login(newPhone(), 'mentor')
  const location = { state: 'Madhya Pradesh', city: 'Indore', area: 'Tilak Nagar' }
  await drafting.put('/api/mentor/application/location', { answers: { location }, revision: 0 })
  const id = idOf('Tilak Nagar')
  expect((await one(id)).usage).toMatchObject({ mentors: 1, families: 1, drafts: 1 })
  const was = await rowOf(mentor.id)
  const saved = await save(id, { name: 'Tilak Colony', lat: 22.7201, lon: 75.8863 + 0.01 })
  expect(saved.body.data).toMatchObject({
    name: 'Tilak Colony',
    lat: 22.7201,
    lon: 75.8963,
    aliases: ['Tilak Nagar'],
    mentors: 1,
    families: 1,
  })
  expect(await rowOf(mentor.id)).toMatchObject({ area: 'Tilak Colony', lat: 22.7201, version: (was?.version ?? 0) + 1 })
  const { rows } = await sql<{ area: string }>`select area from family where id = ${family.id}`.execute(app.db)
  expect(rows[0]?.area).toBe('Tilak Colony')
  expect((await drafting.get('/api/mentor/application')).body.data.answers.location.location.area).toBe('Tilak Colony')
  expect(await written()).toBe(1)
  expect(names(await app.browser().get(suggested('Tilak Nagar')))).toEqual(['Tilak Colony'])
  expect((await app.browser().get(`/api/mentor/${mentor.id}`)).body.data.location.area).toBe('Tilak Colony')
})

test('merging an area makes its names aliases and moves its mentors', async () => {
  const mentor = await mentorIn({ area: 'Annapurna' })
  const id = idOf('Annapurna')
  const into = idOf('Sudama Nagar')
  const merge = () => operations.post(`${places}/${id}/merge`, { into, version: 0 })
  for (const _ of [1, 2]) expect((await merge()).body.data).toMatchObject({ name: 'Sudama Nagar', mentors: 1 })
  expect(await written()).toBe(1)
  expect(await rowOf(mentor.id)).toMatchObject({ area: 'Sudama Nagar', lat: 22.6953 })
  expect(names(await app.browser().get(suggested('अन्नपूर्णा')))).toEqual(['Sudama Nagar'])
  expect((await one(into)).aliases).toEqual(expect.arrayContaining(['Annapurna', 'अन्नपूर्णा', 'Annpurna']))
  expect((await operations.post(`${places}/${into}/merge`, { into: indore, version: 1 })).body.code).toBe(
    'place-other-kind',
  )
})

test('a new city gets a page; merging its areas and then the city redirects the page', { tags: ['full'] }, async () => {
  const made = await add({ kind: 'city', name: 'Nagda', nameHi: 'नागदा', parent: mp, lat: 23.4583, lon: 75.4176 })
  const nagda = made.body.data._id
  const freeganj = await add({ parent: nagda, name: 'Freeganj', nameHi: 'फ्रीगंज', lat: 23.46, lon: 75.42 })
  const mandi = await add({ parent: nagda, name: 'Mandi Road', nameHi: 'मंडी रोड', lat: 23.45, lon: 75.41 })
  expect([freeganj.status, mandi.status]).toEqual([200, 200])
  const mentor = await mentorIn({ area: 'Freeganj', city: 'nagda' })
  const moving = await mentorIn({ area: 'Mandi Road', city: 'Nagda' })
  // A mentor who named this area in Ujjain before Ujjain had it.
  const early = await mentorIn({ area: 'Mandi Road', city: 'Ujjain' })
  // Saving also updates the mentors of a city that is new.
  await save(nagda, { aliases: ['Nagda Junction'] })
  expect(await rowOf(mentor.id)).toMatchObject({ area: 'Freeganj', city: 'Nagda', lat: 23.46 })
  const page = (city: string) => app.browser().get(`/api/tutors/mathematics/${city}`)
  expect((await page('nagda')).body.data).toMatchObject({ city: { slug: 'nagda', nameHi: 'नागदा' }, mentors: 1 })
  expect((await app.browser().get('/api/places/cities')).body.data).toContainEqual(
    expect.objectContaining({ name: 'Nagda', isShown: true }),
  )
  await save(nagda, { status: 'hidden' })
  expect((await page('nagda')).status).toBe(404)
  expect(names(await app.browser().get(suggested('mandi road', '')))).not.toContain('Mandi Road')

  const ujjain = idOf('Ujjain', 'city')
  const { version } = await one(nagda)
  const merge = (id: string, into: string, seen: number) =>
    operations.post(`${places}/${id}/merge`, { into, version: seen })
  const full = await merge(nagda, ujjain, version)
  expect([full.body.code, full.body.details.parts]).toEqual(['place-in-use', 2])
  // Ujjain already has a Freeganj.
  expect((await merge(freeganj.body.data._id, idOf('Freeganj'), 1)).status).toBe(200)
  expect((await save(mandi.body.data._id, { parent: ujjain, isPointSure: true })).status).toBe(200)
  const merged = await merge(nagda, ujjain, version)
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  expect(await rowOf(mentor.id)).toMatchObject({
    area: 'Freeganj',
    city: 'Ujjain',
    state: 'Madhya Pradesh',
    lat: 23.181,
  })
  expect((await one(mandi.body.data._id)).parent.name).toBe('Ujjain')
  // It had no Mandi Road: mentors there are listed at the moved area's point, never at their own.
  for (const { id } of [moving, early])
    expect(await rowOf(id)).toMatchObject({ area: 'Mandi Road', city: 'Ujjain', lat: 23.45 })
  expect((await page('nagda')).body.data.city.slug).toBe('ujjain')
})

test('a state can be merged once its cities are moved, with their areas', { tags: ['full'] }, async () => {
  const made = async (wish: Record<string, unknown>): Promise<string> => {
    const reply = await add({ lat: null, lon: null, isPointSure: true, ...wish })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body.data._id
  }
  const east = await made({ kind: 'state', name: 'Eastland', nameHi: 'पूर्व', parent: null })
  const point = { lat: 22.69, lon: 75.82 }
  const city = await made({ ...point, kind: 'city', name: 'Eastpur', nameHi: 'ईस्टपुर', parent: east })
  await made({ ...point, parent: city, name: 'Lake Side', nameHi: 'लेक साइड' })
  const mentor = await mentorIn({ area: 'Lake Side', city: 'Eastpur' })
  await sql`update mentor set state = 'Eastland' where id = ${mentor.id}`.execute(app.db)
  const merge = async () => operations.post(`${places}/${east}/merge`, { into: mp, version: (await one(east)).version })
  expect((await merge()).body.details.parts).toBe(1)
  expect((await save(city, { parent: mp })).status).toBe(200)
  expect((await merge()).status).toBe(200)
  expect(await rowOf(mentor.id)).toMatchObject({ area: 'Lake Side', state: 'Madhya Pradesh', lat: 22.69 })
})

test('a change with very many mentors updates the search list in a job and takes no lock on it', {
  tags: ['full'],
}, async () => {
  const mentor = await mentorIn({ area: 'Bhawarkuan' })
  await sql`with made as (insert into account (phone) select (7000000000 + n)::text from generate_series(1, 5000) as n returning id)
    insert into mentor (slug, account_id, status, full_name, gender, age, experience, area, city, state, lat, lon, teaching_range, show_on_website, email)
    select 'crowd-' || row_number() over (), id, 'draft', 'Crowd', 'female', 34, '5-10', 'Bhawarkuan', 'Indore', 'Madhya Pradesh', 22.7, 75.8, 'anywhere', false, ''
    from made`.execute(app.db)
  const was = (await rowOf(mentor.id))?.lat ?? 0
  const id = idOf('Bhawarkuan')
  const { lat, lon } = await one(id)
  // Updating every mentor would need this lock, which each change of a mentor holds.
  await app.db.transaction().execute(async (tx) => {
    await lockSearchShared(tx)
    expect((await save(id, { lat: lat + 0.003, lon, isPointSure: true })).status).toBe(200)
  })
  expect((await rowOf(mentor.id))?.lat).toBe(was)
  await app.runJobs()
  expect((await rowOf(mentor.id))?.lat).toBeCloseTo(lat + 0.003, 6)
})

test('a failed read of places is repeated after a second', { tags: ['full'] }, async () => {
  const warn = vi.fn()
  const stop = await watchPlaces(app.db, app.database.url, { warn } as unknown as FastifyBaseLogger) // safe: it only warns
  try {
    await sql`alter table place rename to place_away`.execute(app.db)
    await sql`notify places`.execute(app.db)
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0)
    await sql`insert into place_away (id, kind, parent, name, name_hi, aliases, lat, lon, status)
      values (gen_random_uuid(), 'area', ${indore}, 'Late Colony', 'लेट कॉलोनी', '{}', 22.72, 75.86, 'shown')`.execute(
      app.db,
    )
  } finally {
    await sql`alter table place_away rename to place`.execute(app.db)
  }
  await expect.poll(() => findArea('Late Colony', 'Indore')?.lat, { timeout: 5_000 }).toBe(22.72)
  await stop()
})

test('an unknown area becomes an area of its city or an alias of one', { tags: ['full'] }, async () => {
  const lost = await mentorIn({ area: 'Shri Nagar Extension', lat: 22.735, lon: 75.9 })
  const twin = await mentorIn({ area: 'Vijay Nagar Chauraha' })
  const unknown = (await support.get(`${places}/unknown`)).body
  expect(unknown.data).toContainEqual(expect.objectContaining({ area: 'Shri Nagar Extension', mentors: 1, lat: 22.73 }))
  const { like } = unknown.data.find((row: { area: string }) => row.area === 'Vijay Nagar Chauraha')
  expect(like.name).toBe('Vijay Nagar')
  const wish = { name: 'Shri Nagar Extension', nameHi: 'श्री नगर एक्सटेंशन', lat: 22.73, lon: 75.9 }
  expect((await add(wish)).body.data).toMatchObject({ mentors: 1 })
  const { aliases } = await one(like._id)
  expect((await save(like._id, { aliases: [...aliases, 'Vijay Nagar Chauraha'] })).status).toBe(200)
  expect(await written()).toBe(2)
  expect(await rowOf(lost.id)).toMatchObject({ area: 'Shri Nagar Extension', lat: 22.73 })
  expect(await rowOf(twin.id)).toMatchObject({ area: 'Vijay Nagar', lat: 22.7603 })
  expect((await support.get(`${places}/unknown`)).body.total).toBe(unknown.total - 2)
})

test('an unknown area is placed to a kilometre, without mentors who are not listed', async () => {
  await mentorIn({ area: 'Kabit Khedi', lat: 22.7512, lon: 75.8893 })
  for (const name of ['Kabit Khedi', 'Ambamolya'])
    await makeMentor(app.db, { area: name, city: 'Indore', lat: 22.7958, lon: 75.9541, shown: false })
  const { data } = (await support.get(`${places}/unknown`)).body
  const point = (name: string) => data.find((row: { area: string }) => row.area === name)
  expect(point('Kabit Khedi')).toMatchObject({ area: 'Kabit Khedi', lat: 22.75, lon: 75.89 })
  const { lat, lon } = findCity('Indore') ?? {}
  expect(point('Ambamolya')).toMatchObject({ area: 'Ambamolya', lat, lon })
})

test('the list filters, sorts and pages, and its file has the same rows', async () => {
  const list = async (query: string) => (await support.get(`${places}?${query}`)).body
  expect((await list('kind=state')).total).toBe(9)
  expect((await list(`q=${encodeURIComponent('पलासिया')}`)).data.map((row: { name: string }) => row.name)).toEqual([
    'Palasia',
  ])
  const first = await list(`kind=area&within=${indore}&sort=mentors&order=desc&limit=5`)
  expect(first.data[0].mentors).toBeGreaterThanOrEqual(first.data[4].mentors)
  const second = await list(
    `kind=area&within=${indore}&sort=mentors&order=desc&limit=5&cursor=${encodeURIComponent(first.nextCursor)}`,
  )
  expect(second.data[0]._id).not.toBe(first.data[0]._id)
  const file = await support.get(`${places}.csv?kind=state`)
  const { total } = await list('kind=state')
  expect(file.body.trim().split('\r\n')).toHaveLength(total + 1)
})

test('the list counts up to a thousand families of a place, the file all', async () => {
  const dewas = idOf('Dewas', 'city')
  const counts = async () => (await support.get(`${places}?q=Dewas&kind=city`)).body.data[0]
  await sql`with many as (insert into account (phone) select '66' || lpad(i::text, 8, '0') from generate_series(1, 1002) as i returning id)
    insert into family (account_id, name, city) select id, 'Many', 'dewas' from many`.execute(app.db)
  expect(await counts()).toMatchObject({ _id: dewas, families: 1000 })
  const file = await support.get(`${places}.csv?q=Dewas&kind=city`)
  expect(file.body.trim()).toMatch(/,1002$/)
  expect((await one(dewas)).usage).toMatchObject({ families: 1002 })
})
