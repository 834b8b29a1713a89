import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { accountsRoutes } from '#server/accounts/routes.ts'
import { learnerRoutes } from '#server/admin/learner-routes.ts'
import { peopleRoutes } from '#server/admin/people-routes.ts'
import { adminPlacesRoutes } from '#server/admin/places-routes.ts'
import { adminRoutes } from '#server/admin/routes.ts'
import { sessionsRoutes } from '#server/admin/sessions-routes.ts'
import { applicationsRoutes } from '#server/applications/routes.ts'
import { availabilityRoutes } from '#server/availability/routes.ts'
import { bookingsRoutes } from '#server/bookings/routes.ts'
import { booksRoutes } from '#server/books/routes.ts'
import { calendarRoutes } from '#server/calendar/routes.ts'
import { callsRoutes } from '#server/calls/routes.ts'
import { adminCasesRoutes } from '#server/cases/admin-routes.ts'
import { casesRoutes } from '#server/cases/routes.ts'
import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { catalogueRoutes } from '#server/catalogue/routes.ts'
import { changesRoutes } from '#server/changes/routes.ts'
import { chatRoutes } from '#server/chat/routes.ts'
import type { Config } from '#server/config.ts'
import { disputesRoutes } from '#server/disputes/routes.ts'
import { linkRoutes } from '#server/listings/link-routes.ts'
import { listingsRoutes } from '#server/listings/routes.ts'
import { mediaDelivery } from '#server/media/delivery.ts'
import { mediaRoutes } from '#server/media/routes.ts'
import { mentorsRoutes } from '#server/mentors/routes.ts'
import { notificationsRoutes } from '#server/notifications/routes.ts'
import { type Codes, createCodes } from '#server/outside/codes.ts'
import { createMail, type Mail } from '#server/outside/mail.ts'
import { createMaps, type Maps } from '#server/outside/maps.ts'
import { outboxRoutes } from '#server/outside/outbox.ts'
import { createPayments, type Payments } from '#server/outside/payments.ts'
import { sandboxRoutes } from '#server/outside/sandbox.ts'
import { createSms, type Sms } from '#server/outside/sms.ts'
import { createStore, type Store } from '#server/outside/store.ts'
import { payPage } from '#server/payments/pay-page.ts'
import { paymentsRoutes } from '#server/payments/routes.ts'
import { webhookRoutes } from '#server/payments/webhook.ts'
import { payoutsRoutes } from '#server/payouts/routes.ts'
import { placesRoutes } from '#server/places/routes.ts'
import { describeApi } from '#server/platform/api-docs.ts'
import { watchAudit } from '#server/platform/audit.ts'
import { type Cursors, createCursors } from '#server/platform/cursors.ts'
import { AppError, replyWithError } from '#server/platform/errors.ts'
import { guard, isWrite } from '#server/platform/guards.ts'
import { acceptIdempotencyKeys } from '#server/platform/idempotency.ts'
import { createLimits, type Limits } from '#server/platform/limiter.ts'
import { countProviders, type ProviderCounts } from '#server/platform/provider-counts.ts'
import type { Queue } from '#server/platform/queue.ts'
import { createRealtime, type Realtime } from '#server/platform/realtime.ts'
import { openRedis, type SharedRedis } from '#server/platform/redis.ts'
import type { DB } from '#server/platform/schema.ts'
import { profilesRoutes } from '#server/profiles/routes.ts'
import { ratesRoutes } from '#server/rates/routes.ts'
import { receiptsRoutes } from '#server/receipts/routes.ts'
import { refundsRoutes } from '#server/refunds/routes.ts'
import { reliabilityRoutes } from '#server/reliability/routes.ts'
import { replacementsRoutes } from '#server/replacements/routes.ts'
import { reviewsRoutes } from '#server/reviews/routes.ts'
import { seoRoutes } from '#server/seo/routes.ts'
import { settingsRoutes } from '#server/settings/routes.ts'
import { sheetsRoutes } from '#server/sheets/routes.ts'
import { shortlistRoutes } from '#server/shortlist/routes.ts'
import { timetablesRoutes } from '#server/timetables/routes.ts'
import { verificationRoutes } from '#server/verification/routes.ts'

/** What the app is made of; given from outside so that tests can give their own. */
export type Given = { config: Config; db: Kysely<DB>; pool: pg.Pool; queue: Queue; log?: FastifyBaseLogger }
export type Parts = Given & {
  codes: Codes
  sms: Sms
  mail: Mail
  payments: Payments
  maps: Maps | null
  store: Store
  cursors: Cursors
  realtime: Realtime
  limits: Limits
  redis: SharedRedis | null
  providerCounts: ProviderCounts
}

type Scope = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>
/** Adds the endpoints of one feature to the API. */
export type Feature = (app: Scope, parts: Parts) => void

/** Every feature of the API, in order: a later one may use an earlier one, never the other way round. */
const features: Feature[] = [
  settingsRoutes,
  notificationsRoutes,
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
  receiptsRoutes,
  refundsRoutes,
  replacementsRoutes,
  paymentsRoutes,
  booksRoutes,
  payoutsRoutes,
  reviewsRoutes,
  chatRoutes,
  callsRoutes,
  listingsRoutes,
  linkRoutes,
  adminRoutes,
  sessionsRoutes,
  peopleRoutes,
  learnerRoutes,
  adminPlacesRoutes,
]

const writesPerMinute = 300

/** Builds the whole server without listening: the API, the stand-ins and the health checks. Pages are mounted by main.ts. */
export async function buildApp(given: Given): Promise<{ app: FastifyInstance; parts: Parts }> {
  const { config, db } = given
  const app = fastify({
    ...(given.log ? { loggerInstance: given.log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 256 * 1024,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read: the API's words under /api, a plain line for a person elsewhere.
    frameworkErrors: (error, request, reply) =>
      request.url.startsWith('/api') ? replyWithError(error, request, reply) : reply.redirect('/not-found', 303),
  })
  await readCatalogue(db)
  const redis = openRedis(config, app.log)
  app.addHook('onClose', async () => redis?.close())
  const providerCounts = countProviders(db)
  app.addHook('onClose', () => providerCounts.stop())
  const { counted } = providerCounts
  const maps = createMaps(config)
  const parts: Parts = {
    ...given,
    codes: counted('codes', createCodes(config, db)),
    sms: counted('sms', createSms(config)),
    mail: counted('mail', createMail(config, db)),
    payments: counted(
      'payments',
      createPayments(config, (path, init) => inject(app, path, init)),
    ),
    maps: maps && counted('maps', maps),
    store: counted('store', createStore(config)),
    cursors: createCursors(config.secretKey),
    realtime: createRealtime(app, { config, db, log: app.log, redis }),
    limits: createLimits(redis),
    redis,
    providerCounts,
  }
  app.setErrorHandler(replyWithError)
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/assets/')) reply.header('x-request-id', request.id)
    if (!reply.hasHeader('x-content-type-options')) reply.header('x-content-type-options', 'nosniff')
  })
  await app.register(cookie)
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })

  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async () => {
    await sql`select 1`.execute(db).catch(() => {
      throw new AppError('not-ready')
    })
    // Without it everything works, only more slowly between processes.
    return { status: 'ready', ...(redis ? { redis: redis.isReady() ? 'ready' : 'away' } : {}) }
  })

  await app.register(async (scope) => {
    scope.setValidatorCompiler(validatorCompiler)
    scope.setSerializerCompiler(serializerCompiler)
    guard(scope, config, db)
    await scope.register(rateLimit, {
      max: writesPerMinute,
      timeWindow: '1 minute',
      ...(redis ? { redis: redis.client, nameSpace: 'mentorsetu:rate:', skipOnError: true } : {}),
      allowList: ({ method, routeOptions: { config: of } }) =>
        of.signed === true || !(isWrite({ method }) || of.asksOutside === true),
    })
    acceptIdempotencyKeys(scope, db)
    watchAudit(scope)
    scope.addHook('onSend', async (_, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
    await describeApi(scope, config)
    const api = scope.withTypeProvider<ZodTypeProvider>()
    for (const feature of features) feature(api, parts)
    await api.register(async (raw) => webhookRoutes(raw.withTypeProvider<ZodTypeProvider>(), parts))
    if (config.paymentProvider !== 'sandbox') payPage(scope, parts)
    // Without this, unknown paths under /api would be answered by the pages, in HTML.
    scope.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'],
      url: '/api/*',
      handler: () => {
        throw new AppError('not-found')
      },
    })
  })
  mediaDelivery(app, parts)
  if (config.otpProvider === 'outbox') outboxRoutes(app, db)
  if (config.paymentProvider === 'sandbox') await app.register(async (scope) => sandboxRoutes(scope, parts))
  return { app, parts }
}

/** Calls a path of this same server in memory, in the shape of `fetch`. */
async function inject(app: FastifyInstance, path: string, init: RequestInit = {}): Promise<Response> {
  const reply = await app.inject({
    method: (init.method ?? 'GET') as 'GET' | 'POST', // true: only this file's callers, which use these two
    url: path,
    headers: Object.fromEntries(new Headers(init.headers).entries()),
    ...(typeof init.body === 'string' ? { payload: init.body } : {}),
  })
  return new Response(reply.body, {
    status: reply.statusCode,
    headers: { 'content-type': String(reply.headers['content-type'] ?? '') },
  })
}
