/** Expected books of one family with one mentor. All amounts are paise. */
export type Refund = {
  id: string
  amount: number
  ends: boolean
  kind: 'asked' | 'made' | 'owed'
  status: 'requested' | 'sent' | 'settled' | 'failed' | 'declined' | 'replaced'
}
type Booking = {
  id: string
  status: 'pending_schedule' | 'scheduled' | 'completed' | 'cancelled'
  /** A refund reduces these too. */
  minutes: number
  taughtMinutes: number
  taughtPaise: number
  refunded: number
}
export type Order = {
  id: string
  checkout: string
  plan: 'demo' | 'hourly' | 'monthly'
  price: number
  credit: number
  amount: number
  minutes: number
  status: 'created' | 'ended' | 'paid'
  isCreditUsed: boolean
  creditReturned: number
  booking: Booking | null
  refunds: Refund[]
}

const monthPaise = 450_000
const demoPaise = 9_900
/** A mentor's share of a fee: 10% commission, 18% GST on it, 0.1% TDS, 0.5% TCS. */
function shares(fee: number) {
  const commission = Math.round(fee * 0.1)
  const gst = Math.round(commission * 0.18)
  const tds = Math.round(fee * 0.001)
  const tcs = Math.round(fee * 0.005)
  return { commission, gst, tds, tcs, mentor_payable: fee - commission - gst - tds - tcs }
}

const cashAccounts = ['gateway_receivable', 'bank', 'gateway_fees']
/** Non-zero balances; gateway and bank are combined, because the gateway settles at any time. */
export function withCash(held: Record<string, number>): Record<string, number> {
  const cash = cashAccounts.reduce((sum, kind) => sum + (held[kind] ?? 0), 0)
  const others = Object.entries(held).filter(([kind]) => !cashAccounts.includes(kind))
  return Object.fromEntries([...others, ['cash', cash] as const].filter(([, paise]) => paise !== 0))
}

export type Model = ReturnType<typeof makeModel>
export function makeModel() {
  const held: Record<string, number> = {}
  const add = (kind: string, paise: number) => {
    held[kind] = (held[kind] ?? 0) + paise
  }
  const orders: Order[] = []
  const left = ({ price, booking }: Order) => (booking ? price - booking.refunded - booking.taughtPaise : 0)
  /** Refunds drawn from the payment that bought the booking. */
  const back = ({ refunds }: Order) =>
    refunds
      .filter(({ kind, status }) => kind !== 'owed' && status !== 'declined' && status !== 'replaced')
      .reduce((sum, { amount }) => sum + amount, 0)
  const isUsedAsCredit = ({ plan }: Order) => plan === 'demo' && orders.some((order) => order.isCreditUsed)
  const hasDemo = () => orders.some(({ plan, booking }) => plan === 'demo' && booking && booking.status !== 'cancelled')
  const isCreditOpen = () => hasDemo() && !orders.some((order) => order.isCreditUsed)

  const model = {
    orders,
    mode: 'now' as 'now' | 'later' | 'fail',
    /** What the mentor is owed, and how much of it is in the open batch. */
    free: 0,
    frozen: null as number | null,
    hasDemo,
    balances: () => withCash(held),

    priceOf(plan: Order['plan'], hours: number) {
      const price = plan === 'demo' ? demoPaise : plan === 'hourly' ? Math.round((monthPaise * hours) / 20) : monthPaise
      const credit = plan === 'monthly' && isCreditOpen() ? demoPaise : 0
      return { price, credit, amount: price - credit }
    },
    ordered(order: Omit<Order, 'status' | 'isCreditUsed' | 'creditReturned' | 'booking' | 'refunds'>) {
      if (orders.some(({ id }) => id === order.id)) return
      orders.push({ ...order, status: 'created', isCreditUsed: false, creditReturned: 0, booking: null, refunds: [] })
    },
    paid(order: Order) {
      if (order.status === 'paid') return
      order.status = 'paid'
      const isBookable = order.plan === 'demo' ? !hasDemo() : order.credit === 0 || isCreditOpen()
      if (!isBookable) return model.owe(order, 'nothing bought')
      order.isCreditUsed = order.credit > 0
      order.booking = {
        id: '',
        status: 'pending_schedule',
        minutes: order.minutes,
        taughtMinutes: 0,
        taughtPaise: 0,
        refunded: 0,
      }
      add('gateway_receivable', order.amount)
      add('promotions', order.credit)
      add('family_prepaid', -order.price)
    },
    /** Money that bought nothing is refunded automatically. */
    owe(order: Order, _why: 'surplus' | 'nothing bought') {
      add('gateway_receivable', order.amount)
      add('refunds_payable', -order.amount)
      model.send(order, { id: '', amount: order.amount, ends: false, kind: 'owed', status: 'sent' })
    },
    /** Sends an owed refund to the gateway. */
    send(order: Order, refund: Refund) {
      if (!order.refunds.includes(refund)) order.refunds.push(refund)
      refund.status = 'sent'
      if (model.mode !== 'later') model.ended(refund, model.mode === 'now')
    },
    ended(refund: Refund, isSettled: boolean) {
      refund.status = isSettled ? 'settled' : 'failed'
      if (!isSettled) return
      add('refunds_payable', refund.amount)
      add('gateway_receivable', -refund.amount)
    },

    nextLesson({ plan, price, booking }: Order) {
      if (!booking) return { minutes: 0, fee: 0 }
      const { minutes } = booking
      const rest = minutes - booking.taughtMinutes
      const next = plan === 'monthly' ? Math.min(100, rest) : rest
      return {
        minutes: next,
        fee: Math.round(((price - booking.refunded) * (booking.taughtMinutes + next)) / minutes) - booking.taughtPaise,
      }
    },
    canTeach(order: Order) {
      const next = model.nextLesson(order)
      const isOpen = order.booking?.status === 'pending_schedule' || order.booking?.status === 'scheduled'
      return isOpen && next.minutes > 0
    },
    taught(order: Order) {
      const { booking } = order
      if (!booking) return
      const { minutes, fee } = model.nextLesson(order)
      booking.taughtMinutes += minutes
      booking.taughtPaise += fee
      booking.status = booking.taughtMinutes >= booking.minutes ? 'completed' : 'scheduled'
      add('family_prepaid', fee)
      const parts = shares(fee)
      for (const [kind, paise] of Object.entries(parts)) add(kind, -paise)
      model.free += parts.mentor_payable
    },

    /** The amount of an order an admin may refund. */
    refundable: (order: Order) =>
      isUsedAsCredit(order) ? 0 : Math.max(0, Math.min(left(order), order.amount - back(order))),
    /** The amount the family may request, or has requested. */
    askable(order: Order) {
      const open = order.refunds.find(({ status }) => status === 'requested')
      if (open) return open.amount
      const { booking } = order
      const isUnscheduled = booking?.status === 'pending_schedule' && booking.taughtMinutes === 0
      const isOver = booking?.status === 'completed' || booking?.status === 'cancelled'
      return isUnscheduled || isOver ? model.refundable(order) : 0
    },
    asked(order: Order, id: string) {
      if (order.refunds.some((refund) => refund.id === id)) return
      const ends = order.booking?.status === 'pending_schedule'
      order.refunds.push({ id, amount: model.refundable(order), ends, kind: 'asked', status: 'requested' })
    },
    canApprove: (order: Order, { amount }: Refund) => !isUsedAsCredit(order) && amount <= left(order),
    made(order: Order, { id, amount, ends }: { id: string; amount: number; ends: boolean }) {
      model.approved(order, { id, amount, ends, kind: 'made', status: 'requested' })
    },
    approved(order: Order, refund: Refund) {
      const { booking } = order
      if (!booking) return
      const isOpen = booking.status === 'pending_schedule' || booking.status === 'scheduled'
      const others = order.refunds.filter((one) => one !== refund)
      const isFinal = isOpen ? refund.ends : back({ ...order, refunds: [...others, refund] }) === order.amount
      const unreturned = order.credit - order.creditReturned
      const credit = isFinal ? Math.min(left(order) - refund.amount, unreturned) : 0
      order.creditReturned += credit
      add('family_prepaid', refund.amount + credit)
      add('promotions', -credit)
      add('refunds_payable', -refund.amount)
      if (credit > 0 && credit === unreturned) order.isCreditUsed = false
      const worth = order.price - booking.refunded
      const rest = worth - refund.amount - credit
      booking.refunded += refund.amount + credit
      if (isOpen && (refund.ends || rest === 0)) booking.status = 'cancelled'
      else if (isOpen) {
        booking.minutes =
          rest > booking.taughtPaise
            ? Math.max(booking.taughtMinutes + 1, Math.ceil((booking.minutes * rest) / worth))
            : booking.taughtMinutes
        if (booking.status === 'scheduled' && booking.taughtMinutes >= booking.minutes) booking.status = 'completed'
      }
      model.send(order, refund)
    },
    sentAgain(order: Order, failed: Refund, id: string) {
      model.send(order, { ...failed, id, status: 'sent' })
    },

    batched() {
      if (model.frozen !== null) return
      model.frozen = model.free
      model.free = 0
    },
    batchPaid() {
      add('mentor_payable', model.frozen ?? 0)
      add('bank', -(model.frozen ?? 0))
      model.frozen = null
    },
    batchUndone() {
      model.free += model.frozen ?? 0
      model.frozen = null
    },
  }
  return model
}
