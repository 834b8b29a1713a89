import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxRequestsPerDay, noticedBy } from '#contract/classes/limits.ts'
import { completeBooking, home, makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const near = { house: '22, Ring Road', area: 'Palasia', landmark: 'Opposite the temple', city: 'Indore' }
const bhopal = { house: '7, Arera Colony', area: 'Arera Colony', city: 'Bhopal' }
const month = { amount: 4500, plan: 'monthly', learner: { name: 'Aarav', grade: '9' } }

async function familyAndMentor(overrides: Parameters<typeof makeMentor>[1] = {}) {
  const made = await makeMentor(app.db, overrides)
  return { mentor: await app.login(made.phone, 'mentor'), family: await app.login(newPhone(), 'student') }
}
const order = (family: LoggedIn, mentor: LoggedIn, overrides: Record<string, unknown>) =>
  family.post('/api/payment/create-order', { mentorId: mentor.id, ...overrides })
const listOf = async (who: LoggedIn, side: 'student' | 'mentor') =>
  (await who.get(`/api/class-bookings/${side}/${who.id}`)).body.data
const seenBy = async (mentor: LoggedIn, id: string) =>
  (await listOf(mentor, 'mentor')).find((one: { _id: string }) => one._id === id)
const learners = async (family: LoggedIn) => (await family.get('/api/users/learners')).body.data
const ordersOf = async (family: LoggedIn) =>
  (await sql`select address from payment_order where family_id = ${family.id}`.execute(app.db)).rows
const smsTo = async (phone: string, template: string) =>
  (await app.browser().get('/dev/outbox.json')).body.filter(
    (one: { to: string; template: string }) => one.to === phone && one.template === template,
  )
const setAddress = (family: LoggedIn, booking: string, address: unknown) =>
  family.put(`/api/class-bookings/${booking}/address`, { address })

test('refuses an order for a class at home without an address, and creates nothing', async () => {
  const { mentor, family } = await familyAndMentor({ prices: { homeTuition: 4500, counsellor: 4500, myPlace: 3000 } })
  for (const overrides of [
    month,
    { ...month, mode: 'homeTuition' },
    { amount: 4500, mode: 'counsellor', plan: 'monthly' },
  ]) {
    const reply = await order(family, mentor, { ...overrides, address: undefined })
    expect([reply.status, reply.body.code]).toEqual([422, 'address-needed'])
  }
  expect(await ordersOf(family)).toEqual([])
  const elsewhere = { amount: 3000, plan: 'monthly', mode: 'myPlace' }
  expect((await order(family, mentor, { ...elsewhere, address: undefined })).status).toBe(200)
  // An address sent with an online order is not saved.
  expect((await order(family, mentor, { ...elsewhere, address: home })).status).toBe(200)
  expect(await ordersOf(family)).toEqual([{ address: null }])
})

test('names the invalid field of an address', async () => {
  const { mentor, family } = await familyAndMentor()
  for (const wrong of [
    { ...home, house: ' ' },
    { ...home, floor: '3' },
    { ...home, city: undefined },
  ])
    expect((await order(family, mentor, { ...month, address: wrong })).status).toBe(400)
})

test('shows the mentor the address after payment, and reuses it for the next order', async () => {
  const { mentor, family } = await familyAndMentor()
  const made = await order(family, mentor, { ...month, address: near })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  for (const path of [`/api/class-bookings/mentor/${mentor.id}`, `/api/calendar?month=${inDays(0).slice(0, 7)}`])
    expect(JSON.stringify((await mentor.get(path)).body)).not.toContain('Ring Road')
  await app.pay(made.body, 'success')
  const { booking } = (await family.get(`/api/payment/order/${made.body.order_id}`)).body.data
  expect(await seenBy(mentor, booking)).toMatchObject({
    address: near,
    needsAddress: false,
    parent: { area: 'Palasia' },
  })
  const [learner] = await learners(family)
  expect(learner.address).toEqual(near)
  const again = await app.paidBooking(family, mentor.id, {
    amount: 225,
    plan: 'hourly',
    hours: 1,
    learnerId: learner._id,
    address: undefined,
  })
  expect((await seenBy(mentor, again)).address).toEqual(near)
})

test('keeps the address of paid classes when the learner’s address changes', { tags: ['full'] }, async () => {
  const { mentor, family } = await familyAndMentor()
  const booking = await app.paidBooking(family, mentor.id, { ...month, address: near })
  const [{ _id, ...learner }] = await learners(family)
  const facts = { name: learner.name, grade: learner.grade, school: null, board: null }
  expect((await family.put(`/api/users/learners/${_id}`, { ...facts, address: home })).body.data.address).toEqual(home)
  expect((await seenBy(mentor, booking)).address).toEqual(near)
  expect((await family.put(`/api/users/learners/${_id}`, facts)).body.data.address).toEqual(home)
})

test('accepts the four fields of the specification, asks the family for an address afterwards and notifies the mentor', async () => {
  const { mentor, family } = await familyAndMentor()
  const booking = await app.paidBooking(family, mentor.id, { amount: 4500, customerId: family.id, customerPhone: '1' })
  expect((await listOf(family, 'student'))[0]).toMatchObject({ address: null, needsAddress: true })
  expect(await seenBy(mentor, booking)).toMatchObject({ address: null, needsAddress: true })
  const replies = [await setAddress(family, booking, near), await setAddress(family, booking, near)]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await seenBy(mentor, booking)).toMatchObject({ address: near, needsAddress: false })
  // Saved for the next booking; the mentor is notified once, with the area only.
  const next = await app.paidBooking(family, mentor.id, { amount: 99 })
  expect((await seenBy(mentor, next)).address).toEqual(near)
  const sent = await smsTo(mentor.phone, 'address-changed')
  expect(sent).toHaveLength(1)
  expect(sent[0].data).toMatchObject({ place: 'Palasia', subject: 'Mathematics' })
  expect(JSON.stringify(sent)).not.toContain('Ring Road')
})

test('refuses an address outside the mentor’s area, before and after payment', async () => {
  const { mentor, family } = await familyAndMentor({ range: 'anywhere' })
  const reply = await order(family, mentor, { ...month, address: bhopal })
  expect([reply.status, reply.body.code]).toEqual([409, 'address-out-of-reach'])
  expect(await ordersOf(family)).toEqual([])
  expect(await learners(family)).toEqual([])
  const booking = await app.paidBooking(family, mentor.id, { ...month, address: near })
  expect((await setAddress(family, booking, bhopal)).body.code).toBe('address-out-of-reach')
  expect((await seenBy(mentor, booking)).address).toEqual(near)
  expect((await setAddress(family, booking, { ...near, city: 'इंदौर' })).status).toBe(200)
})

test('tells the mentor of ten new addresses a day, and keeps the last', async () => {
  const { mentor, family } = await familyAndMentor()
  const booking = await app.paidBooking(family, mentor.id, { ...month, address: near })
  const at = (n: number) => ({ ...near, house: `${n}, MG Road` })
  for (let n = 0; n < maxRequestsPerDay; n++) expect((await setAddress(family, booking, at(n))).status).toBe(200)
  const refused = await setAddress(family, booking, at(99))
  expect([refused.status, refused.body.code]).toEqual([429, 'changed-too-often'])
  expect((await seenBy(mentor, booking)).address).toEqual(at(maxRequestsPerDay - 1))
})

test('lets only its family change a booking’s address, and only for upcoming classes at home', async () => {
  const { mentor, family } = await familyAndMentor({ prices: { homeTuition: 4500, myPlace: 3000 } })
  const booking = await app.paidBooking(family, mentor.id, { ...month, address: near })
  const stranger = await app.login(newPhone(), 'student')
  expect((await setAddress(stranger, booking, home)).status).toBe(404)
  expect((await setAddress(mentor, booking, home)).status).toBe(403)
  const there = await app.paidBooking(family, mentor.id, { amount: 3000, plan: 'monthly', mode: 'myPlace' })
  expect((await setAddress(family, there, home)).body.code).toBe('address-fixed')
  await completeBooking(app.db, booking)
  expect((await setAddress(family, booking, home)).body.code).toBe('address-fixed')
  expect((await seenBy(mentor, booking)).address).toBeNull()
})

test('keeps the address of a class that starts soon or is under way, but accepts a missing one', async () => {
  const { mentor, family } = await familyAndMentor()
  const booking = await app.paidBooking(family, mentor.id, { ...month, address: near })
  const set = await mentor.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(4), time: '17:00' }))
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const startsIn = (minutes: number) =>
    sql`update lesson set starts_at = now() + make_interval(mins => ${minutes}), ends_at = now() + make_interval(mins => ${minutes + 100})
      where booking_id = ${booking}`.execute(app.db)
  const known = Math.ceil((+noticedBy(new Date()) - Date.now()) / 60_000)
  for (const minutes of [-99, 5, known - 1]) {
    await startsIn(minutes)
    const refused = await setAddress(family, booking, home)
    expect([refused.status, refused.body.code], `${minutes}`).toEqual([409, 'address-too-late'])
    expect((await setAddress(family, booking, near)).status).toBe(200)
  }
  expect((await seenBy(mentor, booking)).address).toEqual(near)
  await startsIn(known + 1)
  expect((await setAddress(family, booking, home)).status).toBe(200)
  await startsIn(-101)
  expect((await setAddress(family, booking, near)).status).toBe(200)
  await sql`update booking set address = null where id = ${booking}`.execute(app.db)
  await startsIn(5)
  expect((await setAddress(family, booking, home)).status).toBe(200)
})

test('keeps the address on renewal and replacement', { tags: ['full'] }, async () => {
  const { mentor, family } = await familyAndMentor()
  const booking = await app.paidBooking(family, mentor.id, { ...month, address: near })
  const other = await familyAndMentor()
  const choice = { mentor: other.mentor.id, balance: 4500, minutes: 1200, guarantee: false }
  const moved = await family.post(`/api/class-bookings/booking/${booking}/replacement`, choice)
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  expect((await seenBy(other.mentor, moved.body.data._id)).address).toEqual(near)
  await completeBooking(app.db, moved.body.data._id)
  const renewed = await family.post('/api/payment/renewals', { booking: moved.body.data._id, amount: 4500 })
  expect(renewed.status, JSON.stringify(renewed.body)).toBe(200)
  await app.pay(renewed.body, 'success')
  const next = (await family.get(`/api/payment/order/${renewed.body.order_id}`)).body.data.booking
  expect((await seenBy(other.mentor, next)).address).toEqual(near)
})

test('names the child, class, area and requested time in the mentor’s message', async () => {
  const { mentor, family } = await familyAndMentor()
  const wishes = { date: inDays(3), time: '17:30' }
  const learner = { name: 'Aarav Sharma', grade: '9' }
  await app.paidBooking(family, mentor.id, { amount: 99, plan: 'demo', learner, wishes, address: near })
  const [sent] = await smsTo(mentor.phone, 'booking-paid-mentor')
  expect(sent.data).toMatchObject({
    student: 'Aarav',
    class: 'Class 9',
    place: 'Palasia',
    subject: 'Mathematics',
    when: expect.stringMatching(/5:30\s?pm$/i),
  })
  expect(JSON.stringify(sent)).not.toMatch(/Sharma|Ring Road/)
})

test('names the child, class, area and booked time in the mentor’s message', async () => {
  const { mentor, family } = await familyAndMentor({ hours: { from: '16:00', to: '20:00' } })
  const learner = { name: 'Aarav Sharma', grade: '9' }
  const startsAt = new Date(`${inDays(3)}T17:00:00+05:30`).toISOString()
  await app.paidBooking(family, mentor.id, { amount: 99, plan: 'demo', learner, startsAt, address: near })
  const { rows } = await sql<{ text: string }>`
    select text from outbox where recipient = ${mentor.phone} and template = 'class-booked-mentor'`.execute(app.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).toMatch(/: Aarav \(Class 9\), Mathematics, Palasia\. First class: .+, 5:00 pm\. It/)
})

test('lists for admins classes at home without a usable address, and those at a time the family did not ask for', {
  tags: ['full'],
}, async () => {
  const { mentor, family } = await familyAndMentor()
  const admin = await app.admin()
  const support = await app.admin({ role: 'support' })
  const ids = async (status: string) =>
    (await admin.get(`/api/admin/bookings?status=${status}&limit=50`)).body.data.map((one: { _id: string }) => one._id)
  const lost = await app.paidBooking(family, mentor.id, { amount: 4500 })
  const wishes = { days: ['monday'], time: '17:00' }
  const wished = await app.paidBooking(family, mentor.id, { ...month, wishes, address: near })
  expect(await ids('no_address')).toContain(lost)
  expect(await ids('no_address')).not.toContain(wished)
  expect((await admin.get(`/api/admin/bookings/${lost}`)).body.data).toMatchObject({
    needsAddress: true,
    address: null,
  })
  await setAddress(family, lost, home)
  expect(await ids('no_address')).not.toContain(lost)

  expect(await ids('against_wish')).not.toContain(wished)
  const at = [2, 3, 4, 5, 6, 7, 8].map(inDays).find((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1) ?? ''
  const set = await mentor.put(`/api/class-bookings/booking/${wished}`, scheduleOf({ date: at, time: '17:00' }))
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  expect(await ids('against_wish')).not.toContain(wished)
  await shiftLessons(app.db, wished, 1)
  expect(await ids('against_wish')).toContain(wished)
  expect((await admin.get(`/api/admin/bookings/${wished}`)).body.data).toMatchObject({
    isAgainstWish: true,
    address: near,
  })
  expect((await support.get(`/api/admin/bookings/${wished}`)).body.data.address).toBeNull()
  // The family accepted it.
  await sql`insert into time_proposal (lesson_id, made_by, from_at, to_at, expires_at, status, ended_at)
    select id, 'mentor', starts_at, starts_at, now(), 'accepted', now() from lesson where booking_id = ${wished}`.execute(
    app.db,
  )
  expect(await ids('against_wish')).not.toContain(wished)
})
