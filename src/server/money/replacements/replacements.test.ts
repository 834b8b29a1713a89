import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, test } from 'vitest'
import { weekdays } from '#contract/reference/catalogue.ts'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { settleOrder } from '#server/money/payments/payments.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { markedClass, monthWithClass } from '#test/marked-classes.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

/** A mentor at 4,500 a month, listed after those of earlier tests. */
let ranking = 99
async function newMentor(wish: Parameters<typeof makeMentor>[1] = {}) {
  const made = await makeMentor(app.db, { ranking: ranking--, ...wish })
  return { ...made, as: await app.login(made.phone, 'mentor') }
}
const newFamily = () => app.login(newPhone(), 'student')
const timetable = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
const path = (booking: string, rest: string) => `/api/class-bookings/booking/${booking}/${rest}`
const choiceOf = async (family: LoggedIn, booking: string, query = '') =>
  (await family.get(`${path(booking, 'replacements')}${query}`)).body.data
const change = (family: LoggedIn, booking: string, body: Record<string, unknown>) =>
  family.post(path(booking, 'replacement'), body)
const bookingsOf = async (family: LoggedIn) => (await family.get(`/api/class-bookings/student/${family.id}`)).body.data
const told = async (phone: string): Promise<string[]> =>
  (await app.browser().get('/dev/outbox.json')).body
    .filter(
      (one: { to: string; template: string }) => one.to === phone && /mentor-changed|guarantee/.test(one.template),
    )
    .map((one: { template: string }) => one.template)

test('transfers the balance to another mentor as the minutes it buys there, once, and notifies everyone', async () => {
  const before = await newMentor()
  const same = await newMentor()
  const dearer = await newMentor({ prices: { homeTuition: 6000 } })
  const other = await newMentor({ offers: [['class-9-10', 'science']] })
  // The parent's account also teaches.
  const own = await makeMentor(app.db, { ranking: ranking-- })
  const family = await app.login(own.phone, 'student')
  const { booking, record } = await monthWithClass(app, family, before.as)
  await family.put(`/api/class-records/${record}`, { parentTick: true })
  const waiting = await markedClass(app, before.as, booking)
  await before.as.put(`/api/class-bookings/${booking}/timetable`, timetable)
  const choice = await choiceOf(family, booking)
  expect(choice).toMatchObject({
    balance: 3375,
    minutes: 900,
    monthlyPrice: 4500,
    withGuarantee: false,
    guarantee: null,
    settled: { classes: 2, amount: 750 },
    waiting: { classes: 1, amount: 375 },
    disputed: { classes: 0, amount: 0 },
    missed: { classes: 0, amount: 0 },
    times: { days: [...weekdays], time: '17:00' },
    weekTimes: weekdays.map((day) => ({ day, time: '17:00' })),
  })
  const shown = choice.mentors.map((one: { _id: string }) => one._id)
  expect(shown).not.toContain(other.id)
  expect(shown).not.toContain(before.id)
  expect(shown).not.toContain(own.id)
  const offer = choice.mentors.find((one: { _id: string }) => one._id === same.id)
  expect(offer).toMatchObject({ monthlyPrice: 4500, difference: 0, minutes: 900 })

  await sql`update booking set student_name = 'Aarav Sharma' where id = ${booking}`.execute(app.db)
  const wish = { mentor: dearer.id, balance: 3375, minutes: 675 }
  expect((await change(family, booking, { ...wish, minutes: 900 })).body).toMatchObject({
    code: 'balance-changed',
    details: { balance: 3375, minutes: 675 },
  })
  expect((await change(family, booking, { ...wish, mentor: other.id })).body.code).toBe('mentor-not-available')
  expect((await change(family, booking, { ...wish, mentor: before.id })).body.code).toBe('mentor-not-available')
  expect((await change(family, booking, { ...wish, mentor: own.id })).body.code).toBe('mentor-not-available')
  expect((await change(await newFamily(), booking, wish)).status).toBe(404)
  const replies = [await change(family, booking, wish), await change(family, booking, wish)]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const [next, old] = await bookingsOf(family)
  expect(replies.map(({ body }) => body.data._id)).toEqual([next._id, next._id])
  expect(next).toMatchObject({
    status: 'pending_schedule',
    price: 3375,
    balance: 3375,
    minutes: 675,
    replaces: booking,
    order: old.order,
    wishes: { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], time: '17:00' },
  })
  expect(old).toMatchObject({ status: 'cancelled', replacedBy: next._id, balance: 0 })
  expect(old.lessons.map(({ status }: { status: string }) => status).sort()).toEqual([
    ...Array(9).fill('cancelled'),
    ...['held', 'held', 'held'],
  ])
  expect((await change(family, booking, { ...wish, mentor: same.id, minutes: 900 })).body.code).toBe('balance-moved')
  // The surname goes to no other mentor.
  const seen = (await dearer.as.get(`/api/class-bookings/mentor/${dearer.id}`)).body.data
  expect(seen).toMatchObject([{ _id: next._id, studentName: 'Aarav' }])
  expect([await told(family.phone), await told(before.phone), await told(dearer.phone)]).toEqual([
    ['mentor-changed-family'],
    ['mentor-changed-old'],
    ['mentor-changed-new'],
  ])
  // The previous mentor is paid for the classes held and gets the time back.
  expect((await family.put(`/api/class-records/${waiting.record}`, { parentTick: true })).status).toBe(200)
  const { rows } =
    await sql`select 1 from teaching_slot where mentor_id = ${before.id} and status <> 'released' and starts_at > now()`.execute(
      app.db,
    )
  expect(rows).toEqual([])
  // Money and minutes of the new booking add up to the paisa.
  const planned = await dearer.as.put(`/api/class-bookings/${next._id}/timetable`, timetable)
  expect(planned.status, JSON.stringify(planned.body)).toBe(200)
  const lessons = (await bookingsOf(family))[0].lessons
  const sum = (of: 'fee' | 'minutes') =>
    lessons.reduce((all: number, one: Record<string, number>) => all + (one[of] ?? 0) * 100, 0) / 100
  expect([sum('fee'), sum('minutes')]).toEqual([3375, 675])
})

test('offers first mentors free at the weekly times and not dearer, and none that is too far', async () => {
  const near = { area: 'Palasia', range: '5', offers: [['class-9-10', 'english']] as [string, string][] }
  const before = await newMentor(near)
  const dear = await newMentor({ ...near, ranking: 1, prices: { homeTuition: 5000 } })
  const busy = await newMentor({ ...near, ranking: 2 })
  const free = await newMentor({ ...near, ranking: 3 })
  await newMentor({ ...near, area: '', ranking: 1, range: '1', lat: 23.2599, lon: 77.4126 })
  const family = await newFamily()
  const someone = await newFamily()
  const booking = await app.paidBooking(family, before.id, { amount: 4500, plan: 'monthly' })
  await before.as.put(`/api/class-bookings/${booking}/timetable`, timetable)
  const theirs = await app.paidBooking(someone, busy.id, { amount: 4500, plan: 'monthly' })
  await busy.as.put(`/api/class-bookings/${theirs}/timetable`, { ...timetable, weekdays: [3], time: '17:30' })
  const { mentors } = await choiceOf(family, booking)
  expect(mentors).toMatchObject([
    { _id: free.id, difference: 0, minutes: 1200, isFree: true },
    { _id: dear.id, difference: 500, minutes: 1080, isFree: true },
    { _id: busy.id, difference: 0, minutes: 1200, isFree: false, busyDays: ['wednesday'] },
  ])
  expect(mentors).toHaveLength(3)
})

test('treats mentors with other hours or on leave as not free', { tags: ['full'] }, async () => {
  const near = { area: 'Palasia', range: '5', offers: [['class-9-10', 'hindi']] as [string, string][] }
  const before = await newMentor(near)
  const other = await newMentor(near)
  const away = await newMentor(near)
  const there = await newMentor(near)
  const hours = (from: string, to: string) => ({
    version: 0,
    week: timetable.weekdays.map((weekday) => ({ weekday, from, to })),
  })
  expect((await other.as.put('/api/mentor/availability', hours('06:00', '12:00'))).status).toBe(200)
  expect((await there.as.put('/api/mentor/availability', hours('16:00', '20:00'))).status).toBe(200)
  expect((await away.as.post('/api/mentor/leave', { from: inDays(5), to: inDays(6) })).status).toBe(200)
  const family = await newFamily()
  const booking = await app.paidBooking(family, before.id, { amount: 4500, plan: 'monthly' })
  await before.as.put(`/api/class-bookings/${booking}/timetable`, timetable)
  const { mentors } = await choiceOf(family, booking)
  const free = mentors.filter((one: { isFree: boolean }) => one.isFree)
  expect(free.map((one: { _id: string }) => one._id)).toEqual([there.id])
  const offer = (id: string) => mentors.find((one: { _id: string }) => one._id === id)
  expect(offer(other.id)).toMatchObject({ busyDays: [...weekdays], isAway: false })
  expect(offer(away.id)).toMatchObject({ busyDays: [], isAway: true })
  expect(mentors).toHaveLength(3)
})

test('a mentor with another class at the wished time of a demo is neither free nor called away', async () => {
  const near = { area: 'Palasia', range: '5', offers: [['class-9-10', 'computer-science']] as [string, string][] }
  const hours = { from: '08:00', to: '20:00' }
  const before = await newMentor({ ...near, hours })
  const busy = await newMentor(near)
  const away = await newMentor(near)
  const family = await newFamily()
  const someone = await newFamily()
  const wishes = { date: inDays(3), time: '10:00' }
  const booking = await app.paidBooking(family, before.id, { amount: 99, plan: 'demo', wishes })
  const theirs = await app.paidBooking(someone, busy.id)
  const clash = { scheduledDate: wishes.date, scheduledTime: '10:30' }
  expect((await busy.as.put(`/api/class-bookings/booking/${theirs}`, clash)).status).toBe(200)
  expect((await away.as.post('/api/mentor/leave', { from: inDays(5), to: inDays(6) })).status).toBe(200)
  const { mentors } = await choiceOf(family, booking)
  const offer = (id: string) => mentors.find((one: { _id: string }) => one._id === id)
  expect(offer(busy.id)).toMatchObject({ isFree: false, isAway: false, busyDays: [] })
  expect(offer(away.id)).toMatchObject({ isFree: false, isAway: true, busyDays: [] })
})

test('keeps the time of each weekday, and names the days on which a mentor is not free at it', async () => {
  const near = { area: 'Palasia', range: '5', offers: [['class-9-10', 'sanskrit']] as [string, string][] }
  const before = await newMentor(near)
  const other = await newMentor(near)
  const family = await newFamily()
  const someone = await newFamily()
  const booking = await app.paidBooking(family, before.id, { amount: 4500, plan: 'monthly' })
  const planned = [
    { date: inDays(3), time: '17:00' },
    { date: inDays(4), time: '09:00' },
  ]
  const first = { scheduledDate: planned[0]?.date, scheduledTime: planned[0]?.time }
  expect((await before.as.put(`/api/class-bookings/booking/${booking}`, first)).status).toBe(200)
  const second = await before.as.post(`/api/class-bookings/${booking}/lessons`, { ...planned[1], minutes: 100 })
  expect(second.status, JSON.stringify(second.body)).toBe(200)
  const theirs = await app.paidBooking(someone, other.id, { amount: 4500, plan: 'monthly' })
  const clash = { scheduledDate: planned[1]?.date, scheduledTime: '09:30' }
  expect((await other.as.put(`/api/class-bookings/booking/${theirs}`, clash)).status).toBe(200)
  const dayOf = (date: string) => weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? ''
  const { times, weekTimes, mentors, balance } = await choiceOf(family, booking)
  const shown = planned.map(({ date, time }) => ({ day: dayOf(date), time }))
  expect(times).toBeNull()
  expect(weekTimes.toSorted((a: { time: string }, b: { time: string }) => b.time.localeCompare(a.time))).toEqual(shown)
  expect(mentors).toMatchObject([{ _id: other.id, isFree: false, busyDays: [shown[1]?.day] }])
  // The new mentor hears of the days; one time for all of them would be wrong.
  const body = { mentor: other.id, balance, minutes: mentors[0].minutes }
  const moved = await change(family, booking, body)
  expect(moved.status).toBe(200)
  const wishes = { days: weekTimes.map(({ day }: { day: string }) => day) }
  expect((await bookingsOf(family))[0].wishes).toEqual(wishes)
  const third = await newMentor(near)
  expect((await change(family, moved.body.data._id, { ...body, mentor: third.id })).status).toBe(200)
  expect((await bookingsOf(family))[0]).toMatchObject({ mentor: { _id: third.id }, wishes })
})

test('refunds transferred money to its original payment, including earlier disputed money', {
  tags: ['full'],
}, async () => {
  const before = await newMentor()
  const after = await newMentor()
  const family = await newFamily()
  const { booking, lesson } = await monthWithClass(app, family, before.as)
  await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  const choice = await choiceOf(family, booking)
  expect(choice).toMatchObject({ balance: 3750, disputed: { classes: 1, amount: 375 } })
  const moved = await change(family, booking, { mentor: after.id, balance: 3750, minutes: 1000 })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  const { order } = moved.body.data
  const { rows } = await sql<{ id: string; number: string }>`
    select d.id, o.number from dispute d, payment_order o where d.lesson_id = ${lesson} and o.id = ${order}`.execute(
    app.db,
  )
  const [dispute] = rows
  await admin.post(`/api/admin/disputes/${dispute?.id}/decision`, { share: 0, reason: 'Nobody came', version: 1 })
  const refundable = (await admin.get(`/api/admin/refunds?q=${dispute?.number}`)).body.order
  expect(refundable).toMatchObject({ left: 4125, leftEnded: 4125, isEnded: false })
  // The family sees the returned amount, and may request only that.
  expect((await bookingsOf(family)).map((one: { cameBack: number }) => one.cameBack)).toEqual([0, 375])
  const part = await family.post('/api/payment/refunds', { order })
  expect(part.body.data).toMatchObject({ amount: 375, status: 'requested' })
  const decline = (of: string) =>
    admin.post(`/api/admin/refunds/${of}/decision`, { decision: 'decline', reason: 'Together' })
  await decline(part.body.data._id)
  // Also while the new mentor is late: a request on the previous booking does not end the new one.
  await sql`update booking set schedule_by = now() where id = ${moved.body.data._id}`.execute(app.db)
  const late = await family.post('/api/payment/refunds', { order, booking })
  expect(late.body.data).toMatchObject({ amount: 375, status: 'requested' })
  expect((await admin.get('/api/admin/refunds')).body.data[0]).toMatchObject({ amount: 375, endsBooking: false })
  const { rows: concerned } = await sql<{ mentor: string }>`
    select c.mentor_id as mentor from refund r join support_case c on c.id = r.case_id where r.order_id = ${order} order by r.created_at`.execute(
    app.db,
  )
  expect(concerned.map(({ mentor }) => mentor)).toEqual([after.id, before.id])
  await decline(late.body.data._id)
  // First a partial refund: the returned amount and some of the new booking.
  const id = '01890000-0000-7000-8000-0000000000a1'
  const some = { order, amount: 1125, reason: 'As agreed', left: 4125 }
  const made = await admin.put(`/api/admin/refunds/${id}`, some)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect((await bookingsOf(family))[0]).toMatchObject({ status: 'pending_schedule', balance: 3000, minutes: 800 })
  await expectBooks(app.db)
  // The new mentor schedules nothing: the whole balance may be requested.
  const asked = await family.post('/api/payment/refunds', { order })
  expect(asked.body.data).toMatchObject({ amount: 3000, status: 'requested' })
  const third = await newMentor()
  const again = { mentor: third.id, balance: 3000, minutes: 800 }
  expect((await change(family, moved.body.data._id, again)).body.code).toBe('balance-asked-back')
  await admin.post(`/api/admin/refunds/${asked.body.data._id}/decision`, { decision: 'approve' })
  expect((await bookingsOf(family))[0]).toMatchObject({ status: 'cancelled' })
  await app.runJobs()
})

test('transfers the balance on a second replacement, and completes a fully settled booking', {
  tags: ['full'],
}, async () => {
  const first = await newMentor()
  const second = await newMentor()
  const third = await newMentor({ prices: { homeTuition: 3000 } })
  const family = await newFamily()
  const { booking, record } = await monthWithClass(app, family, first.as)
  await family.put(`/api/class-records/${record}`, { parentTick: true })
  const one = await change(family, booking, { mentor: second.id, balance: 3750, minutes: 1000 })
  const two = await change(family, one.body.data._id, { mentor: third.id, balance: 3750, minutes: 1500 })
  expect(two.status, JSON.stringify(two.body)).toBe(200)
  expect((await bookingsOf(family)).map((b: { status: string }) => b.status)).toEqual([
    'pending_schedule',
    'cancelled',
    'completed',
  ])
  const back = await change(family, two.body.data._id, { mentor: first.id, balance: 3750, minutes: 1000 })
  expect(back.body.code).toBe('mentor-not-available')
})

test('leaves a class that began, and one reported missed, with the earlier mentor', { tags: ['full'] }, async () => {
  const before = await newMentor()
  const after = await newMentor()
  const family = await newFamily()
  const booking = await app.paidBooking(family, before.id, { amount: 4500, plan: 'monthly' })
  await before.as.put(`/api/class-bookings/${booking}/timetable`, timetable)
  const lessons = (await bookingsOf(family))[0].lessons
  const begins = (id: string, hours: number) =>
    sql`with l as (update lesson set starts_at = now() - make_interval(hours => ${hours}), ends_at = now() - make_interval(hours => ${hours}) + interval '100 minutes'
      where id = ${id} returning slot_id, starts_at, ends_at)
      update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id`.execute(
      app.db,
    )
  await begins(lessons[0]._id, 30)
  await begins(lessons[1]._id, 1)
  const missed = `/api/class-bookings/lessons/${lessons[0]._id}`
  const { startsAt, fee, credit } = (await family.get(`${missed}/outcome?action=no-show`)).body.data
  expect((await family.post(`${missed}/no-show`, { startsAt, fee, credit })).status).toBe(200)
  expect(await choiceOf(family, booking)).toMatchObject({
    balance: 3750,
    waiting: { classes: 1, amount: 375 },
    missed: { classes: 1, amount: 375 },
  })
  const moved = await change(family, booking, { mentor: after.id, balance: 3750, minutes: 1000 })
  expect(moved.status).toBe(200)
  // Undisputed, so the class's fee returns to the family under the order's own payment.
  expect((await before.as.post(`${missed}/no-show/answer`, { answer: 'agree' })).status).toBe(200)
  const { rows } = await sql<{
    number: string
  }>`select number from payment_order where id = ${moved.body.data.order}`.execute(app.db)
  expect((await admin.get(`/api/admin/refunds?q=${rows[0]?.number}`)).body.order).toMatchObject({ leftEnded: 4125 })
})

test('keeps the discount, and a demo not held stays a demo with the next mentor', { tags: ['full'] }, async () => {
  const before = await newMentor()
  const after = await newMentor({ prices: { homeTuition: 6000 } })
  const family = await newFamily()
  const months = await app.paidBooking(family, before.id, { amount: 12_825, plan: 'months3' })
  // 95 percent of 6,000 a month, too.
  expect((await change(family, months, { mentor: after.id, balance: 12_825, minutes: 2700 })).status).toBe(200)
  const demo = await app.paidBooking(family, before.id)
  const moved = await change(family, demo, { mentor: after.id, balance: 99, minutes: 60 })
  expect(moved.body.data).toMatchObject({ plan: 'demo', price: 99, minutes: 60, status: 'pending_schedule' })
  expect((await family.post('/api/payment/create-order', { mentorId: after.id, amount: 99 })).body.code).toBe(
    'demo-already-taken',
  )
})

it('refunds the fee of the first class, once per family and mentor', async () => {
  const mentor = await newMentor()
  const family = await newFamily()
  const { booking, lesson } = await monthWithClass(app, family, mentor.as, { isFirst: true })
  const [shown] = await bookingsOf(family)
  expect(shown.guarantee).toMatchObject({ lesson, fee: 375 })
  expect((await mentor.as.get(`/api/class-bookings/mentor/${mentor.id}`)).body.data[0].guarantee).toBeNull()
  const use = (amount: number, who = family) => who.post(`/api/class-bookings/lessons/${lesson}/guarantee`, { amount })
  expect((await use(374)).status).toBe(409)
  expect((await use(375, await newFamily())).status).toBe(404)
  expect([(await use(375)).status, (await use(375)).status]).toEqual([200, 200])
  await app.runJobs()
  const refunds = (await family.get('/api/payment/refunds')).body.data
  expect(refunds).toMatchObject([{ amount: 375, kind: 'made', status: 'settled' }])
  expect((await bookingsOf(family))[0]).toMatchObject({ balance: 4125, minutes: 1100, guarantee: null })
  expect(await told(mentor.phone)).toEqual(['guarantee-mentor'])
  // The next class is the first one held, but the guarantee is used.
  const next = await markedClass(app, mentor.as, booking)
  expect((await bookingsOf(family))[0].guarantee).toBeNull()
  const again = await family.post(`/api/class-bookings/lessons/${next.lesson}/guarantee`, { amount: 375 })
  expect(again.body.code).toBe('guarantee-over')
})

it('returns the fee of a first class to where it came from: money to the account, credit to the credit', async () => {
  const late = await newMentor()
  const mentor = await newMentor()
  const family = await newFamily()
  const demo = await app.paidBooking(family, late.id)
  const planned = await late.as.post(`/api/class-bookings/${demo}/lessons`, { date: inDays(2), time: '17:00' })
  expect(planned.status).toBe(200)
  await sql`with l as (update lesson set starts_at = now() + interval '1 hour', ends_at = now() + interval '2 hours'
      where booking_id = ${demo} returning id, slot_id, starts_at, ends_at)
    update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id`.execute(
    app.db,
  )
  const [{ _id: missed }] = (await bookingsOf(family))[0].lessons
  const { data } = (await late.as.get(`/api/class-bookings/lessons/${missed}/outcome?action=cancel`)).body
  const { startsAt, fee, credit, compensation } = data
  const cancelled = { startsAt, fee, credit, compensation }
  expect((await late.as.post(`/api/class-bookings/lessons/${missed}/cancel`, cancelled)).status).toBe(200)

  const quote = `/api/payment/quote?mentorId=${mentor.id}&plan=hourly&hours=1`
  const { price, amount } = (await family.get(quote)).body.data
  expect(price - amount).toBe(49.5)
  const booking = await app.paidBooking(family, mentor.id, { amount, plan: 'hourly', hours: 1 })
  const { lesson } = await markedClass(app, mentor.as, booking)
  const used = await family.post(`/api/class-bookings/lessons/${lesson}/guarantee`, { amount: price })
  expect(used.status, JSON.stringify(used.body)).toBe(200)
  await app.runJobs()
  expect((await family.get('/api/payment/refunds')).body.data).toMatchObject([{ amount, status: 'settled' }])
  expect((await family.get(quote)).body.data).toMatchObject({ price, amount, credit: 49.5 })
})

it('adds the fee of the first class to the transferred balance instead', { tags: ['full'] }, async () => {
  const before = await newMentor()
  const after = await newMentor()
  const family = await newFamily()
  const { booking, lesson } = await monthWithClass(app, family, before.as, { isFirst: true })
  expect(await choiceOf(family, booking)).toMatchObject({
    balance: 4125,
    waiting: { classes: 1 },
    withGuarantee: false,
  })
  expect(await choiceOf(family, booking, '?guarantee=yes')).toMatchObject({
    balance: 4500,
    minutes: 1200,
    withGuarantee: true,
    waiting: { classes: 0, amount: 0 },
  })
  const wish = { mentor: after.id, balance: 4500, minutes: 1200, guarantee: true }
  const replies = [await change(family, booking, wish), await change(family, booking, wish)]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const late = await family.post(`/api/class-bookings/lessons/${lesson}/guarantee`, { amount: 375 })
  expect(late.body.code).toBe('guarantee-over')
  expect((await bookingsOf(family))[0]).toMatchObject({ price: 4500, minutes: 1200 })
})

it('ends the guarantee after its hours, when the class is settled, and for any later class', {
  tags: ['full'],
}, async () => {
  const mentor = await newMentor()
  const family = await newFamily()
  const { booking, lesson } = await monthWithClass(app, family, mentor.as, { isFirst: true })
  await sql`update booking set terms = terms || '{"guaranteeHours": 1}' where id = ${booking}`.execute(app.db)
  await sql`update class_record set marked_at = marked_at - interval '2 hours' where lesson_id = ${lesson}`.execute(
    app.db,
  )
  const use = (of: string) => family.post(`/api/class-bookings/lessons/${of}/guarantee`, { amount: 375 })
  expect((await use(lesson)).body.code).toBe('guarantee-over')
  await sql`update booking set terms = terms || '{"guaranteeHours": 48}' where id = ${booking}`.execute(app.db)
  const second = await markedClass(app, mentor.as, booking)
  expect((await use(second.lesson)).body.code).toBe('guarantee-over')
  await sql`update class_record set marked_at = marked_at - interval '3 days' where booking_id = ${booking}`.execute(
    app.db,
  )
  await sql`update lesson set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days' where booking_id = ${booking} and status = 'held'`.execute(
    app.db,
  )
  await settleDue(app.db)
  expect((await use(lesson)).body.code).toBe('guarantee-over')
})

test('credits a demo’s 99 rupees once, with its current mentor, and never refunds them then', {
  tags: ['full'],
}, async () => {
  const before = await newMentor()
  const after = await newMentor()
  const third = await newMentor()
  const family = await newFamily()
  const demo = await app.paidBooking(family, before.id)
  const moved = await change(family, demo, { mentor: after.id, balance: 99, minutes: 60 })
  const { _id: next, order } = moved.body.data
  await app.paidBooking(family, after.id, { amount: 4401, plan: 'monthly' })
  expect((await change(family, next, { mentor: third.id, balance: 99, minutes: 60 })).body.code).toBe('balance-none')
  await sql`update booking set schedule_by = now() where id = ${next}`.execute(app.db)
  expect((await family.post('/api/payment/refunds', { order })).body.code).toBe('refund-not-due')
})

test('gives the credit of a partly charged demo with the next mentor only', async () => {
  const before = await newMentor()
  const after = await newMentor()
  const family = await newFamily()
  const demo = await app.paidBooking(family, before.id)
  await before.as.put(`/api/class-bookings/booking/${demo}`, scheduleOf({ date: inDays(2), time: '10:00' }))
  const [{ lessons }] = await bookingsOf(family)
  const lesson = `/api/class-bookings/lessons/${lessons[0]._id}`
  await sql`update lesson set starts_at = now() + interval '1 hour', ends_at = now() + interval '2 hours' where id = ${lessons[0]._id}`.execute(
    app.db,
  )
  const { startsAt, fee, credit } = (await family.get(`${lesson}/outcome?action=cancel`)).body.data
  expect((await family.post(`${lesson}/cancel`, { startsAt, fee, credit })).status).toBe(200)
  expect((await change(family, demo, { mentor: after.id, balance: 49.5, minutes: 30 })).status).toBe(200)
  const month = { plan: 'monthly', mode: 'homeTuition', subject: 'mathematics' }
  const buy = (mentorId: string, amount: number) =>
    family.post('/api/payment/create-order', { ...month, mentorId, amount })
  expect((await buy(before.id, 4401)).body).toMatchObject({ code: 'price-changed', details: { amount: 4500 } })
  expect((await buy(after.id, 4401)).status).toBe(200)
})

test('refunds the second demo when a demo moves to a mentor while one there is paid', async () => {
  const before = await newMentor()
  const after = await newMentor()
  const family = await newFamily()
  const demo = await app.paidBooking(family, before.id)
  const other = await family.post('/api/payment/create-order', { mentorId: after.id, amount: 99, plan: 'demo' })
  await app.pay(other.body, 'success')
  const settled = await app.db.transaction().execute(async (tx) => {
    // As a replacement does that comes a moment earlier.
    await sql`update booking set status = 'cancelled', refunded_paise = price_paise where id = ${demo}`.execute(tx)
    await sql`insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, minutes, price_paise, duration_days, terms, schedule_by, replaces)
      select order_id, family_id, ${after.id}, learner_id, plan, mode, subject, minutes, price_paise, duration_days, terms, now() + interval '7 days', id
      from booking where id = ${demo}`.execute(tx)
    const settling = settleOrder(app.context, other.body.order_id)
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          app.db,
        )
      ).rows.length
    await expect.poll(waiting, { interval: 5 }).toBe(1)
    return { settling }
  })
  await settled.settling
  await app.runJobs()
  expect((await family.get('/api/payment/refunds')).body.data).toMatchObject([{ amount: 99, kind: 'owed' }])
})

test('never grants a demo’s credit and its refund concurrently', async () => {
  const mentor = await newMentor()
  const family = await newFamily()
  await app.paidBooking(family, mentor.id)
  const [{ order: demo }] = await bookingsOf(family)
  const month = await family.post('/api/payment/create-order', { mentorId: mentor.id, amount: 4401, plan: 'monthly' })
  await app.pay(month.body, 'success')
  const refund = { order: demo, amount: 99, reason: 'As agreed', left: 99, ends: true }
  // A transaction on the demo's money holds its order's lock until it ends.
  let settling: Promise<void> | undefined
  await app.db.transaction().execute(async (tx) => {
    await sql`select id from payment_order where id = ${demo} for no key update`.execute(tx)
    settling = settleOrder(app.context, month.body.order_id)
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waits.execute(app.db)).rows.length, { interval: 5 }).toBe(1)
  })
  await settling
  const made = await admin.put(`/api/admin/refunds/${crypto.randomUUID()}`, refund)
  expect(made.body.code).toBe('refund-changed')
})

test.each([
  ['before the demo was held, its first class has the guarantee', true],
  ['after the demo, the demo was the first class', false],
] as const)('of a month bought %s', { tags: ['full'] }, async (_, isBefore) => {
  const mentor = await newMentor()
  const family = await newFamily()
  const demo = await app.paidBooking(family, mentor.id)
  await markedClass(app, mentor.as, demo)
  const month = await app.paidBooking(family, mentor.id, { amount: 4401, plan: 'monthly' })
  if (isBefore)
    await sql`update payment_order set paid_at = now() - interval '9 days'
      where id = (select order_id from booking where id = ${month})`.execute(app.db)
  await sql`update lesson set starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day' where booking_id = ${demo}`.execute(
    app.db,
  )
  await sql`update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from lesson l where l.slot_id = s.id and l.booking_id = ${demo}`.execute(
    app.db,
  )
  const { lesson } = await markedClass(app, mentor.as, month)
  const of = (id: string) => (bookings: { _id: string; guarantee: unknown }[]) =>
    bookings.find(({ _id }) => _id === id)?.guarantee
  const bookings = await bookingsOf(family)
  expect(of(demo)(bookings)).toBeNull()
  if (isBefore) expect(of(month)(bookings)).toMatchObject({ lesson, fee: 375 })
  else expect(of(month)(bookings)).toBeNull()
})
test('refuses a free first class with one mentor after another', { tags: ['full'] }, async () => {
  const family = await newFamily()
  const mentors = await Promise.all([0, 1, 2, 3].map(() => newMentor()))
  let booking = await app.paidBooking(family, mentors[0]?.id ?? '', { amount: 4500, plan: 'monthly' })
  for (const [nth, mentor] of mentors.slice(0, 3).entries()) {
    await markedClass(app, mentor.as, booking)
    const wish = { mentor: mentors[nth + 1]?.id, balance: 4500, minutes: 1200, guarantee: true }
    const moved = await change(family, booking, wish)
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    booking = moved.body.data._id
  }
  const { lesson } = await markedClass(app, mentors[3]?.as ?? family, booking)
  expect((await bookingsOf(family))[0].guarantee).toBeNull()
  const use = () => family.post(`/api/class-bookings/lessons/${lesson}/guarantee`, { amount: 375 })
  expect((await use()).body.code).toBe('guarantee-over')
  // Three months later it can be used again.
  await sql`update guarantee set used_at = used_at - interval '90 days' where family_id = ${family.id}`.execute(app.db)
  expect((await use()).status).toBe(200)
})

test('gives two learners at the same time one guarantee, whoever claims it first', async () => {
  const mentor = await newMentor()
  const family = await newFamily()
  const { booking, lesson } = await monthWithClass(app, family, mentor.as, { isFirst: true })
  const other = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  let asked: ReturnType<LoggedIn['post']> | undefined
  await app.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into lesson (booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, status)
      select ${other}, slot_id, learner_id, 1, starts_at, ends_at, minutes, fee_paise, 'cancelled' from lesson where booking_id = ${booking} returning id`.execute(
      tx,
    )
    await sql`insert into guarantee (family_id, mentor_id, lesson_id, kind, amount_paise)
      values (${family.id}, ${mentor.id}, ${rows[0]?.id}, 'refund', 37500)`.execute(tx)
    asked = family.post(`/api/class-bookings/lessons/${lesson}/guarantee`, { amount: 375 })
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waits.execute(app.db)).rows.length, { interval: 5 }).toBe(1)
  })
  expect((await asked)?.body.code).toBe('guarantee-over')
})

it('keeps the guarantee until the shown deadline: a class marked late settles after it', async () => {
  const mentor = await newMentor()
  const family = await newFamily()
  const { booking, lesson } = await monthWithClass(app, family, mentor.as, { isFirst: true })
  await sql`update booking set terms = terms || '{"guaranteeHours": 72}' where id = ${booking}`.execute(app.db)
  // Marked two days after the class, 49 hours ago.
  await sql`update class_record set marked_at = now() - interval '49 hours' where booking_id = ${booking}`.execute(
    app.db,
  )
  await shiftLessons(app.db, booking, -4)
  await settleDue(app.db)
  const { guarantee } = (await bookingsOf(family))[0]
  expect(guarantee).toMatchObject({ lesson, fee: 375 })
})

test('refunds a shared first class after waiting for the calendar’s lock', { tags: ['full'] }, async () => {
  const mentor = await newMentor()
  const family = await newFamily()
  const { booking, lesson } = await monthWithClass(app, family, mentor.as, { isFirst: true })
  let asked: ReturnType<LoggedIn['post']> | undefined
  await app.db.transaction().execute(async (tx) => {
    await sql`select id from mentor where id = ${mentor.id} for no key update`.execute(tx)
    asked = family.post(`/api/class-bookings/lessons/${lesson}/guarantee`, { amount: 375 })
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waits.execute(app.db)).rows.length, { interval: 5 }).toBe(1)
    // Another learner of the class missed it: its time is checked under the calendar's lock.
    await sql`select s.id from teaching_slot s join lesson l on l.slot_id = s.id where l.booking_id = ${booking} for update of s nowait`.execute(
      tx,
    )
  })
  expect((await asked)?.status).toBe(200)
})
