import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Config, readConfig } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { constraintOf, type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { administer, lockTemplate } from './administer.ts'
import { recordLocks } from './lock-recorder.ts'
import { testSecretKeys } from './secret-key.ts'

export type TestDatabase = { db: Db; pool: pg.Pool; url: string; drop(): Promise<void> }

/** A fresh copy of the migrated database; one per test file, dropped in its `afterAll`. */
export const testDatabase = (): Promise<TestDatabase> => copyOf(new URL(inject('templateUrl')))

/** The same with demo data and 600 demo mentors. */
export const demoDatabase = async (): Promise<TestDatabase> => copyOf(await demoTemplate())

async function copyOf(template: URL): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(template, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`)
  const url = new URL(template)
  url.pathname = `/${name}`
  const pool = openPool(url.href, { connections: 10, name: 'test' })
  const wrongLocks = recordLocks(pool)
  const db = openDatabase(pool)
  return {
    db,
    pool,
    url: url.href,
    async drop() {
      await db.destroy()
      await administer(template, `drop database ${name} with (force)`)
      if (wrongLocks.length > 0) throw new Error(wrongLocks.join('\n'))
    },
  }
}

/** The constraint that refuses a write, or `accepted`. */
export const refusal = (write: Promise<unknown>) =>
  write.then(
    () => 'accepted',
    (error: unknown) => constraintOf(error),
  )

/** A configuration that reads and writes no files; `variables` are those of `.env.example`. */
export function testConfig(variables: Record<string, string> = {}): Config {
  return readConfig({
    DATA_DIR: '/nowhere',
    SECRET_KEY: testSecretKeys[0],
    NODE_ENV: 'test',
    ...variables,
  })
}

/** A second template with demo data, filled by the first worker that needs it while the others wait. */
async function demoTemplate(): Promise<URL> {
  const template = new URL(inject('templateUrl'))
  const demo = new URL(template)
  demo.pathname += '_demo'
  const maintenance = new URL(template)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('demo template'))`)
    const name = demo.pathname.slice(1)
    const { rows } = await client.query('select datistemplate from pg_database where datname = $1', [name])
    if (rows[0]?.datistemplate) return demo
    // Left behind half full by a worker that failed.
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template.pathname.slice(1)}`)
    const db = openDatabase(openPool(demo.href, { connections: 2, name: 'test' }))
    await seedDemo(db, { mentors: 600, secretKeys: testSecretKeys }).finally(() => db.destroy())
    await lockTemplate(demo)
    return demo
  } finally {
    await client.end()
  }
}
