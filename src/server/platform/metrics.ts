import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Kept } from './kept.ts'
import { isInMemory } from './request-ids.ts'

const requestBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const jobBuckets = [0.05, 0.25, 1, 5, 30, 120, 300]

/** Metrics of one process in a registry of their own. Labels are names from the code, never values of a person. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'mentorsetu_http_requests_total',
      help: 'Requests answered. caller is visitor, or page for what a page asks the API in memory.',
      labelNames: ['caller', 'method', 'route', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'mentorsetu_http_request_seconds',
      help: 'Time until a request was answered.',
      labelNames: ['caller', 'route'] as const,
      buckets: requestBuckets,
      registers,
    }),
    jobRuns: new Counter({
      name: 'mentorsetu_job_runs_total',
      help: 'Runs of background jobs; a failed one is retried five times.',
      labelNames: ['job', 'outcome'] as const,
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'mentorsetu_job_seconds',
      help: 'Time a run of a background job took.',
      labelNames: ['job'] as const,
      buckets: jobBuckets,
      registers,
    }),
    providerCalls: new Counter({
      name: 'mentorsetu_provider_calls_total',
      help: 'Calls of outside services, payment gateways included.',
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    providerSeconds: new Histogram({
      name: 'mentorsetu_provider_call_seconds',
      help: 'Time until an outside service answered.',
      labelNames: ['provider'] as const,
      buckets: requestBuckets,
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Counts and times every request by its route. Unknown API paths are `/api/*`, pages `*`. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ raw, method, routeOptions }, reply) => {
    const caller = isInMemory(raw) ? 'page' : 'visitor'
    // Each built file is a route of its own.
    const route = routeOptions.url?.startsWith('/assets/') ? '/assets/*' : (routeOptions.url ?? 'none')
    metrics.requests.inc({ caller, method, route, status: reply.statusCode })
    metrics.requestSeconds.observe({ caller, route }, reply.elapsedTime / 1000)
  })
}

/** Adds gauges of the connection pool and of kept answers, read at each scrape. */
export function measureProcess({ registry }: Metrics, { pool, kept }: { pool: pg.Pool; kept: Kept }): void {
  const registers = [registry]
  new Gauge({
    name: 'mentorsetu_db_connections',
    help: 'Connections of the pool by state; limit is the most it opens.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'limit' }, pool.options.max)
    },
  })
  new Gauge({
    name: 'mentorsetu_db_waiting',
    help: 'Requests and jobs that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
  new Gauge({
    name: 'mentorsetu_page_cache_bytes',
    help: 'Bytes of kept answers.',
    registers,
    collect() {
      this.set(kept.size().bytes)
    },
  })
  new Gauge({
    name: 'mentorsetu_page_cache_answers',
    help: 'Number of kept answers.',
    registers,
    collect() {
      this.set(kept.size().answers)
    },
  })
  new Counter({
    name: 'mentorsetu_page_cache_requests_total',
    help: 'Questions for an answer that is the same for every visitor: kept, or made anew.',
    labelNames: ['answer'] as const,
    registers,
    collect() {
      const { kept: hits, made } = kept.asked()
      this.reset()
      this.inc({ answer: 'kept' }, hits)
      this.inc({ answer: 'made' }, made)
    },
  })
}
