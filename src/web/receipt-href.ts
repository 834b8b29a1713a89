import { currentLocale, localHref } from './locale.ts'

type StatementKind = 'pdf' | 'csv'

/** Where an order's receipt is downloaded; a session that ended leads to the login. */
export const receiptHref = (orderId: string): string => localHref(`/receipt/${orderId}`)

/** The file itself, in the language of the page. */
export const receiptFile = (orderId: string): string => `/api/payment/receipt/${orderId}?language=${currentLocale()}`

/** The same two of a payout's statement, as PDF or CSV. */
export const statementHref = (payoutId: string, kind: StatementKind): string =>
  localHref(`/payouts/${payoutId}/${kind}`)
export const statementFile = (payoutId: string, kind: StatementKind): string =>
  kind === 'pdf' ? `/api/payouts/${payoutId}/pdf?language=${currentLocale()}` : `/api/payouts/${payoutId}/statement`
