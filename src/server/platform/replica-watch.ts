import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { cutConnections, type Db, isUnavailable, openPool, type PoolOptions } from './database.ts'
import { inTime } from './database-watch.ts'
import type { Log } from './log.ts'

/** A streaming replica: its number in DATABASE_REPLICA_URL, and the pool of requests. */
export type Replica = { number: number; url: string; pool: pg.Pool; db: Db }
/** A place in the WAL in bytes: what is written later has a higher one. */
export type Position = number

const lookMs = 500
/** While a replica has to replay a change before it is used. */
const catchUpMs = 25
const maxLagMs = 5_000
const rememberedMs = 60_000
/** A replica that answers pings, and this many statements in a row not within this time, is not used. */
const slowStatements = 3
const slowMs = 2_000
/** Between two tries of a slow statement. */
const slowRestMs = 5_000
/** A statement this often slow is slow by nature: whether the replica is, a cheap one decides. */
const slowTries = 3
const cheapQuery = CompiledQuery.raw('select 1')
const unasked = 'not asked yet'
/** For connections to a replica, whose reads the primary can take over. */
export const impatient: PoolOptions = { connectMs: 2_000, statementTimeoutMs: 5_000 }

/**
 * Where the WAL of everything committed so far ends. Not where it is written, unless commits do not wait: what a read adds
 * may stay in memory for seconds.
 */
export const committed = `case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`
const position = (lsn: string) => `(${lsn}) - '0/0'::pg_lsn as position`
const database = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database()) as database`

type State = {
  /** Why it is not used. */
  away: string | null
  replayed: Position
  /** null while unknown. */
  lagMs: number | null
  /** Failed a request: has to answer one again. */
  hasFailed: boolean
  slowInRow: number
  /** The statement that took too long last, and when it was tried again; null for a replica that is not slow. */
  slow: { query: CompiledQuery; triedAt: number; tries: number } | null
}

/**
 * Failures that say nothing about the server: a conflict with the replay, a time-out, a lock, a write, or no free connection
 * in this process.
 */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(40001|57014|55P03|25006)$/.test(error.code ?? '')
    : error instanceof Error && /^timeout exceeded when trying to connect/.test(error.message)

/** Whether a statement was given up because it took too long. */
export const isTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'

/** Whether the primary may answer what a replica could not. */
export const isReplicaFailure = (error: unknown): boolean => isUnavailable(error) || isOfStatement(error)

/**
 * Follows how far replicas have replayed the WAL of the primary, and reports to the log when one is not used any more, and
 * when it is used again. `start` begins, and the returned function ends it.
 */
export function watchReplicas(replicas: readonly Replica[], log: Log) {
  const states = new Map<Replica, State>(
    replicas.map((one) => [
      one,
      { away: unasked, replayed: 0, lagMs: null, hasFailed: false, slowInRow: 0, slow: null },
    ]),
  )
  const stateOf = (replica: Replica): State => {
    const state = states.get(replica)
    if (!state) throw new Error('an unknown replica')
    return state
  }
  const waiting = new Set<() => void>()
  /** Where the primary was, oldest first. */
  let seen: { position: Position; at: number }[] = []
  /** The database that the replicas must be copies of. */
  let primary: string | null = null
  let problem = ''
  const primaryAsked = Promise.withResolvers<void>()
  let changes = 0
  /** What a replica must have replayed to know every public change; null until it is known. */
  let needed: Position | null = null
  let hasEnded = false

  /** Waits, but no longer than until the next change or the end. */
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms).unref()
      waiting.add(wake)
    })
  const wakeAll = () => {
    for (const wake of waiting) wake()
  }

  async function askPrimary(pool: pg.Pool): Promise<void> {
    const before = changes
    const row = await ask<{ position: Position; database: string }>(pool, `select ${position(committed)}, ${database}`)
    if (!row) throw new Error('no position')
    const at = performance.now()
    // After a failover it can be behind where the former primary was.
    if (row.position < (seen.at(-1)?.position ?? 0)) seen = []
    seen = [...seen.filter((one) => at - one.at < rememberedMs), { position: row.position, at }]
    primary = row.database
    if (changes === before) needed ??= row.position
  }

  async function followPrimary(url: string): Promise<void> {
    const pool = openPool(url, { ...impatient, connections: 1, name: 'mentorsetu replicas' })
    while (!hasEnded) {
      try {
        await askPrimary(pool)
        primaryAsked.resolve()
        if (needed === null) continue
      } catch (error) {
        problem = reasonOf(error)
        // Whether it is away, the watch of the database says.
        if (error instanceof pg.DatabaseError) primaryAsked.resolve()
        cutConnections(pool)
      }
      await rest(lookMs)
    }
    primaryAsked.resolve()
    await pool.end()
  }

  /** @returns why a replica must not be used, or null */
  async function look(replica: Replica, pool: pg.Pool): Promise<string | null> {
    const state = stateOf(replica)
    const row = await ask<{ isReplica: boolean; position: Position | null; database: string }>(
      pool,
      `select pg_is_in_recovery() as "isReplica", ${position('pg_last_wal_replay_lsn()')}, ${database}`,
    )
    if (!row?.isReplica) return 'it takes writes, so it is no replica'
    if (primary === null) return `the primary does not say where it is: ${problem}`
    if (row.database !== primary) return 'it is a replica of another database'
    state.replayed = row.position ?? 0
    const missing = seen.find((one) => one.position > state.replayed)
    state.lagMs = missing ? performance.now() - missing.at : 0
    if (state.lagMs > maxLagMs) return 'it lags'
    if (state.hasFailed) await ask(replica.pool, cheapQuery.sql)
    state.hasFailed = false
    return (await isStillSlow(replica)) ? 'it is slow' : null
  }

  /** Tries the slow statement of a replica again, from time to time, and in the end a cheap one. */
  async function isStillSlow(replica: Replica): Promise<boolean> {
    const state = stateOf(replica)
    const { slow } = state
    if (!slow) return false
    const began = performance.now()
    if (began - slow.triedAt < slowRestMs) return true
    slow.triedAt = began
    slow.tries += 1
    try {
      await replica.db.executeQuery(slow.tries > slowTries ? cheapQuery : slow.query)
    } catch (error) {
      if (isOfStatement(error)) return true
      throw error
    }
    if (performance.now() - began >= slowMs) return true
    Object.assign(state, { slow: null, slowInRow: 0 })
    return false
  }

  function away(replica: Replica, reason: string): void {
    const state = stateOf(replica)
    if (hasEnded || (state.away !== null && state.away !== unasked)) return
    state.away = reason
    log.error({ event: 'replica-away', replica: replica.number, reason }, 'a replica is not used')
  }

  function back(replica: Replica): void {
    const state = stateOf(replica)
    if (state.away === null) return
    if (state.away !== unasked) log.warn({ event: 'replica-back', replica: replica.number }, 'a replica is used again')
    state.away = null
  }

  async function follow(replica: Replica): Promise<void> {
    const pool = openPool(replica.url, { ...impatient, connections: 1, name: 'mentorsetu replicas' })
    const state = stateOf(replica)
    await primaryAsked.promise
    while (!hasEnded) {
      try {
        const reason = await look(replica, pool)
        if (reason) away(replica, reason)
        else back(replica)
      } catch (error) {
        state.lagMs = null
        state.hasFailed = true
        away(replica, reasonOf(error))
        // What waits on them is then answered by the primary.
        for (const one of [pool, replica.pool]) cutConnections(one)
      }
      const isBehind = state.away === null && (needed === null || state.replayed < needed)
      await rest(isBehind ? catchUpMs : lookMs)
    }
    await pool.end()
  }

  return {
    /** Replicas that have replayed every public change and what is before `position`. */
    usable: (position: Position): Replica[] =>
      replicas.filter((one) => {
        const { away, replayed } = stateOf(one)
        return needed !== null && away === null && replayed >= Math.max(needed, position)
      }),
    /** A public change: no replica is usable until it has replayed it. */
    noteChange(): void {
      changes += 1
      needed = null
      wakeAll()
    },
    noteFailure(replica: Replica, error: unknown): void {
      if (isOfStatement(error)) return
      stateOf(replica).hasFailed = true
      away(replica, reasonOf(error))
    },
    /** A statement that a replica answered or gave up after `ms`. */
    noteReply(replica: Replica, query: CompiledQuery, ms: number): void {
      const state = stateOf(replica)
      if (state.slow) return
      state.slowInRow = ms < slowMs ? 0 : state.slowInRow + 1
      if (state.slowInRow < slowStatements) return
      state.slow = { query, triedAt: performance.now(), tries: 0 }
      away(replica, 'it is slow')
    },
    /** How late a replica replays; null while unknown. */
    lagMs: (replica: Replica) => stateOf(replica).lagMs,
    start(primaryUrl: string): () => Promise<void> {
      const following = Promise.all([followPrimary(primaryUrl), Promise.all(replicas.map(follow))]).catch(
        (error: unknown) => log.error(error, 'following replicas stopped'),
      )
      return async () => {
        hasEnded = true
        wakeAll()
        await following
      }
    },
  }
}

/** The first row of a statement. A connection may take longer than an answer. */
async function ask<T extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<T | undefined> {
  const client = await pool.connect()
  try {
    const { rows } = await inTime(client.query<T>(text))
    return rows[0]
  } finally {
    client.release()
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
