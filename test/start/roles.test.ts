import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openQueue } from '#server/platform/queue.ts'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { testSecretKeys } from '#test/secret-key.ts'
import { cleanUp, dataFolder, refusal, start } from '#test/start/program.ts'
import { buildIsFresh, buildWeb } from '../../scripts/build-web.ts'

let database: TestDatabase
let variables: Record<string, string>
beforeAll(async () => {
  if (!(await buildIsFresh())) await buildWeb()
  database = await testDatabase()
  variables = {
    DATABASE_URL: database.url,
    SECRET_KEY: testSecretKeys.join(),
    FILE_KEYS: testSecretKeys.join(),
    ALLOW_SANDBOX: '1',
  }
}, 120_000)
afterEach(cleanUp)
afterAll(() => database.drop())

const startAs = async (role: string, more: Record<string, string> = {}) => {
  const program = await start({ ...variables, DATA_DIR: dataFolder(), ROLE: role, ...more })
  await program.ready()
  return program
}

/** A family that is logged in, as a cookie. */
async function familyCookie(phone: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`with person as (insert into account (phone) values (${phone}) returning id)
    insert into session (token_hash, account_id, user_type, expires_at)
    select ${createHash('sha256').update(token).digest()}, id, 'student', now() + interval '1 day' from person`.execute(
    database.db,
  )
  return `session=${token}`
}

const jobOf = async (name: string) =>
  (
    await sql<{ state: string; startedOn: Date | null }>`
      select state::text, started_on as "startedOn" from pgboss.job where name = ${name}`.execute(database.db)
  ).rows[0]

it('leaves the jobs of a web process to a worker, which serves nothing but its health', async () => {
  const web = await startAs('web')
  const asked = await fetch(`http://127.0.0.1:${web.port}/api/profile/privacy/copies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await familyCookie('9811300077') },
    body: JSON.stringify({ language: 'en' }),
  })
  expect(asked.status).toBe(200)
  expect(await jobOf('privacy.copy')).toEqual({ state: 'created', startedOn: null })

  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(database.db)
  const worker = await startAs('worker')
  await expect.poll(async () => (await jobOf('privacy.copy'))?.state).toBe('completed')
  // Not by the web process while the worker started.
  expect((await jobOf('privacy.copy'))?.startedOn?.getTime()).toBeGreaterThan(rows[0]?.now.getTime() ?? 0)
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${worker.port}${path}`)).status
  const paths = ['/health/live', '/health/ready', '/', '/api/settings', '/dev/outbox']
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 404, 404, 404])
  for (const program of [worker, web]) {
    program.child.kill('SIGTERM')
    expect(await program.ended()).toBe(0)
  }
})

it('takes no new job once it drains', async () => {
  const program = await startAs('all', { DRAIN_SECONDS: '3' })
  await sql`delete from pgboss.job where name = 'privacy.copy'`.execute(database.db)
  const queue = await openQueue(database.url, { maintain: false })
  program.child.kill('SIGTERM')
  const ready = async () => (await fetch(`http://127.0.0.1:${program.port}/health/ready`)).status
  await expect.poll(ready, { interval: 20 }).toBe(503)
  await queue.send(database.db, 'privacy.copy', { copyId: randomUUID() })
  expect(await program.ended()).toBe(0)
  expect(await jobOf('privacy.copy')).toEqual({ state: 'created', startedOn: null })
  await queue.stop()
})

it('refuses a role without a shared database', async () => {
  const { code, lines } = await refusal({ DATA_DIR: dataFolder(), ROLE: 'worker' })
  expect(lines).toEqual(['ROLE is "worker", which needs DATABASE_URL: the embedded database belongs to one process.'])
  expect(code).toBe(1)
})

it('refuses a machine without the file keys of the others', async () => {
  const first = await startAs('web')
  const FILE_KEYS = 'the key that another machine has generated'
  const { code, lines } = await refusal({ ...variables, FILE_KEYS, DATA_DIR: dataFolder() })
  expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^FILE_KEYS does not fit this database, which needs key/)])
  first.child.kill('SIGTERM')
  expect(await first.ended()).toBe(0)
})
