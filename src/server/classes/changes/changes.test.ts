import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { maxRequestsPerDay } from '#contract/classes/limits.ts'
import { timeInIndia } from '#contract/wire/time.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { few } from '#test/rounds.ts'
import { attendanceOf, inDays, type LoggedIn, type Reply, type TestApp, testApp } from '#test/test-app.ts'
import { acceptDueNoShows } from './changes.ts'
import { endProposals } from './proposals.ts'

let app: TestApp
let admin: LoggedIn
let pair: Pair
/** Checks the totals of its own accounts. */
let stranger: Pair
let apart = 0
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  pair = await month()
  stranger = await month()
})
beforeEach(() => sql`delete from outbox`.execute(app.db))
afterEach(async () => {
  await expectBooks(app.db)
  // Clear today's lessons for the next test.
  apart += 2
  await sql`with l as (update lesson set starts_at = starts_at - make_interval(days => ${apart}), ends_at = ends_at - make_interval(days => ${apart})
      where abs(extract(epoch from starts_at - now())) < 86400 returning slot_id, starts_at, ends_at)
    update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id`.execute(
    app.db,
  )
})
afterAll(() => app.stop())

type Pair = { mentor: LoggedIn; family: LoggedIn; booking: string }
/** A month of twelve lessons of 375 rupees, daily from the day after tomorrow. */
async function month(): Promise<Pair> {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  const booking = await app.paidBooking(family, made.id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
  const set = await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return { mentor, family, booking }
}
const bookingOf = async ({ family, booking }: Pair) => {
  const { body } = await family.get(`/api/class-bookings/student/${family.id}`)
  return body.data.find((one: { _id: string }) => one._id === booking)
}
const lessonsOf = async (pair: Pair) => (await bookingOf(pair)).lessons
const lessonOf = async (pair: Pair, id: string) =>
  (await lessonsOf(pair)).find((one: { _id: string }) => one._id === id)
/** A lesson without changes. */
const nextId = async (one: Pair): Promise<string> =>
  (await lessonsOf(one)).findLast(
    ({ status, change, proposal }: { status: string; change: unknown; proposal: unknown }) =>
      status === 'scheduled' && !change && !proposal,
  )._id
const dayOf = (iso: string) => new Date(Date.parse(iso) + 330 * 60_000).toISOString().slice(0, 10)
let days = 40
/** A date without lessons. */
const freeDay = () => inDays(++days)
/** Moves the start of a lesson to `minutes` from now; negative for a begun one. */
const beginsIn = (lesson: string, minutes: number) =>
  sql`with l as (update lesson set starts_at = now() + make_interval(mins => ${minutes}), ends_at = now() + make_interval(mins => ${minutes}::int + minutes)
      where id = ${lesson} returning slot_id, starts_at, ends_at)
    update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id`.execute(
    app.db,
  )
const at = (lesson: string, rest: string) => `/api/class-bookings/lessons/${lesson}/${rest}`
const outcome = async (who: LoggedIn, lesson: string, action = 'cancel') =>
  who.get(at(lesson, `outcome?action=${action}`))
type Shown = { startsAt: string; fee: number; credit: number; compensation: number }
const named = ({ startsAt, fee, credit, compensation }: Shown) => ({ startsAt, fee, credit, compensation })
async function cancel(who: LoggedIn, lesson: string): Promise<Reply> {
  return who.post(at(lesson, 'cancel'), named((await outcome(who, lesson)).body.data))
}
async function missed(who: LoggedIn, lesson: string): Promise<Reply> {
  await beginsIn(lesson, -25)
  return who.post(at(lesson, 'no-show'), named((await outcome(who, lesson, 'no-show')).body.data))
}
const answer = (who: LoggedIn, lesson: string, given: string, text?: string) =>
  who.post(at(lesson, 'no-show/answer'), { answer: given, ...(text && { text }) })
/** Credited minutes of a lesson. */
const creditOf = async ({ family, booking }: Pair, lesson: string) =>
  (await family.get(`/api/class-bookings/${booking}/timetable`)).body.data.credits.find(
    (one: { lesson: string }) => one.lesson === lesson,
  )
const told = async (who: LoggedIn): Promise<string[]> =>
  (await app.browser().get('/dev/outbox.json')).body
    .filter(
      (one: { to: string; template: string }) =>
        one.to === who.phone && /cancel|missed|no-show|proposal|moved/.test(one.template),
    )
    .map((one: { template: string }) => one.template)
const earned = async ({ mentor }: Pair) => 0 - (await balancePaise(app.db, 'mentor_payable', mentor.id))
/** Earnings less what is still to be collected from them. */
const earnedInAll = async (pair: Pair) =>
  (await earned(pair)) - (await balancePaise(app.db, 'mentor_debt', pair.mentor.id))
const late = (lesson: string) =>
  sql`update lesson_change set answer_by = now() where lesson_id = ${lesson}`.execute(app.db)

describe('a lesson cancelled by the family', () => {
  it('costs nothing in time, is credited, and releases its slot, once', async () => {
    const lesson = await nextId(pair)
    const shown = (await outcome(pair.family, lesson)).body.data
    expect(shown).toMatchObject({ causedBy: 'family', fee: 0, credit: 100, mentorGets: null, isAgainstMentor: false })
    expect(Date.parse(shown.until)).toBe(Date.parse(shown.startsAt) - 12 * 3_600_000)
    for (const _ of [1, 2]) {
      const reply = await pair.family.post(at(lesson, 'cancel'), named(shown))
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    }
    expect(await lessonOf(pair, lesson)).toMatchObject({
      status: 'cancelled',
      settled: false,
      change: { kind: 'cancel', causedBy: 'family', status: 'done' },
    })
    expect(await creditOf(pair, lesson)).toMatchObject({ minutes: 100, cause: 'family', lesson })
    expect([await told(pair.family), await told(pair.mentor)]).toEqual([
      ['cancelled-by-family'],
      ['cancelled-by-family'],
    ])
    const other = await app.login(newPhone(), 'student')
    const demo = await app.paidBooking(other, pair.mentor.id)
    const at5 = {
      subject: 'Mathematics',
      studentName: 'A',
      class: '9',
      school: 'S',
      scheduledDate: dayOf(shown.startsAt),
      scheduledTime: '17:00',
    }
    expect((await pair.mentor.put(`/api/class-bookings/booking/${demo}`, at5)).status).toBe(200)
  })

  it('costs half when late: the mentor gets its share, the rest is credited, and fees add up', async () => {
    const pair = await month()
    const lesson = await nextId(pair)
    await beginsIn(lesson, 11 * 60)
    expect((await outcome(pair.family, lesson)).body.data).toMatchObject({ fee: 187.5, credit: 50, until: null })
    expect((await outcome(pair.mentor, lesson)).body.data).toMatchObject({ fee: 0, credit: 100, isAgainstMentor: true })
    expect((await cancel(pair.family, lesson)).status).toBe(200)
    expect(await lessonOf(pair, lesson)).toMatchObject({ status: 'cancelled', settled: true, fee: 187.5, minutes: 50 })
    expect(await earned(pair)).toBe(18_750 - 1_875 - 338 - 19 - 94)
    const earnings = (await pair.mentor.get('/api/mentor/earnings')).body
    expect(earnings.data).toMatchObject([{ kind: 'lesson', chargedFor: 'cancelled' }])
    expect(earnings.months).toMatchObject([{ classes: 0 }])
    const payments = await pair.family.get('/api/apps/family-payments')
    expect(payments.body.data.money).toMatchObject({ completed: 187.5, charged: 187.5 })
    const credit = await creditOf(pair, lesson)
    expect(credit).toMatchObject({ minutes: 50, cause: 'family' })
    expect([await told(pair.family), await told(pair.mentor)]).toEqual([['cancelled-late'], ['cancelled-late']])
    const again = { date: freeDay(), time: '09:00', credit: credit._id }
    expect((await pair.mentor.post(`/api/class-bookings/${pair.booking}/lessons`, again)).status).toBe(200)
    const { lessons, lessonsPlanned } = await bookingOf(pair)
    expect(lessons.reduce((sum: number, one: { fee: number }) => sum + one.fee, 0)).toBeCloseTo(4500)
    expect(lessonsPlanned).toBe(12)
  })

  it.each([
    ['hold on its day', 2],
    ['were entered for the day of its charge', 0],
  ])('returns what it was charged, if other rates %s', async (_, rateDay) => {
    const pair = await month()
    const lesson = await nextId(pair)
    await sql`update booking set terms = terms || '{"cancelFreeHours": 9999}' where id = ${pair.booking}`.execute(
      app.db,
    )
    const setRates = (day: number, commission: number) =>
      sql`insert into setting (name, from_date, value) values ('feeRates', ${inDays(day)}, ${JSON.stringify({ commission, gst: 1800, tds: 10, tcs: 50 })}::jsonb)
        on conflict (name, from_date) do update set value = excluded.value`.execute(app.db)
    await setRates(2, 3000)
    expect((await cancel(pair.family, lesson)).status).toBe(200)
    expect(await earned(pair)).toBe(18_750 - 1_875 - 338 - 19 - 94)
    await setRates(rateDay, 2000)
    const parts = [
      { amount: 87.5, fee: 187.5 },
      { amount: 100, fee: 100 },
    ]
    for (const part of parts) {
      const correction = { lesson, ...part, reason: 'The mentor had asked for it' }
      const corrected = await admin.put(`/api/admin/disputes/${randomUUID()}`, correction)
      expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
    }
    await sql`delete from setting where name = 'feeRates'`.execute(app.db)
    const { rows } =
      await sql`select a.kind from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
      where j.subject_id = ${lesson} or j.subject_id in (select id from dispute where lesson_id = ${lesson}) group by 1 having sum(e.amount_paise) <> 0`.execute(
        app.db,
      )
    expect(rows).toEqual([])
  })

  it('is refused with the current outcome when that has changed', async () => {
    const lesson = await nextId(pair)
    await beginsIn(lesson, 13 * 60)
    const shown = (await outcome(pair.family, lesson)).body.data
    await beginsIn(lesson, 11 * 60)
    const moved = await pair.family.post(at(lesson, 'cancel'), named(shown))
    expect([moved.status, moved.body.code]).toEqual([409, 'outcome-changed'])
    expect(moved.body.details).toMatchObject({ fee: 187.5, credit: 50 })
    expect(moved.body.message).toContain('187.5')
    expect((await lessonOf(pair, lesson)).status).toBe('scheduled')
    expect((await pair.family.post(at(lesson, 'cancel'), named(moved.body.details))).status).toBe(200)
  })

  it("follows the terms of its booking, not today's", async () => {
    const lesson = await nextId(pair)
    await sql`update booking set terms = terms || '{"cancelFreeHours": 9999, "lateCancelPercent": 80}' where id = ${pair.booking}`.execute(
      app.db,
    )
    expect((await outcome(pair.family, lesson)).body.data).toMatchObject({ fee: 300, credit: 20 })
    await sql`update booking set terms = terms || '{"cancelFreeHours": 12, "lateCancelPercent": 50}' where id = ${pair.booking}`.execute(
      app.db,
    )
  })

  it('is refused once it has begun', async () => {
    const lesson = await nextId(pair)
    await beginsIn(lesson, -1)
    expect((await outcome(pair.family, lesson)).body.code).toBe('lesson-begun')
    const blind = { startsAt: new Date().toISOString(), fee: 0, credit: 100 }
    expect((await pair.family.post(at(lesson, 'cancel'), blind)).body.code).toBe('lesson-begun')
  })
})

test('a lesson cancelled by the mentor is free for the family at any time, credited, and counts against the mentor', async () => {
  const lesson = await nextId(pair)
  await beginsIn(lesson, 10)
  const before = await earned(pair)
  expect((await cancel(pair.mentor, lesson)).status).toBe(200)
  expect(await creditOf(pair, lesson)).toMatchObject({ minutes: 100, cause: 'mentor' })
  expect(await earned(pair)).toBe(before)
  const { rows } =
    await sql`select 1 from lesson_change where mentor_id = ${pair.mentor.id} and caused_by = 'mentor' and status = 'done'`.execute(
      app.db,
    )
  expect(rows).toHaveLength(1)
  expect([await told(pair.family), await told(pair.mentor)]).toEqual([['cancelled-by-mentor'], ['cancelled-by-mentor']])
})

test('a cancelled demo can be scheduled again', { tags: ['full'] }, async () => {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  const booking = await app.paidBooking(family, made.id)
  const form = (date: string) => ({
    subject: 'Mathematics',
    studentName: 'A',
    class: '9',
    school: 'S',
    scheduledDate: date,
    scheduledTime: '10:00',
  })
  await mentor.put(`/api/class-bookings/booking/${booking}`, form(inDays(3)))
  const pair = { family, mentor, booking }
  expect((await cancel(family, await nextId(pair))).status).toBe(200)
  const again = await mentor.put(`/api/class-bookings/booking/${booking}`, form(inDays(4)))
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  expect((await lessonsOf(pair)).map((one: { status: string; fee: number }) => [one.status, one.fee])).toEqual([
    ['cancelled', 99],
    ['scheduled', 99],
  ])
})

describe('a reported absence', () => {
  beforeAll(async () => {
    pair = await month()
  })
  it('is accepted from twenty minutes after the start', async () => {
    const lesson = await nextId(pair)
    await beginsIn(lesson, -19)
    const early = await outcome(pair.mentor, lesson, 'no-show')
    expect([early.status, early.body.code]).toEqual([409, 'no-show-early'])
    expect(early.body.message).toContain('20')
  })

  it('of the family charges half, after the family could object', async () => {
    const lesson = await nextId(pair)
    expect((await missed(pair.mentor, lesson)).status).toBe(200)
    const shown = { startsAt: (await lessonOf(pair, lesson)).startsAt, fee: 187.5, credit: 50 }
    expect((await pair.mentor.post(at(lesson, 'no-show'), shown)).status).toBe(200)
    expect(await lessonOf(pair, lesson)).toMatchObject({
      status: 'scheduled',
      settled: false,
      change: { kind: 'no_show', causedBy: 'family', status: 'open' },
    })
    expect([await earned(pair), await creditOf(pair, lesson)]).toEqual([0, undefined])
    for (const reply of [
      await pair.mentor.put(at(lesson, 'time'), { date: freeDay(), time: '08:00' }),
      await pair.mentor.post(at(lesson, 'skip'), { cause: 'mentor' }),
      await pair.mentor.post(at(lesson, 'proposal'), { date: freeDay(), time: '08:00' }),
      await pair.mentor.get(at(lesson, 'outcome?action=cancel')),
      await pair.family.get(at(lesson, 'outcome?action=no-show')),
      await pair.mentor.post('/api/class-records', attendanceOf(pair.booking, dayOf(shown.startsAt), '00:00', '00:01')),
    ])
      expect([reply.status, reply.body.code]).toEqual([409, 'no-show-open'])
    await acceptDueNoShows(app.context)
    expect((await lessonOf(pair, lesson)).status).toBe('scheduled')
    await late(lesson)
    await sql`insert into setting (name, from_date, value) values ('payoutsPausedFrom', ${inDays(0)}, to_jsonb(now()))`.execute(
      app.db,
    )
    await acceptDueNoShows(app.context)
    expect((await lessonOf(pair, lesson)).status).toBe('scheduled')
    await sql`delete from setting where name = 'payoutsPausedFrom'`.execute(app.db)
    for (const _ of [1, 2]) await acceptDueNoShows(app.context)
    expect(await lessonOf(pair, lesson)).toMatchObject({
      status: 'missed_by_family',
      settled: true,
      fee: 187.5,
      minutes: 50,
    })
    expect(await creditOf(pair, lesson)).toMatchObject({ minutes: 50, cause: 'family' })
    expect(await earned(pair)).toBe(18_750 - 1_875 - 338 - 19 - 94)
    expect((await told(pair.family)).sort()).toEqual(['missed-by-family', 'no-show-family'])
    expect(await told(pair.mentor)).toEqual(['missed-by-family'])
  })

  it('of the mentor credits all minutes at once when the mentor agrees, and counts against it', async () => {
    const lesson = await nextId(pair)
    expect((await missed(pair.family, lesson)).status).toBe(200)
    expect((await answer(pair.family, lesson, 'agree')).body.code).toBe('not-allowed')
    for (const _ of [1, 2]) expect((await answer(pair.mentor, lesson, 'agree')).status).toBe(200)
    expect(await lessonOf(pair, lesson)).toMatchObject({ status: 'missed_by_mentor', settled: false })
    expect(await creditOf(pair, lesson)).toMatchObject({ minutes: 100, cause: 'mentor' })
    expect(await told(pair.mentor)).toEqual(expect.arrayContaining(['no-show-mentor', 'missed-by-mentor']))
  })

  it('can be withdrawn by the reporter, and the lesson marked as usual', { tags: ['full'] }, async () => {
    const lesson = await nextId(pair)
    await missed(pair.mentor, lesson)
    expect((await answer(pair.family, lesson, 'withdraw')).body.code).toBe('not-allowed')
    for (const _ of [1, 2]) expect((await answer(pair.mentor, lesson, 'withdraw')).status).toBe(200)
    expect((await lessonOf(pair, lesson)).change).toBeNull()
    await beginsIn(lesson, -100)
    const { startsAt } = await lessonOf(pair, lesson)
    const marked = await pair.mentor.post(
      '/api/class-records',
      attendanceOf(pair.booking, dayOf(startsAt), '00:00', '00:01'),
    )
    expect(marked.status, JSON.stringify(marked.body)).toBe(200)
    expect((await outcome(pair.mentor, lesson, 'no-show')).body.code).toBe('lesson-over')
  })

  it.each(
    few([
      [50, 'missed_by_family', 18_750],
      [0, 'missed_by_mentor', 0],
      [100, 'missed_by_family', 37_500],
    ]),
  )('and objects: its fee is on hold until an admin decides, here for %i percent', async (share, status, feePaise) => {
    const lesson = await nextId(pair)
    const before = await earnedInAll(pair)
    const claimant = share === 50 ? pair.mentor : pair.family
    const accused = share === 50 ? pair.family : pair.mentor
    await missed(claimant, lesson)
    for (const _ of [1, 2]) expect((await answer(accused, lesson, 'object', 'I was there')).status).toBe(200)
    expect(await balancePaise(app.db, 'held_in_dispute', null)).toBe(-37_500)
    expect((await answer(claimant, lesson, 'withdraw')).body.code).toBe('no-show-disputed')
    expect((await pair.family.post(at(lesson, 'dispute/withdraw'), {})).body.code).toBe('no-show-disputed')
    const open = (await admin.get('/api/admin/disputes')).body.data[0]
    expect(open).toMatchObject({ reason: 'no_show', amount: 375, timeIn: '', topic: '' })
    expect(open.text).toMatch(/says that .* objects\. I was there/)
    const decided = await admin.post(`/api/admin/disputes/${open._id}/decision`, {
      share,
      reason: 'We asked both',
      version: 1,
    })
    expect(decided.status, JSON.stringify(decided.body)).toBe(200)
    expect(await lessonOf(pair, lesson)).toMatchObject({ status, settled: share > 0 })
    expect(await balancePaise(app.db, 'held_in_dispute', null)).toBe(0)
    expect((await earnedInAll(pair)) - before > 0).toBe(feePaise > 0)
    expect(await told(claimant)).toContain('no-show-objected')
  })

  it('cannot be disputed after 48 hours, and applies when its booking ends', { tags: ['full'] }, async () => {
    const lesson = await nextId(pair)
    await missed(pair.mentor, lesson)
    await late(lesson)
    expect((await answer(pair.family, lesson, 'object')).body.code).toBe('dispute-too-late')
    expect((await lessonOf(pair, lesson)).change).not.toBeNull()
    const { order, balance, lessons } = await bookingOf(pair)
    // Held and begun lessons keep their money.
    type Known = { status: string; settled: boolean; startsAt: string; fee: number }
    const left = lessons
      .filter(({ status, settled, startsAt }: Known) =>
        status === 'scheduled' ? Date.parse(startsAt) <= Date.now() : status === 'held' && !settled,
      )
      .reduce((sum: number, one: Known) => sum - one.fee, balance)
    const id = '01890000-0000-7000-8000-0000000000aa'
    const back = { order, amount: left, reason: 'The family moves away', ends: true, left }
    const refund = await admin.put(`/api/admin/refunds/${id}`, back)
    expect(refund.status, JSON.stringify(refund.body)).toBe(200)
    // The family has another booking, which a late answer must not touch.
    const { data } = (await pair.family.get(`/api/payment/quote?mentorId=${pair.mentor.id}`)).body
    await app.paidBooking(pair.family, pair.mentor.id, { amount: data.amount, plan: 'monthly', subject: 'Mathematics' })
    expect((await answer(pair.family, lesson, 'object')).body.code).toBe('dispute-too-late')
    await acceptDueNoShows(app.context)
    expect(await lessonOf(pair, lesson)).toMatchObject({ status: 'missed_by_family', settled: true })
  })
})

const propose = (who: LoggedIn, lesson: string, date: string, time = '08:00') =>
  who.post(at(lesson, 'proposal'), { date, time })
const reply = (who: LoggedIn, id: string, given: string) =>
  who.post(`/api/class-bookings/proposals/${id}/answer`, { answer: given })

describe('a reschedule proposal', () => {
  beforeAll(async () => {
    pair = await month()
  })
  it('is accepted by the other side, and both are notified', async () => {
    const lesson = await nextId(pair)
    const day = freeDay()
    for (const _ of [1, 2]) expect((await propose(pair.family, lesson, day)).status).toBe(200)
    const { proposal, startsAt } = await lessonOf(pair, lesson)
    expect(proposal).toMatchObject({ by: 'family', startsAt: `${day}T02:30:00.000Z`, answerBy: startsAt })
    expect((await reply(pair.family, proposal._id, 'accept')).body.code).toBe('not-allowed')
    for (const _ of [1, 2]) expect((await reply(pair.mentor, proposal._id, 'accept')).status).toBe(200)
    expect(await lessonOf(pair, lesson)).toMatchObject({
      startsAt: proposal.startsAt,
      proposal: null,
      status: 'scheduled',
    })
    expect((await reply(pair.mentor, proposal._id, 'decline')).body.code).toBe('proposal-over')
    expect([await told(pair.family), (await told(pair.mentor)).sort()]).toEqual([
      ['class-moved'],
      ['class-moved', 'proposal-made'],
    ])
    const { body } = await pair.mentor.get('/api/news')
    // Answered: it does not ask any more.
    expect(body.data).toContainEqual(
      expect.objectContaining({
        text: expect.stringMatching(/^The family wants to move /),
        isRead: true,
        answerBy: expect.any(String),
      }),
    )
  })

  it('of the mentor leaves the lesson in place when declined or withdrawn', { tags: ['full'] }, async () => {
    const lesson = await nextId(pair)
    const before = await lessonOf(pair, lesson)
    await propose(pair.mentor, lesson, freeDay())
    await reply(pair.family, (await lessonOf(pair, lesson)).proposal._id, 'decline')
    await propose(pair.mentor, lesson, freeDay())
    const { proposal } = await lessonOf(pair, lesson)
    await reply(pair.mentor, proposal._id, 'withdraw')
    expect((await reply(pair.family, proposal._id, 'accept')).body.code).toBe('proposal-over')
    expect(await lessonOf(pair, lesson)).toEqual({ ...before, proposal: null })
    expect(await told(pair.mentor)).toEqual(['proposal-declined'])
  })

  it('closes when the lesson moves, is cancelled or begins', { tags: ['full'] }, async () => {
    const lessons: string[] = []
    for (const _ of [1, 2, 3]) {
      const id = await nextId(pair)
      lessons.push(id)
      await propose(pair.family, id, freeDay())
    }
    const [one = '', other = '', third = ''] = lessons
    const ids = await Promise.all(lessons.map(async (id) => (await lessonOf(pair, id)).proposal._id))
    const moved = { date: freeDay(), time: '07:00', reason: 'Both asked us', atAnyHour: true }
    expect((await admin.put(`/api/admin/classes/${one}/time`, moved)).status).toBe(200)
    await cancel(pair.family, other)
    await beginsIn(third, 0)
    await sql`update time_proposal set expires_at = now() where lesson_id = ${third}`.execute(app.db)
    for (const id of ids) expect((await reply(pair.mentor, id, 'accept')).body.code).toBe('proposal-over')
    expect((await lessonsOf(pair)).map((each: { proposal: unknown }) => each.proposal).filter(Boolean)).toEqual([])
  })

  it('is withdrawn by the clock when nobody answered in time', async () => {
    const lesson = await nextId(pair)
    for (const [who, key] of [
      [pair.family, 'family'],
      [pair.mentor, 'mentor'],
    ] as const) {
      await propose(who, lesson, freeDay())
      const { proposal } = await lessonOf(pair, lesson)
      await endProposals(app.context)
      const stateOf = async () =>
        (
          await sql<{ status: string; by: string; hasEnded: boolean }>`
            select status, made_by as by, ended_at >= expires_at as "hasEnded" from time_proposal where id = ${proposal._id}`.execute(
            app.db,
          )
        ).rows
      expect(await stateOf()).toMatchObject([{ status: 'open', by: key }])
      await sql`update time_proposal set expires_at = now() where id = ${proposal._id}`.execute(app.db)
      for (const _ of [1, 2]) await endProposals(app.context)
      expect(await stateOf()).toEqual([{ status: 'withdrawn', by: key, hasEnded: true }])
      expect(await lessonOf(pair, lesson)).toMatchObject({ proposal: null, status: 'scheduled' })
    }
  })

  it('is refused for impossible times, and replaces the open one', async () => {
    const lesson = await nextId(pair)
    const other = (await lessonsOf(pair)).find(
      (one: { _id: string; status: string; startsAt: string }) =>
        one.status === 'scheduled' && one._id !== lesson && Date.parse(one.startsAt) > Date.now(),
    )
    const { startsAt } = await lessonOf(pair, lesson)
    const day = dayOf(startsAt)
    const code = async (date: string, time?: string) => (await propose(pair.family, lesson, date, time)).body.code
    expect(await code(dayOf(other.startsAt), '16:00')).toBe('slot-taken')
    expect(await code(day, timeInIndia(new Date(startsAt)))).toBe('bad-request')
    expect(await code(freeDay(), '23:00')).toBe('bad-request')
    expect(await code(inDays(-1))).toBe('schedule-in-past')
    expect(await code(day, '17:30')).toBeUndefined()
    await propose(pair.mentor, lesson, freeDay())
    expect((await lessonOf(pair, lesson)).proposal).toMatchObject({ by: 'mentor' })
    const { rows } =
      await sql`select status from time_proposal where lesson_id = ${lesson} order by id desc limit 2`.execute(app.db)
    expect(rows).toEqual([{ status: 'open' }, { status: 'declined' }])
  })
})

test('proposals and absence reports of a class end after ten a day, and leave the rest as it was', async () => {
  const one = await month()
  const lesson = await nextId(one)
  for (let n = 0; n < maxRequestsPerDay; n++)
    expect((await propose(n % 2 ? one.family : one.mentor, lesson, freeDay())).status).toBe(200)
  const { proposal } = await lessonOf(one, lesson)
  const refused = await propose(one.mentor, lesson, freeDay())
  expect([refused.status, refused.body.code]).toEqual([429, 'changed-too-often'])
  expect((await lessonOf(one, lesson)).proposal).toEqual(proposal)

  await beginsIn(lesson, -30)
  for (let n = 0; n < maxRequestsPerDay; n++) {
    expect((await missed(one.mentor, lesson)).status).toBe(200)
    expect((await answer(one.mentor, lesson, 'withdraw')).status).toBe(200)
  }
  expect((await missed(one.mentor, lesson)).body.code).toBe('changed-too-often')
  expect(await lessonOf(one, lesson)).toMatchObject({ status: 'scheduled', change: null })
})

test('lessons of others are not found', async () => {
  const lesson = await nextId(pair)
  await propose(pair.family, lesson, freeDay())
  const { proposal, startsAt } = await lessonOf(pair, lesson)
  const shown = { startsAt, fee: 0, credit: 100 }
  for (const who of [stranger.family, stranger.mentor])
    for (const one of [
      await outcome(who, lesson),
      await who.post(at(lesson, 'cancel'), shown),
      await who.post(at(lesson, 'no-show'), shown),
      await answer(who, lesson, 'agree'),
      await propose(who, lesson, freeDay()),
      await reply(who, proposal._id, 'accept'),
    ])
      expect([one.status, one.body.code]).toEqual([404, 'not-found'])
})
