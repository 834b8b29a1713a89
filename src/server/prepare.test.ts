import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { checkGateway } from './prepare.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('play money and real payments never meet in one database', async () => {
  const start = (paymentProvider: 'sandbox' | 'cashfree', allowSandbox = false) =>
    checkGateway({ paymentProvider, allowSandbox }, app.db)
  for (const provider of ['sandbox', 'cashfree'] as const) await start(provider)
  const mentor = await makeMentor(app.db)
  await app.paidBooking(await app.login(newPhone(), 'student'), mentor.id)
  await start('sandbox')
  await expect(start('cashfree')).rejects.toThrow('play money')
  await sql`update payment_order set gateway = 'cashfree'`.execute(app.db)
  await start('cashfree')
  await expect(start('sandbox')).rejects.toThrow('real payments')
  await start('sandbox', true)
})

test('another gateway waits until nothing of an order is open, held, unused or being refunded', async () => {
  const start = () => checkGateway({ paymentProvider: 'razorpay', allowSandbox: false }, app.db)
  const waits = () => expect(start()).rejects.toThrow(/PAYMENT_PROVIDER=cashfree/)
  await waits()
  await sql`update booking set status = 'cancelled', refunded_paise = price_paise`.execute(app.db)
  await start()
  await sql`update payment_order set held_paise = 100`.execute(app.db)
  await waits()
  await sql`update payment_order set held_paise = 0`.execute(app.db)
  await sql`insert into refund (order_id, payment_id, amount_paise, kind, status, reason)
    select order_id, id, amount_paise, 'made', 'approved', 'Moved' from payment`.execute(app.db)
  await waits()
  for (const status of ['sent', 'settled']) await sql`update refund set status = ${status}`.execute(app.db)
  await start()
  const { id: mentorId } = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  expect((await family.post('/api/payment/create-order', { mentorId, amount: 4500, plan: 'monthly' })).status).toBe(200)
  await sql`update payment_order set gateway = 'cashfree'`.execute(app.db)
  await waits()
  await sql`update payment_order set status = 'expired' where status = 'created'`.execute(app.db)
  await start()
})
