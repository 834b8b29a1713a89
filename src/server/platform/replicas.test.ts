import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openWireProxy } from '#bench/faults/wire-proxy.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { makeMentor, makeReview, newPhone } from '#test/builders.ts'
import { endpoints } from '#test/endpoints.ts'
import { testConfig } from '#test/harness.ts'
import { type ReplicaServer, startReplicas } from '#test/replica-server.ts'
import { type Browser, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { memoryFolder } from '../../../scripts/scratch-folder.ts'
import { embeddedAppUrl } from './app-role.ts'
import { openDatabase, openPool } from './database.ts'
import { openPostgres, type RunningPostgres } from './embedded-postgres.ts'
import { createLog } from './log.ts'
import { migrate } from './migrate.ts'

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
const happened = () => lines.map(({ event, replica }) => `${event} ${replica}`).toSorted()
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
    ...{ keeps: true, log, database },
    variables: { DATABASE_URL: url, DATABASE_REPLICA_URL: `${at(first.port)}, ${at(proxy.port)}` },
  })
  stop = app.context.replicas.start(url)
}, 120_000)
beforeEach(async () => {
  await bothUsed()
  lines = []
})
afterAll(async () => {
  await stop()
  await app.stop()
  await app.db.destroy()
  await owner.destroy()
  await Promise.all([first.stop(), second.stop()])
  await proxy.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Statements of requests by server. */
async function statementsOf(work: () => Promise<unknown>): Promise<Servers> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const found: Servers = { primary: 0, first: 0, second: 0 }
    for (const context of query.mock.contexts) {
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
        const [one, other] = [
          await statementsOf(() => visitor.get(newList())),
          await statementsOf(() => visitor.get(newList())),
        ]
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
  expect(lines).toEqual([])
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
        const { rows } = await sql<{ name: string }>`select full_name as name from mentor where id = ${mentor.id}`.execute(
          db,
        )
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
  for (const { url } of reads) {
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

/** Visitors who read until `work` is done. @returns statuses that are not 200, and the number of reads */
async function underLoad(work: () => Promise<void>): Promise<{ failed: number[]; reads: number }> {
  let [isDone, reads] = [false, 0]
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
const logged = (event: string, replica: number) =>
  expect.poll(happened, { timeout: 30_000 }).toContain(`${event} ${replica}`)

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
  expect(happened()).toEqual(['replica-away 1', 'replica-away 2', 'replica-back 1', 'replica-back 2'])
})
