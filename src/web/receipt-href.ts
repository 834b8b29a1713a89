import { currentLocale, localHref } from './locale.ts'

/** Where an order's receipt is downloaded; a session that ended leads to the login. */
export const receiptHref = (orderId: string): string => localHref(`/receipt/${orderId}`)

/** The file itself, in the language of the page. */
export const receiptFile = (orderId: string): string => `/api/payment/receipt/${orderId}?language=${currentLocale()}`

/** The same of a payout's statement. */
export const statementPdfHref = (payoutId: string): string => `/api/payouts/${payoutId}/pdf?language=${currentLocale()}`
