import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { webhookSignature } from '#server/providers/payments/cashfree.ts'
import { sandboxKeys } from '#server/providers/payments/payments.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { cashfreePaymentNotice } from '#test/gateway-cashfree.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await expectBooks(app.db)
  await app.stop()
})

/** An order of a month, paid at the sandbox. */
async function paidOrder() {
  const family = await app.login(newPhone(), 'student')
  const mentor = await makeMentor(app.db, { prices: { homeTuition: 4500 } })
  const { body } = await family.post('/api/payment/create-order', {
    amount: 4500,
    mentorId: mentor.id,
    plan: 'monthly',
  })
  const id: string = body.order_id
  await sql`update sandbox_order set status = 'PAID' where order_id = ${id}`.execute(app.db)
  const { rows } = await sql<{ paymentId: string }>`
    insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
    values (${id}, 'SUCCESS', 450000, '00::Transaction success', '234928698581') returning id::text as "paymentId"`.execute(
    app.db,
  )
  return { id, paymentId: rows[0]?.paymentId ?? '' }
}

async function sendWebhook({ id, paymentId }: { id: string; paymentId: string }) {
  const raw = cashfreePaymentNotice(id, paymentId, 'SUCCESS')
  const timestamp = String(Date.now())
  const signature = webhookSignature(sandboxKeys.clientSecret, timestamp, raw)
  return await app.browser().post('/api/payment/webhook', raw, {
    headers: { 'content-type': 'application/json', 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature },
  })
}

/** Statements of the server during `work`, each round trip in a list of its own on
 * its connections; without those of the stand-in gateway and of fetching jobs. */
async function tripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const { query } = pg.Client.prototype
  const trips: string[][] = []
  const open = new Map<pg.Client, { sent: number; trip: string[] }>()
  const counted = function (this: pg.Client, ...args: unknown[]): unknown {
    const answer: unknown = Reflect.apply(query, this, args)
    const [first] = args
    // safe: pg accepts a string or an object with the text
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    if (/ sandbox_/.test(text) || !(answer instanceof Promise)) return answer
    const now = open.get(this) ?? { sent: 0, trip: [] }
    if (now.sent === 0) {
      now.trip = []
      trips.push(now.trip)
    }
    now.trip.push(text)
    now.sent++
    open.set(this, now)
    const end = () => {
      now.sent--
    }
    answer.then(end, end)
    return answer
  }
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(counted as typeof query) // safe: passes everything on
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return trips
}

test('settles a webhook in ten round trips, and a repeated one in three without a second job', async () => {
  await paidOrder()
  const order = await paidOrder()
  const received = await tripsOf(async () => expect((await sendWebhook(order)).status).toBe(200))
  const settled = await tripsOf(() => app.runJobs())
  const { rows } = await sql<{ status: string; booked: number; receipts: number; news: number }>`
    select o.status, (select count(*)::int from booking where order_id = o.id) as booked,
      (select count(*)::int from receipt where order_id = o.id) as receipts,
      (select count(*)::int from news where once_key like 'booking-paid-%' and once_key like '%' || b.id || '%') as news
    from payment_order o join booking b on b.order_id = o.id where o.id = ${order.id}`.execute(app.db)
  expect(rows).toEqual([{ status: 'paid', booked: 1, receipts: 1, news: 2 }])
  expect([...received, ...settled].map((trip) => trip.map((text) => text.slice(0, 60)))).toHaveLength(10)

  const again = await tripsOf(async () => expect((await sendWebhook(order)).status).toBe(200))
  expect(again).toHaveLength(3)
  expect(await app.runJobs()).toBe(0)
})
