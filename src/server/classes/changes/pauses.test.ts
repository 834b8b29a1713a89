import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { notifyTomorrow } from '#server/classes/bookings/tomorrow.ts'
import { atBarrier } from '#test/barrier.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { type Bought, makePaidBooking } from '#test/bought.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { attendanceOf, codeOf, inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let operations: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ role: 'operations' })
  support = await app.admin({ role: 'support' })
})
afterAll(async () => {
  await expectBooks(app.db)
  await app.stop()
})

const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], minutes: 100, time: '17:00', from: inDays(2) }
const at = (lesson: string, rest: string) => `/api/class-bookings/lessons/${lesson}/${rest}`
const decide = async ({ mentor }: { mentor: { id: string } }, decision: 'suspend' | 'restore') => {
  const { rows } = await sql<{ version: number }>`select version from mentor where id = ${mentor.id}`.execute(app.db)
  const body = { decision, reason: 'We look into it', version: rows[0]?.version ?? 0 }
  expect(codeOf(await operations.post(`/api/admin/mentors/${mentor.id}/decision`, body))).toEqual([200, 'done'])
}
type Lesson = { _id: string; startsAt: string; status: string }
const lessonsOf = async ({ family }: Pick<Bought, 'family'>): Promise<Lesson[]> =>
  (await family.get(`/api/class-bookings/student/${family.id}`)).body.data[0].lessons
const timetableOf = async ({ family, booking }: Bought) =>
  (await family.get(`/api/class-bookings/${booking}/timetable`)).body.data
const told = async (who: LoggedIn, template: string) =>
  (
    await sql<{ text: string; language: string }>`
      select text, language from outbox where recipient = ${who.phone} and template = ${template} and channel = 'sms' order by id`.execute(
      app.db,
    )
  ).rows
const leaveOutAt = ({ mentor }: Bought) => `/api/admin/mentors/${mentor.id}/classes-to-leave-out`

test('a suspended mentor cannot be planned with, the error says why, and planned lessons stay', async () => {
  const side = await makePaidBooking(app)
  const { mentor, family, booking } = side
  await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)
  const [first, second] = await lessonsOf(side)
  await mentor.post(at(second?._id ?? '', 'proposal'), { date: inDays(40), time: '06:00' })
  const before = await lessonsOf(side)
  const proposal = (await family.get(`/api/class-bookings/student/${family.id}`)).body.data[0].lessons[1].proposal._id
  await decide(side, 'suspend')
  const tries = [
    await mentor.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(2), time: '10:00' })),
    await mentor.put(`/api/class-bookings/${booking}/timetable`, { ...rule, time: '06:00' }),
    await mentor.post(`/api/class-bookings/${booking}/timetable/preview`, { ...rule, time: '06:00' }),
    await mentor.post(`/api/class-bookings/${booking}/lessons`, { date: inDays(50), time: '06:00', minutes: 60 }),
    await mentor.put(at(first?._id ?? '', 'time'), { date: inDays(50), time: '06:00' }),
    await operations.put(`/api/admin/classes/${first?._id}/time`, {
      date: inDays(50),
      time: '06:00',
      reason: 'They asked',
    }),
    await mentor.post(at(first?._id ?? '', 'proposal'), { date: inDays(50), time: '06:00' }),
    await family.post(at(first?._id ?? '', 'proposal'), { date: inDays(50), time: '06:00' }),
    await family.post(`/api/class-bookings/proposals/${proposal}/answer`, { answer: 'accept' }),
  ]
  expect(tries.map(codeOf)).toEqual(tries.map(() => [409, 'mentor-paused']))
  const hindi = { headers: { 'accept-language': 'hi' } }
  const said = await mentor.put(`/api/class-bookings/${booking}/timetable`, { ...rule, time: '06:00' }, hindi)
  expect([tries[1]?.body.message, said.body.message]).toEqual([
    expect.stringContaining('suspended'),
    expect.stringContaining('रोके गए'),
  ])
  expect(await lessonsOf(side)).toEqual(before)
  await decide(side, 'restore')
  const again = await mentor.put(`/api/class-bookings/${booking}/timetable`, { ...rule, time: '06:00' })
  expect(codeOf(again)).toEqual([200, 'done'])
})

test('a suspension and a concurrent timetable are serialised', { tags: ['full'] }, async () => {
  for (let round = 0; round < 4; round++) {
    const side = await makePaidBooking(app)
    const works = [
      async () => await decide(side, 'suspend'),
      async () => codeOf(await side.mentor.put(`/api/class-bookings/${side.booking}/timetable`, rule)),
    ]
    const mentor = sql`select from mentor where id = ${side.mentor.id}`
    const [, set] = await atBarrier<unknown>(app.db, round, mentor, works)
    const isPauseFirst = round % 2 === 0
    expect(set).toEqual(isPauseFirst ? [409, 'mentor-paused'] : [200, 'done'])
    expect(await lessonsOf(side)).toHaveLength(isPauseFirst ? 0 : 12)
    expect(await told(side.family, 'mentor-rests')).toHaveLength(1)
  }
})

test('lessons before the suspension are marked and settled as usual, those during it are skipped', {
  tags: ['full'],
}, async () => {
  const side = await makePaidBooking(app)
  const { mentor, booking } = side
  const date = await app.lessonYesterday(mentor, booking)
  await decide(side, 'suspend')
  const marked = await mentor.post('/api/class-records', attendanceOf(booking, date, '10:00', '11:00'))
  expect(codeOf(marked)).toEqual([200, 'done'])
  await sql`update lesson set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days' where booking_id = ${booking}`.execute(
    app.db,
  )
  await sql`update class_record set marked_at = now() - interval '3 days' where booking_id = ${booking}`.execute(app.db)
  await settleDue(app.db)
  const { rows } = await sql<{ settled: boolean }>`
    select settled_at is not null as settled from lesson where booking_id = ${booking}`.execute(app.db)
  expect(rows).toEqual([{ settled: true }])

  const other = await makePaidBooking(app)
  await app.lessonYesterday(other.mentor, other.booking)
  await decide(other, 'suspend')
  await sql`update mentor_event set at = now() - interval '2 days' where mentor_id = ${other.mentor.id}`.execute(app.db)
  const [fallen] = await lessonsOf(other)
  const held = () => other.mentor.post('/api/class-records', attendanceOf(other.booking, date, '10:00', '11:00'))
  expect(codeOf(await held())).toEqual([409, 'mentor-paused'])
  const missed = await other.mentor.get(at(fallen?._id ?? '', 'outcome?action=no-show'))
  expect(codeOf(missed)).toEqual([409, 'mentor-paused'])
  await decide(other, 'restore')
  await app.runJobs()
  await app.runJobs()
  expect((await lessonsOf(other))[0]).toMatchObject({ status: 'cancelled', change: null })
  expect((await timetableOf(other)).credits).toMatchObject([{ minutes: 100, cause: 'pause' }])
  expect(codeOf(await held())).toEqual([409, 'no-lesson-that-day'])
})

test('each family is notified once of the suspension, neutrally, and once of its end', { tags: ['full'] }, async () => {
  const side = await makePaidBooking(app)
  await operations.put(`/api/class-bookings/${side.booking}/timetable`, { ...rule, from: inDays(1) })
  const second = await app.login(newPhone(), 'student')
  await app.paidBooking(second, side.mentor.id)
  await decide(side, 'suspend')
  for (const who of [side.family, second]) {
    const [rests, ...more] = await told(who, 'mentor-rests')
    expect(more).toEqual([])
    expect(rests?.text).toMatch(/paused until we contact you/)
    expect(rests?.text).not.toMatch(/safe|report|case|suspend/i)
  }
  // No evening reminder for a skipped lesson.
  const evening = new Date(`${inDays(0)}T19:00:00+05:30`)
  await notifyTomorrow(app.db, undefined, evening)
  expect(await told(side.family, 'classes-tomorrow')).toEqual([])
  await decide(side, 'restore')
  await notifyTomorrow(app.db, undefined, evening)
  for (const who of [side.family, second]) expect(await told(who, 'mentor-back')).toHaveLength(1)
  expect(await told(side.family, 'classes-tomorrow')).toHaveLength(1)
})

test('a family cancels for free during a suspension and can have the balance refunded', async () => {
  const side = await makePaidBooking(app)
  await side.mentor.put(`/api/class-bookings/${side.booking}/timetable`, rule)
  const [late] = await lessonsOf(side)
  await sql`update lesson set starts_at = now() + interval '1 hour', ends_at = now() + interval '160 minutes', is_short_notice = false where id = ${late?._id ?? ''}`.execute(
    app.db,
  )
  const outcome = async () => (await side.family.get(at(late?._id ?? '', 'outcome?action=cancel'))).body.data
  expect(await outcome()).toMatchObject({ fee: 187.5, credit: 50 })
  const { rows } = await sql<{
    order: string
  }>`select order_id as order from booking where id = ${side.booking}`.execute(app.db)
  const order = rows[0]?.order ?? ''
  const ask = () => side.family.post('/api/payment/refunds', { order })
  expect(codeOf(await ask())).toEqual([409, 'refund-not-due'])
  await decide(side, 'suspend')
  const { startsAt, fee, credit } = await outcome()
  expect([fee, credit]).toEqual([0, 100])
  expect(codeOf(await side.family.post(at(late?._id ?? '', 'cancel'), { startsAt, fee, credit }))).toEqual([
    200,
    'done',
  ])
  const asked = await ask()
  expect([asked.status, asked.body.data.amount]).toEqual([200, 4500])
  const decided = await operations.post(`/api/admin/refunds/${asked.body.data._id}/decision`, { decision: 'approve' })
  expect(codeOf(decided)).toEqual([200, 'done'])
  await app.runJobs()
  expect((await lessonsOf(side)).every(({ status }) => status === 'cancelled')).toBe(true)
})

test('a suspended mentor cannot be booked, and an order paid afterwards is refunded', async () => {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const wishes = [
    { amount: 99, plan: 'demo' },
    { amount: 4500, plan: 'monthly' },
    { amount: 225, plan: 'hourly', hours: 1 },
  ]
  const order = await family.post('/api/payment/create-order', { mentorId: made.id, ...wishes[0] })
  const renewed = await app.paidBooking(family, made.id, wishes[1])
  await sql`update booking set status = 'scheduled', booked_at = booked_at - interval '29 days' where id = ${renewed}`.execute(
    app.db,
  )
  const elsewhere = await app.paidBooking(family, (await makeMentor(app.db)).id, wishes[1])
  await decide({ mentor: made }, 'suspend')
  const tries = [
    ...wishes.map((wish) => family.post('/api/payment/create-order', { mentorId: made.id, ...wish })),
    family.get(`/api/payment/quote?mentorId=${made.id}`),
    family.post('/api/payment/renewals', { booking: renewed, amount: 4500 }),
    family.post(`/api/class-bookings/booking/${elsewhere}/replacement`, {
      mentor: made.id,
      balance: 4500,
      minutes: 1200,
    }),
  ]
  expect((await Promise.all(tries)).map(codeOf)).toEqual(tries.map(() => [409, 'mentor-not-available']))
  expect((await app.browser().get(`/api/mentor/${made.id}`)).status).toBe(410)
  const { rows: listed } = await sql`select from mentor_search where mentor_id = ${made.id}`.execute(app.db)
  expect(listed).toEqual([])
  await app.pay(order.body, 'success')
  const summary = await family.get(`/api/payment/order/${order.body.order_id}`)
  expect(summary.body.data).toMatchObject({ booking: null })
  expect(await told(family, 'payment-returned')).toHaveLength(1)
  await app.runJobs()
  const { rows: refunds } =
    await sql`select amount_paise::int as paise, kind from refund where order_id = ${order.body.order_id}`.execute(
      app.db,
    )
  expect(refunds).toEqual([{ paise: 9900, kind: 'owed' }])
})

test('an admin skips all planned lessons of a suspended mentor after a preview', async () => {
  const side = await makePaidBooking(app)
  await side.mentor.put(`/api/class-bookings/${side.booking}/timetable`, rule)
  const path = leaveOutAt(side)
  const look = async (until = '') => (await operations.get(path + until)).body.data
  expect(await look()).toMatchObject({ mentor: { isPaused: false }, classes: 0, families: [] })
  const wish = { classes: 12, reason: 'They wait for the police' }
  expect(codeOf(await operations.post(path, wish))).toEqual([409, 'mentor-not-paused'])
  await decide(side, 'suspend')
  const seen = await look()
  expect(seen).toMatchObject({ mentor: { isPaused: true }, classes: 12, families: [{ classes: 12 }] })
  expect((await look(`?until=${inDays(4)}`)).classes).toBe(3)
  expect(codeOf(await support.post(path, wish))).toEqual([403, 'not-allowed'])
  expect(codeOf(await side.mentor.post(path, wish))[0]).toBe(403)
  expect(codeOf(await operations.post(path, { ...wish, classes: 11 }))).toEqual([409, 'left-out-changed'])
  expect(codeOf(await operations.post(path, { classes: 12 }))).toEqual([400, 'bad-request'])

  expect((await operations.post(path, { ...wish, classes: 3, until: inDays(4) })).body.data).toEqual({
    classes: 3,
    families: 1,
  })
  const two = await Promise.all([1, 2].map(() => operations.post(path, { ...wish, classes: 9 })))
  expect(two.map(codeOf).sort()).toEqual([
    [200, 'done'],
    [409, 'left-out-changed'],
  ])
  const { credits, unplanned } = await timetableOf(side)
  expect([credits.length, credits[0].cause, unplanned]).toEqual([12, 'pause', 0])
  const { rows } = await sql`select from lesson_change where mentor_id = ${side.mentor.id}`.execute(app.db)
  expect(rows).toEqual([])
  for (const [who, template] of [
    [side.family, 'classes-left-out'],
    [side.mentor, 'classes-left-out-mentor'],
  ] as const) {
    const [first] = await told(who, template)
    expect(await told(who, template)).toHaveLength(2)
    expect(first?.text).toMatch(/, 3 in all\./)
  }
  const { rows: written } = await sql<{ detail: object }>`
    select detail from audit where subject_id = ${side.mentor.id} and action = 'mentor.left-out' order by at`.execute(
    app.db,
  )
  expect(written.map(({ detail }) => detail)).toMatchObject([
    { classes: 3, families: 1 },
    { classes: 9, until: null, reason: wish.reason },
  ])
  await decide(side, 'restore')
  const planned = await side.mentor.post(`/api/class-bookings/${side.booking}/lessons`, {
    date: inDays(30),
    time: '06:00',
    credit: credits[0]._id,
  })
  expect(codeOf(planned)).toEqual([200, 'done'])
})
