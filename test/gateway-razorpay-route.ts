import type { GatewayCall, GatewayReply } from './gateway-faults.ts'

type Transfer = {
  id: string
  /** An order or a payment; our balance for a direct transfer. */
  source: string
  recipient: string
  amount: number
  amount_reversed: number
  on_hold: boolean
  status: string
  notes: Record<string, unknown>
  recipient_settlement_id: string | null
}
type Reversal = { id: string; transfer_id: string; amount: number; notes: object }
type Account = {
  id: string
  email: string
  reference_id: string
  created_at: number
  status: string
  bank: object | null
}
type Payment = { id: string; order_id: string; status: string; amount: number }

const created_at = Math.floor(Date.now() / 1000)
const errorReply = (description: string): GatewayReply => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST_ERROR', description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} } },
})
const ok = (body: object): GatewayReply => ({ status: 200, body })
const list = (items: object[]) => ok({ entity: 'collection', count: items.length, items })

/** Route of the fake Razorpay: linked accounts, transfers with holds, and reversals. */
export function fakeRoute(facts: { payments: Payment[]; hasRefund: (paymentId: string) => boolean }) {
  const accounts: Account[] = []
  const transfers: Transfer[] = []
  const reversals: Reversal[] = []
  const replies = new Map<string, { body: string; reply: GatewayReply }>()
  let takesDirect = true
  let last = 0

  const entity = (one: Transfer) => ({
    ...one,
    entity: 'transfer',
    currency: 'INR',
    on_hold_until: null,
    created_at,
    error: { description: one.status === 'failed' ? 'said by the bank' : null },
  })
  const product = (account: Account) => ({
    id: `${account.id}_prd`,
    product_name: 'route',
    account_id: account.id,
    activation_status: account.bank ? account.status : 'needs_clarification',
    requirements: account.bank ? [] : [{ field_reference: 'settlements.account_number', reason_code: 'field_missing' }],
  })
  const sum = (all: { amount: number }[]) => all.reduce((total, one) => total + one.amount, 0)
  const net = (one: Transfer) => ({ amount: one.amount - one.amount_reversed })

  function add(source: string, wanted: GatewayCall['body'], status: string): Transfer | GatewayReply {
    if (wanted.amount < 100) return errorReply('The transfers.0.amount must be at least 100.')
    if (!accounts.some(({ id }) => id === wanted.account)) return errorReply('input is an invalid account_code.')
    const one = {
      id: `trf_${++last}`,
      source,
      recipient: wanted.account,
      amount: wanted.amount,
      amount_reversed: 0,
      on_hold: wanted.on_hold === true,
      status,
      notes: wanted.notes,
      recipient_settlement_id: null,
    }
    transfers.push(one)
    return one
  }
  const isReply = (one: Transfer | GatewayReply): one is GatewayReply => 'body' in one

  function ofAccounts({ method, url, body }: GatewayCall): GatewayReply {
    const [, , id = '', what, productId] = url.pathname.split('/')
    if (!id) {
      const known = accounts.find(({ email }) => email === body.email)
      if (known) return errorReply(`Merchant email already exists for account - ${known.id.slice(4)}`)
      const { street1, postal_code } = body.profile.addresses.registered
      if (body.reference_id.length > 20) return errorReply('The reference id may not be greater than 20 characters.')
      if (!street1 || !/^\d{6}$/.test(postal_code)) return errorReply('The input field is required')
      if (/[^a-zA-Z0-9 ]/.test(body.legal_business_name))
        return errorReply('The name may only contain alphabets, digits and spaces')
      accounts.push({
        id: `acc_${++last}`,
        email: body.email,
        reference_id: body.reference_id,
        created_at: created_at - 90_000,
        status: 'activated',
        bank: null,
      })
    }
    const account = id ? accounts.find((one) => one.id === id) : accounts.at(-1)
    if (!account) return errorReply('Linked account does not exist')
    if (what === 'stakeholders') return ok({ id: `sth_${++last}`, entity: 'stakeholder' })
    if (what !== 'products') return ok({ ...account, type: 'route' })
    if (method === 'PATCH') account.bank = body.settlements
    if (productId && productId !== product(account).id) return errorReply('The product config id does not exist')
    return ok(product(account))
  }

  function onPayment(payment: Payment, body: GatewayCall['body']): GatewayReply {
    if (facts.hasRefund(payment.id)) return errorReply('Transfers cannot be requested once a refund has been initiated')
    const before = transfers.filter(
      ({ source, status }) => status !== 'failed' && (source === payment.id || source === payment.order_id),
    )
    if (sum(before.map(net)) + sum(body.transfers) > payment.amount)
      return errorReply('The sum of amount requested for transfer is greater than the captured amount')
    const [made] = body.transfers.map((one: object) => add(payment.id, one, 'pending'))
    return isReply(made) ? made : list([entity(made)])
  }

  function reverse(one: Transfer, body: GatewayCall['body']): GatewayReply {
    if (body.amount > net(one).amount)
      return errorReply('The linked account does not have sufficient balance to process reversal.')
    one.amount_reversed += body.amount
    one.status = net(one).amount === 0 ? 'reversed' : 'partially_reversed'
    const reversal = { id: `rvrsl_${++last}`, transfer_id: one.id, amount: body.amount, notes: body.notes }
    reversals.push(reversal)
    return ok({ ...reversal, entity: 'reversal', currency: 'INR', created_at })
  }

  function direct({ headers, body }: GatewayCall): GatewayReply {
    if (!takesDirect) return errorReply('Direct transfer feature is not enabled for the merchant')
    const key = headers['x-transfer-idempotency'] ?? ''
    if (!/^[\w -]{4,36}$/.test(key)) return errorReply('The idempotency key is not valid')
    const before = replies.get(key)
    if (before)
      return before.body === JSON.stringify(body) ? before.reply : errorReply('Different request with this key')
    const made = add('acc_own', body, 'processed')
    const reply = isReply(made) ? made : ok(entity(made))
    replies.set(key, { body: JSON.stringify(body), reply })
    return reply
  }

  return {
    /** Answers a call about Route; null for any other. */
    act(call: GatewayCall): GatewayReply | null {
      const { method, url, body } = call
      const [, kind, id = '', what] = url.pathname.split('/')
      const skip = Number(url.searchParams.get('skip') ?? 0)
      const count = Number(url.searchParams.get('count') ?? 10)
      const page = (all: object[]) => list(all.slice(skip, skip + count))
      if (kind === 'accounts') return ofAccounts(call)
      if (kind === 'payments' && what === 'transfers') {
        const payment = facts.payments.find((one) => one.id === id && one.status === 'captured')
        if (!payment) return errorReply('The id provided does not exist')
        if (method === 'POST') return onPayment(payment, body)
        return page(transfers.filter(({ source }) => source === id).map(entity))
      }
      if (kind !== 'transfers') return null
      if (method === 'POST' && !id) return direct(call)
      const one = transfers.find((transfer) => transfer.id === id)
      if (id && !one) return errorReply('transfer_id is not a valid id')
      if (one && method === 'POST') return reverse(one, body)
      if (one) return page(reversals.filter((reversal) => reversal.transfer_id === id))
      const settlement = url.searchParams.get('recipient_settlement_id')
      const all = settlement ? transfers.filter((of) => of.recipient_settlement_id === settlement) : [...transfers]
      return page(all.map(entity))
    },
    /** The transfers that a new order carries; a reply if one is refused. */
    withOrder(orderId: string, wanted: object[] = []): GatewayReply | null {
      return wanted.map((one) => add(orderId, one, 'created')).find(isReply) ?? null
    },
    ofOrder: (orderId: string) => transfers.filter(({ source }) => source === orderId).map(entity),
    /** Carries out the transfers of an order that was paid. */
    paid(orderId: string) {
      for (const one of transfers) if (one.source === orderId && one.status === 'created') one.status = 'processed'
    },
    bankOf: (account: string) => accounts.find(({ id }) => id === account)?.bank,
    /** Paise on hold for an account. */
    balance: (account: string) =>
      sum(transfers.filter((one) => one.recipient === account && one.on_hold && one.status !== 'created').map(net)),
    /** Paise paid to an account, each transfer by itself. */
    released: (account: string) =>
      transfers
        .filter((one) => one.recipient === account && !one.on_hold && one.status !== 'failed')
        .map(({ amount }) => amount),
    fail(id: string) {
      for (const one of transfers) if (one.id === id) one.status = 'failed'
    },
    settle(id: string, settlementId: string) {
      for (const one of transfers) if (one.id === id) one.recipient_settlement_id = settlementId
    },
    setStatus(accountId: string, status: string) {
      for (const one of accounts) if (one.id === accountId) one.status = status
    },
    /** Puts the account into its first day again. */
    renew(accountId: string) {
      for (const one of accounts) if (one.id === accountId) one.created_at = created_at
    },
    letDirect: (is: boolean) => {
      takesDirect = is
    },
  }
}
