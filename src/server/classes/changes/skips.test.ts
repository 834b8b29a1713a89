import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultPolicy } from '#contract/classes/limits.ts'
import { dateInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { nextDay } from '#server/classes/timetables/dates.ts'
import { holidayOn } from '#server/classes/timetables/holidays.ts'
import { readyApplication } from '#test/application.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { type Bought, makePaidBooking } from '#test/bought.ts'
import { makeMentor } from '#test/builders.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let operations: LoggedIn
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ role: 'operations' })
})
afterAll(async () => {
  await expectBooks(app.db)
  await app.stop()
})

const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7], minutes: 100, from: inDays(2) }
const setRule = ({ mentor, booking }: Bought, rule: object, who = mentor) =>
  who.put(`/api/class-bookings/${booking}/timetable`, { ...everyDay, time: '17:00', ...rule })
const at = (lesson: string, rest: string) => `/api/class-bookings/lessons/${lesson}/${rest}`
const lessonsOf = async ({ family }: Bought): Promise<{ _id: string; startsAt: string; status: string }[]> =>
  (await family.get(`/api/class-bookings/student/${family.id}`)).body.data[0].lessons
const firstOf = async (side: Bought) => (await lessonsOf(side))[0]?._id ?? ''
const outcome = async (who: LoggedIn, lesson: string) => (await who.get(at(lesson, 'outcome?action=cancel'))).body.data
const marks = async ({ mentor }: Bought) =>
  (
    await sql`select from lesson_change where mentor_id = ${mentor.id} and caused_by = 'mentor' and status = 'done'`.execute(
      app.db,
    )
  ).rows.length
const told = async (who: LoggedIn): Promise<{ template: string; text: string }[]> =>
  (await app.browser().get('/dev/outbox.json')).body.filter(
    ({ to, template }: { to: string; template: string }) => to === who.phone && /cancel|left-out/.test(template),
  )

test('a lesson skipped by its mentor counts as cancelled, and the family is notified', async () => {
  const side = await makePaidBooking(app)
  await setRule(side, {})
  const lesson = await firstOf(side)
  for (const _ of [1, 2]) expect((await side.mentor.post(at(lesson, 'skip'), { cause: 'mentor' })).status).toBe(200)
  expect((await lessonsOf(side))[0]).toMatchObject({
    status: 'cancelled',
    change: { kind: 'cancel', causedBy: 'mentor', status: 'done', fee: 0, credit: 100 },
  })
  expect(await marks(side)).toBe(1)
  expect((await told(side.family)).map(({ template }) => template)).toEqual(['cancelled-by-mentor'])
})

test('messages about a class name its start, so that none about an early one waits for the morning', async () => {
  const side = await makePaidBooking(app)
  await setRule(side, {})
  const [lesson] = await lessonsOf(side)
  const move = await side.mentor.put(at(lesson?._id ?? '', 'time'), { date: inDays(3), time: '06:00' })
  expect(move.status, JSON.stringify(move.body)).toBe(200)
  await side.mentor.post(at(lesson?._id ?? '', 'skip'), { cause: 'mentor' })
  const undo = { id: randomUUID(), refund: 'none', reason: 'They moved', left: 4500 }
  expect((await operations.put(`/api/admin/bookings/${side.booking}/cancellation`, undo)).status).toBe(200)
  const { rows } = await sql<{ template: string; startsAt: string }>`
    select template, data -> 'classAt' ->> 0 as "startsAt" from outbox where channel = 'sms' and recipient = ${side.family.phone}
      and data ? 'classAt' order by id`.execute(app.db)
  const early = new Date(`${inDays(3)}T06:00:00+05:30`).toISOString()
  expect(rows.map(({ template, startsAt }) => [template, startsAt])).toEqual([
    ['timetable-set', lesson?.startsAt],
    ['class-rescheduled', early],
    ['cancelled-by-mentor', early],
    ['booking-cancelled-family', early],
  ])
})

test('only the family, or an admin for it, can skip for the family', async () => {
  const side = await makePaidBooking(app)
  await setRule(side, {})
  const lesson = await firstOf(side)
  const skip = (who: LoggedIn, language: string) =>
    who.post(
      at(lesson, 'skip'),
      { cause: 'family', reason: 'They asked' },
      { headers: { 'accept-language': language } },
    )
  const en = await skip(side.mentor, 'en')
  const hi = await skip(side.mentor, 'hi')
  expect([en.status, en.body.code]).toEqual([409, 'only-family-says'])
  expect(hi.body.message).toMatch(/परिवार/)
  expect((await skip(operations, 'en')).status).toBe(200)
  expect(await marks(side)).toBe(0)
  const { body } = await side.family.get(`/api/class-bookings/${side.booking}/timetable`)
  expect(body.data.credits).toMatchObject([{ minutes: 100, cause: 'family' }])
  expect((await told(side.mentor)).map(({ template }) => template)).toEqual(['cancelled-by-family'])
})

/** A booking whose first class is on a holiday and whose second is not. */
async function bookedOnHoliday() {
  const days = Array.from({ length: 300 }, (_, i) => nextDay(inDays(2), i))
  const isOff = (day: string) => holidayOn(day, 'Madhya Pradesh', 'en') !== null
  const off = days.find((day) => isOff(day) && !isOff(nextDay(day)))
  if (!off) throw new Error('no holiday in a year')
  const side = await makePaidBooking(app)
  await setRule(side, { from: off })
  return { side, off }
}

test('a holiday counts for nobody and must be on the list', async () => {
  const { side } = await bookedOnHoliday()
  const [holiday, usual] = await lessonsOf(side)
  const refused = await side.mentor.post(at(usual?._id ?? '', 'skip'), { cause: 'holiday' })
  expect([refused.status, refused.body.code]).toEqual([409, 'no-holiday'])
  expect((await side.mentor.post(at(holiday?._id ?? '', 'skip'), { cause: 'holiday' })).status).toBe(200)
  expect((await lessonsOf(side))[0]).toMatchObject({ status: 'cancelled', change: null })
  // Lunar holidays may fall a day later; an admin can enter that date.
  expect(
    (await operations.post(at(usual?._id ?? '', 'skip'), { cause: 'holiday', reason: 'The moon came late' })).status,
  ).toBe(200)
  expect(await marks(side)).toBe(0)
  for (const who of [side.family, side.mentor]) expect((await told(who))[0]?.text).toMatch(/for a holiday/)
})

test('a mentor cannot move a class onto a holiday and skip it for that, an admin can', async () => {
  const side = await makePaidBooking(app)
  const off = Array.from({ length: 300 }, (_, i) => nextDay(inDays(12), i)).find(
    (day) => holidayOn(day, 'Madhya Pradesh', 'en') !== null,
  )
  await setRule(side, { weekdays: [1] })
  const lesson = await firstOf(side)
  expect((await side.mentor.put(at(lesson, 'time'), { date: off, time: '06:00' })).status).toBe(200)
  const skip = (who: LoggedIn) => who.post(at(lesson, 'skip'), { cause: 'holiday', reason: 'Diwali' })
  expect((await skip(side.mentor)).body.code).toBe('no-holiday')
  expect((await skip(operations)).status).toBe(200)
  expect(await marks(side)).toBe(0)
})

test('cancelling late on a holiday costs nobody anything, except a mentor who moved the class there', async () => {
  const { side, off } = await bookedOnHoliday()
  await sql`update booking set terms = terms || '{"cancelFreeHours": 9999}' where id = ${side.booking}`.execute(app.db)
  const [holiday, usual] = await lessonsOf(side)
  if (!holiday || !usual) throw new Error('no lessons')
  const costs = async (lesson: string) => {
    const ofFamily = await outcome(side.family, lesson)
    return [ofFamily.fee, ofFamily.until, (await outcome(side.mentor, lesson)).compensation]
  }
  expect(await costs(holiday._id)).toEqual([0, null, 0])
  expect(await costs(usual._id)).toEqual([187.5, null, 187.5])
  const free = { startsAt: holiday.startsAt, fee: 0, credit: 100 }
  expect((await side.family.post(at(holiday._id, 'cancel'), free)).status).toBe(200)
  const moved = { date: off, time: '06:00', reason: 'They asked', atAnyHour: true }
  expect((await operations.put(`/api/admin/classes/${usual._id}/time`, moved)).status).toBe(200)
  await sql`update lesson set is_short_notice = false where id = ${usual._id}`.execute(app.db)
  expect(await costs(usual._id)).toEqual([0, null, 187.5])
})

test('a mentor who moves gets no holidays of the new state for planned classes; classes at home have those of their address', async () => {
  const days = Array.from({ length: 300 }, (_, i) => nextDay(inDays(2), i))
  const isOff = (day: string, state: string) => holidayOn(day, state, 'en') !== null
  const off = days.find((day) => isOff(day, 'Maharashtra') && !isOff(day, 'Madhya Pradesh'))
  if (!off) throw new Error('no holiday of one state in a year')
  const side = await makePaidBooking(app)
  await setRule(side, { from: off })
  const lesson = await firstOf(side)
  const skip = async () => (await side.mentor.post(at(lesson, 'skip'), { cause: 'holiday' })).body.code
  expect(await skip()).toBe('no-holiday')
  const application = await readyApplication(app.db, side.mentor.phone, {
    location: { state: 'Maharashtra', city: 'Pune', area: 'Kothrud' },
  })
  const moved = await side.mentor.put(`/api/mentor/${side.mentor.id}`, { application })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  expect(await skip()).toBe('no-holiday')
  const address = { house: '4 MG Road', area: 'Kothrud', city: 'Pune' }
  await sql`update booking set address = ${JSON.stringify(address)}::jsonb where id = ${side.booking}`.execute(app.db)
  expect(await skip()).toBeUndefined()
  // Classes planned after the move follow the new state.
  await sql`update booking set address = null where id = ${side.booking}`.execute(app.db)
  await setRule(side, { from: off, time: '18:00' })
  const { rows } = await sql<{
    id: string
  }>`select id from lesson where booking_id = ${side.booking} and status = 'scheduled'
    and (starts_at at time zone 'Asia/Kolkata')::date = ${off}::date`.execute(app.db)
  expect((await side.mentor.post(at(rows[0]?.id ?? '', 'skip'), { cause: 'holiday' })).status).toBe(200)
})

/** Soon, but early enough for a lesson before midnight in India; otherwise in the night after it. */
function soon(afterMinutes = 20, night = '00:10'): { date: string; time: string } {
  const start = plusMinutes(new Date(), afterMinutes)
  const isToday = dateInIndia(plusMinutes(start, 110)) === dateInIndia(start)
  return isToday
    ? { date: dateInIndia(start), time: timeInIndia(start) }
    : { date: nextDay(dateInIndia(start)), time: night }
}

test('a time set on short notice is free for the family unless it agreed to it', { tags: ['full'] }, async () => {
  const side = await makePaidBooking(app)
  await setRule(side, {})
  const lesson = await firstOf(side)
  const to = soon()
  const given = { ...to, reason: 'The school begins later', atAnyHour: true }
  expect((await operations.put(`/api/admin/classes/${lesson}/time`, given)).status).toBe(200)
  const shown = await outcome(side.family, lesson)
  expect(shown).toMatchObject({ fee: 0, credit: 100, until: null })
  // The same time, with the family's agreement.
  const other = (await lessonsOf(side)).find(({ _id }) => _id !== lesson)?._id ?? ''
  const agreed = soon(200, '06:10')
  const away = { date: inDays(30), time: '06:00', reason: 'Makes room', atAnyHour: true }
  expect((await operations.put(`/api/admin/classes/${lesson}/time`, away)).status).toBe(200)
  expect((await side.mentor.post(at(other, 'proposal'), agreed)).status).toBe(200)
  const proposal = (await side.family.get(`/api/class-bookings/student/${side.family.id}`)).body.data[0].lessons.find(
    ({ _id }: { _id: string }) => _id === other,
  ).proposal._id
  expect(
    (await side.family.post(`/api/class-bookings/proposals/${proposal}/answer`, { answer: 'accept' })).status,
  ).toBe(200)
  expect(await outcome(side.family, other)).toMatchObject({ fee: 187.5, credit: 50 })
  // The mentor alone cannot move it on such short notice.
  expect((await side.mentor.put(at(other, 'time'), soon(40, '03:10'))).status).toBe(200)
  expect(await outcome(side.family, other)).toMatchObject({ fee: 187.5, credit: 50 })
})

test('a time that can be cancelled for free only before the family finds out costs nothing and is asked for', async () => {
  const side = await makePaidBooking(app)
  const now = new Date()
  const { cancelFreeHours } = defaultPolicy
  // Five minutes steps within the two hours in which somebody is expected to read a message.
  const start = Array.from({ length: 22 }, (_, i) => plusMinutes(now, cancelFreeHours * 60 + 5 + i * 5)).find(
    (at) => dateInIndia(plusMinutes(at, 101)) === dateInIndia(at),
  )
  if (!start) throw new Error('no time before midnight')
  const to = { date: dateInIndia(start), time: timeInIndia(start) }
  await setRule(side, { from: inDays(4) })
  const lesson = await firstOf(side)
  const asked = await side.mentor.put(at(lesson, 'time'), { ...to, askFamily: false })
  expect([asked.body.code, asked.body.details.reasons]).toEqual(['family-must-confirm', ['soon']])
  const given = { ...to, reason: 'The school begins later', atAnyHour: true }
  expect((await operations.put(`/api/admin/classes/${lesson}/time`, given)).status).toBe(200)
  expect(await outcome(side.family, lesson)).toMatchObject({ fee: 0, until: null })
})

test('absence from a lesson set minutes before is not charged', { tags: ['full'] }, async () => {
  const side = await makePaidBooking(app)
  const { date, time } = soon()
  await operations.post(`/api/class-bookings/${side.booking}/lessons`, { date, time, minutes: 60 })
  const lesson = await firstOf(side)
  await sql`update lesson set starts_at = now() - interval '30 minutes' where id = ${lesson}`.execute(app.db)
  const { startsAt, fee, credit } = (await side.mentor.get(at(lesson, 'outcome?action=no-show'))).body.data
  expect([fee, credit]).toEqual([0, 60])
  expect((await side.mentor.post(at(lesson, 'no-show'), { startsAt, fee, credit })).status).toBe(200)
  expect((await side.family.post(at(lesson, 'no-show/answer'), { answer: 'agree' })).status).toBe(200)
  expect((await lessonsOf(side))[0]).toMatchObject({ status: 'missed_by_family', settled: false })
  const { body } = await side.family.get(`/api/class-bookings/${side.booking}/timetable`)
  expect(body.data).toMatchObject({ credits: [{ minutes: 60, cause: 'family' }], unplanned: 1140 })
})

test('a demo at the preferred time is not short notice, a lesson planned for today is', {
  tags: ['full'],
}, async () => {
  const { date, time } = soon()
  const wished = await makePaidBooking(app, { amount: 99, plan: 'demo', wishes: { date, time } })
  expect(
    (await operations.put(`/api/class-bookings/booking/${wished.booking}`, scheduleOf({ date, time }))).status,
  ).toBe(200)
  expect(await outcome(wished.family, await firstOf(wished))).toMatchObject({ fee: 49.5, credit: 30 })
  const month = await makePaidBooking(app)
  expect(
    (await operations.post(`/api/class-bookings/${month.booking}/lessons`, { date, time, minutes: 60 })).status,
  ).toBe(200)
  expect(await outcome(month.family, await firstOf(month))).toMatchObject({ fee: 0, credit: 60 })
})

test('a preference given for one mentor does not count as agreement with the next', { tags: ['full'] }, async () => {
  const { date, time } = soon()
  const { family, booking } = await makePaidBooking(app, { amount: 99, plan: 'demo', wishes: { date, time } })
  const next = await makeMentor(app.db)
  const wish = { mentor: next.id, balance: 99, minutes: 60 }
  const moved = await family.post(`/api/class-bookings/booking/${booking}/replacement`, wish)
  const mentor = await app.login(next.phone, 'mentor')
  const set = await operations.put(`/api/class-bookings/booking/${moved.body.data._id}`, scheduleOf({ date, time }))
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const lesson = await firstOf({ mentor, family, booking })
  expect(await outcome(family, lesson)).toMatchObject({ fee: 0, credit: 60 })
})

test('new weekly times are short notice only where the family did not know the time', async () => {
  const side = await makePaidBooking(app)
  const { date, time } = soon()
  await setRule(side, { from: date, time }, operations)
  const lesson = await firstOf(side)
  expect(await outcome(side.family, lesson)).toMatchObject({ fee: 0 })
  // Saving them again does not make them known.
  expect((await setRule(side, { from: date, time, place: 'Upstairs' }, operations)).status).toBe(200)
  expect(await outcome(side.family, await firstOf(side))).toMatchObject({ fee: 0 })
  await sql`update lesson set is_short_notice = false where booking_id = ${side.booking}`.execute(app.db)
  expect((await setRule(side, { from: date, time, place: 'Downstairs' }, operations)).status).toBe(200)
  expect(await outcome(side.family, await firstOf(side))).toMatchObject({ fee: 187.5 })
})
