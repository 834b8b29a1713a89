import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goldMentors, publicMentor, searchMentors, visibleMentors } from '#contract/mentors/mentors.ts'
import { altered, makeMentor } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { ensureProjection, projectMentors } from './projection.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const list = async (query: string, path = '/api/mentor') => (await app.browser().get(`${path}?${query}`)).body
const names = (body: { data: { fullName: string }[] }) => body.data.map((one) => one.fullName)

test('sorts by range, ranking, distance and rating', async () => {
  const city = 'city=Bhopal&class=11&subject=Physics&mode=homeTuition'
  const at = { lat: 23.2599, lon: 77.4126, city: 'Bhopal', offers: [['class-11', 'physics']] as [string, string][] }
  const near = { ...at, lat: 23.27 }
  const make = (name: string, wish: object) => makeMentor(app.db, { name, ...at, ...wish })
  await make('out of range, best rank', { lat: 23.5, range: '5km', ranking: 1 })
  await make('rank 10, near', { ...near, ranking: 10, rating: 4.1 })
  await make('rank 10, near, better rated', { ...near, ranking: 10, rating: 4.9 })
  await make('rank 2, far but anywhere', { lat: 23.6, ranking: 2 })
  await make('rank 10, next door', { range: '2km' })
  await make('rank 10, within 25 km', { lat: 23.4837, range: '25km+', ranking: 10 })
  await make('rank 10, beyond 25 km', { lat: 23.4864, range: '25km+', ranking: 10 })
  const { data } = await list(city)
  // Distances are between the city's centre and the mentors' public positions, on a grid of 300 m.
  expect(
    data.map((one: { fullName: string; distance: number; inRange: boolean }) => [
      one.fullName,
      one.distance,
      one.inRange,
    ]),
  ).toEqual([
    ['rank 2, far but anywhere', 37.7, true],
    ['rank 10, next door', 0.1, true],
    ['rank 10, near, better rated', 1.1, true],
    ['rank 10, near', 1.1, true],
    ['rank 10, within 25 km', 24.8, true],
    ['out of range, best rank', 26.6, false],
    ['rank 10, beyond 25 km', 25.1, false],
  ])
})

test('returns every mentor once over pages, in the order of a single page', { tags: ['full'] }, async () => {
  for (let i = 0; i < 23; i++)
    await makeMentor(app.db, { lat: 26.9124, lon: 75.7873, offers: [['class-12', 'music']], rating: i % 3 ? 4.5 : 4.2 })
  const query = 'city=Jaipur&class=12&subject=music'
  const whole = (await list(`${query}&limit=50`)).data.map((one: { _id: string }) => one._id)
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await list(`${query}&limit=4${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.data.map((one: { _id: string }) => one._id))
    cursor = page.nextCursor ?? ''
  } while (cursor)
  expect(seen).toEqual(whole)
  expect(seen).toHaveLength(23)
  const page = await list(`${query}&limit=4`)
  const stolen = await app
    .browser()
    .get(`/api/mentor?city=Jaipur&class=11&subject=music&limit=4&cursor=${page.nextCursor}`)
  expect([stolen.status, stolen.body.code]).toEqual([400, 'bad-cursor'])
  const changed = await app.browser().get(`/api/mentor?${query}&limit=4&cursor=${altered(page.nextCursor)}`)
  expect(changed.body.code).toBe('bad-cursor')
})

test('returns list replies built from stored JSON that match the contract exactly', async () => {
  const place = { lat: 11.0168, lon: 76.9558, offers: [['class-9-10', 'art']] as [string, string][] }
  const awkward = '"quoted", \\ and </script> \u2028 नमस्ते 👩🏽‍🏫'
  await makeMentor(app.db, { ...place, name: awkward, rating: 4.5 })
  await makeMentor(app.db, { ...place, lat: 11.1, name: 'Plain', tier: 'gold' })
  const query = 'lat=11.0168&lon=76.9558&class=10&subject=art'
  for (const [endpoint, count] of [
    [searchMentors, 2],
    [visibleMentors, 2],
    [goldMentors, 1],
  ] as const) {
    const body = await list(query, endpoint.url)
    expect(endpoint.schema.response[200].strict().parse(body)).toEqual(body)
    expect(body.data).toHaveLength(count)
    for (const one of body.data) expect(publicMentor.strict().parse(one)).toEqual(one)
  }
  expect(names(await list(query))).toEqual([awkward, 'Plain'])
  const nobody = await list('q=zzzzqqqq')
  expect(searchMentors.schema.response[200].strict().parse(nobody)).toEqual(nobody)
})

test('filters by the lowest price among the chosen modes, homeTuition by default', async () => {
  const place = { lat: 25.3176, lon: 82.9739, offers: [['class-9-10', 'art']] as [string, string][] }
  await makeMentor(app.db, { ...place, name: 'home 5000', prices: { homeTuition: 5000 } })
  await makeMentor(app.db, { ...place, name: 'place 2000 only', prices: { myPlace: 2000 } })
  await makeMentor(app.db, { ...place, name: 'home 8000, place 3000', prices: { homeTuition: 8000, myPlace: 3000 } })
  const query = 'city=Varanasi&subject=art'
  expect(names(await list(query))).toHaveLength(3)
  expect(names(await list(`${query}&min=0&max=20000`))).toHaveLength(3)
  expect(names(await list(`${query}&max=6000`))).toEqual(['home 5000'])
  expect(names(await list(`${query}&max=6000&mode=myPlace`)).sort()).toEqual([
    'home 8000, place 3000',
    'place 2000 only',
  ])
  expect(names(await list(`${query}&min=2500&max=6000&mode=myPlace&mode=homeTuition`)).sort()).toEqual([
    'home 5000',
    'home 8000, place 3000',
  ])
})

describe('a place is a filter', () => {
  const offers = [['class-9-10', 'sanskrit']] as [string, string][]
  const query = 'subject=sanskrit'
  beforeAll(async () => {
    const bhopal = { offers, lat: 23.2599, lon: 77.4126 }
    await makeMentor(app.db, { ...bhopal, name: 'Bhopal', range: '2km', prices: { homeTuition: 9000 } })
    await makeMentor(app.db, {
      ...bhopal,
      name: 'Bhopal anywhere',
      lat: 23.2,
      range: 'anywhere',
      onlinePrice: 3000,
      tier: 'gold',
    })
    // 37 km from the centre of Bhopal, and about 25 km from its nearest area.
    const sehore = { offers, lat: 23.2032, lon: 77.0844, city: 'Sehore' }
    await makeMentor(app.db, { ...sehore, name: 'Sehore, comes', range: '25km+', lat: 23.22, lon: 77.25 })
    await makeMentor(app.db, { ...sehore, name: 'Sehore, stays', range: '5km', ranking: 1 })
    await makeMentor(app.db, { ...sehore, name: 'Sehore, anywhere', ranking: 1, tier: 'gold', onlinePrice: 1000 })
    await makeMentor(app.db, { offers, name: 'Pune online', lat: 18.5204, lon: 73.8567, onlinePrice: 2000, ranking: 1 })
    await makeMentor(app.db, { offers, name: 'Kochi online', lat: 9.93, lon: 76.26, onlinePrice: 2500, city: 'Kochi' })
  })
  const total = async (more: string, path = '/api/mentor') => (await list(`${query}&${more}`, path)).total

  test('lists mentors who live in the city or travel there, in range first under every sort', async () => {
    const inBhopal = ['Bhopal', 'Bhopal anywhere', 'Sehore, comes']
    for (const sort of ['best', 'distance', 'price', 'rating']) {
      const found = await list(`${query}&state=Madhya+Pradesh&city=Bhopal&sort=${sort}`)
      expect(names(found).sort(), sort).toEqual(inBhopal)
      expect([found.total, found.near.of], sort).toEqual([3, 'city'])
      expect(
        found.data.map((one: { inRange: boolean }) => one.inRange),
        sort,
      ).toEqual([true, true, true])
    }
    const area = await list(`${query}&city=Bhopal&area=Kolar+Road`)
    expect([names(area).sort(), area.near.label]).toEqual([inBhopal, 'Kolar Road'])
    const inRange = area.data.filter((one: { inRange: boolean }) => one.inRange)
    expect(names({ data: inRange })).toContain('Bhopal anywhere')
    expect(names({ data: inRange })).not.toContain('Bhopal')
  })

  test('does not rank gold mentors from elsewhere before those who travel there', async () => {
    expect(names(await list(`${query}&city=Bhopal`, '/api/mentor/gold-mentor'))).toEqual(['Bhopal anywhere'])
    expect(names(await list(`${query}&city=Bhopal&mode=online`, '/api/mentor/gold-mentor'))).toEqual([
      'Bhopal anywhere',
    ])
  })

  test('lists all online mentors, nearest first; elsewhere excludes those who travel there', async () => {
    const online = await list(`${query}&city=Bhopal&mode=online`)
    expect(names(online)).toEqual(['Bhopal anywhere', 'Sehore, anywhere', 'Pune online', 'Kochi online'])
    expect(online.data.map((one: { inRange: boolean }) => one.inRange)).toEqual([true, false, false, false])
    expect(online.total).toBe(4)
    const elsewhere = await list(`${query}&city=Bhopal&mode=online&elsewhere=true`)
    expect([names(elsewhere), elsewhere.total]).toEqual([['Sehore, anywhere', 'Pune online', 'Kochi online'], 3])
    expect(names(await list(`${query}&city=Bhopal&mode=online&sort=price`))).toEqual([
      ...['Bhopal anywhere', 'Sehore, anywhere', 'Pune online', 'Kochi online'],
    ])
    expect(await total('city=Bhopal&mode=online&max=2200')).toBe(2)
  })

  test('lists mentors of all cities of a state; a city without mentors or of another state is empty', async () => {
    expect(await total('state=Madhya+Pradesh')).toBe(5)
    expect(await total('state=Madhya+Pradesh&city=Bhopal')).toBe(3)
    expect(await total('state=Maharashtra')).toBe(1)
    expect(await total('state=Maharashtra&city=Bhopal')).toBe(0)
    const kochi = await list(`${query}&city=Kochi`)
    expect([kochi.total, kochi.near]).toEqual([
      0,
      { label: 'Kochi', labelHi: 'Kochi', from: 'default', of: 'city', city: '' },
    ])
    const online = await list(`${query}&city=Kochi&mode=online`)
    expect([online.total, online.data[0].distance]).toEqual([4, null])
    expect(await total('state=Kerala&city=Kochi')).toBe(1)
    expect(await total('city=Satna')).toBe(0)
  })

  test('distinguishes cities of one name by state', async () => {
    const sagar = { offers: [['class-9-10', 'sociology']] as [string, string][], city: 'Sagar', lat: 23.84, lon: 78.74 }
    await makeMentor(app.db, { ...sagar, name: 'Sagar of MP' })
    const other = await makeMentor(app.db, { ...sagar, name: 'Sagar of Karnataka', lat: 14.16, lon: 75.03 })
    await sql`update mentor set state = 'Karnataka' where id = ${other.id}`.execute(app.db)
    await projectMentors(app.db, [other.id])
    const found = async (place: string) => names(await list(`subject=sociology&${place}`))
    expect(await found('city=Sagar')).toEqual(['Sagar of MP'])
    expect(await found('city=Sagar&state=Karnataka')).toEqual(['Sagar of Karnataka'])
    expect(await found('q=sociology+sagar+karnataka')).toEqual(['Sagar of Karnataka'])
    expect(await found('q=sociology+sagar')).toEqual(['Sagar of MP'])
  })

  test('treats a point as its city, and as a circle outside known cities or with a radius', async () => {
    const found = await list(`${query}&lat=23.25&lon=77.42`)
    expect([found.total, found.near.of, found.near.from]).toEqual([3, 'city', 'point'])
    expect(found.near.label).not.toBe('')
    const kochi = await list(`${query}&lat=9.95&lon=76.25`)
    expect([names(kochi), kochi.near]).toEqual([
      ['Kochi online'],
      { label: '', labelHi: '', from: 'point', of: 'around', city: '' },
    ])
    expect(names(await list(`${query}&lat=23.25&lon=77.42&within=60`)).length).toBe(5)
    expect(await total('within=5000')).toBe(7)
    expect(await total('city=Bhopal&within=3')).toBe(1)
  })

  test('continues pages across the sections of the online list', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await list(`${query}&city=Bhopal&mode=online&limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...names(page))
      cursor = page.nextCursor ?? ''
    } while (cursor)
    expect(seen).toEqual(['Bhopal anywhere', 'Sehore, anywhere', 'Pune online', 'Kochi online'])
  })

  test('limits "anywhere in the city" to the city, also on the profile', async () => {
    const { data } = await list(`${query}&city=Bhopal&mode=online`)
    const [own, other] = data.map((one: { slug: string }) => one.slug)
    const at = async (slug: string, place: string) =>
      (await app.browser().get(`/api/mentor/${slug}?${place}`)).body.data.inRange
    expect([await at(own, 'city=Bhopal'), await at(own, 'city=Indore')]).toEqual([true, false])
    expect([await at(other, 'city=Sehore'), await at(other, 'city=Bhopal&area=Kolar+Road')]).toEqual([true, false])
  })
})

test('measures distances from the centres of areas on both sides', async () => {
  await makeMentor(app.db, {
    name: 'Asha',
    area: 'Vijay Nagar',
    lat: 22.7555,
    lon: 75.8911,
    offers: [['class-7-8', 'hindi']],
  })
  const body = await list('subject=hindi&area=vijay nagar')
  expect(body.near).toMatchObject({ label: 'Vijay Nagar', from: 'area' })
  expect(body.data[0]).toMatchObject({ fullName: 'Asha', distance: 0 })
})

test('lists gold mentors', async () => {
  await makeMentor(app.db, { name: 'Goldie', tier: 'gold', offers: [['class-7-8', 'english']] })
  await makeMentor(app.db, { name: 'Silvia', offers: [['class-7-8', 'english']] })
  expect(names(await list('subject=english', '/api/mentor/gold-mentor'))).toEqual(['Goldie'])
  expect(names(await list('subject=english', '/api/mentor/visible-mentors')).sort()).toEqual(['Goldie', 'Silvia'])
})

test('finds a mentor by slug, id and name; a shared name finds none', async () => {
  const one = await makeMentor(app.db, { name: 'Radha Vyas', slug: 'radha-vyas' })
  for (const text of ['radha-vyas', one.id, 'Radha%20Vyas'])
    expect((await app.browser().get(`/api/mentor/${text}`)).body.data.slug).toBe('radha-vyas')
  await makeMentor(app.db, { name: 'Radha Vyas', slug: 'radha-vyas-2' })
  expect((await app.browser().get('/api/mentor/Radha%20Vyas')).status).toBe(404)
})

test('hides hidden, suspended and unverified mentors from everyone but themselves', async () => {
  const hidden = await makeMentor(app.db, { name: 'Hidden One', shown: false })
  await makeMentor(app.db, { name: 'Suspended One', status: 'suspended', slug: 'suspended-one' })
  for (const text of [hidden.slug, hidden.id, 'suspended-one']) {
    const { status, body } = await app.browser().get(`/api/mentor/${text}`)
    expect([status, body.code]).toEqual([410, 'mentor-gone'])
    expect(JSON.stringify(body)).not.toContain('One')
  }
  for (const status of ['draft', 'submitted', 'in_review', 'rejected']) {
    const { slug } = await makeMentor(app.db, { status })
    expect((await app.browser().get(`/api/mentor/${slug}`)).status, status).toBe(404)
    expect((await app.browser().get(`/api/mentor/${slug}/similar`)).status, status).toBe(404)
  }
  expect((await app.browser().get(`/api/mentor/selected-mentors?id=${hidden.id},suspended-one,nobody`)).body).toEqual({
    mentors: [],
  })
  const self = await app.login(hidden.phone, 'mentor')
  expect((await self.get(`/api/mentor/${hidden.slug}`)).body.data.fullName).toBe('Hidden One')
})

test('returns similar mentors for a former mentor and reveals only the city', async () => {
  const offers: [string, string][] = [['class-11', 'psychology']]
  const gone = await makeMentor(app.db, { name: 'Gone One', status: 'suspended', area: 'Palasia', offers })
  const shown = await makeMentor(app.db, { name: 'Still Here', area: 'Palasia', offers })
  await makeMentor(app.db, { name: 'Other Subject', area: 'Palasia', offers: [['class-11', 'sociology']] })
  await makeMentor(app.db, { name: 'Far Away', lat: 28.61, lon: 77.2, offers })
  const { body } = await app.browser().get(`/api/mentor/${gone.slug}/similar`)
  expect(names(body)).toEqual(['Still Here'])
  expect(body.near).toEqual({ area: '', city: 'Indore', subject: 'psychology' })
  expect(JSON.stringify(body)).not.toContain('Gone')
  const own = (await app.browser().get(`/api/mentor/${shown.id}/similar`)).body
  expect([names(own), own.near.area]).toEqual([[], 'Palasia'])
  expect((await app.browser().get(`/api/mentor/${gone.slug}/similar?limit=13`)).status).toBe(400)
})

test('returns distances of selected mentors from a place', async () => {
  const { id } = await makeMentor(app.db, { area: 'Palasia', range: '0km' })
  const path = `/api/mentor/selected-mentors?id=${id}`
  const seen = async (query: string) => (await app.browser().get(path + query)).body.mentors[0]
  expect(await seen('')).toMatchObject({ distance: null, inRange: null })
  const far = await seen('&city=Indore&area=Vijay%20Nagar')
  expect(far).toMatchObject({ distance: 4, inRange: false })
  expect(await seen('&city=Indore&area=Palasia')).toMatchObject({ distance: 0, inRange: true })
})

test('returns selected mentors in the given order and skips unknown ones', async () => {
  const a = await makeMentor(app.db)
  const b = await makeMentor(app.db)
  const { body } = await app.browser().get(`/api/mentor/selected-mentors?id=${b.id},nobody,${a.slug}`)
  expect(body.mentors.map((one: { _id: string }) => one._id)).toEqual([b.id, a.id])
})

test('toggles visibility at once, only for the mentor itself, with an audit row for admins', async () => {
  const made = await makeMentor(app.db, { name: 'Toggle One', offers: [['class-7-8', 'art']] })
  const self = await app.login(made.phone, 'mentor')
  expect((await self.put(`/api/mentor/${made.id}`, { showOnWebsite: false })).body).toEqual({
    data: { _id: made.id, showOnWebsite: false },
  })
  expect(names(await list('class=8&subject=art'))).not.toContain('Toggle One')
  expect((await self.put(`/api/mentor/${made.id}`, { showOnWebsite: true })).status).toBe(200)
  expect(names(await list('class=8&subject=art'))).toContain('Toggle One')
  const admin = await app.admin()
  await admin.put(`/api/mentor/${made.id}`, { showOnWebsite: false })
  const { rows } = await sql`select 1 from audit where subject_id = ${made.id} and action = 'mentor.show'`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
})

test.each([
  ['class=13', 'class'],
  ['price=-5', 'price'],
  ['min=-5', 'min'],
  ['max=99999999', 'max'],
  ['lat=51&lon=0', 'lat'],
  ['subject=alchemy', 'subject.0'],
  [`q=${'x'.repeat(10_000)}`, 'q'],
  [Array.from({ length: 400 }, () => 'subject=art').join('&'), 'subject'],
  ['sort=id;drop table mentor', 'sort'],
  ['limit=1000', 'limit'],
])('rejects %.40s and names the field', async (query, field) => {
  const reply = await app.browser().get(`/api/mentor?${query}`)
  expect([reply.status, reply.body.details?.fields[0].field]).toEqual([400, field])
})

test('treats text of any script as plain text', async () => {
  for (const q of [
    "%' or 1=1 --",
    '<script>',
    '%',
    '_',
    '\\',
    'ครูสอน',
    'мате матика',
    '数学',
    '🙂',
    'ग\u200dfoo',
    'DROP TABLE mentor;',
  ]) {
    const reply = await app.browser().get(`/api/mentor?q=${encodeURIComponent(q)}`)
    expect([q, reply.status, reply.body.data]).toEqual([q, 200, []])
  }
})

test('counts subjects for class and place, not under further filters', async () => {
  const offers = [['jee', 'physics']] as [string, string][]
  const first = await makeMentor(app.db, { name: 'Pune One', offers })
  const second = await makeMentor(app.db, { name: 'Pune Two', offers: [...offers, ['jee', 'mathematics']] })
  await makeMentor(app.db, { name: 'Online, Indore', onlinePrice: 2000, offers })
  await sql`update mentor set city = 'Pune', state = 'Maharashtra' where id in (${first.id}, ${second.id})`.execute(
    app.db,
  )
  await projectMentors(app.db, [first.id, second.id])
  expect((await list('city=Pune&class=jee')).facets).toEqual({ subjects: { physics: 2, mathematics: 1 } })
  expect((await list('city=Jaipur&class=jee')).facets).toEqual({ subjects: {} })
  expect((await list('city=Pune&class=jee&mode=online')).facets).toEqual({ subjects: { physics: 1 } })
  expect((await list('state=Maharashtra&class=jee')).facets).toEqual({ subjects: { physics: 2, mathematics: 1 } })
  expect((await list('city=Pune&class=jee&gender=male')).facets).toBeUndefined()
  await sql`update mentor set show_on_website = false where id = ${first.id}`.execute(app.db)
  await projectMentors(app.db, [first.id])
  const { rows } =
    await sql`select city, kind, n from search_count where key = search_tag('k:jee:physics') and n <> 0 order by city collate "C", kind`.execute(
      app.db,
    )
  expect(rows).toEqual([
    { city: '', kind: 2, n: 1 },
    { city: '', kind: 3, n: 1 },
    { city: 'Indore', kind: 3, n: 1 },
    { city: 'Pune', kind: 2, n: 1 },
  ])
})

test("returns listing fields, and the admin's text only while visible", async () => {
  const made = await makeMentor(app.db, { name: 'Listed Fields' })
  const shown = async () => {
    await projectMentors(app.db, [made.id])
    const visitor = app.browser()
    const found = [
      ...['', '/visible-mentors', '/gold-mentor'].map((path) => `/api/mentor${path}?q=Listed%20Fields&within=5000`),
      `/api/mentor/selected-mentors?id=${made.id}`,
    ]
    const replies = await Promise.all([...found, `/api/mentor/${made.id}`].map((path) => visitor.get(path)))
    return replies.map(({ body }) => {
      const { adminRanking, adminBrief, adminBriefVisible, showOnWebsite, brief } =
        body.mentors?.[0] ?? (Array.isArray(body.data) ? body.data[0] : body.data)
      return { adminRanking, adminBrief, adminBriefVisible, showOnWebsite, brief }
    })
  }
  await sql`update mentor set tier = 'gold', brief = 'My own words.', admin_brief = 'Our words.' where id = ${made.id}`.execute(
    app.db,
  )
  const usual = {
    adminRanking: 10,
    adminBrief: '',
    adminBriefVisible: false,
    showOnWebsite: true,
    brief: 'My own words.',
  }
  expect(await shown()).toEqual(Array(5).fill(usual))
  await sql`update mentor set admin_ranking = 3, admin_brief_visible = true where id = ${made.id}`.execute(app.db)
  const ours = { adminRanking: 3, adminBrief: 'Our words.', adminBriefVisible: true, showOnWebsite: true }
  expect(await shown()).toEqual(Array(5).fill({ ...ours, brief: 'Our words.' }))
})

test('returns only public fields on cards', async () => {
  const made = await makeMentor(app.db, { name: 'Private One' })
  const secret = 'canary81c2'
  await sql`update mentor set email = ${`${secret}@mail.example`}, document = ${secret}, cv = ${secret}, teaching_video = ${secret}, teaching_video_published = false,
    admin_brief = ${secret}, admin_brief_visible = false, teaching_experience = ${secret}, twelfth_board = ${secret}, graduation_college = ${secret},
    lat = 22.7196123, lon = 75.8577456 where id = ${made.id}`.execute(app.db)
  await sql`insert into mentor_check (mentor_id, kind, state, checker, evidence, degree) values (${made.id}, 'police', 'failed', ${secret}, ${secret}, ${secret})`.execute(
    app.db,
  )
  await projectMentors(app.db, [made.id])
  const { body } = await app.browser().get(`/api/mentor/selected-mentors?id=${made.id}`)
  expect(body.mentors).toHaveLength(1)
  const { rows } =
    await sql`select card::text || to_json(s)::text as text from mentor_card c join mentor_search s using (mentor_id) where mentor_id = ${made.id}`.execute(
      app.db,
    )
  for (const text of [JSON.stringify(body), JSON.stringify(rows)]) {
    for (const one of [secret, made.phone, '22.7196123', '75.8577456']) expect(text).not.toContain(one)
  }
})

test('rebuilds search tables written by another version, once', { tags: ['full'] }, async () => {
  await makeMentor(app.db, { name: 'Kept One', offers: [['neet', 'biology']] })
  await sql`delete from search_state`.execute(app.db)
  await sql`delete from search_entry`.execute(app.db)
  expect(names(await list('class=neet&subject=biology&limit=1'))).toEqual([])
  await Promise.all([ensureProjection(app.db), ensureProjection(app.db)])
  expect(names(await list('class=neet&subject=biology&limit=1'))).toEqual(['Kept One'])
})
