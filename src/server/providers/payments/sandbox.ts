import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { paise, rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { isSameOrigin } from '#server/platform/guards.ts'
import { escapeHtml, plainPage, rupeeText } from '#server/providers/plain-page.ts'
import { webhookSignature } from './cashfree.ts'
import type { AttemptStatus } from './payment-gateway.ts'
import { sandboxKeys } from './payments.ts'
import { errorBody, sandboxRefunds } from './sandbox-refunds.ts'
import * as books from './sandbox-rows.ts'
import { sandboxSettlements } from './sandbox-settlements.ts'
import { creditSplit, isVendor, sandboxSplits } from './sandbox-splits.ts'

const newOrder = z.object({
  order_id: z.string().regex(/^[\w-]{3,45}$/),
  order_amount: z.number().positive(),
  order_currency: z.literal('INR'),
  customer_details: z.object({ customer_id: z.string().regex(/^[a-zA-Z0-9]+$/), customer_phone: z.string() }),
  order_meta: z.object({ return_url: z.string().max(250), notify_url: z.string().max(250) }),
  order_expiry_time: z.iso.datetime(),
  order_splits: z
    .array(z.object({ vendor_id: z.string(), amount: z.number().positive() }))
    .max(1)
    .default([]),
})

const outcomes = {
  success: 'SUCCESS',
  pending: 'PENDING',
  failure: 'FAILED',
  drop: 'USER_DROPPED',
} as const satisfies Record<string, AttemptStatus>
type Outcome = keyof typeof outcomes
const messages: Record<Outcome, string> = {
  success: '00::Transaction success',
  pending: 'The bank has not answered yet',
  failure: 'Declined by the bank',
  drop: 'The payer left the page',
}
const events: Record<Outcome, string> = {
  success: 'PAYMENT_SUCCESS_WEBHOOK',
  pending: 'PAYMENT_PENDING_WEBHOOK',
  failure: 'PAYMENT_FAILED_WEBHOOK',
  drop: 'PAYMENT_USER_DROPPED_WEBHOOK',
}

/** Cashfree's order entity. */
const orderEntity = (order: books.Order) => ({
  cf_order_id: order.orderId,
  order_id: order.orderId,
  entity: 'order',
  order_status: order.status,
  payment_session_id: order.sessionId,
  order_amount: rupees(order.amountPaise),
  order_currency: 'INR',
  order_expiry_time: order.expiresAt.toISOString(),
  created_at: order.createdAt.toISOString(),
})

const paymentEntity = (payment: books.Payment) => ({
  cf_payment_id: String(payment.id),
  order_id: payment.orderId,
  entity: 'payment',
  payment_status: payment.status,
  order_amount: rupees(payment.orderAmountPaise),
  payment_amount: rupees(payment.amountPaise),
  payment_currency: 'INR',
  payment_group: 'upi',
  payment_message: payment.message,
  payment_time: payment.createdAt.toISOString(),
  bank_reference: payment.bankReference,
  is_captured: payment.status === 'SUCCESS',
})

const webhookData = (order: books.Order, payment: books.Payment) => ({
  order: {
    order_id: order.orderId,
    order_amount: rupees(order.amountPaise),
    order_currency: 'INR',
    order_tags: null,
  },
  payment: paymentEntity(payment),
  customer_details: order.customer,
})

/**
 * Sandbox of the payment gateway: Cashfree's API under /sandbox/pg, a hosted checkout page and signed webhooks.
 * Mounted only when PAYMENT_PROVIDER is sandbox.
 */
export function sandboxRoutes(app: FastifyInstance, { db, config }: Context): void {
  const isAuthorised = (request: FastifyRequest) =>
    request.headers['x-client-id'] === sandboxKeys.clientId &&
    request.headers['x-client-secret'] === sandboxKeys.clientSecret

  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith('/sandbox/pg/')) return
    if (!isAuthorised(request))
      return reply.status(401).send(errorBody('authentication Failed', 'request_failed', 'authentication_error'))
    if (!request.headers['x-api-version'])
      return reply.status(400).send(errorBody('x-api-version is missing', 'version_missing', 'invalid_request_error'))
  })

  app.post('/sandbox/pg/orders', async (request, reply) => {
    const parsed = newOrder.safeParse(request.body)
    if (!parsed.success)
      return reply.status(400).send(errorBody(z.prettifyError(parsed.error), 'order_invalid', 'invalid_request_error'))
    const input = parsed.data
    const [split] = input.order_splits
    if (split && (!(await isVendor(db, split.vendor_id)) || split.amount > input.order_amount))
      return reply
        .status(400)
        .send(errorBody('the split is not valid', 'order_splits_invalid', 'invalid_request_error'))
    const made = await books.insertOrder(db, {
      splitVendor: split?.vendor_id ?? null,
      splitPaise: split ? paise(split.amount) : 0,
      orderId: input.order_id,
      sessionId: `session_${randomBytes(24).toString('base64url')}`,
      amountPaise: paise(input.order_amount),
      customer: input.customer_details,
      returnUrl: input.order_meta.return_url,
      notifyUrl: input.order_meta.notify_url,
      expiresAt: new Date(input.order_expiry_time),
    })
    if (!made)
      return reply
        .status(409)
        .send(errorBody('order with same id is already present', 'order_already_exists', 'invalid_request_error'))
    return orderEntity(made)
  })

  app.get<{ Params: { id: string } }>('/sandbox/pg/orders/:id', async (request, reply) => {
    const order = await books.orderById(db, request.params.id)
    return order
      ? orderEntity(order)
      : reply
          .status(404)
          .send(errorBody('Order Reference Id does not exist', 'order_not_found', 'invalid_request_error'))
  })

  app.get<{ Params: { id: string } }>('/sandbox/pg/orders/:id/payments', async (request) =>
    (await books.paymentsOf(db, request.params.id)).map(paymentEntity),
  )

  app.get<{ Params: { session: string } }>('/sandbox/checkout/:session', async (request, reply) => {
    const order = await books.orderBySession(db, request.params.session)
    if (!order)
      return plainPage(
        reply.status(404),
        'Unknown payment',
        '<h1>Unknown payment</h1><p>This payment page does not exist.</p>',
      )
    if (order.status === 'PAID') return reply.redirect(order.returnUrl.replace('{order_id}', order.orderId), 303)
    const button = (outcome: Outcome, label: string) =>
      `<button name="outcome" value="${outcome}"${outcome === 'success' ? ' class="main"' : ''}>${label}</button>`
    return plainPage(
      reply,
      'Test payment',
      `<h1>Test payment</h1><p>No money moves here. Order <b>${escapeHtml(order.orderId)}</b>, amount <b>${rupeeText(order.amountPaise)}</b>.
<p>Choose how the payment ends:<form method="post">${button('success', 'Success')}${button('pending', 'Pending')}${button('failure', 'Failure')}${button('drop', 'Leave the page')}</form>
<p><a href="/sandbox/refunds">Refunds</a>`,
    )
  })

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.post<{ Params: { session: string }; Body: { outcome?: string } | null }>(
    '/sandbox/checkout/:session',
    async (request, reply) => {
      const outcome = z.enum(['success', 'pending', 'failure', 'drop']).safeParse(request.body?.outcome)
      const order = await books.orderBySession(db, request.params.session)
      if (!isSameOrigin(config, request.headers))
        return plainPage(reply.status(403), 'Not allowed', '<h1>Not allowed</h1>')
      if (!outcome.success || !order)
        return plainPage(
          reply.status(order ? 400 : 404),
          'Not possible',
          '<h1>Not possible</h1><p>Unknown outcome or payment.</p>',
        )
      const payment = await books.pay(db, order.orderId, outcomes[outcome.data], messages[outcome.data])
      if (payment?.status === 'SUCCESS') await creditSplit(db, order.orderId)
      if (payment) await sendWebhook(order.notifyUrl, events[outcome.data], webhookData(order, payment))
      return reply.redirect(order.returnUrl.replace('{order_id}', order.orderId), 303)
    },
  )

  sandboxRefunds(app, { db, config }, (order, type, data) => sendWebhook(order.notifyUrl, type, data))
  sandboxSettlements(app, { db })
  sandboxSplits(app, { db, config }, (type, data) => sendWebhook(`${config.publicUrl}/api/payment/webhook`, type, data))

  /** Sends a signed webhook to our own endpoint, as the gateway would. */
  async function sendWebhook(notifyUrl: string, type: string, data: object): Promise<void> {
    const body = JSON.stringify({ data, event_time: new Date().toISOString(), type })
    const timestamp = String(Date.now())
    await app.inject({
      method: 'POST',
      url: new URL(notifyUrl).pathname,
      headers: {
        'content-type': 'application/json',
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': webhookSignature(sandboxKeys.clientSecret, timestamp, body),
        'x-webhook-version': '2025-01-01',
      },
      payload: body,
    })
  }
}
