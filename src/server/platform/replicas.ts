import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CompiledQuery, ConnectionProvider, DatabaseConnection } from 'kysely'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Config } from '#server/config.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { isWrite } from './guards.ts'
import type { Kept } from './kept.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import {
  committed,
  impatient,
  isReplicaFailure,
  isTimeout,
  type Position,
  type Replica,
  watchReplicas,
} from './replica-watch.ts'

/** Reads of public content, on the replicas of DATABASE_REPLICA_URL or, without any, on the database. */
export type Replicas = {
  /**
   * Runs a read on a replica that knows every public change and what this visitor has just written, else on the primary;
   * also there when the replica fails, so `work` must only read. Mentors read on the primary: it has their own hidden rows.
   * Without a request, what the visitor wrote does not count.
   */
  read<T>(request: FastifyRequest | null, work: (db: Db) => Promise<T>): Promise<T>
  /** Gives whoever wrote a cookie with the position of the write. */
  rememberWrites(app: FastifyInstance): void
  /** Uses replicas from now on, until the returned function is called. */
  start(primaryUrl: string): () => Promise<void>
}

/** A replica that lags more than a few seconds is not used, so the cookie may end. */
const cookieSeconds = 60

const onlyPrimary = new AsyncLocalStorage<true>()

/** Runs a page that writes: what it reads afterwards comes from the primary. */
export const atPrimary = <T>(page: () => T): T => onlyPrimary.run(true, page)

type Given = { db: Db; kept: Kept; metrics: Metrics; log: Log }

/** Opens pools for the replicas of the configuration; none is used before `start`. */
export function createReplicas(config: Config, { db, kept, metrics, log }: Given): Replicas {
  if (config.replicaUrls.length === 0)
    return { read: (_, work) => work(db), rememberWrites() {}, start: () => async () => {} }

  const isHttps = config.publicUrl.startsWith('https:')
  const cookie = isHttps ? '__Host-written' : 'written'
  const replicas = config.replicaUrls.map((url, i): Replica => {
    const pool = openPool(url, { ...impatient, connections: config.databaseConnections, name: 'mentorsetu reads' })
    return { number: i + 1, url, pool, db: openDatabase(pool) }
  })
  const watch = watchReplicas(replicas, log)
  kept.onChange(watch.noteChange)
  measureLag(metrics, replicas, watch.lagMs)
  // Requests may share an answer, and so an error, that another one asked a replica for.
  const failures = new WeakSet<Error>()
  for (const replica of replicas)
    observe(replica.db, {
      failure(error) {
        if (!(error instanceof Error && isReplicaFailure(error))) return
        failures.add(error)
        watch.noteFailure(replica, error)
      },
      reply: (query, ms) => watch.noteReply(replica, query, ms),
    })

  let turn = 0
  /** The replicas take turns. */
  function choose(position: Position): Replica | undefined {
    const usable = kept.isListening() ? watch.usable(position) : []
    turn += 1
    return usable[turn % usable.length]
  }

  function writtenBy(request: FastifyRequest | null): Position {
    const text = request?.cookies[cookie] ?? ''
    return /^\d{1,16}$/.test(text) ? Number(text) : 0
  }

  async function currentPosition(): Promise<Position> {
    const { rows } = await sql<{ position: Position }>`
      select (${sql.raw(committed)}) - '0/0'::pg_lsn as position`.execute(db)
    return rows[0]?.position ?? Number.MAX_SAFE_INTEGER
  }

  return {
    async read(request, work) {
      const isAtPrimary = request?.viewer?.mentorId || onlyPrimary.getStore()
      const replica = isAtPrimary ? undefined : choose(writtenBy(request))
      try {
        return await work(replica?.db ?? db)
      } catch (error) {
        if (!(error instanceof Error && failures.has(error))) throw error
        return await work(db)
      }
    },
    rememberWrites(app) {
      app.addHook('onSend', async (request, reply) => {
        if (!isWrite(request) || reply.statusCode >= 400 || request.routeOptions.config.signed) return
        // Unknown: further than any replica.
        const position = await currentPosition().catch(() => Number.MAX_SAFE_INTEGER)
        reply.setCookie(cookie, String(position), {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: isHttps,
          maxAge: cookieSeconds,
        })
      })
    },
    start(primaryUrl) {
      const stop = watch.start(primaryUrl)
      return async () => {
        await stop()
        await Promise.all(replicas.map((one) => one.db.destroy()))
      }
    },
  }
}

type Observer = { failure(error: unknown): void; reply(query: CompiledQuery, ms: number): void }

/** Reports every failure of a statement and of its connection, and the time of each reply, time-outs included. */
function observe(db: Db, observer: Observer): void {
  const executor = db.getExecutor()
  const provideConnection: ConnectionProvider['provideConnection'] = executor.provideConnection.bind(executor)
  const timed = (connection: DatabaseConnection): DatabaseConnection => ({
    streamQuery: connection.streamQuery.bind(connection),
    async executeQuery(query) {
      const began = performance.now()
      const done = () => observer.reply(query, performance.now() - began)
      try {
        const result = await connection.executeQuery<never>(query)
        done()
        return result
      } catch (error) {
        if (isTimeout(error)) done()
        throw error
      }
    },
  })
  Object.assign(executor, {
    provideConnection: ((consumer) =>
      provideConnection((connection) => consumer(timed(connection))).catch((error: unknown) => {
        observer.failure(error)
        throw error
      })) satisfies ConnectionProvider['provideConnection'],
  })
}

function measureLag({ registry }: Metrics, replicas: readonly Replica[], lagMs: (replica: Replica) => number | null) {
  new Gauge({
    name: 'mentorsetu_replica_lag_seconds',
    help: 'How late a replica replays changes, by its number in DATABASE_REPLICA_URL; missing while it does not answer.',
    labelNames: ['replica'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const one of replicas) {
        const lag = lagMs(one)
        if (lag !== null) this.set({ replica: one.number }, lag / 1000)
      }
    },
  })
}
