import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin } from '#test/builders.ts'
import { type TestDatabase, testConfig, testDatabase } from '#test/harness.ts'
import { AppError } from './errors.ts'
import { assertNotParty, guard } from './guards.ts'
import { startSession, type UserType } from './sessions.ts'

const config = testConfig({ PUBLIC_URL: 'http://localhost:3000' })
const app = fastify()
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  const { accountId: id } = await makeAdmin(database.db, { role: 'operations' })
  await app.register(cookie)
  app.setErrorHandler((error, _, reply) => reply.send({ code: error instanceof AppError ? error.code : String(error) }))
  guard(app, config, database.db)
  app.post<{ Params: { userType: UserType } }>('/start/:userType', async (request, reply) => {
    await startSession(database.db, config, request, reply, { id, userType: request.params.userType })
    return {}
  })
  const access = { visitor: 'no', family: 'own', mentor: 'no', admin: 'yes' } as const
  app.all('/anybody', async () => ({}))
  app.post('/signed', { config: { signed: true } }, async () => ({}))
  app.get('/families', { config: { access } }, async () => ({}))
  app.get('/operations', { config: { access, role: 'operations' } }, async () => ({}))
  app.get('/owners', { config: { access, role: 'owner' } }, async () => ({}))
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const ok = {}
const refused = { code: 'cross-site' }
const not = { code: 'not-allowed' }
test.each([
  ['POST', '/anybody', {}, ok],
  ['POST', '/anybody', { 'sec-fetch-site': 'same-origin' }, ok],
  ['POST', '/anybody', { 'sec-fetch-site': 'none' }, ok],
  ['POST', '/anybody', { 'sec-fetch-site': 'same-site' }, refused],
  ['POST', '/anybody', { origin: 'http://localhost:3000' }, ok],
  ['POST', '/anybody', { origin: 'http://127.0.0.1:3000' }, ok],
  ['POST', '/anybody', { origin: 'http://127.0.0.1:3001' }, refused],
  ['POST', '/anybody', { origin: 'http://evil.example:3000' }, refused],
  ['POST', '/anybody', { origin: 'null' }, refused],
  ['POST', '/signed', { origin: 'https://gateway.example' }, ok],
  ['GET', '/anybody', { 'sec-fetch-site': 'cross-site' }, ok],
] as const)('%s %s from %j is answered %j', async (method, url, headers, expected) => {
  expect((await app.inject({ method, url, headers })).json()).toEqual(expected)
})

test('a route admits the callers and admin roles it names', async () => {
  expect((await app.inject('/families')).json()).toEqual({ code: 'login-required' })
  for (const [userType, expected] of [
    ['student', [ok, ok, ok]],
    ['mentor', [not, not, not]],
    ['admin', [ok, ok, not]],
  ] as const) {
    const [session] = (await app.inject({ method: 'POST', url: `/start/${userType}` })).cookies
    const cookies = { session: session?.value ?? '' }
    const replies = ['/families', '/operations', '/owners'].map((url) => app.inject({ url, cookies }))
    expect(
      (await Promise.all(replies)).map((reply) => reply.json()),
      userType,
    ).toEqual(expected)
  }
})

test('admins do not decide about their own account', () => {
  expect(() => assertNotParty({ accountId: 'a' }, ['b', 'a'])).toThrow('own-account')
  expect(assertNotParty({ accountId: 'a' }, ['b'])).toBeUndefined()
})
