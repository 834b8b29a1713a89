import type { Language } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'

/** What became of one attempt to pay. Only SUCCESS is final: a failed attempt may still succeed. */
export type AttemptStatus = 'SUCCESS' | 'PENDING' | 'FAILED' | 'USER_DROPPED'

/** One attempt to pay an order, as the gateway tells it. Several an order are normal. */
export type Attempt = {
  /** The gateway's id of the payment. */
  paymentId: string
  status: AttemptStatus
  amountPaise: number
  method: string
  message: string
  /** What the bank calls it; empty while unknown. */
  reference: string
}

export type NewOrder = {
  orderId: string
  amountPaise: number
  customerId: string
  customerPhone: string
  expiresAt: Date
  note: string
  /** Language of the page the payer comes back to. */
  language: Language
}

/** An order the gateway knows: our id, what `createOrder` answered, and what it costs. */
export type KnownOrder = { orderId: string; paymentSessionId: string; amountPaise: number }

export type NewRefund = {
  /** Our id, a uuid: the idempotency key. The same refund always goes out under the same id. */
  refundId: string
  /** The gateway's id of the payment the money goes back along. */
  paymentId: string
  amountPaise: number
  /** For people who read the gateway's lists; at most 100 characters. */
  note: string
}

export type Refund = {
  /** Our id; null for one made by hand at the gateway. */
  refundId: string | null
  /** The gateway's id. */
  gatewayRefundId: string
  paymentId: string
  amountPaise: number
  /** `settled` and `failed` are final; `failed` means the money stayed with the gateway. */
  status: 'pending' | 'settled' | 'failed'
  /** The bank's reference (ARN, RRN or UTR); empty while unknown. */
  reference: string
  message: string
}

/** A payment that brought money, as the gateway's own list has it; it stays one when the money went back. */
export type ListedPayment = {
  paymentId: string
  /** What the gateway calls its order: our id, or what `createOrder` answered. */
  order: string
  amountPaise: number
  at: Date
}

/** A refund as the gateway's own list has it. */
export type ListedRefund = Pick<Refund, 'refundId' | 'gatewayRefundId' | 'amountPaise' | 'status' | 'reference'> & {
  /** The gateway's id; empty when its list does not say. */
  paymentId: string
  /** As in `ListedPayment`; empty when its list does not say. */
  order: string
  at: Date
}

/** Money that the gateway transferred to our bank at once. */
export type Settlement = {
  /** The gateway's id. */
  settlementId: string
  /** What arrived at the bank; less than nothing when more went back than came in. */
  amountPaise: number
  /** What the gateway kept for its work, without the GST on it. */
  feePaise: number
  taxPaise: number
  /** What in it is neither payment nor refund nor fee, as far as its list says: disputes, corrections. */
  otherPaise: number
  /** The bank's reference (UTR). */
  reference: string
  at: Date
}

/** What the gateway itself says happened in a time. */
export type GatewayRecords = { payments: ListedPayment[]; refunds: ListedRefund[]; settlements: Settlement[] }

/** The gateway says no, and made nothing: no refund with this id exists. */
export type Refusal = { status: 'refused'; reason: string }

export type WebhookNotice = {
  /** Our order, as the notice says: a hint what to ask about, decided by nothing in it. */
  orderId: string
  kind: 'payment' | 'refund'
  /** The gateway's name of the event. */
  event: string
  /** The same for each copy of one event. */
  eventKey: string
}

type Headers = Record<string, string | string[] | undefined>

/**
 * A payment gateway in our own terms: amounts in whole paise of INR, ids ours unless named otherwise. Whatever the gateway
 * answers about another order, another amount or another currency is an error, never a success.
 *
 * Every call throws a `GatewayError` when no usable answer came; then nothing is known, and asking again is right.
 */
export type Payments = {
  name: Config['paymentProvider']
  /** Creates the order at the gateway; called again, after whatever happened, it finds the first one. */
  createOrder(order: NewOrder): Promise<{ paymentSessionId: string }>
  /** Every attempt of an order; empty when nobody tried. */
  attempts(order: KnownOrder): Promise<Attempt[]>
  /**
   * Sends money back. Called again with the same refund it answers what became of the first call, and never sends twice.
   * After an error the refund may exist: call again, or look for its id in `refunds`.
   */
  refund(order: KnownOrder, refund: NewRefund): Promise<Refund | Refusal>
  /** Every refund of an order, also those made by hand at the gateway. */
  refunds(order: KnownOrder): Promise<Refund[]>
  /**
   * Everything the gateway's lists have between two instants, both included; every page of them or an error. Refunds and
   * settlements in another currency are errors like payments.
   */
  records(from: Date, until: Date): Promise<GatewayRecords>
  /** Where the browser goes to pay, on our own site. */
  checkoutPath(order: Pick<KnownOrder, 'orderId' | 'paymentSessionId'>, language: Language): string
  /**
   * Checks a webhook's signature over its raw bytes, and that it is not older than the gateway repeats one. A genuine one may
   * be about something that is neither payment nor refund.
   */
  readWebhook(headers: Headers, raw: Buffer, now?: Date): WebhookNotice | 'not-genuine' | 'other'
  /**
   * Checks the form with which the gateway's checkout sends the payer back: the payment of this order it is signed for.
   * `unsigned`: it says that paying failed, as anybody could. Gateways that send none answer `not-genuine`.
   */
  readReturn(
    order: Pick<KnownOrder, 'paymentSessionId'>,
    form: URLSearchParams,
  ): { paymentId: string } | 'unsigned' | 'not-genuine'
}
