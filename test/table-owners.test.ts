import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parts } from './domains.ts'
import { type TestDatabase, testDatabase } from './harness.ts'
import { guests, tableOwners, writeRefusal, writesIn } from './table-owners.ts'

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'src/server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => `src/server/${file.replaceAll('\\', '/')}`)
const writes = files.flatMap((file) =>
  writesIn(readFileSync(join(root, file), 'utf8')).map((write) => ({ file, write })),
)

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

test('only the owner writes a table', () => {
  expect(writes.flatMap(({ file, write }) => writeRefusal(file, write) ?? [])).toEqual([])
})

test('the list names every table, and every owner is a domain or part', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    base.db,
  )
  expect(rows.map(({ name }) => name).filter((name) => !(name in tableOwners))).toEqual([])
  const names = rows.map(({ name }) => name)
  expect(Object.keys(tableOwners).filter((table) => !names.includes(table))).toEqual([])
  const isKnown = (owner: string) => parts.some((part) => part === owner || part.startsWith(`${owner}/`))
  expect(Object.values(tableOwners).filter((owner) => !isKnown(owner) && !owner.startsWith('providers/'))).toEqual([])
})

test('every exempt file still writes a table of another owner', () => {
  const needed = writes.filter(({ file, write }) => !file.startsWith(`src/server/${tableOwners[write.table]}/`))
  expect(Object.keys(guests).filter((guest) => !needed.some(({ file }) => file === guest))).toEqual([])
})

test("rejects a write to another part's table and names the owner", () => {
  const [write] = writesIn('await sql`update lesson set status = 1`')
  expect(write && writeRefusal('src/server/money/refunds/refunds.ts', write)).toBe(
    'src/server/money/refunds/refunds.ts:1 writes lesson: call a function of classes/lessons in the same transaction instead.',
  )
})
