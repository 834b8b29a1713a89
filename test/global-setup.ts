import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openQueue } from '#server/platform/queue.ts'
import { compileMessages } from '../scripts/messages.ts'
import { scratchFolder } from '../scripts/scratch-folder.ts'
import { guardLifecycles } from './lifecycle-guards.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
  }
}

/** One server for the whole run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === 'rules')) return undefined
  await compileMessages()
  const dataDir = scratchFolder('test')
  const server = await openPostgres({ dataDir, role: 'owner', fast: true })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(server.url)
    const queue = await openQueue(server.url, { tend: false })
    await queue.stop()
    await guard(server.url)
    await lock(server.url)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('templateUrl', server.url)
  return stop
}

async function guard(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await guardLifecycles(client)
  await client.end()
}

/** Copying fails while anybody is connected to the original. */
async function lock(templateUrl: string): Promise<void> {
  const url = new URL(templateUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`alter database ${name} with is_template true allow_connections false`)
  await client.end()
}
