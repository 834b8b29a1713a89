import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Claim, Template } from './sql-templates.ts'

// Every SQL statement the tests ran is prepared against the migrated schema once more, and its columns and parameters are
// compared with what the code claims. The row types of `sql` are believed by the compiler, whatever they say.

/** A statement as one process ran it: `nulls` are columns in which one came, `parameters` the kinds of values given. */
export type SqlRecord = {
  site: string
  template: string
  text: string
  columns: { name: string; type: number }[]
  nulls: string[]
  parameters: string[][]
}

// Types of PostgreSQL by what `platform/database.ts` makes of them; the rest arrives as text.
const arrays: Record<string, number[]> = {
  number: [1005, 1007, 1021, 1022, 1231],
  boolean: [1000],
  // int8[] too: only single ones are made numbers.
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

/** What is wrong with the claim for one column, or null. */
function columnFault(claim: Claim, type: number, isNull: boolean): string | null {
  const { kinds, elements, text } = claim
  if (kinds.has('any')) return null
  if (isNull && !kinds.has('null')) return `is ${text}, and null came`
  const kind = kindOf(type)
  if (kind === 'any') return null
  if (!kinds.has(kind)) return `is ${text}, and ${kind} comes`
  const others = [...kinds].filter((one) => one !== kind && one !== 'null')
  if (others.length > 0) return `is ${text}, and only ${kind} comes`
  const element = elementOf(type)
  const isOther = element && element !== 'any' && ![element, 'any'].some((one) => elements.has(one))
  return isOther ? `is ${text}, and ${element}[] comes` : null
}

function rowFaults({ row }: Template, { columns, nulls }: SqlRecord): string[] {
  if (!row) return []
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  const missing = [...row].filter(([name, { isOptional }]) => !isOptional && !types.has(name))
  const unclaimed = columns.filter(({ name }) => !row.has(name))
  return [
    ...missing.map(([name]) => `${name} is claimed, and no such column comes`),
    ...unclaimed.map(({ name }) => `the column ${name} comes, and is not claimed`),
    ...[...row].flatMap(([name, claim]) => {
      const type = types.get(name)
      const why = type === undefined ? null : columnFault(claim, type, nulls.includes(name))
      return why ? [`${name} ${why}`] : []
    }),
  ]
}

/** Whether such a value is no parameter of a type. */
function parameterFault(kind: string, type: number): boolean {
  const wanted = kindOf(type)
  if (kind === 'null' || kind === wanted) return false
  // Text may be written for everything but numbers and booleans; JSON is given as text or as an object.
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
        .map((kind) => `parameter ${i + 1} is a ${kindOf(type)} (type ${type}), and ${kind} is given`),
    )
  } catch (error) {
    return [`cannot be prepared: ${error instanceof Error ? error.message : error}`]
  }
}

/** What the processes of a run noted. */
export function readRecords(folder: string): SqlRecord[] {
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line))
}

const isAt = ({ file, lines: [first, last] }: Template, frame: string) => {
  const [of, line] = frame.split(':')
  return file === of && first <= Number(line) && Number(line) <= last
}

/** The template a record is of: with the same words often several, of which the one at its place is meant. */
function templateOf({ site }: SqlRecord, same: Template[]): Template | undefined {
  const [frame = ''] = site.split(' ')
  const near = same.filter(({ file }) => frame.startsWith(`${file}:`))
  return near.find((one) => isAt(one, frame)) ?? (near.length === 1 ? near[0] : same.length === 1 ? same[0] : undefined)
}

/** A sentence for each statement that is not as the code claims; of a whole run, each that was never run too. */
export async function sqlFaults(
  all: Template[],
  records: SqlRecord[],
  url: string,
  isWhole = false,
): Promise<string[]> {
  const templates = Map.groupBy(all, ({ template }) => template)
  const pages = templates.get('listPage') ?? []
  const ran = new Set<Template>()
  /** A list's rows are claimed by who asks for a page of it. */
  const ofPage = (found: Template, { site }: SqlRecord): Template | undefined => {
    if (!found.row?.has('__at')) return found
    const page = pages.find((one) => site.split(' ').some((frame) => isAt(one, frame)))
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
      const given = JSON.stringify([record.text, record.parameters])
      const wrong = known.get(given) ?? parameterFaults(client, record)
      known.set(given, wrong)
      for (const why of await wrong) faults.add(`${at}: ${why}`)
    }
  } finally {
    await client.end()
  }
  if (isWhole)
    for (const one of all)
      if (one.isExecuted && !ran.has(one)) faults.add(`${one.file}:${one.lines[0]}: no test runs it`)
  return [...faults].sort()
}
