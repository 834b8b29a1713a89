import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { DatabaseWatch } from './database-watch.ts'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'

const checkMs = 50
const askMs = 250
/** The longest wait for a free connection before new requests are refused. */
const poolWaitMs = 1_000
/** Delay of the event loop, in every check of this time, above which new requests are refused; a first page takes less. */
const loopDelayMs = 250
const loopSlowMs = 2_000

type Overload = 'pool-exhausted' | 'event-loop-slow'

/** Whether this process has more to do than it can. Follows it between `start` and the end of the returned function. */
export type OverloadWatch = { overload(): Overload | null; start(): () => void }

/** Measures the wait for a connection of the pool and the delay of the event loop, and reports each change to the log once. */
export function createOverloadWatch(pool: pg.Pool, log: Log): OverloadWatch {
  let current: Overload | null = null
  // Until a statement of ours got through the pool.
  let waitingSince: number | null = null
  let isAsking = false
  let askedAt = 0
  let slowSince: number | null = null

  function ask(): void {
    if (isAsking || performance.now() - askedAt < askMs) return
    isAsking = true
    askedAt = performance.now()
    waitingSince ??= performance.now()
    pool
      .query('select 1')
      .then(
        () => {
          waitingSince = null
        },
        () => {}, // the database watch reports it
      )
      .finally(() => {
        isAsking = false
      })
  }

  return {
    overload: () => current,
    start() {
      let dueAt = performance.now() + checkMs
      const timer = setInterval(() => {
        const delayMs = performance.now() - dueAt
        dueAt = performance.now() + checkMs
        slowSince = delayMs > loopDelayMs ? (slowSince ?? performance.now()) : null
        const isSlow = slowSince !== null && performance.now() - slowSince > loopSlowMs
        const waitedMs = waitingSince === null ? 0 : performance.now() - waitingSince
        const isExhausted = waitedMs > poolWaitMs && pool.waitingCount > 0
        const next = isExhausted ? 'pool-exhausted' : isSlow ? 'event-loop-slow' : null
        if (next && next !== current) log.error({ event: next, waiting: pool.waitingCount }, 'new requests are refused')
        if (current && !next) log.warn({ event: 'overload-over' }, 'new requests are accepted again')
        current = next
        ask()
      }, checkMs).unref()
      return () => clearInterval(timer)
    },
  }
}

/** Whether requests have to be refused: the database is away, or the process has more to do than it can. */
export const isOverloaded = (database: DatabaseWatch, load: OverloadWatch): boolean =>
  database.isAway() || load.overload() !== null

/** Answers 503 before any statement while `isRefusing`, instead of letting requests wait for a connection. */
export function refuseEarly(scope: FastifyInstance, isRefusing: () => boolean): void {
  scope.addHook('onRequest', async () => {
    if (isRefusing()) throw new AppError('not-ready')
  })
}
