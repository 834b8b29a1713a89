import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dateInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { endProposals } from '#server/classes/changes/proposals.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { type Bought, makePaidBooking } from '#test/bought.ts'
import { newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await expectBooks(app.db)
  await app.stop()
})

const day = inDays(3)
const wished = { amount: 99, plan: 'demo', wishes: { date: day, time: '17:00' } }
const put = ({ mentor, booking }: Bought, time: string, rest: object = {}) =>
  mentor.put(`/api/class-bookings/booking/${booking}`, { scheduledDate: day, scheduledTime: time, ...rest })
const answer = (who: LoggedIn, id: string, given: object) =>
  who.post(`/api/class-bookings/proposals/${id}/answer`, given)
const seen = async ({ family, booking }: Pick<Bought, 'family' | 'booking'>) =>
  (await family.get(`/api/class-bookings/student/${family.id}`)).body.data.find(
    (one: { _id: string }) => one._id === booking,
  )
const askedOf = async (side: Bought): Promise<string> => (await seen(side)).proposal._id
const heldOf = async ({ booking }: Bought) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from teaching_slot s join booking b on b.mentor_id = s.mentor_id
      where b.id = ${booking} and s.status = 'held' and s.held_until > now()`.execute(app.db)
  ).rows[0]?.n
const told = async ({ phone }: LoggedIn, template: string): Promise<number> =>
  (await app.browser().get('/dev/outbox.json')).body.filter(
    (one: { to: string; template: string }) => one.to === phone && one.template === template,
  ).length

describe('a first time other than the preferred one', () => {
  it('is refused with its reasons until the mentor is warned, and nothing is saved', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app, wished)
    const reply = await put(side, '18:00', { askFamily: false })
    expect([reply.status, reply.body.code, reply.body.details]).toEqual([
      409,
      'family-must-confirm',
      { reasons: ['wish'] },
    ])
    expect(await seen(side)).toMatchObject({ status: 'pending_schedule', proposal: null, lessons: [] })
    expect((await put(side, '17:00', { askFamily: false })).body.data).toMatchObject({
      status: 'scheduled',
      proposal: null,
    })
  })

  it('is asked once, holds its time, and applies when the family accepts', async () => {
    const side = await makePaidBooking(app, wished)
    const replies = await Promise.all([1, 2, 3].map(() => put(side, '18:00')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await seen(side)).toMatchObject({
      status: 'pending_schedule',
      lessons: [],
      scheduledDate: null,
      proposal: { startsAt: `${day}T12:30:00.000Z`, reasons: ['wish'], weekdays: null },
    })
    expect([await heldOf(side), await told(side.family, 'plan-asked')]).toEqual([1, 1])
    // No other family gets the time meanwhile.
    const stranger = await app.login(newPhone(), 'student')
    const rival = { amount: 99, plan: 'demo', mentorId: side.mentor.id, wishes: { date: day, time: '18:30' } }
    expect((await stranger.post('/api/payment/create-order', rival)).body.code).toBe('slot-taken')
    const id = await askedOf(side)
    expect((await answer(stranger, id, { answer: 'accept' })).body.code).toBe('not-found')
    expect((await answer(side.mentor, id, { answer: 'accept' })).body.code).toBe('not-allowed')
    const asks = async () => {
      const { rows } = await sql`select from news where event = 'plan-asked' and split_part(once_key, ':', 2) = ${id}
        and read_at is null and (data ->> 'answerBy')::timestamptz > now()`.execute(app.db)
      return rows.length
    }
    expect(await asks()).toBe(1)
    const yes = await Promise.all([1, 2].map(() => answer(side.family, id, { answer: 'accept' })))
    expect(yes.map(({ status }) => status)).toEqual([200, 200])
    expect(await asks()).toBe(0)
    expect(await seen(side)).toMatchObject({
      status: 'scheduled',
      proposal: null,
      lessons: [{ startsAt: `${day}T12:30:00.000Z`, fee: 99, status: 'scheduled' }],
    })
    expect(await heldOf(side)).toBe(0)
    expect((await answer(side.family, id, { answer: 'decline' })).body.code).toBe('proposal-over')
    for (const who of [side.family, side.mentor]) expect(await told(who, 'class-scheduled')).toBe(1)
    // Both messages name the other person.
    const { rows } = await sql<{ side: string; mentor: string }>`
      select side, data -> 'en' ->> 'mentor' as mentor from news where event = 'class-scheduled'
        and account_id in (select account_id from mentor where id = ${side.mentor.id} union select account_id from family where id = ${side.family.id})`.execute(
      app.db,
    )
    expect(rows.find((one) => one.side === 'mentor')?.mentor).toMatch(/^new student \(.+, .+\)$/)
    expect(rows.find((one) => one.side === 'family')?.mentor).toMatch(/^Mentor \d+$/)
  })

  it('can be declined with another time, which the mentor can set at once', async () => {
    const side = await makePaidBooking(app, wished)
    await put(side, '18:00')
    const id = await askedOf(side)
    expect((await answer(side.family, id, { answer: 'accept', date: day, time: '19:00' })).status).toBe(400)
    const no = await answer(side.family, id, { answer: 'decline', date: day, time: '19:00' })
    expect([no.status, no.body.data.proposal, await heldOf(side)]).toEqual([200, null, 0])
    expect(await told(side.mentor, 'plan-declined')).toBe(1)
    expect((await put(side, '17:00', { askFamily: false })).body.code).toBe('family-must-confirm')
    expect((await put(side, '19:00', { askFamily: false })).status).toBe(200)
  })

  it('can be withdrawn, or replaced by one that needs no confirmation', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app, wished)
    await put(side, '18:00')
    const first = await askedOf(side)
    expect((await answer(side.mentor, first, { answer: 'withdraw' })).status).toBe(200)
    expect((await answer(side.family, first, { answer: 'accept' })).body.code).toBe('proposal-over')
    await put(side, '18:15')
    const second = await askedOf(side)
    expect((await put(side, '17:00')).body.data).toMatchObject({ status: 'scheduled', proposal: null })
    expect((await answer(side.family, second, { answer: 'accept' })).body.code).toBe('proposal-over')
    expect([await heldOf(side), (await seen(side)).lessons.length]).toEqual([0, 1])
  })

  it('expires: its time is released, nothing is charged, and the mentor is notified once', {
    tags: ['full'],
  }, async () => {
    const side = await makePaidBooking(app, wished)
    await put(side, '18:00')
    const id = await askedOf(side)
    await sql`update time_proposal set expires_at = now() - interval '1 second' where id = ${id}`.execute(app.db)
    await sql`update teaching_slot set held_until = now() - interval '1 second' where proposal_id = ${id}`.execute(
      app.db,
    )
    expect((await answer(side.family, id, { answer: 'accept' })).body.code).toBe('proposal-over')
    expect(await seen(side)).toMatchObject({ status: 'pending_schedule', proposal: null, lessons: [], balance: 99 })
    for (const _ of [1, 2]) await endProposals(app.context)
    expect([await told(side.mentor, 'plan-lapsed'), await heldOf(side)]).toEqual([1, 0])
  })

  it('takes the first of two answers', async () => {
    const side = await makePaidBooking(app, wished)
    await put(side, '18:00')
    const id = await askedOf(side)
    const both = await Promise.all(
      (['accept', 'decline'] as const).map((given) => answer(side.family, id, { answer: given })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { status, lessons } = await seen(side)
    expect([status, lessons.length]).toEqual(both[0]?.status === 200 ? ['scheduled', 1] : ['pending_schedule', 0])
  })
})

describe('a time less than twelve hours ahead', () => {
  it('is refused without a warning, and counts once the family accepts', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app, { amount: 99, plan: 'demo' })
    const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + hours * 3_600_000)
    // A class ends before midnight.
    const at = [2, 5].map(inHours).find((one) => dateInIndia(one) === dateInIndia(plusMinutes(one, 60))) ?? inHours(2)
    const time = { scheduledDate: dateInIndia(at), scheduledTime: timeInIndia(at) }
    const refused = await put(side, '', { ...time, askFamily: false })
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'family-must-confirm',
      { reasons: ['soon'] },
    ])
    expect((await put(side, '', time)).status).toBe(200)
    expect(await seen(side)).toMatchObject({ status: 'pending_schedule', lessons: [], proposal: { reasons: ['soon'] } })
    expect((await answer(side.family, await askedOf(side), { answer: 'accept' })).status).toBe(200)
    expect((await seen(side)).lessons).toMatchObject([{ startsAt: at.toISOString(), status: 'scheduled' }])
  })
})

describe("a time outside the mentor's hours", () => {
  it('needs confirmation once the mentor has set hours', async () => {
    const side = await makePaidBooking(app, { amount: 99, plan: 'demo' })
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '16:00', to: '20:00' }))
    expect((await put(side, '10:00', { askFamily: false })).status).toBe(200)
    const other = await makePaidBooking(app, { amount: 99, plan: 'demo' })
    expect((await other.mentor.put('/api/mentor/availability', { version: 0, week })).status).toBe(200)
    expect((await put(other, '19:30', { askFamily: false })).body.details).toEqual({ reasons: ['hours'] })
    expect((await put(other, '19:00', { askFamily: false })).status).toBe(200)
  })
})

describe('a month', () => {
  const rule = { weekdays: [1, 3, 5], time: '18:00', minutes: 100, from: inDays(2), leaveOut: [] }
  const month = { amount: 4500, plan: 'monthly', wishes: { days: ['monday', 'wednesday', 'friday'], time: '17:00' } }

  it('is asked, held and planned as a whole', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app, month)
    const at = `/api/class-bookings/${side.booking}/timetable`
    const { leaveOut, ...asked } = rule
    expect((await side.mentor.post(`${at}/preview`, asked)).body.data.asks).toEqual(['wish'])
    expect((await side.mentor.put(at, { ...rule, askFamily: false })).body.code).toBe('family-must-confirm')
    for (const _ of [1, 2]) expect((await side.mentor.put(at, rule)).status).toBe(200)
    expect(await seen(side)).toMatchObject({
      status: 'pending_schedule',
      lessons: [],
      proposal: { weekdays: [1, 3, 5], minutes: 100 },
    })
    expect([await heldOf(side), await told(side.family, 'plan-asked')]).toEqual([12, 1])
    // Its own held times do not conflict.
    const preview = (await side.mentor.post(`${at}/preview`, asked)).body.data
    expect(preview.classes.filter(({ clash }: { clash: string | null }) => clash)).toEqual([])
    expect((await answer(side.family, await askedOf(side), { answer: 'accept' })).status).toBe(200)
    const { lessons, status } = await seen(side)
    expect([status, lessons.length, await heldOf(side)]).toEqual(['scheduled', 12, 0])
    expect(lessons.reduce((sum: number, { fee }: { fee: number }) => sum + fee, 0)).toBe(4500)
  })

  it('starts with its existing lesson, and the same time applies at once', { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app, { amount: 4500, plan: 'monthly' })
    await put(side, '17:00')
    const days = { ...rule, weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', from: day }
    expect((await side.mentor.put(`/api/class-bookings/${side.booking}/timetable`, days)).status).toBe(200)
    const { lessons } = await seen(side)
    expect([lessons.length, lessons[0].startsAt]).toEqual([12, `${day}T11:30:00.000Z`])
  })
})

describe('a scheduled lesson', () => {
  it("stays until the family agrees to a time outside the mentor's hours", { tags: ['full'] }, async () => {
    const side = await makePaidBooking(app, { amount: 99, plan: 'demo' })
    await put(side, '17:00')
    const { _id } = (await seen(side)).lessons[0]
    const week = [{ weekday: 1, from: '16:00', to: '20:00' }]
    await side.mentor.put('/api/mentor/availability', { version: 0, week })
    const to = { date: inDays(4), time: '10:00' }
    const move = (rest: object) => side.mentor.put(`/api/class-bookings/lessons/${_id}/time`, { ...to, ...rest })
    expect((await move({ askFamily: false })).body.code).toBe('family-must-confirm')
    for (const _ of [1, 2]) expect((await move({})).status).toBe(200)
    const { lessons } = await seen(side)
    expect(lessons).toMatchObject([
      { startsAt: `${day}T11:30:00.000Z`, proposal: { by: 'mentor', startsAt: `${inDays(4)}T04:30:00.000Z` } },
    ])
    expect([await heldOf(side), await told(side.family, 'proposal-made')]).toEqual([1, 1])
    expect((await answer(side.family, lessons[0].proposal._id, { answer: 'accept' })).status).toBe(200)
    expect((await seen(side)).lessons).toMatchObject([{ startsAt: `${inDays(4)}T04:30:00.000Z`, proposal: null }])
    expect(await heldOf(side)).toBe(0)
  })
})
