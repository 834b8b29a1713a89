import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Language } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'

export const paymentStatuses = [
  'SUCCESS',
  'NOT_ATTEMPTED',
  'FAILED',
  'USER_DROPPED',
  'VOID',
  'CANCELLED',
  'PENDING',
] as const

const attempt = z.object({
  cf_payment_id: z.coerce.string(),
  payment_status: z.enum(paymentStatuses),
  payment_amount: z.number(),
  payment_group: z.string().nullish(),
  payment_message: z.string().nullish(),
  bank_reference: z.string().nullish(),
  payment_time: z.string().nullish(),
})
/** One attempt to pay an order, as the gateway tells it; amounts in rupees. Several an order are normal. */
export type Attempt = z.infer<typeof attempt>

const createdOrder = z.object({ order_id: z.string(), payment_session_id: z.string() })

export type NewOrder = {
  orderId: string
  amountRupees: number
  customerId: string
  customerPhone: string
  expiresAt: Date
  note: string
  /** Language of the page the payer comes back to. */
  language: Language
}
export type WebhookNotice = { orderId: string; eventKey: string; kind: string }

/** The payment gateway: Cashfree, or the sandbox that speaks like it (facts: Cashfree PG API 2025-01-01). */
export type Payments = {
  name: string
  /** Creates the order at the gateway; a second call with the same id answers the first order's session. */
  createOrder(order: NewOrder): Promise<{ paymentSessionId: string }>
  /** Every attempt of an order; empty when nobody tried. */
  attempts(orderId: string): Promise<Attempt[]>
  /** Where the browser goes to pay, on our own site. */
  checkoutPath(order: { orderId: string; paymentSessionId: string }): string
  /** Checks a webhook's signature over its raw bytes. A genuine one may be about something that is not a payment. */
  readWebhook(
    headers: Record<string, string | string[] | undefined>,
    raw: Buffer,
  ): WebhookNotice | 'not-genuine' | 'other'
}

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Credentials of the sandbox; known to everybody, and only ever accepted by it. */
export const sandboxKeys = { clientId: 'sandbox', clientSecret: 'cfsk_sandbox_secret' }
const apiVersion = '2025-01-01'

/** base64 HMAC-SHA256 of timestamp and raw body, without a separator, keyed with the API secret. */
export const webhookSignature = (secret: string, timestamp: string, raw: Buffer | string) =>
  createHmac('sha256', secret).update(timestamp).update(raw).digest('base64')

const notice = z.object({
  type: z.string(),
  data: z.object({
    order: z.object({ order_id: z.string() }),
    payment: z.object({ cf_payment_id: z.coerce.string(), payment_status: z.string() }).optional(),
  }),
})

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return null
  }
}

/** The gateway configured: its own address for Cashfree, this server's /sandbox/pg for the sandbox. */
export function createPayments(config: Config, inMemory: Send): Payments {
  const { cashfree } = config
  const keys = cashfree ?? sandboxKeys
  const send: Send = cashfree
    ? (path, init) => fetch(cashfree.baseUrl + path, init)
    : (path, init) => inMemory(`/sandbox/pg${path}`, init)
  const headers = {
    'x-client-id': keys.clientId,
    'x-client-secret': keys.clientSecret,
    'x-api-version': apiVersion,
    'content-type': 'application/json',
  }
  const call = async (path: string, init: RequestInit = {}) => {
    const reply = await send(path, {
      ...init,
      headers: { ...headers, ...init.headers },
      signal: AbortSignal.timeout(10_000),
    })
    return { status: reply.status, body: (await reply.json().catch(() => null)) as unknown } // as: the type of json() is any
  }
  const failed = (what: string, status: number) => new Error(`payment gateway: ${what} answered ${status}`)

  return {
    name: cashfree ? 'cashfree' : 'sandbox',
    async createOrder(order) {
      const made = await call('/orders', {
        method: 'POST',
        // A new key each time: the gateway replays even its own failures for a key. The order id keeps us from two orders.
        headers: { 'x-idempotency-key': randomUUID() },
        body: JSON.stringify({
          order_id: order.orderId,
          order_amount: order.amountRupees,
          order_currency: 'INR',
          customer_details: { customer_id: order.customerId.replaceAll('-', ''), customer_phone: order.customerPhone },
          order_meta: {
            return_url: `${config.publicUrl}${order.language === 'hi' ? '/hi' : ''}/payment-status?order_id={order_id}`,
            notify_url: `${config.publicUrl}/api/payment/webhook`,
          },
          order_expiry_time: order.expiresAt.toISOString(),
          order_note: order.note,
        }),
      })
      // 409: an earlier call made it and its answer was lost.
      const answer = made.status === 409 ? await call(`/orders/${order.orderId}`) : made
      if (answer.status !== 200) throw failed('create order', answer.status)
      return { paymentSessionId: createdOrder.parse(answer.body).payment_session_id }
    },
    async attempts(orderId) {
      const answer = await call(`/orders/${orderId}/payments`)
      if (answer.status !== 200) throw failed('payments', answer.status)
      return z.array(attempt).parse(answer.body)
    },
    checkoutPath: ({ orderId, paymentSessionId }) =>
      cashfree ? `/pay/${orderId}` : `/sandbox/checkout/${paymentSessionId}`,
    readWebhook(given, raw) {
      const [timestamp, signature] = [given['x-webhook-timestamp'], given['x-webhook-signature']]
      if (typeof timestamp !== 'string' || typeof signature !== 'string') return 'not-genuine'
      const right = Buffer.from(webhookSignature(keys.clientSecret, timestamp, raw))
      const theirs = Buffer.from(signature)
      if (right.length !== theirs.length || !timingSafeEqual(right, theirs)) return 'not-genuine'
      const parsed = notice.safeParse(parseJson(raw))
      if (!parsed.success) return 'other'
      const { order, payment } = parsed.data.data
      return {
        orderId: order.order_id,
        eventKey: `${parsed.data.type}:${order.order_id}:${payment?.cf_payment_id}:${payment?.payment_status}`,
        kind: parsed.data.type,
      }
    },
  }
}
