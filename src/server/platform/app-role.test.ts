import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { scratchFolder } from '../../../scripts/scratch-folder.ts'
import { embeddedAppUrl } from './app-role.ts'
import { migrate } from './migrate.ts'
import { openQueue } from './queue.ts'

let database: TestDatabase
let client: pg.Client
let url: string
beforeAll(async () => {
  database = await testDatabase()
  const keys = ['for tests only and long enough for that'] as const
  // Twice at once, as two processes start.
  ;[url] = (await Promise.all([1, 2].map(() => embeddedAppUrl(database.url, keys)))) as [string, string]
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('the program changes rows and sends jobs, and owns nothing', async () => {
  await client.query("insert into account (phone) values ('9811300001')")
  await client.query("update account set demo = true where phone = '9811300001'")
  const { rows } = await client.query("delete from account where phone = '9811300001' returning demo")
  expect(rows).toEqual([{ demo: true }])
  const queue = await openQueue(url)
  await queue.send(database.db, 'admin.figures', {})
  await queue.stop()
  const owned = await client.query(
    'select from pg_class where relowner = (select oid from pg_roles where rolname = current_user)',
  )
  expect(owned.rowCount).toBe(0)
  const role = await client.query(
    'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
  )
  expect(role.rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }])
})

test('the program starts on a migrated database and asks for the owner on another', async () => {
  expect(await migrate(url)).toEqual([])
  const folder = scratchFolder('migrations')
  cpSync('migrations', folder, { recursive: true })
  writeFileSync(join(folder, '9999-next.sql'), '-- widen\ncreate table next (id int);\n')
  await expect(migrate(url, folder)).rejects.toThrow(
    /^The database lacks migrations .* npm run migrate with DATABASE_OWNER_URL/,
  )
  rmSync(folder, { recursive: true })
})

test.each([
  'drop table account',
  'alter table journal disable trigger user',
  'truncate ledger_entry',
  'create table planted (id int)',
  'create function planted() returns int language sql as $$ select 1 $$',
  "create role planted login password 'x'",
  "copy account to program 'true'",
  "select pg_read_file('/etc/passwd')",
])('the program may not: %s', async (statement) => {
  await expect(client.query(statement)).rejects.toThrow(/must be (owner|superuser)|permission denied/)
})
