import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { balancePaise } from '#server/ledger/ledger.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { attendanceOf, inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'
import { settleDue } from './settlement.ts'

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())
beforeEach(async () => {
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
})

const schedule = (bookingId: string, date: string, time: string, by = mentor) =>
  by.put(`/api/class-bookings/booking/${bookingId}`, scheduleOf({ date, time }))
const mark = (bookingId: string, date: string) =>
  mentor.post('/api/class-records', attendanceOf(bookingId, date, '10:00', '11:00'))
const tick = (recordId: string, parentTick = true) => family.put(`/api/class-records/${recordId}`, { parentTick })

test('shows both sides each state from pending to ticked', async () => {
  const bookingId = await app.paidBooking(family, mentor.id)
  const sideOf = async (one: LoggedIn, side: string) =>
    (await one.get(`/api/class-bookings/${side}/${one.id}`)).body.data[0]
  expect(await sideOf(family, 'student')).toMatchObject({
    _id: bookingId,
    status: 'pending_schedule',
    scheduledDate: null,
    subject: 'Mathematics',
  })
  const scheduled = await schedule(bookingId, inDays(2), '17:30')
  expect(scheduled.body.data).toMatchObject({
    status: 'scheduled',
    scheduledDate: inDays(2),
    scheduledTime: '17:30',
    studentName: 'Aarav',
    class: '9',
  })
  expect(await sideOf(mentor, 'mentor')).toMatchObject({ status: 'scheduled', scheduledTime: '17:30' })
  await shiftLessons(app.db, bookingId, -3)
  const marked = await mark(bookingId, inDays(-1))
  expect(marked.body.data).toMatchObject({
    mentorTick: true,
    parentTick: false,
    mentorMarked: true,
    topic: 'Linear equations',
    fee: 99,
  })
  const records = await family.get(`/api/class-records/class-booking/${bookingId}`)
  expect(records.body.data).toHaveLength(1)
  expect((await tick(marked.body.data._id)).body.data.parentTick).toBe(true)
  expect(await sideOf(family, 'student')).toMatchObject({ attendance: [{ date: inDays(-1), present: true }] })
})

test('rejects overlapping lessons of a mentor, also concurrently', async () => {
  const other = await app.login(newPhone(), 'student')
  const a = await app.paidBooking(family, mentor.id)
  const b = await app.paidBooking(other, mentor.id)
  const both = await Promise.all([schedule(a, inDays(2), '17:00'), schedule(b, inDays(2), '17:30')])
  expect(both.map((reply) => reply.status).sort()).toEqual([200, 409])
  expect(both.find((reply) => reply.status === 409)?.body.code).toBe('slot-taken')
  const { rows } = await sql`select 1 from teaching_slot where mentor_id = ${mentor.id} and status = 'booked'`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
  const loser = both[0]?.status === 409 ? a : b
  expect((await schedule(loser, inDays(2), '19:00')).status).toBe(200)
})

test('accepts adjacent lessons', { tags: ['full'] }, async () => {
  const other = await app.login(newPhone(), 'student')
  const a = await app.paidBooking(family, mentor.id)
  const b = await app.paidBooking(other, mentor.id)
  expect((await schedule(a, inDays(2), '17:00')).status).toBe(200)
  expect((await schedule(b, inDays(2), '18:00')).status).toBe(200)
})

test('rejects two lessons of a student at one time', { tags: ['full'] }, async () => {
  const second = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const a = await app.paidBooking(family, mentor.id)
  const b = await app.paidBooking(family, second.id)
  expect((await schedule(a, inDays(2), '17:00')).status).toBe(200)
  expect((await schedule(b, inDays(2), '17:30', second)).body.code).toBe('learner-busy')
})

test('fills a group class up to its capacity', { tags: ['full'] }, async () => {
  const group = await makeMentor(app.db, { prices: { groupClasses: 2000 } })
  const teacher = await app.login(group.phone, 'mentor')
  for (const time of ['16:00', '16:00']) {
    const one = await app.login(newPhone(), 'student')
    const bookingId = await app.paidBooking(one, group.id)
    expect((await schedule(bookingId, inDays(2), time, teacher)).status).toBe(200)
  }
  const { rows } = await sql`select 1 from teaching_slot where mentor_id = ${group.id} and status = 'booked'`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
})

test('moves a scheduled lesson, also to an overlapping time', async () => {
  const bookingId = await app.paidBooking(family, mentor.id)
  await schedule(bookingId, inDays(2), '17:00')
  expect((await schedule(bookingId, inDays(2), '17:15')).body.data.scheduledTime).toBe('17:15')
  expect((await schedule(bookingId, inDays(2), '17:15')).status).toBe(200)
  const { rows } = await sql`select 1 from lesson where booking_id = ${bookingId}`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test("keeps the lesson's time when a move is refused", { tags: ['full'] }, async () => {
  const other = await app.login(newPhone(), 'student')
  const a = await app.paidBooking(family, mentor.id)
  const b = await app.paidBooking(other, mentor.id)
  await schedule(a, inDays(2), '17:00')
  await schedule(b, inDays(2), '19:00')
  expect((await schedule(b, inDays(2), '17:30')).body.code).toBe('slot-taken')
  const after = await mentor.get(`/api/class-bookings/mentor/${mentor.id}`)
  expect(after.body.data.find((one: { _id: string }) => one._id === b)).toMatchObject({
    scheduledTime: '19:00',
    status: 'scheduled',
  })
})

test('gives the past, an unstarted lesson, a day without lessons and a second marking their own errors', async () => {
  const bookingId = await app.paidBooking(family, mentor.id)
  expect((await schedule(bookingId, inDays(-1), '10:00')).body.code).toBe('schedule-in-past')
  expect((await mark(bookingId, inDays(2))).body.code).toBe('no-lesson-that-day')
  await schedule(bookingId, inDays(2), '16:00')
  expect((await mark(bookingId, inDays(2))).body.code).toBe('lesson-not-started')
  await shiftLessons(app.db, bookingId, -3)
  const twice = await Promise.all([mark(bookingId, inDays(-1)), mark(bookingId, inDays(-1))])
  expect(twice.map((reply) => reply.status).sort()).toEqual([200, 409])
  expect(twice.find((reply) => reply.status === 409)?.body.code).toBe('already-marked')
})

test('splits a month of 1200 minutes into fees that add up to its price', async () => {
  const bookingId = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  for (let i = 1; i <= 12; i++) {
    expect((await schedule(bookingId, inDays(i + 1), '16:00')).status, `class ${i}`).toBe(200)
    await sql`update lesson set status = 'held' where booking_id = ${bookingId} and status = 'scheduled'`.execute(
      app.db,
    )
  }
  expect((await schedule(bookingId, inDays(20), '10:00')).body.code).toBe('not-schedulable')
  const { rows } = await sql<{ minutes: number; paise: number; n: number }>`
    select sum(minutes)::int as minutes, sum(fee_paise)::int as paise, count(*)::int as n from lesson where booking_id = ${bookingId}`.execute(
    app.db,
  )
  expect(rows[0]).toEqual({ minutes: 1200, paise: 450000, n: 12 })
})

test('keeps the first lesson with a mentor open for 48 hours and settles the second at the tick', async () => {
  const bookingId = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  const first = await mark(bookingId, await app.lessonYesterday(mentor, bookingId))
  expect((await tick(first.body.data._id)).body.data).toMatchObject({ parentTick: true, settled: false })
  expect((await tick(first.body.data._id, false)).body.data.parentTick).toBe(false)
  expect(await balancePaise(app.db, 'family_prepaid', family.id)).toBe(-450000)

  await schedule(bookingId, inDays(2), '16:00')
  await sql`update teaching_slot s set starts_at = s.starts_at - interval '2 days 3 hours', ends_at = s.ends_at - interval '2 days 3 hours'
    from lesson l where l.slot_id = s.id and l.booking_id = ${bookingId} and l.sequence = 2`.execute(app.db)
  await sql`update lesson set starts_at = starts_at - interval '2 days 20 hours', ends_at = ends_at - interval '2 days 20 hours'
    where booking_id = ${bookingId} and sequence = 2`.execute(app.db)
  const { rows } = await sql<{
    date: string
  }>`select to_char(starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as date from lesson where booking_id = ${bookingId} and sequence = 2`.execute(
    app.db,
  )
  const second = await mentor.post('/api/class-records', attendanceOf(bookingId, rows[0]?.date ?? '', '00:00', '01:00'))
  expect(second.status, JSON.stringify(second.body)).toBe(200)
  expect((await tick(second.body.data._id)).body.data.settled).toBe(true)
  const late = await tick(second.body.data._id, false)
  expect([late.status, late.body.code]).toEqual([409, 'already-settled'])
  expect(await balancePaise(app.db, 'family_prepaid', family.id)).toBe(-412500)
})

test('settles after 48 hours of silence, splits the fee exactly, completes a demo, and is idempotent', async () => {
  const bookingId = await app.paidBooking(family, mentor.id)
  await mark(bookingId, await app.lessonYesterday(mentor, bookingId))
  await settleDue(app.db)
  expect(await balancePaise(app.db, 'mentor_payable', mentor.id)).toBe(0)
  await shiftLessons(app.db, bookingId, -2)
  await sql`update class_record set marked_at = now() - interval '48 hours' where booking_id = ${bookingId}`.execute(
    app.db,
  )
  await Promise.all([settleDue(app.db), settleDue(app.db)])
  // 99.00: commission 10% 9.90, GST 18% of it 1.78, TDS 0.1% 0.10, TCS 0.5% 0.50
  expect(await balancePaise(app.db, 'mentor_payable', mentor.id)).toBe(-(9900 - 990 - 178 - 10 - 50))
  expect(await balancePaise(app.db, 'family_prepaid', family.id)).toBe(0)
  expect((await family.get(`/api/class-bookings/student/${family.id}`)).body.data[0].status).toBe('completed')
  expect((await schedule(bookingId, inDays(2), '16:00')).body.code).toBe('not-schedulable')
})

test('pages lists by cursor and refuses cursors of other lists', { tags: ['full'] }, async () => {
  for (const mentorOf of [mentor.id, (await makeMentor(app.db)).id, (await makeMentor(app.db)).id])
    await app.paidBooking(family, mentorOf)
  const page = await family.get(`/api/class-bookings/student/${family.id}?limit=2`)
  expect(page.body).toMatchObject({ total: 3, data: [{}, {}] })
  const rest = await family.get(`/api/class-bookings/student/${family.id}?limit=2&cursor=${page.body.nextCursor}`)
  expect(rest.body).toMatchObject({ data: [{}], nextCursor: null })
  const other = await app.login(newPhone(), 'student')
  const stolen = await other.get(`/api/class-bookings/student/${other.id}?cursor=${page.body.nextCursor}`)
  expect([stolen.status, stolen.body.code]).toEqual([400, 'bad-cursor'])
})

test.each([
  ['a date that is none', { scheduledDate: '2026-02-31' }, 'scheduledDate'],
  ['a time that is none', { scheduledTime: '25:00' }, 'scheduledTime'],
  ['a school of a thousand letters', { school: 'x'.repeat(1000) }, 'school'],
  ['a subject unknown', { subject: 'Alchemy' }, 'subject'],
  ['a status that is none', { status: 'done' }, 'status'],
  ['an unknown field', { price: 1 }, 'price'],
])('%s is refused and named', async (_, change, field) => {
  const reply = await mentor.put('/api/class-bookings/booking/01890000-0000-7000-8000-000000000000', {
    ...scheduleOf({ date: inDays(2), time: '10:00' }),
    ...change,
  })
  expect([reply.status, reply.body.details?.fields[0].field]).toEqual([400, field])
})

test('rejects concurrent joins of a full group class', { tags: ['full'] }, async () => {
  const group = await makeMentor(app.db, { prices: { groupClasses: 2000 } })
  const teacher = await app.login(group.phone, 'mentor')
  const bookings: string[] = []
  for (let i = 0; i < 5; i++) bookings.push(await app.paidBooking(await app.login(newPhone(), 'student'), group.id))
  const [first = '', ...rest] = bookings
  expect((await schedule(first, inDays(2), '16:00', teacher)).status).toBe(200)
  await sql`update teaching_slot set capacity = 2 where mentor_id = ${group.id}`.execute(app.db)
  const replies = await Promise.all(rest.map((id) => schedule(id, inDays(2), '16:00', teacher)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.body.code === 'slot-taken')).toHaveLength(3)
})

test('shares a group class that is opened concurrently', { tags: ['full'] }, async () => {
  const group = await makeMentor(app.db, { prices: { groupClasses: 2000 } })
  const teacher = await app.login(group.phone, 'mentor')
  const bookings: string[] = []
  for (let i = 0; i < 4; i++) bookings.push(await app.paidBooking(await app.login(newPhone(), 'student'), group.id))
  const replies = await Promise.all(bookings.map((id) => schedule(id, inDays(2), '16:00', teacher)))
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200])
})

test('rejects two modes at one time', { tags: ['full'] }, async () => {
  const both = await makeMentor(app.db, { prices: { groupClasses: 2000, schoolTeaching: 2500 } })
  const teacher = await app.login(both.phone, 'mentor')
  const other = await app.login(newPhone(), 'student')
  const a = await app.paidBooking(family, both.id, { amount: 99, plan: 'demo', mode: 'groupClasses' })
  const b = await app.paidBooking(other, both.id, { amount: 99, plan: 'demo', mode: 'schoolTeaching' })
  expect((await schedule(a, inDays(2), '16:00', teacher)).status).toBe(200)
  expect((await schedule(b, inDays(2), '16:00', teacher)).body.code).toBe('slot-taken')
})

test('gives the family 48 hours after a late marking', { tags: ['full'] }, async () => {
  const bookingId = await app.paidBooking(family, mentor.id)
  await app.lessonYesterday(mentor, bookingId)
  await shiftLessons(app.db, bookingId, -5)
  const marked = await mark(bookingId, inDays(-6))
  expect(new Date(marked.body.data.confirmBy).getTime()).toBeGreaterThan(Date.now() + 47 * 3_600_000)
  await settleDue(app.db)
  expect((await family.get(`/api/class-records/class-booking/${bookingId}`)).body.data[0].settled).toBe(false)
  await sql`update class_record set marked_at = now() - interval '48 hours' where booking_id = ${bookingId}`.execute(
    app.db,
  )
  await settleDue(app.db)
  expect((await family.get(`/api/class-records/class-booking/${bookingId}`)).body.data[0].settled).toBe(true)
})

test('refuses to mark a lesson before it begins, whatever times are entered', async () => {
  const bookingId = await app.paidBooking(family, mentor.id)
  await schedule(bookingId, inDays(2), '23:00')
  await shiftLessons(app.db, bookingId, -1)
  await sql`update lesson set starts_at = now() + interval '20 minutes', ends_at = now() + interval '80 minutes' where booking_id = ${bookingId}`.execute(
    app.db,
  )
  const { rows } = await sql<{
    date: string
  }>`select to_char(starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as date from lesson where booking_id = ${bookingId}`.execute(
    app.db,
  )
  const reply = await mentor.post('/api/class-records', attendanceOf(bookingId, rows[0]?.date ?? '', '00:00', '01:00'))
  expect(reply.body.code).toBe('lesson-not-started')
})

test('notifies of every move, also back to the previous time', { tags: ['full'] }, async () => {
  const bookingId = await app.paidBooking(family, mentor.id)
  await sql`delete from outbox`.execute(app.db)
  for (const time of ['17:00', '18:00', '17:00', '17:00']) await schedule(bookingId, inDays(2), time)
  const { rows } = await sql<{
    template: string
  }>`select template from outbox where recipient = ${family.phone} and template like 'class-%scheduled' order by id`.execute(
    app.db,
  )
  expect(rows.map(({ template }) => template)).toEqual(['class-scheduled', 'class-rescheduled', 'class-rescheduled'])
})

test('settles other lessons when one fails', { tags: ['full'] }, async () => {
  const broken = await app.paidBooking(family, mentor.id)
  await mark(broken, await app.lessonYesterday(mentor, broken))
  await shiftLessons(app.db, broken, -30)
  const addPrepaid = (paise: number) =>
    sql`update ledger_account set balance_paise = balance_paise - ${paise}::int where owner_id = ${family.id}`.execute(
      app.db,
    )
  await addPrepaid(-9900)
  const other = await app.login(newPhone(), 'student')
  const fine = await app.paidBooking(other, mentor.id)
  await mark(fine, await app.lessonYesterday(mentor, fine, '10:00'))
  await shiftLessons(app.db, fine, -2)
  await sql`update class_record set marked_at = now() - interval '3 days'`.execute(app.db)
  await settleDue(app.db)
  const settled = async (id: string) =>
    (await sql<{ at: Date | null }>`select settled_at as at from lesson where booking_id = ${id}`.execute(app.db))
      .rows[0]?.at
  expect(await settled(broken)).toBeNull()
  expect(await settled(fine)).not.toBeNull()
  await addPrepaid(9900)
})
