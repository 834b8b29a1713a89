import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { sealTotp } from '#server/people/accounts/accounts.ts'
import { transaction } from '#server/platform/database.ts'
import { atBarrier } from '#test/barrier.ts'
import { accountConsent, demoTotp, makeAdmin, makeEarning, makeMentor, newPhone } from '#test/builders.ts'
import { openSocket } from '#test/chat-windows.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { testSecretKeys } from '#test/secret-key.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
let operations: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp({ listen: true })
  owner = await app.admin({ name: 'owner', role: 'owner' })
  operations = await app.admin({ name: 'operations', role: 'operations' })
  support = await app.admin({ name: 'support', role: 'support' })
})
afterAll(() => app.stop())

const reason = 'Asked for on the phone'
const entries = async () => {
  const { rows } = await sql<{ action: string }>`
    select action from audit where action not like 'admin.login%' order by at, id`.execute(app.db)
  return rows.map(({ action }) => action)
}
let before = 0
beforeEach(async () => {
  before = (await entries()).length
})
const written = async () => (await entries()).slice(before)

async function person() {
  const family = await app.login(newPhone(), 'student')
  await family.put('/api/profile/family', {
    name: 'Meera Sharma',
    email: null,
    address: null,
    area: null,
    city: 'Indore',
  })
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${family.phone}`.execute(app.db)
  return { family, account: rows[0]?.id ?? '' }
}
/** As if the old numbers had said yes; how they do is `phone-change.test.ts`. */
const confirm = () => sql`update phone_change set confirmed_at = now() where done_at is null`.execute(app.db)
const isIn = async (who: LoggedIn) => (await who.get('/api/session')).body.data !== null
const aMinuteLater = (phone: string) =>
  sql`update otp_challenge set sent_at = sent_at - interval '1 minute' where phone = ${phone}`.execute(app.db)
async function loginAgain(phone: string) {
  await aMinuteLater(phone)
  return await app.login(phone, 'student')
}
async function tryLogin(phone: string) {
  await aMinuteLater(phone)
  const browser = app.browser()
  const sent = await browser.post('/api/otp/send-otp', { mobile: phone })
  const { verificationId } = sent.body
  return browser.post('/api/otp/verify-otp', {
    verificationId,
    code: await app.codeFor(phone),
    phone,
    consent: accountConsent(),
  })
}

test('finds a family by phone, name, id and learner', async () => {
  const { family, account } = await person()
  const mentor = await makeMentor(app.db)
  await family.post('/api/users/learners', { name: 'Kabir Test', grade: '5', school: null, board: null })
  await app.paidBooking(family, mentor.id)
  for (const q of [family.phone, family.phone.slice(-4), `+91 ${family.phone}`, 'kabir te', family.id, account]) {
    const { data } = (await support.get(`/api/admin/families?q=${encodeURIComponent(q)}&sort=name`)).body
    expect(
      data.some(({ _id }: { _id: string }) => _id === account),
      q,
    ).toBe(true)
  }
  const { data, total } = (await support.get(`/api/admin/families?q=${family.phone}`)).body
  expect(total).toBe(1)
  expect(data[0]).toMatchObject({
    name: 'Meera Sharma',
    city: 'Indore',
    bookingsGoing: 1,
    paid: 99,
    isSuspended: false,
  })
  expect(data[0].learners).toContain('Kabir Test')
  expect((await support.get('/api/admin/families?q=%25')).body.total).toBe(0)
})

test('lists learners with family, class and bookings, and finds them by name and family', async () => {
  const { family, account } = await person()
  const learner = { name: 'Zubin Qadir', grade: '7', school: 'St Xavier', board: 'CBSE Board' }
  const { _id } = (await family.post('/api/users/learners', learner)).body.data
  for (const q of ['zubin', 'Qadir', family.phone, _id, family.id, account]) {
    const { data } = (await support.get(`/api/admin/learners?grade=7&q=${encodeURIComponent(q)}`)).body
    expect(data, q).toEqual([
      {
        _id,
        ...learner,
        bookings: 0,
        bookingsGoing: 0,
        isAway: false,
        since: expect.any(String),
        family: { account, name: 'Meera Sharma' },
      },
    ])
  }
  expect((await support.get('/api/admin/learners?grade=8&q=zubin')).body.total).toBe(0)
  await app.paidBooking(family, (await makeMentor(app.db)).id)
  const { data } = (await support.get(`/api/admin/learners?q=${family.phone}&sort=name`)).body
  expect(data.map((one: { bookingsGoing: number }) => one.bookingsGoing).toSorted()).toEqual([0, 1])
  for (const who of [support, family]) expect((await who.get('/api/admin/learners.csv')).status).toBe(403)
  expect((await operations.get('/api/admin/learners.csv?q=zubin')).body).toContain('"Zubin Qadir","Meera Sharma"')
  expect(await written()).toEqual(['learners.file'])
})

test('exports families for owners and operations only, and audits the export', async () => {
  await person()
  expect((await support.get('/api/admin/families.csv')).status).toBe(403)
  expect(await written()).toEqual([])
  const { body, status } = await operations.get('/api/admin/families.csv?q=Meera')
  expect([status, body.split('\r\n')[0]]).toEqual([200, expect.stringContaining('"name","phone"')])
  expect(await written()).toEqual(['families.file'])
})

test('shows the history of an account, and only the number of its conversations', { tags: ['full'] }, async () => {
  const { family, account } = await person()
  const mentor = await makeMentor(app.db)
  const booking = await app.paidBooking(family, mentor.id)
  for (const id of [account, family.id]) {
    const { data } = (await support.get(`/api/admin/accounts/${id}`)).body
    expect(data).toMatchObject({ _id: account, phone: family.phone, sessions: 1, conversations: 0, suspendedAt: null })
    expect(data.going).toMatchObject([{ _id: booking, side: 'family', status: 'pending_schedule' }])
    const kinds = data.timeline.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['login', 'order', 'booking']))
    // That somebody looks is in the audit log, and nothing that happened to the account.
    expect(kinds).not.toContain('admin')
    const times = data.timeline.map(({ at }: { at: string }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
  }
  expect((await support.get('/api/admin/accounts/01890000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('audits views of an account once per admin in ten minutes', { tags: ['full'] }, async () => {
  const { family, account } = await person()
  for (const who of [support, support, operations]) {
    for (const id of [account, family.id]) expect((await who.get(`/api/admin/accounts/${id}`)).status).toBe(200)
  }
  expect((await support.get('/api/admin/accounts/01890000-0000-7000-8000-000000000000')).status).toBe(404)
  // What an admin does there shows the account anew, and is one entry.
  await operations.post(`/api/admin/accounts/${account}/log-out`, { reason })
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', u.name, l.action, l.subject_kind) as line from audit l join admin_user u on u.account_id = l.account_id
    where l.subject_id = ${account} order by l.id`.execute(app.db)
  expect(rows.map(({ line }) => line)).toEqual([
    'support account.look account',
    'operations account.look account',
    'operations account.log-out account',
  ])
  const looks = async (id: string) =>
    (await sql`select from audit where action = 'account.look' and subject_id = ${id}`.execute(app.db)).rows.length
  const other = await person()
  await sql`insert into audit (account_id, action, subject_kind, subject_id, detail, at)
    select account_id, action, subject_kind, ${other.account}, detail, now() - interval '11 minutes' from audit
    where action = 'account.look' and subject_id = ${account}`.execute(app.db)
  for (const _ of [1, 2]) await support.get(`/api/admin/accounts/${other.account}`)
  expect(await looks(other.account)).toBe(3)
})

test('shows verification, classes, disputes, payouts and messages on the timeline', { tags: ['full'] }, async () => {
  const { family, account } = await person()
  const made = await makeMentor(app.db)
  const mentor = await app.login(made.phone, 'mentor')
  const { lesson, booking } = await monthWithClass(app, family, mentor)
  const version = (await operations.get(`/api/admin/mentors/${made.id}`)).body.data.version
  await operations.post(`/api/admin/mentors/${made.id}/decision`, { decision: 'suspend', version, reason: 'Unclear' })
  await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  await makeEarning(app.db, made.id, 50_000)
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' })
  await operations.post('/api/admin/payouts', { until: inDays(0) })
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${made.phone}`.execute(app.db)
  const accountId = rows[0]?.id ?? ''
  const values = inBothLanguages(() => ({ account: 'as••••@okaxis', reason: 'The name differs' }))
  const refused = { event: 'payout-account-refused', accountId, side: 'mentor', onceKey: made.id, values } as const
  await transaction(app.db, (tx) => notify(tx, refused))
  type Event = { kind: string; about: string | null; status: string | null; text: string }
  const eventsOf = async (id: string, who = operations) =>
    (await who.get(`/api/admin/accounts/${id}`)).body.data.timeline as Event[]
  const ofMentor = await eventsOf(made.id)
  const kinds = new Set(ofMentor.map(({ kind }) => kind))
  expect([...kinds]).toEqual(expect.arrayContaining(['check', 'class', 'dispute', 'payout', 'message']))
  expect(ofMentor.map(({ status }) => status)).toContain('payout-account-set, sms')
  // Where a mentor's money goes is not for support, which has its classes and messages all the same.
  const forSupport = await eventsOf(made.id, support)
  const isPayout = ({ kind, status }: Event) => kind === 'payout' || status?.startsWith('payout-')
  expect(ofMentor.filter(isPayout).some(({ text }) => text.includes('okaxis'))).toBe(true)
  expect(forSupport.length).toBeGreaterThan(3)
  expect(forSupport.filter((one) => isPayout(one) || one.text.includes('okaxis'))).toEqual([])
  const ofFamily = await eventsOf(account, support)
  expect(ofFamily.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['class', 'dispute', 'message']))
  expect(ofFamily.find(({ kind }) => kind === 'class')).toMatchObject({ about: booking, status: 'held' })
})

test('logs a suspended account out, refuses logins until it is restored, and keeps its bookings', async () => {
  const { family, account } = await person()
  const booking = await app.paidBooking(family, (await makeMentor(app.db)).id)
  const path = `/api/admin/accounts/${account}`
  expect((await support.post(`${path}/suspend`, { reason })).status).toBe(403)
  expect((await family.post(`${path}/suspend`, { reason })).status).toBe(403)
  expect((await operations.post(`${path}/suspend`, {})).status).toBe(400)
  expect(await isIn(family)).toBe(true)
  for (const _ of [1, 2]) {
    const { body } = await operations.post(`${path}/suspend`, { reason })
    expect(body.data).toMatchObject({ suspendedAt: expect.any(String), sessions: 0, going: [{ _id: booking }] })
  }
  expect(await isIn(family)).toBe(false)
  const refused = await tryLogin(family.phone)
  expect([refused.status, refused.body.code]).toEqual([403, 'account-suspended'])
  // A session that began in the same moment counts as little.
  await sql`update session set revoked_at = null where account_id = ${account}`.execute(app.db)
  expect(await isIn(family)).toBe(false)
  for (const _ of [1, 2]) expect((await owner.post(`${path}/restore`, { reason })).status).toBe(200)
  expect((await tryLogin(family.phone)).status).toBe(200)
  expect(await written()).toEqual(['account.suspended', 'account.restored'])
})

test('refuses to suspend an admin, and to make a suspended person an admin', async () => {
  const admin = await owner.get('/api/admin/admins')
  const id = admin.body.data.find(({ role }: { role: string }) => role === 'support')._id
  const refused = await operations.post(`/api/admin/accounts/${id}/suspend`, { reason })
  expect([refused.status, refused.body.code]).toEqual([409, 'is-admin'])
  const { family, account } = await person()
  await operations.post(`/api/admin/accounts/${account}/suspend`, { reason })
  const made = await owner.put('/api/admin/admins', { phone: family.phone, name: 'Meera', role: 'support' })
  expect([made.status, made.body.code]).toEqual([409, 'admin-suspended'])
})

test('ends every session of a person and closes its live connections, without suspending it', async () => {
  const { family, account } = await person()
  const second = await loginAgain(family.phone)
  const sockets = [await openSocket(app, family), await openSocket(app, second)]
  const closed = sockets.map((socket) => new Promise((done) => socket.once('disconnect', done)))
  expect((await support.post(`/api/admin/accounts/${account}/log-out`, { reason })).status).toBe(403)
  expect(await isIn(family)).toBe(true)
  for (const _ of [1, 2]) {
    const { body } = await operations.post(`/api/admin/accounts/${account}/log-out`, { reason })
    expect(body.data).toMatchObject({ sessions: 0, suspendedAt: null })
  }
  expect(await Promise.all(closed)).toEqual(['io server disconnect', 'io server disconnect'])
  expect([await isIn(family), await isIn(second)]).toEqual([false, false])
  expect(await written()).toEqual(['account.log-out'])
  // The person can log in again; the list of devices has the new one only.
  const again = await loginAgain(family.phone)
  const devices = (await again.get('/api/profile/devices')).body.data
  expect(devices.map(({ current }: { current: boolean }) => current)).toEqual([true])
})

test('completes a phone change at the first login: bookings follow, old sessions end', async () => {
  const { family, account } = await person()
  const booking = await app.paidBooking(family, (await makeMentor(app.db)).id)
  const phone = newPhone()
  const path = `/api/admin/accounts/${account}/phone`
  expect((await support.put(path, { phone, reason })).status).toBe(403)
  for (const _ of [1, 2])
    expect((await operations.put(path, { phone, reason })).body.data.phoneChange.phone).toBe(phone)
  const own = await operations.put(path, { phone: family.phone, reason })
  expect([own.status, own.body.code]).toEqual([409, 'phone-same'])
  // Until then nothing moves.
  expect(await isIn(family)).toBe(true)
  const [one, other] = await Promise.all([person(), person()])
  await app.paidBooking(other.family, (await makeMentor(app.db)).id)
  const promised = await operations.put(`/api/admin/accounts/${one?.account}/phone`, { phone, reason })
  expect(promised.body.code).toBe('phone-promised')
  const taken = await operations.put(`/api/admin/accounts/${one?.account}/phone`, {
    phone: other?.family.phone,
    reason,
  })
  expect([taken.status, taken.body.code]).toEqual([409, 'phone-has-account'])
  await confirm()
  const now = await app.login(phone, 'student')
  expect(now.id).toBe(family.id)
  expect(await isIn(family)).toBe(false)
  expect((await now.get(`/api/class-bookings/student/${now.id}`)).body.data[0]._id).toBe(booking)
  expect((await tryLogin(family.phone)).body.data._id).not.toBe(family.id)
  expect(await written()).toEqual(['account.phone-asked', 'account.phone-changed'])
  const { timeline } = (await support.get(`/api/admin/accounts/${account}`)).body.data
  const ends = `…${family.phone.slice(-4)} → …${phone.slice(-4)}`
  const told = timeline.filter(({ text }: { text: string }) => text.startsWith(ends))
  expect(told.map(({ status }: { status: string }) => status)).toEqual(['account.phone-changed', 'account.phone-asked'])
})

test('notifies the old number once about the change', async () => {
  const { family, account } = await person()
  await sql`update family set email = 'meera@home.example' where account_id = ${account}`.execute(app.db)
  await sql`update account set language = 'en' where id = ${account}`.execute(app.db)
  const phone = newPhone()
  const told = async () => {
    const { rows } = await sql<{ channel: string; to: string; text: string }>`
      select channel, recipient as to, text from outbox where template = 'phone-changed' and recipient in (${family.phone}, ${phone}, 'meera@home.example')
      order by channel`.execute(app.db)
    return rows
  }
  const asked = await operations.put(`/api/admin/accounts/${account}/phone`, { phone, reason })
  expect([asked.status, await told()]).toEqual([200, []])
  await confirm()
  const now = await app.login(phone, 'student')
  for (const _ of [1, 2]) expect((await tryLogin(phone)).status).toBe(200)
  const words = expect.stringMatching(
    new RegExp(`ending in ${phone.slice(-4)}[^]*If this (?:was not|wasn't) you, call us (?:at once|immediately): 0731`),
  )
  expect(await told()).toEqual([
    { channel: 'email', to: 'meera@home.example', text: words },
    { channel: 'sms', to: family.phone, text: words },
  ])
  expect(JSON.stringify(await told())).not.toContain(phone)
  const news = (await now.get('/api/news')).body.data
  expect(news.filter(({ text }: { text: string }) => text.includes('a new phone number'))).toHaveLength(1)
})

test('ignores a cancelled or expired phone change; only an owner requests one for an admin', async () => {
  const { family, account } = await person()
  const path = `/api/admin/accounts/${account}/phone`
  const dropped = newPhone()
  const late = newPhone()
  await operations.put(path, { phone: dropped, reason })
  for (const _ of [1, 2]) expect((await operations.call('DELETE', path)).body.data.phoneChange).toBeNull()
  expect((await app.login(dropped, 'student')).id).not.toBe(family.id)
  await operations.put(path, { phone: late, reason })
  await sql`update phone_change set expires_at = now(), confirmed_at = now() where done_at is null`.execute(app.db)
  expect((await app.login(late, 'student')).id).not.toBe(family.id)
  expect(await written()).toEqual(['account.phone-asked', 'account.phone-dropped', 'account.phone-asked'])
  const own = (await owner.get('/api/admin/admins')).body.data.find(
    ({ role }: { role: string }) => role === 'owner',
  )._id
  expect((await operations.put(`/api/admin/accounts/${own}/phone`, { phone: newPhone(), reason })).status).toBe(403)
})

test('cancels an open phone change when a person becomes or stops being an admin', { tags: ['full'] }, async () => {
  const { account, family } = await person()
  const path = `/api/admin/accounts/${account}/phone`
  const wish = { phone: family.phone, name: 'Meera Sharma', role: 'owner' }
  const phoneOf = async () =>
    (await sql<{ phone: string }>`select phone from account where id = ${account}`.execute(app.db)).rows[0]?.phone
  for (const phone of [newPhone(), newPhone()]) {
    expect((await operations.put(path, { phone, reason })).status).toBe(200)
    await confirm()
    expect((await owner.put('/api/admin/admins', wish)).status).toBe(200)
    expect((await owner.get(`/api/admin/accounts/${account}`)).body.data.phoneChange).toBeNull()
    const { rows } =
      await sql`select from audit where action = 'admin.set' and detail ->> 'phoneDropped' = ${phone}`.execute(app.db)
    expect(rows).toHaveLength(1)
    await tryLogin(phone)
    expect(await phoneOf()).toBe(family.phone)
    expect((await owner.call('DELETE', `/api/admin/admins/${account}`)).status).toBe(200)
  }
})

test('moves an admin’s number only if an owner requested the change', async () => {
  const { account, family } = await person()
  const phone = newPhone()
  await operations.put(`/api/admin/accounts/${account}/phone`, { phone, reason })
  await confirm()
  await sql`insert into admin_user (account_id, name, role) values (${account}, 'Meera', 'support')`.execute(app.db)
  const phoneOf = async () =>
    (await sql<{ phone: string }>`select phone from account where id = ${account}`.execute(app.db)).rows[0]?.phone
  await tryLogin(phone)
  expect(await phoneOf()).toBe(family.phone)
  const own = newPhone()
  await owner.put(`/api/admin/accounts/${account}/phone`, { phone: own, reason })
  await confirm()
  expect((await tryLogin(own)).status).toBe(200)
  expect(await phoneOf()).toBe(own)
  await owner.call('DELETE', `/api/admin/admins/${account}`)
})

test('never gives an admin the new number when login and promotion race', async () => {
  for (const round of [0, 1]) {
    const { account, family } = await person()
    const phone = newPhone()
    await operations.put(`/api/admin/accounts/${account}/phone`, { phone, reason })
    await confirm()
    const browser = app.browser()
    const { verificationId } = (await browser.post('/api/otp/send-otp', { mobile: phone })).body
    const code = await app.codeFor(phone)
    const held = sql`select from account where id = ${account} for update`
    const [made, login] = await atBarrier(app.db, round, held, [
      () => owner.put('/api/admin/admins', { phone: family.phone, name: 'Meera', role: 'support' }),
      () => browser.post('/api/otp/verify-otp', { verificationId, code, phone, consent: accountConsent() }),
    ])
    expect([made?.status, login?.status]).toEqual([200, 200])
    const { rows } = await sql<{ phone: string }>`
      select a.phone from admin_user u join account a on a.id = u.account_id where a.phone in (${phone}, ${family.phone})`.execute(
      app.db,
    )
    expect(rows).toEqual([{ phone: family.phone }])
  }
})

test('lets only an owner add, change and remove admins', async () => {
  const phone = newPhone()
  const wish = { phone, name: 'Asha Verma', role: 'support' }
  for (const who of [operations, support]) expect((await who.put('/api/admin/admins', wish)).status).toBe(403)
  for (const _ of [1, 2]) expect((await owner.put('/api/admin/admins', wish)).status).toBe(200)
  const { body } = await owner.put('/api/admin/admins', { ...wish, role: 'operations' })
  const made = body.data.find((one: { phone: string }) => one.phone === phone)
  expect(made).toMatchObject({ name: 'Asha Verma', role: 'operations', isEnrolled: false })
  await sql`update admin_user set totp_secret = ${sealTotp(testSecretKeys, made._id, demoTotp)} where account_id = ${made._id}`.execute(
    app.db,
  )
  const asha = await app.login(phone, 'admin')
  expect((await operations.call('DELETE', `/api/admin/admins/${made._id}`)).status).toBe(403)
  for (const _ of [1, 2]) expect((await owner.call('DELETE', `/api/admin/admins/${made._id}`)).status).toBe(200)
  expect(await isIn(asha)).toBe(false)
  expect((await support.get('/api/admin/admins')).body.data.some((one: { phone: string }) => one.phone === phone)).toBe(
    false,
  )
  // Back again, it sets up another authenticator.
  const again = await owner.put('/api/admin/admins', wish)
  expect(again.body.data.find((one: { phone: string }) => one.phone === phone).isEnrolled).toBe(false)
  expect(await written()).toEqual(['admin.set', 'admin.set', 'admin.removed', 'admin.set'])
})

test('does not count an owner who cannot log in as the remaining owner', async () => {
  const self = (await owner.get('/api/admin/admins')).body.data[0]
  const phone = newPhone()
  await owner.put('/api/admin/admins', { phone, name: 'Typo', role: 'owner' })
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${phone}`.execute(app.db)
  const leave = async () => (await owner.call('DELETE', `/api/admin/admins/${self._id}`)).body.code
  expect(await leave()).toBe('last-owner')
  await sql`update admin_user set totp_secret = ${sealTotp(testSecretKeys, rows[0]?.id ?? '', demoTotp)} where account_id = ${rows[0]?.id}`.execute(
    app.db,
  )
  await sql`update account set suspended_at = now() where id = ${rows[0]?.id}`.execute(app.db)
  expect(await leave()).toBe('last-owner')
  expect((await owner.call('DELETE', `/api/admin/admins/${rows[0]?.id}`)).status).toBe(200)
})

test('asks before making a family or mentor an admin, and refuses existing admins and oneself', {
  tags: ['full'],
}, async () => {
  const add = (wish: object) => owner.put('/api/admin/admins', { role: 'support', name: 'Meera', asNew: true, ...wish })
  const phone = newPhone()
  for (const _ of [1, 2]) expect((await add({ phone })).status).toBe(200)
  const known = await add({ phone, role: 'owner' })
  expect([known.status, known.body.code, known.body.details.name]).toEqual([409, 'already-admin', 'Meera'])
  const own = await add({ phone: owner.phone, name: 'Meera Owner', isSure: true })
  expect([own.status, own.body.code]).toEqual([409, 'already-admin'])
  const { family } = await person()
  const mentor = await makeMentor(app.db)
  const sides = [
    [family.phone, 'admin-is-family'],
    [mentor.phone, 'admin-is-mentor'],
  ] as const
  for (const [number, code] of sides) {
    const asked = await add({ phone: number })
    expect([asked.status, asked.body.code]).toEqual([409, code])
    expect((await add({ phone: number, isSure: true })).status).toBe(200)
  }
  const second = await makeAdmin(app.db, { name: 'Second', role: 'owner' })
  const other = await app.login(second.phone, 'admin')
  const change = { phone: second.phone, name: 'Second', role: 'support' }
  const slip = await other.put('/api/admin/admins', change)
  expect([slip.status, slip.body.code]).toEqual([409, 'own-admin-role'])
  expect((await other.put('/api/admin/admins', { ...change, name: 'Second Owner', role: 'owner' })).status).toBe(200)
  expect((await other.put('/api/admin/admins', { ...change, isSure: true })).status).toBe(200)
  expect((await other.put('/api/admin/admins', change)).status).toBe(403)
})

test('keeps one owner when two remove each other at once', async () => {
  const self = (await owner.get('/api/admin/admins')).body.data[0]
  const alone = await owner.call('DELETE', `/api/admin/admins/${self._id}`)
  expect([alone.status, alone.body.code]).toEqual([409, 'last-owner'])
  const demoted = await owner.put('/api/admin/admins', { phone: owner.phone, name: 'owner', role: 'support' })
  expect(demoted.body.code).toBe('last-owner')
  for (const round of [0, 1]) {
    const second = await makeAdmin(app.db, { name: 'Second', role: 'owner' })
    const other = await app.login(second.phone, 'admin')
    const held = sql`select pg_advisory_xact_lock(hashtextextended('admins', 0)) from admin_user where account_id = ${self._id}`
    const [a, b] = await atBarrier(app.db, round, held, [
      () => other.call('DELETE', `/api/admin/admins/${self._id}`),
      () => owner.call('DELETE', `/api/admin/admins/${second.accountId}`),
    ])
    expect([a?.status, b?.status].filter((status) => status === 200)).toHaveLength(1)
    const { rows } = await sql<{ id: string }>`
      select account_id as id from admin_user where role = 'owner' and removed_at is null`.execute(app.db)
    expect(rows).toHaveLength(1)
    await sql`update admin_user set removed_at = case when account_id = ${self._id} then null else now() end where role = 'owner'`.execute(
      app.db,
    )
    if (!(await isIn(owner))) {
      await sql`update session set revoked_at = null where account_id = ${self._id}`.execute(app.db)
    }
  }
})
