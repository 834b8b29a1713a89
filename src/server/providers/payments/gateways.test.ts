import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCashfree } from '#test/gateway-cashfree.ts'
import type { Fault } from '#test/gateway-faults.ts'
import { startRazorpay } from '#test/gateway-razorpay.ts'
import { startSandbox } from '#test/gateway-sandbox.ts'
import { testConfig } from '#test/harness.ts'
import { GatewayError } from './gateway-calls.ts'
import type { KnownOrder, Payments, Refund } from './payment-gateway.ts'
import { createPayments } from './payments.ts'

// Long enough for a slow machine, short enough to test a gateway that never answers.
const timeoutMs = 2_000
const noMemory = () => Promise.reject(new Error('no memory here'))
const overNetwork = async (
  gateway: Awaited<ReturnType<typeof startCashfree>> | Awaited<ReturnType<typeof startRazorpay>>,
) => ({
  ...gateway,
  payments: createPayments(testConfig(gateway.variables), noMemory, timeoutMs),
})

const gateways = {
  sandbox: () => startSandbox(timeoutMs),
  cashfree: async () => overNetwork(await startCashfree()),
  razorpay: async () => overNetwork(await startRazorpay()),
}

function testsOf(name: string, start: (typeof gateways)[keyof typeof gateways]): void {
  let gateway: Awaited<ReturnType<typeof start>>
  let payments: Payments
  beforeAll(async () => {
    gateway = await start()
    payments = gateway.payments
  })
  afterAll(() => gateway.stop())

  /** Path of each gateway's order lookup. */
  const calls = {
    create: 'POST /orders',
    attempts: name === 'razorpay' ? 'GET /orders/order_' : 'GET /orders/',
    refund: name === 'razorpay' ? 'POST /payments/' : 'POST /orders/',
    refunds: name === 'razorpay' ? 'GET /payments/' : 'GET /orders/',
  }
  const newOrder = (amountPaise = 449_950) => ({
    orderId: randomUUID(),
    amountPaise,
    customerId: randomUUID(),
    customerPhone: '9826014210',
    expiresAt: new Date(Date.now() + 1_800_000),
    note: 'MS-2026-000001',
    share: null,
    language: 'hi' as const,
  })
  async function madeOrder(amountPaise?: number): Promise<KnownOrder> {
    const order = newOrder(amountPaise)
    return { orderId: order.orderId, amountPaise: order.amountPaise, ...(await payments.createOrder(order)) }
  }
  async function paidOrder() {
    const order = await madeOrder()
    const paymentId = await gateway.pay(order.orderId, 'success')
    const wish = (amountPaise: number, refundId: string = randomUUID()) => ({
      refundId,
      paymentId,
      amountPaise,
      note: 'Cancelled',
    })
    return { order, paymentId, wish }
  }
  const minute = 60_000
  const book = () => payments.records(new Date(Date.now() - 24 * 60 * minute), new Date(Date.now() + minute))
  const bookCall = name === 'razorpay' ? 'GET /payments' : 'POST /recon'
  const failsClearly = (call: Promise<unknown>) => expect(call).rejects.toBeInstanceOf(GatewayError)

  test('creates one order for ten calls, all with the same session', async () => {
    const order = newOrder()
    const made = await Promise.all(Array.from({ length: 10 }, () => payments.createOrder(order)))
    expect(new Set(made.map((one) => one.paymentSessionId)).size).toBe(1)
    expect(await gateway.ordersOf(order.orderId)).toBe(1)
    expect(await payments.attempts({ ...order, ...(made[0] as { paymentSessionId: string }) })).toEqual([]) // there: ten were made
  })

  const lost: [string, Fault][] = [
    ['no answer came', { hangs: 'after' }],
    ['the line was cut', { cuts: 'after' }],
  ]
  test.each(lost)('finds an order created although %s', async (_, fault) => {
    const order = newOrder()
    gateway.plan(calls.create, fault)
    await failsClearly(payments.createOrder(order))
    expect((await payments.createOrder(order)).paymentSessionId).toBeTruthy()
    expect(await gateway.ordersOf(order.orderId)).toBe(1)
  })

  test('refuses an existing order with another amount', async () => {
    const order = newOrder()
    await payments.createOrder(order)
    await failsClearly(payments.createOrder({ ...order, amountPaise: order.amountPaise + 1 }))
  })

  test.each([
    ['one paisa less', (text: string) => text.replaceAll('4499.5', '4499.49').replaceAll('449950', '449949')],
    ['another currency', (text: string) => text.replaceAll('"INR"', '"USD"')],
    ['another order', (text: string) => text.replace(/"(order_id|receipt)":"[^"]+"/, '"$1":"another"')],
    ['no whole paisa', (text: string) => text.replaceAll('4499.5', '4499.505').replaceAll('449950', '449950.5')],
  ])('refuses an order answered with %s', async (_, lies) => {
    gateway.plan(calls.create, { lies })
    await failsClearly(payments.createOrder(newOrder()))
  })

  test('never repeats a write, and repeats a read once', async () => {
    const order = await madeOrder()
    const before = { writes: gateway.count(calls.create), reads: gateway.count(calls.attempts) }
    gateway.plan(calls.create, { reply: { status: 429, body: {}, headers: { 'retry-after': '0' } } })
    await failsClearly(payments.createOrder(newOrder()))
    expect(gateway.count(calls.create)).toBe(before.writes + 1)
    for (const status of [429, 503]) {
      gateway.plan(calls.attempts, { reply: { status, body: {}, headers: { 'retry-after': '0' } } })
      expect(await payments.attempts(order)).toEqual([])
    }
    expect(gateway.count(calls.attempts)).toBe(before.reads + 4)
    for (const _ of [1, 2])
      gateway.plan(calls.attempts, { reply: { status: 429, body: {}, headers: { 'retry-after': '0' } } })
    await failsClearly(payments.attempts(order))
    expect(gateway.count(calls.attempts)).toBe(before.reads + 6)
  })

  test('does not wait for a retry delay above two seconds', async () => {
    const order = await madeOrder()
    const before = gateway.count(calls.attempts)
    const later = new Date(Date.now() + 60_000).toUTCString()
    for (const pause of ['60', later]) {
      gateway.plan(calls.attempts, { reply: { status: 429, body: {}, headers: { 'retry-after': pause } } })
      await failsClearly(payments.attempts(order))
    }
    expect(gateway.count(calls.attempts)).toBe(before + 2)
  })

  test.each([
    ['HTML', { reply: { status: 200, body: '<!doctype html><title>Maintenance</title>' } }],
    ['an HTML failure', { reply: { status: 403, body: '<h1>Forbidden</h1>' } }],
    ['nothing', { reply: { status: 200, body: '' } }],
    ['another shape', { reply: { status: 200, body: { hello: 'world' } } }],
    ['a redirect', { reply: { status: 307, body: '', headers: { location: '?again' } } }],
  ])('turns %s into a clear error of every call', async (_, fault) => {
    const { order, wish } = await paidOrder()
    gateway.plan(calls.create, fault)
    await failsClearly(payments.createOrder(newOrder()))
    gateway.plan(calls.attempts, fault)
    await failsClearly(payments.attempts(order))
    gateway.plan(calls.refunds, fault)
    await failsClearly(payments.refunds(order))
    gateway.plan(calls.refund, fault)
    await failsClearly(payments.refund(order, wish(100)))
    expect(await payments.refunds(order)).toEqual([])
  })

  test('reports an answer that is not JSON', async () => {
    const order = await madeOrder()
    gateway.plan(calls.attempts, { reply: { status: 200, body: '<!doctype html>' } })
    await expect(payments.attempts(order)).rejects.toThrow('no JSON')
  })

  test('turns a gateway that never answers into a clear error of every call', { tags: ['full'] }, async () => {
    const { order, wish } = await paidOrder()
    for (const call of [calls.create, calls.attempts, calls.refund]) gateway.plan(call, { hangs: 'before' })
    await Promise.all([
      failsClearly(payments.createOrder(newOrder())),
      failsClearly(payments.attempts(order)),
      failsClearly(payments.refund(order, wish(100))),
    ])
    gateway.plan(calls.refunds, { hangs: 'before' })
    await failsClearly(payments.refunds(order))
    expect(await payments.refunds(order)).toEqual([])
  })

  test('returns several attempts in paise and in our terms', async () => {
    const order = await madeOrder()
    const failed = await gateway.pay(order.orderId, 'failed')
    const pending = await gateway.pay(order.orderId, 'pending')
    const paid = await gateway.pay(order.orderId, 'success')
    const attempts = await payments.attempts(order)
    expect(Object.fromEntries(attempts.map((one) => [one.paymentId, one.status]))).toEqual({
      [failed]: 'FAILED',
      [pending]: 'PENDING',
      [paid]: 'SUCCESS',
    })
    expect(attempts.find((one) => one.paymentId === paid)).toMatchObject({ amountPaise: 449_950, method: 'upi' })
    expect(attempts.find((one) => one.paymentId === paid)?.reference).toMatch(/^\d{12}$/)
    expect(attempts.find((one) => one.paymentId === failed)?.message).toBe('said by the bank')
  })

  test('accepts a success under the id of a failed attempt', { tags: ['full'] }, async () => {
    const order = await madeOrder()
    const paymentId = await gateway.pay(order.orderId, 'failed')
    await gateway.move(paymentId, 'success')
    expect(await payments.attempts(order)).toMatchObject([{ paymentId, status: 'SUCCESS' }])
  })

  test('reports a payment of one paisa less unchanged', async () => {
    const order = await madeOrder()
    await gateway.pay(order.orderId, 'success', order.amountPaise - 1)
    expect(await payments.attempts(order)).toMatchObject([{ status: 'SUCCESS', amountPaise: order.amountPaise - 1 }])
  })

  test('refuses a success in another currency or of another order', async () => {
    const { order } = await paidOrder()
    gateway.plan(calls.attempts, { lies: (text) => text.replaceAll('"INR"', '"USD"') })
    await failsClearly(payments.attempts(order))
    gateway.plan(calls.attempts, { lies: (text) => text.replace(/"order_id":"[^"]+"/, '"order_id":"another"') })
    await failsClearly(payments.attempts(order))
  })

  test('treats an unknown status as pending', async () => {
    const { order } = await paidOrder()
    gateway.plan(calls.attempts, { lies: (text) => text.replace(/"(SUCCESS|captured)"/, '"SOMETHING_NEW"') })
    expect(await payments.attempts(order)).toMatchObject([{ status: 'PENDING' }])
  })

  test('sends partial refunds once each and never above the payment', async () => {
    const { order, paymentId, wish } = await paidOrder()
    const first = wish(200_000)
    const sent = (await payments.refund(order, first)) as Refund // safe: checked in the next line
    expect(sent).toMatchObject({ refundId: first.refundId, paymentId, amountPaise: 200_000, status: 'settled' })
    expect(sent.reference).toMatch(/^\d{12,}$/)
    expect(await payments.refund(order, first)).toEqual(sent)
    await failsClearly(payments.refund(order, { ...first, amountPaise: 100_000 }))
    expect(await payments.refund(order, wish(249_951))).toMatchObject({ status: 'refused' })
    const second = wish(249_950)
    expect(await payments.refund(order, second)).toMatchObject({ status: 'settled', amountPaise: 249_950 })
    expect((await payments.refunds(order)).map((one) => one.refundId).sort()).toEqual(
      [first.refundId, second.refundId].sort(),
    )
  })

  test('sends one refund for ten calls', async () => {
    const { order, wish } = await paidOrder()
    const one = wish(10_000)
    const sent = await Promise.all(Array.from({ length: 10 }, () => payments.refund(order, one)))
    expect(new Set(sent.map((refund) => 'gatewayRefundId' in refund && refund.gatewayRefundId)).size).toBe(1)
    expect(await payments.refunds(order)).toHaveLength(1)
  })

  test.each(lost)('finds a refund created although %s', { tags: ['full'] }, async (_, fault) => {
    const { order, wish } = await paidOrder()
    const one = wish(50_000)
    gateway.plan(calls.refund, fault)
    await failsClearly(payments.refund(order, one))
    expect(await payments.refund(order, one)).toMatchObject({ refundId: one.refundId, status: 'settled' })
    expect(await payments.refunds(order)).toHaveLength(1)
  })

  test('relies on the gateway’s list after an internal failure', async () => {
    const { order, wish } = await paidOrder()
    const one = wish(50_000)
    gateway.plan(calls.refund, { reply: { status: 500, body: {} } })
    await failsClearly(payments.refund(order, one))
    expect(await payments.refund(order, one)).toMatchObject({ status: 'settled' })
    gateway.plan(calls.refund, { reply: { status: 502, body: '<h1>Bad gateway</h1>' } })
    expect(await payments.refund(order, one)).toMatchObject({ refundId: one.refundId, status: 'settled' })
  })

  test('settles or fails a refund later', async () => {
    const { order, wish } = await paidOrder()
    const settled = wish(10_000)
    const failed = wish(20_000)
    await gateway.letRefundsWait(true)
    for (const one of [settled, failed]) {
      expect(await payments.refund(order, one)).toMatchObject({ status: 'pending', reference: '' })
    }
    await gateway.letRefundsWait(false)
    const idOf = async (wanted: string) =>
      (await payments.refunds(order)).find((one) => one.refundId === wanted)?.gatewayRefundId ?? ''
    await gateway.endRefund(await idOf(settled.refundId), true)
    await gateway.endRefund(await idOf(failed.refundId), false)
    const byId = Object.fromEntries((await payments.refunds(order)).map((one) => [one.refundId, one]))
    expect(byId[settled.refundId]).toMatchObject({ status: 'settled', reference: expect.stringMatching(/^\d{12,}$/) })
    expect(byId[failed.refundId]).toMatchObject({ status: 'failed' })
    // A failed refund can be sent again under a new id.
    expect(await payments.refund(order, wish(439_950))).toMatchObject({ status: 'settled' })
  })

  test('refuses a refund in another currency or with another amount', async () => {
    const { order, wish } = await paidOrder()
    for (const lies of [
      (text: string) => text.replaceAll('"INR"', '"USD"'),
      (text: string) => text.replaceAll('500', '501'),
    ]) {
      gateway.plan(calls.refund, { lies })
      await failsClearly(payments.refund(order, wish(50_000)))
    }
  })

  test('lists every payment and refund, page by page, including manual ones', async () => {
    const { order, paymentId, wish } = await paidOrder()
    const failed = await gateway.pay((await madeOrder()).orderId, 'failed')
    const ours = wish(10_000)
    await payments.refund(order, ours)
    const byHand = await gateway.refundByHand(order.orderId, 5_000)
    gateway.pagesOf(2)
    const before = gateway.count(bookCall)
    const all = await book()
    expect(gateway.count(bookCall)).toBeGreaterThan(before + 2)
    gateway.pagesOf(1_000)
    const found = all.payments.filter((one) => one.paymentId === paymentId)
    expect(found).toMatchObject([{ amountPaise: 449_950, at: expect.any(Date) }])
    expect([order.orderId, order.paymentSessionId]).toContain(found[0]?.order)
    expect(all.payments.map((one) => one.paymentId)).not.toContain(failed)
    expect(new Set(all.payments.map((one) => one.paymentId)).size).toBe(all.payments.length)
    const back = all.refunds.filter((one) => one.order === order.orderId || one.paymentId === paymentId)
    expect(back.sort((a, b) => b.amountPaise - a.amountPaise)).toMatchObject([
      { refundId: ours.refundId, amountPaise: 10_000, status: 'settled' },
      { refundId: null, gatewayRefundId: byHand, amountPaise: 5_000, status: 'settled' },
    ])
  })

  test('retries the list once after 429, and fails on any failed page', { tags: ['full'] }, async () => {
    const again = { reply: { status: 429, body: {}, headers: { 'retry-after': '0' } } }
    gateway.plan(bookCall, again)
    await book()
    for (const fault of [
      { reply: { status: 200, body: '<!doctype html><title>Maintenance</title>' } },
      { reply: { status: 200, body: { hello: 'world' } } },
      { hangs: 'before' as const },
      { lies: (text: string) => text.replaceAll('"INR"', '"USD"') },
    ]) {
      gateway.plan(bookCall, fault)
      await failsClearly(book())
    }
    gateway.pagesOf(2)
    for (const nth of [1, 2, 3]) {
      // The earlier pages are right.
      for (let page = 1; page < nth; page++) gateway.plan(bookCall, { lies: (text) => text })
      for (const _ of [1, 2]) gateway.plan(bookCall, again)
      await failsClearly(book())
    }
    gateway.pagesOf(1_000)
  })

  test('reads order and kind from a genuine webhook, with one key for its copies', () => {
    const orderId = randomUUID()
    const paid = gateway.paymentNotice(orderId, '1001')
    const read = (raw: string) => payments.readWebhook(gateway.sign(raw, new Date()), Buffer.from(raw))
    const notice = read(paid)
    expect(notice).toMatchObject({ orderId, kind: 'payment' })
    expect(read(paid)).toEqual(notice)
    const keys = [
      paid,
      gateway.paymentNotice(orderId, '1002'),
      gateway.refundNotice(orderId, '2001', 'SUCCESS'),
      gateway.refundNotice(orderId, '2001', 'CANCELLED'),
    ].map((raw) => {
      const one = read(raw)
      return typeof one === 'string' ? one : one.eventKey
    })
    expect(new Set(keys).size).toBe(4)
    expect(read(gateway.refundNotice(orderId, '2001', 'SUCCESS'))).toMatchObject({ orderId, kind: 'refund' })
  })

  test('accepts a genuine webhook about something else as `other`', () => {
    for (const raw of [
      '{"type":"SETTLEMENT_WEBHOOK","event":"settlement.processed","data":{},"payload":{}}',
      'no json',
    ]) {
      expect(payments.readWebhook(gateway.sign(raw, new Date()), Buffer.from(raw))).toBe('other')
    }
  })

  test('refuses a webhook not signed for exactly these bytes', () => {
    const raw = gateway.paymentNotice(randomUUID(), '1001')
    const headers = gateway.sign(raw, new Date())
    const read = (given: Record<string, string | string[]>, body = raw) =>
      payments.readWebhook(given, Buffer.from(body))
    expect(read(headers)).not.toBe('not-genuine')
    expect(read(headers, JSON.stringify(JSON.parse(raw)))).toBe('not-genuine')
    expect(read(headers, `${raw} `)).toBe('not-genuine')
    expect(read({})).toBe('not-genuine')
    expect(read(gateway.sign(raw, new Date(), 'another secret'))).toBe('not-genuine')
    for (const [header, value] of Object.entries(headers)) {
      expect(read({ ...headers, [header]: '' })).toBe('not-genuine')
      expect(read({ ...headers, [header]: [value, value] })).toBe('not-genuine')
    }
  })

  test('accepts a webhook for a day, despite clock changes', () => {
    const raw = gateway.paymentNotice(randomUUID(), '1001')
    const sentAt = new Date()
    const readAfter = (hours: number) =>
      payments.readWebhook(gateway.sign(raw, sentAt), Buffer.from(raw), new Date(sentAt.getTime() + hours * 3_600_000))
    for (const hours of [-3, 0, 3, 23]) expect(readAfter(hours)).toMatchObject({ kind: 'payment' })
    for (const hours of [-25, 25]) expect(readAfter(hours)).toBe('not-genuine')
  })
}

// Three at a time: most of the time is spent waiting for timeouts.
describe.concurrent.each(Object.entries(gateways))('%s', (name, start) => {
  describe('in turn', { concurrent: false }, () => testsOf(name, start))
})

describe.each([
  ['cashfree', startCashfree],
  ['razorpay', startRazorpay],
] as const)('settlements of %s', (_, start) => {
  test('come in paise with fee, tax and reference, and with other amounts separate', async () => {
    const gateway = await (start as typeof startCashfree)() // safe: both have what this test uses
    const payments = createPayments(testConfig(gateway.variables), noMemory, timeoutMs)
    const book = () => payments.records(new Date(Date.now() - 86_400_000), new Date(Date.now() + 60_000))
    const order = {
      orderId: randomUUID(),
      amountPaise: 449_950,
      customerId: 'a',
      customerPhone: '9826014210',
      note: 'MS-1',
      expiresAt: new Date(Date.now() + 1_800_000),
      share: null,
      language: 'en' as const,
    }
    const paid = async () => {
      order.orderId = randomUUID()
      await payments.createOrder(order)
      return await gateway.pay(order.orderId, 'success')
    }
    expect((await book()).settlements).toEqual([])
    await paid()
    await gateway.refundByHand(order.orderId, 20_000)
    const first = await gateway.settle()
    await paid()
    const second = await gateway.settle(1_000)
    const { settlements } = await book()
    expect(settlements.sort((a, b) => b.otherPaise - a.otherPaise)).toMatchObject([
      { settlementId: first.id, amountPaise: first.amountPaise, otherPaise: 0, reference: expect.stringMatching(/\d/) },
      { settlementId: second.id, amountPaise: second.amountPaise, otherPaise: -1_000 },
    ])
    // Payments less refunds equal the bank transfer plus fees.
    const sum = (one: (typeof settlements)[number] | undefined) =>
      (one?.amountPaise ?? 0) + (one?.feePaise ?? 0) + (one?.taxPaise ?? 0)
    expect(settlements.map(sum)).toEqual([429_950, 448_950])
    expect(settlements.map((one) => [one.feePaise, one.taxPaise])).toEqual(
      [first, second].map((one) => [one.feePaise, one.taxPaise]),
    )
    await gateway.stop()
  })
})

describe('gateway that replays its failures for a key', () => {
  let gateway: Awaited<ReturnType<typeof startCashfree>>
  let payments: Payments
  beforeAll(async () => {
    gateway = await startCashfree()
    payments = createPayments(testConfig(gateway.variables), noMemory, timeoutMs)
  })
  afterAll(() => gateway.stop())
  const order = {
    orderId: randomUUID(),
    amountPaise: 9900,
    customerId: 'a',
    customerPhone: '9826014210',
    note: 'MS-1',
    expiresAt: new Date(Date.now() + 1_800_000),
    share: null,
    language: 'en' as const,
  }

  test('creates an order at the next call; a refund stays unknown until it gets a new id', async () => {
    gateway.breakNext()
    await expect(payments.createOrder(order)).rejects.toBeInstanceOf(GatewayError)
    const known = { ...order, ...(await payments.createOrder(order)) }
    const paymentId = await gateway.pay(order.orderId, 'success')
    const wish = { refundId: randomUUID(), paymentId, amountPaise: 9900, note: 'Cancelled' }
    gateway.breakNext()
    for (const _ of [1, 2, 3]) await expect(payments.refund(known, wish)).rejects.toBeInstanceOf(GatewayError)
    expect(await payments.refunds(known)).toEqual([])
    expect(await payments.refund(known, { ...wish, refundId: randomUUID() })).toMatchObject({ status: 'settled' })
  })
})

test('checks Razorpay for an existing order first, in case it accepts a receipt twice', {
  tags: ['full'],
}, async () => {
  const gateway = await startRazorpay({ takesReceiptsTwice: true })
  const payments = createPayments(testConfig(gateway.variables), noMemory, timeoutMs)
  const order = {
    orderId: randomUUID(),
    amountPaise: 9900,
    customerId: 'a',
    customerPhone: '9826014210',
    note: 'MS-1',
    expiresAt: new Date(Date.now() + 1_800_000),
    share: null,
    language: 'en' as const,
  }
  gateway.plan('POST /orders', { hangs: 'after' })
  await expect(payments.createOrder(order)).rejects.toBeInstanceOf(GatewayError)
  const first = await payments.createOrder(order)
  expect(await gateway.ordersOf(order.orderId)).toBe(1)
  // Two created at the same moment: the first counts.
  gateway.plan('GET /orders', { reply: { status: 200, body: { items: [] } } })
  expect(await payments.createOrder(order)).not.toEqual(first)
  expect(await payments.createOrder(order)).toEqual(first)
  await gateway.stop()
})
