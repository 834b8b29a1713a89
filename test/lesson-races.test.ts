import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { atBarrier } from '#test/barrier.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { attendanceOf, inDays, type LoggedIn, newIp, type Reply, type TestApp, testApp } from '#test/test-app.ts'
import { rounds as many, sized } from './rounds.ts'

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
let booking: string
beforeAll(async () => {
  app = await testApp()
  await newWorld()
})
async function newWorld(): Promise<void> {
  const made = await makeMentor(app.db)
  family = await app.login(newPhone(), 'student')
  mentor = await app.login(made.phone, 'mentor')
  booking = await app.paidBooking(family, made.id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 30, from: inDays(2) }
  await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)
}
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

const rounds = sized(2, 20)
let used = 0

/** Releases all calls waiting for the booking at once. */
async function codesOf(round: number, works: (() => Promise<Reply>)[]) {
  const replies = await atBarrier(app.db, round, sql`select from booking where id = ${booking}`, works)
  return replies.map(({ body, status }): string | number => body.code ?? status)
}

type Lesson = { _id: string; startsAt: string; status: string; proposal: { _id: string } | null; record: unknown }
const lessons = async (): Promise<Lesson[]> =>
  (await family.get(`/api/class-bookings/student/${family.id}`, newIp())).body.data[0].lessons
const lessonOf = async (id: string) => (await lessons()).find((lesson) => lesson._id === id)
/** An unchanged class. */
async function fresh(): Promise<Lesson> {
  const lesson = (await lessons()).filter(({ status }) => status === 'scheduled').at(-1)
  if (!lesson) {
    await newWorld()
    return await fresh()
  }
  used++
  return lesson
}
const at = (lesson: string, rest: string) => `/api/class-bookings/lessons/${lesson}/${rest}`
const fetchLesson = async (who: LoggedIn, lesson: string) => {
  const { startsAt, fee, credit, compensation } = (await who.get(at(lesson, 'outcome?action=cancel'), newIp())).body
    .data
  return { startsAt, fee, credit, compensation }
}
const beginsIn = (lesson: string, minutes: number) =>
  sql`with l as (update lesson set starts_at = now() + make_interval(mins => ${minutes}), ends_at = now() + make_interval(mins => ${minutes}::int + minutes)
      where id = ${lesson} returning slot_id, starts_at, ends_at)
    update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id`.execute(
    app.db,
  )

test('cancelling and accepting another time at once: cancelled, whether or not it moved first', {
  timeout: 20_000 + many * 500,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < many; round++) {
    const lesson = await fresh()
    const to = {
      date: inDays(200 + (used % 150)),
      time: `${String(6 + (Math.floor(used / 150) % 10)).padStart(2, '0')}:00`,
    }
    await mentor.post(at(lesson._id, 'proposal'), to, newIp())
    const proposal = (await lessonOf(lesson._id))?.proposal?._id
    const agreed = await fetchLesson(family, lesson._id)
    const codes = await codesOf(round, [
      () => mentor.post(at(lesson._id, 'cancel'), agreed, newIp()),
      () => family.post(`/api/class-bookings/proposals/${proposal}/answer`, { answer: 'accept' }, newIp()),
    ])
    outcomes.add(codes.join())
    const now = await lessonOf(lesson._id)
    expect(now?.status).toBe(codes[0] === 200 ? 'cancelled' : 'scheduled')
    expect(now?.startsAt === lesson.startsAt).toBe(codes[1] !== 200)
  }
  expect([...outcomes].sort()).toEqual(['200,proposal-over', 'outcome-changed,200'])
})

test('mentor cancels and marks a finished class at once: exactly one succeeds', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const { _id } = await fresh()
    await beginsIn(_id, -31)
    const agreed = await fetchLesson(mentor, _id)
    const day = new Date(Date.parse(agreed.startsAt) + 330 * 60_000).toISOString().slice(0, 10)
    const codes = await codesOf(round, [
      () => mentor.post(at(_id, 'cancel'), agreed),
      () => mentor.post('/api/class-records', attendanceOf(booking, day, '00:00', '00:01')),
    ])
    outcomes.add(codes.join())
    const now = await lessonOf(_id)
    expect([now?.status, now?.record !== null]).toEqual(codes[0] === 200 ? ['cancelled', false] : ['held', true])
    // Frees its day for the next round.
    await beginsIn(_id, -2880 * (round + 1))
  }
  expect([...outcomes].sort()).toEqual(['200,no-lesson-that-day', 'lesson-over,200'])
})

test('both sides cancel at once: one credit, owed by whoever was first', async () => {
  const causes = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const { _id } = await fresh()
    await beginsIn(_id, 300)
    const ofFamily = await fetchLesson(family, _id)
    const ofMentor = await fetchLesson(mentor, _id)
    const codes = await codesOf(round, [
      () => family.post(at(_id, 'cancel'), ofFamily),
      () => mentor.post(at(_id, 'cancel'), ofMentor),
    ])
    expect(codes).toEqual([200, 200])
    const { rows } = await sql<{ cause: string; minutes: number; settled: boolean }>`
      select c.cause, c.minutes, l.settled_at is not null as settled from lesson_credit c join lesson l on l.id = c.lesson_id where l.id = ${_id}`.execute(
      app.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject(
      rows[0]?.cause === 'family' ? { minutes: 15, settled: true } : { minutes: 30, settled: false },
    )
    causes.add(rows[0]?.cause ?? '')
  }
  expect([...causes].sort()).toEqual(['family', 'mentor'])
})

test('giving up, proposing or moving a class while the timetable changes: it happens first or reports the change', async () => {
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 30, from: inDays(2) }
  const outcomes = new Set<string>()
  const works = [
    async (id: string) => {
      const agreed = await fetchLesson(family, id)
      return () => family.post(at(id, 'cancel'), agreed)
    },
    async (id: string) => () => family.post(at(id, 'proposal'), { date: inDays(190), time: '08:00' }),
    async (id: string) => () => mentor.put(at(id, 'time'), { date: inDays(191), time: '08:00' }),
  ]
  for (const [nth, work] of works.entries())
    for (const first of [0, 1]) {
      const { _id } = await fresh()
      const codes = await codesOf(first, [
        () => mentor.put(`/api/class-bookings/${booking}/timetable`, rule),
        await work(_id),
      ])
      outcomes.add([nth, ...codes].join())
      if (nth === 2 && first === 1) expect((await lessonOf(_id))?.startsAt).toBe(`${inDays(191)}T02:30:00.000Z`)
    }
  expect([...outcomes].sort()).toEqual([0, 1, 2].flatMap((nth) => [`${nth},200,200`, `${nth},200,timetable-changed`]))
})
