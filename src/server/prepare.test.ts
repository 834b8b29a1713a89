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
