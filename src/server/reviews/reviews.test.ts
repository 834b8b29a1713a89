import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#server/platform/database.ts'
import { altered, makeMentor, makeReview, newPhone } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { recountRating } from './reviews.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const get = (path: string) => app.browser().get(path)
const reviews = (mentor: string, query = '') => get(`/api/mentor/${mentor}/reviews${query}`)
const recount = (id: string) => transaction(app.db, (tx) => recountRating(tx, id))
const long = 'She explained the same sum three times in three ways, and never sighed once.'

test('rates a mentor by visible reviews, on the profile and in the list', async () => {
  const { id, slug } = await makeMentor(app.db)
  for (const stars of [5, 4, 4]) await makeReview(app.db, id, { stars })
  await makeReview(app.db, id, { stars: 1, published: false })
  await makeReview(app.db, id, { stars: 1, hidden: true })
  await recount(id)
  expect((await get(`/api/mentor/${slug}`)).body.data).toMatchObject({ rating: 4.3, ratingCount: 3 })
  const found = async (rating: number) => (await get(`/api/mentor?rating=${rating}&within=5000`)).body.data
  const isIn = (list: { _id: string }[]) => list.some((one) => one._id === id)
  expect([isIn(await found(4)), isIn(await found(4.5))]).toEqual([true, false])
  const { body } = await reviews(slug)
  expect(body).toMatchObject({ total: 3, rating: 4.3, nextCursor: null })
  expect(body.stars).toEqual(
    [1, 2, 3, 4, 5].map((stars) => ({ stars, count: [0, 0, 0, 2, 1][stars - 1], reviews: [0, 0, 0, 2, 1][stars - 1] })),
  )
  await sql`update review set hidden_at = now() where mentor_id = ${id}`.execute(app.db)
  await recount(id)
  expect((await get(`/api/mentor/${slug}`)).body.data).toMatchObject({ rating: null, ratingCount: 0 })
  expect((await reviews(id)).body).toMatchObject({ data: [], total: 0, rating: null })
})

test('a family counts once, by its newest visible review, and all its reviews are shown', async () => {
  const { id, slug } = await makeMentor(app.db)
  const families = [await app.login(newPhone(), 'student'), await app.login(newPhone(), 'student')]
  const [first, second] = families.map((one) => one.id)
  for (const [family, stars, daysAgo] of [
    [first, 1, 4],
    [first, 5, 3],
    [first, 5, 2],
    [second, 3, 1],
    [null, 4, 5],
  ] as const) {
    await makeReview(app.db, id, { stars, daysAgo, family })
  }
  await recount(id)
  const shown = async () => ({ ...(await reviews(slug)).body, of: (await get(`/api/mentor/${slug}`)).body.data })
  const { stars, data, ...rest } = await shown()
  expect(rest).toMatchObject({ total: 5, rating: 4, of: { rating: 4, ratingCount: 3 } })
  expect([data.length, stars.map((one: { count: number }) => one.count)]).toEqual([5, [0, 0, 1, 1, 1]])
  expect(stars.map((one: { reviews: number }) => one.reviews)).toEqual([1, 0, 1, 1, 2])
  // The one before it counts when the newest is hidden.
  await sql`update review set hidden_at = now() where family_id = ${first} and stars = 5`.execute(app.db)
  await recount(id)
  expect(await shown()).toMatchObject({ total: 3, rating: 2.7, of: { rating: 2.7, ratingCount: 3 } })
})

test('sorting by rating weighs the number of reviews; display and filter use the plain average', async () => {
  const offers: [string, string][] = [['class-12', 'biology']]
  const rated = async (name: string, stars: number[]) => {
    const { id } = await makeMentor(app.db, { name, offers })
    for (const one of stars) await makeReview(app.db, id, { stars: one })
    await recount(id)
  }
  await rated('one five', [5])
  await rated('none', [])
  await rated('forty good', [...Array(32).fill(5), ...Array(8).fill(4)])
  await rated('poor', [2, 3])
  const named = async (query: string) =>
    (await get(`/api/mentor?class=12&subject=biology&within=5000&${query}`)).body.data.map(
      (one: { fullName: string; rating: number | null }) => [one.fullName, one.rating],
    )
  // (5 x 4.3 + 40 x 4.8) / 45 = 4.74 against (5 x 4.3 + 5) / 6 = 4.42.
  const inOrder = [
    ['forty good', 4.8],
    ['one five', 5],
    ['poor', 2.5],
    ['none', null],
  ]
  expect(await named('sort=rating')).toEqual(inOrder)
  const first = (await get('/api/mentor?class=12&subject=biology&within=5000&sort=rating&limit=2')).body
  const next = await named(`sort=rating&limit=2&cursor=${first.nextCursor}`)
  expect(next).toEqual(inOrder.slice(2))
  expect(await named('sort=rating&rating=5')).toEqual([['one five', 5]])
})

test('counts two concurrent reviews', async () => {
  const { id, slug } = await makeMentor(app.db)
  const add = (stars: number) =>
    transaction(app.db, async (tx) => {
      await makeReview(tx, id, { stars })
      await recountRating(tx, id)
    })
  await Promise.all([add(5), add(2), add(5), add(4)])
  expect((await get(`/api/mentor/${slug}`)).body.data).toMatchObject({ rating: 4, ratingCount: 4 })
})

test('cursor pages contain each review once, newest first, even with equal times', async () => {
  const { id } = await makeMentor(app.db)
  const other = await makeMentor(app.db)
  await transaction(app.db, async (tx) => {
    for (let i = 0; i < 11; i++) await makeReview(tx, id, { daysAgo: Math.floor(i / 4), words: `No. ${i}` })
  })
  const seen: { _id: string; writtenAt: string }[] = []
  let cursor = ''
  do {
    const { body } = await reviews(id, `?limit=3${cursor && `&cursor=${cursor}`}`)
    expect(body.total).toBe(11)
    seen.push(...body.data)
    cursor = body.nextCursor ?? ''
  } while (cursor)
  expect(new Set(seen.map((one) => one._id)).size).toBe(11)
  const times = seen.map((one) => one.writtenAt)
  expect(times).toEqual([...times].sort().reverse())
  const first = (await reviews(id, '?limit=3')).body.nextCursor
  for (const [mentor, given] of [
    [other.id, first],
    [id, altered(first)],
    [id, 'x'],
  ]) {
    const { status, body } = await reviews(mentor, `?cursor=${given}`)
    expect([status, body.code]).toEqual([400, 'bad-cursor'])
  }
})

test('reviews with words come before stars alone, over pages too', async () => {
  const { id } = await makeMentor(app.db)
  await transaction(app.db, async (tx) => {
    for (const [daysAgo, words] of ['', 'Newer', '', 'Older'].entries()) await makeReview(tx, id, { daysAgo, words })
  })
  const { body } = await reviews(id, '?limit=3')
  const { body: rest } = await reviews(id, `?cursor=${body.nextCursor}`)
  const words = [...body.data, ...rest.data].map((one: { words: string }) => one.words)
  expect(words).toEqual(['Newer', 'Older', '', ''])
})

test('lists only the reviews with the given stars, and a cursor belongs to them', async () => {
  const { id } = await makeMentor(app.db)
  for (const stars of [5, 4, 5, 1]) await makeReview(app.db, id, { stars })
  const { body } = await reviews(id, '?stars=5&limit=1')
  expect(body).toMatchObject({ total: 4, data: [{ stars: 5 }] })
  const { body: rest } = await reviews(id, `?stars=5&cursor=${body.nextCursor}`)
  expect(rest).toMatchObject({ data: [{ stars: 5 }], nextCursor: null })
  expect((await reviews(id, `?cursor=${body.nextCursor}`)).body.code).toBe('bad-cursor')
  expect((await reviews(id, '?stars=6')).status).toBe(400)
})

test('reviews of an unlisted mentor are found by that mentor only', async () => {
  const hidden = await makeMentor(app.db, { shown: false })
  const draft = await makeMentor(app.db, { status: 'draft' })
  await makeReview(app.db, hidden.id, {})
  for (const one of [hidden.id, hidden.slug, draft.slug, 'nobody', '01890000-0000-7000-8000-000000000000'])
    expect([(await reviews(one)).status, one]).toEqual([404, one])
  const self = await app.login(hidden.phone, 'mentor')
  expect((await self.get(`/api/mentor/${hidden.slug}/reviews`)).body.total).toBe(1)
})

test.each(['limit=0', 'limit=51', 'limit=x', 'x=1', 'cursor=TOO LONG'])(
  'rejects the query %s with 400',
  async (query) => {
    const { slug } = await makeMentor(app.db)
    expect((await reviews(slug, `?${query.replace('TOO LONG', 'a'.repeat(601))}`)).body.code).toBe('bad-request')
  },
)

test('the home page quotes three mentors in the reader’s language, from before today', async () => {
  const quotes = async (language = 'en') => (await get(`/api/testimonials?language=${language}`)).body.data
  const a = await makeMentor(app.db)
  const b = await makeMentor(app.db)
  const c = await makeMentor(app.db)
  const hindi = 'सर हर बार बहुत आराम से समझाते हैं, अब बेटी को गणित से डर नहीं लगता।'
  await makeReview(app.db, a.id, { words: long, daysAgo: 2 })
  await makeReview(app.db, a.id, { words: `${long} Really.`, daysAgo: 3 })
  await makeReview(app.db, b.id, { words: long, daysAgo: 3 })
  await makeReview(app.db, b.id, { words: `${long} Truly.`, daysAgo: 4 })
  await makeReview(app.db, b.id, { words: `Truly. ${long}`, daysAgo: 5, stars: 4 })
  await makeReview(app.db, c.id, { words: long, daysAgo: 5, stars: 3 })
  await makeReview(app.db, c.id, { words: 'Good.', daysAgo: 5 })
  await makeReview(app.db, c.id, { words: long.repeat(4), daysAgo: 5 })
  await makeReview(app.db, c.id, { words: long, daysAgo: 0 })
  await makeReview(app.db, c.id, { words: long, daysAgo: 5, hidden: true })
  expect(await quotes()).toEqual([])
  await makeReview(app.db, c.id, { words: hindi, daysAgo: 9 })
  const found = await quotes()
  expect(found.map((one: { mentor: { slug: string } }) => one.mentor.slug)).toEqual([a.slug, b.slug, c.slug])
  // Skips the one with the same opening as the first.
  expect(found[1].words).toBe(`Truly. ${long}`)
  expect(found[0]).toEqual({
    name: null,
    writer: 'parent',
    grade: '8',
    area: 'Palasia',
    city: 'Indore',
    stars: 5,
    words: long,
    mentor: { slug: a.slug, fullName: expect.any(String) },
  })
  expect((await quotes('hi'))[0].words).toBe(hindi)
  const about = await quotes(`en&mentors=${b.id},${c.id}`)
  expect(about.map((one: { mentor: { slug: string } }) => one.mentor.slug)).toEqual([b.slug, c.slug])
  expect(await quotes(`en&mentors=${(await makeMentor(app.db)).id}`)).toEqual([])
  expect((await get('/api/testimonials?mentors=b')).status).toBe(400)
  expect(await quotes('hi')).toEqual(await quotes('hi'))
  await app.db.updateTable('mentor').set({ status: 'suspended' }).where('id', '=', b.id).execute()
  expect(await quotes()).toEqual([])
  expect((await get('/api/testimonials?language=fr')).status).toBe(400)
})

test('rejects a review without a booking, except demo data', async () => {
  const { id } = await makeMentor(app.db)
  const write = (isDemo: boolean) =>
    sql`insert into review (mentor_id, stars, lessons_held, is_demo) values (${id}, 5, 1, ${isDemo})`.execute(app.db)
  await expect(write(false)).rejects.toThrow('review_of_booking')
  await write(true)
})
