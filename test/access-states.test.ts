import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from './access-calls.ts'
import { makeAdmin, makeMentor, newPhone } from './builders.ts'
import { endpoints } from './endpoints.ts'
import { type LoggedIn, type TestApp, testApp } from './test-app.ts'
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
  const [family, mentor] = ['/api/users/learners', '/api/mentor/reliability'] as const
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
