// @module-tag full
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Fault, type Outcome, talk } from '#bench/delivery/talking.ts'
import { startRedis } from './redis-server.ts'
import { type TestApp, testApp } from './test-app.ts'

// `npm run delivery` sends twenty times as many messages, with process kills.
const pairs = 100
const messages = 5_000
const plan = {
  pairs,
  secondWindowEvery: 20,
  messages,
  rate: 0,
  catchUpEveryMs: 10_000,
  settleMs: 30_000,
}
const some = <T>(all: T[], count: number): T[] => all.toSorted(() => Math.random() - 0.5).slice(0, count)

/** A fifth of all windows lose their connection, half of them right after sending a message. */
const losses = (at: number): Fault => ({
  name: 'connections are lost',
  at,
  act({ windows }) {
    for (const [i, window] of some(windows, windows.length / 5).entries()) i % 2 ? window.cut() : window.cutAtNext()
  },
})
/** What processes see when a database is restarted. */
const databaseGoes = (app: TestApp, at: number): Fault => ({
  name: 'the database ends every connection',
  at,
  act: () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      .execute(app.db)
      .then(() => {}),
})

function expectWhole(outcome: Outcome): void {
  const { verdict, said, seconds, settledMs, losses: lost, trouble } = outcome
  expect(outcome.isWhole, JSON.stringify([verdict, Object.fromEntries(trouble)])).toBe(true)
  console.log(`${said} messages in ${seconds} s, settled after ${Math.round(settledMs)} ms, ${lost} connections lost`)
}

test('one process delivers every message once and in order over lost connections', {
  timeout: 180_000,
}, async () => {
  const app = await testApp({ listen: true, mayFail: true, variables: { TRUST_PROXY: 'loopback' } })
  const faults = [losses(0.2), databaseGoes(app, 0.4), losses(0.6), losses(0.8)]
  const places = { db: app.db, origins: [app.address], siteOrigin: 'http://localhost:3000' }
  expectWhole(await talk({ ...plan, ...places, faults }))
  await app.stop()
})

test('two processes deliver every message once and in order while Redis restarts', {
  timeout: 180_000,
}, async ({ skip }) => {
  const server = (await startRedis()) ?? skip('no Redis on this machine')
  onTestFinished(() => server.kill())
  const variables = { TRUST_PROXY: 'loopback', REDIS_URL: server.url }
  const app = await testApp({ listen: true, mayFail: true, variables })
  const other = await testApp({ listen: true, mayFail: true, variables, database: app.database })
  const faults: Fault[] = [
    losses(0.2),
    { name: 'Redis dies', at: 0.4, act: () => server.kill() },
    losses(0.5),
    { name: 'Redis is back', at: 0.6, act: () => server.start() },
    databaseGoes(app, 0.8),
  ]
  const places = { db: app.db, origins: [app.address, other.address], siteOrigin: 'http://localhost:3000' }
  expectWhole(await talk({ ...plan, ...places, faults }))
  await other.stop()
  await app.stop()
})
