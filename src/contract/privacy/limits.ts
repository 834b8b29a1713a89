/** Limits of privacy. Free of zod: the browser may import them. */

/** Days between the request to erase an account and erasing it. */
export const erasureDays = 7

/** Days for which a disconnected phone number is given to nobody else (TRAI). */
export const numberRestDays = 90

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

/** Hours after a breach was noticed until CERT-In and the Data Protection Board have to know. */
export const breachHours = { certIn: 6, board: 72 } as const
/** Whom a breach concerns: the accounts of a list of numbers, or a group. */
export const breachGroups = ['list', 'families', 'mentors', 'everybody'] as const
export type BreachGroup = (typeof breachGroups)[number]
export const maxBreachPhones = 2000
