import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { atBarrier } from '#test/barrier.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { few } from '#test/rounds.ts'
import { inDays, type LoggedIn, type Reply, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => {
  await app.runJobs()
  await expectBooks(app.db)
})
afterAll(() => app.stop())

const day = inDays(3)
const instant = (time: string, date = day) => new Date(`${date}T${time}:00+05:30`).toISOString()
const at = instant('17:00')
const hours = { from: '16:00', to: '20:00' }
const newFamily = () => app.login(newPhone(), 'student')
const newMentor = async (input: Parameters<typeof makeMentor>[1] = {}) => {
  const made = await makeMentor(app.db, { hours, ...input })
  return { ...made, login: await app.login(made.phone, 'mentor') }
}
const demo = { amount: 99, plan: 'demo' }
const month = { amount: 4500, plan: 'monthly' }
const hour = { amount: 225, plan: 'hourly', hours: 1 }
const order = (family: LoggedIn, mentorId: string, input: object) =>
  family.post('/api/payment/create-order', { mentorId, ...input })
/** Pays an order and settles it. @returns the status page's order */
async function settled(family: LoggedIn, made: Reply) {
  await app.pay(made.body, 'success')
  return (await family.get(`/api/payment/order/${made.body.order_id}`)).body.data
}
const bookingOf = async (family: LoggedIn, id: string) =>
  (await family.get(`/api/class-bookings/student/${family.id}`)).body.data.find(
    (one: { _id: string }) => one._id === id,
  )
const slots = async (mentorId: string) =>
  (
    await sql<{ status: string; lessons: number }>`
      select s.status, (select count(*)::int from lesson l where l.slot_id = s.id and l.status = 'scheduled') as lessons
      from teaching_slot s where s.mentor_id = ${mentorId} and s.status <> 'released'`.execute(app.db)
  ).rows
/** SMS texts to one phone, newest first. */
const smsTemplatesTo = async (phone: string): Promise<string[]> =>
  (
    await sql<{
      template: string
    }>`select template from outbox where recipient = ${phone} and template <> 'otp' order by id desc`.execute(app.db)
  ).rows.map(({ template }) => template)
const path = (booking: string, rest = '') => `/api/class-bookings/booking/${booking}/time${rest}`
const choice = async (family: LoggedIn, booking: string) => (await family.get(path(booking))).body.data
const pick = (family: LoggedIn, booking: string, startsAt: string) => family.put(path(booking), { startsAt })
const refundsOf = async (orderId: string) =>
  (
    await sql<{ amount: number; kind: string }>`
      select amount_paise as amount, kind from refund where order_id = ${orderId}`.execute(app.db)
  ).rows

/**
 * Two families pay for one time: the first's hold expired, so the second gets the class.
 * @returns the first booking, without a time
 */
async function lostTime(input: object = demo) {
  const mentor = await newMentor()
  const family = await newFamily()
  const other = await newFamily()
  const made = await order(family, mentor.id, { ...input, startsAt: at })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  await sql`update teaching_slot set held_until = now() where order_id = ${made.body.order_id}`.execute(app.db)
  const second = await order(other, mentor.id, { ...input, startsAt: at })
  expect(second.status, JSON.stringify(second.body)).toBe(200)
  const won = await settled(other, second)
  const lost = await settled(family, made)
  return { mentor, family, other, won, lost, booking: lost.booking as string, orderId: made.body.order_id as string }
}

describe('picked free time', () => {
  it.each(
    few([
      ['demo', demo, 60, 99],
      ['month', month, 100, 375],
      ['class of two hours', { amount: 450, plan: 'hourly', hours: 2 }, 120, 450],
    ]),
  )('of a %s is held during payment and booked with it', async (_, plan, minutes, fee) => {
    const mentor = await newMentor()
    const family = await newFamily()
    const made = await order(family, mentor.id, { ...plan, startsAt: at })
    expect(await slots(mentor.id)).toEqual([{ status: 'held', lessons: 0 }])
    const summary = await settled(family, made)
    expect(summary).toMatchObject({ outcome: 'success', firstClass: at, picked: null, wishedAt: null })
    expect(await slots(mentor.id)).toEqual([{ status: 'booked', lessons: 1 }])
    const booking = await bookingOf(family, summary.booking)
    expect(booking).toMatchObject({ status: 'scheduled', scheduledDate: day, scheduledTime: '17:00', picked: null })
    expect(booking.lessons).toMatchObject([{ startsAt: at, minutes, fee, status: 'scheduled' }])
    expect([(await smsTemplatesTo(family.phone))[0], (await smsTemplatesTo(mentor.phone))[0]]).toEqual([
      'class-booked-family',
      'class-booked-mentor',
    ])
    const calendar = await mentor.login.get(`/api/calendar?month=${day.slice(0, 7)}`)
    expect(JSON.stringify(calendar.body)).toContain(at)
    const receipt = await sql<{ is: string; at: string }>`
      select printed -> 'classTime' ->> 'is' as is, (printed -> 'classTime' ->> 'at')::timestamptz as at from receipt
      where order_id = ${made.body.order_id}`.execute(app.db)
    expect(receipt.rows).toEqual([{ is: 'booked', at: new Date(at) }])
  })

  const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
  const weekdayIn = (days: number) => new Date(inDays(days)).getUTCDay()
  const weekly = { days: [3, 5].map((days) => weekdayNames[weekdayIn(days)]) }
  const plannedOf = async (family: LoggedIn, booking: string) => {
    const { lessons } = await bookingOf(family, booking)
    const sum = (name: string) =>
      lessons.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0)
    return {
      lessons,
      starts: lessons.map((one: { startsAt: string }) => one.startsAt),
      sums: [sum('minutes'), sum('fee')],
    }
  }

  it('of a month plans all its classes on the family’s weekdays, and leaves out a taken day', {
    tags: ['full'],
  }, async () => {
    const mentor = await newMentor()
    const family = await newFamily()
    const other = await newFamily()
    const takenAt = instant('17:00', inDays(10))
    await settled(other, await order(other, mentor.id, { ...hour, startsAt: takenAt }))
    const made = await order(family, mentor.id, { ...month, startsAt: at, wishes: weekly })
    const { booking, firstClass } = await settled(family, made)
    expect(firstClass).toBe(at)
    const { starts, sums } = await plannedOf(family, booking)
    const dates = [3, 5, 12, 17, 19].map((days) => instant('17:00', inDays(days)))
    expect(starts.slice(0, 5)).toEqual(dates)
    expect(sums).toEqual([1200, 4500])
    expect(await slots(mentor.id)).toHaveLength(starts.length + 1)
    expect(await smsTemplatesTo(family.phone)).toContain('class-booked-family')
  })

  it('of a month plans one class if the mentor does not teach on the family’s weekdays', {
    tags: ['full'],
  }, async () => {
    const mentor = await newMentor()
    const family = await newFamily()
    await sql`delete from weekly_hours where mentor_id = ${mentor.id} and weekday % 7 = ${weekdayIn(5)}`.execute(app.db)
    const made = await order(family, mentor.id, { ...month, startsAt: at, wishes: weekly })
    const { booking } = await settled(family, made)
    expect((await plannedOf(family, booking)).starts).toEqual([at])
    expect(await slots(mentor.id)).toEqual([{ status: 'booked', lessons: 1 }])
  })

  it('uses the month’s minutes, and stays when the mentor sets the weekly days', { tags: ['full'] }, async () => {
    const mentor = await newMentor()
    const family = await newFamily()
    const { booking } = await settled(family, await order(family, mentor.id, { ...month, startsAt: at }))
    const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '18:40', minutes: 60, from: day, since: null }
    const set = await mentor.login.put(`/api/class-bookings/${booking}/timetable`, rule)
    expect(set.status, JSON.stringify(set.body)).toBe(200)
    const { lessons } = await bookingOf(family, booking)
    expect(lessons.filter((one: { startsAt: string }) => one.startsAt === at)).toHaveLength(1)
    const sum = (name: string) =>
      lessons.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0)
    expect([sum('minutes'), sum('fee')]).toEqual([1200, 4500])
  })

  it('can be cancelled free of charge after short notice only if the mentor set it', { tags: ['full'] }, async () => {
    const mentor = await newMentor({ hours: { from: '00:00', to: '23:59' } })
    const family = await newFamily()
    const [soon] = (await family.get(`/api/mentor/${mentor.id}/free-times`)).body.data
    const { booking } = await settled(family, await order(family, mentor.id, { ...demo, startsAt: soon.startsAt }))
    const { rows } = await sql<{ short: boolean }>`
      select is_short_notice as short from lesson where booking_id = ${booking}`.execute(app.db)
    expect(rows).toEqual([{ short: false }])
  })

  it('is refused with three alternatives unless it is free; typed outside the hours it becomes a preference', {
    tags: ['full'],
  }, async () => {
    const mentor = await newMentor()
    const family = await newFamily()
    const late = await order(family, mentor.id, { ...demo, startsAt: instant('21:00') })
    expect([late.status, late.body.code, late.body.details.next.length]).toEqual([409, 'slot-taken', 3])
    const typed = await order(family, mentor.id, { ...demo, wishes: { date: day, time: '21:00' } })
    expect(await slots(mentor.id)).toEqual([])
    const summary = await settled(family, typed)
    expect(summary).toMatchObject({ firstClass: null, picked: null, wishedAt: instant('21:00') })
    expect(await bookingOf(family, summary.booking)).toMatchObject({ status: 'pending_schedule', lessons: [] })
    expect([(await smsTemplatesTo(family.phone))[0], (await smsTemplatesTo(mentor.phone))[0]]).toEqual([
      'booking-paid-family',
      'booking-paid-mentor',
    ])
    const { rows } = await sql<{ is: string }>`
      select printed -> 'classTime' ->> 'is' as is from receipt where order_id = ${typed.body.order_id}`.execute(app.db)
    expect(rows).toEqual([{ is: 'wished' }])
  })

  it('moves from a demo order to a month order, while another child keeps its own', { tags: ['full'] }, async () => {
    const mentor = await newMentor()
    const family = await newFamily()
    await order(family, mentor.id, { ...demo, startsAt: at, learner: { name: 'Asha' } })
    // The held time is still offered to the same family after checkout, and to no other.
    const offered = async (who: LoggedIn) =>
      (await who.get(`/api/mentor/${mentor.id}/free-times`)).body.data.map((one: { startsAt: string }) => one.startsAt)
    expect(await offered(family)).toContain(at)
    expect(await offered(await newFamily())).not.toContain(at)
    const sibling = await order(family, mentor.id, { ...hour, startsAt: instant('19:00'), learner: { name: 'Kabir' } })
    expect(sibling.status, JSON.stringify(sibling.body)).toBe(200)
    expect(await slots(mentor.id)).toHaveLength(2)
    const instead = await order(family, mentor.id, { ...month, startsAt: at, learner: { name: 'Asha' } })
    expect(instead.status, JSON.stringify(instead.body)).toBe(200)
    expect(await slots(mentor.id)).toHaveLength(2)
    expect((await settled(family, instead)).firstClass).toBe(at)
    expect((await settled(family, sibling)).firstClass).toBe(instant('19:00'))
  })

  it('does not exist for a mentor without hours, whatever is typed', { tags: ['full'] }, async () => {
    const mentor = await makeMentor(app.db)
    const family = await newFamily()
    expect((await order(family, mentor.id, { ...demo, startsAt: at })).body.code).toBe('slot-taken')
    const typed = await order(family, mentor.id, { ...demo, wishes: { date: day, time: '17:00' } })
    const summary = await settled(family, typed)
    expect([summary.firstClass, summary.wishedAt, await slots(mentor.id)]).toEqual([null, at, []])
  })

  it('is refused during another class of the child, before and after payment', { tags: ['full'] }, async () => {
    const one = await newMentor()
    const two = await newMentor()
    const family = await newFamily()
    const second = await order(family, two.id, { ...demo, startsAt: at })
    const learner = (await family.get('/api/users/learners')).body.data[0]._id
    await settled(family, await order(family, one.id, { ...demo, startsAt: at, learnerId: learner }))
    const third = await order(family, (await newMentor()).id, { ...demo, startsAt: at, learnerId: learner })
    expect([third.status, third.body.code]).toEqual([409, 'learner-busy'])
    const summary = await settled(family, second)
    expect(summary).toMatchObject({ outcome: 'success', firstClass: null, picked: { state: 'taken', startsAt: at } })
    expect(await slots(two.id)).toEqual([])
    const { times } = await choice(family, summary.booking)
    expect(times).not.toContain(at)
  })

  it('of a group accepts every family that picks it while there is room', { tags: ['full'] }, async () => {
    const mentor = await newMentor({ prices: { groupClasses: 2000 } })
    const group = { plan: 'hourly', hours: 1, mode: 'groupClasses', amount: 100, startsAt: at }
    for (const family of [await newFamily(), await newFamily()])
      expect((await settled(family, await order(family, mentor.id, group))).firstClass).toBe(at)
    expect(await slots(mentor.id)).toEqual([{ status: 'booked', lessons: 2 }])
  })
})

describe('time taken during payment', () => {
  it.each(
    few([
      ['demo', demo, 9900],
      ['month', month, 450_000],
    ]),
  )('leaves a %s without a time; one tap refunds the family once', async (_, plan, paise) => {
    const { family, mentor, won, lost, booking, orderId } = await lostTime(plan)
    expect(won.firstClass).toBe(at)
    expect(lost).toMatchObject({ outcome: 'success', firstClass: null, picked: { state: 'taken', startsAt: at } })
    expect((await smsTemplatesTo(family.phone))[0]).toBe('time-taken')
    expect(await choice(family, booking)).toMatchObject({ refund: paise / 100 })
    for (const _ of [1, 2]) {
      const { status, body } = await family.post(path(booking, '/refund'), undefined)
      expect([status, body.data?.status], JSON.stringify(body)).toEqual([200, 'cancelled'])
    }
    expect(await refundsOf(orderId)).toEqual([{ amount: paise, kind: 'made' }])
    expect((await pick(family, booking, instant('18:00'))).body.code).toBe('time-is-set')
    expect(await slots(mentor.id)).toEqual([{ status: 'booked', lessons: 1 }])
  })

  it('can be replaced in one tap by an offered time, and only once', { tags: ['full'] }, async () => {
    const { family, mentor, booking, orderId } = await lostTime()
    const { times } = await choice(family, booking)
    expect(times).toHaveLength(6)
    expect(times).not.toContain(at)
    const taken = await pick(family, booking, at)
    expect([taken.status, taken.body.code, taken.body.details.next.length]).toEqual([409, 'slot-taken', 3])
    for (const _ of [1, 2]) {
      const { status, body } = await pick(family, booking, times[0])
      expect([status, body.data?.lessons.length], JSON.stringify(body)).toEqual([200, 1])
      expect(body.data).toMatchObject({ status: 'scheduled', picked: null, lessons: [{ startsAt: times[0] }] })
    }
    expect((await pick(family, booking, times[1])).body.code).toBe('time-is-set')
    expect((await family.post(path(booking, '/refund'), undefined)).body.code).toBe('time-is-set')
    expect(await choice(family, booking)).toEqual({ times: [], confirmsFirst: false, refund: null })
    expect(await refundsOf(orderId)).toEqual([])
    expect([(await smsTemplatesTo(family.phone))[0], (await smsTemplatesTo(mentor.phone))[0]]).toEqual([
      'class-booked-family',
      'class-booked-mentor',
    ])
  })

  it('ends when the mentor schedules a class', { tags: ['full'] }, async () => {
    const { family, mentor, booking } = await lostTime()
    const set = await mentor.login.put(
      `/api/class-bookings/booking/${booking}`,
      scheduleOf({ date: day, time: '18:30' }),
    )
    expect(set.status, JSON.stringify(set.body)).toBe(200)
    // Differs from the family's picked time.
    const asked = `/api/class-bookings/proposals/${set.body.data.proposal._id}/answer`
    expect((await family.post(asked, { answer: 'accept' })).status).toBe(200)
    expect((await bookingOf(family, booking)).picked).toBeNull()
    expect((await family.post(path(booking, '/refund'), undefined)).body.code).toBe('time-is-set')
  })

  it('offers its choice to the booking’s family only', async () => {
    const { mentor, other, booking } = await lostTime()
    for (const one of [other, mentor.login]) {
      const replies = [
        await one.get(path(booking)),
        await pick(one, booking, instant('18:00')),
        await one.post(path(booking, '/refund'), undefined),
      ]
      for (const { status } of replies) expect([403, 404]).toContain(status)
    }
  })

  it('settles concurrent taps on refund and time as one of them', { tags: ['full'] }, async () => {
    for (let round = 0; round < 6; round++) {
      const { family, booking, orderId } = await lostTime()
      const replies = await atBarrier<Reply>(app.db, round, sql`select from payment_order where id = ${orderId}`, [
        () => family.post(path(booking, '/refund'), undefined),
        () => pick(family, booking, instant('18:00')),
      ])
      const codes = replies.map(({ body }) => body.code ?? body.data.status)
      const { status } = await bookingOf(family, booking)
      expect(codes.filter((one) => one === 'time-is-set')).toHaveLength(1)
      expect(await refundsOf(orderId)).toHaveLength(status === 'cancelled' ? 1 : 0)
    }
  })
})

describe('mentor who confirms times first', () => {
  const asks = { hours: { ...hours, confirmsFirst: true } }
  async function requested(input: object = demo) {
    const mentor = await newMentor(asks)
    const family = await newFamily()
    const summary = await settled(family, await order(family, mentor.id, { ...input, startsAt: at }))
    return { mentor, family, summary, booking: summary.booking as string }
  }
  const answer = (mentor: LoggedIn, booking: string, confirm: boolean) =>
    mentor.put(path(booking, '/answer'), { confirm })

  it('has twelve hours, during which the time is held; confirming creates the class once', async () => {
    const { mentor, family, summary, booking } = await requested(month)
    expect(summary).toMatchObject({ firstClass: null, picked: { state: 'requested', startsAt: at } })
    const waits = (Date.parse(summary.picked.confirmBy) - Date.now()) / 3_600_000
    expect(waits).toBeGreaterThan(11.9)
    expect(waits).toBeLessThanOrEqual(12)
    expect([(await smsTemplatesTo(family.phone))[0], (await smsTemplatesTo(mentor.phone))[0]]).toEqual([
      'time-requested-family',
      'time-requested-mentor',
    ])
    expect((await order(await newFamily(), mentor.id, { ...demo, startsAt: at })).body.code).toBe('slot-taken')
    expect((await family.post(path(booking, '/refund'), undefined)).body.code).toBe('time-is-set')
    for (const _ of [1, 2]) expect((await answer(mentor.login, booking, true)).status).toBe(200)
    expect(await bookingOf(family, booking)).toMatchObject({
      status: 'scheduled',
      lessons: [{ startsAt: at, minutes: 100 }],
    })
    expect(await slots(mentor.id)).toEqual([{ status: 'booked', lessons: 1 }])
    expect((await smsTemplatesTo(family.phone)).filter((one) => one === 'class-booked-family')).toHaveLength(1)
  })

  it.each(
    few([
      [
        'declines',
        async (mentor: LoggedIn, booking: string): Promise<number> => (await answer(mentor, booking, false)).status,
      ],
      [
        'does not answer',
        async (_: LoggedIn, booking: string): Promise<number> => {
          await sql`update booking set confirm_by = now() where id = ${booking}`.execute(app.db)
          await app.context.queue.send(app.db, 'payments.lapse-requests', {})
          await app.runJobs()
          return 200
        },
      ],
    ]),
  )('%s: the time is released and the family picks again or is refunded', async (_, give) => {
    const { mentor, family, summary, booking } = await requested()
    expect(await give(mentor.login, booking)).toBe(200)
    expect((await bookingOf(family, booking)).picked).toEqual({ startsAt: at, state: 'lapsed', confirmBy: null })
    expect([await slots(mentor.id), (await smsTemplatesTo(family.phone))[0]]).toEqual([[], 'time-lapsed'])
    expect((await answer(mentor.login, booking, true)).body.code).toBe('time-not-requested')
    const { times, refund, confirmsFirst } = await choice(family, booking)
    expect([times.length, refund, confirmsFirst]).toEqual([6, 99, true])
    const again = await pick(family, booking, times[0])
    expect(again.body.data).toMatchObject({
      status: 'pending_schedule',
      picked: { state: 'requested', startsAt: times[0] },
    })
    expect((await answer(mentor.login, booking, true)).body.data).toMatchObject({ status: 'scheduled' })
    expect(await refundsOf(summary._id)).toEqual([])
  })

  it('offers the held time to the mentor who schedules its booking, and to nobody else', async () => {
    const { mentor, family, booking } = await requested()
    const other = await requested()
    const offered = async (who: LoggedIn, query: string) =>
      (await who.get(`/api/mentor/${mentor.id}/free-times${query}`)).body.data.map(
        (one: { startsAt: string }) => one.startsAt,
      )
    expect(await offered(mentor.login, `?booking=${booking}`)).toContain(at)
    for (const [who, query] of [
      [mentor.login, ''],
      [mentor.login, `?booking=${other.booking}`],
      [other.mentor.login, `?booking=${booking}`],
      [family, `?booking=${booking}`],
      [other.family, `?booking=${booking}`],
    ] as const)
      expect(await offered(who, query)).not.toContain(at)
    expect((await mentor.login.get(`/api/mentor/${mentor.id}/free-times?booking=x`)).status).toBe(400)
    // A class of its own keeps its time.
    expect((await answer(mentor.login, booking, true)).status).toBe(200)
    expect(await offered(mentor.login, `?booking=${booking}`)).not.toContain(at)
  })

  it('holds the requested time until the family accepts another one', async () => {
    const { mentor, family, booking } = await requested()
    const set = { ...scheduleOf({ date: day, time: '18:30' }), askFamily: true }
    const asked = await mentor.login.put(`/api/class-bookings/booking/${booking}`, set)
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    expect((await order(await newFamily(), mentor.id, { ...demo, startsAt: at })).body.code).toBe('slot-taken')
    const proposal = asked.body.data.proposal._id
    const yes = await family.post(`/api/class-bookings/proposals/${proposal}/answer`, { answer: 'accept' })
    expect(yes.status, JSON.stringify(yes.body)).toBe(200)
    expect(await slots(mentor.id)).toEqual([{ status: 'booked', lessons: 1 }])
  })

  it('is notified again when the same time is requested again', { tags: ['full'] }, async () => {
    const { mentor, family, booking } = await requested()
    await answer(mentor.login, booking, false)
    expect((await pick(family, booking, at)).body.data.picked.state).toBe('requested')
    expect((await smsTemplatesTo(mentor.phone)).filter((one) => one === 'time-requested-mentor')).toHaveLength(2)
    await answer(mentor.login, booking, false)
    expect((await smsTemplatesTo(family.phone)).filter((one) => one === 'time-lapsed')).toHaveLength(2)
  })

  it('cannot be requested while suspended, and the family can still choose', { tags: ['full'] }, async () => {
    const { mentor, family, booking } = await requested()
    await answer(mentor.login, booking, false)
    await sql`update mentor set status = 'suspended' where id = ${mentor.id}`.execute(app.db)
    expect((await pick(family, booking, at)).body.code).toBe('mentor-paused')
    expect((await bookingOf(family, booking)).picked.state).toBe('lapsed')
  })

  it('is refused by another mentor’s or family’s booking', async () => {
    const { booking } = await requested()
    const other = await newMentor(asks)
    expect((await answer(other.login, booking, true)).status).toBe(404)
  })
})
