import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { freshLoginMinutes } from '#contract/people/limits.ts'
import { makeAccount, makeAdmin, makeMentor } from '#test/builders.ts'
import { type TestDatabase, testConfig, testDatabase } from '#test/harness.ts'
import { transaction } from './database.ts'
import { AppError } from './errors.ts'
import { guard } from './guards.ts'
import * as sessions from './sessions.ts'

const config = testConfig({ PUBLIC_URL: 'http://localhost:3000' })
const app = fastify()
let database: TestDatabase
/** One account in every role; another one has every role too. */
let account: { accountId: string; phone: string; familyId: string; mentorId: string }

async function makeEverybody() {
  const { accountId, phone } = await makeAdmin(database.db, { role: 'operations' })
  const family = await sql<{ id: string }>`
    insert into family (account_id, name) values (${accountId}, ${phone}) returning id`.execute(database.db)
  const mentor = await makeMentor(database.db)
  await sql`update mentor set account_id = ${accountId}, full_name = ${phone} where id = ${mentor.id}`.execute(
    database.db,
  )
  return { accountId, phone, familyId: family.rows[0]?.id ?? '', mentorId: mentor.id }
}

beforeAll(async () => {
  database = await testDatabase()
  await app.register(cookie)
  app.setErrorHandler((error, _, reply) => reply.send({ code: error instanceof AppError ? error.code : String(error) }))
  guard(app, config, database.db)
  app.post<{ Params: { id: string; userType: sessions.UserType } }>('/start/:id/:userType', async (request, reply) => {
    await sessions.startSession(database.db, config, request, reply, request.params)
    return {}
  })
  app.post('/end', async (request, reply) => {
    await sessions.endSession(database.db, config, request, reply)
    return {}
  })
  app.get('/viewer', async (request) => sessions.requireViewer(request))
  app.get('/mark', async (request, reply) => ({ mark: sessions.browserMark(config, request, reply).toString('hex') }))
  await makeEverybody()
  account = await makeEverybody()
})
afterAll(async () => {
  await app.close()
  await database.drop()
})
beforeEach(() => sql`delete from session`.execute(database.db))

async function start(userType: sessions.UserType, id = account.accountId) {
  const headers = { 'user-agent': 'x'.repeat(400) }
  const [sent] = (await app.inject({ method: 'POST', url: `/start/${id}/${userType}`, headers })).cookies
  const { rows } = await sql<{ id: string; days: number; byPasskey: boolean; agent: string }>`
    select id, extract(epoch from expires_at - created_at)::float8 / 86400 as days, by_passkey as "byPasskey", user_agent as agent
    from session`.execute(database.db)
  return { sent, rows, id: rows[0]?.id ?? '', cookies: { session: sent?.value ?? '' } }
}
const get = async (url: string, cookies: Record<string, string> = {}) => (await app.inject({ url, cookies })).json()
const set = (change: RawBuilder<unknown>, id: string) =>
  sql`update session set ${change} where id = ${id}`.execute(database.db)
const seenAgo = async (db = database.db) =>
  (
    await sql<{ minutes: number }>`select extract(epoch from now() - seen_at)::int / 60 as minutes from session
      order by id`.execute(db)
  ).rows.map(({ minutes }) => minutes)

test.each([
  ['student', 30],
  ['mentor', 30],
  ['admin', 0.5],
] as const)('a %s session lasts %s days, in a cookie that scripts cannot read', async (userType, days) => {
  const { sent, rows } = await start(userType)
  expect(rows).toEqual([{ id: expect.any(String), days, byPasskey: false, agent: 'x'.repeat(300) }])
  expect(sent).toMatchObject({ name: 'session', path: '/', httpOnly: true, sameSite: 'Lax', maxAge: days * 86_400 })
  expect(Buffer.from(sent?.value ?? '', 'base64url')).toHaveLength(32)
})

test('an erased account starts no session', async () => {
  const { accountId: id } = await makeEverybody()
  await sql`update account set suspended_at = now(), erased_at = now(), phone = ${`erased-${id}`} where id = ${id}`.execute(
    database.db,
  )
  expect((await start('student', id)).rows).toEqual([])
})

describe('the viewer', () => {
  it('is the account with its own rows', async () => {
    const { cookies, id } = await start('student')
    const { phone } = account
    const viewer = { ...account, sessionId: id, userType: 'student', familyName: phone, mentorName: phone }
    expect(await get('/viewer', cookies)).toEqual({ ...viewer, adminRole: 'operations' })
    const plain = await start('student', await makeAccount(database.db))
    expect(await get('/viewer', plain.cookies)).toMatchObject({ familyId: null, mentorId: null, adminRole: null })
    expect(await get('/viewer')).toEqual({ code: 'login-required' })
    expect(await get('/viewer', { session: 'x' })).toEqual({ code: 'login-required' })
  })

  it.each([
    ['revoked', 'student', sql`revoked_at = now()`],
    ['expired', 'student', sql`expires_at = now()`],
    ['idle as a family', 'student', sql`seen_at = now() - interval '168 hours'`],
    ['idle as a mentor', 'mentor', sql`seen_at = now() - interval '168 hours'`],
    ['idle as an admin', 'admin', sql`seen_at = now() - interval '12 hours'`],
  ] as const)('is gone when the session is %s, to the instant', async (_, userType, change) => {
    const { cookies, id } = await start(userType)
    const read = await transaction(database.db, async (tx) => {
      await sql`update session set ${change} where id = ${id}`.execute(tx)
      return await sessions.readViewer(tx, config, { cookies })
    })
    expect(read).toBeNull()
  })

  it('is gone when the account is suspended or no longer an admin', async () => {
    const { accountId } = await makeAdmin(database.db)
    const admin = await start('admin', accountId)
    const family = await start('student', accountId)
    await sql`update admin_user set removed_at = now() where account_id = ${accountId}`.execute(database.db)
    expect(await get('/viewer', admin.cookies)).toEqual({ code: 'login-required' })
    expect(await get('/viewer', family.cookies)).toMatchObject({ accountId, adminRole: null })
    await sql`update account set suspended_at = now() where id = ${accountId}`.execute(database.db)
    expect(await get('/viewer', family.cookies)).toEqual({ code: 'login-required' })
  })

  it('is gone after logging out, and only this one', async () => {
    const one = await start('student')
    const other = await start('mentor')
    const [cleared] = (await app.inject({ method: 'POST', url: '/end', cookies: one.cookies })).cookies
    expect(cleared).toMatchObject({ name: 'session', value: '', path: '/' })
    expect(await get('/viewer', one.cookies)).toEqual({ code: 'login-required' })
    expect(await get('/viewer', other.cookies)).toMatchObject({ userType: 'mentor' })
    expect((await app.inject({ method: 'POST', url: '/end' })).statusCode).toBe(200)
  })

  it('is noted as seen once in fifteen minutes, to the instant', async () => {
    const { cookies } = await start('student')
    await start('mentor')
    await sql`update session set seen_at = now() - interval '16 minutes'`.execute(database.db)
    await get('/viewer', cookies)
    expect(await seenAgo()).toEqual([0, 16])
    await transaction(database.db, async (tx) => {
      await sql`update session set seen_at = now() - interval '15 minutes'`.execute(tx)
      await sessions.readViewer(tx, config, { cookies })
      expect(await seenAgo(tx)).toEqual([15, 15])
    })
  })

  it('is not logged out by another request that notes it', async () => {
    const { id, cookies } = await start('student')
    await set(sql`seen_at = now() - interval '1 hour'`, id)
    await transaction(database.db, async (tx) => {
      await sql`update session set user_agent = 'other' where id = ${id}`.execute(tx)
      expect(await get('/viewer', cookies)).toMatchObject({ sessionId: id })
    })
    expect(await seenAgo()).toEqual([60])
  })
})

test('a login is fresh for ten minutes, to the instant', async () => {
  const { id } = await start('student')
  await start('mentor')
  const isFresh = (change: RawBuilder<unknown>) =>
    transaction(database.db, async (tx) => {
      await sql`update session set created_at = ${change} where id = ${id}`.execute(tx)
      return await sessions.assertFreshLogin(tx, { sessionId: id }).then(
        () => true,
        () => false,
      )
    })
  expect(await isFresh(sql`now() - make_interval(mins => ${freshLoginMinutes})`)).toBe(false)
  expect(await isFresh(sql`now() - make_interval(mins => ${freshLoginMinutes}, secs => -1)`)).toBe(true)
  expect(await sessions.isFreshLogin(database.db, { sessionId: account.accountId })).toBe(false)
})

test('sessions are deleted after their retention, to the instant', async () => {
  const { id } = await start('student')
  const other = await start('mentor')
  const deleted = await transaction(database.db, async (tx) => {
    await sql`update session set expires_at = now() - interval '31 days' where id = ${id}`.execute(tx)
    await sql`update session set expires_at = now() - interval '30 days' where id <> ${id}`.execute(tx)
    return await sessions.deleteOldSessions(tx, 30)
  })
  expect([deleted, other.rows.length, (await seenAgo()).length]).toEqual([1, 2, 1])
})

test('a browser keeps its mark for a year', async () => {
  const { cookies, body } = await app.inject('/mark')
  expect(cookies).toMatchObject([{ name: 'browser', maxAge: 365 * 86_400, httpOnly: true }])
  const value = cookies[0]?.value ?? ''
  expect(Buffer.from(value, 'base64url')).toHaveLength(16)
  const again = await app.inject({ url: '/mark', cookies: { browser: value } })
  expect([again.body, again.cookies[0]?.value]).toEqual([body, value])
  for (const [length, isKept] of [
    [100, true],
    [101, false],
  ] as const) {
    const sent = 'm'.repeat(length)
    const reply = await app.inject({ url: '/mark', cookies: { browser: sent } })
    expect(reply.cookies[0]?.value === sent).toBe(isKept)
  }
})
