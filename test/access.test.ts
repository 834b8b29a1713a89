import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#contract/wire/endpoint.ts'
import { type Call, callers, calls, kinds, type Who } from './access-calls.ts'
import { accessTable } from './access-table.ts'
import { endpoints, nameOf } from './endpoints.ts'
import { type TestApp, testApp } from './test-app.ts'
import { makeWorld, type World } from './world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await testApp()
  world = await makeWorld(app)
  sessionsBefore = await sessionsByPhone()
})
afterAll(() => app.stop())

let sessionsBefore: Map<string, number>
async function sessionsByPhone(): Promise<Map<string, number>> {
  const { rows } = await sql<{ phone: string; count: number }>`
    select a.phone, count(*)::int as count from account a join session s on s.account_id = a.id group by a.phone`.execute(
    app.db,
  )
  return new Map(rows.map(({ phone, count }) => [phone, count]))
}

const rights = new Map(accessTable.flatMap(({ calls: names, ...rest }) => names.map((name) => [name, rest] as const)))
function rightsOf(name: string) {
  const found = rights.get(name)
  if (!found) throw new Error(`${name} is missing in access-table.ts`)
  return found
}

test('every admin change names the required admin role', () => {
  const silent = endpoints.filter(
    ({ method, url, config }) => method !== 'GET' && url.startsWith('/api/admin') && !config.role,
  )
  expect(silent.map(({ url }) => url)).toEqual([])
})

/** Whether the row of a call belongs to this caller when the endpoint says `own`. */
function isOwner(name: string, who: Who): boolean {
  if (name === 'POST /api/mentor/login-check') return who === 'mentor'
  if (name.startsWith('GET /api/media/')) return who === 'family'
  return who === 'family' || who === 'mentor' || who === 'admin'
}

function expected(name: string, access: Access, who: Who, call: Call): number {
  if (access === 'no') return who === 'visitor' ? 401 : 403
  if (access === 'yes') return who === 'visitor' ? (call.visitor ?? call.own ?? 200) : (call.own ?? 200)
  const foreign = { 'POST /api/users/login-check': who !== 'family', 'POST /api/mentor/login-check': who !== 'mentor' }[
    name
  ]
  if (foreign ?? !isOwner(name, who)) return call.other ?? 404
  return call.own ?? 200
}

test('the matrix and the table of rights list every endpoint of the contract once and nothing else', () => {
  const names = endpoints.map(nameOf).sort()
  expect(Object.keys(calls).sort()).toEqual(names)
  expect(accessTable.flatMap((row) => row.calls).sort()).toEqual(names)
})

test('the contract gives the rights of the table', () => {
  const given = endpoints.map((one) => {
    const { access, role } = one.config
    return [nameOf(one), { ...access, ...(role && { role }) }]
  })
  expect(Object.fromEntries(given)).toEqual(Object.fromEntries(rights))
})

test('every route the server has under /api is in the contract', async () => {
  const document = (await app.browser().get('/api/docs/json')).body
  const served = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(served.filter((url) => !url.endsWith('/api/{*}')).sort()).toEqual(
    endpoints.map((endpoint) => `${endpoint.method} ${endpoint.url}`).sort(),
  )
})

describe.each(
  endpoints
    .filter((endpoint) => endpoint.url !== '/api/session/logout')
    .map((endpoint) => [nameOf(endpoint), endpoint] as const),
)('%s', (name, endpoint) => {
  test.each(callers)('%s', async (who) => {
    const call = calls[name]?.(world, who)
    if (!call) throw new Error('no call given')
    // Rate limits count by IP address.
    const ip = `10.9.0.${callers.indexOf(who)}`
    const reply = await world[who].call(endpoint.method, call.path, call.body, { headers: call.headers ?? {}, ip })
    expect(reply.status, JSON.stringify(reply.body)).toBe(expected(name, rightsOf(name)[kinds[who]], who, call))
    if (reply.status >= 400)
      // Upload errors have Cloudinary's shape, nested one level deeper.
      expect(reply.body.error ?? reply.body).toMatchObject({
        code: expect.any(String),
        message: expect.any(String),
        requestId: expect.any(String),
      })
  })
})

const roles = ['support', 'operations', 'owner'] as const
describe.each(['support', 'operations'] as const)('an admin with role %s', (role) => {
  test.each(
    endpoints
      .map((endpoint) => [nameOf(endpoint), endpoint] as const)
      .filter(
        ([name, { url }]) => rightsOf(name).admin === 'yes' && (rightsOf(name).role || url.startsWith('/api/admin')),
      ),
  )('%s', async (name, endpoint) => {
    const call = calls[name]?.(world, 'admin')
    if (!call) throw new Error('no call given')
    const ip = `10.9.1.${roles.indexOf(role)}`
    const reply = await world[role].call(endpoint.method, call.path, call.body, { headers: call.headers ?? {}, ip })
    const mayCall = roles.indexOf(role) >= roles.indexOf(rightsOf(name).role ?? 'support')
    if (!mayCall) expect([reply.status, reply.body.code]).toEqual([403, 'not-allowed'])
    // The owner's calls may already have changed the row.
    else expect([call.own ?? 200, 404, 409], JSON.stringify(reply.body)).toContain(reply.status)
  })
})

test("another user's row and a missing row get the same reply", async () => {
  const nowhere = '01890000-0000-7000-8000-000000000000'
  const paths = ['/api/class-bookings/student/', '/api/class-records/class-booking/', '/api/payment/order/']
  for (const path of [...paths, '/api/payment/receipt/']) {
    const own = {
      '/api/class-bookings/student/': world.family.id,
      '/api/class-records/class-booking/': world.bookingId,
      '/api/payment/order/': world.orderId,
      '/api/payment/receipt/': world.orderId,
    }[path]
    const [foreign, missing] = await Promise.all([
      world.otherFamily.get(path + own),
      world.otherFamily.get(path + nowhere),
    ])
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
    expect(foreign.status).toBe(missing.status)
  }
})

// Admins act under their own name only: no endpoint logs one in as a family or mentor.
test('no call of these started a session for somebody else', async () => {
  expect(sessionsBefore.size).toBeGreaterThan(5)
  const after = await sessionsByPhone()
  expect([...after].filter(([phone, count]) => count > (sessionsBefore.get(phone) ?? 0))).toEqual([])
})
