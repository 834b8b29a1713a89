import { createHmac } from 'node:crypto'
import { dateInIndia } from '#contract/wire/time.ts'
import { type GatewayCall, type GatewayReply, serve, withFaults } from './gateway-faults.ts'
import { fakeRoute } from './gateway-razorpay-route.ts'

const keys = { id: 'rzp_test_1', secret: 'rzp_test_secret', webhook: 'whsec_test' }
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

type Order = { id: string; amount: number; receipt: string; notes: object; created_at: number }
type Payment = { id: string; order_id: string; status: string; amount: number; settlement?: string }
type Refund = {
  id: string
  payment_id: string
  amount: number
  receipt: string | null
  status: string
  arn: string | null
  settlement?: string
}
type Item = { entity_id: string; type: string; settlement_id: string } & Record<string, unknown>

const errorReply = (status: number, description: string): GatewayReply => ({
  status,
  body: {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      reason: 'input_validation_failed',
      metadata: {},
    },
  },
})
const list = (items: object[]): GatewayReply => ({
  status: 200,
  body: { entity: 'collection', count: items.length, items },
})

/** A fake Razorpay that follows its documentation and is strict where that is unclear. */
export async function startRazorpay({ takesReceiptsTwice = false } = {}) {
  const orders: Order[] = []
  const payments: Payment[] = []
  const refunds: Refund[] = []
  const replies = new Map<string, { body: string; reply: GatewayReply }>()
  const items: Item[] = []
  const route = fakeRoute({ payments, hasRefund: (id) => refunds.some(({ payment_id }) => payment_id === id) })
  let refundsWait = false
  let maxRows = 1_000
  let last = 100

  const orderEntity = (order: Order) => ({
    ...order,
    entity: 'order',
    amount_paid: 0,
    amount_due: order.amount,
    currency: 'INR',
    status: 'created',
    attempts: 0,
  })
  const paymentEntity = (payment: Payment) => ({
    ...payment,
    entity: 'payment',
    currency: 'INR',
    method: 'upi',
    captured: payment.status === 'captured',
    notes: [],
    error_description: payment.status === 'failed' ? 'said by the bank' : null,
    acquirer_data: { rrn: '267567962619' },
  })
  const refundEntity = ({ arn, ...refund }: Refund) => ({
    ...refund,
    entity: 'refund',
    currency: 'INR',
    notes: [],
    acquirer_data: { arn },
    speed_processed: 'normal',
  })

  function createOrder(body: GatewayCall['body']): GatewayReply {
    if (!Number.isInteger(body.amount) || body.amount < 100)
      return errorReply(400, 'The amount must be at least INR 1.00')
    if (body.receipt.length > 40) return errorReply(400, 'receipt is too long')
    if (!takesReceiptsTwice && orders.some((order) => order.receipt === body.receipt))
      return errorReply(400, 'receipt has been used before')
    const { amount, receipt, notes } = body
    const order = { id: `order_${++last}`, amount, receipt, notes, created_at: 1_756_455_561 + last }
    const refused = route.withOrder(order.id, body.transfers)
    if (refused) return refused
    orders.push(order)
    return { status: 200, body: orderEntity(order) }
  }

  /** Newest first, `count` items after `skip`; ten by default. */
  function page(all: object[], { searchParams }: URL): GatewayReply {
    const count = Number(searchParams.get('count') ?? 10)
    const skip = Number(searchParams.get('skip') ?? 0)
    return list([...all].reverse().slice(skip, skip + Math.min(count, maxRows)))
  }
  const isToday = ({ searchParams }: URL) =>
    ['year', 'month', 'day'].map((name) => searchParams.get(name)).join('-') === dateInIndia(new Date())
  const created_at = Math.floor(Date.now() / 1000)
  /** A settlement line as Razorpay sends it: the fee includes its tax. */
  function item(settlement: string, type: string, id: string, { credit = 0, debit = 0, fee = 0, tax = 0 }): void {
    items.push({
      entity_id: id,
      type,
      credit,
      debit,
      fee,
      tax,
      amount: credit + debit + fee,
      currency: 'INR',
      on_hold: false,
      settled: true,
      created_at,
      settled_at: created_at,
      settlement_id: settlement,
      settlement_utr: `1568${last}`,
    })
  }

  function createRefund(paymentId: string, { headers, body }: GatewayCall): GatewayReply {
    const key = headers['x-refund-idempotency'] ?? ''
    if (!/^[\w-]{10,}$/.test(key)) return errorReply(400, 'The idempotency key must be at least 10 characters long.')
    const before = replies.get(key)
    if (before) {
      if (before.body === JSON.stringify(body)) return before.reply
      return errorReply(400, 'Different request with the same idempotency key has already been processed.')
    }
    const payment = payments.find((payment) => payment.id === paymentId)
    if (payment?.status !== 'captured') return errorReply(400, 'The id provided does not exist')
    const back = refunds.filter((refund) => refund.payment_id === paymentId && refund.status !== 'failed')
    const left = payment.amount - back.reduce((total, refund) => total + refund.amount, 0)
    if (body.amount > left) return errorReply(400, 'The refund amount provided is greater than amount captured.')
    const ended = refundsWait ? { status: 'pending', arn: null } : { status: 'processed', arn: '10000000000000' }
    const refund = { id: `rfnd_${++last}`, payment_id: paymentId, amount: body.amount, receipt: body.receipt, ...ended }
    refunds.push(refund)
    const first = { status: 200, body: refundEntity(refund) }
    replies.set(key, { body: JSON.stringify(body), reply: first })
    return first
  }

  const gateway = withFaults((call) => {
    const { method, url, headers, body } = call
    if (headers.authorization !== `Basic ${Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')}`) {
      return errorReply(401, 'Authentication failed')
    }
    const [, kind, id = '', what] = url.pathname.split('/')
    const routed = route.act(call)
    if (routed) return routed
    const expanded = orders.find((order) => order.id === id && what !== 'payments')
    if (kind === 'orders' && expanded)
      return { status: 200, body: { ...orderEntity(expanded), transfers: list(route.ofOrder(id)).body } }
    if (kind === 'settlements') return page(isToday(url) ? items : [], url)
    if (kind === 'payments' && !id)
      return page(
        payments.map((payment) => ({ ...paymentEntity(payment), created_at })),
        url,
      )
    if (kind === 'refunds')
      return page(
        refunds.map((refund) => ({ ...refundEntity(refund), created_at })),
        url,
      )
    if (kind === 'orders' && method === 'POST') return createOrder(body)
    if (kind === 'orders' && !id) {
      // Newest first, as in Razorpay's lists.
      return list(
        orders
          .filter((order) => order.receipt === url.searchParams.get('receipt'))
          .map(orderEntity)
          .reverse(),
      )
    }
    if (kind === 'orders') return list(payments.filter((payment) => payment.order_id === id).map(paymentEntity))
    if (what === 'refund') return createRefund(id, call)
    return list(refunds.filter((refund) => refund.payment_id === id).map(refundEntity))
  })
  const server = await serve(gateway)

  const paymentStatuses = { success: 'captured', pending: 'authorized', failed: 'failed' } as const
  const receiptOf = (payment: Payment | undefined) => orders.find(({ id }) => id === payment?.order_id)?.receipt ?? ''
  const orderFor = (orderId: string) => orders.find((order) => order.receipt === orderId)
  const event = (name: string, payload: object) =>
    JSON.stringify(
      {
        entity: 'event',
        account_id: 'acc_1',
        event: name,
        contains: Object.keys(payload),
        payload,
        created_at: Math.floor(Date.now() / 1000),
      },
      null,
      1,
    )
  return {
    ...gateway,
    stop: server.stop,
    sign: (raw: string, _at?: Date, secret = keys.webhook) => ({ 'x-razorpay-signature': hmac(secret, raw) }),
    variables: {
      PAYMENT_PROVIDER: 'razorpay',
      RAZORPAY_BASE_URL: server.baseUrl,
      RAZORPAY_KEY_ID: keys.id,
      RAZORPAY_KEY_SECRET: keys.secret,
      RAZORPAY_WEBHOOK_SECRET: keys.webhook,
    },
    route,
    ordersOf: async (orderId: string) => orders.filter((order) => order.receipt === orderId).length,
    async pay(orderId: string, outcome: keyof typeof paymentStatuses, amount = orderFor(orderId)?.amount ?? 0) {
      const payment = {
        id: `pay_${++last}`,
        order_id: orderFor(orderId)?.id ?? '',
        status: paymentStatuses[outcome],
        amount,
      }
      payments.push(payment)
      if (outcome === 'success') route.paid(payment.order_id)
      return payment.id
    },
    async move(paymentId: string, outcome: keyof typeof paymentStatuses) {
      for (const payment of payments) if (payment.id === paymentId) payment.status = paymentStatuses[outcome]
    },
    /** The gateway's own transactions by our order id: payments and completed refunds. */
    book: () => [
      ...payments
        .filter(({ status }) => status === 'captured')
        .map((payment) => ({ orderId: receiptOf(payment), amountPaise: payment.amount })),
      ...refunds
        .filter(({ status }) => status === 'processed')
        .map((refund) => ({
          orderId: receiptOf(payments.find(({ id }) => id === refund.payment_id)),
          amountPaise: -refund.amount,
        })),
    ],
    async letRefundsWait(is: boolean) {
      refundsWait = is
    },
    async endRefund(gatewayRefundId: string, isSettled: boolean) {
      for (const refund of refunds) {
        if (refund.id === gatewayRefundId)
          Object.assign(refund, isSettled ? { status: 'processed', arn: '10000000000001' } : { status: 'failed' })
      }
    },
    /** Sets the page size of list replies. */
    pagesOf: (rows: number) => {
      maxRows = rows
    },
    async refundByHand(orderId: string, amount: number) {
      const payment = payments.find(
        (payment) => payment.order_id === orderFor(orderId)?.id && payment.status === 'captured',
      )
      const refund = { id: `rfnd_${++last}`, payment_id: payment?.id ?? '', amount, receipt: null }
      refunds.push({ ...refund, status: 'processed', arn: '10000000000002' })
      return refund.id
    },
    /** Settles everything open, less a 2% fee, 18% tax on it, and `otherPaise`. */
    async settle(otherPaise = 0) {
      const id = `setl_${++last}`
      const sums = { amountPaise: -otherPaise, feePaise: 0, taxPaise: 0 }
      for (const payment of payments.filter(({ status, settlement }) => status === 'captured' && !settlement)) {
        const feePaise = Math.round(payment.amount * 0.02)
        const tax = Math.round(feePaise * 0.18)
        payment.settlement = id
        item(id, 'payment', payment.id, { credit: payment.amount - feePaise - tax, fee: feePaise + tax, tax })
        sums.amountPaise += payment.amount - feePaise - tax
        sums.feePaise += feePaise
        sums.taxPaise += tax
      }
      for (const refund of refunds.filter(({ status, settlement }) => status === 'processed' && !settlement)) {
        refund.settlement = id
        item(id, 'refund', refund.id, { debit: refund.amount })
        sums.amountPaise -= refund.amount
      }
      if (otherPaise > 0) item(id, 'adjustment', `adj_${last}`, { debit: otherPaise })
      return { id, ...sums }
    },
    paymentNotice(orderId: string, paymentId: string) {
      const payment = payments.find((payment) => payment.id === paymentId) ?? { id: paymentId, status: 'captured' }
      const entity = { ...payment, entity: 'payment', currency: 'INR', notes: { order_id: orderId } }
      return event(`payment.${payment.status}`, { payment: { entity } })
    },
    refundNotice: (orderId: string, gatewayRefundId: string, status: string) =>
      event(`refund.${status === 'SUCCESS' ? 'processed' : 'failed'}`, {
        refund: { entity: { id: gatewayRefundId, payment_id: 'pay_1', status, notes: { order_id: orderId } } },
        payment: { entity: { id: 'pay_1', status: 'captured', notes: [] } },
      }),
    /** The body of a webhook about a settlement or a transfer. */
    routeNotice: (name: string, id: string) =>
      event(name, { [name.split('.')[0] ?? '']: { entity: { id, status: name.split('.')[1], notes: [] } } }),
    /** The form Razorpay's checkout posts when it returns the payer. */
    returnForm(orderId: string, paymentId: string, secret = keys.secret) {
      const id = orderFor(orderId)?.id ?? ''
      return new URLSearchParams({
        razorpay_payment_id: paymentId,
        razorpay_order_id: id,
        razorpay_signature: hmac(secret, `${id}|${paymentId}`),
      }).toString()
    },
  }
}
