import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { auditRoutes } from '#server/admin/audit/routes.ts'
import { bookingsRoutes as adminBookingsRoutes } from '#server/admin/bookings/routes.ts'
import { catalogueMergeRoutes } from '#server/admin/catalogue/routes.ts'
import { jobsRoutes } from '#server/admin/jobs/routes.ts'
import { overviewRoutes } from '#server/admin/overview/routes.ts'
import { showState } from '#server/admin/overview/state.ts'
import { learnerRoutes } from '#server/admin/people/learners.ts'
import { peopleRoutes } from '#server/admin/people/routes.ts'
import { adminPlacesRoutes } from '#server/admin/places/routes.ts'
import { searchRoutes } from '#server/admin/search/routes.ts'
import { appsRoutes } from '#server/apps/routes.ts'
import { chatRoutes } from '#server/chat/routes.ts'
import { sheetsRoutes } from '#server/classes/attendance-sheets/routes.ts'
import { availabilityRoutes } from '#server/classes/availability/routes.ts'
import { bookingsRoutes } from '#server/classes/bookings/routes.ts'
import { calendarRoutes } from '#server/classes/calendar/routes.ts'
import { changesRoutes } from '#server/classes/changes/routes.ts'
import { disputesRoutes } from '#server/classes/disputes/routes.ts'
import { safetyRoutes } from '#server/classes/safety/routes.ts'
import { timetablesRoutes } from '#server/classes/timetables/routes.ts'
import { isLoopback } from '#server/config.ts'
import type { Context, Feature, Input } from '#server/context.ts'
import { applicationsRoutes } from '#server/mentors/applications/routes.ts'
import { linkRoutes } from '#server/mentors/listings/link-routes.ts'
import { listingsRoutes } from '#server/mentors/listings/routes.ts'
import { reliabilityRoutes } from '#server/mentors/reliability/routes.ts'
import { mentorsRoutes } from '#server/mentors/search/routes.ts'
import { seoRoutes } from '#server/mentors/seo/routes.ts'
import { shortlistRoutes } from '#server/mentors/shortlist/routes.ts'
import { taxesRoutes } from '#server/mentors/taxes/routes.ts'
import { verificationRoutes } from '#server/mentors/verification/routes.ts'
import { closingRoutes } from '#server/money/closing/routes.ts'
import { invoicesRoutes } from '#server/money/invoices/routes.ts'
import { payPage } from '#server/money/payments/pay-page.ts'
import { paymentsRoutes } from '#server/money/payments/routes.ts'
import { webhookRoutes } from '#server/money/payments/webhook.ts'
import { payoutsRoutes } from '#server/money/payouts/routes.ts'
import { receiptsRoutes } from '#server/money/receipts/routes.ts'
import { reconciliationRoutes } from '#server/money/reconciliation/routes.ts'
import { refundsRoutes } from '#server/money/refunds/routes.ts'
import { replacementsRoutes } from '#server/money/replacements/routes.ts'
import { notificationsRoutes } from '#server/notifications/routes.ts'
import { accountsRoutes } from '#server/people/accounts/routes.ts'
import { passkeysRoutes } from '#server/people/passkeys/routes.ts'
import { profilesRoutes } from '#server/people/profiles/routes.ts'
import { describeApi } from '#server/platform/api-docs.ts'
import { watchAudit } from '#server/platform/audit.ts'
import { createCursors } from '#server/platform/cursors.ts'
import { createDatabaseWatch } from '#server/platform/database-watch.ts'
import { AppError, replyWithError } from '#server/platform/errors.ts'
import { callerKey, guard, isWrite } from '#server/platform/guards.ts'
import { healthChecks } from '#server/platform/health-checks.ts'
import { acceptIdempotencyKeys } from '#server/platform/idempotency.ts'
import { createKept } from '#server/platform/kept.ts'
import { createLimits } from '#server/platform/limiter.ts'
import { createMetrics, measureProcess, measureRequests } from '#server/platform/metrics.ts'
import { createOverloadWatch, isOverloaded, limitWork, refuseEarly } from '#server/platform/overload.ts'
import { countProviders } from '#server/platform/provider-counts.ts'
import { createRealtime } from '#server/platform/realtime.ts'
import { openRedis } from '#server/platform/redis.ts'
import { createReplicas } from '#server/platform/replicas.ts'
import { keepAddresses, refuseAmbiguous } from '#server/platform/request-checks.ts'
import { requestIds } from '#server/platform/request-ids.ts'
import { logRequests } from '#server/platform/security-log.ts'
import { adminPrivacyRoutes } from '#server/privacy/admin-routes.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { createBankCheck } from '#server/providers/bank-check/bank-check.ts'
import { bankCheckSandbox } from '#server/providers/bank-check/sandbox.ts'
import { createCodeSender } from '#server/providers/codes/codes.ts'
import { createEKyc } from '#server/providers/e-kyc/e-kyc.ts'
import { eKycSandbox } from '#server/providers/e-kyc/sample.ts'
import { createMail } from '#server/providers/mail/mail.ts'
import { createMaps } from '#server/providers/maps/maps.ts'
import { outboxRoutes } from '#server/providers/outbox.ts'
import { createPayments } from '#server/providers/payments/payments.ts'
import { sandboxRoutes } from '#server/providers/payments/sandbox.ts'
import { createScanner } from '#server/providers/scanner/scanner.ts'
import { createSms } from '#server/providers/sms/sms.ts'
import { createStore } from '#server/providers/storage/store.ts'
import { reloadCatalogue } from '#server/reference/catalogue/catalogue.ts'
import { catalogueRoutes } from '#server/reference/catalogue/routes.ts'
import { mediaDelivery } from '#server/reference/media/delivery.ts'
import { mediaRoutes } from '#server/reference/media/routes.ts'
import { placesRoutes } from '#server/reference/places/routes.ts'
import { reviewsRoutes } from '#server/reviews/routes.ts'
import { ratesRoutes } from '#server/settings/rates/routes.ts'
import { settingsRoutes } from '#server/settings/settings/routes.ts'
import { callsRoutes } from '#server/support/calls/routes.ts'
import { adminCasesRoutes } from '#server/support/cases/admin-routes.ts'
import { casesRoutes } from '#server/support/cases/routes.ts'

/** Every feature of the API in order of dependency: a feature uses earlier ones only. */
const features: Feature[] = [
  settingsRoutes,
  notificationsRoutes,
  passkeysRoutes,
  accountsRoutes,
  profilesRoutes,
  catalogueRoutes,
  mediaRoutes,
  placesRoutes,
  mentorsRoutes,
  applicationsRoutes,
  verificationRoutes,
  ratesRoutes,
  seoRoutes,
  shortlistRoutes,
  taxesRoutes,
  casesRoutes,
  adminCasesRoutes,
  bookingsRoutes,
  disputesRoutes,
  sheetsRoutes,
  timetablesRoutes,
  calendarRoutes,
  changesRoutes,
  reliabilityRoutes,
  availabilityRoutes,
  safetyRoutes,
  receiptsRoutes,
  refundsRoutes,
  replacementsRoutes,
  paymentsRoutes,
  reconciliationRoutes,
  closingRoutes,
  invoicesRoutes,
  payoutsRoutes,
  reviewsRoutes,
  chatRoutes,
  appsRoutes,
  privacyRoutes,
  adminPrivacyRoutes,
  callsRoutes,
  listingsRoutes,
  linkRoutes,
  searchRoutes,
  auditRoutes,
  overviewRoutes,
  jobsRoutes,
  catalogueMergeRoutes,
  adminBookingsRoutes,
  peopleRoutes,
  learnerRoutes,
  adminPlacesRoutes,
]

/** Per minute: writes of one address, reads of one account or, without a login, of one address. */
const writesPerMinute = 300
const readsPerMinute = 3000

/** Builds the server without listening: API, stand-ins and health checks. main.ts mounts the pages. */
export async function buildApp(given: Input): Promise<{ app: FastifyInstance; context: Context }> {
  const { config, db } = given
  const ids = requestIds(config.trustProxy)
  const app = fastify({
    ...(given.log ? { loggerInstance: given.log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 256 * 1024,
    // Slow senders are cut off (a part of an upload has two megabytes), and so are readers that take nothing of a reply.
    requestTimeout: 120_000,
    connectionTimeout: 120_000,
    // Node looks every half minute otherwise.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 2_000 },
    genReqId: ids.idOf,
    // The log adds the ids to each line by itself.
    childLoggerFactory: (log) => log,
    routerOptions: { maxParamLength: 200 },
    // A malformed URL gets the API's error under /api and a plain line elsewhere.
    frameworkErrors: (error, request, reply) =>
      request.url.startsWith('/api') ? replyWithError(error, request, reply) : reply.redirect('/not-found', 303),
  })
  ids.follow(app, given.tracing)
  await reloadCatalogue(db)
  const redis = openRedis(config, app.log)
  app.addHook('onClose', async () => redis?.close())
  const securityLog = logRequests(app, config, db, app.log)
  const metrics = given.metrics ?? createMetrics()
  measureRequests(app, metrics)
  const providerCounts = countProviders(db, metrics, given.tracing)
  app.addHook('onClose', () => providerCounts.stop())
  const { counted } = providerCounts
  const maps = createMaps(config, createLimits(redis))
  const kept = createKept()
  const database = createDatabaseWatch(given.pool, app.log)
  const overload = createOverloadWatch(given.pool, app.log)
  const isRefusing = () => isOverloaded(database, overload)
  const context: Context = {
    ...given,
    codes: counted('codes', createCodeSender(config, db)),
    sms: counted('sms', createSms(config)),
    mail: counted('mail', createMail(config, db)),
    payments: counted(
      'payments',
      createPayments(config, (path, init) => inject(app, path, init)),
    ),
    bankCheck: counted(
      'bank-check',
      createBankCheck(config, (path, init) => inject(app, path, init)),
    ),
    eKyc: createEKyc(config),
    maps: maps && counted('maps', maps),
    store: counted('store', createStore(config)),
    scanner: createScanner(config),
    cursors: createCursors(config.secretKeys),
    realtime: createRealtime(app, { config, db, log: app.log, redis, isRefusing }),
    kept,
    replicas: createReplicas(config, { db, kept, metrics, log: app.log }),
    database,
    overload,
    limits: createLimits(redis),
    metrics,
    redis,
    providerCounts,
    securityLog,
  }
  measureProcess(metrics, context)
  app.setErrorHandler(replyWithError)
  app.addHook('onError', async (_, __, error) => context.database.noteFailure(error))
  refuseAmbiguous(app)
  keepAddresses(app)
  const isHttps = config.publicUrl.startsWith('https:')
  app.addHook('onSend', async (request, reply) => {
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (!request.url.startsWith('/assets/')) reply.header('x-request-id', request.id)
    if (!reply.hasHeader('x-content-type-options')) reply.header('x-content-type-options', 'nosniff')
  })
  await app.register(cookie)
  await app.register(compress, { global: true, globalDecompression: false, threshold: 1024, encodings: ['br', 'gzip'] })

  healthChecks(app, context)

  await app.register(async (scope) => {
    scope.setValidatorCompiler(validatorCompiler)
    scope.setSerializerCompiler(serializerCompiler)
    refuseEarly(scope, isRefusing)
    limitWork(scope, overload)
    guard(scope, config, db)
    const isPlainRead = ({ method, routeOptions: { config: of } }: FastifyRequest) =>
      !isWrite({ method }) && of.isCostlyRead !== true
    await scope.register(rateLimit, {
      max: (request) => (isPlainRead(request) ? readsPerMinute : writesPerMinute),
      timeWindow: '1 minute',
      ...(redis ? { redis: redis.client, nameSpace: 'mentorsetu:rate:', skipOnError: true } : {}),
      keyGenerator: (request) => (isPlainRead(request) ? `read:${callerKey(request)}` : normalizeIP(request.ip)),
      allowList: (request) =>
        request.routeOptions.config.signed === true ||
        // Behind a proxy on this machine that is not in TRUST_PROXY, all visitors have this address.
        (isPlainRead(request) && isLoopback(request.ip)),
    })
    acceptIdempotencyKeys(scope, db, context.database)
    context.replicas.rememberWrites(scope)
    watchAudit(scope)
    scope.addHook('onSend', async (_, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
    if (config.apiDocs) await describeApi(scope, config)
    const api = scope.withTypeProvider<ZodTypeProvider>()
    for (const feature of features) feature(api, context)
    await api.register(async (raw) => webhookRoutes(raw.withTypeProvider<ZodTypeProvider>(), context))
    if (config.paymentProvider !== 'sandbox') payPage(scope, context)
    // Otherwise the pages would answer unknown /api paths in HTML.
    scope.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'],
      url: '/api/*',
      handler: () => {
        throw new AppError('not-found')
      },
    })
  })
  showState(app, context)
  await app.register(async (scope) => {
    refuseEarly(scope, isRefusing)
    mediaDelivery(scope, context)
  })
  if (config.otpProvider === 'outbox') outboxRoutes(app, db)
  if (!config.bankCheck) await app.register(async (scope) => bankCheckSandbox(scope))
  if (context.eKyc?.sample) eKycSandbox(app, context.eKyc.sample)
  if (config.paymentProvider === 'sandbox') await app.register(async (scope) => sandboxRoutes(scope, context))
  return { app, context }
}

/** Calls a path of this server in memory with the signature of `fetch`. */
async function inject(app: FastifyInstance, path: string, init: RequestInit = {}): Promise<Response> {
  const reply = await app.inject({
    method: (init.method ?? 'GET') as 'GET' | 'POST', // safe: only this file's callers, which use these two
    url: path,
    headers: Object.fromEntries(new Headers(init.headers).entries()),
    ...(typeof init.body === 'string' ? { payload: init.body } : {}),
  })
  return new Response(reply.body, {
    status: reply.statusCode,
    headers: { 'content-type': String(reply.headers['content-type'] ?? '') },
  })
}
