import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedDemo } from '#server/demo/seed.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { openPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openQueue } from '#server/platform/queue.ts'
import { compileMessages } from '../scripts/messages.ts'
import { memoryFolder } from '../scripts/scratch-folder.ts'
import { guardLifecycles } from './lifecycle-guards.ts'
import { testSecretKeys } from './secret-key.ts'
import { readRecords, sqlFaults } from './sql-statements.ts'
import { sqlTemplates } from './sql-templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
    demoTemplateUrl: string
    sqlFolder: string
  }
}

/**
 * One PostgreSQL server per run, with a migrated template that every test file copies and one filled with demo data.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === 'rules')) return undefined
  await compileMessages()
  console.log(`Random seed ${process.env.TEST_SEED}; repeat with TEST_SEED=${process.env.TEST_SEED}.`)
  const dataDir = memoryFolder('test')
  const server = await openPostgres({ dataDir, role: 'owner', fast: true })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(server.url)
    const queue = await openQueue(server.url, { maintain: false })
    await queue.stop()
    await guard(server.url)
    await lock(server.url)
    if (project.vitest.projects.some(({ name }) => name === 'browser'))
      project.provide('demoTemplateUrl', await seededCopy(server.url))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('templateUrl', server.url)
  const sqlFolder = join(dataDir, 'statements')
  mkdirSync(sqlFolder)
  project.provide('sqlFolder', sqlFolder)
  return async () => {
    await compareSql(server.url, sqlFolder).finally(stop)
  }
}

/** Fails the run when a statement does not match its row type. */
async function compareSql(templateUrl: string, folder: string): Promise<void> {
  const records = readRecords(folder)
  if (records.length === 0) return
  const url = new URL(templateUrl)
  url.pathname = '/statements'
  await administer(url, `create database statements template ${new URL(templateUrl).pathname.slice(1)}`)
  const faults = await sqlFaults(sqlTemplates(), records, url.href, Boolean(process.env.WHOLE))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0)
    throw new Error(`${faults.length} SQL statements do not match their types in the code, see above`)
}

async function guard(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await guardLifecycles(client)
  await client.end()
}

/** A second template with demo data, filled once for all browser tests. */
async function seededCopy(templateUrl: string): Promise<string> {
  const url = new URL(templateUrl)
  url.pathname += '_demo'
  await administer(url, `create database ${url.pathname.slice(1)} template ${new URL(templateUrl).pathname.slice(1)}`)
  const db = openDatabase(openPool(url.href, { connections: 2, name: 'test' }))
  await seedDemo(db, { mentors: 600, secretKeys: testSecretKeys }).finally(() => db.destroy())
  await lock(url.href)
  return url.href
}

/** PostgreSQL cannot copy a template while anyone is connected to it. */
async function lock(templateUrl: string): Promise<void> {
  const url = new URL(templateUrl)
  await administer(url, `alter database ${url.pathname.slice(1)} with is_template true allow_connections false`)
}

async function administer(server: URL, statement: string): Promise<void> {
  const url = new URL(server)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
