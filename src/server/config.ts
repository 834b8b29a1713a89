import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readCertificates } from './certificates.ts'
import type { Config } from './config-type.ts'
import { storedKeys } from './keys.ts'
import { createProblems, type Problems } from './problems.ts'
import { readSmsTemplates } from './sms-templates.ts'
import { isReal, standInProblems } from './stand-ins.ts'
import { StartError } from './start-error.ts'
import { type Variables, variableNames, variables } from './variables.ts'

export type { Config } from './config-type.ts'
export type { Keys } from './keys.ts'

export { isLoopback, isReal } from './stand-ins.ts'
export { StartError }

/** Reads `.env`, if there is one, the environment, which takes precedence, and `fixed`, which precedes both. */
export function loadConfig(fixed: Record<string, string> = {}): Config {
  const file = resolve('.env')
  // The processes of WORKERS run with what the first one read, even when the file has changed since.
  const fromFile = !cluster.isWorker && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  for (const [name, value] of Object.entries(fromFile)) process.env[name] ??= value
  const unknown = Object.keys(fromFile).filter((name) => !variableNames.includes(name))
  return readConfig(
    { ...fromFile, ...process.env, ...fixed },
    unknown.map((name) => `${name} in .env is not a variable of this program: see .env.example.`),
  )
}

/**
 * Parses environment variables into the configuration. Stored keys are read or made once everything else is right.
 * @param found problems that are known already
 * @throws StartError with one line for each problem: the variable, its value unless secret, and what is allowed
 */
export function readConfig(env: Record<string, string | undefined>, found: string[] = []): Config {
  const given = Object.fromEntries(
    variableNames.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  )
  const parsed = variables.safeParse(given)
  const problems = createProblems(parsed.success ? [] : parsed.error.issues, given, found)
  const { needed, attempt } = problems
  // The other variables are checked together as if the invalid ones were not set.
  const v = parsed.success
    ? parsed.data
    : variables.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !problems.invalid.has(name))))
  const otpProvider = v.OTP_PROVIDER ?? v.SMS_PROVIDER
  const codesBecause = `${v.OTP_PROVIDER ? 'OTP' : 'SMS'}_PROVIDER=${otpProvider}`
  const publicUrl = v.PUBLIC_URL ? new URL(v.PUBLIC_URL).origin : `http://localhost:${v.PORT}`
  const config: Omit<Config, 'secretKeys' | 'fileKeys' | 'apiDocs'> = {
    role: v.ROLE,
    workers: v.WORKERS,
    port: v.PORT,
    drainMs: v.DRAIN_SECONDS * 1000,
    databaseConnections: v.DATABASE_CONNECTIONS,
    databaseMemoryMb: v.DATABASE_MEMORY_MB,
    host: v.HOST,
    publicUrl,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL ?? null,
    databaseOwnerUrl: v.DATABASE_OWNER_URL ?? null,
    replicaUrls: replicasOf(v, problems),
    redisUrl: v.REDIS_URL ?? null,
    seed: attempt(() => seedFor(v, otpProvider), 'none'),
    otpProvider,
    msg91Codes:
      otpProvider === 'msg91'
        ? {
            authKey: needed('MSG91_AUTH_KEY', v.MSG91_AUTH_KEY, codesBecause),
            templateId: needed('MSG91_TEMPLATE_ID', v.MSG91_TEMPLATE_ID, codesBecause),
            baseUrl: withoutSlash(v.MSG91_BASE_URL),
          }
        : null,
    verifyNow:
      otpProvider === 'verifynow'
        ? {
            customerId: needed('VERIFYNOW_CUSTOMER_ID', v.VERIFYNOW_CUSTOMER_ID, codesBecause),
            password: needed('VERIFYNOW_PASSWORD', v.VERIFYNOW_PASSWORD, codesBecause),
            email: v.VERIFYNOW_EMAIL ?? null,
            baseUrl: withoutSlash(v.VERIFYNOW_BASE_URL),
          }
        : null,
    smsProvider: v.SMS_PROVIDER,
    msg91Texts:
      v.SMS_PROVIDER === 'msg91'
        ? {
            authKey: needed('MSG91_AUTH_KEY', v.MSG91_AUTH_KEY, 'SMS_PROVIDER=msg91'),
            templates: templatesOf(needed('MSG91_TEMPLATES', v.MSG91_TEMPLATES, 'SMS_PROVIDER=msg91'), attempt),
            baseUrl: withoutSlash(v.MSG91_BASE_URL),
          }
        : null,
    paymentProvider: v.PAYMENT_PROVIDER,
    cashfree:
      v.PAYMENT_PROVIDER === 'cashfree'
        ? {
            clientId: needed('CASHFREE_CLIENT_ID', v.CASHFREE_CLIENT_ID, 'PAYMENT_PROVIDER=cashfree'),
            clientSecret: needed('CASHFREE_CLIENT_SECRET', v.CASHFREE_CLIENT_SECRET, 'PAYMENT_PROVIDER=cashfree'),
            baseUrl: withoutSlash(v.CASHFREE_BASE_URL),
          }
        : null,
    razorpay:
      v.PAYMENT_PROVIDER === 'razorpay'
        ? {
            keyId: needed('RAZORPAY_KEY_ID', v.RAZORPAY_KEY_ID, 'PAYMENT_PROVIDER=razorpay'),
            keySecret: needed('RAZORPAY_KEY_SECRET', v.RAZORPAY_KEY_SECRET, 'PAYMENT_PROVIDER=razorpay'),
            webhookSecret: needed('RAZORPAY_WEBHOOK_SECRET', v.RAZORPAY_WEBHOOK_SECRET, 'PAYMENT_PROVIDER=razorpay'),
            baseUrl: withoutSlash(v.RAZORPAY_BASE_URL),
          }
        : null,
    bankCheck:
      v.BANK_CHECK_PROVIDER === 'cashfree'
        ? {
            clientId: needed('BANK_CHECK_CLIENT_ID', v.BANK_CHECK_CLIENT_ID, 'BANK_CHECK_PROVIDER=cashfree'),
            clientSecret: needed(
              'BANK_CHECK_CLIENT_SECRET',
              v.BANK_CHECK_CLIENT_SECRET,
              'BANK_CHECK_PROVIDER=cashfree',
            ),
            baseUrl: withoutSlash(v.BANK_CHECK_BASE_URL),
          }
        : null,
    uidaiCertificates: attempt(() => readCertificates(v.UIDAI_CERTIFICATES ?? ''), []),
    mailProvider: v.MAIL_PROVIDER,
    smtp:
      v.MAIL_PROVIDER === 'smtp'
        ? { url: needed('SMTP_URL', v.SMTP_URL, 'MAIL_PROVIDER=smtp'), from: v.MAIL_FROM }
        : null,
    googleMaps:
      v.MAPS_PROVIDER === 'google'
        ? {
            key: needed('GOOGLE_MAPS_KEY', v.GOOGLE_MAPS_KEY, 'MAPS_PROVIDER=google'),
            placesUrl: withoutSlash(v.GOOGLE_PLACES_URL),
            geocodingUrl: withoutSlash(v.GOOGLE_GEOCODING_URL),
          }
        : null,
    s3:
      v.MEDIA_STORE === 's3'
        ? {
            endpoint: withoutSlash(needed('S3_ENDPOINT', v.S3_ENDPOINT, 'MEDIA_STORE=s3')),
            bucket: needed('S3_BUCKET', v.S3_BUCKET, 'MEDIA_STORE=s3'),
            region: v.S3_REGION,
            keyId: needed('S3_ACCESS_KEY_ID', v.S3_ACCESS_KEY_ID, 'MEDIA_STORE=s3'),
            secret: needed('S3_SECRET_ACCESS_KEY', v.S3_SECRET_ACCESS_KEY, 'MEDIA_STORE=s3'),
            isPathStyle: v.S3_PATH_STYLE === '1',
          }
        : null,
    backup: backupOf(v, problems),
    scanner: v.CLAMD_URL ? { host: new URL(v.CLAMD_URL).hostname, port: Number(new URL(v.CLAMD_URL).port) } : null,
    allowSandbox: v.ALLOW_SANDBOX === '1',
    trustProxy: v.TRUST_PROXY,
    metrics: v.METRICS_PORT === undefined ? null : { port: v.METRICS_PORT, host: v.METRICS_HOST },
    tracesUrl: v.OTEL_EXPORTER_OTLP_ENDPOINT ? withoutSlash(v.OTEL_EXPORTER_OTLP_ENDPOINT) : null,
    logLevel: v.LOG_LEVEL,
    production: v.NODE_ENV !== 'development',
  }
  if (v.ROLE !== 'all' && !v.DATABASE_URL && !problems.invalid.has('DATABASE_URL'))
    problems.add(`ROLE is "${v.ROLE}", which needs DATABASE_URL: the embedded database belongs to one process.`)
  if (v.ROLE === 'worker' && v.WORKERS > 1)
    problems.add(`WORKERS is "${v.WORKERS}", but ROLE=worker serves no address to share: start it several times.`)
  problems.add(...standInProblems(config, problems.invalid))
  const apiDocs = v.API_DOCS ? v.API_DOCS === '1' : !isReal(config)
  problems.throwIfAny()
  const secretKeys = v.SECRET_KEY ?? storedKeys(config.dataDir, 'secret-key')
  const fileKeys = v.FILE_KEYS ?? storedKeys(config.dataDir, 'file-keys')
  return { ...config, apiDocs, secretKeys, fileKeys }
}

function replicasOf(v: Variables, { needed }: Problems): string[] {
  if (v.DATABASE_REPLICA_URL.length > 0) needed('DATABASE_URL', v.DATABASE_URL, 'DATABASE_REPLICA_URL')
  return v.DATABASE_REPLICA_URL
}

function backupOf(v: Variables, { add, needed }: Problems): Config['backup'] {
  if (!v.BACKUP_TO) return null
  if (v.DATABASE_URL) add('BACKUP_TO is for the embedded database: with DATABASE_URL use pgBackRest or WAL-G.')
  if (process.platform === 'win32') add('BACKUP_TO does not work on Windows.')
  needed('BACKUP_KEY', v.BACKUP_KEY?.[0], 'BACKUP_TO')
  const keys = v.BACKUP_KEY ?? ['']
  const bucket = /^s3:\/\/(.+)$/.exec(v.BACKUP_TO)?.[1]
  if (bucket === undefined) {
    const folder = resolve(v.BACKUP_TO)
    const dataDir = resolve(v.DATA_DIR)
    if (`${folder}/`.startsWith(`${dataDir}/`))
      add('BACKUP_TO is inside DATA_DIR, and would be lost with it: use another disk.')
    return { to: { folder }, keys, days: v.BACKUP_DAYS }
  }
  if (bucket === v.S3_BUCKET) add('BACKUP_TO is the bucket of the files: use another one.')
  const s3 = {
    endpoint: withoutSlash(needed('S3_ENDPOINT', v.S3_ENDPOINT, 'BACKUP_TO=s3://…')),
    keyId: needed('S3_ACCESS_KEY_ID', v.S3_ACCESS_KEY_ID, 'BACKUP_TO=s3://…'),
    secret: needed('S3_SECRET_ACCESS_KEY', v.S3_SECRET_ACCESS_KEY, 'BACKUP_TO=s3://…'),
  }
  const isPathStyle = v.S3_PATH_STYLE === '1'
  return { to: { ...s3, bucket, region: v.S3_REGION, isPathStyle }, keys, days: v.BACKUP_DAYS }
}

const templatesOf = (path: string, attempt: Problems['attempt']) =>
  path ? attempt(() => readSmsTemplates(resolve(path)), {}) : {}

function seedFor(v: Variables, otpProvider: Config['otpProvider']): Config['seed'] {
  const { SMS_PROVIDER: smsProvider, PAYMENT_PROVIDER: paymentProvider, MAIL_PROVIDER: mailProvider } = v
  const real = isReal({ otpProvider, smsProvider, paymentProvider, mailProvider })
  if (v.SEED === 'demo' && real) {
    throw new StartError(
      'SEED is "demo", but a real provider is set: demo people must never meet real messages or money. Set SEED=none.',
    )
  }
  return v.SEED ?? (real ? 'none' : 'demo')
}

function withoutSlash(value: string): string {
  return value.replace(/\/+$/, '')
}
