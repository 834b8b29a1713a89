import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageKinds } from '#contract/notifications/notification-kinds.ts'
import { maxLearners } from '#contract/people/limits.ts'
import { channelsOf } from '#server/notifications/notifications.ts'
import { completeBooking, makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { parseDevice } from './device-names.ts'

let app: TestApp
let mentor: Awaited<ReturnType<typeof makeMentor>>
beforeAll(async () => {
  app = await testApp()
  mentor = await makeMentor(app.db)
})
afterAll(() => app.stop())

const family = () => app.login(newPhone(), 'student')
const asMentor = async () => app.login((await makeMentor(app.db)).phone, 'mentor')
const nobody = { email: null, address: null, area: null, city: null }
const learners = '/api/users/learners'
const child = { name: 'Aarav', grade: '8', school: 'Shishu Kunj', board: 'CBSE Board' }

test('updates the family profile and the name in the session at once', async () => {
  const one = await family()
  expect((await one.get('/api/profile')).body.data).toMatchObject({
    phone: one.phone,
    family: { name: null, ...nobody },
  })
  const said = {
    name: 'Meera Sharma',
    email: 'meera@example.com',
    address: '12, MG Road',
    area: 'Palasia',
    city: 'Indore',
  }
  expect((await one.put('/api/profile/family', { ...said, name: '  Meera Sharma ' })).body.data).toEqual(said)
  expect((await one.get('/api/profile')).body.data.family).toEqual(said)
  expect((await one.get('/api/session')).body.data.name).toBe('Meera Sharma')
  // Another family's profile is unchanged.
  expect((await (await family()).get('/api/profile')).body.data.family.name).toBeNull()
  expect((await one.put('/api/profile/family', { name: 'Meera', ...nobody })).body.data).toEqual({
    name: 'Meera',
    ...nobody,
  })
  // The old address is told of the change, and of that one only.
  const { rows } = await sql`select recipient, template from outbox where template = 'email-changed'`.execute(app.db)
  expect(rows).toEqual([{ recipient: 'meera@example.com', template: 'email-changed' }])
})

test('has no profile fields for a mentor besides the application', async () => {
  const one = await asMentor()
  expect((await one.get('/api/profile')).body.data.family).toBeNull()
  expect((await one.put('/api/profile/family', { name: 'Meera', ...nobody })).status).toBe(403)
})

test('shows house and street only to the mentor of a paid class at home', async () => {
  const one = await family()
  const profile = { address: '12, MG Road', area: 'Palasia', city: 'Indore' }
  await one.put('/api/profile/family', { name: 'Meera', ...nobody, ...profile })
  const comes = await makeMentor(app.db, { prices: { homeTuition: 4500, myPlace: 3000 } })
  const visitor = await app.login(comes.phone, 'mentor')
  const there = await app.paidBooking(one, comes.id, { amount: 3000, plan: 'monthly', mode: 'myPlace' })
  // The profile's address applies until a learner has one.
  const home = await app.paidBooking(one, comes.id, { amount: 99, plan: 'demo', address: undefined })
  const addressOf = async (who: LoggedIn, id: string) => {
    const { data } = (await who.get(`/api/class-bookings/mentor/${comes.id}`)).body
    return data.find((booking: { _id: string }) => booking._id === id).address
  }
  expect(await addressOf(visitor, home)).toEqual({ house: '12, MG Road', area: 'Palasia', city: 'Indore' })
  expect(await addressOf(visitor, there)).toBeNull()
  await completeBooking(app.db, home)
  expect(await addressOf(visitor, home)).toBeNull()
})

test('stores the language of messages', async () => {
  const one = await family()
  const { language } = (await one.get('/api/profile')).body.data
  const other = language === 'hi' ? 'en' : 'hi'
  expect((await one.put('/api/profile/language', { language: other })).status).toBe(200)
  expect((await one.get('/api/profile')).body.data.language).toBe(other)
})

test('offers only the messages of each role and keeps preferences that are not named', async () => {
  const phone = (await makeMentor(app.db)).phone
  const one = await app.login(phone, 'mentor')
  const messages = async () => (await one.get('/api/profile')).body.data.messages
  const named = async (on: boolean) =>
    (await messages()).flatMap((row: { kind: string; channel: string; on: boolean }) =>
      row.on === on ? [`${row.kind} ${row.channel}`] : [],
    )
  const all = (side: 'family' | 'mentor') =>
    messageKinds.flatMap((kind) => channelsOf(side, kind).map((channel) => `${kind} ${channel}`))
  expect(await named(true)).toEqual(all('mentor'))
  const off = { kind: 'profile', channel: 'email', on: false }
  for (const _ of [1, 2]) expect((await one.put('/api/profile/messages', { messages: [off] })).status).toBe(200)
  await one.put('/api/profile/messages', { messages: [{ kind: 'classes', channel: 'sms', on: false }] })
  expect(await named(false)).toEqual(['classes sms', 'profile email'])
  await one.put('/api/profile/messages', { messages: [{ ...off, on: true }] })
  expect(await named(false)).toEqual(['classes sms'])
  // The same phone as a family shares its preferences.
  await one.post('/api/session/switch', { userType: 'student' })
  expect(await named(false)).toEqual(['classes sms'])
  expect(await named(true)).toEqual(all('family').filter((one) => one !== 'classes sms'))
  expect(all('family')).not.toContain('profile sms')
})

test('accepts concurrent changes of preferences', async () => {
  const phone = newPhone()
  const one = await app.login(phone, 'student')
  const other = await again(phone)
  const all = ['classes', 'bookings', 'payments', 'support'].map((kind) => ({ kind, channel: 'sms', on: false }))
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? one : other).put('/api/profile/messages', {
        messages: (i % 3 ? all : all.toReversed()).map((choice) => ({ ...choice, on: i % 2 === 0 })),
      }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
})

/** The same phone on another device. */
async function again(phone: string) {
  await sql`delete from otp_challenge where phone = ${phone}`.execute(app.db)
  return await app.login(phone, 'student')
}

test('lists devices with this one first, logs one out and then all others', async () => {
  const phone = newPhone()
  const one = await app.login(phone, 'student')
  const second = await again(phone)
  const third = await again(phone)
  const stranger = await family()
  const list = async () => (await one.get('/api/profile/devices')).body.data
  const devices = await list()
  expect(devices.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false])
  const [mine, ...others] = devices
  const [strangers] = (await stranger.get('/api/profile/devices')).body.data
  expect((await one.call('DELETE', `/api/profile/devices/${strangers._id}`)).status).toBe(404)
  expect((await stranger.get('/api/session')).body.data).not.toBeNull()

  // Idempotent.
  for (const _ of [1, 2]) expect((await one.call('DELETE', `/api/profile/devices/${others[0]._id}`)).status).toBe(200)
  expect(await list()).toHaveLength(2)
  const alive = async () =>
    (await Promise.all([second, third].map((who) => who.get('/api/session')))).map(({ body }) => body.data !== null)
  expect((await alive()).filter(Boolean)).toHaveLength(1)
  expect((await one.call('DELETE', '/api/profile/devices')).body.data).toEqual({ ended: 1 })
  expect((await one.call('DELETE', '/api/profile/devices')).body.data).toEqual({ ended: 0 })
  expect(await alive()).toEqual([false, false])
  expect((await list()).map(({ _id }: { _id: string }) => _id)).toEqual([mine._id])
})

test('updates the last use of a device every 15 minutes', async () => {
  const one = await family()
  const set = (minutes: number) =>
    sql`update session set seen_at = now() - make_interval(mins => ${minutes}) where account_id = (select id from account where phone = ${one.phone})`.execute(
      app.db,
    )
  const minutesAgo = async () => {
    const [{ seenAt }] = (await one.get('/api/profile/devices')).body.data
    return Math.round((Date.now() - Date.parse(seenAt)) / 60_000)
  }
  await set(10)
  expect(await minutesAgo()).toBe(10)
  await set(20)
  await Promise.all(Array.from({ length: 8 }, () => one.get('/api/session')))
  expect(await minutesAgo()).toBe(0)
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 12) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  ['lightMyRequest', null, null],
  ['', null, null],
])('parses the device from %s', (userAgent, browser, system) => {
  expect(parseDevice(userAgent)).toEqual({ browser, system })
})

test('adds a learner once, updates, archives and restores it', async () => {
  const one = await family()
  const key = { headers: { 'idempotency-key': 'add-aarav-once' } }
  const added = await one.post(learners, child, key)
  const repeated = await one.post(learners, child, key)
  expect(repeated.body).toEqual(added.body)
  const id = added.body.data._id
  expect(added.body.data).toEqual({ _id: id, ...child, isAdult: false, address: null })
  // Name and class identify a learner, ignoring case and spaces.
  expect((await one.post(learners, { ...child, name: ' aarav ', school: null })).body.data._id).toBe(id)

  const better = { name: 'Aarav Sharma', grade: '9', school: null, board: null }
  expect((await one.put(`${learners}/${id}`, better)).body.data).toEqual({
    _id: id,
    ...better,
    isAdult: false,
    address: null,
  })
  const list = async () => (await one.get(learners)).body
  expect(await list()).toEqual({ data: [{ _id: id, ...better, isAdult: false, address: null }], archived: [] })

  for (const _ of [1, 2]) expect((await one.put(`${learners}/${id}/archived`, { archived: true })).status).toBe(200)
  expect(await list()).toEqual({ data: [], archived: [{ _id: id, ...better, isAdult: false, address: null }] })
  expect((await one.put(`${learners}/${id}/archived`, { archived: false })).status).toBe(200)
  expect((await list()).data).toHaveLength(1)
})

test("answers 404 for another family's learner", async () => {
  const { _id } = (await (await family()).post(learners, child)).body.data
  const other = await family()
  expect((await other.put(`${learners}/${_id}`, child)).status).toBe(404)
  expect((await other.put(`${learners}/${_id}/archived`, { archived: true })).status).toBe(404)
  expect((await other.put(`${learners}/${_id}/archived`, { archived: false })).status).toBe(404)
  expect((await other.get(learners)).body.data).toEqual([])
})

test('refuses to archive a learner with an active booking; a new booking unarchives one', async () => {
  const one = await family()
  const { _id } = (await one.post(learners, child)).body.data
  const away = () => one.put(`${learners}/${_id}/archived`, { archived: true })
  expect((await away()).status).toBe(200)
  const booking = await app.paidBooking(one, mentor.id, { amount: 99, plan: 'demo', learnerId: _id })
  expect((await one.get(learners)).body.data.map((row: { _id: string }) => row._id)).toEqual([_id])
  expect((await away()).body.code).toBe('learner-has-classes')
  await completeBooking(app.db, booking)
  expect((await away()).status).toBe(200)

  // Archived while a payment is pending: the booking unarchives the learner.
  const card = { amount: 4401, plan: 'monthly', mentorId: mentor.id, learnerId: _id }
  const order = (await one.post('/api/payment/create-order', card)).body
  expect((await away()).status).toBe(200)
  await app.pay(order, 'success')
  expect((await one.get(`/api/payment/order/${order.order_id}`)).body.data.booking).not.toBeNull()
  expect((await one.get(learners)).body.data.map((row: { _id: string }) => row._id)).toEqual([_id])
  expect((await away()).body.code).toBe('learner-has-classes')
})

test('enforces the learner limit under concurrent requests', { tags: ['full'] }, async () => {
  const one = await family()
  const replies = await Promise.all(
    Array.from({ length: maxLearners + 3 }, (_, i) => one.post(learners, { ...child, name: `Child ${i}` })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(maxLearners)
  expect(replies.filter(({ body }) => body.code === 'learner-limit')).toHaveLength(3)
  const { data } = (await one.get(learners)).body
  await one.put(`${learners}/${data[0]._id}/archived`, { archived: true })
  await one.post(learners, { ...child, name: 'Another' })
  expect((await one.put(`${learners}/${data[0]._id}/archived`, { archived: false })).body.code).toBe('learner-limit')
})

test.each([
  ['PUT', '/api/profile/family', { name: ' ', ...nobody }, 'name'],
  ['PUT', '/api/profile/family', { name: 'x'.repeat(81), ...nobody }, 'name'],
  ['PUT', '/api/profile/family', { name: 'Meera\nSharma', ...nobody }, 'name'],
  ['PUT', '/api/profile/family', { name: 'Meera', ...nobody, email: 'meera@' }, 'email'],
  ['PUT', '/api/profile/family', { name: 'Meera', ...nobody, address: '' }, 'address'],
  ['PUT', '/api/profile/language', { language: 'fr' }, 'language'],
  ['PUT', '/api/profile/messages', { messages: [{ kind: 'safety', channel: 'sms', on: false }] }, 'messages.0.kind'],
  [
    'PUT',
    '/api/profile/messages',
    { messages: [{ kind: 'classes', channel: 'post', on: false }] },
    'messages.0.channel',
  ],
  ['POST', learners, { ...child, name: '' }, 'name'],
  ['POST', learners, { ...child, grade: '13' }, 'grade'],
  ['POST', learners, { ...child, grade: 'constructor' }, 'grade'],
  ['POST', learners, { ...child, board: 'A board' }, 'board'],
  ['POST', learners, { ...child, school: 'x'.repeat(121) }, 'school'],
] as const)('%s %s of %j is refused', async (method, path, body, field) => {
  const reply = await (await family()).call(method, path, body)
  expect([reply.status, reply.body.details?.fields?.[0]?.field]).toEqual([400, field])
})
