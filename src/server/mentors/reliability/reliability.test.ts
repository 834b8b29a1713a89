import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { endProposals } from '#server/classes/changes/proposals.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { exceedsLimits, updateReliability } from './reliability.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

const timetable = { weekdays: [1, 2, 3, 4, 5, 6, 7], minutes: 100, from: inDays(2) }

/** Creates a mentor with twelve held and twelve upcoming lessons. */
async function mentorWithLessons(ranking: number) {
  const created = await makeMentor(app.db, { ranking })
  const mentor = await app.login(created.phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const bookMonth = async (time: string) => {
    const booking = await app.paidBooking(family, created.id, { amount: 4500, plan: 'monthly' })
    const set = await mentor.put(`/api/class-bookings/${booking}/timetable`, { ...timetable, time })
    expect(set.status, JSON.stringify(set.body)).toBe(200)
    return booking
  }
  const held = await bookMonth('06:00')
  await shiftLessons(app.db, held, -30)
  await sql`update lesson set status = 'held' where booking_id = ${held}`.execute(app.db)
  const booking = await bookMonth('09:00')
  const lessons = async () =>
    (await family.get(`/api/class-bookings/student/${family.id}`)).body.data
      .find((one: { _id: string }) => one._id === booking)
      .lessons.filter((one: { status: string }) => one.status === 'scheduled')
  const cancel = async (who: LoggedIn, nth: number) => {
    const { _id } = (await lessons())[nth]
    const { startsAt, fee, credit } = (await who.get(`/api/class-bookings/lessons/${_id}/outcome?action=cancel`)).body
      .data
    expect((await who.post(`/api/class-bookings/lessons/${_id}/cancel`, { startsAt, fee, credit })).status).toBe(200)
  }
  const standing = async () => (await mentor.get('/api/mentor/reliability')).body.data
  return { ...created, mentor, family, held, booking, lessons, cancel, standing }
}
const searchResults = async () =>
  (await app.browser().get('/api/mentor?class=9&subject=mathematics&limit=50')).body.data.map(
    (one: { _id: string }) => one._id,
  )
const rankingMessagesTo = async (phone: string): Promise<string[]> =>
  (await app.browser().get('/dev/outbox.json')).body
    .filter((one: { to: string; template: string }) => one.to === phone && one.template.startsWith('stepped'))
    .map((one: { template: string }) => one.template)
const measure = (standing: { measures: { kind: string }[] }, kind: string) =>
  standing.measures.find((one) => one.kind === kind)

it('counts cancellations, lowers the ranking once and restores it after the period', async () => {
  const one = await mentorWithLessons(10)
  const other = await mentorWithLessons(11)
  await one.cancel(one.family, 0)
  await one.cancel(one.mentor, 0)
  expect(await one.standing()).toMatchObject({ classes: 13, counts: true, downSince: null })
  expect(measure(await one.standing(), 'cancelled')).toMatchObject({ count: 1, of: 13, isOver: false })
  await updateReliability(app.context)
  expect(await rankingMessagesTo(one.phone)).toEqual([])
  await one.cancel(one.mentor, 0)
  expect(measure(await one.standing(), 'cancelled')).toMatchObject({ count: 2, of: 14, percent: 10, isOver: true })
  const before = await searchResults()
  expect(before.indexOf(one.id)).toBeLessThan(before.indexOf(other.id))
  for (const _ of [1, 2]) await updateReliability(app.context)
  const after = await searchResults()
  expect(after.indexOf(one.id)).toBeGreaterThan(after.indexOf(other.id))
  expect(await rankingMessagesTo(one.phone)).toEqual(['stepped-down'])
  const seen = (await admin.get(`/api/admin/mentors/${one.id}/reliability`)).body.data
  expect(seen.downSince).not.toBeNull()
  expect(measure(seen, 'cancelled')).toMatchObject({ items: [{}, {}] })
  expect(seen.history).toMatchObject([{ isDown: true }])
  // The version stays, so that an admin's concurrent save succeeds.
  expect((await admin.get(`/api/admin/mentors/${one.id}`)).body.data.version).toBe(1)

  await sql`update lesson_credit set given_on = given_on - 91 where booking_id = ${one.booking}`.execute(app.db)
  await updateReliability(app.context)
  expect((await one.standing()).downSince).toBeNull()
  expect(await searchResults()).toEqual(before)
  expect((await rankingMessagesTo(one.phone)).sort()).toEqual(['stepped-back', 'stepped-down'])
})

it('counts a missed class, except while disputed or credited by an admin', async () => {
  const one = await mentorWithLessons(50)
  const [first, second] = await one.lessons()
  const missed = async (id: string) => {
    await sql`update lesson set no_show_at = now(), starts_at = starts_at - interval '20 days', ends_at = ends_at - interval '20 days'
      where id = ${id}`.execute(app.db)
    await sql`update lesson set status = 'missed_by_mentor', no_show_at = null where id = ${id}`.execute(app.db)
  }
  await missed(first._id)
  await missed(second._id)
  expect(measure(await one.standing(), 'missed')).toMatchObject({ count: 2, of: 14, percent: 5, isOver: true })
  await sql`insert into dispute (lesson_id, reason, amount_paise, mentor_paise, status, verdict, decided_by, ended_at)
    select ${first._id}, 'settled', 37500, 0, 'decided', 'Kindness', account_id, now() from admin_user limit 1`.execute(
    app.db,
  )
  expect(measure(await one.standing(), 'missed')).toMatchObject({ count: 1, isOver: false })
  const [third] = await one.lessons()
  await sql`update lesson set starts_at = now() - interval '25 minutes', ends_at = now() + interval '75 minutes' where id = ${third._id}`.execute(
    app.db,
  )
  const path = `/api/class-bookings/lessons/${third._id}`
  const { startsAt, fee, credit } = (await one.family.get(`${path}/outcome?action=no-show`)).body.data
  expect((await one.family.post(`${path}/no-show`, { startsAt, fee, credit })).status).toBe(200)
  expect((await one.mentor.post(`${path}/no-show/answer`, { answer: 'object' })).status).toBe(200)
  expect(measure(await one.standing(), 'missed')).toMatchObject({ count: 1 })
  const { rows } = await sql<{ id: string }>`select id from dispute where lesson_id = ${third._id}`.execute(app.db)
  await admin.post(`/api/admin/disputes/${rows[0]?.id}/decision`, { share: 0, reason: 'Nobody came', version: 1 })
  expect(measure(await one.standing(), 'missed')).toMatchObject({ count: 2, isOver: true })
})

it('counts bookings unanswered for two days and unanswered reschedule requests', { tags: ['full'] }, async () => {
  const one = await mentorWithLessons(51)
  const bookDaysAgo = async (days: number) => {
    const family = await app.login(newPhone(), 'student')
    const booking = await app.paidBooking(family, one.id)
    await sql`update booking set booked_at = booked_at - make_interval(days => ${days}) where id = ${booking}`.execute(
      app.db,
    )
    return booking
  }
  await bookDaysAgo(1)
  await bookDaysAgo(3)
  expect(measure(await one.standing(), 'late')).toMatchObject({ count: 1, of: 3, isOver: false })
  const late = await bookDaysAgo(4)
  await one.mentor.put(`/api/class-bookings/${late}/timetable`, { ...timetable, time: '15:00', minutes: 60 })
  expect(measure(await one.standing(), 'late')).toMatchObject({ count: 2, of: 4, isOver: true })
  const [lesson] = await one.lessons()
  await one.family.post(`/api/class-bookings/lessons/${lesson._id}/proposal`, { date: inDays(30), time: '18:00' })
  expect(measure(await one.standing(), 'unanswered')).toMatchObject({ count: 0, of: 0 })
  await sql`update time_proposal set made_at = made_at - interval '2 days', expires_at = now() where lesson_id = ${lesson._id}`.execute(
    app.db,
  )
  for (const _ of [1, 2]) {
    expect(measure(await one.standing(), 'unanswered')).toMatchObject({ count: 1, of: 1, isOver: false })
    await endProposals(app.context)
  }
})

it('ignores bookings and requests that the family cancelled or moved to another mentor in time', {
  tags: ['full'],
}, async () => {
  const one = await mentorWithLessons(60)
  const next = await makeMentor(app.db)
  const nextMentor = await app.login(next.phone, 'mentor')
  const switchMentor = async (days: number) => {
    const family = await app.login(newPhone(), 'student')
    const booking = await app.paidBooking(family, one.id)
    const replacement = { mentor: next.id, balance: 99, minutes: 60 }
    const moved = await family.post(`/api/class-bookings/booking/${booking}/replacement`, replacement)
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    // Backdated: the switch was ten days ago, the earlier booking `days` before it.
    await sql`update booking set schedule_by = now(), booked_at = now() - make_interval(days => case when replaces is null then 10 + ${days}::int else 10 end)
      where order_id = ${moved.body.data.order}`.execute(app.db)
    return { family, order: moved.body.data.order }
  }
  const early = await switchMentor(1)
  await early.family.post('/api/payment/refunds', { order: early.order })
  expect(measure(await one.standing(), 'late')).toMatchObject({ count: 0, of: 2 })
  expect(measure((await nextMentor.get('/api/mentor/reliability')).body.data, 'late')).toMatchObject({
    count: 1,
    of: 1,
  })
  // Three days without an answer count even if the family switches then.
  await switchMentor(3)
  expect(measure(await one.standing(), 'late')).toMatchObject({ count: 1, of: 3 })

  const proposeTime = async (nth: number) => {
    const { _id } = (await one.lessons())[nth]
    const proposed = await one.family.post(`/api/class-bookings/lessons/${_id}/proposal`, {
      date: inDays(30),
      time: `${10 + nth}:00`,
    })
    expect(proposed.status).toBe(200)
    return _id
  }
  await proposeTime(0)
  await one.cancel(one.family, 0)
  await proposeTime(1)
  const replacement = { mentor: next.id, balance: 4500, minutes: 1200 }
  expect((await one.family.post(`/api/class-bookings/booking/${one.booking}/replacement`, replacement)).status).toBe(
    200,
  )
  // As if requested a day ago and closed `hours` later, which may leave too little time to answer.
  const closeAfter = async (hours: number) => {
    await sql`update time_proposal p set made_at = now() - interval '24 hours', expires_at = now()
      from lesson l where l.id = p.lesson_id and l.booking_id = ${one.booking}`.execute(app.db)
    const at = sql`now() - make_interval(hours => 24 - ${hours}::int)`
    await sql`update lesson_change set ended_at = ${at} where mentor_id = ${one.id}`.execute(app.db)
    await sql`update booking set booked_at = ${at} where replaces = ${one.booking}`.execute(app.db)
  }
  await closeAfter(11)
  expect(measure(await one.standing(), 'unanswered')).toMatchObject({ count: 0, of: 0 })
  await closeAfter(13)
  expect(measure(await one.standing(), 'unanswered')).toMatchObject({ count: 2, of: 2 })
})

it.each([
  [{ classes: 9, cancelled: 9 }, false],
  [{ classes: 10, cancelled: 1 }, false],
  [{ classes: 20, cancelled: 2 }, false],
  [{ classes: 19, cancelled: 2 }, true],
  [{ classes: 40, missed: 2 }, false],
  [{ classes: 39, missed: 2 }, true],
  [{ classes: 10, bookings: 8, late: 2 }, false],
  [{ classes: 10, bookings: 7, late: 2 }, true],
  [{ classes: 10, proposals: 5, unanswered: 2 }, false],
  [{ classes: 10, proposals: 4, unanswered: 2 }, true],
])('exceeds the limits for %o: %s', (figures, expected) => {
  const none = { classes: 0, bookings: 0, proposals: 0, cancelled: 0, missed: 0, late: 0, unanswered: 0 }
  expect(exceedsLimits({ ...none, ...figures })).toBe(expected)
})

it('is visible to the mentor and to admins only', async () => {
  const family = await app.login(newPhone(), 'student')
  expect((await family.get('/api/mentor/reliability')).status).toBe(403)
  expect((await admin.get('/api/admin/mentors/01890000-0000-7000-8000-000000000001/reliability')).status).toBe(404)
})
