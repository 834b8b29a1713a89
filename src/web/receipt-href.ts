import { currentLocale } from './locale.ts'

/** Where an order's receipt is downloaded, in the language of the page. */
export const receiptHref = (orderId: string): string => `/api/payment/receipt/${orderId}?language=${currentLocale()}`

/** The same of a payout's statement. */
export const statementPdfHref = (payoutId: string): string => `/api/payouts/${payoutId}/pdf?language=${currentLocale()}`
