import { sql } from 'kysely'
import { webhookSignature } from '#server/providers/payments/cashfree.ts'
import { createPayments, sandboxKeys } from '#server/providers/payments/payments.ts'
import { cashfreePaymentNotice, cashfreeRefundNotice } from './gateway-cashfree.ts'
import { inMemory, withFaults } from './gateway-faults.ts'
import { testApp } from './test-app.ts'

const statuses = { success: 'SUCCESS', pending: 'PENDING', failed: 'FAILED' } as const

/** The sandbox of a real server, with faults between it and the adapter. */
export async function startSandbox(timeoutMs: number) {
  const app = await testApp()
  let maxRows = 1_000
  const gateway = withFaults(async ({ method, url, headers, body }) => {
    if (url.pathname === '/recon') body.pagination.limit = Math.min(body.pagination.limit, maxRows)
    const reply = await app.app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `/sandbox/pg${url.pathname}`,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: reply.statusCode, body: reply.body }
  })
  const send = inMemory(gateway)
  const tester = app.browser()
  return {
    ...gateway,
    app,
    stop: app.stop,
    payments: createPayments(
      app.context.config,
      (path, init) => send(path.replace('/sandbox/pg', ''), init),
      timeoutMs,
    ),
    sign: (raw: string, at: Date, secret = sandboxKeys.clientSecret) => ({
      'x-webhook-timestamp': String(at.getTime()),
      'x-webhook-signature': webhookSignature(secret, String(at.getTime()), raw),
    }),
    async ordersOf(orderId: string) {
      return (await sql`select 1 from sandbox_order where order_id = ${orderId}`.execute(app.db)).rows.length
    },
    async pay(orderId: string, outcome: keyof typeof statuses, amountPaise?: number) {
      const { rows } = await sql<{ id: number }>`
        insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
        select order_id, ${statuses[outcome]}, coalesce(${amountPaise ?? null}::int, amount_paise), 'said by the bank', '230000000001'
        from sandbox_order where order_id = ${orderId} returning id`.execute(app.db)
      return String(rows[0]?.id)
    },
    async move(paymentId: string, outcome: keyof typeof statuses) {
      await sql`update sandbox_payment set status = ${statuses[outcome]} where id = ${paymentId}`.execute(app.db)
    },
    async letRefundsWait(is: boolean) {
      await tester.post('/sandbox/refunds', `mode=${is ? 'later' : 'now'}`, form)
    },
    async endRefund(gatewayRefundId: string, isSettled: boolean) {
      const outcome = isSettled ? 'SUCCESS' : 'CANCELLED'
      await tester.post('/sandbox/refunds', `refund=${gatewayRefundId}&outcome=${outcome}`, form)
    },
    /** Sets the page size of list replies. */
    pagesOf: (rows: number) => {
      maxRows = rows
    },
    async refundByHand(orderId: string, amountPaise: number) {
      const { rows } = await sql<{ id: number }>`
        insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
        values (${orderId}, 'SUCCESS', -${amountPaise}::int, 'hand_1', '240000000001') returning id`.execute(app.db)
      return String(rows[0]?.id)
    },
    paymentNotice: (orderId: string, paymentId: string) => cashfreePaymentNotice(orderId, paymentId, 'SUCCESS'),
    refundNotice: cashfreeRefundNotice,
  }
}

const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
