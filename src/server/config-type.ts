import type { Keys } from './keys.ts'
import type { SmsTemplates } from './sms-templates.ts'
import type { Variables } from './variables.ts'

/** The configuration, read once at start and passed as an argument. */
export type Config = {
  /** `web` serves requests and leaves jobs to others, `worker` runs jobs and serves health checks only. */
  role: 'all' | 'web' | 'worker'
  /** Processes that share the port. */
  workers: number
  port: number
  host: string
  /** How long the program goes on serving after it said that it stops. */
  drainMs: number
  /** Connections of a process for requests; jobs and listeners have ten more. */
  databaseConnections: number
  /** Shared buffers of the embedded server. */
  databaseMemoryMb: number
  /** Origin without a trailing slash. */
  publicUrl: string
  /** Absolute path. */
  dataDir: string
  /** null for the embedded server under dataDir. */
  databaseUrl: string | null
  /** Runs migrations; the role of `databaseUrl` then owns nothing. */
  databaseOwnerUrl: string | null
  /** Streaming replicas of `databaseUrl`. */
  replicaUrls: string[]
  /** null for a single process. */
  redisUrl: string | null
  seed: 'demo' | 'none'
  /** Provider of login codes. */
  otpProvider: 'outbox' | 'msg91' | 'verifynow'
  msg91Codes: { authKey: string; templateId: string; baseUrl: string } | null
  verifyNow: { customerId: string; password: string; email: string | null; baseUrl: string } | null
  /** Provider of all other SMS. */
  smsProvider: 'outbox' | 'msg91'
  msg91Texts: { authKey: string; templates: SmsTemplates; baseUrl: string } | null
  paymentProvider: 'sandbox' | 'cashfree' | 'razorpay'
  cashfree: { baseUrl: string; clientId: string; clientSecret: string } | null
  razorpay: { baseUrl: string; keyId: string; keySecret: string; webhookSecret: string } | null
  /** Check of mentors' bank accounts; null for the stand-in. */
  bankCheck: { baseUrl: string; clientId: string; clientSecret: string } | null
  /** PEM certificates of UIDAI that sign e-KYC files; empty for none. */
  uidaiCertificates: string[]
  mailProvider: 'outbox' | 'smtp'
  /** null for the outbox stand-in. */
  smtp: { url: string; from: string } | null
  /** null for the built-in gazetteer. */
  googleMaps: { key: string; placesUrl: string; geocodingUrl: string } | null
  /** null for storage under dataDir. */
  s3: { endpoint: string; bucket: string; region: string; keyId: string; secret: string; isPathStyle: boolean } | null
  /** Where backups of the embedded database and the files go, keys that encrypt them and days they are kept; null for none. */
  backup: { to: { folder: string } | NonNullable<Config['s3']>; keys: Keys; days: number } | null
  allowSandbox: boolean
  /** Whether /api/docs is served. */
  apiDocs: boolean
  /** Keys of cursors, links, codes and sealed texts. */
  secretKeys: Keys
  /** Keys of stored private files. */
  fileKeys: Keys
  /** Virus scanner of uploads (clamd); null for none. */
  scanner: { host: string; port: number } | null
  trustProxy: string[]
  /** Address of /metrics; null for none. */
  metrics: { port: number; host: string } | null
  /** OTLP/HTTP endpoint of traces, without a slash at its end; null for none. */
  tracesUrl: string | null
  logLevel: Variables['LOG_LEVEL']
  production: boolean
}
