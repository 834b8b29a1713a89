import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/test-app.ts'
import { codedFields, codeLabels } from './code-labels.ts'
import { tableLabels } from './data-labels.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('every code that the tables allow has its words in both languages', async () => {
  const { rows } = await sql<{ column: string; check: string }>`
    select a.attname as column, pg_get_constraintdef(c.oid) as check from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.conrelid::regclass::text = any(${Object.keys(tableLabels)}) and a.attname = any(${[...codedFields]})`.execute(
    app.db,
  )
  const codes = rows.flatMap(({ check }) => [...check.matchAll(/'([^']+)'::text/g)].map(([, code = '']) => code))
  expect(codes.length).toBeGreaterThan(60)
  const found = Object.keys(codeLabels).map((code) => code.toLowerCase())
  expect([...new Set(codes.map((code) => code.toLowerCase()))].filter((code) => !found.includes(code))).toEqual([])
})
