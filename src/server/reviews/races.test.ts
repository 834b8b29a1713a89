import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { atBarrier } from '#test/barrier.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { sized } from '#test/rounds.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { publishDue } from './writing.ts'

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
let booking: string
let slug: string
beforeAll(async () => {
  app = await testApp()
  const made = await makeMentor(app.db)
  slug = made.slug
  family = await app.login(newPhone(), 'student')
  mentor = await app.login(made.phone, 'mentor')
  booking = (await monthWithClass(app, family, mentor)).booking
})
afterEach(async () => {
  await expectBooks(app.db)
  await clear()
  await sql`delete from outbox where template like 'review%'`.execute(app.db)
})
afterAll(() => app.stop())

// Enough for the first call to be a publication, and an edit.
const rounds = sized(3, 20)
/** Releases all requests that wait for the booking at once. */
const atBooking = (round: number, works: (() => Promise<string | number>)[]) =>
  atBarrier(app.db, round, sql`select from booking where id = ${booking}`, works)

const write = async (who: LoggedIn, stars: number) => {
  const { body, status } = await who.post(`/api/class-bookings/${booking}/review`, { stars })
  return body.code ?? status
}
const publish = () => publishDue(app.context).then(() => 'published')
const readReviews = async () => (await app.browser().get(`/api/mentor/${slug}/reviews`)).body
const sentMessages = async () =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from outbox where template in ('review-published', 'review-word')`.execute(app.db)
  ).rows[0]?.n
async function clear(): Promise<void> {
  await sql`delete from review`.execute(app.db)
  await sql`delete from family_review`.execute(app.db)
}

test('concurrent reviews of both sides make one review each, published together', async () => {
  for (let round = 0; round < rounds; round++) {
    await clear()
    const taps = [() => write(family, 3), () => write(family, 3), () => write(mentor, 5)]
    expect(await atBooking(round, taps)).toEqual([200, 200, 200])
    expect(await readReviews()).toMatchObject({ total: 1, rating: 3 })
    const { rows } = await sql`select from review r join family_review w on w.booking_id = r.booking_id
      where r.published_at is not null and w.shown_at is not null`.execute(app.db)
    expect(rows).toHaveLength(1)
    expect((await app.browser().get(`/api/mentor/${slug}`)).body.data.ratingCount).toBe(1)
  }
  expect(await sentMessages()).toBe(2)
})

test('concurrent jobs and edits publish a review once, with its text at that moment', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    await clear()
    await write(family, 3)
    await sql`update review set written_at = now() - interval '8 days'`.execute(app.db)
    const [, , changed, word] = await atBooking(round, [
      publish,
      publish,
      () => write(family, 4),
      () => write(mentor, 5),
    ])
    outcomes.add(`${changed} ${word}`)
    // Changes before the job are part of what it publishes; later ones are refused.
    expect(await readReviews()).toMatchObject({ total: 1, rating: changed === 200 ? 4 : 3 })
    const { rows } = await sql`select from family_review where shown_at is not null`.execute(app.db)
    expect(rows).toHaveLength(word === 200 ? 1 : 0)
  }
  expect(outcomes.size).toBeGreaterThan(1)
  expect([...outcomes].every((one) => /^(200|review-published) (200|review-published)$/.test(one))).toBe(true)
})
