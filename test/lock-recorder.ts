import type pg from 'pg'
import { locksInOrder } from '#server/platform/locks.ts'

type Held = { name: string; at: Error }
type Exception = { held: string; taken: string; in: string; because: string }

const exceptions: readonly Exception[] = [
  {
    held: 'mentor',
    taken: 'booking',
    in: 'money/payments/picked-times.ts',
    because: 'the booking was made in this transaction, and nobody else sees it yet',
  },
  {
    held: 'ledger_account',
    taken: 'advisory:search',
    in: 'server/demo/',
    because: 'the demo is written in one transaction into an empty database',
  },
]

const order: readonly string[] = locksInOrder
const aTest = 'a test'

/**
 * Compares the explicit locks of every transaction with `locksInOrder`. Implicit locks of `update` and `delete` are
 * not recorded, nor is `for key share`, which every foreign key takes. A second lock on a table already locked counts
 * as the same one. @returns sentences about wrong orders, appended during the run
 */
export function recordLocks(pool: pg.Pool): string[] {
  const found: string[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown // safe: it passes its arguments on
    let held: Held[] | null = null
    const recording = (...args: unknown[]) => {
      const { text, values } = statementOf(args)
      if (/^\s*(begin|start transaction)\b/i.test(text)) held = []
      if (/^\s*(commit|rollback(?! to))\b/i.test(text)) held = null
      for (const name of held ? locksOf(text, values) : []) {
        const sentence = refusalOf(held ?? [], name)
        if (sentence && !found.includes(sentence)) found.push(sentence)
        if (!held?.some((lock) => lock.name === name)) held?.push({ name, at: traced() })
      }
      return query(...args)
    }
    Object.assign(client, { query: recording })
  })
  return found
}

/** Why a lock may not be taken after these, or null. */
function refusalOf(held: readonly Held[], name: string): string | null {
  if (!order.includes(name)) {
    const at = callSite(traced())
    return at === aTest ? null : `${name} is locked at ${at}: add it to locksInOrder of platform/locks.ts.`
  }
  if (held.some((lock) => lock.name === name)) return null
  const conflicting = held.find((lock) => order.indexOf(lock.name) > order.indexOf(name))
  if (!conflicting) return null
  const here = traced()
  const isIn = (folder: string) => [conflicting.at, here].some(({ stack }) => stack?.includes(folder))
  if (
    exceptions.some(
      (exception) => exception.held === conflicting.name && exception.taken === name && isIn(exception.in),
    )
  )
    return null
  return `${name} is locked at ${callSite(here)} after ${conflicting.name} at ${callSite(conflicting.at)}: locksInOrder of platform/locks.ts has ${name} first.`
}

function statementOf([first, second]: unknown[]): { text: string; values: unknown[] } {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text = '', values = [] } = (first ?? {}) as { text?: string; values?: unknown[] } // safe: pg accepts a string or this object
  return { text, values }
}

/** The locks a statement takes: rows, transaction-level advisory locks, and tables. */
export function locksOf(statement: string, values: readonly unknown[] = []): string[] {
  if (!/ for |lock/i.test(statement.replace(/\s/g, ' '))) return []
  const text = ` ${statement
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/\s+/g, ' ')
    .toLowerCase()} `
  const keys = text.matchAll(/pg_advisory_xact_lock(?:_shared)?\((?:hashtextextended\()?(?:'([^']+)'|\$(\d+)|(\d+))/g)
  const advisory = [...keys].map(([, name, at, number]) => name ?? number ?? String(values[Number(at) - 1]))
  const clauses = text.matchAll(/ for (?:no key update|update|share)\b(?: of (\w+(?:, \w+)*))?/g)
  const rows = [...clauses].flatMap(({ index, 1: aliases }) => {
    const tables = tablesOf(selectBefore(text, index))
    return aliases ? aliases.split(', ').map((alias) => tables.get(alias) ?? alias) : [...tables.values()]
  })
  const whole = [...text.matchAll(/^ lock table (\w+)/g)].map(([, table = '']) => table)
  return [...advisory.map((key) => `advisory:${key.replace(/:.*/s, '')}`), ...whole, ...rows]
}

/** The select that a lock clause ends, without parenthesised parts. */
function selectBefore(text: string, end: number): string {
  let depth = 0
  let outside = ''
  for (let at = end - 1; at >= 0 && depth >= 0; at--) {
    if (text[at] === ')') depth++
    else if (text[at] === '(') depth--
    else if (depth === 0) outside = text[at] + outside
  }
  return outside
}

/** The tables a select reads, by alias. */
function tablesOf(select: string): Map<string, string> {
  const from = /(?<!distinct) from (.*)/.exec(select)?.[1]?.replace(/ (?:where|group by|order by|limit) .*/, '') ?? ''
  const parts = from.split(/,| join /).map((part) => part.trim().replace(/ (?:on|left|right|inner|cross)( .*)?$/, ''))
  return new Map(
    parts.flatMap((part): [string, string][] => {
      const [table = '', alias] = part.replace(' as ', ' ').replaceAll('"', '').split(' ')
      return /^\w+$/.test(table) && table !== 'lateral' ? [[alias ?? table, table]] : []
    }),
  )
}

/** An error with a longer stack, because the query builder adds many frames. */
function traced(): Error {
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = 50
  const error = new Error('a lock')
  Error.stackTraceLimit = usual
  return error
}

/** File and line of the nearest callers in the server. */
const callSite = ({ stack = '' }: Error): string =>
  [...stack.matchAll(/\/src\/server\/(?!platform\/(?:prepared|database|locks))([^\s:]+:\d+)/g)]
    .slice(0, 3)
    .map(([, at]) => at)
    .join(' < ') || aTest
