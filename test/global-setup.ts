import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openQueue } from '#server/platform/queue.ts'
import { compileMessages } from '../scripts/messages.ts'
import { memoryFolder } from '../scripts/scratch-folder.ts'
import { administer, lockTemplate } from './administer.ts'
import { guardLifecycles } from './lifecycle-guards.ts'
import { readRecords, sqlFaults } from './sql-statements.ts'
import { sqlTemplates } from './sql-templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
    sqlFolder: string
  }
}

/**
 * One PostgreSQL server per run, with a migrated template that every test file copies.
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
    await lockTemplate(new URL(server.url))
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
