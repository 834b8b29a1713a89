import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { timeInIndia } from '#contract/wire/time.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'
import { hoursOf, learnerBusyTimes } from './queries.ts'

let app: TestApp
let mentor: LoggedIn
let family: LoggedIn
beforeAll(async () => {
  app = await testApp()
  family = await app.login(newPhone(), 'student')
})
beforeEach(async () => {
  mentor = await app.login(
    (await makeMentor(app.db, { prices: { homeTuition: 4500, groupClasses: 2000 } })).phone,
    'mentor',
  )
})
afterAll(() => app.stop())

const path = '/api/mentor/availability'
const own = async () => (await mentor.get(path)).body.data
const everyDay = (from: string, to: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to }))
async function setWeek(week: unknown, version = 0) {
  const reply = await mentor.put(path, { version, week })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}
type Free = { startsAt: string; minutes: number; mode: string | null }
const free = async (query = ''): Promise<Free[]> =>
  (await app.browser().get(`/api/mentor/${mentor.id}/free-times${query}`)).body.data
const dayOf = (iso: string) => new Date(Date.parse(iso) + 330 * 60_000).toISOString().slice(0, 10)
const freeOn = async (date: string, query = '') =>
  (await free(query))
    .filter(({ startsAt }) => dayOf(startsAt) === date)
    .map(({ startsAt, mode }) => `${timeInIndia(new Date(startsAt))}${mode ? ` ${mode}` : ''}`)
const slot = (
  date: string,
  from: string,
  to: string,
  rest: { status?: string; held?: string; mode?: string; capacity?: number } = {},
) =>
  sql`insert into teaching_slot (mentor_id, mode, starts_at, ends_at, capacity, status, held_until)
    values (${mentor.id}, ${rest.mode ?? 'homeTuition'}, ${`${date}T${from}:00+05:30`}, ${`${date}T${to}:00+05:30`}, ${rest.capacity ?? 1},
      ${rest.status ?? 'booked'}, ${rest.held ? sql`now() + ${rest.held}::interval` : null})`.execute(app.db)

describe('weekly hours', () => {
  it('are empty until set, whatever days the application names, so times are by agreement', async () => {
    await sql`update mentor set available_days = '{monday,wednesday}', daily_hours = 2 where id = ${mentor.id}`.execute(
      app.db,
    )
    expect(await own()).toEqual({ version: 0, confirmsFirst: false, week: [], days: [], leave: [] })
    const public_ = async () => (await app.browser().get(`/api/mentor/${mentor.id}/free-times`)).body
    const card = async () => (await app.browser().get(`/api/mentor/free-times?id=${mentor.id}`)).body.data
    expect(await public_()).toEqual({ data: [], byAgreement: true, confirmsFirst: false })
    expect(await card()).toEqual([{ _id: mentor.id, times: [], byAgreement: true }])
    const week = [
      { weekday: 2, from: '07:00', to: '09:00' },
      { weekday: 2, from: '17:00', to: '20:30' },
    ]
    expect(await setWeek(week)).toMatchObject({ version: 1, week })
    expect(new Set((await free()).map(({ startsAt }) => new Date(dayOf(startsAt)).getUTCDay()))).toEqual(new Set([2]))
    expect([(await public_()).byAgreement, (await card())[0].byAgreement]).toEqual([false, false])
  })

  it('are set by an applicant before the mentor is listed, and offered from then on', async () => {
    const made = await makeMentor(app.db, { status: 'submitted' })
    const applicant = await app.login(made.phone, 'mentor')
    const reply = await applicant.put(path, { version: 0, week: everyDay('16:00', '18:00') })
    expect([reply.status, reply.body.data?.week.length]).toEqual([200, 7])
    const offered = async () => (await app.browser().get(`/api/mentor/${made.id}/free-times`)).body
    expect((await offered()).code).toBe('not-found')
    await sql`update mentor set status = 'verified' where id = ${made.id}`.execute(app.db)
    const { data, byAgreement } = await offered()
    expect([data.length > 0, byAgreement]).toEqual([true, false])
  })

  it('keep their values when only the confirm-first setting changes', async () => {
    const week = everyDay('16:00', '20:00')
    await setWeek(week)
    const set = (version: number) => mentor.put(path, { version, week, confirmsFirst: true })
    expect((await set(1)).body.data).toMatchObject({ version: 2, confirmsFirst: true, week })
    expect((await set(1)).body.data.version).toBe(2)
    expect((await app.browser().get(`/api/mentor/${mentor.id}/free-times`)).body.confirmsFirst).toBe(true)
    // An older page that omits the setting keeps it.
    await setWeek(everyDay('16:00', '19:00'), 2)
    expect(await own()).toMatchObject({ version: 3, confirmsFirst: true })
  })

  it('decide search results and filters', async () => {
    await setWeek([{ weekday: 6, from: '10:00', to: '12:30' }])
    const listed = async (day: string) =>
      (await app.browser().get(`/api/mentor?days=${day}&limit=50`)).body.data.some(
        (one: { _id: string }) => one._id === mentor.id,
      )
    expect(await Promise.all([listed('saturday'), listed('monday')])).toEqual([true, false])
    const { data } = (await app.browser().get(`/api/mentor/${mentor.id}`)).body
    expect(data).toMatchObject({ availableDays: ['saturday'], dailyHours: 2.5 })
  })

  it('may be empty, which leaves no free time', async () => {
    await setWeek([])
    expect([await free(), (await own()).version]).toEqual([[], 1])
    expect((await app.browser().get(`/api/mentor/free-times?id=${mentor.id}`)).body.data[0].byAgreement).toBe(true)
  })

  it('reject a stale version and accept the same hours again', async () => {
    const week = everyDay('16:00', '20:00')
    await setWeek(week)
    expect((await mentor.put(path, { version: 0, week })).body.data.version).toBe(1)
    const late = await mentor.put(path, { version: 0, week: everyDay('06:00', '08:00') })
    expect([late.status, late.body.code, late.body.details]).toEqual([409, 'changed-meanwhile', { version: 1 }])
    expect((await own()).week).toEqual(week)
    // Concurrently: one is saved, the other refused.
    const at = await Promise.all(
      [everyDay('06:00', '08:00'), everyDay('08:00', '10:00')].map((one) =>
        mentor.put(path, { version: 1, week: one }),
      ),
    )
    expect(at.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await own()).version).toBe(2)
  })

  it.each([
    ['to before from', [{ weekday: 1, from: '18:00', to: '16:00' }], 'week.0.to'],
    ['over midnight', [{ weekday: 1, from: '22:00', to: '00:30' }], 'week.0.to'],
    [
      'hours that meet',
      [
        { weekday: 1, from: '16:00', to: '18:00' },
        { weekday: 1, from: '17:30', to: '19:00' },
      ],
      'week.1.from',
    ],
    ['an eighth day', [{ weekday: 8, from: '16:00', to: '18:00' }], 'week.0.weekday'],
  ])('%s are refused', async (_, week, field) => {
    const { status, body } = await mentor.put(path, { version: 0, week })
    expect([status, body.code, body.details.fields[0].field]).toEqual([400, 'bad-request', field])
  })

  it('merge adjacent ranges', async () => {
    const halves = [
      { weekday: 1, from: '18:00', to: '20:00' },
      { weekday: 1, from: '16:00', to: '18:00' },
    ]
    expect((await setWeek(halves)).week).toEqual([{ weekday: 1, from: '16:00', to: '20:00' }])
    expect((await setWeek(halves)).version).toBe(1)
  })
})

describe('date exceptions', () => {
  const at = (date: string) => `${path}/days/${date}`
  it('set other hours or none, and can be removed', async () => {
    await setWeek(everyDay('16:00', '18:00'))
    const date = inDays(3)
    expect((await mentor.put(at(date), { hours: [{ from: '10:00', to: '11:00' }] })).body.data.days).toEqual([
      { date, hours: [{ from: '10:00', to: '11:00' }] },
    ])
    expect(await freeOn(date)).toEqual(['10:00'])
    await mentor.put(at(date), { hours: [] })
    expect(await freeOn(date)).toEqual([])
    for (const _ of [1, 2]) expect((await mentor.put(at(date), { hours: null })).body.data.days).toEqual([])
    expect(await freeOn(date)).toHaveLength(3)
  })

  it('reject past dates, dates more than a year ahead and invalid dates', async () => {
    for (const date of [inDays(-1), inDays(400), '2027-02-31', 'tomorrow'])
      expect((await mentor.put(at(date), { hours: [] })).body, date).toMatchObject({ code: 'bad-request' })
    const meeting = {
      hours: [
        { from: '10:00', to: '12:00' },
        { from: '11:00', to: '13:00' },
      ],
    }
    expect((await mentor.put(at(inDays(1)), meeting)).body.details.fields[0].field).toBe('hours.1.from')
  })
})

describe('free times', () => {
  it('exclude booked and held times, but not expired or released ones', async () => {
    await setWeek(everyDay('16:00', '19:00'))
    const date = inDays(2)
    await slot(date, '16:00', '17:00')
    await slot(date, '17:00', '17:30', { status: 'held', held: '5 minutes' })
    expect(await freeOn(date)).toEqual(['17:30', '18:00'])
    await sql`update teaching_slot set held_until = now() - interval '1 minute' where mentor_id = ${mentor.id} and status = 'held'`.execute(
      app.db,
    )
    expect(await freeOn(date)).toEqual(['17:00', '17:30', '18:00'])
    await sql`update teaching_slot set status = 'released', held_until = null where mentor_id = ${mentor.id}`.execute(
      app.db,
    )
    expect(await freeOn(date)).toHaveLength(5)
    expect(await freeOn(date, '?minutes=120')).toEqual(['16:00', '16:30', '17:00'])
    // A day is India's: its first hours are the day before in UTC.
    await slot(date, '00:30', '01:30')
    await slot(inDays(3), '04:00', '05:00')
    const found = await hoursOf(app.db, { ids: [mentor.id], from: date, until: date, isPublic: false })
    expect(found.get(mentor.id)?.busy.map(({ startsAt }) => timeInIndia(startsAt))).toEqual(['00:30'])
  })

  it('offer a group class with space until it is full', async () => {
    await setWeek(everyDay('16:00', '18:00'))
    const date = inDays(2)
    await slot(date, '16:30', '17:30', { mode: 'groupClasses', capacity: 2 })
    expect(await freeOn(date)).toEqual(['16:30 groupClasses'])
    await sql`update teaching_slot set capacity = 1 where mentor_id = ${mentor.id}`.execute(app.db)
    expect(await freeOn(date)).toEqual([])
  })

  it("start at the application's first date", { tags: ['full'] }, async () => {
    await setWeek(everyDay('16:00', '20:00'))
    await sql`update mentor set start_immediately = false, start_date = ${inDays(5)} where id = ${mentor.id}`.execute(
      app.db,
    )
    expect(dayOf((await free())[0]?.startsAt ?? '')).toBe(inDays(5))
  })

  it('of a hidden mentor are visible to that mentor only', async () => {
    await setWeek(everyDay('16:00', '18:00'))
    await mentor.put(`/api/mentor/${mentor.id}`, { showOnWebsite: false })
    const at = `/api/mentor/${mentor.id}/free-times`
    expect([(await family.get(at)).status, (await mentor.get(at)).status]).toEqual([404, 200])
    expect((await family.get(`/api/mentor/free-times?id=${mentor.id}`)).body.data).toEqual([])
  })

  it('of a page of mentors take one query', async () => {
    const others = await Promise.all([1, 2, 3].map(() => makeMentor(app.db)))
    await setWeek(everyDay('16:00', '18:00'))
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const { body } = await app
      .browser()
      .get(`/api/mentor/free-times?id=${[mentor, ...others].map(({ id }) => id).join()}`)
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRestore()
    const times = body.data.find((one: { _id: string }) => one._id === mentor.id).times as { startsAt: string }[]
    const days = new Set(times.map(({ startsAt }) => dayOf(startsAt)))
    expect([body.data.length, times.length, days.size]).toEqual([4, 3, 3])
    expect(times[0]).toMatchObject({ minutes: 120, mode: null })
  })
})

describe('leave', () => {
  const take = (from: string, to: string, note?: string) =>
    mentor.post('/api/mentor/leave', { from, to, ...(note && { note }) })
  it('removes its days from the free times, is idempotent, and can be ended twice', async () => {
    const booking = await app.paidBooking(family, mentor.id)
    const early = scheduleOf({ date: inDays(2), time: '05:00' })
    expect((await mentor.put(`/api/class-bookings/booking/${booking}`, early)).status).toBe(200)
    await setWeek(everyDay('16:00', '17:00'))
    const first = await take(inDays(2), inDays(4), 'Wedding')
    expect(first.body.data).toMatchObject({ from: inDays(2), to: inDays(4), note: 'Wedding', classCount: 1 })
    const { classes } = (await mentor.get(`/api/mentor/leave/${first.body.data._id}/classes`)).body.data
    expect(classes).toMatchObject([{ booking }])
    const { rows } = await sql<{ id: string }>`select learner_id as id from booking where id = ${booking}`.execute(
      app.db,
    )
    const busyFrom = async (date: string) => await learnerBusyTimes(app.db, [rows[0]?.id ?? ''], date, 1)
    expect([await busyFrom(inDays(1)), (await busyFrom(inDays(2))).length]).toEqual([[], 1])
    expect((await take(inDays(2), inDays(4), 'Wedding')).body.data._id).toBe(first.body.data._id)
    expect((await own()).leave).toHaveLength(1)
    const days = async () => (await free()).map(({ startsAt }) => dayOf(startsAt))
    expect((await days()).slice(0, 3)).not.toContain(inDays(2))
    expect(await days()).toContain(inDays(5))
    for (const _ of [1, 2])
      expect((await mentor.call('DELETE', `/api/mentor/leave/${first.body.data._id}`)).status).toBe(200)
    expect(await days()).toContain(inDays(2))
    expect((await own()).leave).toEqual([])
    expect((await take(inDays(3), inDays(3))).status).toBe(200)
  })

  it.each([
    ['in the past', inDays(-1), inDays(2), 'from'],
    ['that ends before it begins', inDays(3), inDays(2), 'to'],
    ['longer than a year', inDays(1), inDays(400), 'to'],
    ['a year from now', inDays(400), inDays(401), 'from'],
    ['on 31 February', '2027-02-31', '2027-03-02', 'from'],
  ])('%s is refused', async (_, from, to, field) => {
    const { status, body } = await take(from, to)
    expect([status, body.details.fields[0].field]).toEqual([400, field])
  })

  it('rejects overlapping leave, also concurrently', async () => {
    await take(inDays(5), inDays(7))
    expect((await take(inDays(7), inDays(9))).body.code).toBe('leave-overlap')
    const both = await Promise.all([take(inDays(10), inDays(12)), take(inDays(11), inDays(13))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('lists its lessons with an alternative time to propose or the cost of cancelling', {
    tags: ['full'],
  }, async () => {
    await setWeek(everyDay('16:00', '21:00'))
    const booking = await app.paidBooking(family, mentor.id, {
      amount: 4500,
      plan: 'monthly',
      learner: { name: 'Aarav Sharma', grade: '9' },
    })
    const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
    await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)
    const leave = (await take(inDays(3), inDays(5))).body.data
    expect(leave.classCount).toBe(3)
    const list = async () => (await mentor.get(`/api/mentor/leave/${leave._id}/classes`)).body.data.classes
    const [one, two, three] = await list()
    // The learner has other lessons at five: seven is the nearest free time, on a different day for each.
    expect([one, two, three].map(({ near }) => `${dayOf(near)} ${timeInIndia(new Date(near))}`)).toEqual(
      [6, 7, 8].map((days) => `${inDays(days)} 19:00`),
    )
    expect(one).toMatchObject({ student: 'Aarav', subject: 'Mathematics', minutes: 100, proposal: null })
    expect(one.cancel).toMatchObject({ fee: 0, credit: 100, causedBy: 'mentor', isAgainstMentor: true })

    const lesson = (id: string, rest: string) => `/api/class-bookings/lessons/${id}/${rest}`
    const to = { date: dayOf(one.near), time: timeInIndia(new Date(one.near)) }
    expect((await mentor.post(lesson(one._id, 'proposal'), to)).status).toBe(200)
    const { startsAt, fee, credit } = two.cancel
    expect((await mentor.post(lesson(two._id, 'cancel'), { startsAt, fee, credit })).status).toBe(200)
    const left = await list()
    expect(left.map((lessonLeft: { _id: string }) => lessonLeft._id)).toEqual([one._id, three._id])
    // A proposed time is not suggested again.
    expect(left[0]).toMatchObject({ near: null, proposal: { madeBy: 'mentor', startsAt: one.near } })
    expect(left[1].near).not.toBe(one.near)
    expect((await own()).leave[0].classCount).toBe(2)
  })

  it('suggests distinct times at which the learner is free', { tags: ['full'] }, async () => {
    await setWeek(everyDay('16:00', '17:00'))
    const demoOn = async (who: LoggedIn, days: number) => {
      const booking = await app.paidBooking(who, mentor.id)
      const set = await mentor.put(
        `/api/class-bookings/booking/${booking}`,
        scheduleOf({ date: inDays(days), time: '16:00' }),
      )
      expect(set.status, JSON.stringify(set.body)).toBe(200)
    }
    const first = await app.login(newPhone(), 'student')
    const second = await app.login(newPhone(), 'student')
    await demoOn(first, 3)
    await demoOn(second, 4)
    const leave = (await take(inDays(3), inDays(4))).body.data
    const near = async () =>
      (await mentor.get(`/api/mentor/leave/${leave._id}/classes`)).body.data.classes.map((one: { near: string }) =>
        dayOf(one.near),
      )
    expect(await near()).toEqual([inDays(5), inDays(6)])
    const other = await app.login((await makeMentor(app.db)).phone, 'mentor')
    const elsewhere = await app.paidBooking(first, other.id)
    await other.put(`/api/class-bookings/booking/${elsewhere}`, scheduleOf({ date: inDays(5), time: '16:30' }))
    expect(await near()).toEqual([inDays(6), inDays(5)])
  })

  it('of another mentor looks like none', async () => {
    const { _id } = (await take(inDays(2), inDays(4))).body.data
    const other = await app.login((await makeMentor(app.db)).phone, 'mentor')
    expect((await other.get(`/api/mentor/leave/${_id}/classes`)).status).toBe(404)
    expect((await other.call('DELETE', `/api/mentor/leave/${_id}`)).status).toBe(404)
  })
})

test('a taken preferred time is answered with three free times', async () => {
  await setWeek(everyDay('16:00', '19:00'))
  const wish = { amount: 99, plan: 'demo', mentorId: mentor.id, wishes: { date: inDays(3), time: '17:00' } }
  expect((await family.post('/api/payment/create-order', wish)).status).toBe(200)
  const other = await app.login(newPhone(), 'student')
  const { status, body } = await other.post('/api/payment/create-order', wish)
  expect([status, body.code]).toEqual([409, 'slot-taken'])
  expect(body.details.next.map((at: string) => `${dayOf(at)} ${timeInIndia(new Date(at))}`)).toEqual([
    `${inDays(3)} 18:00`,
    `${inDays(4)} 16:00`,
    `${inDays(4)} 17:00`,
  ])
  const date = dayOf(body.details.next[0])
  const time = timeInIndia(new Date(body.details.next[0]))
  expect((await other.post('/api/payment/create-order', { ...wish, wishes: { date, time } })).status).toBe(200)
})
