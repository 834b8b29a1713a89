import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openQueue } from '#server/platform/queue.ts'
import { testConfig, testDatabase } from '#test/harness.ts'
import { createPayments, webhookSignature } from './payments.ts'
import { createSms } from './sms.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
let seen: Seen[] = []
let answer: (one: Seen) => { status: number; body: string }
const stub = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    seen.push(one)
    const { status, body: text } = answer(one)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
})

const database = await testDatabase()
let config: ReturnType<typeof testConfig>
beforeAll(async () => {
  await new Promise<void>((done) => stub.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(stub.address() as AddressInfo).port}` // true: it listens on a port
  config = testConfig({
    SMS_PROVIDER: 'msg91',
    MSG91_AUTH_KEY: 'key-1',
    MSG91_TEMPLATE_ID: 'template-1',
    MSG91_BASE_URL: baseUrl,
    PAYMENT_PROVIDER: 'cashfree',
    CASHFREE_BASE_URL: baseUrl,
    CASHFREE_CLIENT_ID: 'id-1',
    CASHFREE_CLIENT_SECRET: 'cfsk_test_secret',
  })
})
beforeEach(() => {
  seen = []
})
afterAll(async () => {
  stub.close()
  await database.drop()
})

const payments = () => createPayments(config, () => Promise.reject(new Error('no memory here')))
const newOrder = {
  orderId: 'order-1',
  amountRupees: 99,
  customerId: 'a-b-c',
  customerPhone: '9826014210',
  expiresAt: new Date('2026-12-01T00:00:00Z'),
  note: 'MS-1',
  language: 'hi' as const,
}

test('Cashfree gets our keys, its version and rupees; a customer id without dashes', async () => {
  answer = () => ({ status: 200, body: JSON.stringify({ order_id: 'order-1', payment_session_id: 'session-1' }) })
  expect(await payments().createOrder(newOrder)).toEqual({ paymentSessionId: 'session-1' })
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/orders',
    headers: {
      'x-client-id': 'id-1',
      'x-client-secret': 'cfsk_test_secret',
      'x-api-version': '2025-01-01',
    },
  })
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
    order_amount: 99,
    order_currency: 'INR',
    customer_details: { customer_id: 'abc' },
  })
})

test('an order that is there already answers its first session', async () => {
  answer = (one) =>
    one.method === 'POST'
      ? { status: 409, body: '{"message":"order with same id is already present"}' }
      : { status: 200, body: JSON.stringify({ order_id: 'order-1', payment_session_id: 'session-first' }) }
  expect(await payments().createOrder(newOrder)).toEqual({ paymentSessionId: 'session-first' })
})

test.each([
  [500, '{}'],
  [429, '{"type":"rate_limit_error"}'],
  [200, 'no json'],
  [200, '{"order_id":"order-1"}'],
])('an answer of %i %s is a failure', async (status, body) => {
  answer = () => ({ status, body })
  await expect(payments().createOrder(newOrder)).rejects.toThrow()
  await expect(payments().attempts('order-1')).rejects.toThrow()
})

test('the signature example of the documentation is right, and one changed byte is not', () => {
  const body =
    '{"data":{"order":{"order_id":"tut_1001","order_amount":99.00,"order_currency":"INR","order_tags":null},"payment":{"cf_payment_id":"1453002795","payment_status":"SUCCESS","payment_amount":99.00,"payment_currency":"INR","payment_message":"00::Transaction success","payment_time":"2026-01-02T12:20:29+05:30","bank_reference":"234928698581","payment_group":"upi"},"customer_details":{"customer_id":"stu_7","customer_phone":"9876543210"}},"event_time":"2026-01-02T12:20:30+05:30","type":"PAYMENT_SUCCESS_WEBHOOK"}'
  const signature = 'KIdT0t4PpxHMM9WH1EXYXg8FLaFTo8auwuN9Vj5CCE8='
  expect(webhookSignature('cfsk_test_secret', '1746427759733', body)).toBe(signature)
  const headers = { 'x-webhook-timestamp': '1746427759733', 'x-webhook-signature': signature }
  expect(payments().readWebhook(headers, Buffer.from(body))).toMatchObject({
    orderId: 'tut_1001',
    kind: 'PAYMENT_SUCCESS_WEBHOOK',
  })
  expect(payments().readWebhook(headers, Buffer.from(body.replace('99.00', '99.01')))).toBe('not-genuine')
})

test('MSG91 is given our code; its failures with HTTP 200 are failures', async () => {
  const sms = createSms(config, database.db)
  const to = { phone: '9826014210', code: '407123', language: 'en' as const, challengeId: 'c' }
  answer = () => ({ status: 200, body: '{"type":"success","request_id":"r"}' })
  await sms.sendCode(to)
  expect(seen[0]?.headers.authkey).toBe('key-1')
  expect(Object.fromEntries(new URL(`http://x${seen[0]?.url}`).searchParams)).toMatchObject({
    mobile: '919826014210',
    otp: '407123',
    otp_length: '6',
    template_id: 'template-1',
  })
  answer = () => ({ status: 200, body: '{"type":"error","message":"no credits"}' })
  await expect(sms.sendCode(to)).rejects.toThrow()
})

test('with real providers there is no outbox and no sandbox', async () => {
  const queue = await openQueue(database.url, { tend: false })
  const { app } = await buildApp({ config, db: database.db, pool: database.pool, queue })
  for (const url of ['/dev/outbox', '/dev/outbox.json', '/sandbox/pg/orders/x', '/sandbox/checkout/x']) {
    expect((await app.inject({ url })).statusCode).toBe(404)
  }
  expect((await app.inject({ url: '/pay/01890000-0000-7000-8000-000000000000' })).headers.location).toContain('/login')
  await app.close()
  await queue.stop()
})
