import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditKeys } from '#contract/admin/audit-details.ts'
import { builtIn, type Place } from '#server/reference/places/places.ts'
import { readyApplication } from './application.ts'
import { withLines } from './batch-lines.ts'
import { breach, makeMentor, newPhone } from './builders.ts'
import { passedCheck } from './check-found.ts'
import { adminChanges, nameOf } from './endpoints.ts'
import { monthWithClass } from './marked-classes.ts'
import { stuckTransfer } from './stuck-transfer.ts'
import { inDays, type LoggedIn, type Reply, scheduleOf, type TestApp, testApp, tomorrow } from './test-app.ts'
import { makeWorld, type World } from './world.ts'

let app: TestApp
let world: World
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  world = await makeWorld(app)
  admin = world.admin
})
afterAll(() => app.stop())

const remove = (path: string) => admin.call('DELETE', path)
const accountOf = async (phone: string) =>
  (await sql<{ id: string }>`select id from account where phone = ${phone}`.execute(app.db)).rows[0]?.id ?? ''
const onAccount = (end: string) => async () =>
  admin.post(`/api/admin/accounts/${await accountOf(world.otherFamily.phone)}/${end}`, { reason: 'They asked' })
const mentorAt = (end: string) => `/api/admin/mentors/${world.mentor.id}${end}`
const versionOf = async () => (await admin.get(mentorAt(''))).body.data.version

/** A new family and a new mentor, with a monthly booking that has one marked class. */
async function month() {
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  return { family, mentor, ...(await monthWithClass(app, family, mentor)) }
}
const rule = { weekdays: [1, 3, 5], time: '06:00', minutes: 60, from: inDays(2) }

/** The first class of a booking after a given time. */
async function lessonOf(booking: string, after = new Date(0)): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from lesson where booking_id = ${booking} and starts_at > ${after} order by starts_at limit 1`.execute(
    app.db,
  )
  return rows[0]?.id ?? ''
}

/** The first upcoming class of a monthly booking with a timetable. */
async function planned(): Promise<string> {
  const { booking, mentor } = await month()
  await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)
  return lessonOf(booking, new Date())
}

/** Set by the change that marks a batch paid, for the changes that need a paid batch. */
let paidBatch = ''
/** A batch with what the first mentor is owed, and its payout. */
async function batch(): Promise<{ id: string; payout: string; total: number }> {
  const { body } = await withLines(admin, admin.post('/api/admin/payouts', { until: inDays(0) }))
  const [line] = body.data.lines
  return { id: body.data._id, payout: line._id, total: body.data.amount }
}

/** A paid monthly booking whose first class was never scheduled. */
async function overdue(): Promise<{ family: LoggedIn; order: string }> {
  const family = await app.login(newPhone(), 'student')
  const booking = await app.paidBooking(family, (await makeMentor(app.db)).id, { amount: 4500, plan: 'monthly' })
  const { rows } = await sql<{ order: string }>`
    update booking set schedule_by = now() - interval '1 hour' where id = ${booking} returning order_id as order`.execute(
    app.db,
  )
  return { family, order: rows[0]?.order ?? '' }
}

async function refund(): Promise<string> {
  const { family, order } = await overdue()
  const reply = await family.post('/api/payment/refunds', { order })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data._id
}

const robotics = { en: 'Robotics', hi: 'रोबोटिक्स', place: 5, isShown: true }
const previewRanking = (adminRanking: number) =>
  admin.post('/api/admin/listing-changes', { of: { mentors: [world.mentor.id] }, set: { adminRanking } })

async function applicant(): Promise<string> {
  const mentor = await app.login(newPhone(), 'mentor')
  return (await mentor.post('/api/mentor', await readyApplication(app.db, mentor.phone))).body.data._id
}

async function difference(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with made as (insert into gateway_check (gateway, from_day, until_day, status, started_at, ended_at) values ('sandbox', current_date, current_date, 'done', now(), now()) returning id)
    insert into gateway_discrepancy (gateway, kind, subject, about_at, last_check)
      select 'sandbox', 'payment_missing', gen_random_uuid(), now(), id from made returning id`.execute(app.db)
  return rows[0]?.id ?? ''
}

async function unsent(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into outbox (channel, recipient, template, language, text, data, once_key, given_up_at, trouble)
    values ('sms', ${newPhone()}, 'case-opened', 'en', 'x', '{}', ${randomUUID()}, now(), 'no answer') returning id`.execute(
    app.db,
  )
  return rows[0]?.id ?? ''
}

async function disputed(): Promise<string> {
  const { family, lesson } = await month()
  const reply = await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const { rows } = await sql<{ id: string }>`select id from dispute where lesson_id = ${lesson}`.execute(app.db)
  return rows[0]?.id ?? ''
}

const placeCalled = (name: string) => builtIn.find((place) => place.name === name) as Place // safe: every name used below exists
const placeFacts = (city: string, name: string) => {
  const { _id: parent, lat, lon } = placeCalled(city)
  const nameHi = `इलाका ${name}`
  return { kind: 'area', name, nameHi, aliases: [], parent, lat, lon, status: 'shown' }
}
const placeIn = (city: string, name: string) => admin.post('/api/admin/places', placeFacts(city, name))
const placeId = async (city: string, name: string): Promise<string> => (await placeIn(city, name)).body.data._id

const breachId = async (): Promise<string> =>
  (await admin.post('/api/admin/breaches', { ...breach, phones: [world.otherFamily.phone] })).body.data._id

/** One valid change for each endpoint. */
const changes: Record<string, () => Promise<Reply>> = {
  'POST /api/admin/breaches': () => admin.post('/api/admin/breaches', { ...breach, phones: [world.otherFamily.phone] }),
  'POST /api/admin/breaches/:id/messages': async () =>
    admin.post(`/api/admin/breaches/${await breachId()}/messages`, undefined),
  'POST /api/admin/breaches/:id/told': async () =>
    admin.post(`/api/admin/breaches/${await breachId()}/told`, { authority: 'board' }),
  'PUT /api/mentor/:id': () => admin.put(`/api/mentor/${world.mentor.id}`, { showOnWebsite: false }),
  'PUT /api/mentor-call/:id': () => admin.put(`/api/mentor-call/${world.callId}`, { mentorPhone: '9811100044' }),
  'PUT /api/class-bookings/booking/:id': () =>
    admin.put(`/api/class-bookings/booking/${world.pendingBookingId}`, scheduleOf({ date: inDays(2), time: '10:00' })),
  'PUT /api/class-bookings/:id/timetable': async () =>
    admin.put(`/api/class-bookings/${(await month()).booking}/timetable`, rule),
  'POST /api/class-bookings/:id/lessons': async () =>
    admin.post(`/api/class-bookings/${(await month()).booking}/lessons`, {
      date: inDays(9),
      time: '07:30',
      minutes: 60,
    }),
  'PUT /api/admin/classes/:id/time': async () =>
    admin.put(`/api/admin/classes/${await planned()}/time`, {
      date: inDays(8),
      time: '08:30',
      reason: 'She asked',
      atAnyHour: true,
    }),
  'POST /api/class-bookings/lessons/:id/skip': async () =>
    admin.post(`/api/class-bookings/lessons/${await planned()}/skip`, { cause: 'mentor', reason: 'She asked' }),
  'PUT /api/admin/classes/:id/attendance': async () => {
    const family = await app.login(newPhone(), 'student')
    const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
    const booking = await app.paidBooking(family, mentor.id)
    await app.lessonYesterday(mentor, booking)
    const path = `/api/admin/classes/${await lessonOf(booking)}/attendance`
    return admin.put(path, { held: true, timeIn: '10:00', timeOut: '11:00', topic: 'Lines', reason: 'She asked' })
  },
  'PUT /api/admin/bookings/:id/cancellation': async () => {
    const family = await app.login(newPhone(), 'student')
    const booking = await app.paidBooking(family, (await makeMentor(app.db)).id, { amount: 4500, plan: 'monthly' })
    const input = { id: randomUUID(), refund: 'rule', left: 4500, reason: 'She asked' }
    return admin.put(`/api/admin/bookings/${booking}/cancellation`, input)
  },
  'PUT /api/admin/cases/:id/police': async () => {
    const ticket = { name: 'Asha', phone: newPhone(), topic: 'safety', message: 'He hit a child of our street' }
    const { number } = (await app.browser().post('/api/support-tickets', ticket)).body.data
    const { rows } = await sql<{ id: string }>`select id from support_case where number = ${number}`.execute(app.db)
    return await admin.put(`/api/admin/cases/${rows[0]?.id}/police`, {
      outcome: 'not-needed',
      reason: 'No child was involved',
    })
  },
  'POST /api/admin/cases/:id/steps': () =>
    admin.post(`/api/admin/cases/${world.chatCaseId}/steps`, {
      step: 'note',
      text: 'Called, no answer',
      version: 1,
    }),
  'POST /api/admin/jobs/:job/:id/again': async () => {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, state, completed_on) values ('media.sweep', 'failed', now()) returning id`.execute(
      app.db,
    )
    return await admin.post(`/api/admin/jobs/media.sweep/${rows[0]?.id}/again`, undefined)
  },
  'POST /api/admin/messages/:id/again': async () =>
    admin.post(`/api/admin/messages/${await unsent()}/again`, undefined),
  'POST /api/admin/accounts/:id/log-out': onAccount('log-out'),
  'POST /api/admin/accounts/:id/suspend': onAccount('suspend'),
  'POST /api/admin/accounts/:id/restore': onAccount('restore'),
  'PUT /api/admin/accounts/:id/phone': async () =>
    admin.put(`/api/admin/accounts/${await accountOf(world.otherFamily.phone)}/phone`, {
      phone: newPhone(),
      reason: 'A new number',
    }),
  'POST /api/admin/accounts/:id/phone/approval': async () => {
    const id = await accountOf(world.otherFamily.phone)
    const { rows } = await sql<{ phone: string }>`select phone from phone_change where account_id = ${id}`.execute(
      app.db,
    )
    const second = await app.admin()
    return second.post(`/api/admin/accounts/${id}/phone/approval`, { phone: rows[0]?.phone, reason: 'I called her' })
  },
  'DELETE /api/admin/accounts/:id/phone': async () =>
    remove(`/api/admin/accounts/${await accountOf(world.otherFamily.phone)}/phone`),
  'PUT /api/admin/admins': () =>
    admin.put('/api/admin/admins', { phone: world.otherFamily.phone, name: 'Asha', role: 'support' }),
  'DELETE /api/admin/admins/:id': async () => remove(`/api/admin/admins/${await accountOf(world.otherFamily.phone)}`),
  'POST /api/admin/disputes/:id/decision': async () =>
    admin.post(`/api/admin/disputes/${await disputed()}/decision`, {
      share: 50,
      reason: 'We spoke with both',
      version: 1,
    }),
  'PUT /api/admin/disputes/:id': async () => {
    const lesson = await lessonOf((await month()).booking)
    return admin.put(`/api/admin/disputes/${randomUUID()}`, { lesson, amount: 100, fee: 375, reason: 'The guarantee' })
  },
  'PUT /api/admin/refunds/:id': async () =>
    admin.put(`/api/admin/refunds/${randomUUID()}`, {
      order: (await overdue()).order,
      amount: 100,
      left: 4500,
      reason: 'Goodwill',
    }),
  'POST /api/admin/refunds/:id/decision': async () =>
    admin.post(`/api/admin/refunds/${await refund()}/decision`, { decision: 'approve' }),
  'POST /api/admin/reviews/:id/decision': () =>
    admin.post(`/api/admin/reviews/${world.reviewId}/decision`, {
      decision: 'hide',
      about: 'review',
      seen: 'shown',
      reason: 'It names a child',
    }),
  'POST /api/admin/books/checks': () => admin.post('/api/admin/books/checks', undefined),
  'PUT /api/admin/books/own-money/:id': () =>
    admin.put(`/api/admin/books/own-money/${randomUUID()}`, { way: 'in', amount: 1, note: 'For demos' }),
  'POST /api/admin/books/differences/:id/resolve': async () =>
    admin.post(`/api/admin/books/differences/${await difference()}/resolve`, { note: 'A fee of theirs' }),
  'POST /api/admin/books/differences/:id/take': async () =>
    admin.post(`/api/admin/books/differences/${await difference()}/take`, undefined),
  'PUT /api/admin/books/months/:month/closing': async () => {
    await sql`insert into journal (kind, subject_id, at) values ('correction', uuidv7(), '2020-01-10')`.execute(app.db)
    return admin.put('/api/admin/books/months/2020-01/closing', undefined)
  },
  'POST /api/admin/mentors/:id/tax': async () => {
    const { id } = await makeMentor(app.db, { tax: { holder: 'individual', isResident: false, state: 'look' } })
    const [{ _id: facts }] = (await admin.get(`/api/admin/tax-facts?mentor=${id}`)).body.data
    return admin.post(`/api/admin/mentors/${id}/tax`, { decision: 'accept', facts })
  },
  'POST /api/admin/payout-accounts/:id': async () => {
    const { id, phone } = await makeMentor(app.db)
    const upi = { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' }
    await (await app.login(phone, 'mentor')).put('/api/mentor/payout-account', upi)
    const { rows } = await sql<{ id: string }>`
      update payout_account set status = 'look' where mentor_id = ${id} returning id`.execute(app.db)
    return admin.post(`/api/admin/payout-accounts/${rows[0]?.id}`, { decision: 'accept' })
  },
  'POST /api/admin/transfers/:id/retry': async () =>
    admin.post(`/api/admin/transfers/${await stuckTransfer(app.db, world.orderId)}/retry`, undefined),
  'POST /api/admin/payouts/:id/leave-out': async () => {
    const { id, payout } = await batch()
    return admin.post(`/api/admin/payouts/${id}/leave-out`, {
      payout,
      reason: 'Account not clear',
      bankDidNotPay: true,
    })
  },
  'POST /api/admin/payouts/:id/undo': async () =>
    admin.post(`/api/admin/payouts/${world.batchId}/undo`, { bankDidNotPay: true }),
  'POST /api/admin/payouts/resume': async () => {
    await sql`insert into setting (name, from_date, value) values ('payoutsPausedFrom', '2026-11-01', to_jsonb(now()))`.execute(
      app.db,
    )
    return admin.post('/api/admin/payouts/resume', { reason: 'Compared with the bank' })
  },
  'POST /api/admin/payouts': () => admin.post('/api/admin/payouts', { until: inDays(0) }),
  'POST /api/admin/payouts/:id/paid': async () => {
    const { id, total } = await batch()
    await admin.get(`/api/admin/payouts/${id}/bank-file`)
    paidBatch = id
    return (await app.admin()).post(`/api/admin/payouts/${id}/paid`, { reference: 'UTR00001', amount: total })
  },
  'PUT /api/admin/payouts/:id/reference': () =>
    admin.put(`/api/admin/payouts/${paidBatch}/reference`, { reference: 'UTR00002', reason: 'A digit was wrong' }),
  'POST /api/admin/places': async () => placeIn('Ujjain', 'Nagziri'),
  'PUT /api/admin/places/:id': async () => {
    const { kind: _, ...facts } = placeFacts('Ujjain', 'Sethi Colony')
    return admin.put(`/api/admin/places/${await placeId('Ujjain', 'Rishi Nagar')}`, { ...facts, version: 1 })
  },
  'DELETE /api/admin/places/:id': async () =>
    remove(`/api/admin/places/${await placeId('Ujjain', 'Mahakal Road')}?version=1`),
  'POST /api/admin/places/:id/merge': async () =>
    admin.post(`/api/admin/places/${await placeId('Ujjain', 'Desai Nagar')}/merge`, {
      into: placeCalled('Freeganj')._id,
      version: 1,
    }),
  'POST /api/admin/message-texts/:event': async () => {
    const { version } = (await admin.get('/api/admin/message-texts/stepped-back')).body.data
    const app = { en: 'You are back in your place.', hi: 'आप अपनी जगह पर वापस हैं।' }
    return admin.post('/api/admin/message-texts/stepped-back', { app, version })
  },
  'POST /api/admin/settings': () => admin.post('/api/admin/settings', { name: 'documentDays', value: 45, seen: 30 }),
  'POST /api/admin/rates': () =>
    admin.post('/api/admin/rates', {
      name: 'packageDiscounts',
      from: tomorrow(),
      seen: null,
      values: { months3: 5, months6: 12 },
    }),
  'DELETE /api/admin/rates/:name/:from': () => remove(`/api/admin/rates/packageDiscounts/${tomorrow()}`),
  'POST /api/admin/catalogue/:kind': () => admin.post('/api/admin/catalogue/subject', robotics),
  'PUT /api/admin/catalogue/:kind/:key': () =>
    admin.put('/api/admin/catalogue/subject/robotics', { ...robotics, hi: 'रोबोट', version: 1 }),
  'POST /api/admin/catalogue/:kind/:key/removal': async () => {
    await admin.post('/api/admin/catalogue/subject', { ...robotics, en: 'Astronomy', hi: 'खगोल' })
    return admin.post('/api/admin/catalogue/subject/astronomy/removal', { version: 1 })
  },
  'POST /api/admin/catalogue/:kind/:key/merge': () =>
    admin.post('/api/admin/catalogue/subject/robotics/merge', { into: 'physics', version: 2 }),
  'POST /api/admin/listing-changes': () => previewRanking(8),
  'POST /api/admin/listing-changes/file': () =>
    admin.post('/api/admin/listing-changes/file', `id,ranking\n${world.mentor.id},9`, {
      headers: { 'content-type': 'text/csv' },
    }),
  'POST /api/admin/listing-changes/:id/apply': async () =>
    admin.post(`/api/admin/listing-changes/${(await previewRanking(7)).body.data._id}/apply`, undefined),
  'POST /api/admin/mentor-links': () =>
    admin.post('/api/admin/mentor-links', { name: 'For Diya', mentors: [world.otherMentor.id] }),
  'POST /api/admin/mentor-links/:id/end': async () => {
    const made = await admin.post('/api/admin/mentor-links', { name: 'Over soon', mentors: [world.otherMentor.id] })
    return admin.post(`/api/admin/mentor-links/${made.body.data._id}/end`, undefined)
  },
  'POST /api/admin/mentors/:id/document-request': () => admin.post(mentorAt('/document-request'), undefined),
  'PUT /api/admin/mentors/:id/listing': async () =>
    admin.put(mentorAt('/listing'), {
      adminRanking: 3,
      adminBrief: '',
      adminBriefVisible: false,
      tier: 'gold',
      showOnWebsite: true,
      version: await versionOf(),
    }),
  'PUT /api/admin/mentors/:id/checks/:kind': async () =>
    admin.put(mentorAt('/checks/police'), {
      ...passedCheck('police'),
      version: await versionOf(),
    }),
  'POST /api/admin/mentors/:id/decision': async () => {
    const path = `/api/admin/mentors/${await applicant()}`
    const { version } = (await admin.get(path)).body.data
    return admin.post(`${path}/decision`, { decision: 'reject', reason: 'Not reachable', version })
  },
  'POST /api/admin/mentors/:id/change-decision': async () => {
    const mentor = await app.login(newPhone(), 'mentor')
    const application = await readyApplication(app.db, mentor.phone)
    const { _id } = (await mentor.post('/api/mentor', application)).body.data
    await sql`update mentor set status = 'verified' where id = ${_id}`.execute(app.db)
    await mentor.put(`/api/mentor/${_id}`, { application: { ...application, fullName: 'Asha Sharma' } })
    const path = `/api/admin/mentors/${_id}`
    const { version, waiting } = (await admin.get(path)).body.data
    return admin.post(`${path}/change-decision`, { change: waiting._id, decision: 'approve', version })
  },
  'POST /api/admin/mentors/:id/classes-to-leave-out': async () => {
    const lesson = await planned()
    const { rows } = await sql<{ id: string; classes: number }>`
      with one as (select b.id, b.mentor_id from lesson l join booking b on b.id = l.booking_id where l.id = ${lesson})
      select one.mentor_id as id, (select count(*)::int from lesson l where l.booking_id = one.id and l.starts_at > now()) as classes from one`.execute(
      app.db,
    )
    const [{ id = '', classes = 0 } = {}] = rows
    const path = `/api/admin/mentors/${id}`
    const { version } = (await admin.get(path)).body.data
    await admin.post(`${path}/decision`, { decision: 'suspend', reason: 'We look into it', version })
    return admin.post(`${path}/classes-to-leave-out`, { classes, reason: 'We look into it' })
  },
  'DELETE /api/admin/mentors/:id/document': async () => {
    const id = await applicant()
    await sql`insert into mentor_check (mentor_id, kind, state) values (${id}, 'identity', 'passed')
      on conflict (mentor_id, kind) do update set state = 'passed'`.execute(app.db)
    return remove(`/api/admin/mentors/${id}/document`)
  },
}

test('every endpoint that admins change something through has a case here', () => {
  // A preview changes nothing.
  const all = adminChanges.map(nameOf).filter((name) => !name.endsWith('/preview'))
  expect(Object.keys(changes).sort()).toEqual(all.sort())
})

test.each(Object.entries(changes))('%s writes one audit entry', async (name, change) => {
  const reply = await change()
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  expect(app.audited.get(name)).toBe(1)
})

test('every field of an audit entry has a label and a support visibility rule', async () => {
  const { rows } = await sql<{ key: string }>`
    select distinct key from audit, jsonb_object_keys(detail) as key`.execute(app.db)
  expect(rows.map(({ key }) => key).filter((key) => !Object.hasOwn(auditKeys, key))).toEqual([])
})
