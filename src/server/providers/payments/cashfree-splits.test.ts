import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCashfree } from '#test/gateway-cashfree.ts'
import { vendorSettlementNotice } from '#test/gateway-cashfree-splits.ts'
import { testConfig } from '#test/harness.ts'
import { createPayments } from './payments.ts'
import type { Splits } from './splits.ts'

let gateway: Awaited<ReturnType<typeof startCashfree>>
let payments: ReturnType<typeof createPayments>
let splits: Splits
beforeAll(async () => {
  gateway = await startCashfree()
  payments = createPayments(testConfig(gateway.variables), () => Promise.reject(new Error('no memory')), 500)
  if (!payments.splits) throw new Error('Cashfree splits')
  splits = payments.splits
})
afterAll(() => gateway.stop())

let vendors = 0
const payeeOf = (vendorId: string) => ({
  ...{ vendorId, name: 'Asha “Verma”', email: 'asha@example.com', phone: '9876543210', pan: 'ABCPV1234F' },
  destination: { method: 'bank' as const, holder: 'Asha Verma', accountNumber: '003456789012', ifsc: 'SBIN0001234' },
})
/** A payee for whom an order of ₹1,000 holds ₹882. */
async function holding() {
  const vendorId = `v${++vendors}`
  await splits.savePayee(payeeOf(vendorId))
  const orderId = randomUUID()
  await payments.createOrder({
    ...{ orderId, amountPaise: 100_000, customerId: randomUUID(), customerPhone: '9876543210', note: 'MS-1' },
    ...{ expiresAt: new Date(Date.now() + 600_000), language: 'en', share: { vendorId, amountPaise: 88_200 } },
  })
  await gateway.pay(orderId, 'success')
  expect(gateway.splits.balance(vendorId)).toBe(88_200)
  return { vendorId, orderId }
}
const partOf = (vendorId: string, amountPaise: number) => ({
  ...{ transferId: randomUUID(), key: randomUUID(), number: 1000 + ++vendors, vendorId, amountPaise, note: 'MS-1' },
})

test('makes a payee once, updates it, and reads its state', async () => {
  const payee = payeeOf('v_state')
  expect(await splits.savePayee(payee)).toEqual({ status: 'active', message: 'ACTIVE' })
  const upi = { method: 'upi' as const, holder: 'Asha', upi: 'asha@okaxis' }
  expect(await splits.savePayee({ ...payee, destination: upi })).toMatchObject({ status: 'active' })
  for (const [said, status] of [
    ['IN_BENE_CREATION', 'waiting'],
    ['BANK_VALIDATION_FAILED', 'refused'],
  ] as const) {
    gateway.splits.setStatus('v_state', said)
    expect(await splits.payeeState('v_state')).toMatchObject({ status })
  }
})

test('splits an order, and refuses one for an unknown payee', async () => {
  const { orderId, vendorId } = await holding()
  const listed = await splits.holds(new Date(0), new Date())
  expect(listed).toContainEqual({ order: orderId, vendorId, amountPaise: 88_200 })
  const unknown = payments.createOrder({
    ...{ orderId: randomUUID(), amountPaise: 100_000, customerId: randomUUID(), customerPhone: '9876543210' },
    ...{ note: 'MS-1', expiresAt: new Date(Date.now() + 600_000), language: 'en' },
    share: { vendorId: 'nobody', amountPaise: 1 },
  })
  await expect(unknown).rejects.toThrow('vendor_unknown')
})

test('pays a part once, however often it is asked', async () => {
  const { vendorId } = await holding()
  const part = partOf(vendorId, 33_075)
  const first = await splits.release(part)
  expect(first).toMatchObject({ status: 'sent', reference: expect.stringMatching(/^\d+$/) })
  expect(await splits.release(part)).toEqual(first)
  expect([gateway.splits.balance(vendorId), gateway.splits.transfers(vendorId).length]).toEqual([55_125, 1])
})

test('returns a part once, also when the first reply was an error', async () => {
  const { vendorId } = await holding()
  const part = partOf(vendorId, 8_200)
  const returned = { status: 'settled', reference: String(part.number) }
  expect(await splits.takeBack(part)).toEqual(returned)
  // Another key: the number alone says that it is the same.
  expect(await splits.takeBack({ ...part, key: randomUUID() })).toEqual(returned)
  expect(gateway.splits.balance(vendorId)).toBe(80_000)
})

test('reports a refusal, and leaves the outcome open after a failure inside', async () => {
  const { vendorId } = await holding()
  expect(await splits.release(partOf(vendorId, 90_000))).toEqual({
    ...{ status: 'refused', reason: 'Vendor does not have sufficient balance' },
  })
  expect(await splits.takeBack(partOf(vendorId, 90_000))).toMatchObject({ status: 'refused' })
  for (const act of ['release', 'takeBack'] as const) {
    gateway.breakNext()
    await expect(splits[act](partOf(vendorId, 100))).rejects.toThrow('500')
  }
  expect(gateway.splits.balance(vendorId)).toBe(88_200)
})

test('repeats a stored failure for its key, shows that nothing was carried out, and pays under another key', async () => {
  const { vendorId } = await holding()
  const part = partOf(vendorId, 33_075)
  const asked = { ...part, heldPaise: 88_200 }
  gateway.breakNext()
  for (const _ of [1, 2]) await expect(splits.release(part)).rejects.toThrow('500')
  expect(await splits.wasCarriedOut(asked)).toBe('no')
  expect(await splits.release({ ...part, key: randomUUID() })).toMatchObject({ status: 'sent' })
  expect(await splits.wasCarriedOut(asked)).toBe('yes')
  expect(await splits.wasCarriedOut({ ...asked, heldPaise: 90_000 })).toBe('unclear')
})

test.each([
  ['VENDOR_SETTLEMENT_SUCCESS', 'settled'],
  ['VENDOR_SETTLEMENT_FAILED', 'failed'],
  ['VENDOR_SETTLEMENT_REVERSED', 'failed'],
])('reads the webhook %s', (event, outcome) => {
  const raw = Buffer.from(vendorSettlementNotice(event, 49_703))
  const read = (secret?: string) => payments.readWebhook(gateway.sign(raw.toString(), new Date(), secret), raw)
  expect(read()).toMatchObject({ kind: 'transfer', event, eventKey: `${event}:49703`, reference: '49703', outcome })
  expect(read()).toMatchObject({ vendorId: 'esSettlementsAutomationVendor', amountPaise: 600_00 })
  expect(read('another')).toBe('not-genuine')
  const started = Buffer.from(vendorSettlementNotice('VENDOR_SETTLEMENT_CREATED', 49_703))
  expect(payments.readWebhook(gateway.sign(started.toString(), new Date()), started)).toBe('other')
})
