import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let support: LoggedIn
let operations: LoggedIn
let family: LoggedIn
let mentor: { id: string; phone: string }
let caller: string
beforeAll(async () => {
  app = await testApp()
  support = await app.admin({ role: 'support' })
  operations = await app.admin({ role: 'operations' })
  family = await app.login(newPhone(), 'student')
  await family.put('/api/profile/family', { name: 'Meera Rao', email: null, address: null, area: null, city: null })
  mentor = await makeMentor(app.db)
  await app.paidBooking(family, mentor.id)
  caller = newPhone()
  await app.browser().post('/api/mentor-call', { name: 'Ritu', phone: caller, mentorId: mentor.id })
  await sql`insert into outbox (account_id, channel, recipient, template, language, text, once_key, given_up_at)
    select id, 'email', 'a@example.com', 'case-opened', 'en', '', phone, now() from account where phone = ${family.phone}`.execute(
    app.db,
  )
})
afterAll(() => app.stop())

const lists = () => [
  '/api/admin/families',
  '/api/admin/mentors?status=all',
  '/api/admin/bookings',
  '/api/mentor-call',
  '/api/admin/messages',
  `/api/admin/search?q=${family.phone}`,
  `/api/admin/search?q=${mentor.phone}`,
]

test('lists show support only the end of a phone number', async () => {
  const seen = async (who: LoggedIn) => {
    const replies = await Promise.all(lists().map((url) => who.get(url)))
    for (const [at, { status, body }] of replies.entries())
      expect(status, `${lists()[at]} ${JSON.stringify(body)}`).toBe(200)
    return replies.map(({ body }) => JSON.stringify(body))
  }
  const message = (await operations.get('/api/admin/messages')).body.data[0]
  expect(message.person).toMatchObject({ name: 'Meera Rao', phone: family.phone })
  expect((await operations.get(`/api/admin/accounts/${message.person.accountId}`)).status).toBe(200)
  const masked = await seen(support)
  const whole = await seen(operations)
  for (const phone of [family.phone, mentor.phone, caller]) {
    expect(masked.join('\n')).not.toContain(phone)
    expect(masked.join('\n')).toContain(`…${phone.slice(-4)}`)
    expect(whole.join('\n')).toContain(phone)
  }
})

test('support sees the numbers of a call request it has taken over, and its history says so', async () => {
  const [call] = (await support.get('/api/mentor-call')).body
  const taken = await support.put(`/api/mentor-call/${call._id}`, { version: call.version, ownerId: 'me' })
  expect(taken.body.data).toMatchObject({ phone: caller, mentor: { phone: mentor.phone } })
  expect((await support.get('/api/mentor-call')).body[0]).toMatchObject({ phone: caller })
  const other = await app.admin({ role: 'support' })
  expect((await other.get('/api/mentor-call')).body[0].phone).toBe(`…${caller.slice(-4)}`)
  const logged = await app.db.selectFrom('audit').select('action').where('subject_id', '=', call._id).execute()
  expect(logged).toEqual([{ action: 'call.handle' }])
})
