import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** A process's announcement; `asks` requests the others' announcements. */
export type Hello = { hello: string; asks: boolean }

const maxBytes = 7_900
const maxWaiting = 1_000
const expiryMs = 90_000

/**
 * The other processes on this database. Messages are best effort: long ones, and those beyond the backlog while the database
 * is slow, are dropped. A process without peers sends none. All pending messages go in one statement, because NOTIFY takes a
 * database-wide lock.
 */
export function createPeers(db: Db, me: string) {
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
  /** Repeated regularly, because peers expire. */
  function greet(asks: boolean): void {
    put(JSON.stringify({ hello: me, asks } satisfies Hello))
  }
  return {
    greet,
    receive({ hello, asks }: Hello): void {
      if (hello === me) return
      heardAt = performance.now()
      if (asks) greet(false)
    },
    tell(what: object): void {
      if (performance.now() - heardAt < expiryMs) put(JSON.stringify(what))
    },
  }
}
