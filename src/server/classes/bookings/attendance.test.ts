import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendDue } from '#server/notifications/sending.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { markedClass, monthWithClass } from '#test/marked-classes.ts'
import { attendanceOf, inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { toServerTime } from './attendance.ts'
import { remindFamilies } from './reminders.ts'
import { settleDue } from './settlement.ts'
import { visitCodesBy } from './visit-code.ts'

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp()
})
beforeEach(newPair)
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

async function newPair(): Promise<void> {
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
}

type Rest = Parameters<LoggedIn['post']>[2]
const mark = (booking: string, more: object = {}, rest?: Rest) =>
  mentor.post('/api/class-records', { ...attendanceOf(booking, inDays(-1), '10:00', '11:00'), ...more }, rest)
const typeCode = (record: string, code: string, who = mentor) => who.post(`/api/class-records/${record}/code`, { code })
const tick = (record: string, parentTick = true) => family.put(`/api/class-records/${record}`, { parentTick })
const write = (record: string, words: object, who = mentor) => who.put(`/api/class-records/${record}/note`, words)
const bookingOf = async (id: string) =>
  (await family.get(`/api/class-bookings/student/${family.id}`)).body.data.find(
    (one: { _id: string }) => one._id === id,
  )
const told = async (event: string) =>
  (
    await sql<{
      text: string
    }>`select text from outbox where template = ${event} and recipient = ${family.phone}`.execute(app.db)
  ).rows.map((row) => row.text)
const codes = async (who = family): Promise<{ lesson: string; code: string; student: string }[]> =>
  (await who.get('/api/class-records/visit-codes')).body.data
/** Four digits that match none of these. */
const otherThan = (...taken: string[]) => {
  const free = ['0000', '1111', '2222', '3333', '4444', '5555', '6666'].filter((one) => !taken.includes(one))
  return (nth: number) => free[nth] ?? ''
}

const codeOf = (lesson: string) => visitCodesBy(app.context.config.secretKeys).codeOf(lesson)
/** An unmarked demo lesson of yesterday and its code. */
async function visited() {
  const booking = await app.paidBooking(family, mentor.id)
  await app.lessonYesterday(mentor, booking)
  return { booking, code: codeOf((await bookingOf(booking)).lessons[0]._id) }
}
/** A lesson that is not the first with its mentor, marked without a code. */
async function marked() {
  await newPair()
  const { booking, lesson, record } = await monthWithClass(app, family, mentor)
  const shown = async () => (await bookingOf(booking)).lessons.find((one: { _id: string }) => one._id === lesson)
  return { lesson, record, code: codeOf(lesson), shown }
}

test('shows the stable visit code of a lesson to its family only', async () => {
  const { booking, code } = await visited()
  expect(code).toMatch(/^\d{4}$/)
  await shiftLessons(app.db, booking, 2)
  const shown = await codes()
  expect(shown).toMatchObject([{ code, subject: 'mathematics', student: 'Aarav' }])
  expect(await codes(await app.login(newPhone(), 'student'))).toEqual([])
  expect((await mentor.get('/api/class-records/visit-codes')).status).toBe(403)
  const told = JSON.stringify([
    (await mentor.get(`/api/class-bookings/mentor/${mentor.id}`)).body,
    (await family.get(`/api/class-bookings/student/${family.id}`)).body,
  ])
  expect(told).not.toContain(`"${code}"`)
  await shiftLessons(app.db, booking, 10)
  expect(await codes()).toEqual([])
})

test('confirms with the correct code and settles 48 hours later', async () => {
  const { booking, code } = await visited()
  const devanagari = code.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)))
  const { data } = (await mark(booking, { code: ` ${devanagari} ` })).body
  expect(data).toMatchObject({ parentTick: true, confirmedBy: 'code', code: 'right', settled: false })
  expect(await told('class-marked-code')).toHaveLength(1)

  const one = await marked()
  expect((await typeCode(one.record, one.code)).body.data).toMatchObject({ confirmedBy: 'code', settled: false })
  await sql`update lesson set ends_at = ends_at - interval '49 hours', starts_at = starts_at - interval '49 hours' where id = ${one.lesson}`.execute(
    app.db,
  )
  await settleDue(app.db)
  // Just marked: the 48 hours start now.
  expect(await one.shown()).toMatchObject({ settled: false })
  const path = `/api/class-bookings/lessons/${one.lesson}/dispute`
  expect((await family.post(path, { reason: 'shorter' })).status).toBe(200)
  expect((await one.shown()).record).toMatchObject({ parentTick: false, code: 'right', confirmedBy: null })
  await family.post(`${path}/withdraw`, {})
  expect(await one.shown()).toMatchObject({ settled: true, record: { confirmedBy: 'tick' } })

  const last = await markedClass(app, mentor, (await one.shown()).record.classBooking)
  await typeCode(last.record, codeOf(last.lesson))
  await sql`update class_record set marked_at = marked_at - interval '49 hours' where id = ${last.record}`.execute(
    app.db,
  )
  await shiftLessons(app.db, (await one.shown()).record.classBooking, -2)
  await settleDue(app.db)
  const { lessons } = await bookingOf((await one.shown()).record.classBooking)
  expect(lessons.at(-1)).toMatchObject({ settled: true, record: { confirmedBy: 'code' } })
})

test('settles at a tick after the code, and ignores a code after the tick', { tags: ['full'] }, async () => {
  const { record, code } = await marked()
  await typeCode(record, code)
  expect((await tick(record)).body.data).toMatchObject({ settled: true, confirmedBy: 'tick' })
  expect((await typeCode(record, code)).body.data).toMatchObject({ settled: true, confirmedBy: 'tick' })
  expect((await tick(record, false)).body.code).toBe('already-settled')
})

test('blocks a code after three wrong attempts, counts a repeated one once, and keeps lessons apart', async () => {
  const { booking, code } = await visited()
  const other = otherThan(code)
  const { body } = await mark(booking, { code: other(0) })
  expect(body.data).toMatchObject({ parentTick: false, confirmedBy: null, code: 'wrong', codeTries: 2 })
  expect(await told('class-marked')).toHaveLength(1)
  expect((await family.get('/api/news')).body.data[0].answerBy).toBe(body.data.confirmBy)
  const { _id } = body.data
  expect((await typeCode(_id, other(0))).body).toMatchObject({ code: 'visit-code-wrong', details: { triesLeft: 2 } })
  expect((await typeCode(_id, other(1))).body.code).toBe('visit-code-wrong-last')
  expect((await typeCode(_id, other(2))).body.code).toBe('visit-code-blocked')
  // The fourth attempt is not compared.
  expect((await typeCode(_id, other(3))).body.code).toBe('visit-code-blocked')
  expect((await typeCode(_id, code)).body.code).toBe('visit-code-blocked')
  expect((await bookingOf(booking)).lessons[0].record).toMatchObject({ parentTick: false, codeTries: 0 })
  expect((await tick(_id)).body.data).toMatchObject({ confirmedBy: 'tick' })

  const another = await marked()
  const theirs = code === another.code ? other(0) : code
  expect((await typeCode(another.record, theirs)).body.code).toBe('visit-code-wrong')
})

test('refuses a code for a lesson of others or a decided one', async () => {
  const { booking, code } = await visited()
  const { _id, lesson } = (await mark(booking)).body.data
  const stranger = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const foreign = await typeCode(_id, code, stranger)
  const missing = await typeCode(randomUUID(), code, stranger)
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  expect((await typeCode(_id, code, family)).status).toBe(403)
  for (const bad of ['', '12', '12345', 'abcd']) expect((await typeCode(_id, bad)).body.code).toBe('bad-request')
  await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  expect((await typeCode(_id, code)).body.code).toBe('dispute-open')
})

test('stores an offline record once and refuses a different one for the same lesson', async () => {
  const { booking, code } = await visited()
  const saved = { savedAt: new Date().toISOString(), code: otherThan(code)(0) }
  const rest = () => ({ headers: { 'idempotency-key': randomUUID(), 'x-phone-time': new Date().toISOString() } })
  const replies = await Promise.all([mark(booking, saved, rest()), mark(booking, saved, rest())])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies[0]?.body.data._id).toBe(replies[1]?.body.data._id)
  expect(replies[1]?.body.data).toMatchObject({ codeTries: 2, savedAt: expect.any(String), clockOff: 0 })
  expect(await told('class-marked')).toHaveLength(1)
  const same = rest()
  const again = await mark(booking, saved, same)
  expect((await mark(booking, saved, same)).body).toEqual(again.body)
  expect((await mark(booking, { ...saved, topic: 'Another' }, rest())).body.code).toBe('already-marked')
  // The online form sends no `savedAt`.
  expect((await mark(booking)).body.code).toBe('already-marked')
})

test('marks the named lesson of a day, or without a name the one at these times', async () => {
  const booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  for (const time of ['06:00', '16:00', '18:00']) {
    const planned = { date: inDays(2), time, minutes: 60 }
    expect((await mentor.post(`/api/class-bookings/${booking}/lessons`, planned)).status).toBe(200)
  }
  await shiftLessons(app.db, booking, -3)
  const [first, later, last] = (await bookingOf(booking)).lessons.map(({ _id }: { _id: string }) => _id)
  const at = (timeIn: string, timeOut: string, more: object = {}) =>
    mark(booking, { timeIn, timeOut, savedAt: new Date().toISOString(), ...more })
  expect((await at('16:00', '17:00')).body.data.lesson).toBe(later)
  for (const more of [{ topic: 'Another' }, { topic: 'A third', lesson: later }])
    expect((await at('16:05', '17:00', more)).body.code).toBe('already-marked')
  expect((await at('11:00', '12:00', { lesson: randomUUID() })).body.code).toBe('no-lesson-that-day')
  expect((await at('16:05', '17:00', { lesson: first, date: inDays(-2) })).body.code).toBe('no-lesson-that-day')
  expect((await bookingOf(booking)).lessons.map(({ status }: { status: string }) => status).sort()).toEqual([
    ...['held', 'scheduled', 'scheduled'],
  ])
  // Times between the classes still mean one that is not marked.
  expect((await at('11:00', '12:00')).body.data.lesson).toBe(first)
  // A new plan gives a class another id.
  expect((await at('18:05', '19:00', { lesson: randomUUID() })).body.data.lesson).toBe(last)
})

test('corrects offline times by the offset of the device clock', { tags: ['full'] }, async () => {
  const { booking } = await visited()
  const day = 86_400_000
  const savedAt = new Date(Date.now() - 3_600_000 + day).toISOString()
  const ahead = { headers: { 'x-phone-time': new Date(Date.now() + day).toISOString() } }
  const { data } = (await mark(booking, { savedAt }, ahead)).body
  expect(data.clockOff).toBe(1440)
  expect(Math.abs(Date.parse(data.savedAt) - Date.now() + 3_600_000)).toBeLessThan(60_000)

  const now = new Date('2026-11-20T12:00:00Z')
  const behind = toServerTime('2026-11-19T11:00:00Z', '2026-11-19T12:00:00Z', now)
  expect(behind).toEqual({ savedAt: new Date('2026-11-20T11:00:00Z'), clockAheadMinutes: -1440 })
  // Future times are clamped, and without the header the device clock is trusted.
  expect(toServerTime('2026-11-21T11:00:00Z', undefined, now)).toEqual({ savedAt: now, clockAheadMinutes: 0 })
  expect(toServerTime('2026-11-20T11:00:00Z', 'soon', now).savedAt).toEqual(new Date('2026-11-20T11:00:00Z'))
  expect(toServerTime(undefined, '2026-11-21T11:00:00Z', now)).toEqual({ savedAt: null, clockAheadMinutes: 0 })
})

/** Moves a booking's lesson to `minutes` from now. @returns its date in India, for marking with past times */
async function runs(booking: string, fromMinutes: number, toMinutes: number): Promise<object> {
  const { rows } = await sql<{ date: string }>`
    update lesson set starts_at = now() + make_interval(mins => ${fromMinutes}), ends_at = now() + make_interval(mins => ${toMinutes})
    where booking_id = ${booking} returning to_char(starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as date`.execute(
    app.db,
  )
  return { date: rows[0]?.date, timeIn: '00:00', timeOut: '00:01' }
}
const asked = async () => [...(await told('class-marked')), ...(await told('class-marked-code'))].length

test('marks a lesson from its planned end on and asks the family then', async () => {
  const { booking } = await visited()
  const early = await mark(booking, await runs(booking, -59, 1))
  expect([early.status, early.body.code]).toEqual([409, 'lesson-not-over'])
  expect([(await bookingOf(booking)).lessons[0].record, await asked()]).toEqual([null, 0])
  const marked = await mark(booking, await runs(booking, -60, 0))
  expect([marked.status, await asked()]).toEqual([200, 1])
})

test('marks an early end with the visit code at once, with deadlines from the planned end', {
  tags: ['full'],
}, async () => {
  const { booking, code } = await visited()
  const savedAt = new Date(`${inDays(-1)}T10:40:00+05:30`).toISOString()
  expect((await mark(booking, { code, savedAt, timeOut: '11:00' })).body.code).toBe('lesson-end-ahead')
  const day = await runs(booking, -30, 30)
  const { status, body } = await mark(booking, { ...day, code })
  expect([status, body.data]).toMatchObject([200, { timeOut: '00:01', parentTick: true, confirmedBy: 'code' }])
  expect([await told('class-marked'), await told('class-marked-code')]).toMatchObject([[], [expect.any(String)]])
  const [lesson] = (await bookingOf(booking)).lessons
  const hours = (Date.parse(lesson.record.confirmBy) - Date.parse(lesson.endsAt)) / 3_600_000
  expect([lesson.settled, hours]).toEqual([false, 48])
})

test('refuses an early end with a wrong code, and blocks it after three', { tags: ['full'] }, async () => {
  const { booking, code } = await visited()
  const day = await runs(booking, -30, 30)
  const other = otherThan(code)
  const tried = async (digits: string) => (await mark(booking, { ...day, code: digits })).body
  for (const _ of [1, 2])
    expect(await tried(other(0))).toMatchObject({ code: 'visit-code-wrong', details: { triesLeft: 2 } })
  expect((await tried(other(1))).code).toBe('visit-code-wrong-last')
  for (const digits of [other(2), other(3), code]) expect((await tried(digits)).code).toBe('early-end-blocked')
  expect([(await bookingOf(booking)).lessons[0].record, await asked()]).toEqual([null, 0])
  const { body } = await mark(booking, { ...(await runs(booking, -60, 0)), code })
  expect(body.data).toMatchObject({ parentTick: false, codeTries: 0 })
})

test('refuses offline attendance saved before the end, and accepts it saved after the end', {
  tags: ['full'],
}, async () => {
  const { booking } = await visited()
  const day = await runs(booking, -60, -10)
  const ago = (minutes: number) => ({ savedAt: new Date(Date.now() - minutes * 60_000).toISOString() })
  const refused = await mark(booking, { ...day, ...ago(20) })
  expect([refused.status, refused.body.code]).toEqual([409, 'lesson-not-over'])
  expect((await mark(booking, { ...day, ...ago(5) })).status).toBe(200)

  await newPair()
  const another = await visited()
  const early = { ...(await runs(another.booking, -60, -10)), ...ago(20), code: another.code }
  expect((await mark(another.booking, early)).body.data).toMatchObject({ confirmedBy: 'code' })
})

test('refuses offline attendance saved before the lesson began', { tags: ['full'] }, async () => {
  const { booking } = await visited()
  const savedAt = new Date(Date.parse(`${inDays(-1)}T09:00:00+05:30`)).toISOString()
  expect((await mark(booking, { savedAt })).body.code).toBe('lesson-not-started')
  expect((await mark(booking, { timeOut: '09:00' })).body.code).toBe('bad-request')
  expect((await mark(booking, { savedAt: 'yesterday' })).body.code).toBe('bad-request')
})

test('lets the mentor edit note and homework for a week', { tags: ['full'] }, async () => {
  const { booking } = await visited()
  const { data } = (await mark(booking, { note: 'Understood\nwell.' })).body
  expect(data).toMatchObject({ note: 'Understood well.', homework: '' })
  const words = { note: '  ', homework: 'Exercise 2.3' }
  expect((await write(data._id, words)).body.data).toMatchObject({ note: '', homework: 'Exercise 2.3' })
  expect((await bookingOf(booking)).lessons[0].record.homework).toBe('Exercise 2.3')
  expect((await write(data._id, { note: 'x'.repeat(401), homework: '' })).body.code).toBe('bad-request')
  const stranger = await app.login((await makeMentor(app.db)).phone, 'mentor')
  expect((await write(data._id, words, stranger)).status).toBe(404)
  expect((await write(data._id, words, family)).status).toBe(403)
  await sql`update class_record set marked_at = marked_at - interval '8 days' where id = ${data._id}`.execute(app.db)
  expect((await write(data._id, words)).body.code).toBe('note-closed')
})

/** Moves lesson and marking of a record back in time. */
const earlier = (record: string, hours: number) =>
  sql`with moved as (update class_record set marked_at = marked_at - make_interval(hours => ${hours}) where id = ${record} returning lesson_id)
    update lesson set ends_at = ends_at - make_interval(hours => ${hours}), starts_at = starts_at - make_interval(hours => ${hours})
    where id = (select lesson_id from moved)`.execute(app.db)

test('reminds a silent family once, a day before automatic confirmation', { tags: ['full'] }, async () => {
  const { booking, record } = await monthWithClass(app, family, mentor)
  await remindFamilies(app.db)
  expect(await told('class-reminder')).toEqual([])
  await earlier(record, 25)
  await Promise.all([remindFamilies(app.db), remindFamilies(app.db)])
  expect(await told('class-reminder')).toEqual([expect.stringContaining('automatically')])
  await earlier(record, 24)
  await remindFamilies(app.db)
  await settleDue(app.db)
  expect(await told('class-reminder')).toHaveLength(1)
  const silent = (await bookingOf(booking)).lessons.find(
    (one: { record: { _id: string } | null }) => one.record?._id === record,
  )
  expect(silent).toMatchObject({ settled: true, record: { parentTick: false, confirmedBy: 'silence' } })

  const answered = await markedClass(app, mentor, booking)
  await tick(answered.record)
  await sql`update class_record set marked_at = marked_at - interval '25 hours' where id = ${answered.record}`.execute(
    app.db,
  )
  await remindFamilies(app.db)
  expect(await told('class-reminder')).toHaveLength(1)
})

test('reminds a family that turned lesson messages off as well', { tags: ['full'] }, async () => {
  await family.put('/api/profile/messages', { messages: [{ kind: 'classes', channel: 'sms', on: false }] })
  const { record } = await monthWithClass(app, family, mentor)
  await earlier(record, 25)
  await remindFamilies(app.db)
  await sendDue(app.context, {}, new Date('2026-11-20T12:00:00+05:30'))
  const { rows } = await sql<{ template: string; sent: boolean }>`
    select template, sent_at is not null as sent from outbox where recipient = ${family.phone} and template like 'class-%' order by template`.execute(
    app.db,
  )
  expect(rows.filter(({ sent }) => sent)).toEqual([{ template: 'class-reminder', sent: true }])
  expect(rows.map(({ template }) => template)).toContain('class-marked')
})
