import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { acceptDueNoShows } from '#server/classes/changes/changes.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { atBarrier } from '#test/barrier.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { attendanceOf, inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
let otherAdmin: LoggedIn
let family: LoggedIn
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin({ role: 'operations' })
  otherAdmin = await app.admin({ role: 'operations' })
})
beforeEach(async () => {
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

/** A month of 4,500 rupees with one class settled, one awaiting confirmation (375 each), and one ahead. */
async function month() {
  const { booking } = await monthWithClass(app, family, mentor)
  const set = await mentor.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(2), time: '20:00' }))
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return booking
}
type Wish = { refund: string; amount?: number; left?: number; id?: string; reason?: string; case?: string }
const cancel = (
  booking: string,
  { id = randomUUID(), left = 3750, reason = 'They moved', ...wish }: Wish,
  who = admin,
) => who.put(`/api/admin/bookings/${booking}/cancellation`, { id, left, reason, ...wish })
const seen = async (booking: string) => (await admin.get(`/api/admin/bookings/${booking}`)).body.data
const refundsOf = async () =>
  (await family.get('/api/payment/refunds')).body.data.map((one: { amount: number }) => one.amount)
const told = async (event: string, who: LoggedIn) =>
  (
    await sql<{ text: string }>`select text from outbox where template = ${event} and recipient = ${who.phone}`.execute(
      app.db,
    )
  ).rows.map(({ text }) => text)
/** Texts of a cancelled booking on the family's pages and in its email. */
const newsOf = async (who: LoggedIn): Promise<string[]> =>
  (await who.get('/api/news')).body.data
    .map(({ text }: { text: string }) => text)
    .filter((text: string) => text.includes('cancelled your booking'))
const entries = async (booking: string) =>
  (
    await sql<{ action: string; detail: object }>`
      select a.action, a.detail from audit a where a.subject_id = ${booking}
        or a.subject_id in (select r.id::text from refund r join booking b on b.order_id = r.order_id where b.id = ${booking})`.execute(
      app.db,
    )
  ).rows

test('refunds the unused balance by rule, releases the times and notifies both sides, in one audit entry', async () => {
  const booking = await month()
  expect((await seen(booking)).cancel).toEqual({ left: 3750, isElsewhere: false })
  const id = randomUUID()
  const reply = await cancel(booking, { refund: 'rule', id })
  expect(reply.body.data).toMatchObject({ status: 'cancelled', refunded: 3750 })
  expect((await cancel(booking, { refund: 'rule', id })).status).toBe(200)
  expect((await cancel(booking, { refund: 'part', amount: 1, id })).body.code).toBe('idempotency-mismatch')
  expect(await refundsOf()).toEqual([3750])
  const { classes, cancel: can } = await seen(booking)
  expect([classes.map(({ status }: { status: string }) => status), can]).toEqual([['held', 'held', 'cancelled'], null])
  const slot = await sql<{ status: string }>`
    select s.status from teaching_slot s join lesson l on l.slot_id = s.id where l.booking_id = ${booking} and l.status = 'cancelled'`.execute(
    app.db,
  )
  expect(slot.rows).toEqual([{ status: 'released' }])
  expect(await told('booking-cancelled-family', family)).toEqual([expect.stringContaining('₹3,750')])
  expect(await newsOf(family)).toEqual([
    expect.stringMatching(/₹3,750 will be refunded to the account you paid from\. If/),
  ])
  expect(await told('booking-ended-mentor', mentor)).toHaveLength(1)
  expect(await entries(booking)).toEqual([
    { action: 'booking.cancel', detail: { refund: 'rule', amount: 3750, reason: 'They moved' } },
  ])
})

test('refunds a chosen amount or none; the rest stays the family’s and can be requested', async () => {
  const part = await month()
  expect((await cancel(part, { refund: 'part' })).body.code).toBe('bad-request')
  expect((await cancel(part, { refund: 'part', amount: 3750.01 })).body.code).toBe('refund-too-large')
  expect((await cancel(part, { refund: 'part', amount: 1000, left: 3000 })).body.code).toBe('refund-changed')
  expect((await cancel(part, { refund: 'part', amount: 1000 })).body.data).toMatchObject({ refunded: 1000 })
  expect(await refundsOf()).toEqual([1000])
  expect(await newsOf(family)).toEqual([
    expect.stringMatching(/₹1,000 will be refunded to the account you paid from\. ₹2,750 stays in your balance/),
  ])

  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const none = await month()
  expect((await cancel(none, { refund: 'none' })).body.data).toMatchObject({ status: 'cancelled', refunded: 0 })
  expect((await cancel(none, { refund: 'none' }, otherAdmin)).status).toBe(200)
  expect((await cancel(none, { refund: 'part', amount: 100 })).body.code).toBe('booking-over')
  expect(await refundsOf()).toEqual([])
  const [words] = await newsOf(family)
  expect(words).toContain('and its upcoming classes. ₹3,750 stays in your balance')
  expect(words).not.toContain('₹0')
  expect(await entries(none)).toHaveLength(1)
  const { rows } = await sql<{ order: string }>`select order_id as "order" from booking where id = ${none}`.execute(
    app.db,
  )
  const asked = await family.post('/api/payment/refunds', { order: rows[0]?.order })
  expect(asked.body.data).toMatchObject({ amount: 3750, status: 'requested' })
})

test('decides an open request first, and refuses a booking that is over or unknown', async () => {
  const booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  const { rows } = await sql<{ order: string }>`
    update booking set schedule_by = now() - interval '1 hour' where id = ${booking} returning order_id as "order"`.execute(
    app.db,
  )
  const asked = (await family.post('/api/payment/refunds', { order: rows[0]?.order })).body.data
  expect((await cancel(booking, { refund: 'rule', left: 4500 })).body.code).toBe('refund-asked')
  await admin.post(`/api/admin/refunds/${asked._id}/decision`, { decision: 'approve' })
  expect((await cancel(booking, { refund: 'rule', left: 0 })).body.code).toBe('booking-over')
  expect((await cancel(randomUUID(), { refund: 'none' })).status).toBe(404)
  expect((await cancel(booking, { refund: 'none', reason: '' })).body.code).toBe('bad-request')
})

test('cancels and refunds once with two concurrent admins and an upcoming class', { tags: ['full'] }, async () => {
  for (let round = 0; round < 3; round++) {
    family = await app.login(newPhone(), 'student')
    mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
    const booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
    const works = [
      () => cancel(booking, { refund: 'rule', left: 4500 }),
      () => cancel(booking, { refund: 'part', amount: 500, left: 4500 }, otherAdmin),
      () => mentor.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(2), time: '20:00' })),
    ]
    const replies = await atBarrier(app.db, round, sql`select from booking where id = ${booking}`, works)
    const made = replies.slice(0, 2).filter(({ status }) => status === 200)
    expect([made.length, (await refundsOf()).length]).toEqual([1, 1])
    const { classes, status } = await seen(booking)
    expect(status).toBe('cancelled')
    expect(classes.every((one: { status: string }) => one.status === 'cancelled')).toBe(true)
  }
})

/** A month of 4,500 rupees whose only class, yesterday's (375), is unmarked. */
async function unmarked() {
  const booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  await app.lessonYesterday(mentor, booking)
  const { rows } = await sql<{ id: string; order: string }>`
    select l.id, b.order_id as "order" from lesson l join booking b on b.id = l.booking_id where b.id = ${booking}`.execute(
    app.db,
  )
  return { booking, lesson: rows[0]?.id ?? '', order: rows[0]?.order ?? '' }
}
const mark = (booking: string) => mentor.post('/api/class-records', attendanceOf(booking, inDays(-1), '10:00', '11:40'))
const lessonOf = async (id: string) =>
  (
    await sql<{ status: string; fee: number; settled: boolean }>`
      select status, fee_paise as fee, settled_at is not null as settled from lesson where id = ${id}`.execute(app.db)
  ).rows[0]
const prepaid = async () => 0 - (await balancePaise(app.db, 'family_prepaid', family.id))
const ask = async (order: string) => (await family.post('/api/payment/refunds', { order })).body
/** Moves a class, its attendance and confirmation into the past. */
const daysPass = (lesson: string) =>
  sql`with l as (update lesson set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days' where id = ${lesson} returning slot_id, id),
      r as (update class_record set marked_at = marked_at - interval '3 days' where lesson_id in (select id from l)),
      c as (update lesson_change set answer_by = answer_by - interval '3 days' where lesson_id in (select id from l))
    update teaching_slot set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days' where id in (select slot_id from l)`.execute(
    app.db,
  )

const endings = {
  cancelled: (booking: string) => cancel(booking, { refund: 'rule', left: 4125 }),
  refunded: (_: string, order: string) =>
    admin.put(`/api/admin/refunds/${randomUUID()}`, { order, amount: 4125, left: 4125, ends: true, reason: 'Moved' }),
}
test.each(['cancelled', 'refunded'] as const)(
  'keeps an unmarked class that began when its booking is %s; it is marked and paid',
  { tags: ['full'] },
  async (how) => {
    const { booking, lesson, order } = await unmarked()
    expect((await seen(booking)).cancel).toMatchObject({ left: 4125 })
    expect((await cancel(booking, { refund: 'rule', left: 4500 })).body.code).toBe('refund-changed')
    const ended = await endings[how](booking, order)
    expect(ended.status, JSON.stringify(ended.body)).toBe(200)
    await app.runJobs()
    expect(await refundsOf()).toEqual([4125])
    expect(await lessonOf(lesson)).toEqual({ status: 'scheduled', fee: 37_500, settled: false })
    expect((await ask(order)).code).toBe('refund-not-due')
    // Attendance recorded offline, synced only now.
    expect((await mark(booking)).status).toBe(200)
    await daysPass(lesson)
    await settleDue(app.db)
    expect(await lessonOf(lesson)).toEqual({ status: 'held', fee: 37_500, settled: true })
    expect([await prepaid(), (await seen(booking)).status]).toEqual([0, 'cancelled'])
    expect(await balancePaise(app.db, 'mentor_payable', mentor.id)).toBe(-32_849)
  },
)

test('returns the fee of an unmarked class of an ended booking when an admin skips it', {
  tags: ['full'],
}, async () => {
  const { booking, lesson, order } = await unmarked()
  await endings.cancelled(booking)
  const out = await admin.post(`/api/class-bookings/lessons/${lesson}/skip`, {
    cause: 'family',
    reason: 'It was not held',
  })
  expect(out.status, JSON.stringify(out.body)).toBe(200)
  expect((await lessonOf(lesson))?.status).toBe('cancelled')
  expect((await ask(order)).data).toMatchObject({ amount: 375, status: 'requested' })
})

test.each([
  {
    who: 'mentor',
    says: 'the family stayed away',
    ends: { status: 'missed_by_family', fee: 18_750, settled: true },
    left: 187.5,
  },
  {
    who: 'family',
    says: 'the mentor stayed away',
    ends: { status: 'missed_by_mentor', fee: 37_500, settled: false },
    left: 375,
  },
] as const)('$says: decided as usual after the booking ended', { tags: ['full'] }, async ({ who, ends, left }) => {
  const { booking, lesson, order } = await unmarked()
  const at = (rest: string) => `/api/class-bookings/lessons/${lesson}/${rest}`
  const speaker = who === 'mentor' ? mentor : family
  const shown = (await speaker.get(at('outcome?action=no-show'))).body.data
  const { startsAt, fee, credit } = shown
  const missed = await speaker.post(at('no-show'), { startsAt, fee, credit })
  expect(missed.status, JSON.stringify(missed.body)).toBe(200)
  expect((await endings.cancelled(booking)).status).toBe(200)
  await daysPass(lesson)
  await acceptDueNoShows(app.context)
  expect(await lessonOf(lesson)).toEqual(ends)
  expect((await ask(order)).data).toMatchObject({ amount: left })
})

test('refunds a class within its mentor’s suspension with the rest', { tags: ['full'] }, async () => {
  const booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  await app.lessonYesterday(mentor, booking)
  const { rows } = await sql<{ version: number }>`select version from mentor where id = ${mentor.id}`.execute(app.db)
  const word = { decision: 'suspend', reason: 'We look into it', version: rows[0]?.version ?? 0 }
  expect((await admin.post(`/api/admin/mentors/${mentor.id}/decision`, word)).status).toBe(200)
  expect((await seen(booking)).cancel).toMatchObject({ left: 4125 })
  await sql`update mentor_event set at = at - interval '9 days' where mentor_id = ${mentor.id} and kind = 'suspended'`.execute(
    app.db,
  )
  expect((await cancel(booking, { refund: 'rule', left: 4500 })).body.data).toMatchObject({ refunded: 4500 })
  expect(await prepaid()).toBe(0)
})

test('refunds a class within a past suspension that is not skipped yet with the rest', async () => {
  const { booking, lesson } = await unmarked()
  const decide = async (decision: 'suspend' | 'restore') => {
    const { rows } = await sql<{ version: number }>`select version from mentor where id = ${mentor.id}`.execute(app.db)
    const wish = { decision, reason: 'We look into it', version: rows[0]?.version ?? 0 }
    expect((await admin.post(`/api/admin/mentors/${mentor.id}/decision`, wish)).status).toBe(200)
  }
  await decide('suspend')
  await sql`update mentor_event set at = at - interval '9 days' where mentor_id = ${mentor.id} and kind = 'suspended'`.execute(
    app.db,
  )
  await decide('restore')
  expect((await cancel(booking, { refund: 'rule', left: 4500 })).body.data).toMatchObject({ refunded: 4500 })
  expect([await lessonOf(lesson), await prepaid()]).toMatchObject([{ status: 'cancelled' }, 0])
  await app.runJobs()
  expect([await refundsOf(), (await seen(booking)).status]).toEqual([[4500], 'cancelled'])
})

test('keeps a class that began before a suspension to be marked, when the family is refunded', {
  tags: ['full'],
}, async () => {
  const { booking, lesson, order } = await unmarked()
  await sql`update mentor set status = 'suspended' where id = ${mentor.id}`.execute(app.db)
  await sql`insert into mentor_event (mentor_id, kind) values (${mentor.id}, 'suspended')`.execute(app.db)
  const asked = (await ask(order)).data
  expect(asked).toMatchObject({ amount: 4125, status: 'requested' })
  const approved = await admin.post(`/api/admin/refunds/${asked._id}/decision`, { decision: 'approve' })
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  expect([await lessonOf(lesson), (await seen(booking)).status]).toMatchObject([{ status: 'scheduled' }, 'cancelled'])
  expect((await mark(booking)).status).toBe(200)
  await daysPass(lesson)
  await settleDue(app.db)
  expect([await lessonOf(lesson), await prepaid()]).toMatchObject([{ status: 'held', settled: true }, 0])
})
