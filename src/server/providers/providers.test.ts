import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openQueue } from '#server/platform/queue.ts'
import { createPayments } from '#server/providers/payments/payments.ts'
import { testConfig, testDatabase } from '#test/harness.ts'
import { smsTemplatesFile } from '#test/sms-templates.ts'

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

const msg91 = (baseUrl = 'http://127.0.0.1:1') => ({
  SMS_PROVIDER: 'msg91',
  MSG91_AUTH_KEY: 'key-1',
  MSG91_TEMPLATE_ID: 'template-1',
  MSG91_TEMPLATES: smsTemplatesFile({ 'mentor-verified': { en: 'text-1', hi: null } }),
  MSG91_BASE_URL: baseUrl,
})

const database = await testDatabase()
let config: ReturnType<typeof testConfig>
beforeAll(async () => {
  await new Promise<void>((done) => stub.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(stub.address() as AddressInfo).port}` // safe: it listens on a port
  config = testConfig({
    ...msg91(baseUrl),
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

const payments = (variables: Record<string, string> = {}) =>
  createPayments(variables.PAYMENT_PROVIDER ? testConfig(variables) : config, () =>
    Promise.reject(new Error('no memory')),
  )
const newOrder = {
  orderId: '0199aaaa-0000-7000-8000-000000000001',
  amountPaise: 9950,
  customerId: 'a-b-c',
  customerPhone: '9826014210',
  expiresAt: new Date('2026-12-01T00:00:00Z'),
  note: 'MS-1',
  share: null,
  language: 'hi' as const,
}
const razorpay = () => ({
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'rzp_test_secret',
  RAZORPAY_WEBHOOK_SECRET: 'whsec_test',
  RAZORPAY_BASE_URL: config.cashfree?.baseUrl ?? '',
})

test('sends Cashfree its keys, version, rupees and a customer id without dashes', async () => {
  const order = { order_id: newOrder.orderId, order_amount: 99.5, order_currency: 'INR', payment_session_id: 's-1' }
  answer = () => ({ status: 200, body: JSON.stringify(order) })
  expect(await payments().createOrder(newOrder)).toEqual({ paymentSessionId: 's-1' })
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
    order_amount: 99.5,
    order_currency: 'INR',
    customer_details: { customer_id: 'abc' },
    order_meta: { return_url: expect.stringContaining('/hi/payment-status?order_id={order_id}') },
  })
})

test('sends Razorpay its keys, paise and our receipt id, and captures late authorisations', async () => {
  const order = { id: 'order_1', amount: 9950, currency: 'INR', receipt: newOrder.orderId, created_at: 1 }
  answer = (one) => ({ status: 200, body: JSON.stringify(one.method === 'GET' ? { items: [] } : order) })
  expect(await payments(razorpay()).createOrder(newOrder)).toEqual({ paymentSessionId: 'order_1' })
  expect(seen.map((one) => `${one.method} ${one.url}`)).toEqual([
    `GET /orders?receipt=${newOrder.orderId}&count=100`,
    'POST /orders',
  ])
  expect(seen[1]?.headers.authorization).toBe(`Basic ${btoa('rzp_test_1:rzp_test_secret')}`)
  expect(JSON.parse(seen[1]?.body ?? '')).toMatchObject({
    amount: 9950,
    currency: 'INR',
    receipt: newOrder.orderId,
    payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 7200 } },
  })
})

test("sends one idempotency key with a refund in each gateway's form", async () => {
  const order = { orderId: newOrder.orderId, paymentSessionId: 's-1', amountPaise: 9950 }
  const refundId = '0199bbbb-0000-7000-8000-000000000002'
  const wish = { refundId, paymentId: 'pay_1', amountPaise: 1, note: 'Cancelled' }
  answer = () => ({ status: 400, body: '[]' })
  for (const gateway of [payments(), payments(razorpay())]) await gateway.refund(order, wish).catch(() => {})
  const [cashfree, other] = seen.filter((one) => one.method === 'POST')
  expect(cashfree).toMatchObject({
    url: `/orders/${newOrder.orderId}/refunds`,
    headers: { 'x-idempotency-key': refundId },
  })
  expect(JSON.parse(cashfree?.body ?? '')).toEqual({
    refund_id: refundId.replaceAll('-', ''),
    refund_amount: 0.01,
    refund_note: 'Cancelled',
  })
  expect(other).toMatchObject({ url: '/payments/pay_1/refund', headers: { 'x-refund-idempotency': refundId } })
  expect(JSON.parse(other?.body ?? '')).toMatchObject({ amount: 1, receipt: refundId })
})

test("the signature example of Cashfree's documentation is right, and one changed byte is not", () => {
  const body =
    '{"data":{"order":{"order_id":"tut_1001","order_amount":99.00,"order_currency":"INR","order_tags":null},"payment":{"cf_payment_id":"1453002795","payment_status":"SUCCESS","payment_amount":99.00,"payment_currency":"INR","payment_message":"00::Transaction success","payment_time":"2026-01-02T12:20:29+05:30","bank_reference":"234928698581","payment_group":"upi"},"customer_details":{"customer_id":"stu_7","customer_phone":"9876543210"}},"event_time":"2026-01-02T12:20:30+05:30","type":"PAYMENT_SUCCESS_WEBHOOK"}'
  const signature = 'KIdT0t4PpxHMM9WH1EXYXg8FLaFTo8auwuN9Vj5CCE8='
  const then = new Date(1746427759733)
  const headers = { 'x-webhook-timestamp': '1746427759733', 'x-webhook-signature': signature }
  expect(payments().readWebhook(headers, Buffer.from(body), then)).toMatchObject({
    orderId: 'tut_1001',
    kind: 'payment',
    event: 'PAYMENT_SUCCESS_WEBHOOK',
  })
  expect(payments().readWebhook(headers, Buffer.from(body.replace('99.00', '99.01')), then)).toBe('not-genuine')
  expect(payments().readWebhook(headers, Buffer.from(body))).toBe('not-genuine')
})

test("the signature examples of Razorpay's documentation are right, and changed ones are not", () => {
  const event = '{"entity":"event","event":"order.paid"}'
  const signed = '43cb32c613ab2ef179efaf227bee6dcc029f889c492145662fd3b76e33564a65'
  const gateway = payments(razorpay())
  expect(gateway.readWebhook({ 'x-razorpay-signature': signed }, Buffer.from(event))).toBe('other')
  expect(gateway.readWebhook({ 'x-razorpay-signature': signed }, Buffer.from(`${event} `))).toBe('not-genuine')
  const order = { paymentSessionId: 'order_IluGWxBm9U8zJ8' }
  const form = (change: Record<string, string> = {}) =>
    new URLSearchParams({
      razorpay_payment_id: 'pay_29QQoUBi66xm2f',
      razorpay_order_id: 'order_IluGWxBm9U8zJ8',
      razorpay_signature: 'fbe90c6b606969c7b661bfe4f6c5bfe5695b4f04c2c4a6544c733397f3e28bbc',
      ...change,
    })
  expect(gateway.readReturn(order, form())).toEqual({ paymentId: 'pay_29QQoUBi66xm2f' })
  expect(gateway.readReturn(order, form({ razorpay_payment_id: 'pay_2' }))).toBe('not-genuine')
  // The order named in the gateway's form is ignored in favour of ours.
  expect(gateway.readReturn({ paymentSessionId: 'order_2' }, form())).toBe('not-genuine')
  expect(gateway.readReturn(order, new URLSearchParams({ 'error[code]': 'BAD_REQUEST_ERROR' }))).toBe('unsigned')
  expect(gateway.readReturn(order, new URLSearchParams())).toBe('not-genuine')
  expect(payments().readReturn(order, form())).toBe('not-genuine')
})

test.each(['cashfree', 'razorpay'])('mounts neither outbox nor sandbox with real providers (%s)', async (name) => {
  const real = name === 'razorpay' ? testConfig({ ...msg91(), ...razorpay() }) : config
  const queue = await openQueue(database.url, { maintain: false })
  const { app } = await buildApp({ config: real, db: database.db, pool: database.pool, queue })
  for (const url of [
    '/dev/outbox',
    '/dev/outbox.json',
    '/sandbox/pg/orders/x',
    '/sandbox/checkout/x',
    '/sandbox/refunds',
  ]) {
    expect((await app.inject({ url })).statusCode).toBe(404)
  }
  expect((await app.inject({ url: '/pay/01890000-0000-7000-8000-000000000000' })).headers.location).toContain('/login')
  await app.close()
  await queue.stop()
})
