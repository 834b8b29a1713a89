import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { writeJournal } from '#server/ledger/ledger.ts'
import { transaction } from '#server/platform/database.ts'
import { type Bought, makePaidBooking } from '#test/bought.ts'
import { inDays, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'
import { type Order, orderOf, orderOfBooking } from './locked-rows.ts'
import { assertCurrentGateway, recordPayable, refundableOf } from './refundable.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await transaction(app.db, (tx) =>
    writeJournal(tx, {
      kind: 'owner_equity',
      subjectId: randomUUID(),
      lines: [
        { kind: 'promotions', amountPaise: 100_000 },
        { kind: 'owner_equity', amountPaise: -100_000 },
      ],
    }),
  )
})
afterAll(() => app.stop())

/** A month for 450,000 paise with one planned class of 37,500. */
async function paidMonth(): Promise<Bought & { order: Order }> {
  const bought = await makePaidBooking(app)
  await bought.mentor.put(
    `/api/class-bookings/booking/${bought.booking}`,
    scheduleOf({ date: inDays(3), time: '17:00' }),
  )
  const orderId = (await orderOfBooking(app.db, bought.booking)) ?? ''
  await sql`update payment_order set promotion_used = true where id = ${orderId}`.execute(app.db)
  const order = await orderOf(app.db, orderId, null, false)
  if (!order) throw new Error('no order')
  return { ...bought, order }
}

const whole = { paid: 450_000, credit: 0, promotion: 0, isReleased: false }
it.each([
  ['keeps what a planned class needs', {}, 412_500, false, { ...whole, paid: 412_500 }],
  ['gives everything back when the booking ends', {}, 450_000, true, whole],
  [
    'returns credit and promotion first',
    { creditPaise: 20_000, promotionPaise: 1 },
    429_999,
    true,
    { ...whole, credit: 20_000, promotion: 1, isReleased: true },
  ],
  [
    'returns a part of the promotion and keeps it used',
    { creditPaise: 20_000, promotionPaise: 9900 },
    425_000,
    true,
    { ...whole, credit: 20_000, promotion: 5000 },
  ],
] as const)('a refund %s', async (_, change, amountPaise, endsBooking, expected) => {
  const { order, booking } = await paidMonth()
  const id = randomUUID()
  await transaction(app.db, (tx) => recordPayable(tx, { ...order, ...change }, { id, amountPaise, endsBooking }))
  const { rows } = await sql<{ kind: string; paise: number }>`
    select a.kind, e.amount_paise as paise from ledger_entry e join journal j on j.id = e.journal_id
      join ledger_account a on a.id = e.account_id where j.subject_id = ${id}`.execute(app.db)
  const paiseOf = (wanted: string) => rows.find(({ kind }) => kind === wanted)?.paise ?? 0
  expect({
    paid: paiseOf('family_prepaid'),
    credit: 0 - paiseOf('family_credit'),
    promotion: 0 - paiseOf('promotions'),
    payable: paiseOf('refunds_payable'),
  }).toEqual({ paid: expected.paid, credit: expected.credit, promotion: expected.promotion, payable: -amountPaise })
  const after = await sql`select b.refunded_paise as paid, b.status, not o.promotion_used as "isReleased" from booking b
    join payment_order o on o.id = b.order_id where b.id = ${booking}`.execute(app.db)
  const { paid, isReleased } = expected
  expect(after.rows).toEqual([{ paid, isReleased, status: endsBooking ? 'cancelled' : 'scheduled' }])
})

test('refuses more than is left, money that paid for another booking, and an order without a booking', async () => {
  const { order } = await paidMonth()
  const refusal = (change: Partial<Order>, amountPaise: number, endsBooking: boolean) =>
    transaction(app.db, (tx) =>
      recordPayable(tx, { ...order, ...change }, { id: randomUUID(), amountPaise, endsBooking }),
    )
  await expect(refusal({}, 412_501, false)).rejects.toThrow('refund-too-large')
  await expect(refusal({}, 450_001, true)).rejects.toThrow('refund-too-large')
  await expect(refusal({ isCreditUsed: true }, 1, true)).rejects.toThrow('refund-too-large')
  await expect(refusal({ id: randomUUID() }, 0, true)).rejects.toThrow('refund-too-large')
})

test('the refundable amount is what is left, and never more than was paid', async () => {
  const { order } = await paidMonth()
  const left = async (change: Partial<Order>) => {
    const found = await refundableOf(app.db, { ...order, ...change })
    return found && [found.left, found.leftEnded]
  }
  expect(await left({})).toEqual([412_500, 450_000])
  expect(await left({ refundedPaise: 100_000 })).toEqual([350_000, 350_000])
  expect(await left({ isCreditUsed: true })).toEqual([0, 0])
  expect(await left({ id: randomUUID() })).toBeNull()
})

test('only orders of the gateway in use are refunded', async () => {
  const { order } = await paidMonth()
  expect(assertCurrentGateway(app.context, order)).toBeUndefined()
  expect(() => assertCurrentGateway(app.context, { ...order, gateway: 'other' })).toThrow('refund-other-gateway')
})
