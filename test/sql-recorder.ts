import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { RawNode, sql } from 'kysely'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import type { SqlRecord } from './sql-statements.ts'

// Records every statement a test runs, for comparison with its row type at the end of the run (`sql-statements.ts`).

type SentQuery = { text: string; values: readonly unknown[]; fields: readonly pg.FieldDef[] }
type RecordedStatement = SqlRecord & { isNew: boolean }

declare global {
  var sqlRecords: Map<string, RecordedStatement> | undefined
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  return typeof value
}

// A template's strings are one array per call site, so one stack trace per array is enough; shared lists have many
// callers.
const sites = new WeakMap<object, string>()

/** The server file and line that run a statement, with their callers; empty for statements of tests. */
function siteOf(fragments: readonly string[]): string {
  const known = sites.get(fragments)
  if (known !== undefined) return known
  const frames = (new Error().stack ?? '').matchAll(/[(/ ](src\/server\/[^\s:]+\.ts:\d+)/g)
  const site = [...frames].map(([, frame]) => frame).join(' ')
  if (!site.startsWith('src/server/platform/listing.ts')) sites.set(fragments, site)
  return site
}

function note(
  records: Map<string, RecordedStatement>,
  site: string,
  template: string,
  rows: readonly unknown[],
  sent: SentQuery,
): void {
  const columns = sent.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
  const id = JSON.stringify([site, template, sent.text, columns])
  let noted = records.get(id)
  if (!noted) {
    noted = {
      site,
      template,
      text: sent.text,
      columns,
      nulls: [],
      parameters: sent.values.map(() => []),
      isNew: true,
    }
    records.set(id, noted)
  }
  for (const { name } of columns) {
    // safe: pg returns rows as objects
    if (noted.nulls.includes(name) || !rows.some((row) => (row as Record<string, unknown>)[name] === null)) continue
    noted.nulls.push(name)
    noted.isNew = true
  }
  for (const [i, value] of sent.values.entries()) {
    const kind = kindOf(value)
    const kinds = noted.parameters[i]
    if (!kinds || kinds.includes(kind)) continue
    kinds.push(kind)
    noted.isNew = true
  }
}

function record(): Map<string, RecordedStatement> {
  const records = new Map<string, RecordedStatement>()
  const sentQueries = new WeakMap<object, SentQuery>()
  const { query } = pg.Client.prototype
  const recordedQuery = function (this: pg.Client, ...args: unknown[]): unknown {
    const answer: unknown = Reflect.apply(query, this, args)
    const [first, second] = args
    const config = typeof first === 'string' ? { text: first, values: second } : first
    if (answer instanceof Promise && typeof config === 'object' && config && 'text' in config)
      answer.then(
        // safe: pg's result for a single statement
        ({ rows, fields }: pg.QueryResult) => {
          const values = 'values' in config && Array.isArray(config.values) ? config.values : []
          if (rows && fields) sentQueries.set(rows, { text: String(config.text), values, fields })
        },
        () => {},
      )
    return answer
  }
  Object.assign(pg.Client.prototype, { query: recordedQuery })

  const builder: { execute: (...args: unknown[]) => Promise<{ rows: unknown[] }> } = Object.getPrototypeOf(sql``)
  const { execute } = builder
  builder.execute = async function (this: unknown, ...args) {
    const node = (this as ReturnType<typeof sql>).toOperationNode() // safe: called as a method
    const fragments = RawNode.is(node) ? node.sqlFragments : []
    const site = siteOf(fragments)
    const result = await Reflect.apply(execute, this, args)
    const statement = site ? sentQueries.get(result.rows) : undefined
    if (statement) note(records, site, fragments.join('?'), result.rows, statement)
    return result
  }
  return records
}

// Test files of a worker share pg and Kysely.
globalThis.sqlRecords ??= record()
const records = globalThis.sqlRecords

afterAll(() => {
  const lines: string[] = []
  for (const noted of records.values()) {
    const { isNew, ...statement } = noted
    if (isNew) lines.push(`${JSON.stringify(statement)}\n`)
    noted.isNew = false
  }
  if (lines.length > 0) appendFileSync(join(inject('sqlFolder'), `${process.pid}.jsonl`), lines.join(''))
})
