import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openWireProxy } from '#bench/faults/wire-proxy.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { makeMentor, makeReview, newPhone } from '#test/builders.ts'
import { endpoints } from '#test/endpoints.ts'
import { testConfig } from '#test/harness.ts'
import { type ReplicaServer, startReplicas } from '#test/replica-server.ts'
import { few } from '#test/rounds.ts'
import { type Browser, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { memoryFolder } from '../../../scripts/scratch-folder.ts'
import { embeddedAppUrl } from './app-role.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { openPostgres, type RunningPostgres } from './embedded-postgres.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { migrate } from './migrate.ts'
import { atPrimary, createReplicas } from './replicas.ts'

type Servers = { primary: number; first: number; second: number }

const folder = memoryFolder('replicas')
let primary: RunningPostgres
let first: ReplicaServer
let second: ReplicaServer
let proxy: Awaited<ReturnType<typeof openWireProxy>>
let owner: ReturnType<typeof openDatabase>
let app: TestApp
let stop: () => Promise<void>
let lines: { event?: string; replica?: number; reason?: string }[] = []
const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
/** Events of one replica. A slow machine adds some, because answers come too late. */
const eventsOf = (number: number) => lines.flatMap(({ event, replica }) => (replica === number && event ? event : []))
let mentor: { id: string; slug: string }

beforeAll(async () => {
  primary = await openPostgres({ dataDir: join(folder, 'primary'), role: 'owner', fast: true })
  await migrate(primary.url)
  const url = await embeddedAppUrl(primary.url, testConfig().secretKeys)
  owner = openDatabase(openPool(primary.url, { connections: 2 }))
  mentor = await makeMentor(owner, { name: 'Asha Verma', city: 'Indore', hours: { from: '10:00', to: '18:00' } })
  for (let n = 0; n < 5; n++) await makeMentor(owner, { city: 'Indore' })
  await makeReview(owner, mentor.id, { words: 'Explains every step and waits until it is understood.' })
  const folders = ['first', 'second'].map((name) => join(folder, name))
  const servers = await startReplicas({ folder: join(folder, 'primary'), url: primary.url }, folders)
  ;[first, second] = servers as [ReplicaServer, ReplicaServer] // safe: as many as folders
  proxy = await openWireProxy(second.port)
  const at = (port: number) => Object.assign(new URL(url), { port: String(port) }).href
  const pool = openPool(url, { connections: 10, name: 'test' })
  const database = { db: openDatabase(pool), pool, url, drop: async () => {} }
  app = await testApp({
    keeps: true,
    log,
    database,
    variables: { DATABASE_URL: url, DATABASE_REPLICA_URL: `${at(first.port)}, ${at(proxy.port)}` },
  })
  stop = app.context.replicas.start(url)
}, 120_000)
beforeEach(async () => {
  await bothUsed()
  lines = []
})
afterAll(async () => {
  try {
    await stop()
    await app.stop()
    await Promise.all([app.db.destroy(), owner.destroy()])
  } finally {
    await Promise.all([first.stop(), second.stop()])
    await proxy.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Statements of requests by server. */
async function statementsOf(work: () => Promise<unknown>): Promise<Servers> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const found: Servers = { primary: 0, first: 0, second: 0 }
    for (const [nth, context] of query.mock.contexts.entries()) {
      // Counters of the process are written from time to time.
      if (/^\s*insert/.test(String(query.mock.calls[nth]))) continue
      // safe: pg's client has them, and its types leave them out
      const { port, connectionParameters } = context as unknown as {
        port: number
        connectionParameters: { application_name?: string }
      }
      if (!/^(test|mentorsetu reads)$/.test(connectionParameters.application_name ?? '')) continue
      found[port === first.port ? 'first' : port === proxy.port ? 'second' : 'primary'] += 1
    }
    return found
  } finally {
    query.mockRestore()
  }
}

let asked = 0
/** A list that was not asked for before, so that no kept answer is sent. */
const newList = () => `/api/mentor?city=Indore&class=9&subject=mathematics&max=${9_000 + ++asked}`
const isOnReplica = ({ primary, first, second }: Servers) => primary === 0 && first + second > 0

/** Waits until reads alternate between both replicas. */
const bothUsed = () =>
  expect
    .poll(
      async () => {
        const visitor = app.browser()
        await visitor.get(newList())
        const one = await statementsOf(() => visitor.get(newList()))
        const other = await statementsOf(() => visitor.get(newList()))
        return isOnReplica(one) && isOnReplica(other) && one.first + other.first > 0 && one.second + other.second > 0
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(true)

async function whilePaused(work: () => Promise<void>): Promise<void> {
  for (const one of [first, second]) await one.query('select pg_wal_replay_pause()')
  try {
    await work()
  } finally {
    for (const one of [first, second]) await one.query('select pg_wal_replay_resume()')
  }
}

/** Changes a mentor as the product does, and waits until this process has heard of it. */
async function rename(name: string): Promise<void> {
  const before = app.context.kept.changes()
  await owner.transaction().execute(async (tx) => {
    await sql`update mentor set full_name = ${name} where id = ${mentor.id}`.execute(tx)
    await projectMentors(tx as Parameters<typeof projectMentors>[0], [mentor.id]) // safe: a transaction of Kysely
  })
  await expect.poll(() => app.context.kept.changes()).toBeGreaterThan(before)
}

const changeProfile = (family: LoggedIn, name: string) =>
  family.put('/api/profile/family', { name, email: null, address: null, area: null, city: null })

const publicReads = () => [
  newList(),
  `/api/mentor/${mentor.slug}`,
  `/api/mentor/${mentor.slug}/similar`,
  `/api/mentor/selected-mentors?id=${mentor.slug}`,
  `/api/mentor/${mentor.slug}/reviews`,
  `/api/mentor/${mentor.slug}/free-times`,
  `/api/mentor/free-times?id=${mentor.id}`,
  '/api/mentor/figures',
  '/api/testimonials?language=en',
  '/api/site',
  '/api/payment/packages',
  '/api/tutors',
  '/api/tutors/mathematics',
  '/api/tutors/mathematics/indore',
]

test('reads lists, profiles and other public content from the replicas only', async () => {
  const visitor = app.browser()
  for (const path of publicReads()) {
    const found = await statementsOf(async () => expect((await visitor.get(path)).status, path).toBe(200))
    expect(found.primary, path).toBe(0)
  }
  expect(isOnReplica(await statementsOf(() => visitor.get(`/api/mentor/${mentor.slug}`)))).toBe(true)
  expect(isOnReplica(await statementsOf(() => visitor.get(newList())))).toBe(true)
})

test('sends one list page of a visitor to one replica', async () => {
  const visitor = app.browser()
  await visitor.get(newList())
  const found = await statementsOf(() => visitor.get(newList()))
  expect(found.primary).toBe(0)
  expect([found.first, found.second].toSorted()).toEqual([0, 1])
})

test('reads on the primary for whoever wrote until a replica has it, and on a replica for everybody else', async () => {
  const family = await app.login(newPhone(), 'student')
  await family.get(newList())
  await bothUsed()
  await whilePaused(async () => {
    const written = await changeProfile(family, 'Meera Joshi')
    expect(written.status).toBe(200)
    expect(String(written.headers['set-cookie'])).toMatch(/^written=\d+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)
    const own = await statementsOf(() => family.get(newList()))
    expect([own.first, own.second]).toEqual([0, 0])
    expect(isOnReplica(await statementsOf(() => app.browser().get(newList())))).toBe(true)
  })
  // Its session is read on the primary.
  await expect
    .poll(async () => {
      const { first, second } = await statementsOf(() => family.get(newList()))
      return first + second
    })
    .toBe(1)
})

test('refused writes and reads set no cookie, and a malformed one counts for nothing', async () => {
  const family = await app.login(newPhone(), 'student')
  const refused = await family.put('/api/profile/family', { name: '' })
  const read = await family.get('/api/profile')
  for (const { headers } of [refused, read]) expect(String(headers['set-cookie'] ?? '')).not.toContain('written')
  await bothUsed()
  for (const cookie of ['written=', 'written=-1', 'written=1e9', 'written=%00', `written=${'9'.repeat(40)}`]) {
    const ask = () => app.browser().get(newList(), { headers: { cookie } })
    expect(isOnReplica(await statementsOf(ask)), cookie).toBe(true)
  }
})

test('shows a changed mentor to everybody at once, from the primary until the replicas have the change', async () => {
  await whilePaused(async () => {
    const kept = newList()
    await app.browser().get(kept)
    await rename('Asha Sharma')
    for (const path of [`/api/mentor/${mentor.slug}`, newList(), kept]) {
      let body: unknown
      const found = await statementsOf(async () => (body = (await app.browser().get(path)).body))
      expect(JSON.stringify(body)).toContain('Asha Sharma')
      expect([found.first, found.second]).toEqual([0, 0])
    }
  })
  await bothUsed()
  expect(JSON.stringify((await app.browser().get(newList())).body)).toContain('Asha Sharma')
})

test('does not keep what a replica answered before a change arrived', async () => {
  const path = newList()
  await whilePaused(async () => {
    const { read } = app.context.replicas
    const list = app.context.kept.of<string>('test', () => 1)
    const reply = Promise.withResolvers<void>()
    const asking = list.answer(path, async () => {
      const value = await read(null, async (db) => {
        const { rows } = await sql<{
          name: string
        }>`select full_name as name from mentor where id = ${mentor.id}`.execute(db)
        await reply.promise
        return rows[0]?.name ?? ''
      })
      return { value, about: null }
    })
    await rename('Asha Iyer')
    reply.resolve()
    expect(await asking).not.toBe('Asha Iyer')
    expect(list.older(path)).toBeUndefined()
  })
})

test('uses no replica while changes may be missed', async () => {
  const listening = vi.spyOn(app.context.kept, 'isListening').mockReturnValue(false)
  try {
    const found = await statementsOf(() => app.browser().get(newList()))
    expect([found.first, found.second]).toEqual([0, 0])
    expect(found.primary).toBeGreaterThan(0)
  } finally {
    listening.mockRestore()
  }
})

test('reads nothing private on a replica', async () => {
  const family = await app.login(newPhone(), 'student')
  const own = await makeMentor(owner, { city: 'Indore', shown: false })
  const people: Browser[] = [family, await app.login(own.phone, 'mentor'), await app.admin()]
  const reads = endpoints.filter(({ method, config }) => method === 'GET' && config.access.visitor === 'no')
  await bothUsed()
  for (const { url } of few(reads, 10)) {
    const path = url.replace(/:\w+/g, '01890000-0000-7000-8000-000000000000')
    const found = await statementsOf(() => Promise.all(people.map((one) => one.get(path))))
    expect([found.first, found.second], path).toEqual([0, 0])
  }
  expect(reads.length).toBeGreaterThan(50)
  // The mentor's own hidden profile, and times that a family holds.
  for (const path of [`/api/mentor/${own.slug}`, `/api/mentor/${own.slug}/free-times`]) {
    const found = await statementsOf(async () => expect((await people[1]?.get(path))?.status).toBe(200))
    expect([found.first, found.second], path).toEqual([0, 0])
  }
  const held = await statementsOf(() => family.get(`/api/mentor/${mentor.slug}/free-times`))
  expect([held.first, held.second]).toEqual([0, 0])
})

test('reads on the primary what a page shows after its form wrote', async () => {
  const found = await statementsOf(() => atPrimary(() => app.browser().get(newList())))
  expect(found).toMatchObject({ first: 0, second: 0 })
  expect(found.primary).toBeGreaterThan(0)
})

test('repeats on the primary what others asked a replica for that failed', async () => {
  const numbers = app.context.kept.of<number>('shared', () => 1)
  let made = 0
  const ask = (db: Db) =>
    numbers.answer('number', async () => {
      const seconds = ++made === 1 ? 5 : 0
      const { rows } = await sql<{ n: number }>`select 7 as n, pg_sleep(${seconds})::text as slept`.execute(db)
      return { value: rows[0]?.n ?? 0, about: null }
    })
  const asMentor = { viewer: { mentorId: mentor.id }, cookies: {} } as unknown as FastifyRequest // safe: all that is read of it
  const { read } = app.context.replicas
  const asking: Promise<number>[] = []
  const found = await statementsOf(async () => {
    asking.push(read(null, ask), read(asMentor, ask))
    await expect.poll(sleeping).toBe(1)
  })
  expect(found.primary).toBe(0)
  for (const one of [first, second])
    await one.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mentorsetu reads'`,
    )
  expect(await Promise.all(asking)).toEqual([7, 7])
})

/** Statements that wait on the replicas. */
async function sleeping(): Promise<number> {
  const counts = [first, second].map(async (one) => {
    const { rows } = await one.query(`select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`)
    return Number(rows[0]?.n)
  })
  return (await Promise.all(counts)).reduce((sum, n) => sum + n)
}

test('takes a replica out that lags, and uses it again', { tags: ['full'] }, async () => {
  const writer = await app.login(newPhone(), 'student')
  await first.query('select pg_wal_replay_pause()')
  await expect
    .poll(async () => {
      await changeProfile(writer, 'Lata Mehta')
      return lines
    })
    .toContainEqual(expect.objectContaining({ event: 'replica-away', replica: 1, reason: 'it lags' }))
  const found = await statementsOf(() => Promise.all([1, 2, 3].map(() => app.browser().get(newList()))))
  expect(found.first).toBe(0)
  expect(await app.context.metrics.registry.metrics()).toMatch(/mentorsetu_replica_lag_seconds\{replica="1"\} [5-9]/)
  await first.query('select pg_wal_replay_resume()')
  await logged('replica-back', 1)
})

test('repeats on the primary what the replay cancels, and goes on using the replica', { tags: ['full'] }, async () => {
  for (const one of [first, second])
    for (const text of ["alter system set max_standby_streaming_delay = '0'", 'select pg_reload_conf()'])
      await one.query(text)
  const servers: (Db | undefined)[] = []
  const asking = app.context.replicas.read(null, async (db) => {
    servers.push(db)
    const seconds = servers.length === 1 ? 4 : 0
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n, (select pg_sleep(${seconds})::text) as slept from mentor_event`.execute(db)
    return rows[0]?.n
  })
  await expect.poll(sleeping).toBe(1)
  await owner.transaction().execute(async (tx) => {
    await sql`lock table mentor_event in access exclusive mode`.execute(tx)
    await sql`insert into idempotency (caller, endpoint, key, body_hash, reply) values ('a', 'a', 'a', '', null)`.execute(
      tx,
    )
  })
  expect(await asking).toBeTypeOf('number')
  expect(servers.map((db) => db === app.db)).toEqual([false, true])
  expect(lines.filter(({ reason }) => /conflict/.test(reason ?? ''))).toEqual([])
})

test('uses no server that takes writes or holds another database', async () => {
  const { url } = app.database
  const other = Object.assign(new URL(primary.url), { port: String(first.port), pathname: '/postgres' }).href
  const config = testConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: `${url},${other}` })
  const given = { db: app.db, kept: app.context.kept, metrics: createMetrics(), log }
  const onChange = vi.spyOn(app.context.kept, 'onChange').mockReturnValue()
  const replicas = createReplicas(config, given)
  onChange.mockRestore()
  const end = replicas.start(url)
  await logged('replica-away', 1)
  await logged('replica-away', 2)
  expect(await replicas.read(null, async (db) => db === app.db)).toBe(true)
  await end()
  const reasons = lines.map(({ reason }) => reason)
  expect(reasons).toContain('it is a replica of another database')
  expect(reasons).toContain('it takes writes, so it is no replica')
})

test('without replicas sends no statement and no cookie more', async () => {
  const { db, pool, url } = app.database
  const plain = await testApp({ database: { db, pool, url, drop: async () => {} } })
  const sent = async (one: TestApp) => {
    const family = await one.login(newPhone(), 'student')
    let cookies = ''
    const { primary } = await statementsOf(async () => {
      cookies = String((await changeProfile(family, 'Meera Joshi')).headers['set-cookie'] ?? '')
    })
    return { cookies, primary }
  }
  const without = await sent(plain)
  const having = await sent(app)
  expect(without.cookies).toBe('')
  expect(having.cookies).toContain('written=')
  expect(having.primary - without.primary).toBe(1)
  await plain.stop()
  const urls = { PUBLIC_URL: 'https://mentorsetu.example', ALLOW_SANDBOX: '1', DATABASE_URL: url }
  const variables = { ...urls, DATABASE_REPLICA_URL: url }
  const secure = await testApp({ variables, database: { db, pool, url, drop: async () => {} } })
  const { headers } = await secure.browser().post('/api/otp/send-otp', { mobile: newPhone(), userType: 'student' })
  expect(String(headers['set-cookie'])).toMatch(
    /__Host-written=\d+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax/,
  )
  await secure.stop()
})

test('takes a replica out whose statements are slow while it answers pings, and uses it again when they are fast', async () => {
  const setSlow = async (seconds: number) => {
    for (const text of [`alter system set mentorsetu.slow = '${seconds}'`, 'select pg_reload_conf()'])
      await first.query(text)
  }
  const statement = (db: Db) =>
    sql`select pg_sleep(coalesce(nullif(current_setting('mentorsetu.slow', true), ''), '0')::float8)::text`.execute(db)
  const used = () => statementsOf(() => Promise.all([1, 2, 3].map(() => app.browser().get(newList()))))
  await setSlow(2.2)
  try {
    // Each session of the replica hears of the setting in its own time.
    const read = async () => {
      await Promise.all(Array.from({ length: 6 }, () => app.context.replicas.read(null, statement)))
      return eventsOf(1)
    }
    await expect.poll(read, { timeout: 30_000 }).toContain('replica-away')
    expect(lines).toContainEqual(expect.objectContaining({ event: 'replica-away', replica: 1, reason: 'it is slow' }))
    const { first: slow, second: other } = await used()
    expect([slow, other > 0]).toEqual([0, true])
  } finally {
    await setSlow(0)
  }
  await logged('replica-back', 1)
  expect((await used()).first).toBeGreaterThan(0)
}, 60_000)

test('uses a replica again on which only one statement stays slow', { tags: ['full'], timeout: 120_000 }, async () => {
  const statement = (db: Db) => sql`select pg_sleep(2.2)::text`.execute(db)
  await Promise.all(Array.from({ length: 6 }, () => app.context.replicas.read(null, statement)))
  await logged('replica-away', 1)
  // Three tries of the statement, then the cheap one, five seconds apart.
  for (const replica of [1, 2]) await logged('replica-back', replica, 60_000)
})

/** Visitors who read until `work` is done. @returns statuses that are not 200, and the number of reads */
async function underLoad(work: () => Promise<void>): Promise<{ failed: number[]; reads: number }> {
  let isDone = false
  let reads = 0
  const failed: number[] = []
  const visit = async () => {
    while (!isDone) {
      for (const path of [newList(), `/api/mentor/${mentor.slug}`]) {
        const { status } = await app.browser().get(path)
        reads += 1
        if (status !== 200) failed.push(status)
      }
    }
  }
  const visitors = Promise.all([visit(), visit(), visit(), visit()])
  await work().finally(() => {
    isDone = true
  })
  await visitors
  return { failed, reads }
}
const logged = (event: string, replica: number, timeout = 30_000) =>
  expect.poll(() => eventsOf(replica), { timeout }).toContain(event)

test('fails no request when a replica is killed or silent, and uses it again when it returns', async () => {
  const { failed, reads } = await underLoad(async () => {
    first.kill()
    await logged('replica-away', 1)
    const alone = await statementsOf(() => app.browser().get(`/api/mentor/${mentor.slug}`))
    expect(alone.first).toBe(0)
    proxy.freeze(true)
    await logged('replica-away', 2)
    proxy.cut()
    proxy.freeze(false)
    await expect.poll(() => first.isRunning()).toBe(false)
    await first.start()
    for (const one of [1, 2]) await logged('replica-back', one)
  })
  expect(failed).toEqual([])
  expect(reads).toBeGreaterThan(20)
  await bothUsed()
  // Once each.
  for (const one of [1, 2]) {
    const events = eventsOf(one)
    expect(events).toEqual(events.map((_, nth) => (nth % 2 === 0 ? 'replica-away' : 'replica-back')))
  }
})
