import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUp, openSender, openTarget, restore, type Sender, verifyNewest } from '#server/backup/backup.ts'
import type { Config } from '#server/config.ts'
import { openPostgres, type RunningPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { createStore } from '#server/providers/storage/store.ts'
import { scratchFolder } from '../scripts/scratch-folder.ts'
import { makeAccount } from './builders.ts'
import { testConfig } from './harness.ts'

const folder = scratchFolder('backup')
const backupFolder = join(folder, 'elsewhere')
const configOf = (dataDir: string, more: Record<string, string> = {}) =>
  testConfig({
    DATA_DIR: join(folder, dataDir),
    BACKUP_TO: backupFolder,
    BACKUP_KEY: 'the key of the backup, thirty-two letters',
    FILE_KEYS: 'the key of stored files, thirty-two letters',
    ...more,
  })
console.log(makeAccount, mkdirSync, randomBytes, readFileSync, writeFileSync, readdirSync, describe)

let config: Config
let server: RunningPostgres
let sender: Sender
let client: pg.Client
beforeAll(async () => {
  config = configOf('data')
  server = await openPostgres({ dataDir: config.dataDir, role: 'owner', fast: true, archives: true })
  await migrate(server.url)
  sender = openSender(config)
  client = new pg.Client(server.url)
  client.on('error', () => {}) // the server ends first
  await client.connect()
}, 120_000)
afterAll(async () => {
  await server.stop()
  await sender.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('thin', async () => {
  console.log(await backUp(config))
  await client.query(`create table probe (n int)`)
  await client.query(`insert into probe values (1)`)
  const { rows } = await client.query('select clock_timestamp() as at')
  await client.query(`insert into probe values (2)`)
  await client.query(`select pg_switch_wal()`)
  console.log(await verifyNewest(openTarget(config), config))
  const restored = configOf(`restored-${randomUUID()}`)
  console.log(await restore(restored, rows[0].at))
  const again = await openPostgres({ dataDir: restored.dataDir, role: 'owner' })
  const c = new pg.Client(again.url)
  await c.connect()
  console.log((await c.query('select * from probe')).rows)
  await c.end()
  await again.stop()
  console.log(createStore(config) && readdirSync(restored.dataDir))
}, 120_000)
