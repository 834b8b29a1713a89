import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Claim, Template } from './sql-templates.ts'

// Prepares every SQL statement the tests ran against the migrated schema and compares its columns and parameters with
// the row types in the code, which the compiler takes on trust.

/**
 * A statement as one process ran it: `nulls` are columns that contained null, `parameters` the kinds of values passed.
 */
export type SqlRecord = {
  site: string
  template: string
  text: string
  columns: { name: string; type: number }[]
  nulls: string[]
  parameters: string[][]
}

// PostgreSQL types by the JavaScript type that `platform/database.ts` parses them into; the rest arrives as text.
const arrays: Record<string, number[]> = {
  number: [1005, 1007, 1021, 1022, 1231],
  boolean: [1000],
  // Includes int8[], because only single int8 values are parsed as numbers.
  string: [1009, 1015, 1016, 2951],
  Date: [1115, 1182, 1185],
  Buffer: [1001],
  any: [199, 3807],
}
const singles: Record<string, number[]> = {
  number: [20, 21, 23, 26, 700, 701, 1700],
  boolean: [16],
  Date: [1114, 1184],
  Buffer: [17],
  any: [114, 3802],
  object: [1186],
}
const listed = (kinds: Record<string, number[]>, type: number) =>
  Object.keys(kinds).find((kind) => kinds[kind]?.includes(type))
const elementOf = (type: number) => listed(arrays, type)
const kindOf = (type: number) => (elementOf(type) ? 'array' : (listed(singles, type) ?? 'string'))

/** Why a declared column type is wrong, or null. */
function columnFault(claim: Claim, type: number, isNull: boolean): string | null {
  const { kinds, elements, text } = claim
  if (kinds.has('any')) return null
  if (isNull && !kinds.has('null')) return `is declared as ${text} but null was returned`
  const kind = kindOf(type)
  if (kind === 'any') return null
  if (!kinds.has(kind)) return `is declared as ${text} but ${kind} is returned`
  const others = [...kinds].filter((other) => other !== kind && other !== 'null')
  if (others.length > 0) return `is declared as ${text} but only ${kind} is returned`
  const element = elementOf(type)
  const isOther = element && element !== 'any' && ![element, 'any'].some((kind) => elements.has(kind))
  return isOther ? `is declared as ${text} but ${element}[] is returned` : null
}

function rowFaults({ row }: Template, { columns, nulls }: SqlRecord): string[] {
  if (!row) return []
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  const missing = [...row].filter(([name, { isOptional }]) => !isOptional && !types.has(name))
  const unclaimed = columns.filter(({ name }) => !row.has(name))
  return [
    ...missing.map(([name]) => `${name} is declared but not returned`),
    ...unclaimed.map(({ name }) => `the column ${name} is returned but not declared`),
    ...[...row].flatMap(([name, claim]) => {
      const type = types.get(name)
      const why = type === undefined ? null : columnFault(claim, type, nulls.includes(name))
      return why ? [`${name} ${why}`] : []
    }),
  ]
}

/** Whether a value of this kind does not fit a parameter type. */
function parameterFault(kind: string, type: number): boolean {
  const wanted = kindOf(type)
  if (kind === 'null' || kind === wanted) return false
  // Text is accepted for everything except numbers and booleans; JSON is passed as text or an object.
  if (kind === 'string') return wanted === 'number' || wanted === 'boolean'
  return !(kind === 'object' && wanted === 'any')
}

async function preparedTypes(client: pg.Client, text: string): Promise<number[]> {
  await client.query(`prepare one as ${text}`)
  const { rows } = await client.query<{ types: number[] }>(
    `select parameter_types::oid[]::int[] as types from pg_prepared_statements where name = 'one'`,
  )
  await client.query('deallocate one')
  return rows[0]?.types ?? []
}

const isPreparable = (text: string) =>
  /^(\/\*.*?\*\/)?[\s(]*(with|select|insert|update|delete|merge|values)\b/i.test(text)

async function parameterFaults(client: pg.Client, { text, parameters }: SqlRecord): Promise<string[]> {
  if (!isPreparable(text)) return []
  try {
    const types = await preparedTypes(client, text)
    return types.flatMap((type, i) =>
      (parameters[i] ?? [])
        .filter((kind) => parameterFault(kind, type))
        .map((kind) => `parameter ${i + 1} is a ${kindOf(type)} (type ${type}) but ${kind} is passed`),
    )
  } catch (error) {
    return [`cannot be prepared: ${error instanceof Error ? error.message : error}`]
  }
}

/** Statements recorded by all processes of a run. */
export function readRecords(folder: string): SqlRecord[] {
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line))
}

const isAt = ({ file, lines: [first, last] }: Template, frame: string) => {
  const [of, line] = frame.split(':')
  return file === of && first <= Number(line) && Number(line) <= last
}

/** The template of a record; among identical templates, the one at its location. */
function templateOf({ site }: SqlRecord, same: Template[]): Template | undefined {
  const [frame = ''] = site.split(' ')
  const near = same.filter(({ file }) => frame.startsWith(`${file}:`))
  return (
    near.find((template) => isAt(template, frame)) ??
    (near.length === 1 ? near[0] : same.length === 1 ? same[0] : undefined)
  )
}

/** One sentence per statement that differs from its declaration; for a whole run, also per statement that never ran. */
export async function sqlFaults(
  all: Template[],
  records: SqlRecord[],
  url: string,
  isWhole = false,
): Promise<string[]> {
  const templates = Map.groupBy(all, ({ template }) => template)
  const pages = templates.get('listPage') ?? []
  const ran = new Set<Template>()
  /** The row type of a list query is declared by the caller of `listPage`. */
  const ofPage = (found: Template, { site }: SqlRecord): Template | undefined => {
    if (!found.row?.has('__at')) return found
    const page = pages.find((template) => site.split(' ').some((frame) => isAt(template, frame)))
    if (page) ran.add(page)
    return page && { ...page, row: new Map([...(page.row ?? []), ...found.row]) }
  }
  const faults = new Set<string>()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const known = new Map<string, Promise<string[]>>()
    for (const record of records) {
      const found = templateOf(record, templates.get(record.template) ?? [])
      if (!found) continue
      ran.add(found)
      const template = ofPage(found, record)
      if (!template) continue
      const at = `${template.file}:${template.lines[0]}`
      for (const why of rowFaults(template, record)) faults.add(`${at}: ${why}`)
      const cacheKey = JSON.stringify([record.text, record.parameters])
      const wrong = known.get(cacheKey) ?? parameterFaults(client, record)
      known.set(cacheKey, wrong)
      for (const why of await wrong) faults.add(`${at}: ${why}`)
    }
  } finally {
    await client.end()
  }
  if (isWhole)
    for (const template of all)
      if (template.isExecuted && !ran.has(template))
        faults.add(`${template.file}:${template.lines[0]}: no test runs it`)
  return [...faults].sort()
}
