import type { SmsTemplates } from './sms-templates.ts'
import type { Variables } from './variables.ts'

/** Everything the program can be told from outside. Made once at start and handed down as an argument. */
export type Config = {
  port: number
  host: string
  /** Origin without a trailing slash. */
  publicUrl: string
  /** Absolute path. */
  dataDir: string
  /** null: the embedded server under dataDir. */
  databaseUrl: string | null
  /** null: one process does everything. */
  redisUrl: string | null
  seed: 'demo' | 'none'
  /** Who sends codes for logging in. */
  otpProvider: 'outbox' | 'msg91' | 'verifynow'
  msg91Codes: { authKey: string; templateId: string; baseUrl: string } | null
  verifyNow: { customerId: string; password: string; email: string | null; baseUrl: string } | null
  /** Who sends every other SMS. */
  smsProvider: 'outbox' | 'msg91'
  msg91Texts: { authKey: string; templates: SmsTemplates; baseUrl: string } | null
  paymentProvider: 'sandbox' | 'cashfree' | 'razorpay'
  cashfree: { baseUrl: string; clientId: string; clientSecret: string } | null
  razorpay: { baseUrl: string; keyId: string; keySecret: string; webhookSecret: string } | null
  mailProvider: 'outbox' | 'smtp'
  /** null: mail is kept in the outbox. */
  smtp: { url: string; from: string } | null
  /** null: the gazetteer inside the program. */
  googleMaps: { key: string; placesUrl: string; geocodingUrl: string } | null
  /** null: uploaded files are kept under dataDir. */
  s3: { endpoint: string; bucket: string; region: string; keyId: string; secret: string; isPathStyle: boolean } | null
  allowSandbox: boolean
  secretKey: string
  trustProxy: string[]
  logLevel: Variables['LOG_LEVEL']
  production: boolean
}
