import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

const mostBytes = 7_900
const mostWaiting = 1_000

/** Tells all processes something through the database, outside of any transaction. */
export type Teller = (text: string) => void

/**
 * Tells without waiting and without a promise: what is too long, or too much while the database is slow, is not told.
 * Everything that waits goes with one statement, because each takes a lock of the whole database.
 */
export function createTeller(db: Kysely<DB>): Teller {
  let waiting: string[] = []
  let isTelling = false
  async function tellAll(): Promise<void> {
    if (isTelling) return
    isTelling = true
    while (waiting.length > 0) {
      const texts = waiting
      waiting = []
      await sql`select pg_notify('live', t) from unnest(${texts}::text[]) as t`.execute(db).catch(() => {})
    }
    isTelling = false
  }
  return (text) => {
    if (waiting.length >= mostWaiting || Buffer.byteLength(text) > mostBytes) return
    waiting.push(text)
    void tellAll()
  }
}
