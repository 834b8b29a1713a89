/** Limits of orders, refunds and payouts. Free of zod: the browser may import them. */

/** Minutes after which an unpaid order expires. */
export const orderExpiryMinutes = 30
/** Hours after which an admin without colleagues may pay a batch of their own. */
export const soleAdminWaitHours = 24
/** Orders of one family that may wait for a payment at once. */
export const maxOpenOrders = 10

export const refundStatuses = ['requested', 'approved', 'sent', 'settled', 'failed', 'declined'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Hours after a change of payout account during which a payout needs an admin's approval. */
export const payoutAccountHoldHours = 24
/** Days after a change of the mentor's phone number during which a payout needs an admin's approval. */
export const payoutPhoneHoldDays = 7
export const newAccountReason = 'new-account'
export const newPhoneReason = 'new-phone'
/** The bank has not proven the account yet. */
export const unprovenReason = 'unproven-account'
/** Why a payout is held back from its batch without an admin's decision. */
export type PayoutHoldReason = typeof newAccountReason | typeof newPhoneReason

export const accountStatuses = ['waiting', 'proven', 'look', 'refused'] as const
export type AccountStatus = (typeof accountStatuses)[number]
/** Why a payout account was refused: by the bank, or by an admin because of the name. */
export const accountProblems = ['account', 'ifsc', 'blocked', 'nre', 'upi', 'name'] as const
export type AccountProblem = (typeof accountProblems)[number]
export const transferStatuses = ['due', 'sent', 'settled', 'failed'] as const
export type TransferStatus = (typeof transferStatuses)[number]
/** New payout accounts of a mentor in a day: each costs a penny. */
export const newAccountsADay = 5

/** Receipts a family can email to itself in an hour. */
export const receiptMailsAnHour = 5

/** TDS of a quarter (26Q), TCS of a month (GSTR-8), and our invoices of a month (GSTR-1). */
export const taxReports = ['26q', 'gstr-8', 'gstr-1'] as const
export type TaxReport = (typeof taxReports)[number]

/** Why a month cannot be closed yet, in the order they must be resolved. */
export const closingObstacles = ['not-over', 'earlier-open', 'unchecked', 'differences'] as const
export type ClosingObstacle = (typeof closingObstacles)[number]

/** `tally-ledgers` creates the accounts in Tally and is imported once, before the first `tally` file. */
export const booksFormats = ['tally-ledgers', 'tally', 'zoho'] as const
export type BooksFormat = (typeof booksFormats)[number]
