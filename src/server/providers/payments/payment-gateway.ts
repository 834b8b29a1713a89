import type { Language } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import type { Refusal, SettlementNotice, Splits, TransferNotice } from './splits.ts'

/** Outcome of a payment attempt. Only SUCCESS is final: a failed attempt may still succeed. */
export type AttemptStatus = 'SUCCESS' | 'PENDING' | 'FAILED' | 'USER_DROPPED'

/** One payment attempt of an order, as reported by the gateway. An order may have several. */
export type Attempt = {
  /** The gateway's payment id. */
  paymentId: string
  status: AttemptStatus
  amountPaise: number
  method: string
  message: string
  /** Bank reference; empty while unknown. */
  reference: string
}

export type NewOrder = {
  orderId: string
  amountPaise: number
  customerId: string
  customerPhone: string
  expiresAt: Date
  note: string
  /** The share that the gateway holds for a payee; null if all of it is ours. */
  share: { vendorId: string; amountPaise: number } | null
  /** Language of the page the payer returns to. */
  language: Language
}

/** An order known to the gateway: our id, the session of `createOrder`, and its amount. */
export type KnownOrder = { orderId: string; paymentSessionId: string; amountPaise: number }

export type NewRefund = {
  /** Our uuid, used as the idempotency key. A refund is always sent under the same id. */
  refundId: string
  /** The gateway's id of the payment to refund. */
  paymentId: string
  amountPaise: number
  /** Note for readers of the gateway's lists; at most 100 characters. */
  note: string
}

export type Refund = {
  /** Our id; null for a refund made at the gateway. */
  refundId: string | null
  /** The gateway's id. */
  gatewayRefundId: string
  paymentId: string
  amountPaise: number
  /** `settled` and `failed` are final; after `failed` the money is still at the gateway. */
  status: 'pending' | 'settled' | 'failed'
  /** Bank reference (ARN, RRN or UTR); empty while unknown. */
  reference: string
  message: string
}

/** A successful payment in the gateway's list, including later refunded ones. */
export type ListedPayment = {
  paymentId: string
  /** The gateway's order reference: our id, or the session of `createOrder`. */
  order: string
  amountPaise: number
  at: Date
}

/** A refund in the gateway's list. */
export type ListedRefund = Pick<Refund, 'refundId' | 'gatewayRefundId' | 'amountPaise' | 'status' | 'reference'> & {
  /** The gateway's id; empty if the list has none. */
  paymentId: string
  /** As in `ListedPayment`; empty if the list has none. */
  order: string
  at: Date
}

/** One transfer from the gateway to our bank. */
export type Settlement = {
  /** The gateway's id. */
  settlementId: string
  /** Amount received at the bank in paise; negative when refunds exceed payments. */
  amountPaise: number
  /** The gateway's fee without GST, in paise. */
  feePaise: number
  taxPaise: number
  /** Amount in paise from neither payments, refunds nor fees: disputes and adjustments. */
  otherPaise: number
  /** Bank reference (UTR). */
  reference: string
  at: Date
}

/** The gateway's own records of a period. */
export type GatewayRecords = { payments: ListedPayment[]; refunds: ListedRefund[]; settlements: Settlement[] }

type WebhookNotice = {
  /** Our order named by the webhook: only a hint of what to fetch. */
  orderId: string
  kind: 'payment' | 'refund'
  /** The gateway's event name. */
  event: string
  /** Identical for every copy of one event. */
  eventKey: string
}

type Notice = WebhookNotice | TransferNotice | SettlementNotice
type Headers = Record<string, string | string[] | undefined>

/**
 * A payment gateway in our own terms: amounts in whole paise of INR, our ids unless named otherwise. An answer about
 * another order, amount or currency is an error, never a success. Every call throws a `GatewayError` without a usable
 * answer; the outcome is unknown then, and retrying is safe.
 */
export type Payments = {
  name: Config['paymentProvider']
  /** Creates the order at the gateway. Idempotent: a repeated call returns the existing order. */
  createOrder(order: NewOrder): Promise<{ paymentSessionId: string }>
  /** All payment attempts of an order; empty if there are none. */
  attempts(order: KnownOrder): Promise<Attempt[]>
  /**
   * Sends a refund. Idempotent: a repeated call returns the first one's outcome and never sends twice. After an error
   * the refund may exist: call again, or look for its id in `refunds`.
   */
  refund(order: KnownOrder, refund: NewRefund): Promise<Refund | Refusal>
  /** All refunds of an order, including those made at the gateway. */
  refunds(order: KnownOrder): Promise<Refund[]>
  /**
   * All records between two instants, both inclusive, from every page.
   * @throws GatewayError also for refunds and settlements in another currency
   */
  records(from: Date, until: Date): Promise<GatewayRecords>
  /** Shares held for payees; null for a gateway without them. */
  splits: Splits | null
  /** Path of our own page that starts the payment. */
  checkoutPath(order: Pick<KnownOrder, 'orderId' | 'paymentSessionId'>, language: Language): string
  /**
   * Verifies a webhook's signature over its raw bytes, and its age against the gateway's repetition period. `other`:
   * genuine, but about something else.
   */
  readWebhook(headers: Headers, raw: Buffer, now?: Date): Notice | 'not-genuine' | 'other'
  /**
   * Verifies the form the checkout posts on return, and returns the payment it is signed for. `unsigned`: it reports
   * a failed payment, which anyone could forge. Gateways without such a form return `not-genuine`.
   */
  readReturn(
    order: Pick<KnownOrder, 'paymentSessionId'>,
    form: URLSearchParams,
  ): { paymentId: string } | 'unsigned' | 'not-genuine'
}
