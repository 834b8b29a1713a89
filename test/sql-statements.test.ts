import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { type SqlRecord, sqlFaults } from '#test/sql-statements.ts'
import { isPlain, sqlTemplates } from '#test/sql-templates.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.drop())

const file = 'src/server/case.ts'
const int4 = 23
const text = 25
const date = 1082
const timestamptz = 1184
const texts = 1009
const statement = 'select id, at from one where id = ?'

/** Faults reported for a statement that claims `row` and ran with these columns, nulls and parameters. */
async function faultsOf(row: string, ran: Partial<SqlRecord>): Promise<string[]> {
  const code = `
type Builder = { execute(db: unknown): Promise<unknown> }
declare function sql<Row>(texts: TemplateStringsArray, ...values: unknown[]): Builder
export const one = (id: unknown) => sql<${row}>\`select id, at from one where id = \${id}\`.execute(null)`
  const config = { compilerOptions: { target: 'ES2024', module: 'nodenext', strict: true, types: [] }, files: [file] }
  const templates = sqlTemplates('cases.json', new Map([['cases.json', JSON.stringify(config)], [file, code]])) // biome-ignore format: one pair per file
  const usual = { site: `${file}:4`, template: statement, text: 'select 1', nulls: [], parameters: [] }
  return await sqlFaults(templates, [{ columns: [], ...usual, ...ran }], database.url, true)
}

it.each<[row: string, columns: [name: string, type: number][], why: string]>([
  ['{ id: number; name: string }', [['id', int4]], 'name is declared but not returned'],
  ['{ id: number }', [['id', int4], ['name', text]], 'the column name is returned but not declared'], // biome-ignore format: one case per line
  ['{ id: string }', [['id', int4]], 'id is declared as string but number is returned'],
  [
    '{ id: string | number | null }',
    [['id', int4]],
    'id is declared as string | number | null but only number is returned',
  ],
  ['{ at: Date }', [['at', date]], 'at is declared as Date but string is returned'],
  ['{ names: number[] }', [['names', texts]], 'names is declared as number[] but string[] is returned'],
])('reports a mismatch for row type %s', async (row, columns, why) => {
  const ran = { columns: columns.map(([name, type]) => ({ name, type })) }
  expect(await faultsOf(row, ran)).toEqual([`${file}:4: ${why}`])
})

it('reports an undeclared null', async () => {
  const columns = [{ name: 'at', type: timestamptz }]
  expect(await faultsOf('{ at: Date }', { columns, nulls: ['at'] })).toEqual([
    `${file}:4: at is declared as Date but null was returned`,
  ])
  expect(await faultsOf('{ at: Date | null }', { columns, nulls: ['at'] })).toEqual([])
})

it('accepts literal unions, branded text, arrays and any JSON', async () => {
  const row = `{ id: 'a' | 'b'; name: string & { brand: 1 }; names: readonly string[]; json: { a: 1 }; any: unknown }`
  const types = { id: text, name: text, names: texts, json: 3802, any: int4 }
  expect(await faultsOf(row, { columns: Object.entries(types).map(([name, type]) => ({ name, type })) })).toEqual([])
})

it.each([
  ['number', 'select from account where phone = $1', 'parameter 1 is a string (type 25) but number is passed'],
  ['string', 'select 1 limit $1', 'parameter 1 is a number (type 20) but string is passed'],
  ['Date', 'select $1::date', 'parameter 1 is a string (type 1082) but Date is passed'],
  ['null', 'select from no_table', 'cannot be prepared: relation "no_table" does not exist'],
])('reports a wrong %s parameter or an invalid statement', async (kind, text, why) => {
  expect(await faultsOf('unknown', { text, parameters: [[kind]] })).toEqual([`${file}:4: ${why}`])
})

it('reports a statement that no test runs', async () => {
  expect(await faultsOf('{ id: number }', { template: 'select 2' })).toEqual([`${file}:4: no test runs it`])
})

it('uses the query builder for plain reads and writes of one table', () => {
  const plain = sqlTemplates().filter(({ isExecuted, template }) => isExecuted && isPlain(template))
  expect(plain.map(({ file, lines }) => `${file}:${lines[0]}: use db.selectFrom and the like`)).toEqual([])
})

it.each([
  ['select id, name as "fullName" from mentor where id = ? for update', true],
  ['update outbox set sent_at = now() where id = ? and sent_at is null returning id', true],
  ['insert into shortlist (family_id, mentor_id) values (?, ?) on conflict do nothing', true],
  ['delete from session where account_id = ?', true],
  ['select count(*)::int from mentor where id = ?', false],
  ['select m.id from mentor m join account a on a.id = m.account_id where a.id = ?', false],
])('counts %s as plain: %s', (statement, expected) => {
  expect(isPlain(statement)).toBe(expected)
})
