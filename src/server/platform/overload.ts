import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { DatabaseWatch } from './database-watch.ts'
import { AppError } from './errors.ts'
import { isWrite } from './guards.ts'
import type { Log } from './log.ts'
import { isInMemory } from './request-ids.ts'

const checkMs = 50
const askMs = 250
/** The longest wait for a free connection before new requests are refused. */
const poolWaitMs = 1_000
/** Delay of the event loop, in every check of this time, above which new requests are refused; a first page takes less. */
const loopDelayMs = 250
const loopSlowMs = 2_000
/** With a processor that is busy all the time, more requests at once than this only make each other wait. */
const maxAtOnce = 24
const busyShare = 0.95
const busyMs = 500
const tellFullMs = 60_000

type Overload = 'pool-exhausted' | 'event-loop-slow'

/** Whether this process has more to do than it can. Follows it between `start` and the end of the returned function. */
export type OverloadWatch = {
  overload(): Overload | null
  /** Whether the processor is busy all the time with as many requests as it can work on. */
  isFull(): boolean
  /** Counts a request as work until its reply is handed over or its connection ends. */
  count(reply: ServerResponse): void
  start(): () => void
}

/** Measures the wait for a connection of the pool and the delay of the event loop, and reports each change to the log once. */
export function createOverloadWatch(pool: pg.Pool, log: Log): OverloadWatch {
  let current: Overload | null = null
  // Until a statement of ours got through the pool.
  let waitingSince: number | null = null
  let isAsking = false
  let askedAt = 0
  let slowSince: number | null = null
  let inProgress = 0
  let isBusy = false
  let toldFullAt = Number.NEGATIVE_INFINITY

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
    isFull: () => isBusy && inProgress >= maxAtOnce,
    count(reply) {
      const { socket } = reply.req
      if (reply.destroyed || socket.destroyed) return
      inProgress += 1
      // A pipelined reply has no connection yet, and hears nothing of its end.
      const done = () => {
        reply.off('finish', done).off('close', done)
        socket.off('close', done)
        inProgress -= 1
      }
      // Finished when the system has it: a slow phone is no work.
      reply.once('finish', done).once('close', done)
      socket.once('close', done)
    },
    start() {
      let dueAt = performance.now() + checkMs
      let measuredAt = performance.now()
      let used = performance.eventLoopUtilization()
      const timer = setInterval(() => {
        const delayMs = performance.now() - dueAt
        dueAt = performance.now() + checkMs
        if (performance.now() - measuredAt >= busyMs) {
          isBusy = performance.eventLoopUtilization(used).utilization > busyShare
          measuredAt = performance.now()
          used = performance.eventLoopUtilization()
        }
        slowSince = delayMs > loopDelayMs ? (slowSince ?? performance.now()) : null
        const isSlow = slowSince !== null && performance.now() - slowSince > loopSlowMs
        const waitedMs = waitingSince === null ? 0 : performance.now() - waitingSince
        if (isBusy && inProgress >= maxAtOnce && performance.now() - toldFullAt > tellFullMs) {
          toldFullAt = performance.now()
          log.warn({ event: 'process-full', requests: inProgress }, 'busy all the time: some requests are refused')
        }
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

/**
 * Answers 503 while the process is full. Only reads count as work: a write mostly waits, for its body or for a provider.
 * What a page asks in memory belongs to a request that was let in, and signed notices of payments are never refused.
 */
export function limitWork(scope: FastifyInstance, load: OverloadWatch): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (isInMemory(request.raw)) return
    if (request.routeOptions.config.signed !== true && load.isFull()) throw new AppError('not-ready')
    if (!isWrite(request)) load.count(reply.raw)
  })
}
