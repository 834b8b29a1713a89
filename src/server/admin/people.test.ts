import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atBarrier } from '#test/barrier.ts'
import { makeAdmin, makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
let operations: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  const admin = async (role: 'owner' | 'operations' | 'support') =>
    app.login((await makeAdmin(app.db, { name: role, role })).phone, 'admin')
  owner = await admin('owner')
  operations = await admin('operations')
  support = await admin('support')
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
const isIn = async (who: LoggedIn) => (await who.get('/api/session')).body.data !== null
async function tryLogin(phone: string) {
  await sql`update otp_challenge set sent_at = sent_at - interval '1 minute' where phone = ${phone}`.execute(app.db)
  const browser = app.browser()
  const sent = await browser.post('/api/otp/send-otp', { mobile: phone })
  const { verificationId } = sent.body
  return browser.post('/api/otp/verify-otp', { verificationId, code: await app.codeFor(phone), phone })
}

test('a family is found by phone, name, id and learner, and its row says what it is', async () => {
  const { family, account } = await person()
  const mentor = await makeMentor(app.db)
  await family.post('/api/users/learners', { name: 'Kabir Test', grade: '5', school: null, board: null })
  await app.paidBooking(family, mentor.id)
  for (const q of [family.phone, family.phone.slice(0, 7), `+91 ${family.phone}`, 'kabir te', family.id, account]) {
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

test('the file of families is for owner and operations, and written down', async () => {
  await person()
  expect((await support.get('/api/admin/families.csv')).status).toBe(403)
  expect(await written()).toEqual([])
  const { body, status } = await operations.get('/api/admin/families.csv?q=Meera')
  expect([status, body.split('\r\n')[0]]).toEqual([200, expect.stringContaining('"name","phone"')])
  expect(await written()).toEqual(['families.file'])
})

test('an account shows everything on one timeline; of its conversations only how many', async () => {
  const { family, account } = await person()
  const mentor = await makeMentor(app.db)
  const booking = await app.paidBooking(family, mentor.id)
  for (const id of [account, family.id]) {
    const { data } = (await support.get(`/api/admin/accounts/${id}`)).body
    expect(data).toMatchObject({ _id: account, phone: family.phone, sessions: 1, conversations: 0, suspendedAt: null })
    expect(data.going).toMatchObject([{ _id: booking, side: 'family', status: 'pending_schedule' }])
    const kinds = data.timeline.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['login', 'order', 'booking']))
    const times = data.timeline.map(({ at }: { at: string }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
  }
  expect((await support.get('/api/admin/accounts/01890000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('a suspended account is out at once and cannot come in, until it is restored; its bookings stay', async () => {
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

test('an admin is not suspended, and a suspended person is made no admin', async () => {
  const admin = await owner.get('/api/admin/admins')
  const id = admin.body.data.find(({ role }: { role: string }) => role === 'support')._id
  const refused = await operations.post(`/api/admin/accounts/${id}/suspend`, { reason })
  expect([refused.status, refused.body.code]).toEqual([409, 'is-admin'])
  const { family, account } = await person()
  await operations.post(`/api/admin/accounts/${account}/suspend`, { reason })
  const made = await owner.put('/api/admin/admins', { phone: family.phone, name: 'Meera', role: 'support' })
  expect([made.status, made.body.code]).toEqual([409, 'admin-suspended'])
})

test('a person is logged out everywhere', async () => {
  const { family, account } = await person()
  expect((await support.post(`/api/admin/accounts/${account}/log-out`, { reason })).status).toBe(403)
  for (const _ of [1, 2]) {
    const { body } = await operations.post(`/api/admin/accounts/${account}/log-out`, { reason })
    expect(body.data.sessions).toBe(0)
  }
  expect(await isIn(family)).toBe(false)
  expect(await written()).toEqual(['account.log-out'])
})

test('another number counts when somebody logs in with it: bookings follow, old sessions end', async () => {
  const { family, account } = await person()
  const booking = await app.paidBooking(family, (await makeMentor(app.db)).id)
  const [phone, path] = [newPhone(), `/api/admin/accounts/${account}/phone`]
  expect((await support.put(path, { phone, reason })).status).toBe(403)
  for (const _ of [1, 2])
    expect((await operations.put(path, { phone, reason })).body.data.phoneChange.phone).toBe(phone)
  // Until then nothing moves.
  expect(await isIn(family)).toBe(true)
  const [one, other] = await Promise.all([person(), person()])
  const promised = await operations.put(`/api/admin/accounts/${one?.account}/phone`, { phone, reason })
  expect(promised.body.code).toBe('phone-promised')
  const taken = await operations.put(`/api/admin/accounts/${one?.account}/phone`, {
    phone: other?.family.phone,
    reason,
  })
  expect([taken.status, taken.body.code]).toEqual([409, 'phone-has-account'])
  const now = await app.login(phone, 'student')
  expect(now.id).toBe(family.id)
  expect(await isIn(family)).toBe(false)
  expect((await now.get(`/api/class-bookings/student/${now.id}`)).body.data[0]._id).toBe(booking)
  expect((await tryLogin(family.phone)).body.data._id).not.toBe(family.id)
  expect(await written()).toEqual(['account.phone-asked', 'account.phone-changed'])
})

test('another number that is taken back, or waited too long, moves nothing; of an admin only the owner asks', async () => {
  const { family, account } = await person()
  const path = `/api/admin/accounts/${account}/phone`
  const [dropped, late] = [newPhone(), newPhone()]
  await operations.put(path, { phone: dropped, reason })
  for (const _ of [1, 2]) expect((await operations.call('DELETE', path)).body.data.phoneChange).toBeNull()
  expect((await app.login(dropped, 'student')).id).not.toBe(family.id)
  await operations.put(path, { phone: late, reason })
  await sql`update phone_change set expires_at = now() where done_at is null`.execute(app.db)
  expect((await app.login(late, 'student')).id).not.toBe(family.id)
  expect(await written()).toEqual(['account.phone-asked', 'account.phone-dropped', 'account.phone-asked'])
  const own = (await owner.get('/api/admin/admins')).body.data.find(
    ({ role }: { role: string }) => role === 'owner',
  )._id
  expect((await operations.put(`/api/admin/accounts/${own}/phone`, { phone: newPhone(), reason })).status).toBe(403)
})

test('another number that operations asked before a person was an admin lets nobody in as one, nor after it was one', async () => {
  const { account, family } = await person()
  const path = `/api/admin/accounts/${account}/phone`
  const wish = { phone: family.phone, name: 'Meera Sharma', role: 'owner' }
  const phoneOf = async () =>
    (await sql<{ phone: string }>`select phone from account where id = ${account}`.execute(app.db)).rows[0]?.phone
  for (const phone of [newPhone(), newPhone()]) {
    expect((await operations.put(path, { phone, reason })).status).toBe(200)
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

test('whose number an admin has moves only if an owner asked, also where the change was left over', async () => {
  const { account, family } = await person()
  const phone = newPhone()
  await operations.put(`/api/admin/accounts/${account}/phone`, { phone, reason })
  await sql`insert into admin_user (account_id, name, role) values (${account}, 'Meera', 'support')`.execute(app.db)
  const phoneOf = async () =>
    (await sql<{ phone: string }>`select phone from account where id = ${account}`.execute(app.db)).rows[0]?.phone
  await tryLogin(phone)
  expect(await phoneOf()).toBe(family.phone)
  const own = newPhone()
  await owner.put(`/api/admin/accounts/${account}/phone`, { phone: own, reason })
  expect((await tryLogin(own)).status).toBe(200)
  expect(await phoneOf()).toBe(own)
  await owner.call('DELETE', `/api/admin/admins/${account}`)
})

test('a login with another number and being made an admin at once: no admin has that number', async () => {
  for (const round of [0, 1]) {
    const { account, family } = await person()
    const phone = newPhone()
    await operations.put(`/api/admin/accounts/${account}/phone`, { phone, reason })
    const browser = app.browser()
    const { verificationId } = (await browser.post('/api/otp/send-otp', { mobile: phone })).body
    const code = await app.codeFor(phone)
    const held = sql`select from account where id = ${account} for update`
    const [made, login] = await atBarrier(app.db, round, held, [
      () => owner.put('/api/admin/admins', { phone: family.phone, name: 'Meera', role: 'support' }),
      () => browser.post('/api/otp/verify-otp', { verificationId, code, phone }),
    ])
    expect([made?.status, login?.status]).toEqual([200, 200])
    const { rows } = await sql<{ phone: string }>`
      select a.phone from admin_user u join account a on a.id = u.account_id where a.phone in (${phone}, ${family.phone})`.execute(
      app.db,
    )
    expect(rows).toEqual([{ phone: family.phone }])
  }
})

test('only the owner makes admins, changes their roles and takes them away', async () => {
  const phone = newPhone()
  const wish = { phone, name: 'Asha Verma', role: 'support' }
  for (const who of [operations, support]) expect((await who.put('/api/admin/admins', wish)).status).toBe(403)
  for (const _ of [1, 2]) expect((await owner.put('/api/admin/admins', wish)).status).toBe(200)
  const { body } = await owner.put('/api/admin/admins', { ...wish, role: 'operations' })
  const made = body.data.find((one: { phone: string }) => one.phone === phone)
  expect(made).toMatchObject({ name: 'Asha Verma', role: 'operations', isEnrolled: false })
  await sql`update admin_user set totp_secret = 'JBSWY3DPEHPK3PXP' where account_id = ${made._id}`.execute(app.db)
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

test('one owner always stays, also when two take each other away at once', async () => {
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
