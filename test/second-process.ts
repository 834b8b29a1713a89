import { createInterface } from 'node:readline'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { openQueue } from '#server/platform/queue.ts'
import { watchCatalogue } from '#server/reference/catalogue/catalogue.ts'
import { watchPlaces } from '#server/reference/places/reload.ts'

/**
 * A second server process on the same database. Reads one address per line on standard input and writes one reply per
 * line.
 */
const config = loadConfig()
const url = config.databaseUrl ?? ''
const pool = openPool(url)
const db = openDatabase(pool)
const queue = await openQueue(url, { maintain: false })
const { app, context } = await buildApp({ config, db, pool, queue })
const listener = watchCatalogue(db, url, app.log)
const forget = context.kept.listen(url)
const unfollow = await watchPlaces(db, url, app.log)
await app.ready()
console.log('ready')
for await (const address of createInterface({ input: process.stdin })) {
  const reply = await app.inject({ url: address })
  console.log(JSON.stringify({ status: reply.statusCode, body: reply.json() }))
}
await listener.stop()
await unfollow()
await forget()
await app.close()
await queue.stop()
await pool.end()
