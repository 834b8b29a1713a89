import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Config, readConfig } from '#server/config.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { recordLocks } from './lock-recorder.ts'
import { testSecretKeys } from './secret-key.ts'

export type TestDatabase = { db: Db; pool: pg.Pool; url: string; drop(): Promise<void> }

/** A fresh copy of the migrated database; one per test file, dropped in its `afterAll`. */
export const testDatabase = (): Promise<TestDatabase> => copyOf(new URL(inject('templateUrl')))

/** The same with demo data and 600 demo mentors. */
export const demoDatabase = (): Promise<TestDatabase> => copyOf(new URL(inject('demoTemplateUrl')))

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

/** A configuration that reads and writes no files; `variables` are those of `.env.example`. */
export function testConfig(variables: Record<string, string> = {}): Config {
  return readConfig({
    DATA_DIR: '/nowhere',
    SECRET_KEY: testSecretKeys[0],
    NODE_ENV: 'test',
    ...variables,
  })
}

async function administer(template: URL, statement: string): Promise<void> {
  const url = new URL(template)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
