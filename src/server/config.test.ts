import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { smsTemplatesFile } from '#test/sms-templates.ts'
import { readConfig, StartError } from './config.ts'
import { variableNames } from './variables.ts'

const read = (variables: Record<string, string>) =>
  readConfig({ DATA_DIR: '/nowhere', SECRET_KEY: 'for tests only and long enough for that', ...variables })
const msg91 = {
  MSG91_AUTH_KEY: 'k',
  MSG91_TEMPLATE_ID: 't',
  MSG91_TEMPLATES: smsTemplatesFile(),
  SMS_PROVIDER: 'msg91',
}
const verifyNow = { OTP_PROVIDER: 'verifynow', VERIFYNOW_CUSTOMER_ID: 'C-1', VERIFYNOW_PASSWORD: 'hush' }
const cashfree = { PAYMENT_PROVIDER: 'cashfree', CASHFREE_CLIENT_ID: 'i', CASHFREE_CLIENT_SECRET: 's' }
const bankCheck = { BANK_CHECK_PROVIDER: 'cashfree', BANK_CHECK_CLIENT_ID: 'i', BANK_CHECK_CLIENT_SECRET: 's' }
const smtp = { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://us%40er:hush@mail.example:587' }

test('defaults to loopback, stand-ins and demo data', () => {
  expect(read({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    seed: 'demo',
    otpProvider: 'outbox',
    smsProvider: 'outbox',
    paymentProvider: 'sandbox',
  })
})

test('documents every variable in .env.example', () => {
  expect(Object.keys(parseEnv(readFileSync('.env.example', 'utf8'))).sort()).toEqual([...variableNames].sort())
})

test('refuses stand-ins on a public address unless allowed', () => {
  expect(() => read({ HOST: '0.0.0.0' })).toThrow(/HOST/)
  expect(() => read({ PUBLIC_URL: 'https://mentorsetu.example' })).toThrow(/PUBLIC_URL/)
  expect(() => read({ HOST: '0.0.0.0', ...msg91 })).toThrow(/HOST/)
  expect(read({ HOST: '0.0.0.0', ALLOW_SANDBOX: '1' }).host).toBe('0.0.0.0')
  const real = { HOST: '0.0.0.0', PUBLIC_URL: 'https://mentorsetu.example', ...msg91, ...cashfree }
  expect(() => read(real)).toThrow(/MAIL_PROVIDER/)
  expect(() => read({ ...real, ...smtp })).toThrow(/BANK_CHECK_PROVIDER/)
  expect(read({ ...real, ...smtp, ...bankCheck }).seed).toBe('none')
})

test('reads replicas of the database, and refuses them without one', () => {
  const one = 'postgres://a:hush@one:5432/m'
  const two = 'postgresql://a:hush@two/m'
  const withDatabase = { DATABASE_URL: 'postgres://a:hush@main:5432/m' }
  expect(read({}).replicaUrls).toEqual([])
  expect(read({ ...withDatabase, DATABASE_REPLICA_URL: `${one}, ${two},` }).replicaUrls).toEqual([one, two])
  expect(() => read({ DATABASE_REPLICA_URL: one })).toThrow(
    /^DATABASE_URL is missing: DATABASE_REPLICA_URL needs it\.$/,
  )
  expect(() => read({ ...withDatabase, DATABASE_REPLICA_URL: `${one},mysql://a:hush@b/c` })).toThrow(
    /^DATABASE_REPLICA_URL must look like postgres:[^\n]*, with commas between several\.$/,
  )
})

test('refuses demo data with a real provider', () => {
  expect(read(msg91).seed).toBe('none')
  expect(read(cashfree).seed).toBe('none')
  expect(read(smtp).seed).toBe('none')
  expect(read(verifyNow).seed).toBe('none')
  expect(() => read({ ...msg91, SEED: 'demo' })).toThrow(/SEED/)
  expect(() => read({ ...verifyNow, SEED: 'demo' })).toThrow(/SEED/)
})

test.each([
  ['PORT', '70000'],
  ['PORT', 'abc'],
  ['SEED', 'yes'],
  ['OTP_PROVIDER', 'pigeon'],
  ['OTP_PROVIDER', 'MSG91'],
  ['SMS_PROVIDER', 'pigeon'],
  ['SMS_PROVIDER', 'verifynow'],
  ['VERIFYNOW_BASE_URL', 'messagecentral'],
  ['VERIFYNOW_EMAIL', 'somebody'],
  ['PAYMENT_PROVIDER', 'cash'],
  ['BANK_CHECK_PROVIDER', 'razorpay'],
  ['PUBLIC_URL', 'mentorsetu'],
  ['PUBLIC_URL', 'http://localhost:3000/path'],
  ['ALLOW_SANDBOX', 'true'],
  ['REDIS_URL', 'localhost:6379'],
  ['ROLE', 'both'],
  ['ROLE', 'web'],
  ['WORKERS', '0'],
])('names the variable when it refuses %s=%s', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(name))
})

test('refuses a real provider without its keys and repeats no secret', () => {
  expect(() => read({ SMS_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'hush' })).toThrow(/MSG91_TEMPLATE_ID/)
  expect(() => read({ PAYMENT_PROVIDER: 'cashfree', CASHFREE_CLIENT_SECRET: 'hush-hush' })).toThrow(
    /^(?!.*hush-hush).*CASHFREE_CLIENT_ID/,
  )
})

test('sends login codes through the SMS provider or their own', () => {
  expect(read(msg91)).toMatchObject({
    otpProvider: 'msg91',
    msg91Codes: { authKey: 'k', templateId: 't' },
    msg91Texts: { authKey: 'k' },
    verifyNow: null,
  })
  expect(read({ ...msg91, ...verifyNow, MSG91_TEMPLATE_ID: '' })).toMatchObject({
    otpProvider: 'verifynow',
    verifyNow: { customerId: 'C-1', password: 'hush', email: null, baseUrl: 'https://cpaas.messagecentral.com' },
    msg91Codes: null,
    msg91Texts: { authKey: 'k' },
  })
  // Login codes work before any text is registered.
  expect(read({ ...verifyNow, VERIFYNOW_EMAIL: 'us@x.example' })).toMatchObject({
    smsProvider: 'outbox',
    msg91Texts: null,
  })
  expect(read({ ...msg91, SMS_PROVIDER: '', OTP_PROVIDER: 'msg91', MSG91_TEMPLATES: '' })).toMatchObject({
    msg91Codes: { templateId: 't' },
    msg91Texts: null,
  })
})

test('refuses an outbox with real login codes and stand-ins others can reach', () => {
  for (const more of [{}, { ALLOW_SANDBOX: '1' }])
    expect(() => read({ ...msg91, ...more, OTP_PROVIDER: 'outbox' })).toThrow(
      /^OTP_PROVIDER is "outbox".*SMS_PROVIDER=msg91/,
    )
  const open = { HOST: '0.0.0.0', ...cashfree, ...smtp, ...bankCheck }
  expect(() => read({ ...open, ...verifyNow })).toThrow(/^(?!.*OTP_PROVIDER).*SMS_PROVIDER=outbox would send no SMS/)
  expect(() => read(open)).toThrow(/OTP_PROVIDER=outbox would let anybody read codes/)
  expect(read({ ...open, ...verifyNow, ALLOW_SANDBOX: '1' }).otpProvider).toBe('verifynow')
  expect(read({ ...open, ...msg91, ...verifyNow }).seed).toBe('none')
})

test("requires VerifyNow's customer and password and repeats neither", () => {
  for (const name of ['VERIFYNOW_CUSTOMER_ID', 'VERIFYNOW_PASSWORD'])
    expect(() => read({ ...verifyNow, [name]: '' })).toThrow(
      new RegExp(`^(?!.*hush)${name} is missing: OTP_PROVIDER=verifynow needs it\\.$`),
    )
  expect(() => read({ ...msg91, OTP_PROVIDER: 'msg91', MSG91_AUTH_KEY: '' })).toThrow(
    'MSG91_AUTH_KEY is missing: OTP_PROVIDER=msg91 needs it.',
  )
})

test('requires a registered SMS text or an explicit none for every event', () => {
  const withFile = (path: string) => () => read({ ...msg91, MSG91_TEMPLATES: path })
  expect(withFile(smsTemplatesFile({ 'refund-sent': { en: null, hi: null } }))).not.toThrow()
  expect(withFile('')).toThrow(/^MSG91_TEMPLATES is missing/)
  expect(withFile('/nowhere/x.json')).toThrow(/^MSG91_TEMPLATES: .*cannot be read/)
  expect(withFile(smsTemplatesFile({ 'refund-sent': { en: 'no id', hi: null } }))).toThrow(/refund-sent\.en/)
  expect(withFile(smsTemplatesFile({ 'refund-sent': undefined }))).toThrow(/refund-sent/)
  expect(withFile(smsTemplatesFile({ pigeon: { en: null, hi: null } }))).toThrow(/pigeon/)
})

test('requires all three Razorpay keys and repeats no secret', () => {
  const all = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'hush-a', RAZORPAY_WEBHOOK_SECRET: 'hush-b' }
  const razorpay = { PAYMENT_PROVIDER: 'razorpay', ...all }
  expect(read(razorpay)).toMatchObject({
    seed: 'none',
    cashfree: null,
    razorpay: { baseUrl: 'https://api.razorpay.com/v1' },
  })
  for (const name of Object.keys(all))
    expect(() => read({ ...razorpay, [name]: '' })).toThrow(new RegExp(`^(?!.*hush).*${name}`))
  expect(() => read({ ...razorpay, RAZORPAY_BASE_URL: 'razorpay' })).toThrow(/RAZORPAY_BASE_URL/)
  expect(() => read({ ...razorpay, HOST: '0.0.0.0' })).toThrow(/^(?!.*PAYMENT_PROVIDER).*HOST/)
})

test('requires a mail server and one sender and repeats no password', () => {
  expect(read(smtp).smtp).toEqual({ url: smtp.SMTP_URL, from: 'MentorSetu <help@mentorsetu.example>' })
  expect(read({}).smtp).toBeNull()
  expect(() => read({ MAIL_PROVIDER: 'smtp' })).toThrow(/SMTP_URL is missing/)
  for (const url of ['mail.example', 'https://user:hush@mail.example', 'smtp://user:hush@mail.example:x']) {
    expect(() => read({ ...smtp, SMTP_URL: url })).toThrow(/^(?!.*hush).*SMTP_URL/)
  }
  for (const from of ['help@mentorsetu.example', 'Us <a@b>, Them <c@d>', 'Us\r\nBcc: them <c@d>']) {
    expect(() => read({ ...smtp, MAIL_FROM: from })).toThrow(/MAIL_FROM/)
  }
})

test("requires a bucket's URL, name and keys and repeats no secret", () => {
  const s3 = {
    MEDIA_STORE: 's3',
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'hush',
  }
  expect(read(s3).s3).toMatchObject({ endpoint: 'https://s3.example', bucket: 'files', isPathStyle: true })
  expect(read({}).s3).toBeNull()
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
    expect(() => read({ ...s3, [name]: '' })).toThrow(new RegExp(`^(?!.*hush).*${name}`))
  }
  expect(() => read({ ...s3, S3_BUCKET: 'No Bucket' })).toThrow(/S3_BUCKET/)
  expect(() => read({ MEDIA_STORE: 'tape' })).toThrow(/MEDIA_STORE/)
})

test('serves the API page unless a real provider is configured or API_DOCS says otherwise', () => {
  expect(read({}).apiDocs).toBe(true)
  expect(read({ API_DOCS: '0' }).apiDocs).toBe(false)
  expect(read(verifyNow).apiDocs).toBe(false)
  expect(read({ ...verifyNow, API_DOCS: '1' }).apiDocs).toBe(true)
})

const problemsOf = (variables: Record<string, string>) => {
  try {
    read(variables)
    return []
  } catch (error) {
    return error instanceof StartError ? error.message.split('\n') : [String(error)]
  }
}

test('reports every problem at once, each with variable, value and what is allowed, and no secret', () => {
  const lines = problemsOf({
    PORT: 'eighty',
    LOG_LEVEL: 'loud',
    SECRET_KEY: 'hush',
    DATABASE_URL: 'mysql://me:hush@db/x',
    OTP_PROVIDER: 'verifynow',
    VERIFYNOW_PASSWORD: 'hush',
    SEED: 'demo',
    UIDAI_CERTIFICATES: '/nowhere.pem',
    SMS_PROVIDER: 'msg91',
    MSG91_AUTH_KEY: 'hush',
    MSG91_TEMPLATES: '/nowhere.json',
    BACKUP_TO: '/nowhere/backup',
    PUBLIC_URL: 'https://mentorsetu.example',
  })
  expect(lines).toEqual([
    'PORT is "eighty", but must be a whole number from 1 to 65535.',
    'DATABASE_URL must look like postgres://user:password@host:5432/database.',
    'SECRET_KEY must be keys of at least 32 characters each.',
    'LOG_LEVEL is "loud", but must be fatal, error, warn, info, debug, trace or silent.',
    expect.stringMatching(/^SEED is "demo", but a real provider is set/),
    'VERIFYNOW_CUSTOMER_ID is missing: OTP_PROVIDER=verifynow needs it.',
    expect.stringMatching(/^MSG91_TEMPLATES: \/nowhere\.json cannot be read/),
    expect.stringMatching(/^UIDAI_CERTIFICATES: the file \/nowhere\.pem cannot be read/),
    'BACKUP_KEY is missing: BACKUP_TO needs it.',
    'BACKUP_TO is inside DATA_DIR, and would be lost with it: use another disk.',
    expect.stringMatching(
      /^PUBLIC_URL is "https:\/\/mentorsetu\.example", a public address, and PAYMENT_PROVIDER=sandbox/,
    ),
  ])
  expect(lines.join()).not.toContain('hush')
})

test('says nothing that follows from a variable it refuses anyway, and each missing one once', () => {
  expect(problemsOf({ MAIL_PROVIDER: 'smtp', SMTP_URL: 'mail.example' })).toEqual([
    expect.stringMatching(/^SMTP_URL must look like/),
  ])
  const real = { HOST: '0.0.0.0', ...cashfree, ...smtp, ...bankCheck }
  expect(problemsOf({ ...real, ...msg91, SMS_PROVIDER: 'mgs91' })).toEqual([
    expect.stringMatching(/^SMS_PROVIDER is "mgs91"/),
  ])
  expect(problemsOf({ MEDIA_STORE: 's3', BACKUP_TO: 's3://backups' }).map((line) => line.split(' is ')[0])).toEqual([
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'BACKUP_KEY',
  ])
})
