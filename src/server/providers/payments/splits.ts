import type { PayoutAccount } from '#contract/money/payouts.ts'

/** A mentor to whom the gateway pays a share of orders. */
export type Payee = {
  /** Our id of the mentor, without dashes. */
  vendorId: string
  name: string
  email: string
  phone: string
  pan: string
  /** Where the mentor lives; null if unknown. */
  address: { street: string; city: string; state: string; pincode: string } | null
  destination: PayoutAccount
  /** From an earlier `PayeeState`; empty for a new payee. */
  reference: string
}
/** `waiting`: the gateway is checking the payee. */
export type PayeeState = {
  status: 'active' | 'waiting' | 'refused'
  message: string
  /** What the gateway calls the payee from now on; empty if it takes our id. */
  reference: string
}

/** The message of a refused payee whose email has an account there that is not provably the mentor's own. */
export const emailInUse = 'this email is in use at the payment company'

/** The gateway refused and carried out nothing. */
export type Refusal = { status: 'refused'; reason: string }

/** `key`: the idempotency key, our id of the part unless an admin asked for another. */
export type Part = {
  transferId: string
  /** Our id under which it leaves the hold: that of an earlier part that failed if this one continues it, or its own. */
  partId: string
  key: string
  /** The payee's reference, or our id of the mentor. */
  vendorId: string
  amountPaise: number
  note: string
  /** The session of the order whose hold it is taken from. */
  sessionId: string
}

/** From the order's payment, or from our balance at the gateway. */
export type TransferWay = 'payment' | 'direct'

/** For parts that take several calls. */
export type Claim = {
  /**
   * Renews the claim on the part, and keeps its way before the first call: call it before each write. @returns the way that
   * was kept first. @throws if the time for the part is over or another worker has it
   */
  keep(way?: TransferWay): Promise<TransferWay | null>
}

/** The share of a paid order that the gateway's list shows for a payee. */
export type ListedHold = { order: string; vendorId: string; amountPaise: number }

/** A settlement of a payee, as told by a signed webhook. */
export type TransferNotice = {
  kind: 'transfer'
  event: string
  eventKey: string
  /** The reference that `release` returned. */
  reference: string
  /** Left out by a gateway that does not tell them. */
  vendorId?: string | undefined
  amountPaise?: number | undefined
  outcome: 'settled' | 'failed'
  message: string
}

/** The gateway settled with a payee; its transfers are listed by `settledBy`. */
export type SettlementNotice = { kind: 'payee-settlement'; event: string; eventKey: string; settlementId: string }

/**
 * Shares that the gateway holds for payees. Every call throws a `GatewayError` without a usable answer; the outcome is unknown
 * then, and repeating it is safe: the gateway knows each part by our id.
 */
export type Splits = {
  /** Payees need a postal address and a bank account. */
  needsAddress: boolean
  /**
   * Creates the payee, or gives it other details. `claim` keeps a new reference for this payee before a bank account is given
   * to it, and answers whether no other payee has it.
   */
  savePayee(payee: Payee, claim: (reference: string) => Promise<boolean>): Promise<PayeeState>
  payeeState(vendorId: string): Promise<PayeeState>
  /** Pays a part of what is held to the payee's bank; its outcome is told later. */
  release(part: Part & Claim): Promise<{ status: 'sent'; reference: string } | Refusal>
  /** Returns a part of what is held to our balance at the gateway. */
  takeBack(part: Part & Claim & { number: number }): Promise<{ status: 'settled'; reference: string } | Refusal>
  /**
   * Whether a part without an answer was carried out. `heldPaise`: what the gateway holds for the payee if it was not;
   * `hasTwin`: it may also have carried out or failed another part of the payee and amount.
   */
  wasCarriedOut(part: Part & { heldPaise: number; hasTwin: boolean }): Promise<'yes' | 'no' | 'unclear'>
  /** References of the released parts that a settlement paid to a payee's bank. */
  settledBy(settlementId: string): Promise<string[]>
  /** Shares of all orders paid between two instants. */
  holds(from: Date, until: Date): Promise<ListedHold[]>
}
