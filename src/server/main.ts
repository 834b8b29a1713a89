import { setTimeout as pause } from 'node:timers/promises'
import { backUpNightly, forgetUnsent, openSender } from '#server/backup/backup.ts'
import { type Config, isReal, loadConfig, StartError } from '#server/config.ts'
import { hasDemo, seedDemo } from '#server/demo/seed.ts'
import { ensureProjection } from '#server/mentors/search/mentors.ts'
import { sealedTotp } from '#server/people/accounts/sealed-totp.ts'
import { embeddedAppUrl, grantRows } from '#server/platform/app-role.ts'
import { checkServer, hasAccounts, isUnavailable, openDatabase, openPool } from '#server/platform/database.ts'
import { watchDisk } from '#server/platform/disk-watch.ts'
import { countRequests } from '#server/platform/draining.ts'
import { openPostgres, type RunningPostgres } from '#server/platform/embedded-postgres.ts'
import { createLifecycle, type Lifecycle, Stopped } from '#server/platform/lifecycle.ts'
import { checkPortIsFree, listenError } from '#server/platform/listening.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { serveMetrics } from '#server/platform/metrics-server.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openQueue } from '#server/platform/queue.ts'
import { claimKeys } from '#server/platform/secret-keys.ts'
import { openTracing } from '#server/platform/tracing.ts'
import { reloadCatalogue, watchCatalogue } from '#server/reference/catalogue/catalogue.ts'
import { watchPlaces } from '#server/reference/places/reload.ts'
import { keepFilesPrivate } from './private-files.ts'
import { diskAdvice } from './start-error.ts'

const demoMentors = 600
// Milliseconds each part may take to close; less than ten seconds in all.
const closingMs = { requests: 3_000, http: 1_000, queue: 2_500, pool: 500, postgres: 4_000, sender: 1_000, traces: 500 }

async function start(config: Config, log: Log, life: Lifecycle): Promise<string[]> {
  keepFilesPrivate(config.dataDir)
  await checkPortIsFree(config.port, config.host)
  const pages = preparePages(config, life.ending)
  pages.catch(() => {}) // awaited below; prevents an unhandled rejection if the database fails first

  if (config.backup) {
    // Ends after the database, whose last segment it sends.
    await life.open(
      async () => {
        forgetUnsent(config.dataDir)
        return openSender(config, log)
      },
      (sender) => sender.stop(),
      closingMs.sender,
    )
  }
  const postgres = await life.open(
    () => openServer(config, log),
    (server) => server.stop(),
    closingMs.postgres,
    (server) => server.kill(),
  )
  for (const name of await migrate(postgres.ownerUrl)) log.info(`migrated ${name}`)
  const url = await appUrl(config, postgres)
  const pool = await life.open(
    async () => openPool(url, { connections: config.databaseConnections }),
    (one) => one.end(),
    closingMs.pool,
  )
  const db = openDatabase(pool)
  await claimKeys(db, config.secretKeys, sealedTotp(config.secretKeys))
  const metrics = createMetrics()
  const tracing = await life.open(
    () => openTracing(config.tracesUrl, log),
    (one) => one.stop(),
    closingMs.traces,
  )
  const queue = await life.open(
    () => openQueue(url, { log, metrics, tracing }),
    (one) => one.stop(),
    closingMs.queue,
  )

  if (isReal(config) && (await hasDemo(db))) {
    throw new StartError(
      'This database holds demo people, and a real provider is set: use an empty DATA_DIR or database.',
    )
  }
  if (config.seed === 'demo' && !(await hasAccounts(db))) {
    console.log(`Filling the empty database with ${demoMentors} demo mentors …`)
    await seed(config, postgres.ownerUrl)
  }
  await pages
  // Imported after the texts are compiled, which these modules need.
  const [{ buildApp }, { mountPages }, { jobHandlers }, { welcome }] = await Promise.all([
    import('./app.ts'),
    import('./pages.ts'),
    import('./worker.ts'),
    import('./welcome.ts'),
  ])
  await life.open(
    async () => watchPlaces(db, url, log),
    (stop) => stop(),
    closingMs.pool,
  )
  // Runs before the embedded server's start time-out applies: with a million mentors it takes minutes.
  await reloadCatalogue(db)
  await ensureProjection(db)
  const isReady = () => running !== undefined && !life.ending.aborted
  const { app, context } = await buildApp({ config, db, pool, queue, log, isReady, metrics, tracing })
  await life.open(
    async () => context.database.start(url),
    (stop) => stop(),
    closingMs.pool,
  )
  await life.open(
    async () => context.overload.start(),
    async (stop) => stop(),
    closingMs.pool,
  )
  await life.open(
    async () => watchDisk(config.dataDir, log),
    async (stop) => stop(),
    closingMs.pool,
  )
  await life.open(
    async () => context.kept.listen(url),
    (stop) => stop(),
    closingMs.pool,
  )
  await life.open(
    async () => mountPages(app, { config, mode: config.production ? 'production' : 'development', kept: context.kept }),
    () => app.close(),
    closingMs.http,
    () => app.server.closeAllConnections(),
  )
  await life.open(
    async () => watchCatalogue(db, url, log),
    (listener) => listener.stop(),
    closingMs.pool,
  )
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw listenError(error, config.port, config.host)
  })
  await life.open(
    async () => context.realtime.listen(url),
    (stop) => stop(),
    closingMs.pool,
  )
  const { metrics: metricsAt } = config
  if (metricsAt)
    await life.open(
      () => serveMetrics(metricsAt, metrics),
      async (server) => server.close(),
      closingMs.pool,
      (server) => server.closeAllConnections(),
    )
  // Prepares the figures before an admin first opens the overview.
  await queue.send(db, 'admin.figures', {})
  await queue.work(jobHandlers(context))
  if (config.backup) {
    await life.open(
      async () => backUpNightly(config, log),
      (stop) => stop(),
      closingMs.pool,
    )
  }
  // Closed first: `/health/ready` already fails, so a proxy sends no new requests. Pages in progress call the API, so
  // it must not close before they end.
  const lastReply = countRequests(app.server, life.ending)
  await life.open(
    async () => lastReply,
    async () => {
      await pause(config.drainMs)
      await lastReply()
    },
    config.drainMs + closingMs.requests,
  )
  return await welcome(config, db)
}

type Server = Omit<RunningPostgres, 'url'> & { ownerUrl: string }

async function openServer(
  {
    dataDir,
    databaseUrl,
    databaseOwnerUrl,
    databaseConnections: connections,
    databaseMemoryMb: memoryMb,
    backup,
  }: Config,
  log: Log,
): Promise<Server> {
  if (!databaseUrl) {
    const { url, ...server } = await openPostgres({
      ...{ dataDir, role: 'owner', connections, memoryMb, log },
      archives: backup !== null,
    })
    return { ...server, ownerUrl: url }
  }
  await checkServer(databaseUrl)
  return { ownerUrl: databaseOwnerUrl ?? databaseUrl, stop: async () => {}, kill: () => {} }
}

/** The owner seeds, because it also analyses the tables. */
async function seed({ secretKeys }: Config, ownerUrl: string): Promise<void> {
  const db = openDatabase(openPool(ownerUrl, { connections: 2, name: 'seed' }))
  await seedDemo(db, { mentors: demoMentors, secretKeys }).finally(() => db.destroy())
}

/** Address of a role that owns nothing, except for a DATABASE_URL without DATABASE_OWNER_URL. */
async function appUrl({ databaseUrl, databaseOwnerUrl, secretKeys }: Config, { ownerUrl }: Server): Promise<string> {
  if (!databaseUrl) return await embeddedAppUrl(ownerUrl, secretKeys)
  if (databaseOwnerUrl) await grantRows(ownerUrl, decodeURIComponent(new URL(databaseUrl).username), null)
  return databaseUrl
}

async function preparePages(config: Config, ending: AbortSignal): Promise<void> {
  const { buildIsFresh, buildWeb } = await import('../../scripts/build-web.ts')
  if (!config.production) {
    const { compileMessages } = await import('../../scripts/messages.ts')
    const { cutFonts } = await import('../../scripts/cut-fonts.ts')
    const { drawIcons } = await import('../../scripts/draw-icons.ts')
    await Promise.all([compileMessages(), cutFonts(), drawIcons()])
    return
  }
  if (await buildIsFresh()) return
  console.log('Building the pages, once for each version: about a minute …')
  await buildWeb(ending, console.log)
}

const life = createLifecycle(() => console.log('\nStopping …'))

/** Set once every part is open. */
let running: Log | undefined

async function end(error: unknown): Promise<void> {
  // Requests that fail while the program stops are expected and not reported.
  const isStopping = error instanceof Stopped || life.ending.aborted
  if (!isStopping) console.error(explain(error))
  await life.close()
  process.exit(isStopping ? 0 : 1)
}

function explain(error: unknown): string {
  if (error instanceof StartError) return error.message + diskAdvice(error.message)
  if (!(error instanceof Error)) return `MentorSetu had to stop: ${error}`
  // Failures after the start are bugs and are printed with their stack.
  return `MentorSetu had to stop: ${running ? error.stack : error.message + diskAdvice(error.message)}`
}

/** A database failure, or the 503 the API made of it for a page. */
const isOfDatabase = (reason: unknown): boolean =>
  isUnavailable(reason) || (reason as { init?: ResponseInit } | undefined)?.init?.status === 503 // safe: what `data` of the router makes

/**
 * Handles an unhandled rejection, which is a bug. One caused by the database leaves the rest of the program sound, so it is
 * only logged; any other one ends the process.
 */
function onForgotten(reason: unknown): void {
  if (running && !life.ending.aborted && isOfDatabase(reason)) running.error({ err: reason }, 'unhandled rejection')
  else end(reason).catch(() => process.exit(1))
}

process.on('uncaughtException', (error) => void end(error).catch(() => process.exit(1)))
process.on('unhandledRejection', onForgotten)
try {
  const config = loadConfig()
  const log = createLog(config)
  for (const line of await start(config, log, life)) console.log(line)
  running = log
} catch (error) {
  await end(error)
}
