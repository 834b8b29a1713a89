import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type ConnectionProvider,
  type DatabaseConnection,
  Kysely,
  type Transaction as KyselyTransaction,
  PostgresDialect,
  sql,
} from 'kysely'
import pg from 'pg'
import { StartError } from '#server/config.ts'
import type { DB } from '#server/platform/schema.ts'
import { prepareMarked } from './prepared.ts'
import { isStarting, recoveryWait } from './recovery.ts'

export type Db = Kysely<DB>
/** Made by `transaction()` only; functions that need a transaction refuse a pool at compile time. */
export type Transaction = KyselyTransaction<DB>

const lockTimeoutMs = 5_000

/** Pool options besides the URL. */
export type PoolOptions = { connections?: number; name?: string; statementTimeoutMs?: number; connectMs?: number }

const { builtins } = pg.types

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} from the database is too large for a number`)
  return value
}

// Dates stay text: a Date would shift them by the machine's time zone.
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
])

const types = {
  getTypeParser: (oid: number, format?: string) =>
    // pg returns binary values only on request, which this program never makes.
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}

/**
 * Opens a pool: UTC; time-outs of 15 s for a statement, 5 s for a lock, 30 s for an idle transaction. int8 and numeric are
 * numbers, date is `YYYY-MM-DD`, timestamptz is a Date.
 */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 20,
    application_name: options.name ?? 'mentorsetu',
    connectionTimeoutMillis: options.connectMs ?? 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // Other transactions queue behind one that waits for a table lock. Tools without a statement time-out wait without
    // limit.
    lock_timeout: Math.min(lockTimeoutMs, statementTimeoutMs),
    idle_in_transaction_session_timeout: 30_000,
    options: '-c timezone=UTC',
    keepAlive: true,
    pipeline: true,
    types,
  })
  // A lost connection fails its query or is replaced; an unhandled 'error' event would end the process.
  pool.on('error', () => {})
  const open = new Set<pg.PoolClient>()
  openConnections.set(pool, open)
  pool.on('remove', (client) => open.delete(client))
  pool.on('connect', (client) => {
    open.add(client)
    client.on('error', () => {})
    prepareMarked(client)
  })
  return pool
}

const openConnections = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/** Drops every connection of a pool, so that statements fail that a server would never answer. */
export function cutConnections(pool: pg.Pool): void {
  for (const client of openConnections.get(pool) ?? []) streamOf(client).destroy()
}

/** The socket under a connection, which the types of pg leave out. */
export const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream // safe: pg's JavaScript client has it

/**
 * Query builder over a pool. Destroying it ends the pool. Statements that a transaction starts in one `Promise.all` share
 * a round trip and run in that order; after an error none of the later ones runs.
 */
export function openDatabase(pool: pg.Pool): Db {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const executor = db.getExecutor()
  const withConnectionProvider = executor.withConnectionProvider.bind(executor)
  // Kysely would send a statement of a transaction only after the reply to the one before.
  Object.assign(executor, {
    withConnectionProvider: (provider: ConnectionProvider) => withConnectionProvider(pipelined(provider)),
  })
  return db
}

const isAborted = '25P02'

/** The connection of a transaction without waiting. What fails only because of an earlier error is given that error. */
function pipelined(provider: ConnectionProvider): ConnectionProvider {
  let connection: DatabaseConnection | undefined
  const keep = async (one: DatabaseConnection) => {
    connection = one
    return one
  }
  // Kysely calls it at once, so that the first statement is sent without a pause and stack traces name its caller.
  provider.provideConnection(keep).catch(() => {})
  let cause: unknown
  return {
    async provideConnection(consumer) {
      try {
        return await consumer(connection ?? (await provider.provideConnection(keep)))
      } catch (error) {
        if (codeOf(error) !== isAborted) cause = error
        throw cause ?? error
      }
    },
  }
}

const oldestServer = 18

/**
 * Checks that an external server can be used. Waits up to ten minutes for one that restores a backup.
 * @throws StartError naming DATABASE_URL without its value
 */
export async function checkServer(url: string, recovery = recoveryWait()): Promise<void> {
  while (!(await isUsable(url, recovery))) await recovery.nextTry()
}

/** @returns false while the server is starting */
async function isUsable(url: string, recovery: ReturnType<typeof recoveryWait>): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // reported by the running query
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version < oldestServer) throw new Error(`it is PostgreSQL ${version}, and ${oldestServer} is needed`)
    await recovery.untilDone(client)
    return true
  } catch (error) {
    if (isStarting(error)) return false
    const why = error instanceof Error ? error.message || codeOf(error) : error
    throw new StartError(`DATABASE_URL names a database that cannot be used: ${why}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether the database has any account, seeded or real. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
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
 * Runs `work` in a transaction. Retries up to 3 times with growing random pauses after a serialization failure, deadlock or
 * lost connection, so `work` must have no effects outside the database. A connection lost during commit is not retried,
 * because the commit may have succeeded. Joins an open transaction.
 */
export async function transaction<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await work(db as Transaction) // safe: isTransaction says so
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

/** Name of the violated constraint (unique, check, foreign key, exclusion); null for any other error. */
export function constraintOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? (error.constraint ?? null) : null
}

const beginnings = new WeakMap<Transaction, Promise<Date>>()

/** Current time of the database, by which constraints and jobs go; in a transaction its beginning, read once. */
export function databaseNow(db: Db | Transaction): Promise<Date> {
  if (!db.isTransaction) return readNow(db)
  const tx = db as Transaction // safe: isTransaction says so
  const known = beginnings.get(tx) ?? readNow(tx)
  beginnings.set(tx, known)
  return known
}

async function readNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  if (!rows[0]) throw new Error('the database gave no time')
  return rows[0].now
}

// PostgreSQL codes for temporary failures: connections (08), out of disk, memory or connections (53), shutdown or time-out
// (57), disk errors (58), lock time-out, read-only standby, idle time-outs.
const unavailableCodes = /^(08|53|57|58)...$|^(55P03|25006|25P03|25P04)$/
// Node's error codes for an unreachable server.
const unreachable = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])

/** Whether the database is unreachable, full, locked or starting. The request was valid and may be retried. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return unavailableCodes.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const isFar = 'syscall' in error && unreachable.has(codeOf(error))
  return isFar || isLost(error) || /^timeout exceeded when trying to connect/.test(error.message)
}

// pg's messages for a lost connection: for the failed statement and for later ones such as the rollback.
const connectionLostMessages = /^(Connection terminated|Client (has encountered a connection error|was closed))/

function isLost(error: unknown): boolean {
  return lostConnection.has(codeOf(error)) || (error instanceof Error && connectionLostMessages.test(error.message))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
