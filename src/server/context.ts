import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type pg from 'pg'
import type { Db } from '#server/platform/database.ts'
import type { BankCheck } from '#server/providers/bank-check/bank-checker.ts'
import type { CodeSender } from '#server/providers/codes/code-sender.ts'
import type { EKyc } from '#server/providers/e-kyc/e-kyc-reader.ts'
import type { Mail } from '#server/providers/mail/mail.ts'
import type { Maps } from '#server/providers/maps/maps.ts'
import type { Payments } from '#server/providers/payments/payment-gateway.ts'
import type { Scanner } from '#server/providers/scanner/scanner.ts'
import type { Sms } from '#server/providers/sms/sms-sender.ts'
import type { Store } from '#server/providers/storage/file-store.ts'
import type { Config } from './config.ts'
import type { Cursors } from './platform/cursors.ts'
import type { DatabaseWatch } from './platform/database-watch.ts'
import type { Kept } from './platform/kept.ts'
import type { Limits } from './platform/limiter.ts'
import type { Metrics } from './platform/metrics.ts'
import type { OverloadWatch } from './platform/overload.ts'
import type { ProviderCounts } from './platform/provider-counts.ts'
import type { Queue } from './platform/queue.ts'
import type { Realtime } from './platform/realtime.ts'
import type { SharedRedis } from './platform/redis.ts'
import type { Replicas } from './platform/replicas.ts'
import type { SecurityLog } from './platform/security-log.ts'
import type { Tracing } from './platform/spans.ts'

/** Inputs of the program; tests pass their own. */
export type Input = {
  config: Config
  db: Db
  pool: pg.Pool
  queue: Queue
  log?: FastifyBaseLogger
  /** False while the program starts or stops; default: always ready. */
  isReady?: () => boolean
  metrics?: Metrics
  tracing?: Tracing
}

/** Passed to every feature: the database, the providers and the shared services of the process. */
export type Context = Input & {
  codes: CodeSender
  sms: Sms
  mail: Mail
  payments: Payments
  bankCheck: BankCheck
  /** Null where it is not offered. */
  eKyc: EKyc | null
  maps: Maps | null
  store: Store
  scanner: Scanner | null
  cursors: Cursors
  realtime: Realtime
  /** Answers that are the same for every visitor. */
  kept: Kept
  replicas: Replicas
  database: DatabaseWatch
  overload: OverloadWatch
  limits: Limits
  metrics: Metrics
  redis: SharedRedis | null
  providerCounts: ProviderCounts
  securityLog: SecurityLog
}

type Scope = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** Registers the endpoints of a feature. */
export type Feature = (app: Scope, context: Context) => void
