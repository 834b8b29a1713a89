import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { ensureProjection } from '#server/mentors/search/mentors.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { watchDisk } from '#server/platform/disk-watch.ts'
import { countRequests } from '#server/platform/draining.ts'
import { serveHealth } from '#server/platform/health-server.ts'
import type { Lifecycle } from '#server/platform/lifecycle.ts'
import { listenError } from '#server/platform/listening.ts'
import type { Log } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { serveMetrics } from '#server/platform/metrics-server.ts'
import { openQueue } from '#server/platform/queue.ts'
import { openTracing } from '#server/platform/tracing.ts'
import { reloadCatalogue, watchCatalogue } from '#server/reference/catalogue/catalogue.ts'
import { watchPlaces } from '#server/reference/places/reload.ts'
import { buildApp } from './app.ts'
import { mountPages } from './pages.ts'
import { welcome } from './welcome.ts'
import { jobHandlers } from './worker.ts'

// Milliseconds each part may take to close; with those of `prepare.ts` less than ten seconds in all.
const closingMs = { requests: 3_000, http: 1_000, queue: 2_500, pool: 500, traces: 500 }

type Stop = () => unknown
type Served = { url: string; log: Log; life: Lifecycle; isReady: () => boolean }

/** Opens what a process of this role does on the database at `url`: requests, jobs or both. @returns lines to print */
export async function serve(config: Config, { url, log, life, isReady }: Served): Promise<string[]> {
  const runsJobs = config.role !== 'web'
  const mode = config.production ? 'production' : 'development'
  const pool = await life.open(
    async () => openPool(url, { connections: config.databaseConnections }),
    (one) => one.end(),
    closingMs.pool,
  )
  const db = openDatabase(pool)
  const metrics = createMetrics()
  const tracing = await life.open(
    () => openTracing(config.tracesUrl, log),
    (one) => one.stop(),
    closingMs.traces,
  )
  const queue = await life.open(
    () => openQueue(url, { log, metrics, tracing, maintain: runsJobs }),
    (one) => one.stop(),
    closingMs.queue,
  )
  /** `start` returns the function that stops it. */
  const openWatch = (start: () => Stop | Promise<Stop>) =>
    life.open(
      async () => start(),
      async (stop) => stop(),
      closingMs.pool,
    )
  await openWatch(() => watchPlaces(db, url, log))
  // Runs before the embedded server's start time-out applies: with a million mentors it takes minutes.
  await reloadCatalogue(db)
  await ensureProjection(db)
  const { app, context } = await buildApp({ config, db, pool, queue, log, isReady, metrics, tracing })
  await openWatch(() => context.database.start(url))
  await openWatch(() => context.overload.start())
  await openWatch(() => watchDisk(config.dataDir, log))
  await openWatch(() => context.kept.listen(url))
  await openWatch(() => context.replicas.start(url))
  await life.open(
    async () => {
      if (config.role === 'worker') await app.ready()
      else await mountPages(app, context, mode)
    },
    () => app.close(),
    closingMs.http,
    () => app.server.closeAllConnections(),
  )
  await life.open(
    async () => watchCatalogue(db, url, log),
    (listener) => listener.stop(),
    closingMs.pool,
  )
  const server = config.role === 'worker' ? await serveHealth(app, config) : await listen(app, config)
  await openWatch(() => context.realtime.listen(url))
  const { metrics: metricsAt } = config
  if (metricsAt)
    await life.open(
      () => serveMetrics(metricsAt, metrics),
      async (server) => server.close(),
      closingMs.pool,
      (server) => server.closeAllConnections(),
    )
  if (runsJobs) {
    // Prepares the figures before an admin first opens the overview.
    await queue.send(db, 'admin.figures', {})
    await queue.work(jobHandlers(context))
  }
  // Closed first: `/health/ready` already fails, so a proxy sends no new requests. Pages in progress and jobs call the
  // API, so it must not close before they end.
  const lastReply = countRequests(server, life.ending)
  await life.open(
    async () => lastReply,
    async () => {
      await Promise.all([queue.stopWork(), pause(config.drainMs).then(lastReply)])
    },
    config.drainMs + closingMs.requests,
  )
  return await welcome(config, db)
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<FastifyInstance['server']> {
  // With Node's 511, clients of a busy process repeat what found no place after 1, 3 and 7 seconds.
  await app.listen({ port, host, backlog: 4096 }).catch((error: unknown) => {
    throw listenError(error, port, host)
  })
  return app.server
}
