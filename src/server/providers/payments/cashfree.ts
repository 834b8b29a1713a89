import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { rupees } from '#contract/wire/money.ts'
import { idField, paiseField, refundStatuses, toUuid } from './cashfree-fields.ts'
import { cashfreeRecords } from './cashfree-reconciliation.ts'
import { cashfreeSplits, transferNotice } from './cashfree-splits.ts'
import {
  assertMatches,
  type Calls,
  type GatewayResponse,
  isEqualSecret,
  isStale,
  parseBody,
  parseJson,
  refundOnce,
} from './gateway-calls.ts'
import type { Attempt, AttemptStatus, KnownOrder, Payments, Refund } from './payment-gateway.ts'

/** Source: Cashfree PG API 2025-01-01. */
const apiVersion = '2025-01-01'

const orderEntity = z.object({
  order_id: z.string(),
  order_amount: paiseField,
  order_currency: z.string(),
  payment_session_id: z.string().min(1),
})

const paymentEntity = z.object({
  cf_payment_id: idField,
  order_id: z.string(),
  payment_status: z.string(),
  order_amount: paiseField.nullish(),
  payment_amount: paiseField,
  payment_currency: z.string().nullish(),
  payment_group: z.string().nullish(),
  payment_message: z.string().nullish(),
  bank_reference: z.string().nullish(),
})

const refundEntity = z.object({
  cf_refund_id: idField,
  cf_payment_id: idField,
  refund_id: z.string(),
  order_id: z.string(),
  refund_amount: paiseField,
  refund_currency: z.string(),
  refund_status: z.string(),
  refund_arn: z.string().nullish(),
  status_description: z.string().nullish(),
})

// Unknown statuses count as pending, because they may still succeed and must block a second payment.
const statuses: Record<string, AttemptStatus> = {
  SUCCESS: 'SUCCESS',
  FAILED: 'FAILED',
  USER_DROPPED: 'USER_DROPPED',
  NOT_ATTEMPTED: 'FAILED',
  VOID: 'FAILED',
  CANCELLED: 'FAILED',
}
/** Cashfree refund ids allow letters and digits only. */
const withoutDashes = (uuid: string) => uuid.replaceAll('-', '')

/** base64 HMAC-SHA256 of timestamp and raw body, without a separator, keyed with the API secret. */
export const webhookSignature = (secret: string, timestamp: string, raw: Buffer | string) =>
  createHmac('sha256', secret).update(timestamp).update(raw).digest('base64')

const paymentNotice = z.object({
  type: z.string(),
  data: z.object({
    order: z.object({ order_id: z.string() }),
    payment: z.object({ cf_payment_id: idField, payment_status: z.string() }),
  }),
})
const refundNotice = z.object({
  type: z.string(),
  data: z.object({ refund: z.object({ order_id: z.string(), cf_refund_id: idField, refund_status: z.string() }) }),
})

function attemptFrom(order: KnownOrder, one: z.output<typeof paymentEntity>): Attempt {
  const status = statuses[one.payment_status] ?? 'PENDING'
  const label = `of payment ${one.cf_payment_id}`
  assertMatches(`the order ${label}`, one.order_id, order.orderId)
  assertMatches(`the order's amount ${label}`, one.order_amount ?? order.amountPaise, order.amountPaise)
  if (status === 'SUCCESS') assertMatches(`the currency ${label}`, one.payment_currency, 'INR')
  return {
    paymentId: one.cf_payment_id,
    status,
    amountPaise: one.payment_amount,
    method: one.payment_group ?? '',
    message: one.payment_message ?? '',
    reference: one.bank_reference ?? '',
  }
}

function refundFrom(order: KnownOrder, one: z.output<typeof refundEntity>): Refund {
  assertMatches(`the order of refund ${one.cf_refund_id}`, one.order_id, order.orderId)
  assertMatches(`the currency of refund ${one.cf_refund_id}`, one.refund_currency, 'INR')
  return {
    refundId: toUuid(one.refund_id),
    gatewayRefundId: one.cf_refund_id,
    paymentId: one.cf_payment_id,
    amountPaise: one.refund_amount,
    status: refundStatuses[one.refund_status] ?? 'pending',
    reference: one.refund_arn ?? '',
    message: one.status_description ?? '',
  }
}

type CashfreeOptions = { name: 'cashfree' | 'sandbox'; clientId: string; clientSecret: string; publicUrl: string }

/** Cashfree, or the sandbox, which has the same API. */
export function createCashfree(
  options: CashfreeOptions,
  calls: Calls,
  checkoutPath: Payments['checkoutPath'],
): Payments {
  const { name, clientId, clientSecret, publicUrl } = options
  const headers = { 'x-client-id': clientId, 'x-client-secret': clientSecret, 'x-api-version': apiVersion }

  async function refunds(order: KnownOrder): Promise<Refund[]> {
    const answer = await calls.read(`/orders/${order.orderId}/refunds`, headers)
    return parseBody(z.array(refundEntity), answer, 'the list of refunds').map((one) => refundFrom(order, one))
  }

  return {
    name,
    checkoutPath,
    refunds,
    splits: cashfreeSplits(calls, headers),
    records: (from, until) => cashfreeRecords(calls, headers, from, until),
    async createOrder(order) {
      const path = order.language === 'hi' ? '/hi/payment-status' : '/payment-status'
      // A new key per call, because the gateway replays failures for a key. The order id prevents duplicates.
      const created = await calls.write(
        '/orders',
        { ...headers, 'x-idempotency-key': randomUUID() },
        {
          order_id: order.orderId,
          order_amount: rupees(order.amountPaise),
          order_currency: 'INR',
          customer_details: { customer_id: withoutDashes(order.customerId), customer_phone: order.customerPhone },
          order_meta: {
            return_url: `${publicUrl}${path}?order_id={order_id}`,
            notify_url: `${publicUrl}/api/payment/webhook`,
          },
          order_expiry_time: order.expiresAt.toISOString(),
          order_note: order.note,
          ...(order.share && {
            order_splits: [{ vendor_id: order.share.vendorId, amount: rupees(order.share.amountPaise) }],
          }),
        },
      )
      // 409: an earlier call created it and its reply was lost.
      const answer = created.status === 409 ? await calls.read(`/orders/${order.orderId}`, headers) : created
      const entity = parseBody(orderEntity, answer, 'creating an order')
      assertMatches('the id of the order', entity.order_id, order.orderId)
      assertMatches(`the amount of order ${order.orderId}`, entity.order_amount, order.amountPaise)
      assertMatches(`the currency of order ${order.orderId}`, entity.order_currency, 'INR')
      return { paymentSessionId: entity.payment_session_id }
    },
    async attempts(order) {
      const answer = await calls.read(`/orders/${order.orderId}/payments`, headers)
      return parseBody(z.array(paymentEntity), answer, 'the list of payments').map((one) => attemptFrom(order, one))
    },
    refund(order, input) {
      const send = () =>
        calls.write(
          `/orders/${order.orderId}/refunds`,
          { ...headers, 'x-idempotency-key': input.refundId },
          {
            refund_id: withoutDashes(input.refundId),
            refund_amount: rupees(input.amountPaise),
            refund_note: input.note,
          },
        )
      const read = (answer: GatewayResponse) => refundFrom(order, parseBody(refundEntity, answer, 'a refund'))
      return refundOnce(input, send, read, () => refunds(order))
    },
    readWebhook(requestHeaders, raw, now = new Date()) {
      const timestamp = requestHeaders['x-webhook-timestamp']
      const signature = requestHeaders['x-webhook-signature']
      if (typeof timestamp !== 'string' || typeof signature !== 'string') return 'not-genuine'
      if (!isEqualSecret(webhookSignature(clientSecret, timestamp, raw), signature)) return 'not-genuine'
      if (isStale(Number(timestamp), now)) return 'not-genuine'
      const body = parseJson(raw)
      const refund = refundNotice.safeParse(body).data
      if (refund) {
        const { order_id, cf_refund_id, refund_status } = refund.data.refund
        const eventKey = `${refund.type}:${order_id}:${cf_refund_id}:${refund_status}`
        return { orderId: order_id, kind: 'refund', event: refund.type, eventKey }
      }
      const payment = paymentNotice.safeParse(body).data
      if (!payment) return transferNotice(body) ?? 'other'
      const { order_id } = payment.data.order
      const { cf_payment_id, payment_status } = payment.data.payment
      const eventKey = `${payment.type}:${order_id}:${cf_payment_id}:${payment_status}`
      return { orderId: order_id, kind: 'payment', event: payment.type, eventKey }
    },
    // Cashfree's checkout returns by a plain link.
    readReturn: () => 'not-genuine',
  }
}
