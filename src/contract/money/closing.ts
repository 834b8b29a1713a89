import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { invoiceMonth } from './invoices.ts'
import { booksFormats, closingObstacles } from './limits.ts'

const tags = ['books'] as const

const month = z.object({
  /** In India, such as "2026-11". */
  month: invoiceMonth,
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string().nullable(),
  /** Null: can be closed, or is closed. */
  obstacle: z.enum(closingObstacles).nullable(),
})
export type BooksMonth = z.infer<typeof month>

const openItem = z.object({
  account: z.string(),
  /** Rupees owed; for the payment gateway, rupees it owes us. The four ages add up to the total. */
  total: z.number(),
  upTo3Days: z.number(),
  upTo7Days: z.number(),
  upTo30Days: z.number(),
  older: z.number(),
})
export type OpenItem = z.infer<typeof openItem>

const transitDay = z.object({
  /** Day in India on which families paid; null for everything before the last 30 days. */
  day: z.iso.date().nullable(),
  amount: z.number(),
})
export type TransitDay = z.infer<typeof transitDay>

export const booksMonths = endpoint({
  method: 'GET',
  url: '/api/admin/books/months',
  schema: {
    summary: 'The last twelve months and whether they are closed, open items by age, and money in transit by day',
    tags,
    response: {
      200: z.object({
        data: z.array(month),
        openItems: z.array(openItem),
        /** Adds up to the gateway's balance in the books. */
        transit: z.array(transitDay),
      }),
    },
  },
  config: { access: onlyAdmins },
})

export const closeMonth = endpoint({
  method: 'PUT',
  url: '/api/admin/books/months/:month/closing',
  schema: {
    summary: 'Close a month: it takes no more entries. Cannot be undone; idempotent',
    tags,
    params: z.strictObject({ month: invoiceMonth }),
    response: { 200: z.object({ data: month }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const booksExport = endpoint({
  method: 'GET',
  url: '/api/admin/books/export',
  schema: {
    summary:
      'Entries of a month for Tally (XML) or Zoho Books (CSV), one voucher a day and kind; the download is audited',
    tags,
    querystring: z.strictObject({ month: invoiceMonth, format: z.enum(booksFormats) }),
    response: { 200: z.string() },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
