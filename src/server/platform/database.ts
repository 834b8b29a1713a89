import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { StartError } from '#server/config.ts'
import type { DB } from '#server/platform/schema.ts'
import { prepareMarked } from './prepared.ts'

export type Db = Kysely<DB>
/** What `transaction()` hands to its work, and nothing else makes: a pool is refused where it is asked for. */
export type Transaction = KyselyTransaction<DB>

const lockTimeoutMs = 5_000

/** What a pool is opened with besides its address. */
export type PoolOptions = { connections?: number; name?: string; statementTimeoutMs?: number }

const { builtins } = pg.types

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} from the database is too large for a number`)
  return value
}

// Days stay text: a Date would move them by the time zone of the machine.
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
])

const types = {
  getTypeParser: (oid: number, format?: string) =>
    // pg gives binary values only when asked, which nobody here does.
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}

/**
 * Opens a pool: UTC, a statement ends after 15 seconds, a wait for a lock after 5, an idle transaction after 30.
 * int8 and numeric arrive as numbers, date as `YYYY-MM-DD`, timestamptz as Date.
 */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 20,
    application_name: options.name ?? 'mentorsetu',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // Others queue behind one who waits for a table; a tool without a time-out waits for as long as it takes.
    lock_timeout: Math.min(lockTimeoutMs, statementTimeoutMs),
    idle_in_transaction_session_timeout: 30_000,
    options: '-c timezone=UTC',
    keepAlive: true,
    types,
  })
  // A dropped connection fails the query under way, or is replaced by the next; without listeners it ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepareMarked(client)
  })
  return pool
}

/** The typed query builder over a pool. Ending it ends the pool. */
export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

const oldestServer = 18

/**
 * Checks that a server we did not start can be used.
 * @throws StartError naming DATABASE_URL, without repeating it.
 */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the query under way reports it
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version < oldestServer) throw new Error(`it is PostgreSQL ${version}, and ${oldestServer} is needed`)
  } catch (error) {
    const why = error instanceof Error ? error.message || codeOf(error) : error
    throw new StartError(`DATABASE_URL names a database that cannot be used: ${why}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether the database has any account, seeded or real. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from account) as has`.execute(db)
  return rows[0]?.has ?? false
}

const maxRetries = 3
const conflicts = new Set(['40001', '40P01'])
const lostConnection = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
])

/**
 * Runs `work` in one transaction and tries again, at most 3 times with a growing random pause, after a serialization
 * failure, a deadlock or a lost connection; so `work` must not touch anything but the database. A connection lost
 * while committing is not tried again, because nobody knows whether it counted. Inside a transaction it joins that one.
 */
export async function transaction<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await work(db as Transaction) // true: isTransaction says so
  for (let attempt = 0; ; attempt++) {
    let isCommitting = false
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx)
        isCommitting = true
        return result
      })
    } catch (error) {
      const code = codeOf(error)
      const isWorthAnother = conflicts.has(code) || (isLost(error) && !isCommitting)
      if (!isWorthAnother || attempt >= maxRetries) throw error
      await pause(2 ** attempt * (10 + Math.random() * 40))
    }
  }
}

/** The name of the constraint a write violated (unique, check, foreign key, exclusion), or null for any other error. */
export function constraintOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? (error.constraint ?? null) : null
}

/** The database's clock: the one that constraints and jobs go by. */
export async function databaseNow(db: Db | Transaction): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  if (!rows[0]) throw new Error('the database gave no time')
  return rows[0].now
}

// Classes and codes of PostgreSQL for "not now": connections (08), no room on the disk, in memory or for one more
// connection (53), stopped or taking too long (57), the disk (58), a lock held too long, a standby, idle for too long.
const unavailableCodes = /^(08|53|57|58)...$|^(55P03|25006|25P03|25P04)$/
// The names of Node for a server that cannot be reached.
const unreachable = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])

/**
 * Whether the database is away, full, locked or still coming: nothing is wrong with what was asked, and it may be asked
 * again.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return unavailableCodes.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const isFar = 'syscall' in error && unreachable.has(codeOf(error))
  return isFar || isLost(error) || /^timeout exceeded when trying to connect/.test(error.message)
}

// The words of pg for a connection that broke: at a statement, and at every later one, such as the rollback.
const connectionLostMessages = /^(Connection terminated|Client (has encountered a connection error|was closed))/

function isLost(error: unknown): boolean {
  return lostConnection.has(codeOf(error)) || (error instanceof Error && connectionLostMessages.test(error.message))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
