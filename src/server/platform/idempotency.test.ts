import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { processLock } from './database-watch.ts'

// Two processes on one database, which both show that they live.
let app: TestApp
let other: TestApp
let stops: (() => Promise<void>)[]
let family: LoggedIn
let mentorId: string
beforeAll(async () => {
  app = await testApp()
  other = await testApp({ database: app.database })
  stops = [app, other].map(({ context, database }) => context.database.start(database.url))
  family = await app.login(newPhone(), 'student')
  await sql`create table takeover (at timestamptz)`.execute(app.db)
  await sql`create function note() returns trigger language plpgsql as
    $$ begin insert into takeover values (now()); return new; end $$`.execute(app.db)
  await sql`create trigger note before update on idempotency for each row
    when (old.started_at <> new.started_at) execute function note()`.execute(app.db)
  mentorId = (await makeMentor(app.db)).id
  await vi.waitFor(async () => expect(await locks()).toHaveLength(2), 10_000)
  // A server that has just started may still miss the locks of living processes.
  await sql`select pg_sleep(extract(epoch from pg_postmaster_start_time() + interval '11 s' - clock_timestamp()))`.execute(
    app.db,
  )
}, 30_000)
afterAll(async () => {
  for (const stop of stops) await stop()
  await other.stop()
  await app.stop()
})

const locks = async () =>
  (
    await sql`select from pg_locks where locktype = 'advisory' and classid = ${processLock}::bigint::oid
    and database = (select oid from pg_database where datname = current_database())`.execute(app.db)
  ).rows
const buy = (key: string, on: TestApp = app) =>
  on
    .browser()
    .post(
      '/api/payment/create-order',
      { amount: 99, mentorId },
      { headers: { 'idempotency-key': key, cookie: family.cookie() } },
    )
/** As if the reply to a key had never come, because its process ended or still works on it. */
async function leave(key: string, owner: number | null): Promise<void> {
  await sql`update idempotency set status = null, reply = null, owner = ${owner} where key = ${key}`.execute(app.db)
}
const takeovers = async () => (await sql`select from takeover`.execute(app.db)).rows.length

test('takes over the key of a process that died, once, without waiting for a clock', async () => {
  await buy('key-of-a-dead-one')
  await leave('key-of-a-dead-one', 1)
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, i) => (i % 2 ? app : other)).map((on) => buy('key-of-a-dead-one', on)),
  )
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(await takeovers()).toBe(1)
})

test('leaves the key of a process that lives', async () => {
  await buy('key-of-a-living-one')
  await leave('key-of-a-living-one', other.context.database.owner())
  const { status, body } = await buy('key-of-a-living-one')
  expect([status, body.code]).toEqual([409, 'idempotency-busy'])
})

test('takes over its own key whose reply could not be stored', async () => {
  await buy('key-of-my-own')
  await leave('key-of-my-own', app.context.database.owner())
  expect((await buy('key-of-my-own')).status).toBe(200)
})

test('waits a minute for the key of a process without a lock', async () => {
  await buy('key-without-owner')
  await leave('key-without-owner', null)
  expect((await buy('key-without-owner')).status).toBe(409)
  await sql`update idempotency set started_at = now() - interval '61 seconds' where key = 'key-without-owner'`.execute(
    app.db,
  )
  expect((await buy('key-without-owner')).status).toBe(200)
})
