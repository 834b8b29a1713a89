import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { buildApp } from '#server/app.ts'
import { keepCatalogue, readCatalogue } from '#server/catalogue/catalogue.ts'
import { readConfig } from '#server/config.ts'
import { followPlaces } from '#server/places/follow.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { openQueue } from '#server/platform/queue.ts'

/** Another process of the server on the same database. Answers what its API says, without a login. */
export async function secondProcess(databaseUrl: string) {
  const child = spawn(process.execPath, [import.meta.filename, databaseUrl], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const next = async (): Promise<unknown> => JSON.parse(String((await once(lines, 'line'))[0]))
  await next()
  return {
    async get(url: string) {
      child.stdin.write(`${JSON.stringify(url)}\n`)
      return (await next()) as { status: number; body: ReturnType<typeof JSON.parse> } // true: written below
    },
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

async function serve(url: string): Promise<void> {
  const config = readConfig({
    DATA_DIR: '/nowhere',
    SECRET_KEY: 'for tests only, and long enough for that',
    NODE_ENV: 'test',
  })
  const pool = openPool(url, { connections: 4, name: 'second' })
  const db = openDatabase(pool)
  const queue = await openQueue(url, { tend: false })
  const { app } = await buildApp({ config, db, pool, queue })
  const stop = await followPlaces(db, url, app.log)
  await readCatalogue(db)
  const catalogue = keepCatalogue(db, url)
  await app.ready()
  console.log('"ready"')
  for await (const line of createInterface({ input: process.stdin })) {
    const reply = await app.inject({ method: 'GET', url: String(JSON.parse(line)) })
    console.log(JSON.stringify({ status: reply.statusCode, body: reply.json() }))
  }
  await stop()
  await catalogue.stop()
  await app.close()
  await queue.stop()
  await db.destroy()
}

const [, program = '', url = ''] = process.argv
if (import.meta.url === pathToFileURL(program).href) await serve(url)
