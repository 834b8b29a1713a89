import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { lockOrder, type Order, ordersToSync, savePayments } from '#server/money/orders/orders.ts'
import { transaction } from '#server/platform/database.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { markedClass } from '#test/marked-classes.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { completePayment } from './completion.ts'
import { accountsOf } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const month = { amount: 4500, plan: 'monthly' }
const demo = { amount: 99, plan: 'demo' }
async function makeSides() {
  const prices = { homeTuition: 4500, myPlace: 4500 }
  const mentor = await makeMentor(app.db, { prices, hours: { from: '16:00', to: '20:00' } })
  return { mentorId: mentor.id, family: await app.login(newPhone(), 'student') }
}
type Sides = { mentorId: string; family: LoggedIn }
async function orderBy({ mentorId, family }: Sides, input: object = month): Promise<string> {
  const { body } = await family.post('/api/payment/create-order', { mentorId, ...input })
  expect(body, JSON.stringify(body)).toHaveProperty('order_id')
  return body.order_id
}

/** Completes an order as if the gateway had just been paid; `meanwhile` runs before the end of the transaction. */
async function complete(id: string, change: Partial<Order> = {}, isTeaching = true, meanwhile = async () => {}) {
  await transaction(app.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw new Error(`no order ${id}`)
    const paid = {
      method: 'upi',
      message: '',
      reference: '',
      status: 'SUCCESS',
      amountPaise: order.amountPaise,
    } as const
    await savePayments(tx, order, [{ paymentId: randomUUID(), ...paid }])
    const accounts = isTeaching ? await accountsOf(tx, id) : null
    await completePayment(app.context.queue, tx, { ...order, ...change }, accounts)
    await meanwhile()
  })
  const { rows: lines } = await sql<{ kind: string; paise: number }>`
    select a.kind, e.amount_paise as paise from ledger_entry e join journal j on j.id = e.journal_id
      join ledger_account a on a.id = e.account_id where j.subject_id = ${id} and j.kind = 'payment'`.execute(app.db)
  const { rows } = await sql<{
    bookings: number
    lessons: number
    receipts: number
    returned: number
    events: string[]
  }>`
    select (select count(*)::int from booking where order_id = o.id) as bookings,
      (select count(*)::int from lesson l join booking b on b.id = l.booking_id where b.order_id = o.id) as lessons,
      (select count(*)::int from receipt where order_id = o.id) as receipts,
      (select coalesce(sum(amount_paise), 0)::int from refund where order_id = o.id and kind = 'owed') as returned,
      (select array_agg(event order by event) from (select n.event from news n join family f on f.account_id = n.account_id
        where f.id = o.family_id order by n.id desc limit 1) last) as events
    from payment_order o where o.id = ${id} and o.status = 'paid'`.execute(app.db)
  return { ...rows[0], lines: Object.fromEntries(lines.map(({ kind, paise }) => [kind, paise])) }
}
const booked = (paise: number, rest = {}) => ({
  bookings: 1,
  lessons: 0,
  receipts: 1,
  returned: 0,
  events: ['booking-paid-family'],
  lines: { gateway_receivable: paise, family_prepaid: -paise, ...rest },
})
const returned = (paise: number) => ({
  bookings: 0,
  lessons: 0,
  receipts: 0,
  returned: paise,
  events: ['payment-returned'],
  lines: { gateway_receivable: paise, refunds_payable: -paise },
})

test('books a paid order with its receipt, and returns the money while the mentor is suspended', async () => {
  const sides = await makeSides()
  expect(await complete(await orderBy(sides))).toEqual(booked(450_000))
  expect(await complete(await orderBy(sides), {}, false)).toEqual(returned(450_000))
})

test('books the time that was picked, and tells of the class', async () => {
  const sides = await makeSides()
  const startsAt = new Date(`${inDays(3)}T17:00:00+05:30`).toISOString()
  expect(await complete(await orderBy(sides, { ...demo, startsAt }))).toEqual({
    ...booked(9900),
    lessons: 1,
    events: ['class-booked-family'],
  })
})

test('sells one demo and one renewal, and returns the other payment', async () => {
  const sides = await makeSides()
  const bothOf = async (input: object) => [
    await orderBy(sides, input),
    await orderBy(sides, { ...input, mode: 'myPlace' }),
  ]
  const [first = '', second = ''] = await bothOf(demo)
  expect(await complete(first)).toEqual(booked(9900))
  expect(await complete(second)).toEqual(returned(9900))
  const { rows } = await sql<{ id: string }>`select id from booking where order_id = ${first}`.execute(app.db)
  const change = { renews: rows[0]?.id ?? '', promotionPaise: 0 }
  const [month1 = '', month2 = ''] = await bothOf({ ...month, amount: 4401 })
  expect(await complete(month1, { ...change, amountPaise: 450_000 })).toEqual(booked(450_000))
  expect(await complete(month2, change)).toEqual(returned(440_100))
})

it.each([
  [5000, 5000, true],
  [5000, 4999, false],
  [1, 0, false],
])('a price with %s paise of credit is booked with %s left: %s', async (creditPaise, left, isBooked) => {
  const sides = await makeSides()
  const id = await orderBy(sides)
  const lines = [
    { kind: 'gateway_receivable', amountPaise: left },
    { kind: 'family_credit', ownerId: sides.family.id, amountPaise: -left },
  ] as const
  await transaction(app.db, (tx) =>
    writeJournal(tx, { kind: 'compensation', subjectId: randomUUID(), lines: [...lines] }),
  )
  const amountPaise = 450_000 - creditPaise
  const found = await complete(id, { creditPaise, promotionPaise: creditPaise, amountPaise })
  const withCredit = { family_prepaid: -450_000, family_credit: creditPaise }
  expect(found).toEqual(isBooked ? booked(amountPaise, withCredit) : returned(amountPaise))
})

test("takes the demo's fee off one month while the demo's order is locked", async () => {
  const sides = await makeSides()
  const demoOrder = await orderBy(sides, demo)
  await complete(demoOrder)
  const months = [
    await orderBy(sides, { ...month, amount: 4401 }),
    await orderBy(sides, { ...month, amount: 4401, mode: 'myPlace' }),
  ]
  const isLocked = async () => {
    const { rows } = await sql`select from payment_order where id = ${demoOrder} for no key update skip locked`.execute(
      app.db,
    )
    expect(rows).toEqual([])
  }
  const price = { family_prepaid: -450_000, promotions: 9900 }
  expect(await complete(months[0] ?? '', {}, true, isLocked)).toEqual(booked(440_100, price))
  expect(await complete(months[1] ?? '')).toEqual(returned(440_100))
})

test('a demo that was refunded in full after it was completed takes nothing off a month', async () => {
  const admin = await app.admin({ name: 'Olga', role: 'owner' })
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const bought = await app.paidBooking(family, mentor.id, demo)
  const { lesson } = await markedClass(app, mentor, bought)
  await shiftLessons(app.db, bought, -3)
  await sql`update class_record set marked_at = marked_at - interval '3 days' where booking_id = ${bought}`.execute(
    app.db,
  )
  await settleDue(app.db)
  const correction = { lesson, reason: 'He left at once', amount: 99, fee: 99 }
  expect((await admin.put(`/api/admin/disputes/${randomUUID()}`, correction)).status).toBe(200)
  const demoRow = () =>
    app.db
      .selectFrom('booking')
      .select(['status', 'refunded_paise', 'order_id'])
      .where('id', '=', bought)
      .executeTakeFirstOrThrow()
  const asked = await family.post('/api/payment/refunds', { order: (await demoRow()).order_id })
  const decided = await admin.post(`/api/admin/refunds/${asked.body.data._id}/decision`, { decision: 'approve' })
  expect(decided.status, JSON.stringify(decided.body)).toBe(200)
  await app.runJobs()
  expect(await demoRow()).toMatchObject({ status: 'completed', refunded_paise: 9900 })
  await orderBy({ mentorId: mentor.id, family })
})

test('the reconciler checks open orders before those that ended', async () => {
  const sides = await makeSides()
  const [ended = '', open = ''] = [await orderBy(sides), await orderBy(sides, { ...month, mode: 'myPlace' })]
  await sql`update payment_order set status = 'expired', expires_at = now() - interval '1 minute' where id = ${ended}`.execute(
    app.db,
  )
  const ids = await ordersToSync(app.db, 100)
  expect(ids.filter((id) => [ended, open].includes(id))).toEqual([open, ended])
})
