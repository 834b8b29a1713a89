import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openWireProxy } from '#bench/faults/wire-proxy.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { createDatabaseWatch, type DatabaseWatch } from './database-watch.ts'
import { createLog } from './log.ts'
import { createOverloadWatch } from './overload.ts'

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof openWireProxy>>
let pool: ReturnType<typeof openPool>
let watch: DatabaseWatch
let stop: () => Promise<void>
let lines: { event?: string; level: number }[] = []
const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
const events = () => lines.map(({ event, level }) => `${level === 50 ? 'error' : 'warn'} ${event}`)
const slow = { timeout: 15_000 }

beforeAll(async () => {
  database = await testDatabase()
  const url = new URL(database.url)
  proxy = await openWireProxy(Number(url.port))
  url.port = String(proxy.port)
  pool = openPool(url.href, { connections: 2 })
  watch = createDatabaseWatch(pool, log)
  stop = watch.start(url.href)
})
afterEach(async () => {
  await expect.poll(() => watch.isAway(), slow).toBe(false)
  lines = []
})
afterAll(async () => {
  await stop()
  await pool.end()
  await proxy.stop()
  await database.drop()
})
const lockHeld = async () =>
  (
    await sql`select from pg_locks where locktype = 'advisory' and objid = ${watch.owner()}::bigint::oid`.execute(
      database.db,
    )
  ).rows.length > 0

test('says that the database is away and back, each once, and holds its lock again', async () => {
  await expect.poll(lockHeld, slow).toBe(true)
  proxy.setAway(true)
  await expect.poll(() => watch.isAway(), slow).toBe(true)
  proxy.setAway(false)
  await expect.poll(() => watch.isAway(), slow).toBe(false)
  await expect.poll(lockHeld, slow).toBe(true)
  expect(events()).toEqual(['error database-away', 'warn database-back'])
})

test('fails statements that a silent server never answers', async () => {
  await pool.query('select 1')
  proxy.freeze(true)
  const asked = pool.query('select 1')
  await expect(asked).rejects.toThrow('Connection terminated')
  expect(watch.isAway()).toBe(true)
  proxy.freeze(false)
  await expect.poll(() => watch.isAway(), slow).toBe(false)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test.each(['53100', '25006'])('sees that writes fail with %s, and that they work again', async (code) => {
  await sql
    .raw(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '${code}'; end $$`)
    .execute(database.db)
  await sql`create trigger no_room before insert on idempotency for each row execute function no_room()`.execute(
    database.db,
  )
  await expect.poll(() => watch.canWrite(), slow).toBe(false)
  await sql`drop function no_room() cascade`.execute(database.db)
  await expect.poll(() => watch.canWrite(), slow).toBe(true)
  expect(events()).toEqual(['error database-writes-fail', 'warn database-writes-back'])
  expect(watch.isAway()).toBe(false)
})

test('learns from a failed request that writes fail, and finds out that they work', async () => {
  await expect.poll(() => watch.canWrite(), slow).toBe(true)
  const failing = sql`do $$ begin raise exception 'no room' using errcode = '53100'; end $$`.execute(database.db)
  await failing.catch((error: unknown) => watch.noteFailure(error))
  expect(watch.canWrite()).toBe(false)
  await expect.poll(() => watch.canWrite(), slow).toBe(true)
  expect(events()).toEqual(['error database-writes-fail', 'warn database-writes-back'])
})

test('refuses while the event loop is late for seconds, and not for a moment', async () => {
  const load = createOverloadWatch(pool, log)
  const end = load.start()
  const block = () => {
    for (const until = performance.now() + 400; performance.now() < until; );
    return load.overload()
  }
  expect(block()).toBe(null)
  await expect.poll(() => block(), { ...slow, interval: 1 }).toBe('event-loop-slow')
  await expect.poll(() => load.overload(), slow).toBe(null)
  end()
  expect(events()).toEqual(expect.arrayContaining(['error event-loop-slow', 'warn overload-over']))
})

test('refuses while every connection is taken, and no longer than that', async () => {
  const load = createOverloadWatch(pool, log)
  const end = load.start()
  await vi.waitFor(() => expect(load.overload()).toBe(null))
  const taken = [await pool.connect(), await pool.connect()]
  await expect.poll(() => load.overload(), slow).toBe('pool-exhausted')
  for (const one of taken) one.release()
  await expect.poll(() => load.overload(), slow).toBe(null)
  end()
  expect(events()).toEqual(['error pool-exhausted', 'warn overload-over'])
  expect((await sql`select 1`.execute(openDatabase(pool))).rows).toHaveLength(1)
})
