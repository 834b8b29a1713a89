import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { attendanceOf, inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'
import { nextDay } from './dates.ts'

let app: TestApp
/** A month with daily lessons at 17:00, and another one of the same mentor without lessons. */
let mentor: LoggedIn
let family: LoggedIn
let booking: string
let empty: string
let lesson: string
/** The same family with another mentor. */
let other: { mentor: LoggedIn; booking: string }
/** Half a year without lessons. */
let long: string

const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
const month = { amount: 4500, plan: 'monthly' }
beforeAll(async () => {
  app = await testApp()
  const one = await makeMentor(app.db)
  const two = await makeMentor(app.db)
  family = await app.login(newPhone(), 'student')
  const stranger = await app.login(newPhone(), 'student')
  mentor = await app.login(one.phone, 'mentor')
  booking = await app.paidBooking(family, one.id, month)
  empty = await app.paidBooking(stranger, one.id, month)
  other = { mentor: await app.login(two.phone, 'mentor'), booking: await app.paidBooking(family, two.id, month) }
  long = await app.paidBooking(stranger, two.id, { amount: 24_300, plan: 'months6' })
  expect((await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)).status).toBe(200)
  lesson = (await family.get(`/api/class-bookings/student/${family.id}`)).body.data.find(
    (each: { _id: string }) => each._id === booking,
  ).lessons[0]._id
})
afterAll(() => app.stop())

type Call = [who: LoggedIn, method: 'POST' | 'PUT', path: string, body: object]
/** Every way to set this time for a lesson. */
const ways = (who: LoggedIn, id: string, at: { date: string; time: string }): Call[] => [
  [who, 'PUT', `/api/class-bookings/booking/${id}`, scheduleOf(at)],
  [who, 'POST', `/api/class-bookings/${id}/lessons`, { ...at, minutes: 100 }],
]
const moves = (at: { date: string; time: string }): Call[] => [
  [mentor, 'PUT', `/api/class-bookings/lessons/${lesson}/time`, at],
  [family, 'POST', `/api/class-bookings/lessons/${lesson}/proposal`, at],
]
const rules = (who: LoggedIn, id: string, change: object): Call[] => [
  [who, 'PUT', `/api/class-bookings/${id}/timetable`, { ...rule, ...change }],
]
const marking = (timeIn: string, timeOut: string): Call[] => [
  [mentor, 'POST', '/api/class-records', attendanceOf(booking, inDays(2), timeIn, timeOut)],
]
const everyWay = (at: { date: string; time: string }) => [...ways(mentor, empty, at), ...moves(at)]
/** The lesson on the day after the moved one. */
const taken = { date: inDays(3), time: '16:00' }
const away = Array.from({ length: 400 }, (_, i) => nextDay(inDays(2), i))

const cases: [name: string, code: string, en: RegExp, calls: () => Call[]][] = [
  ['a time that is over', 'schedule-in-past', /has passed/, () => everyWay({ date: inDays(-1), time: '10:00' })],
  [
    'weekly times from last week on',
    'schedule-in-past',
    /has passed/,
    () => rules(mentor, empty, { from: inDays(-7) }),
  ],
  ['a class over midnight', 'bad-request', /aren't correct/, () => everyWay({ date: inDays(20), time: '23:30' })],
  ['weekly classes over midnight', 'bad-request', /aren't correct/, () => rules(mentor, empty, { time: '23:30' })],
  [
    'a time of another class of the mentor',
    'slot-taken',
    /already taken/,
    () => [...ways(mentor, empty, taken), ...moves(taken)],
  ],
  [
    'a time of another class of the learner',
    'learner-busy',
    /another class/,
    () => ways(other.mentor, other.booking, taken),
  ],
  ['weekly times over those of the mentor', 'timetable-clash', /taken: \d{4}-/, () => rules(mentor, empty, {})],
  [
    'weekly times over those of the learner',
    'timetable-clash',
    /taken: \d{4}-/,
    () => rules(other.mentor, other.booking, {}),
  ],
  ['31 February', 'bad-request', /aren't correct/, () => everyWay({ date: '2027-02-31', time: '10:00' })],
  [
    'weekly times from 31 February on',
    'bad-request',
    /aren't correct/,
    () => rules(mentor, empty, { from: '2027-02-31' }),
  ],
  [
    'more classes than a year has room for',
    'timetable-too-long',
    /next year/,
    () => rules(other.mentor, long, { weekdays: [1], minutes: 30, time: '06:00' }),
  ],
  ['400 dates left out', 'bad-request', /aren't correct/, () => rules(mentor, empty, { leaveOut: away })],
  ['attendance that ends before it begins', 'bad-request', /aren't correct/, () => marking('18:00', '17:00')],
  ['attendance of a class that has not begun', 'lesson-not-started', /hasn't started/, () => marking('17:00', '18:40')],
  [
    'attendance of a day without a class',
    'no-lesson-that-day',
    /no class/,
    () => [[mentor, 'POST', '/api/class-records', attendanceOf(booking, inDays(1), '17:00', '18:00')]],
  ],
]

test.each(cases)('%s is refused as %s, in both languages, and changes nothing', async (_, code, en, calls) => {
  const state = async () => [
    (await family.get(`/api/class-bookings/student/${family.id}`)).body,
    (await mentor.get(`/api/class-bookings/${empty}/timetable`)).body,
  ]
  const before = await state()
  for (const [who, method, path, body] of calls()) {
    const ask = (language: string) => who.call(method, path, body, { headers: { 'accept-language': language } })
    const english = await ask('en')
    const hindi = await ask('hi')
    const said = `${method} ${path}: ${JSON.stringify(english.body)}`
    expect([english.body.code, hindi.body.code], said).toEqual([code, code])
    expect(english.body.message, said).toMatch(en)
    expect(hindi.body.message, said).toMatch(/[\u0900-\u097f]{2,} [\u0900-\u097f]{2,}/)
  }
  expect(await state()).toEqual(before)
})

/** The lesson begins this minute. */
const start = (minutesAgo: number) =>
  sql`with l as (update lesson set starts_at = now() - make_interval(mins => ${minutesAgo}), ends_at = now() + make_interval(mins => 100 - ${minutesAgo}::int) where id = ${lesson} returning slot_id, starts_at, ends_at)
    update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id`.execute(
    app.db,
  )

test("refuses a family's cancellation of a begun or held lesson with an error in both languages", async () => {
  const ask = (language: string) =>
    family.get(`/api/class-bookings/lessons/${lesson}/outcome?action=cancel`, {
      headers: { 'accept-language': language },
    })
  const words = async () =>
    [await ask('en'), await ask('hi')].map(({ status, body }) => [status, body.code, body.message])
  const shown = (await ask('en')).body.data
  const at = { startsAt: shown.startsAt, fee: shown.fee, credit: shown.credit }
  await start(0)
  expect(await words()).toEqual([
    [409, 'lesson-begun', expect.stringMatching(/has started/)],
    [409, 'lesson-begun', expect.stringMatching(/शुरू/)],
  ])
  await start(100)
  const { startsAt } = (await family.get(`/api/class-bookings/student/${family.id}`)).body.data
    .flatMap((one: { lessons: { _id: string; startsAt: string }[] }) => one.lessons)
    .find((one: { _id: string }) => one._id === lesson)
  const day = new Date(Date.parse(startsAt) + 330 * 60_000).toISOString().slice(0, 10)
  const held = await mentor.post('/api/class-records', attendanceOf(booking, day, '00:00', '00:01'))
  expect(held.status, JSON.stringify(held.body)).toBe(200)
  const cancelled = await family.post(`/api/class-bookings/lessons/${lesson}/cancel`, at)
  expect([cancelled.status, cancelled.body.code]).toEqual([409, 'lesson-over'])
  expect(await words()).toEqual([
    [409, 'lesson-over', expect.stringMatching(/held/)],
    [409, 'lesson-over', expect.stringMatching(/हो चुकी/)],
  ])
})
