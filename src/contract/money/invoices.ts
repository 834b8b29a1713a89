import { z } from 'zod'
import { csvReply } from '../admin/admin-lists.ts'
import { endpoint, onlyAdmins, onlyMentors } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { taxReports } from './limits.ts'

const tags = ['payouts'] as const

/** A month in India, such as "2026-11". */
export const invoiceMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'a month such as 2026-11')

export const commissionInvoicePdf = endpoint({
  method: 'GET',
  url: '/api/mentor/commission-invoices/:id/pdf',
  schema: {
    summary: 'Invoice for the commission of a month and its GST as PDF',
    tags,
    params: idParams,
    querystring: z.strictObject({ language: z.enum(['en', 'hi']).default('en') }),
    response: { 200: z.unknown() },
  },
  config: { access: onlyMentors },
})

export const taxReportFile = endpoint({
  method: 'GET',
  url: '/api/admin/tax-report.csv',
  schema: {
    summary: 'Figures of a tax return as CSV, compared with the books in its last rows; the download is audited',
    tags,
    /** For `26q`, any month of the quarter. */
    querystring: z.strictObject({ report: z.enum(taxReports), month: invoiceMonth }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
