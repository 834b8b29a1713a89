import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const mark = '/* prepared */'

/**
 * Begins a statement that each connection plans once instead of every time, which takes longer than reading a row by its
 * key. Only for what is asked very often, by keys, with the same columns always: its plan knows no values.
 */
export const prepared = sql.raw(mark)

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `mentorsetu_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
  names.set(text, name)
  return name
}

/** Makes a connection prepare the statements that begin so. */
export function prepareMarked(client: pg.PoolClient): void {
  // Looked up each time, so that a test that counts what is asked sees it.
  const query = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, args)
  const preparing = (...args: unknown[]) => {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !text.startsWith(mark)) return query(...args)
    return query({ name: nameOf(text), text, values }, ...rest)
  }
  Object.assign(client, { query: preparing })
}
