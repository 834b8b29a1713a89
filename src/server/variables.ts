import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { brand } from '#contract/wire/brand.ts'
import { defaultContact } from '#contract/wire/contact.ts'
import type { Keys } from './keys.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const secret = (name: string) => z.string().min(1, `${name} must not be empty`).optional()
const choice = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` })
const address = (example: string) =>
  z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: `must be an address such as ${example}`,
  })

/** Keys separated by commas, the newest first. */
const keyList = z
  .string()
  .transform((value, { addIssue }): Keys => {
    const [newest = '', ...earlier] = value.split(',').map((part) => part.trim())
    if ([newest, ...earlier].some((key) => key.length < 32)) addIssue('must be keys of at least 32 characters each')
    return [newest, ...earlier]
  })
  .optional()

const serverAt = (shape: RegExp, example: string) => {
  const error = `must look like ${example}`
  return z
    .string()
    .refine((value) => shape.test(value) && URL.canParse(value), { error })
    .optional()
}

const port = z.string().refine((value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65535, {
  error: 'must be a whole number from 1 to 65535',
})
const host = z.string().refine((value) => isIP(value) !== 0 || /^[a-z0-9.-]+$/i.test(value), {
  error: 'must be an IP address or a host name of this machine, such as 127.0.0.1 or 0.0.0.0',
})

/** Environment variables with their checks and defaults; `.env.example` explains each. */
export const variables = z.object({
  ROLE: choice('all', 'web', 'worker').default('all'),
  WORKERS: z
    .string()
    .default('1')
    .refine((value) => /^\d{1,2}$/.test(value) && Number(value) >= 1, { error: 'must be a whole number from 1 to 99' })
    .transform(Number),
  PORT: port.default('3000').transform(Number),
  HOST: host.default('127.0.0.1'),
  PUBLIC_URL: address('https://mentorsetu.example')
    .refine((value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`, {
      error: 'must be only scheme, host and port, such as https://mentorsetu.example',
    })
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .default('0')
    .refine((value) => /^\d{1,2}$/.test(value) && Number(value) <= 60, { error: 'must be a whole number from 0 to 60' })
    .transform(Number),
  DATA_DIR: z.string().default('./var'),
  DATABASE_URL: serverAt(/^postgres(ql)?:\/\/.+/, 'postgres://user:password@host:5432/database'),
  DATABASE_OWNER_URL: serverAt(/^postgres(ql)?:\/\/.+/, 'postgres://owner:password@host:5432/database'),
  DATABASE_REPLICA_URL: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
    .refine((urls) => urls.every((url) => /^postgres(ql)?:\/\/.+/.test(url) && URL.canParse(url)), {
      error: 'must look like postgres://user:password@host:5432/database, with commas between several',
    }),
  DATABASE_CONNECTIONS: z
    .string()
    .default('20')
    .refine((value) => /^\d{1,3}$/.test(value) && Number(value) >= 5, { error: 'must be a whole number from 5 to 999' })
    .transform(Number),
  DATABASE_MEMORY_MB: z
    .string()
    .default('128')
    .refine((value) => /^\d{2,6}$/.test(value) && Number(value) >= 16, { error: 'must be a whole number from 16' })
    .transform(Number),
  REDIS_URL: serverAt(/^rediss?:\/\/.+/, 'redis://user:password@host:6379/0'),
  SEED: choice('demo', 'none').optional(),
  OTP_PROVIDER: choice('outbox', 'msg91', 'verifynow').optional(),
  SMS_PROVIDER: choice('outbox', 'msg91').default('outbox'),
  MSG91_AUTH_KEY: secret('MSG91_AUTH_KEY'),
  MSG91_TEMPLATE_ID: secret('MSG91_TEMPLATE_ID'),
  MSG91_TEMPLATES: z.string().optional(),
  MSG91_BASE_URL: address('https://control.msg91.com').default('https://control.msg91.com'),
  VERIFYNOW_CUSTOMER_ID: secret('VERIFYNOW_CUSTOMER_ID'),
  VERIFYNOW_PASSWORD: secret('VERIFYNOW_PASSWORD'),
  VERIFYNOW_EMAIL: z.email('must be an e-mail address').optional(),
  VERIFYNOW_BASE_URL: address('https://cpaas.messagecentral.com').default('https://cpaas.messagecentral.com'),
  PAYMENT_PROVIDER: choice('sandbox', 'cashfree', 'razorpay').default('sandbox'),
  CASHFREE_CLIENT_ID: secret('CASHFREE_CLIENT_ID'),
  CASHFREE_CLIENT_SECRET: secret('CASHFREE_CLIENT_SECRET'),
  CASHFREE_BASE_URL: address('https://api.cashfree.com/pg').default('https://api.cashfree.com/pg'),
  RAZORPAY_KEY_ID: secret('RAZORPAY_KEY_ID'),
  RAZORPAY_KEY_SECRET: secret('RAZORPAY_KEY_SECRET'),
  RAZORPAY_WEBHOOK_SECRET: secret('RAZORPAY_WEBHOOK_SECRET'),
  RAZORPAY_BASE_URL: address('https://api.razorpay.com/v1').default('https://api.razorpay.com/v1'),
  BANK_CHECK_PROVIDER: choice('sandbox', 'cashfree').default('sandbox'),
  BANK_CHECK_CLIENT_ID: secret('BANK_CHECK_CLIENT_ID'),
  BANK_CHECK_CLIENT_SECRET: secret('BANK_CHECK_CLIENT_SECRET'),
  BANK_CHECK_BASE_URL: address('https://api.cashfree.com/verification').default(
    'https://api.cashfree.com/verification',
  ),
  UIDAI_CERTIFICATES: z.string().optional(),
  MAIL_PROVIDER: choice('outbox', 'smtp').default('outbox'),
  SMTP_URL: serverAt(/^smtps?:\/\/.+/, 'smtp://user:password@host:587'),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>"\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>$/u, `must look like ${brand.name} <${defaultContact.email}>`)
    .default(`${brand.name} <${defaultContact.email}>`),
  MAPS_PROVIDER: choice('gazetteer', 'google').default('gazetteer'),
  GOOGLE_MAPS_KEY: secret('GOOGLE_MAPS_KEY'),
  GOOGLE_PLACES_URL: address('https://places.googleapis.com').default('https://places.googleapis.com'),
  GOOGLE_GEOCODING_URL: address('https://maps.googleapis.com').default('https://maps.googleapis.com'),
  MEDIA_STORE: choice('disk', 's3').default('disk'),
  S3_ENDPOINT: address('https://s3.ap-south-1.amazonaws.com').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as mentorsetu-files')
    .optional(),
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY_ID: secret('S3_ACCESS_KEY_ID'),
  S3_SECRET_ACCESS_KEY: secret('S3_SECRET_ACCESS_KEY'),
  S3_PATH_STYLE: choice('1', '0').default('1'),
  BACKUP_TO: z
    .string()
    .refine((value) => isAbsolute(value) || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value), {
      error: 'must be the whole path of a folder, or a bucket such as s3://mentorsetu-backups',
    })
    .optional(),
  BACKUP_KEY: keyList,
  BACKUP_DAYS: z
    .string()
    .default('14')
    .refine((value) => /^\d{1,4}$/.test(value) && Number(value) >= 1, {
      error: 'must be a whole number of days from 1',
    })
    .transform(Number),
  ALLOW_SANDBOX: choice('1', '0').default('0'),
  API_DOCS: choice('1', '0').optional(),
  SECRET_KEY: keyList,
  FILE_KEYS: keyList,
  CLAMD_URL: serverAt(/^tcp:\/\/[^/:]+:\d+\/?$/, 'tcp://127.0.0.1:3310'),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
    .refine((parts) => parts.every(isProxyAddress), {
      error: 'must be a comma separated list of IP addresses or ranges, such as 10.0.0.0/8, or loopback',
    }),
  METRICS_PORT: port.transform(Number).optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http://127.0.0.1:4318').optional(),
  LOG_LEVEL: choice(...logLevels).default('warn'),
  NODE_ENV: choice('production', 'development', 'test').default('production'),
})

export type Variables = z.infer<typeof variables>

export const variableNames: string[] = Object.keys(variables.shape)

// Values never printed or logged, not even when invalid.
export const hidden = new Set([
  ...[
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'DATABASE_REPLICA_URL',
    'SECRET_KEY',
    'FILE_KEYS',
    'BACKUP_KEY',
    'MSG91_AUTH_KEY',
    'CASHFREE_CLIENT_SECRET',
    'BANK_CHECK_CLIENT_SECRET',
    'GOOGLE_MAPS_KEY',
  ],
  ...['S3_SECRET_ACCESS_KEY', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET', 'SMTP_URL', 'REDIS_URL'],
  'VERIFYNOW_PASSWORD',
])

function isProxyAddress(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true
  const most = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
  )
}
