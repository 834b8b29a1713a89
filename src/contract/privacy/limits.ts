/** Limits of privacy. Free of zod: the browser may import them. */

/** Days between the request to erase an account and erasing it. */
export const erasureDays = 7

/** What has to end before an account is erased. */
export const erasureBlockers = [
  'booking',
  'payment',
  'refund',
  'dispute',
  'case',
  'payout',
  'balance',
  'admin',
] as const
export type ErasureBlocker = (typeof erasureBlockers)[number]
