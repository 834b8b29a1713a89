import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { instantInIndia } from '#contract/wire/time.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { type Bought, makePaidBooking } from '#test/bought.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { inDays, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'
import { nextDay, weekdayOf } from './dates.ts'
import { holidayOn } from './holidays.ts'
import { isOnHoliday } from './timetables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await expectBooks(app.db, {})
  await app.stop()
})

/** The next date of a weekday, 1 for Monday, at least `after` days away. */
const next = (weekday: number, after = 2): string => {
  let date = inDays(after)
  while (weekdayOf(date) !== weekday) date = nextDay(date)
  return date
}
const rule = (change: Record<string, unknown> = {}) => ({
  weekdays: [1, 3, 5],
  time: '17:00',
  minutes: 100,
  from: next(1),
  ...change,
})
const at = (id: string, rest = '') => `/api/class-bookings/${id}/timetable${rest}`
const lessonsOf = async ({ mentor }: Bought) => {
  const { body } = await mentor.get(`/api/class-bookings/mentor/${mentor.id}`)
  return body.data[0].lessons as {
    _id: string
    startsAt: string
    minutes: number
    fee: number
    status: string
    movedFrom: string | null
  }[]
}
const planned = async (side: Bought) => (await lessonsOf(side)).filter((one) => one.status === 'scheduled')
const dateOf = (iso: string) => new Date(Date.parse(iso) + 330 * 60_000).toISOString().slice(0, 10)

describe('a weekly rule', () => {
  it('is set in 23 statements, and changed in as many', async () => {
    const { mentor, booking } = await makePaidBooking(app)
    for (const time of ['17:00', '18:00']) {
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      expect((await mentor.put(at(booking), rule({ time }))).status).toBe(200)
      const texts = sent.mock.calls.map(([one]: unknown[]) =>
        typeof one === 'string' ? one : (one as pg.QueryConfig).text,
      )
      sent.mockRestore()
      const own = texts.filter((text) => !text.includes('pgboss'))
      expect(own.slice(own.indexOf('begin'), own.indexOf('commit') + 1)).toHaveLength(23)
    }
  })

  it('previews every date, creates its lessons once, and notifies the family', async () => {
    const side = await makePaidBooking(app)
    const { mentor, family, booking } = side
    const shown = await mentor.post(at(booking, '/preview'), rule())
    expect(shown.status, JSON.stringify(shown.body)).toBe(200)
    expect(shown.body.data.classes).toHaveLength(12)
    expect(await lessonsOf(side)).toEqual([])
    const set = await mentor.put(at(booking), rule({ place: 'Home', studentName: 'Aarav' }))
    expect(set.status, JSON.stringify(set.body)).toBe(200)
    await mentor.put(at(booking), rule({ place: 'Home', studentName: 'Aarav' }))
    const lessons = await lessonsOf(side)
    expect(lessons.map((one) => [one.startsAt, one.minutes, one.fee])).toEqual(
      shown.body.data.classes.map((one: { startsAt: string; minutes: number; fee: number }) => [
        one.startsAt,
        one.minutes,
        one.fee,
      ]),
    )
    expect(lessons.map((one) => weekdayOf(dateOf(one.startsAt)))).toEqual([1, 3, 5, 1, 3, 5, 1, 3, 5, 1, 3, 5])
    expect(lessons.reduce((sum, one) => sum + one.fee, 0)).toBeCloseTo(4500)
    const read = await family.get(at(booking))
    expect(read.body.data).toMatchObject({
      rule: { weekdays: [1, 3, 5], time: '17:00', place: 'Home' },
      unplanned: 0,
      credits: [],
    })
    const told = (await app.browser().get('/dev/outbox.json')).body.filter(
      (one: { to: string; template: string }) => one.to === family.phone && one.template === 'timetable-set',
    )
    expect(told[0].text).toMatch(/Mon, Wed, Fri at 17:00/)
  })

  it("names the holidays among its dates in the page's language", async () => {
    const { mentor, booking } = await makePaidBooking(app)
    const wish = rule({ weekdays: [1, 2, 3, 4, 5, 6, 7], minutes: 30 })
    const namesIn = async (language: string) => {
      const { body } = await mentor.post(at(booking, '/preview'), wish, { headers: { 'accept-language': language } })
      return (body.data.classes as { date: string; holiday: string | null }[]).map((one) => [one.date, one.holiday])
    }
    const en = await namesIn('en')
    const hi = await namesIn('hi')
    expect(en).toEqual(en.map(([date]) => [date, holidayOn(String(date), 'Madhya Pradesh', 'en')]))
    expect(hi).toEqual(hi.map(([date]) => [date, holidayOn(String(date), 'Madhya Pradesh', 'hi')]))
    // Before dawn it is the day before in UTC.
    const isHoliday = (date: string) =>
      transaction(app.db, (tx) =>
        isOnHoliday(tx, { id: booking, bookingId: booking, startsAt: instantInIndia(date, '05:00') }),
      )
    expect([await isHoliday('2027-01-26'), await isHoliday('2027-01-27')]).toEqual([true, false])
  })

  it('gives the last lesson the remainder, and none below the minimum length', async () => {
    const side = await makePaidBooking(app)
    const { mentor, booking } = side
    const lengths = async (minutes: number) =>
      (await mentor.post(at(booking, '/preview'), rule({ minutes }))).body.data.classes.map(
        (one: { minutes: number }) => one.minutes,
      )
    expect((await lengths(90)).slice(-2)).toEqual([90, 30])
    expect((await lengths(110)).slice(-2)).toEqual([110, 100])
    // 1200 = 9 × 130 + 30; with 170 the rest of 10 belongs to the last class.
    expect((await lengths(170)).slice(-2)).toEqual([170, 180])
  })

  it('adds lessons for skipped dates at the end', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app)
    const { mentor, booking } = side
    const away = next(3)
    await mentor.put(at(booking), rule({ leaveOut: [away] }))
    const dates = (await planned(side)).map((one) => dateOf(one.startsAt))
    expect(dates).toHaveLength(12)
    expect(dates).not.toContain(away)
  })

  it('reports conflicting dates and refuses them until they are skipped', async () => {
    const one = await makePaidBooking(app)
    await one.mentor.put(at(one.booking), rule())
    // The same family and learner with another mentor, and the same mentor with another family.
    const other = await makeMentor(app.db)
    const twin = {
      mentor: await app.login(other.phone, 'mentor'),
      family: one.family,
      mentorId: other.id,
      booking: await app.paidBooking(one.family, other.id, { amount: 4500, plan: 'monthly' }),
    }
    const stranger = await app.login(newPhone(), 'student')
    const second = await app.paidBooking(stranger, one.mentor.id, { amount: 4500, plan: 'monthly' })
    const clashes = (reply: { body: { data: { classes: { clash: string | null }[] } } }) =>
      reply.body.data.classes.map((each) => each.clash)
    const wish = rule({ weekdays: [1], time: '18:00', minutes: 60 })
    const learner = clashes((await twin.mentor.post(at(twin.booking, '/preview'), wish)) as never)
    const mentor = clashes((await one.mentor.post(at(second, '/preview'), wish)) as never)
    expect(learner.slice(0, 5)).toEqual([...Array(4).fill('learner-busy'), null])
    expect(mentor.slice(0, 5)).toEqual([...Array(4).fill('mentor-busy'), null])
    const refused = await one.mentor.put(at(second), wish)
    expect([refused.status, refused.body.code]).toEqual([409, 'timetable-clash'])
    expect(refused.body.details.dates).toHaveLength(4)
    expect(refused.body.message).toContain(refused.body.details.dates.join(', '))
    expect(refused.body.details.clashes).toEqual(
      refused.body.details.dates.map((date: string) => ({ date, clash: 'mentor-busy' })),
    )
    expect((await one.mentor.put(at(second), { ...wish, leaveOut: refused.body.details.dates })).status).toBe(200)
    expect((await twin.mentor.put(at(twin.booking), { ...wish, time: '19:00' })).status).toBe(200)
  })

  it('is refused when another device has set one meanwhile', async () => {
    const side = await makePaidBooking(app)
    const { mentor, booking } = side
    const put = (since: string | null, days: number[], language = 'en') =>
      mentor.put(at(booking), rule({ weekdays: days, since }), { headers: { 'accept-language': language } })
    const seen = async () => (await mentor.get(at(booking))).body.data.rule?._id ?? null
    const none = await seen()
    expect(none).toBeNull()
    const both = await Promise.all([put(none, [1, 3]), put(none, [2, 4])])
    expect(both.map((reply) => reply.body.code ?? reply.status).sort()).toEqual([200, 'timetable-changed'])
    const now = await seen()
    const before = await planned(side)
    const en = await put(none, [5])
    const hi = await put(randomUUID(), [5], 'hi')
    for (const reply of [en, hi]) expect([reply.status, reply.body.code]).toEqual([409, 'timetable-changed'])
    expect([en.body.message, hi.body.message]).toEqual([
      expect.stringMatching(/have changed/),
      expect.stringMatching(/इस बीच/),
    ])
    expect(await planned(side)).toEqual(before)
    expect((await put(now, [5])).status).toBe(200)
  })

  it('changes from a date on, and keeps earlier, held and rescheduled lessons', async () => {
    const side = await makePaidBooking(app)
    const { mentor, booking } = side
    await mentor.put(at(booking), rule())
    const before = await planned(side)
    const third = before[2]
    const to = nextDay(dateOf(third?.startsAt ?? ''))
    expect(
      (await mentor.put(`/api/class-bookings/lessons/${third?._id}/time`, { date: to, time: '08:00' })).status,
    ).toBe(200)
    const from = dateOf(before[1]?.startsAt ?? '')
    expect((await mentor.put(at(booking), rule({ weekdays: [2, 4], time: '18:00', minutes: 120, from }))).status).toBe(
      200,
    )
    const after = await planned(side)
    expect(after.reduce((sum, one) => sum + one.minutes, 0)).toBe(1200)
    expect(after.some((one) => one._id === before[0]?._id && one.startsAt === before[0]?.startsAt)).toBe(true)
    expect(after.find((one) => one._id === third?._id)?.startsAt).toBe(`${to}T02:30:00.000Z`)
    // Its original date is kept.
    expect(after.flatMap(({ movedFrom }) => movedFrom ?? [])).toEqual([dateOf(third?.startsAt ?? '')])
    const others = after.filter((one) => one._id !== before[0]?._id && one._id !== third?._id)
    expect(new Set(others.map((one) => weekdayOf(dateOf(one.startsAt))))).toEqual(new Set([2, 4]))
    expect(after.reduce((sum, one) => sum + one.fee, 0)).toBeCloseTo(4500)
  })
})

describe('a booking of one lesson', () => {
  const hours = (many: number) => ({ amount: 225 * many, plan: 'hourly', hours: many })
  it('has no weekly times and is not split', { tags: ['full'] }, async () => {
    for (const wish of [{ amount: 99, plan: 'demo' }, hours(2)]) {
      const side = await makePaidBooking(app, wish)
      const one = rule({ minutes: 30 })
      for (const reply of [
        await side.mentor.put(at(side.booking), one),
        await side.mentor.post(at(side.booking, '/preview'), one),
      ])
        expect([reply.status, reply.body.code]).toEqual([409, 'one-class'])
      const piece = { date: next(2), time: '09:00', minutes: 30 }
      expect((await side.mentor.post(`/api/class-bookings/${side.booking}/lessons`, piece)).status).toBe(200)
      expect((await planned(side)).map(({ minutes }) => minutes)).toEqual([wish.plan === 'demo' ? 60 : 120])
    }
  })

  it('has several when its hours exceed one lesson', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app, hours(10))
    const { mentor, booking } = side
    const bookingOf = async () => (await mentor.get(at(booking))).body.data.booking
    expect((await bookingOf()).lessonsPlanned).toBe(6)
    const first = await mentor.put(
      `/api/class-bookings/booking/${booking}`,
      scheduleOf({ date: inDays(2), time: '09:00' }),
    )
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect((await mentor.put(at(booking), rule())).status).toBe(200)
    const classes = await planned(side)
    expect(classes.map(({ minutes }) => minutes)).toEqual([100, 100, 100, 100, 100, 100])
    expect(classes.reduce((sum, { fee }) => sum + fee, 0)).toBeCloseTo(2250)
  })
})

describe('a lesson that has begun', () => {
  it('is not moved by its mentor, and the next one is added', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app)
    const { mentor, booking } = side
    const set = (date: string) =>
      mentor.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date, time: '16:00' }))
    await set(inDays(2))
    await shiftLessons(app.db, booking, -3)
    const [over] = await planned(side)
    const path = `/api/class-bookings/lessons/${over?._id}/time`
    const moved = await mentor.put(path, { date: inDays(5), time: '08:00' })
    expect([moved.status, moved.body.code]).toEqual([409, 'lesson-begun'])
    expect((await set(inDays(2))).status).toBe(200)
    const both = await planned(side)
    expect(both).toHaveLength(2)
    expect(both[0]).toEqual(over)
    expect((await mentor.get(at(booking))).body.data.booking.scheduledDate).toBe(inDays(2))
    // An admin may, and both sides are notified.
    const owner = await app.admin()
    const wish = { date: inDays(5), time: '08:00' }
    const adminPath = `/api/admin/classes/${over?._id}/time`
    expect((await owner.put(adminPath, wish)).body.code).toBe('bad-request')
    const asked = { ...wish, reason: 'The mentor was ill', atAnyHour: true }
    expect((await owner.put(adminPath, asked)).status).toBe(200)
    const sent = (await app.browser().get('/dev/outbox.json')).body as { to: string; template: string; text: string }[]
    for (const { phone } of [side.family, mentor])
      expect(sent.find((one) => one.to === phone && one.template === 'class-rescheduled')?.text).toMatch(
        / is now on .*8:00 am/,
      )
  })

  it('of a demo must be marked or cancelled before another time is set', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app, { amount: 99, plan: 'demo' })
    const { mentor, family, booking } = side
    const set = (language = 'en') =>
      mentor.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(3), time: '10:00' }), {
        headers: { 'accept-language': language },
      })
    await set()
    await shiftLessons(app.db, booking, -4)
    const en = await set()
    const hi = await set('hi')
    expect([en.status, en.body.code]).toEqual([409, 'lesson-unmarked'])
    expect([en.body.message, hi.body.message]).toEqual([
      expect.stringMatching(/not marked/),
      expect.stringMatching(/हाज़िरी/),
    ])
    const lesson = `/api/class-bookings/lessons/${(await planned(side))[0]?._id}`
    const { startsAt, fee, credit } = (await family.get(`${lesson}/outcome?action=no-show`)).body.data
    expect((await family.post(`${lesson}/no-show`, { startsAt, fee, credit })).status).toBe(200)
    expect((await set()).body.code).toBe('no-show-open')
    expect((await mentor.post(`${lesson}/no-show/answer`, { answer: 'agree' })).status).toBe(200)
    expect((await set()).status).toBe(200)
    expect((await planned(side)).map(({ minutes, fee }) => [minutes, fee])).toEqual([[60, 99]])
  })
})

describe('a single lesson', () => {
  it('is credited with date and cause when skipped, and planned again once', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app)
    const { mentor, family, booking } = side
    await mentor.put(at(booking), rule())
    const [first] = await planned(side)
    for (const _ of [1, 2])
      expect((await mentor.post(`/api/class-bookings/lessons/${first?._id}/skip`, { cause: 'mentor' })).status).toBe(
        200,
      )
    const owed = (await family.get(at(booking))).body.data
    expect(owed).toMatchObject({
      unplanned: 0,
      credits: [{ minutes: 100, cause: 'mentor', lesson: first?._id, isUsed: false }],
    })
    // A new rule does not plan credits.
    await mentor.put(at(booking), rule({ weekdays: [2] }))
    expect(await planned(side)).toHaveLength(11)
    const wish = { date: next(7), time: '09:00', credit: owed.credits[0]._id }
    expect((await mentor.post(`/api/class-bookings/${booking}/lessons`, wish)).status).toBe(200)
    expect((await mentor.post(`/api/class-bookings/${booking}/lessons`, wish)).body.code).toBe('nothing-to-plan')
    expect((await planned(side)).reduce((sum, one) => sum + one.fee, 0)).toBeCloseTo(4500)
    expect((await family.get(at(booking))).body.data.credits[0].isUsed).toBe(true)
  })

  it('is not moved once held or over; taken times are refused', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app)
    const { mentor, booking } = side
    await mentor.put(at(booking), rule())
    const [first, second] = await planned(side)
    const taken = { date: dateOf(second?.startsAt ?? ''), time: '16:00' }
    const refused = await mentor.put(`/api/class-bookings/lessons/${first?._id}/time`, taken)
    expect([refused.status, refused.body.code]).toEqual([409, 'slot-taken'])
    const date = dateOf(first?.startsAt ?? '')
    const days = Math.round((Date.parse(date) - Date.parse(inDays(0))) / 86_400_000)
    await shiftLessons(app.db, booking, -days - 1)
    const marked = {
      classBooking: booking,
      date: inDays(-1),
      timeIn: '17:00',
      timeOut: '18:40',
      duration: '1 h 40',
      topic: 'Sums',
    }
    expect((await mentor.post('/api/class-records', marked)).status).toBe(200)
    for (const reply of [
      await mentor.put(`/api/class-bookings/lessons/${first?._id}/time`, { date: inDays(40), time: '08:00' }),
      await mentor.post(`/api/class-bookings/lessons/${first?._id}/skip`, { cause: 'mentor' }),
    ])
      expect([reply.status, reply.body.code]).toEqual([409, 'lesson-over'])
  })
})

test('rejects times that cannot be kept', async () => {
  const side = await makePaidBooking(app)
  const put = async (change: Record<string, unknown>) => (await side.mentor.put(at(side.booking), rule(change))).body
  expect((await put({ from: inDays(-2) })).code).toBe('schedule-in-past')
  expect((await put({ from: '2027-02-31' })).code).toBe('bad-request')
  expect((await put({ from: inDays(500) })).details.fields[0].field).toBe('from')
  expect((await put({ time: '23:00' })).details.fields[0].field).toBe('time')
  expect((await put({ weekdays: [] })).details.fields[0].field).toBe('weekdays')
  expect((await put({ weekdays: [1, 1] })).code).toBe('bad-request')
  expect((await put({ weekdays: [8] })).code).toBe('bad-request')
  expect((await put({ minutes: 25 })).code).toBe('bad-request')
  expect((await put({ minutes: 245 })).code).toBe('bad-request')
  const half = await makePaidBooking(app, { amount: 24300, plan: 'months6' })
  const long = await half.mentor.put(at(half.booking), rule({ weekdays: [1], minutes: 30 }))
  expect([long.status, long.body.code]).toEqual([409, 'timetable-too-long'])
  expect(await lessonsOf(side)).toEqual([])
})

// Before dawn, when it is the day before in UTC.
test('a moved lesson takes its day; times that touch do not clash, five minutes of overlap do', async () => {
  const side = await makePaidBooking(app)
  const { mentor, booking } = side
  const early = rule({ weekdays: [1, 2, 4], time: '05:00', minutes: 60 })
  expect((await mentor.put(at(booking), early)).status).toBe(200)
  const [first] = await planned(side)
  const wednesday = nextDay(next(1), 2)
  const thursday = nextDay(next(1), 3)
  const to = { date: wednesday, time: '04:30' }
  expect((await mentor.put(`/api/class-bookings/lessons/${first?._id}/time`, to)).status).toBe(200)
  expect((await mentor.put(at(booking), { ...early, weekdays: [1, 3, 4] })).status).toBe(200)
  const times = (await planned(side)).map(({ startsAt }) => startsAt)
  expect(times.filter((one) => dateOf(one) === wednesday)).toEqual([instantInIndia(wednesday, '04:30').toISOString()])
  expect(times).toContain(instantInIndia(nextDay(wednesday, 7), '05:00').toISOString())
  expect(times).toContain(instantInIndia(thursday, '05:00').toISOString())

  const demo = await app.paidBooking(await app.login(newPhone(), 'student'), mentor.id)
  const move = (time: string) =>
    mentor.put(`/api/class-bookings/booking/${demo}`, { scheduledDate: thursday, scheduledTime: time })
  const replies = [await move('04:05'), await move('05:55'), await move('04:00'), await move('06:00')]
  expect(replies.map(({ status, body }) => body.code ?? status)).toEqual(['slot-taken', 'slot-taken', 200, 200])
  const { rows } =
    await sql`select starts_at as at from lesson where booking_id = ${demo} and status = 'scheduled'`.execute(app.db)
  expect(rows).toEqual([{ at: instantInIndia(thursday, '06:00') }])
})

test('bookings and lessons of other mentors are not found', async () => {
  const one = await makePaidBooking(app)
  const other = await makePaidBooking(app)
  await one.mentor.put(at(one.booking), rule())
  const [lesson] = await planned(one)
  for (const reply of [
    await other.mentor.put(at(one.booking), rule()),
    await other.mentor.post(at(one.booking, '/preview'), rule()),
    await other.mentor.get(at(one.booking)),
    await other.family.get(at(one.booking)),
    await other.mentor.put(`/api/class-bookings/lessons/${lesson?._id}/time`, { date: inDays(9), time: '08:00' }),
    await other.mentor.post(`/api/class-bookings/lessons/${lesson?._id}/skip`, { cause: 'mentor' }),
    await other.mentor.post(`/api/class-bookings/${one.booking}/lessons`, { date: inDays(9), time: '08:00' }),
  ])
    expect([reply.status, reply.body.code]).toEqual([404, 'not-found'])
})

test('support reads a timetable and cannot change it', { tags: ['full'] }, async () => {
  const side = await makePaidBooking(app)
  const support = await app.admin({ role: 'support' })
  const operations = await app.admin({ role: 'operations' })
  expect((await operations.post(at(side.booking, '/preview'), rule())).status).toBe(200)
  expect((await operations.put(at(side.booking), rule())).status).toBe(200)
  const before = await lessonsOf(side)
  const lesson = `/api/class-bookings/lessons/${before[0]?._id}`
  for (const reply of [
    await support.put(at(side.booking), rule({ weekdays: [2] })),
    await support.post(at(side.booking, '/preview'), rule({ weekdays: [2] })),
    await support.put(`/api/admin/classes/${before[0]?._id}/time`, { date: inDays(9), time: '08:00', reason: 'Asked' }),
    await support.post(`${lesson}/skip`, { cause: 'mentor' }),
    await support.post(`/api/class-bookings/${side.booking}/lessons`, { date: inDays(9), time: '08:00' }),
    await support.put(`/api/class-bookings/booking/${side.booking}`, scheduleOf({ date: inDays(9), time: '08:00' })),
  ])
    expect([reply.status, reply.body.code]).toEqual([403, 'not-allowed'])
  expect((await support.get(at(side.booking))).status).toBe(200)
  expect(await lessonsOf(side)).toEqual(before)
})

test('two concurrent timetables of one mentor: one is set, the other gets its conflicts', {
  tags: ['full'],
}, async () => {
  for (let round = 0; round < 10; round++) {
    const one = await makePaidBooking(app)
    const stranger = await app.login(newPhone(), 'student')
    const second = await app.paidBooking(stranger, one.mentor.id, { amount: 4500, plan: 'monthly' })
    const replies = await Promise.all([one.booking, second].map((id) => one.mentor.put(at(id), rule())))
    expect(replies.map((reply) => reply.body.code ?? reply.status).sort()).toEqual([200, 'timetable-clash'])
  }
})

test('past lessons stay when the rule changes', { tags: ['full'] }, async () => {
  const side = await makePaidBooking(app)
  const { mentor, booking } = side
  await mentor.put(at(booking), rule({ from: next(1) }))
  await shiftLessons(app.db, booking, -14)
  const over = (await planned(side)).filter((one) => Date.parse(one.startsAt) < Date.now()).map((one) => one._id)
  expect(over.length).toBeGreaterThan(0)
  await mentor.put(at(booking), rule({ weekdays: [6], from: inDays(0) }))
  const kept = (await planned(side)).map((one) => one._id)
  expect(over.every((id) => kept.includes(id))).toBe(true)
})
