import { currentLocale, localHref } from './locale.ts'

type StatementKind = 'pdf' | 'csv'

/** Download page of an order's receipt; leads to the login if the session ended. */
export const receiptHref = (orderId: string): string => localHref(`/receipt/${orderId}`)

/** The receipt's file in the language of the page. */
export const receiptFile = (orderId: string): string => `/api/payment/receipt/${orderId}?language=${currentLocale()}`

/** PDF of a commission invoice in the language of the page. */
export const invoiceFile = (id: string): string =>
  `/api/mentor/commission-invoices/${id}/pdf?language=${currentLocale()}`

/** Download page of a payout's statement, PDF or CSV. */
export const statementHref = (payoutId: string, kind: StatementKind): string =>
  localHref(`/payouts/${payoutId}/${kind}`)
export const statementFile = (payoutId: string, kind: StatementKind): string =>
  kind === 'pdf' ? `/api/payouts/${payoutId}/pdf?language=${currentLocale()}` : `/api/payouts/${payoutId}/statement`
