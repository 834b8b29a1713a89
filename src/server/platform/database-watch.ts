import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { cutConnections, streamOf } from './database.ts'
import type { Log } from './log.ts'

const pingMs = 250
/** Without an answer for this long the database counts as away. */
const answerMs = 800
/** The pool's connections are cut when the database has been away for this long, so that what waits on them is answered. */
const cutAfterMs = 2_000
const connectMs = 3_000
const writeCheckMs = 2_000
/** First number of the advisory lock that a running process holds; the second is its own. */
export const processLock = 7_352_102
/** Code of an error that writes get on a full or read-only disk or database. */
const writeErrorOf = (error: unknown): string | null =>
  error instanceof pg.DatabaseError && /^(53100|58030|25006)$/.test(error.code ?? '') ? (error.code ?? null) : null

/** How the database looks from this process. Follows it between `start` and the end of the returned function. */
export type DatabaseWatch = {
  isAway(): boolean
  /** False while writes fail on a full or read-only disk. */
  canWrite(): boolean
  /** Marks writes as failing after a disk error in a request; a successful large test write clears it. */
  noteFailure(error: unknown): void
  /** Number of the lock that shows others that this process lives; null while it is not held. */
  owner(): number | null
  start(url: string): () => Promise<void>
}

/** Fails after 0.8 s without an answer, and not because this process was busy. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => setImmediate(() => late.reject(new Error('no answer'))), answerMs)
  work.catch(() => {}) // awaited in the race
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Pings the database on a connection of its own and tries a write, and reports each change to the log once. */
export function createDatabaseWatch(pool: pg.Pool, log: Log): DatabaseWatch {
  const me = randomInt(1, 2 ** 31)
  const end = new AbortController()
  let isAway = false
  let isWritable = true
  let isStarted = false
  let isHeld = false
  let cutting: NodeJS.Timeout | undefined

  function away(reason: unknown): void {
    if (isAway || end.signal.aborted) return
    isAway = true
    log.error({ event: 'database-away', reason: reason instanceof Error ? reason.message : reason }, 'database is away')
    cutting = setTimeout(() => cutConnections(pool), cutAfterMs).unref()
  }
  function back(): void {
    if (!isAway) return
    isAway = false
    clearTimeout(cutting)
    log.warn({ event: 'database-back' }, 'database is back')
  }

  function setWritable(code: string | null): void {
    if (isWritable && code) log.error({ event: 'database-writes-fail', code }, 'database refuses writes')
    if (!isWritable && !code) log.warn({ event: 'database-writes-back' }, 'database accepts writes again')
    isWritable = code === null
  }

  async function checkWrite(client: pg.Client): Promise<void> {
    let code: string | null = null
    // On a full disk a small row may still find room in a half empty page.
    const text = isWritable
      ? 'null'
      : "to_jsonb((select string_agg(md5(random()::text), '') from generate_series(1, 4000)))"
    try {
      await client.query(`begin; set local lock_timeout = 200; insert into idempotency (caller, endpoint, key, body_hash, reply)
        values ('watch', 'watch', '${me}', '', ${text})`)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      code = writeErrorOf(error)
    }
    await client.query('rollback')
    setWritable(code)
  }

  async function follow(url: string): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'mentorsetu watch',
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
    })
    client.on('error', () => {}) // reported by the next ping
    try {
      // Too many connections or a slow handshake say nothing about the pool's own.
      const isConnected = await client.connect().then(
        () => true,
        async (error: unknown) => {
          if (!(await poolAnswers())) throw error
          back()
          return false
        },
      )
      let checkedAt = Number.NEGATIVE_INFINITY
      while (!end.signal.aborted && isConnected) {
        await inTime(client.query('select 1'))
        back()
        if (performance.now() - checkedAt > writeCheckMs) {
          await inTime(checkWrite(client))
          checkedAt = performance.now()
        }
        await pause(pingMs, undefined, { signal: end.signal, ref: false }).catch(() => {})
      }
    } finally {
      // A server that is away would not answer a goodbye.
      streamOf(client).destroy()
    }
  }

  const poolAnswers = () =>
    inTime(pool.query('select 1')).then(
      () => true,
      () => false,
    )

  /**
   * Holds the lock of this process on a connection that nothing else uses, so that only its real end lets others take over.
   * Shared, because the server may not have noticed yet that an earlier connection is lost.
   */
  async function hold(url: string): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'mentorsetu process',
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
    })
    client.on('error', () => {}) // it ends, too
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
    const leave = () => streamOf(client).destroy()
    end.signal.addEventListener('abort', leave)
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1, $2)', [processLock, me])
      isHeld = true
      await ended
    } finally {
      isHeld = false
      end.signal.removeEventListener('abort', leave)
      leave()
    }
  }

  async function keepHolding(url: string): Promise<void> {
    while (!end.signal.aborted) {
      await hold(url).catch(() => {}) // the watch reports it
      await pause(pingMs, undefined, { signal: end.signal, ref: false }).catch(() => {})
    }
  }

  async function keepFollowing(url: string): Promise<void> {
    while (!end.signal.aborted) {
      await follow(url).catch(away)
      await pause(pingMs, undefined, { signal: end.signal, ref: false }).catch(() => {})
    }
  }

  return {
    isAway: () => isAway,
    canWrite: () => isWritable,
    noteFailure(error) {
      const code = writeErrorOf(error)
      if (code && isStarted) setWritable(code)
    },
    owner: () => (isHeld ? me : null),
    start(url) {
      isStarted = true
      const following = Promise.all([keepFollowing(url), keepHolding(url)]).catch(() => {})
      return async () => {
        end.abort()
        clearTimeout(cutting)
        await following
      }
    },
  }
}
