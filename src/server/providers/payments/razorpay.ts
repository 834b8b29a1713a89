import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import {
  assertMatches,
  type Calls,
  type GatewayResponse,
  isEqualSecret,
  isStale,
  isSuccess,
  parseBody,
  parseJson,
  refundOnce,
} from './gateway-calls.ts'
import type { Attempt, AttemptStatus, KnownOrder, Payments, Refund } from './payment-gateway.ts'
import { listOf, paiseField, paymentEntity, referenceIn, refundEntity, refundStatuses } from './razorpay-fields.ts'
import { razorpayRecords } from './razorpay-reconciliation.ts'
import { holdWith, razorpayRoute } from './razorpay-route.ts'

/** Razorpay sends empty notes as an array. */
const notes = z.record(z.string(), z.unknown()).catch({})

const orderEntity = z.object({
  id: z.string().startsWith('order_'),
  amount: paiseField,
  currency: z.string(),
  receipt: z.string().nullish(),
  created_at: z.number(),
})

// Only a captured payment is money we have. Unknown statuses stay pending, because they may still succeed.
const attemptStatuses: Record<string, AttemptStatus> = { captured: 'SUCCESS', failed: 'FAILED', refunded: 'FAILED' }
const hmacHex = (secret: string, message: string | Buffer) => createHmac('sha256', secret).update(message).digest('hex')

/** Hex HMAC-SHA256 of a webhook's raw body, keyed with the webhook secret. */
const razorpayWebhookSignature = (secret: string, raw: string | Buffer) => hmacHex(secret, raw)
/** Hex HMAC-SHA256 of the checkout's return form, keyed with the API secret. */
const razorpayReturnSignature = (secret: string, orderId: string, paymentId: string) =>
  hmacHex(secret, `${orderId}|${paymentId}`)

const entityOf = <S extends z.ZodRawShape>(shape: S) => z.object({ entity: z.object(shape) }).optional()
const webhookBody = z.object({
  event: z.string(),
  created_at: z.number().optional(),
  payload: z.object({
    payment: entityOf({ id: z.string(), status: z.string(), notes }),
    order: entityOf({ receipt: z.string().nullish(), notes }),
    refund: entityOf({ id: z.string(), status: z.string(), notes }),
    transfer: entityOf({ id: z.string(), error: z.object({ description: z.string().nullish() }).nullish() }),
    settlement: entityOf({ id: z.string() }),
  }),
})

function attemptFrom(order: KnownOrder, one: z.output<typeof paymentEntity>): Attempt {
  const status = attemptStatuses[one.status] ?? 'PENDING'
  assertMatches(`the order of payment ${one.id}`, one.order_id, order.paymentSessionId)
  if (status === 'SUCCESS') assertMatches(`the currency of payment ${one.id}`, one.currency, 'INR')
  return {
    paymentId: one.id,
    status,
    amountPaise: one.amount,
    method: one.method ?? '',
    message: one.error_description ?? '',
    reference: referenceIn(one.acquirer_data),
  }
}

function refundFrom(paymentId: string, one: z.output<typeof refundEntity>): Refund {
  assertMatches(`the payment of refund ${one.id}`, one.payment_id, paymentId)
  assertMatches(`the currency of refund ${one.id}`, one.currency, 'INR')
  return {
    refundId: z.uuid().safeParse(one.receipt).data ?? null,
    gatewayRefundId: one.id,
    paymentId,
    amountPaise: one.amount,
    status: refundStatuses[one.status] ?? 'pending',
    reference: referenceIn(one.acquirer_data),
    message: '',
  }
}

/** Razorpay: finds orders by receipt, opens the checkout on /pay/{order} and signs webhooks with a secret of their own. */
export function createRazorpay(
  { keyId, keySecret, webhookSecret }: NonNullable<Config['razorpay']>,
  calls: Calls,
  accountCalls: Calls,
  checkoutPath: Payments['checkoutPath'],
): Payments {
  const headers = { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` }

  /** The first order with our id as its receipt. */
  async function orderFor(orderId: string) {
    const answer = await calls.read(`/orders?receipt=${orderId}&count=100`, headers)
    const found = parseBody(listOf(orderEntity), answer, 'the list of orders').filter((one) => one.receipt === orderId)
    return found.sort((a, b) => a.created_at - b.created_at || a.id.localeCompare(b.id))[0]
  }
  async function paymentsOf(order: KnownOrder) {
    const answer = await calls.read(`/orders/${order.paymentSessionId}/payments`, headers)
    return parseBody(listOf(paymentEntity), answer, 'the list of payments')
  }
  async function refundsOf(paymentId: string): Promise<Refund[]> {
    const answer = await calls.read(`/payments/${paymentId}/refunds?count=100`, headers)
    return parseBody(listOf(refundEntity), answer, 'the list of refunds').map((one) => refundFrom(paymentId, one))
  }

  return {
    name: 'razorpay',
    checkoutPath,
    splits: razorpayRoute(calls, accountCalls, headers),
    records: (from, until) => razorpayRecords(calls, headers, from, until),
    async createOrder(order) {
      let entity = await orderFor(order.orderId)
      if (!entity) {
        const created = await calls.write('/orders', headers, {
          amount: order.amountPaise,
          currency: 'INR',
          receipt: order.orderId,
          notes: { order_id: order.orderId, number: order.note },
          ...(order.share && { transfers: [holdWith(order.orderId, order.share)] }),
          // Accept payments the bank confirms days later instead of auto-refunding them (documented maximum: five
          // days).
          payment: {
            capture: 'automatic',
            capture_options: { automatic_expiry_period: 7200, manual_expiry_period: 7200, refund_speed: 'normal' },
          },
        })
        // A refusal may mean that a concurrent call created the order, since receipts are unique.
        entity =
          (isSuccess(created) ? undefined : await orderFor(order.orderId)) ??
          parseBody(orderEntity, created, 'creating an order')
      }
      assertMatches('the receipt of the order', entity.receipt, order.orderId)
      assertMatches(`the amount of order ${order.orderId}`, entity.amount, order.amountPaise)
      assertMatches(`the currency of order ${order.orderId}`, entity.currency, 'INR')
      return { paymentSessionId: entity.id }
    },
    async attempts(order) {
      return (await paymentsOf(order)).map((one) => attemptFrom(order, one))
    },
    refund(order, input) {
      const send = () =>
        calls.write(
          `/payments/${input.paymentId}/refund`,
          { ...headers, 'x-refund-idempotency': input.refundId },
          {
            amount: input.amountPaise,
            receipt: input.refundId,
            notes: { order_id: order.orderId, reason: input.note },
          },
        )
      const read = (answer: GatewayResponse) => refundFrom(input.paymentId, parseBody(refundEntity, answer, 'a refund'))
      return refundOnce(input, send, read, () => refundsOf(input.paymentId))
    },
    async refunds(order) {
      const payments = (await paymentsOf(order)).filter((one) => one.status === 'captured' || one.status === 'refunded')
      return (await Promise.all(payments.map((one) => refundsOf(one.id)))).flat()
    },
    readWebhook(requestHeaders, raw, now = new Date()) {
      const signature = requestHeaders['x-razorpay-signature']
      if (typeof signature !== 'string') return 'not-genuine'
      if (!isEqualSecret(razorpayWebhookSignature(webhookSecret, raw), signature)) return 'not-genuine'
      const body = webhookBody.safeParse(parseJson(raw)).data
      if (!body) return 'other'
      if (body.created_at !== undefined && isStale(body.created_at * 1000, now)) return 'not-genuine'
      const { transfer, settlement } = body.payload
      const { event } = body
      if (event === 'settlement.processed' && settlement) {
        const settlementId = settlement.entity.id
        return { kind: 'payee-settlement', event, eventKey: `${event}:${settlementId}`, settlementId }
      }
      if (event === 'transfer.failed' && transfer) {
        const { id: reference, error } = transfer.entity
        const message = (error?.description ?? '').slice(0, 300)
        return { kind: 'transfer', event, eventKey: `${event}:${reference}`, reference, outcome: 'failed', message }
      }
      const payment = body.payload.payment?.entity
      const order = body.payload.order?.entity
      const refund = body.payload.refund?.entity
      // Payment notes come from the payer's browser, so they only select the order to fetch.
      const orderId = order?.receipt ?? [order, refund, payment].map((one) => one?.notes.order_id).find(Boolean)
      const subject = refund ?? payment
      if (typeof orderId !== 'string' || !subject) return 'other'
      const eventKey = `${body.event}:${orderId}:${subject.id}:${subject.status}`
      return { orderId, kind: refund ? 'refund' : 'payment', event: body.event, eventKey }
    },
    readReturn({ paymentSessionId }, form) {
      const paymentId = form.get('razorpay_payment_id')
      const signature = form.get('razorpay_signature')
      if (paymentId === null || signature === null) return form.has('error[code]') ? 'unsigned' : 'not-genuine'
      const expected = razorpayReturnSignature(keySecret, paymentSessionId, paymentId)
      return isEqualSecret(expected, signature) ? { paymentId } : 'not-genuine'
    },
  }
}
