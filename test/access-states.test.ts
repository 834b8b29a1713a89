import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseDue } from '#server/privacy/privacy.ts'
import { calls } from './access-calls.ts'
import { makePaidBooking } from './bought.ts'
import { makeAdmin, makeMentor, newPhone } from './builders.ts'
import { endpoints, nameOf } from './endpoints.ts'
import { attendanceOf, inDays, type LoggedIn, type Reply, scheduleOf, type TestApp, testApp } from './test-app.ts'
import { makeWorld, type World } from './world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await testApp()
  world = await makeWorld(app)
})
afterAll(() => app.stop())

const accountOf = (who: LoggedIn) => sql`(select id from account where phone = ${who.phone})`
const ofSession = (who: LoggedIn) => sql`account_id = ${accountOf(who)}`

/** Ways a session ends while its page is open, with the caller whose rows the calls are about. */
const ended: [string, 'family' | 'mentor' | 'admin', (who: LoggedIn) => Promise<unknown>][] = [
  [
    'a family that is suspended',
    'family',
    (who) => sql`update account set suspended_at = now() where id = ${accountOf(who)}`.execute(app.db),
  ],
  [
    'a family that logged out on another device',
    'family',
    (who) => sql`update session set revoked_at = now() where ${ofSession(who)}`.execute(app.db),
  ],
  [
    'a mentor whose session was idle for eight days',
    'mentor',
    (who) => sql`update session set seen_at = now() - interval '8 days' where ${ofSession(who)}`.execute(app.db),
  ],
  [
    'a mentor whose session is older than its lifetime',
    'mentor',
    (who) => sql`update session set expires_at = now() - interval '1 minute' where ${ofSession(who)}`.execute(app.db),
  ],
  [
    'a mentor that was erased',
    'mentor',
    async (who) => {
      await sql`insert into erasure (account_id, due_at) values (${accountOf(who)}, now())`.execute(app.db)
      await eraseDue(app.context)
    },
  ],
  [
    'an admin that was idle for thirteen hours',
    'admin',
    (who) => sql`update session set seen_at = now() - interval '13 hours' where ${ofSession(who)}`.execute(app.db),
  ],
  [
    'an admin that was removed',
    'admin',
    (who) => sql`update admin_user set removed_at = now() where ${ofSession(who)}`.execute(app.db),
  ],
]

/** Rows of every table, to see that a refusal wrote nothing. Sessions, limits and counts of provider calls change with any request. */
async function rowCounts(): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('security_hour', 'provider_hour', 'rate_limit')`.execute(app.db)
  const counts = new Map<string, number>()
  for (const { name } of rows) {
    const found = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(app.db)
    counts.set(name, found.rows[0]?.count ?? 0)
  }
  return counts
}

describe.each(ended)('%s', (_, kind, end) => {
  test('is a visitor to every endpoint, and changes nothing', async () => {
    const mine = {
      family: async () => await app.login(newPhone(), 'student'),
      mentor: async () => await app.login((await makeMentor(app.db)).phone, 'mentor'),
      admin: async () => await app.login((await makeAdmin(app.db)).phone, 'admin'),
    }
    const who = await mine[kind]()
    await end(who)
    const before = await rowCounts()
    const wrong: string[] = []
    for (const [number, { method, url, config }] of endpoints.entries()) {
      // Visitors may call these, and some of them count or write for anybody.
      if (config.access.visitor !== 'no') continue
      const call = calls[`${method} ${url}`]?.(world, kind)
      if (!call) throw new Error(`no call to ${method} ${url}`)
      const ip = `10.20.${Math.floor(number / 200)}.${number % 200}`
      const { status, body } = await who.call(method, call.path, call.body, { headers: call.headers ?? {}, ip })
      if (status !== 401 || (body.error ?? body).code !== 'login-required') wrong.push(`${method} ${url}: ${status}`)
    }
    expect(wrong).toEqual([])
    expect(await rowCounts()).toEqual(before)
  })
})

test('an owner made support loses every other right at once, in the same session', async () => {
  const who = await app.login((await makeAdmin(app.db)).phone, 'admin')
  await sql`update admin_user set role = 'support' where ${ofSession(who)}`.execute(app.db)
  const before = await rowCounts()
  const wrong: string[] = []
  for (const [number, { method, url, config }] of endpoints.entries()) {
    if (config.access.admin === 'no' || (config.role ?? 'support') === 'support') continue
    const call = calls[`${method} ${url}`]?.(world, 'admin')
    const ip = `10.21.${Math.floor(number / 200)}.${number % 200}`
    const { status, body } = await who.call(method, call?.path ?? url, call?.body, { headers: call?.headers ?? {}, ip })
    if (status !== 403 || body.code !== 'not-allowed') wrong.push(`${method} ${url}: ${status}`)
  }
  expect(wrong).toEqual([])
  expect(await rowCounts()).toEqual(before)
})

test('a session switched to the mentor side is no family any more, and back', async () => {
  const { phone } = await makeMentor(app.db)
  const who = await app.login(phone, 'student')
  const family = '/api/users/learners'
  const mentor = '/api/mentor/reliability'
  const statuses = async () => [(await who.get(family)).status, (await who.get(mentor)).status]
  expect(await statuses()).toEqual([200, 403])
  await who.post('/api/session/switch', { userType: 'mentor' })
  expect(await statuses()).toEqual([403, 200])
  await who.post('/api/session/switch', { userType: 'student' })
  expect(await statuses()).toEqual([200, 403])
})

/** States of a mentor that families must not find, by hand from what we promise. Only tests may skip moves of its life. */
const setStatus = (id: string, status: string) =>
  sql`with moved as (select set_config('session_replication_role', 'replica', true))
    update mentor set status = ${status} from moved where id = ${id}`.execute(app.db)
const hidden: [string, (id: string) => Promise<unknown>][] = [
  ['a draft', (id) => setStatus(id, 'draft')],
  ['rejected', (id) => setStatus(id, 'rejected')],
  ['suspended', (id) => setStatus(id, 'suspended')],
  [
    'not shown by its own choice',
    (id) => sql`update mentor set show_on_website = false where id = ${id}`.execute(app.db),
  ],
]
describe.each(hidden)('a mentor that is %s', (_, hide) => {
  test('is on no public page and cannot be asked, booked or written to', async () => {
    const mentor = await makeMentor(app.db)
    const family = await app.login(newPhone(), 'student')
    await hide(mentor.id)
    const statuses = {
      profile: (await family.get(`/api/mentor/${mentor.id}`)).status,
      times: (await family.get(`/api/mentor/${mentor.id}/free-times`)).status,
      call: (await family.post('/api/mentor-call', { mentorId: mentor.id })).status,
      chat: (await family.post('/api/chat/messages', { receiver: mentor.id, message: 'Namaste' })).status,
    }
    for (const [what, status] of Object.entries(statuses))
      expect([what, status >= 400 && status < 500]).toEqual([what, true])
    const { rows } = await sql`select 1 from call_request where mentor_id = ${mentor.id}
      union all select 1 from conversation where mentor_id = ${mentor.id}`.execute(app.db)
    expect(rows).toEqual([])
  })
})

const at = (lesson: string, rest: string) => `/api/class-bookings/lessons/${lesson}/${rest}`
/** Writes that a suspended mentor may still make, by hand from decision 29: about itself, about classes that were held before, and to cancel. */
const leftToSuspended = [
  ...['PUT /api/chat/conversations/:id/blocked', 'POST /api/chat/conversations/:id/report', 'POST /api/chat/history'],
  ...['POST /api/class-records/:id/code', 'PUT /api/class-records/:id/note'],
  ...['POST /api/class-bookings/lessons/:id/no-show/answer', 'POST /api/class-bookings/lessons/:id/cancel'],
  ...['POST /api/class-bookings/lessons/:id/skip', 'POST /api/class-bookings/lessons/:id/concern'],
  ...['PUT /api/mentor/availability', 'PUT /api/mentor/availability/days/:date'],
  ...['POST /api/mentor/leave', 'DELETE /api/mentor/leave/:id'],
  ...['POST /api/calendar/feed', 'DELETE /api/calendar/feed'],
  ...['POST /api/mentor', 'PUT /api/mentor/:id', 'PUT /api/mentor/application/:section', 'POST /api/mentor/e-kyc'],
  ...['PUT /api/mentor/tax', 'PUT /api/mentor/payout-account', 'POST /api/mentor-links/:token/open'],
  ...['POST /api/news/read', 'POST /api/news/:id/read', 'POST /api/message-off/:token'],
  ...['POST /api/users/login-check', 'POST /api/mentor/login-check', 'POST /api/otp/send-otp'],
  ...['POST /api/otp/verify-otp', 'POST /api/session/logout', 'POST /api/session/switch'],
  ...['POST /api/passkeys/login', 'POST /api/passkeys/login-options', 'POST /api/profile/passkeys'],
  ...['POST /api/profile/passkeys/options', 'DELETE /api/profile/passkeys/:id', 'POST /api/profile/phone-change'],
  ...['POST /api/profile/consents', 'DELETE /api/profile/consents/:kind', 'PUT /api/profile/language'],
  ...['PUT /api/profile/messages', 'DELETE /api/profile/devices/:id', 'DELETE /api/profile/devices'],
  ...['POST /api/profile/privacy/copies', 'POST /api/profile/privacy/erasure', 'DELETE /api/profile/privacy/erasure'],
  ...['PUT /api/profile/privacy/nominee', 'DELETE /api/profile/privacy/nominee'],
  ...['POST /api/media/:kind/upload', 'POST /api/support-tickets', 'POST /api/payment/webhook'],
  ...['POST /api/class-bookings/:id/demo-outcome', 'POST /api/class-bookings/:id/review'],
  ...['POST /api/reviews/:id/reply', 'POST /api/reviews/:id/report'],
]

test('a suspended mentor writes to nobody and plans and marks nothing, and every other write is known', async () => {
  const { mentor, family, booking } = await makePaidBooking(app)
  const date = await app.lessonYesterday(mentor, booking)
  const planned = await app.login(newPhone(), 'student')
  const plannedBooking = await app.paidBooking(planned, mentor.id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], minutes: 100, time: '17:00', from: inDays(2) }
  expect((await mentor.put(`/api/class-bookings/${plannedBooking}/timetable`, rule)).status).toBe(200)
  const lessonsOf = async (who: LoggedIn) =>
    (await who.get(`/api/class-bookings/student/${who.id}`)).body.data[0].lessons as {
      _id: string
      startsAt: string
      proposal: { _id: string } | null
    }[]
  const [next] = await lessonsOf(planned)
  await planned.post(at(next?._id ?? '', 'proposal'), { date: inDays(40), time: '06:00' })
  const proposal = (await lessonsOf(planned))[0]?.proposal?._id
  const waiting = await app.paidBooking(await app.login(newPhone(), 'student'), mentor.id)
  await sql`update booking set picked_state = 'requested', picked_at = now() + interval '3 days', confirm_by = now() + interval '12 hours'
    where id = ${waiting}`.execute(app.db)
  await family.post('/api/chat/messages', { receiver: mentor.id, message: 'Namaste' })
  const decide = async (decision: 'suspend' | 'restore') => {
    const { rows } = await sql<{ version: number }>`select version from mentor where id = ${mentor.id}`.execute(app.db)
    const body = { decision, reason: 'We look into it', version: rows[0]?.version }
    return await world.admin.post(`/api/admin/mentors/${mentor.id}/decision`, body)
  }
  expect((await decide('suspend')).status).toBe(200)
  // The class of yesterday fell into it.
  await sql`update mentor_event set at = now() - interval '3 days' where mentor_id = ${mentor.id}`.execute(app.db)
  const [fallen] = await lessonsOf(family)
  const absence = { startsAt: fallen?.startsAt, fee: 0, credit: 0 }
  const day = { date: inDays(50), time: '06:00' }
  const mark = () => mentor.post('/api/class-records', attendanceOf(booking, date, '10:00', '11:00'))
  const reportAbsence = () => mentor.post(at(fallen?._id ?? '', 'no-show'), absence)
  const refused: Record<string, () => Promise<Reply>> = {
    'POST /api/class-records': mark,
    'POST /api/class-bookings/lessons/:id/no-show': reportAbsence,
    'PUT /api/class-bookings/booking/:id': () =>
      mentor.put(`/api/class-bookings/booking/${plannedBooking}`, scheduleOf(day)),
    'PUT /api/class-bookings/booking/:id/time/answer': () =>
      mentor.put(`/api/class-bookings/booking/${waiting}/time/answer`, { confirm: true }),
    'POST /api/class-bookings/:id/lessons': () =>
      mentor.post(`/api/class-bookings/${plannedBooking}/lessons`, { ...day, minutes: 60 }),
    'PUT /api/class-bookings/lessons/:id/time': () => mentor.put(at(next?._id ?? '', 'time'), day),
    'POST /api/class-bookings/lessons/:id/proposal': () => mentor.post(at(next?._id ?? '', 'proposal'), day),
    'POST /api/class-bookings/proposals/:id/answer': () =>
      mentor.post(`/api/class-bookings/proposals/${proposal}/answer`, { answer: 'accept' }),
    'POST /api/class-bookings/:id/timetable/preview': () =>
      mentor.post(`/api/class-bookings/${plannedBooking}/timetable/preview`, { ...rule, time: '06:00' }),
    'PUT /api/class-bookings/:id/timetable': () =>
      mentor.put(`/api/class-bookings/${plannedBooking}/timetable`, { ...rule, time: '06:00' }),
    'POST /api/chat/messages': () => mentor.post('/api/chat/messages', { receiver: family.id, message: 'Namaste' }),
  }
  const writes = endpoints.filter(({ method, config }) => method !== 'GET' && config.access.mentor !== 'no')
  expect(writes.map(nameOf).sort()).toEqual([...Object.keys(refused), ...leftToSuspended].sort())
  const before = await rowCounts()
  for (const [name, call] of Object.entries(refused)) {
    const { status, body } = await call()
    expect([name, status, body.code]).toEqual([name, 409, name.includes('chat') ? 'chat-ended' : 'mentor-paused'])
  }
  expect(await rowCounts()).toEqual(before)
  // Restored, and the class is not skipped yet.
  expect((await decide('restore')).status).toBe(200)
  for (const call of [mark, reportAbsence]) expect((await call()).body.code).toBe('mentor-paused')
  // As if it had begun after the suspension.
  await sql`update mentor_event set at = now() - interval '2 days' where mentor_id = ${mentor.id} and kind = 'restored'`.execute(
    app.db,
  )
  expect((await mark()).status).toBe(200)
})

test.each(['draft', 'rejected', 'suspended'])('a mentor that is %s writes to no family', async (state) => {
  const { mentor, family } = await makePaidBooking(app)
  await family.post('/api/chat/messages', { receiver: mentor.id, message: 'Namaste' })
  await setStatus(mentor.id, state)
  const sent = await mentor.post('/api/chat/messages', { receiver: family.id, message: 'Call me' })
  expect([sent.status, sent.body.code]).toEqual([409, 'chat-ended'])
})
