import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startCashfree } from '#test/gateway-cashfree.ts'
import { vendorSettlementNotice } from '#test/gateway-cashfree-splits.ts'
import { startRazorpay } from '#test/gateway-razorpay.ts'
import { testConfig } from '#test/harness.ts'
import type { Payments } from './payment-gateway.ts'
import { createPayments } from './payments.ts'
import { type Claim, emailInUse, type Splits, type TransferWay } from './splits.ts'

const noMemory = () => Promise.reject(new Error('no memory'))
const bank = { method: 'bank' as const, holder: 'Asha Verma', accountNumber: '003456789012', ifsc: 'SBIN0001234' }
const home = { street: '12, Ring Road', city: 'Indore', state: 'Madhya Pradesh', pincode: '452001' }
let number = 1_000
const takes = async () => true
/** A part as our row keeps it: its way never changes. */
function asPart<P extends object>(part: P, { partId = '', kept = null as TransferWay | null } = {}) {
  const transferId = randomUUID()
  let way = kept
  return { ...part, transferId, partId: partId || transferId, keep: async (one?: TransferWay) => (way ??= one ?? null) }
}
const payeeOf = (id = `v${++number}`) => ({
  vendorId: id,
  name: 'Asha “Verma”',
  email: `${id}@example.com`,
  phone: '9876543210',
  pan: 'ABCPV1234F',
  destination: bank,
  address: home,
  reference: '',
})

const gateways = {
  async cashfree() {
    const gateway = await startCashfree()
    return {
      ...gateway,
      vendorOf: (payee: { vendorId: string }) => payee.vendorId,
      held: gateway.splits.balance,
      paidTo: (id: string) => gateway.splits.transfers(id).map(({ amountPaise }) => -amountPaise),
      failsInside: () => gateway.breakNext(),
      calls: { release: 'POST /easy-split/vendors/', takeBack: 'POST /easy-split/vendors/' },
    }
  },
  async razorpay() {
    const gateway = await startRazorpay()
    const account = (reference: string) => reference.split('/')[0] ?? ''
    return {
      ...gateway,
      vendorOf: (_: object, state: { reference: string }) => state.reference,
      held: (reference: string) => gateway.route.balance(account(reference)),
      paidTo: (reference: string) => gateway.route.released(account(reference)),
      failsInside: () => gateway.plan('POST /transfers/', { reply: { status: 500, body: { error: {} } } }),
      calls: { release: 'POST /payments/', takeBack: 'POST /transfers/' },
    }
  },
}

/** Starts a gateway of its own for a group of tests. */
function withGateway<G extends { stop(): Promise<void>; variables: Record<string, string> }>(start: () => Promise<G>) {
  const made: { gateway?: G; payments?: Payments } = {}
  beforeAll(async () => {
    made.gateway = await start()
    made.payments = createPayments(testConfig(made.gateway.variables), noMemory, 2_000)
  })
  afterAll(() => made.gateway?.stop())
  return () => {
    const { gateway, payments } = made
    if (!gateway || !payments?.splits) throw new Error('not started, or without splits')
    return { gateway, payments, splits: payments.splits }
  }
}

describe.each(['cashfree', 'razorpay'] as const)('%s', (name) => {
  const given = withGateway<
    Awaited<ReturnType<(typeof gateways)['cashfree']>> | Awaited<ReturnType<(typeof gateways)['razorpay']>>
  >(gateways[name])

  /** A payee for whom a paid order of ₹1,000 holds ₹882. */
  async function holding() {
    const { gateway, payments, splits } = given()
    const payee = payeeOf()
    const vendorId = gateway.vendorOf(payee, await splits.savePayee(payee, takes))
    const orderId = randomUUID()
    const { paymentSessionId: sessionId } = await payments.createOrder({
      orderId,
      amountPaise: 100_000,
      customerId: randomUUID(),
      customerPhone: '9876543210',
      note: 'MS-1',
      expiresAt: new Date(Date.now() + 600_000),
      language: 'en',
      share: { vendorId, amountPaise: 88_200 },
    })
    expect(gateway.held(vendorId)).toBe(0)
    const paymentId = await gateway.pay(orderId, 'success')
    expect(gateway.held(vendorId)).toBe(88_200)
    const partOf = (amountPaise: number) =>
      asPart({ key: randomUUID(), number: ++number, vendorId, amountPaise, note: 'MS-1', sessionId })
    const order = { orderId, paymentSessionId: sessionId, amountPaise: 100_000 }
    return { gateway, payments, splits, vendorId, order, paymentId, partOf }
  }

  test('makes a payee once, updates it, and reads its state', async () => {
    const { gateway, splits } = given()
    const payee = payeeOf()
    const made = await splits.savePayee(payee, takes)
    expect(made.status).toBe('active')
    const changed = { ...payee, destination: { ...bank, accountNumber: '999956789012' }, reference: made.reference }
    expect(await splits.savePayee(changed, takes)).toEqual(made)
    expect(await splits.payeeState(gateway.vendorOf(payee, made))).toEqual(made)
  })

  test('holds the share of a paid order, and refuses one for an unknown payee', async () => {
    const { payments, splits, order, gateway, vendorId } = await holding()
    const listed = await splits.holds(new Date(0), new Date(Date.now() + 60_000))
    const account = gateway.held(vendorId) > 0 ? (vendorId.split('/')[0] ?? '') : ''
    expect(listed).toContainEqual({ order: order.orderId, vendorId: account, amountPaise: 88_200 })
    const unknown = payments.createOrder({
      orderId: randomUUID(),
      amountPaise: 100_000,
      customerId: randomUUID(),
      customerPhone: '9876543210',
      note: 'MS-1',
      expiresAt: new Date(Date.now() + 600_000),
      language: 'en',
      share: { vendorId: 'nobody', amountPaise: 100 },
    })
    await expect(unknown).rejects.toThrow()
  })

  test('pays a part once, however often it is asked, and the rest stays', async () => {
    const { gateway, splits, vendorId, partOf } = await holding()
    const part = partOf(33_075)
    const first = await splits.release(part)
    expect(first).toMatchObject({ status: 'sent', reference: expect.stringMatching(/./) })
    expect(await splits.release(part)).toEqual(first)
    expect([gateway.held(vendorId), gateway.paidTo(vendorId)]).toEqual([55_125, [33_075]])
    expect(await splits.release(partOf(55_125))).toMatchObject({ status: 'sent' })
    expect([gateway.held(vendorId), gateway.paidTo(vendorId)]).toEqual([0, [33_075, 55_125]])
  })

  test('pays a part once when a reply is lost', async () => {
    const { gateway, splits, vendorId, partOf } = await holding()
    const part = partOf(33_075)
    for (const call of new Set([gateway.calls.takeBack, gateway.calls.release])) {
      gateway.plan(call, { cuts: 'after' })
      await expect(splits.release(part)).rejects.toThrow('no answer')
    }
    expect(await splits.release(part)).toMatchObject({ status: 'sent' })
    expect([gateway.held(vendorId), gateway.paidTo(vendorId), gateway.unmet()]).toEqual([55_125, [33_075], 0])
  })

  test('returns a part once, also under another key', async () => {
    const { gateway, splits, vendorId, partOf } = await holding()
    const part = partOf(8_200)
    const returned = await splits.takeBack(part)
    expect(returned).toMatchObject({ status: 'settled' })
    expect(await splits.takeBack({ ...part, key: randomUUID() })).toEqual(returned)
    expect([gateway.held(vendorId), gateway.paidTo(vendorId)]).toEqual([80_000, []])
  })

  test('reports a refusal, and leaves the outcome open after a failure inside', async () => {
    const { gateway, splits, vendorId, partOf } = await holding()
    for (const act of ['release', 'takeBack'] as const) {
      expect(await splits[act](partOf(90_000))).toMatchObject({ status: 'refused', reason: /sufficient balance/ })
      gateway.failsInside()
      await expect(splits[act](partOf(100))).rejects.toThrow('500')
    }
    expect([gateway.held(vendorId), gateway.paidTo(vendorId)]).toEqual([88_200, []])
  })

  test('pays under another key after a failure that its first key may repeat', async () => {
    const { gateway, splits, vendorId, partOf } = await holding()
    const part = partOf(33_075)
    gateway.failsInside()
    await expect(splits.release(part)).rejects.toThrow('500')
    expect(await splits.wasCarriedOut({ ...part, heldPaise: 88_200, hasTwin: false })).toBe('no')
    expect(await splits.release({ ...part, key: randomUUID() })).toMatchObject({ status: 'sent' })
    expect([gateway.held(vendorId), gateway.paidTo(vendorId)]).toEqual([55_125, [33_075]])
  })

  test('still pays what is held after a part of the payment was refunded', async () => {
    const { gateway, payments, splits, vendorId, order, paymentId, partOf } = await holding()
    await splits.takeBack(partOf(44_100))
    const refund = { refundId: randomUUID(), paymentId, amountPaise: 50_000, note: 'Half' }
    expect(await payments.refund(order, refund)).toMatchObject({ status: 'settled' })
    const part = partOf(33_075)
    const first = await splits.release(part)
    expect(await splits.release(part)).toMatchObject({ ...first, status: 'sent' })
    expect([gateway.held(vendorId), gateway.paidTo(vendorId)]).toEqual([11_025, [33_075]])
  })
})

describe('cashfree alone', () => {
  const given = withGateway(gateways.cashfree)
  test('pays UPI accounts, and shows what a balance says of a transfer', async () => {
    const { gateway, splits } = given()
    const payee = payeeOf('v_state')
    const upi = { method: 'upi' as const, holder: 'Asha', upi: 'asha@okaxis' }
    expect(await splits.savePayee({ ...payee, destination: upi, address: null }, takes)).toMatchObject({
      status: 'active',
    })
    for (const [said, status] of [
      ['IN_BENE_CREATION', 'waiting'],
      ['BANK_VALIDATION_FAILED', 'refused'],
    ] as const) {
      gateway.splits.setStatus('v_state', said)
      expect(await splits.payeeState('v_state')).toMatchObject({ status })
    }
    const part = asPart({ key: randomUUID(), vendorId: 'v_state', note: '', sessionId: '' })
    gateway.splits.credit('v_state', 'order', 5_000)
    for (const [heldPaise, hasTwin, answer] of [
      [5_000, false, 'no'],
      [5_000, true, 'unclear'],
      [6_000, false, 'yes'],
      [7_000, false, 'unclear'],
    ] as const)
      expect(await splits.wasCarriedOut({ ...part, amountPaise: 1_000, heldPaise, hasTwin })).toBe(answer)
  })

  test.each([
    ['VENDOR_SETTLEMENT_SUCCESS', 'settled'],
    ['VENDOR_SETTLEMENT_FAILED', 'failed'],
    ['VENDOR_SETTLEMENT_REVERSED', 'failed'],
  ])('reads the webhook %s', (event, outcome) => {
    const { gateway, payments } = given()
    const raw = Buffer.from(vendorSettlementNotice(event, 49_703))
    const read = (secret?: string) => payments.readWebhook(gateway.sign(raw.toString(), new Date(), secret), raw)
    expect(read()).toMatchObject({ kind: 'transfer', event, eventKey: `${event}:49703`, reference: '49703', outcome })
    expect(read()).toMatchObject({ vendorId: 'esSettlementsAutomationVendor', amountPaise: 600_00 })
    expect(read('another')).toBe('not-genuine')
    const started = Buffer.from(vendorSettlementNotice('VENDOR_SETTLEMENT_CREATED', 49_703))
    expect(payments.readWebhook(gateway.sign(started.toString(), new Date()), started)).toBe('other')
  })
})

describe('razorpay alone', () => {
  const given = withGateway(gateways.razorpay)
  const savePayee = async (splits: Splits, payee = payeeOf()) => ({
    payee,
    state: await splits.savePayee(payee, takes),
  })

  test('makes one linked account when a reply is lost, and takes it from its second day on', async () => {
    const { gateway, splits } = given()
    gateway.plan('POST /accounts', { cuts: 'after' })
    const payee = payeeOf()
    await expect(splits.savePayee(payee, takes)).rejects.toThrow('no answer')
    const { state } = await savePayee(splits, payee)
    expect(state).toMatchObject({ status: 'active', reference: expect.stringMatching(/^acc_\d+\/acc_\d+_prd$/) })
    const account = state.reference.split('/')[0] ?? ''
    for (const [said, status] of [
      ['under_review', 'waiting'],
      ['suspended', 'refused'],
      ['activated', 'active'],
    ] as const) {
      gateway.route.setStatus(account, said)
      expect(await splits.payeeState(state.reference)).toMatchObject({ status })
    }
    gateway.route.renew(account)
    expect(await splits.payeeState(state.reference)).toMatchObject({ status: 'waiting' })
  })

  test('gives nobody the account of another payee with the same email, nor one that another payee has claimed', async () => {
    const { gateway, splits } = given()
    const { payee, state } = await savePayee(splits)
    const account = state.reference.split('/')[0] ?? ''
    const own = { account_number: bank.accountNumber }
    const thief = { ...payeeOf(), email: payee.email, destination: { ...bank, accountNumber: '999956789012' } }
    const refused = { status: 'refused', message: emailInUse, reference: '' }
    expect(await splits.savePayee(thief, takes)).toEqual(refused)
    expect(await splits.savePayee({ ...payee, destination: thief.destination }, async () => false)).toEqual(refused)
    expect(gateway.route.bankOf(account)).toMatchObject(own)
    expect(await splits.savePayee(payee, takes)).toEqual(state)
  })

  test('cannot pay UPI accounts or a mentor without an address', async () => {
    const { splits } = given()
    const upi = { method: 'upi' as const, holder: 'Asha', upi: 'asha@okaxis' }
    expect(await splits.savePayee({ ...payeeOf(), destination: upi }, takes)).toMatchObject({ status: 'refused' })
    expect(await splits.savePayee({ ...payeeOf(), address: null }, takes)).toMatchObject({ status: 'refused' })
  })

  test('leaves a part due while neither the payment nor our balance may transfer, and pays it afterwards', async () => {
    const { gateway, payments, splits } = given()
    const { state } = await savePayee(splits)
    const orderId = randomUUID()
    const { paymentSessionId: sessionId } = await payments.createOrder({
      orderId,
      amountPaise: 100_000,
      customerId: randomUUID(),
      customerPhone: '9876543210',
      note: 'MS-1',
      expiresAt: new Date(Date.now() + 600_000),
      language: 'en',
      share: { vendorId: state.reference, amountPaise: 88_200 },
    })
    const paymentId = await gateway.pay(orderId, 'success')
    const common = { vendorId: state.reference, note: 'MS-1', sessionId, key: randomUUID(), number: 1 }
    await splits.takeBack(asPart({ ...common, amountPaise: 20_000 }))
    const order = { orderId, paymentSessionId: sessionId, amountPaise: 100_000 }
    await payments.refund(order, { refundId: randomUUID(), paymentId, amountPaise: 20_000, note: '' })
    const part = asPart({ ...common, amountPaise: 33_075 })
    gateway.route.letDirect(false)
    for (const _ of [1, 2]) await expect(splits.release(part)).rejects.toThrow('not enabled')
    gateway.route.letDirect(true)
    const paid = await splits.release(part)
    expect(paid).toMatchObject({ status: 'sent' })
    expect([gateway.held(state.reference), gateway.paidTo(state.reference)]).toEqual([35_125, [33_075]])
    // No list of the order has the direct transfer: its key alone says that it is the same.
    expect(await splits.release({ ...part, key: randomUUID() })).toEqual(paid)
    expect([gateway.held(state.reference), gateway.paidTo(state.reference)]).toEqual([35_125, [33_075]])
  })

  /** A paid order that holds ₹882, and its parts of ₹330.75. */
  async function paidOrder() {
    const { gateway, payments, splits } = given()
    const { state } = await savePayee(splits)
    const orderId = randomUUID()
    const { paymentSessionId: sessionId } = await payments.createOrder({
      orderId,
      amountPaise: 100_000,
      customerId: randomUUID(),
      customerPhone: '9876543210',
      note: 'MS-1',
      expiresAt: new Date(Date.now() + 600_000),
      language: 'en',
      share: { vendorId: state.reference, amountPaise: 88_200 },
    })
    await gateway.pay(orderId, 'success')
    const part = {
      vendorId: state.reference,
      note: 'MS-1',
      sessionId,
      key: randomUUID(),
      amountPaise: 33_075,
      number: 1,
    }
    const seen = () => [gateway.held(state.reference), gateway.paidTo(state.reference)]
    return { gateway, splits, part, seen }
  }

  test('refuses a transfer that failed, at once or later, and pays it again from the part it left', async () => {
    const { gateway, splits, part, seen } = await paidOrder()
    const first = asPart(part)
    const sent = await splits.release(first)
    if (sent.status === 'sent') gateway.route.fail(sent.reference)
    expect(await splits.release(first)).toMatchObject({ status: 'refused', reason: 'said by the bank' })
    // Neither an equal part nor a return uses what the failed one left; the same class does.
    expect(await splits.release(asPart(part))).toMatchObject({ status: 'sent' })
    expect(seen()).toEqual([22_050, [33_075]])
    expect(await splits.takeBack(asPart(part))).toMatchObject({ status: 'refused', reason: /sufficient balance/ })
    const again = asPart(part, { partId: first.partId })
    expect(await splits.release(again)).toMatchObject({ status: 'sent' })
    expect(seen()).toEqual([22_050, [33_075, 33_075]])
    gateway.plan('POST /payments/', { lies: (text) => text.replace('"status":"pending"', '"status":"failed"') })
    const last = await splits.release(asPart({ ...part, amountPaise: 22_050 }))
    expect(last).toMatchObject({ status: 'refused' })
  })

  test.each([401, 403, 408])('asks for a part in no other way after %i, and pays it once', async (status) => {
    const { gateway, splits, part, seen } = await paidOrder()
    const one = asPart(part)
    gateway.plan('POST /payments/', { reply: { status, body: { error: { description: 'Not now' } } } })
    await expect(splits.release(one)).rejects.toThrow('Not now')
    expect(await splits.release(one)).toMatchObject({ status: 'sent' })
    expect(seen()).toEqual([55_125, [33_075]])
  })

  test('keeps the way of a part: a direct transfer whose reply was lost is not asked of the payment', async () => {
    const { gateway, splits, part, seen } = await paidOrder()
    const one = asPart(part, { kept: 'direct' })
    gateway.route.letDirect(false)
    await expect(splits.release(one)).rejects.toThrow('not enabled')
    gateway.route.letDirect(true)
    gateway.plan('POST /transfers', { cuts: 'after' })
    await expect(splits.release(one)).rejects.toThrow('no answer')
    expect(await splits.release(one)).toMatchObject({ status: 'sent' })
    expect([seen(), gateway.unmet()]).toEqual([[55_125, [33_075]], 0])
  })

  test('writes nothing for a part whose claim was lost', async () => {
    const { gateway, splits, part, seen } = await paidOrder()
    const keep = () => Promise.reject(new Error('claim lost'))
    await expect(splits.release({ ...asPart(part), keep })).rejects.toThrow('claim lost')
    await expect(splits.takeBack({ ...asPart(part), keep })).rejects.toThrow('claim lost')
    expect(seen()).toEqual([88_200, []])
    const keepOnce = vi.fn<Claim['keep']>(keep).mockResolvedValueOnce(null)
    await expect(splits.release({ ...asPart(part), keep: keepOnce })).rejects.toThrow('claim lost')
    expect(seen()).toEqual([55_125, []])
    expect(gateway.unmet()).toBe(0)
  })

  test('reads webhooks about failed transfers and settlements, and lists what a settlement paid', async () => {
    const { gateway, payments, splits } = given()
    const read = (raw: string, secret?: string) =>
      payments.readWebhook(gateway.sign(raw, undefined, secret), Buffer.from(raw))
    const failed = gateway.routeNotice('transfer.failed', 'trf_9')
    expect(read(failed)).toMatchObject({ kind: 'transfer', reference: 'trf_9', outcome: 'failed' })
    expect(read(failed, 'another')).toBe('not-genuine')
    const settled = read(gateway.routeNotice('settlement.processed', 'setl_7'))
    expect(settled).toMatchObject({ kind: 'payee-settlement', settlementId: 'setl_7' })
    expect(read(gateway.routeNotice('transfer.processed', 'trf_9'))).toBe('other')
    gateway.route.settle('trf_1', 'setl_7')
    expect(await splits.settledBy('setl_8')).toEqual([])
  })
})
