import { createHash } from 'node:crypto'
import type pg from 'pg'

const isStatement = /^\s*(select|with|insert|update|delete)\b/i
const maxStatements = 3_000

/**
 * Makes every connection of a pool prepare statements that come again. Days of one person at a time repeat the same
 * statements, and parsing and planning them takes longer than running them.
 */
export function prepareRepeated(pool: pg.Pool): void {
  const names = new Map<string, string | null>()
  function nameOf(text: string): string | null {
    const known = names.get(text)
    if (known) return known
    // Texts with values in them would fill the server's memory.
    const isRepeated = known === null
    if (!isRepeated && names.size >= maxStatements) return null
    const name = isRepeated ? `decade_${createHash('sha256').update(text).digest('hex').slice(0, 20)}` : null
    names.set(text, name)
    return name
  }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown // safe: called as it was
    const preparing = (...args: unknown[]) => {
      const [text, values, ...rest] = args
      const name = typeof text === 'string' && isStatement.test(text) ? nameOf(text) : null
      return name ? query({ name, text, values }, ...rest) : query(...args)
    }
    Object.assign(client, { query: preparing })
  })
}
