import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const mark = '/* prepared */'

/**
 * Marks a statement to be prepared once per connection, since planning it takes longer than running it. Only for frequent
 * statements by key with fixed columns: the generic plan knows no values.
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

/** Makes a connection prepare marked statements. */
export function prepareMarked(client: pg.PoolClient): void {
  // Looked up on each call, so that tests that patch `query` see it.
  const query = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, args)
  const preparing = (...args: unknown[]) => {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !text.startsWith(mark)) return query(...args)
    return query({ name: nameOf(text), text, values }, ...rest)
  }
  Object.assign(client, { query: preparing })
}
