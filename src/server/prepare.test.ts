import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { checkGateway } from './prepare.ts'

let app: TestApp
const log = { warn: vi.fn() }
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

async function openOrder(): Promise<string> {
  const { id: mentorId } = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const made = await family.post('/api/payment/create-order', { mentorId, amount: 4500, plan: 'monthly' })
  expect(made.status).toBe(200)
  return made.body.order_id
}

test('play money and real payments never meet in one database', async () => {
  const start = (paymentProvider: 'sandbox' | 'cashfree', allowSandbox = false) =>
    checkGateway({ paymentProvider, allowSandbox }, app.db, log)
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

test('another gateway waits until nothing of an order is open, held, unused, on its way or being refunded', async () => {
  const start = () => checkGateway({ paymentProvider: 'razorpay', allowSandbox: false }, app.db, log)
  const waits = () => expect(start()).rejects.toThrow(/PAYMENT_PROVIDER=cashfree/)
  await waits()
  for (const status of ['scheduled', 'completed']) await sql`update booking set status = ${status}`.execute(app.db)
  await waits()
  await sql`update booking set refunded_paise = price_paise`.execute(app.db)
  await start()
  await sql`update payment_order set held_paise = 100`.execute(app.db)
  await waits()
  await sql`insert into transfer (order_id, mentor_id, gateway, kind, amount_paise) select id, mentor_id, gateway, 'return', 100 from payment_order`.execute(
    app.db,
  )
  await waits()
  await sql`update transfer set status = 'sent'`.execute(app.db)
  await waits()
  await sql`with c as (insert into gateway_check (gateway, from_day, until_day) values ('cashfree', current_date, current_date) returning id)
    insert into gateway_discrepancy (gateway, kind, subject, about_at, last_check, resolved_at, resolved_by, note)
    select 'cashfree', 'transfer_silent', t.id::text, now(), c.id, now(), a.id, 'Paid' from c, transfer t, account a limit 1`.execute(
    app.db,
  )
  await start()
  await sql`delete from gateway_discrepancy`.execute(app.db)
  await waits()
  await sql`update transfer set status = 'settled', ended_at = now()`.execute(app.db)
  await start()
  await sql`insert into refund (order_id, payment_id, amount_paise, kind, status, reason)
    select order_id, id, amount_paise, 'made', 'approved', 'Moved' from payment`.execute(app.db)
  await waits()
  for (const status of ['sent', 'settled']) await sql`update refund set status = ${status}`.execute(app.db)
  await start()
  await sql`update payment_order set gateway = 'cashfree' where id = ${await openOrder()}`.execute(app.db)
  await waits()
  await sql`update payment_order set status = 'expired' where status = 'created'`.execute(app.db)
  await start()
})

test('after the change, what is left of earlier orders is a warning, and the earlier gateway waits', async () => {
  await sql`update payment_order set gateway = 'razorpay' where id = ${await openOrder()}`.execute(app.db)
  // A later correction returned a part.
  await sql`update booking set refunded_paise = refunded_paise - 100`.execute(app.db)
  log.warn.mockClear()
  await checkGateway({ paymentProvider: 'razorpay', allowSandbox: false }, app.db, log)
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { gateway: 'cashfree', number: expect.stringMatching(/^MS-/) },
    expect.stringContaining('dashboard'),
  )
  const back = checkGateway({ paymentProvider: 'cashfree', allowSandbox: false }, app.db, log)
  await expect(back).rejects.toThrow(/PAYMENT_PROVIDER=razorpay/)
})
