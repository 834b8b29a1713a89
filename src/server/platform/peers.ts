import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/** What a process says of itself; `asks`: it wants to know who else is there. */
export type Hello = { hello: string; asks: boolean }

const maxBytes = 7_900
const maxWaiting = 1_000
const expiryMs = 90_000

/**
 * The other processes on this database. They are told without waiting and without a promise: what is too long, or too
 * much while the database is slow, is not told. A process that is alone tells nobody. Everything that waits goes with
 * one statement, because each takes a lock of the whole database.
 */
export function createPeers(db: Kysely<DB>, me: string) {
  let waiting: string[] = []
  let isTelling = false
  let heardAt = Number.NEGATIVE_INFINITY

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
  function put(text: string): void {
    if (waiting.length >= maxWaiting || Buffer.byteLength(text) > maxBytes) return
    waiting.push(text)
    tellAll().catch(() => {})
  }
  /** Now and then, so that those who are there are not forgotten. */
  function greet(asks: boolean): void {
    put(JSON.stringify({ hello: me, asks } satisfies Hello))
  }
  return {
    greet,
    heard({ hello, asks }: Hello): void {
      if (hello === me) return
      heardAt = performance.now()
      if (asks) greet(false)
    },
    tell(what: object): void {
      if (performance.now() - heardAt < expiryMs) put(JSON.stringify(what))
    },
  }
}
