import { webhookSignature } from '#server/providers/payments/cashfree.ts'
import { fakeSplits } from './gateway-cashfree-splits.ts'
import { type GatewayCall, type GatewayReply, serve, withFaults } from './gateway-faults.ts'

const keys = { id: 'client-1', secret: 'cfsk_test_secret' }
const rupees = (paise: number) => paise / 100

type Order = { id: string; amountPaise: number; session: string; split?: { vendor_id: string; amount: number } }
type Payment = { id: string; orderId: string; status: string; amountPaise: number; settlement?: string; at: string }
type Refund = {
  id: string
  orderId: string
  refundId: string
  amountPaise: number
  status: string
  arn: string | null
  settlement?: string
  at: string
}
type Settlement = { id: string; amountPaise: number; otherPaise: number; charge: number; tax: number; at: string }

const errorReply = (status: number, code: string, type = 'invalid_request_error'): GatewayReply => ({
  status,
  body: { message: `refused: ${code}`, code, type },
})

/**
 * A fake Cashfree that follows its documentation (PG API 2025-01-01) and is strict where that is unclear. Its lists keep
 * to the days asked for with `keepsDays`.
 */
export async function startCashfree({ keepsDays = false } = {}) {
  const orders = new Map<string, Order>()
  const payments: Payment[] = []
  const refunds: Refund[] = []
  const settlements: Settlement[] = []
  const splits = fakeSplits()
  const replies = new Map<string, { body: string; reply: GatewayReply }>()
  let refundsWait = false
  let breaks = false
  let maxRows = 1_000
  let last = 1_453_002_795

  const orderEntity = (order: Order) => ({
    cf_order_id: `cf-${order.id}`,
    order_id: order.id,
    entity: 'order',
    order_status: 'ACTIVE',
    payment_session_id: order.session,
    order_amount: rupees(order.amountPaise),
    order_currency: 'INR',
  })
  const paymentEntity = (payment: Payment) => ({
    cf_payment_id: payment.id,
    order_id: payment.orderId,
    entity: 'payment',
    payment_status: payment.status,
    order_amount: rupees(orders.get(payment.orderId)?.amountPaise ?? 0),
    payment_amount: rupees(payment.amountPaise),
    payment_currency: 'INR',
    payment_group: 'upi',
    payment_message: 'said by the bank',
    bank_reference: '234928698581',
  })
  // Cashfree returns these ids as numbers and spells `entity` this way.
  const refundEntity = (refund: Refund) => ({
    cf_refund_id: Number(refund.id),
    cf_payment_id: Number(payments.find((paid) => paid.orderId === refund.orderId)?.id),
    entity: 'Refund',
    refund_id: refund.refundId,
    order_id: refund.orderId,
    refund_amount: rupees(refund.amountPaise),
    refund_currency: 'INR',
    refund_status: refund.status,
    refund_arn: refund.arn,
    refund_type: 'MERCHANT_INITIATED',
  })

  const now = () => new Date().toISOString()

  /** Events in rupees; ids are numbers where Cashfree's are, see `POST /recon` in its documentation. */
  function events(isWanted: (row: { at: string }) => boolean) {
    const event = (at: string, type: string, id: string, status: string, paise: number, settlement?: string) => ({
      event_id: id,
      event_type: type,
      event_status: status,
      event_time: at,
      event_currency: 'INR',
      entity: 'recon',
      event_amount: rupees(paise),
      sale_type: type === 'PAYMENT' ? 'CREDIT' : 'DEBIT',
      ...(settlement && { cf_settlement_id: Number(settlement), settlement_utr: `PGI${settlement}` }),
    })
    return [
      ...payments.filter(isWanted).map((payment) => ({
        ...event(payment.at, 'PAYMENT', payment.id, payment.status, payment.amountPaise, payment.settlement),
        order_id: payment.orderId,
        cf_payment_id: payment.id,
        payment_service_charge: 0,
      })),
      ...refunds.filter(isWanted).map((refund) => ({
        ...event(refund.at, 'REFUND', refund.id, refund.status, refund.amountPaise, refund.settlement),
        order_id: refund.orderId,
        refund_id: refund.refundId,
        refund_arn: refund.arn,
        cf_payment_id: payments.find((paid) => paid.orderId === refund.orderId)?.id,
      })),
      ...settlements.filter(isWanted).flatMap((settlement) => [
        {
          ...event(
            settlement.at,
            'SETTLEMENT',
            settlement.id,
            'PAID',
            settlement.amountPaise + settlement.charge + settlement.tax,
            settlement.id,
          ),
          amount_settled: rupees(settlement.amountPaise),
          service_charge: rupees(settlement.charge),
          service_tax: rupees(settlement.tax),
          settlement_charge: 3,
          settlement_tax: 0.54,
          settlement_date: settlement.at,
        },
        ...(settlement.otherPaise
          ? [event(settlement.at, 'DISPUTE', `d${settlement.id}`, 'CLOSED', settlement.otherPaise, settlement.id)]
          : []),
      ]),
    ]
  }

  type Recon = {
    pagination: { limit: number; cursor: string | null }
    filters: { start_date: string; end_date: string }
  }
  function recon({ pagination, filters: { start_date: from, end_date: until } }: Recon): GatewayReply {
    const skip = Number(pagination.cursor ?? 0)
    const size = Math.min(pagination.limit, maxRows)
    // Tests on the machine's own clock list everything.
    const all = events(({ at }) => !keepsDays || (at >= from && at <= until))
    const cursor = all.length > skip + size ? String(skip + size) : null
    return { status: 200, body: { cursor, limit: pagination.limit, data: all.slice(skip, skip + size) } }
  }

  function createOrder(body: GatewayCall['body']): GatewayReply {
    if (orders.has(body.order_id)) return errorReply(409, 'order_already_exists')
    if (!/^[\w-]{3,45}$/.test(body.order_id) || !/^[a-zA-Z0-9]+$/.test(body.customer_details.customer_id)) {
      return errorReply(400, 'order_invalid')
    }
    const order = {
      id: body.order_id,
      amountPaise: Math.round(body.order_amount * 100),
      session: `session_${body.order_id}`,
      split: body.order_splits?.[0],
    }
    if (order.split && !splits.has(order.split.vendor_id)) return errorReply(400, 'vendor_unknown')
    orders.set(order.id, order)
    return { status: 200, body: orderEntity(order) }
  }

  function createRefund(order: Order, body: GatewayCall['body']): GatewayReply {
    if (!/^[a-zA-Z0-9_]{3,40}$/.test(body.refund_id)) return errorReply(400, 'refund_id_invalid')
    if (refunds.some((refund) => refund.refundId === body.refund_id)) return errorReply(409, 'refund_already_exists')
    const sum = (all: { amountPaise: number }[]) => all.reduce((total, row) => total + row.amountPaise, 0)
    const paid = sum(payments.filter((payment) => payment.orderId === order.id && payment.status === 'SUCCESS'))
    const back = sum(refunds.filter((refund) => refund.orderId === order.id && refund.status !== 'CANCELLED'))
    const amountPaise = Math.round(body.refund_amount * 100)
    if (amountPaise + back > paid) return errorReply(400, 'refund_amount_invalid')
    const ended = refundsWait ? { status: 'PENDING', arn: null } : { status: 'SUCCESS', arn: '205907014017' }
    const refund = { id: String(++last), orderId: order.id, refundId: body.refund_id, amountPaise, ...ended, at: now() }
    refunds.push(refund)
    return { status: 200, body: refundEntity(refund) }
  }

  /** Repeats the first reply for a key, errors included. */
  function once({ headers, body }: GatewayCall, act: () => GatewayReply): GatewayReply {
    const key = headers['x-idempotency-key']
    const text = JSON.stringify(body)
    const before = key ? replies.get(key) : undefined
    if (before)
      return before.body === text ? before.reply : errorReply(409, 'idempotency_key_reused', 'idempotency_error')
    const first = breaks ? errorReply(500, 'internal', 'api_error') : act()
    breaks = false
    if (key) replies.set(key, { body: text, reply: first })
    return first
  }

  const gateway = withFaults((call) => {
    const { method, url, headers, body } = call
    if (headers['x-client-id'] !== keys.id || headers['x-client-secret'] !== keys.secret)
      return errorReply(401, 'wrong_keys')
    if (headers['x-api-version'] !== '2025-01-01') return errorReply(400, 'version_missing')
    const [, kind, id = '', what] = url.pathname.split('/')
    if (kind === 'recon') return recon(body)
    if (url.pathname === '/split/order/vendor/recon') return splits.list()
    if (kind === 'easy-split') return method === 'POST' ? once(call, () => splits.act(call)) : splits.act(call)
    if (method === 'POST' && !id) return once(call, () => createOrder(body))
    const order = orders.get(id)
    if (!order) return errorReply(404, 'order_not_found')
    if (method === 'POST') return once(call, () => createRefund(order, body))
    if (what === 'payments')
      return { status: 200, body: payments.filter((payment) => payment.orderId === id).map(paymentEntity) }
    if (what === 'refunds')
      return { status: 200, body: refunds.filter((refund) => refund.orderId === id).map(refundEntity) }
    return { status: 200, body: orderEntity(order) }
  })
  const server = await serve(gateway)

  const sign = (raw: string, at: Date, secret = keys.secret) => ({
    'x-webhook-timestamp': String(at.getTime()),
    'x-webhook-signature': webhookSignature(secret, String(at.getTime()), raw),
  })
  const isSuccess = ({ status }: { status: string }) => status === 'SUCCESS'
  const paymentStatuses = { success: 'SUCCESS', pending: 'PENDING', failed: 'FAILED' } as const
  return {
    ...gateway,
    stop: server.stop,
    sign,
    variables: {
      PAYMENT_PROVIDER: 'cashfree',
      CASHFREE_BASE_URL: server.baseUrl,
      CASHFREE_CLIENT_ID: keys.id,
      CASHFREE_CLIENT_SECRET: keys.secret,
    },
    splits,
    ordersOf: async (orderId: string) => (orders.has(orderId) ? 1 : 0),
    refundsOf: (orderId: string) => refunds.filter((refund) => refund.orderId === orderId),
    async pay(
      orderId: string,
      outcome: keyof typeof paymentStatuses,
      amountPaise = orders.get(orderId)?.amountPaise ?? 0,
    ) {
      const payment = { id: String(++last), orderId, status: paymentStatuses[outcome], amountPaise, at: now() }
      payments.push(payment)
      const split = orders.get(orderId)?.split
      if (split && outcome === 'success') splits.credit(split.vendor_id, orderId, Math.round(split.amount * 100))
      return payment.id
    },
    async move(paymentId: string, outcome: keyof typeof paymentStatuses) {
      for (const payment of payments) if (payment.id === paymentId) payment.status = paymentStatuses[outcome]
    },
    /** The gateway's own transactions: payments and completed refunds. */
    book: () => [
      ...payments.filter(isSuccess).map(({ orderId, amountPaise, at }) => ({ orderId, amountPaise, at })),
      ...refunds.filter(isSuccess).map(({ orderId, amountPaise, at }) => ({ orderId, amountPaise: -amountPaise, at })),
    ],
    async letRefundsWait(is: boolean) {
      refundsWait = is
    },
    async endRefund(gatewayRefundId: string, isSettled: boolean) {
      for (const refund of refunds) {
        if (refund.id === gatewayRefundId)
          Object.assign(refund, isSettled ? { status: 'SUCCESS', arn: '205907014018' } : { status: 'CANCELLED' })
      }
    },
    /** Sets the page size of list replies. */
    pagesOf: (rows: number) => {
      maxRows = rows
    },
    async refundByHand(orderId: string, amountPaise: number) {
      const refund = {
        id: String(++last),
        orderId,
        refundId: `hand_${last}`,
        amountPaise,
        status: 'SUCCESS',
        arn: '2059',
        at: now(),
      }
      refunds.push(refund)
      return refund.id
    },
    /** Paise that `settle` would pay, before its fees. */
    unsettledPaise: () =>
      [...payments.map((row) => [row, 1] as const), ...refunds.map((row) => [row, -1] as const)]
        .filter(([row]) => isSuccess(row) && !row.settlement)
        .reduce((total, [{ amountPaise }, sign]) => total + sign * amountPaise, 0),
    /** Settles everything open, less a 2% fee, 18% tax on it, and `otherPaise`. */
    async settle(otherPaise = 0) {
      const id = String(++last)
      const [ins, outs] = [payments, refunds].map((all: (Payment | Refund)[]) =>
        all.filter((row) => row.status === 'SUCCESS' && !row.settlement),
      ) as [Payment[], Refund[]] // safe: same order as above
      const sum = (all: { amountPaise: number }[]) => all.reduce((total, row) => total + row.amountPaise, 0)
      const charge = Math.round(sum(ins) * 0.02)
      const tax = Math.round(charge * 0.18)
      const amountPaise = sum(ins) - sum(outs) - otherPaise - charge - tax - 354
      settlements.push({ id, amountPaise, otherPaise, charge, tax, at: now() })
      for (const row of [...ins, ...outs]) row.settlement = id
      return { id, amountPaise, feePaise: charge + 300, taxPaise: tax + 54 }
    },
    /** Makes the next write fail inside; the error is stored under its idempotency key. */
    breakNext: () => {
      breaks = true
    },
    /** The body of a payment webhook, with amounts written as 99.00. */
    paymentNotice: (orderId: string, paymentId: string) =>
      cashfreePaymentNotice(
        orderId,
        paymentId,
        payments.find((payment) => payment.id === paymentId)?.status ?? 'SUCCESS',
      ),
    refundNotice: (orderId: string, gatewayRefundId: string, status: string) =>
      cashfreeRefundNotice(orderId, gatewayRefundId, status),
  }
}

export const cashfreePaymentNotice = (orderId: string, paymentId: string, status: string) =>
  `{"data":{"order":{"order_id":"${orderId}","order_amount":99.00,"order_currency":"INR","order_tags":null},"payment":{"cf_payment_id":"${paymentId}","payment_status":"${status}","payment_amount":99.00,"payment_currency":"INR","payment_group":"upi"},"customer_details":{"customer_id":"x"}},"event_time":"2026-01-02T12:20:30+05:30","type":"PAYMENT_${status}_WEBHOOK"}`

export const cashfreeRefundNotice = (orderId: string, gatewayRefundId: string, status: string) =>
  `{"data":{"refund":{"cf_refund_id":${gatewayRefundId},"cf_payment_id":789727431,"refund_id":"x","order_id":"${orderId}","refund_amount":2.00,"refund_currency":"INR","entity":"Refund","refund_status":"${status}"}},"event_time":"2022-02-28T13:04:28+05:30","type":"REFUND_STATUS_WEBHOOK"}`
