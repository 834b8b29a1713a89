import * as contract from '#contract/money/invoices.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { costlyRead } from '#server/platform/guards.ts'
import { sendFile } from '#server/platform/send-file.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { invoiceFile } from './invoices.ts'
import { taxReport } from './reports.ts'

export const invoicesRoutes: Feature = (app, context) => {
  app.route({
    ...contract.commissionInvoicePdf,
    // PDF rendering is expensive.
    config: { ...contract.commissionInvoicePdf.config, ...costlyRead(60) },
    handler: async (request, reply) => {
      const { id } = request.params
      const { name, content } = await invoiceFile(context, requireViewer(request), id, request.query.language)
      return sendFile(reply, name, content)
    },
  })

  app.route({
    ...contract.taxReportFile,
    handler: async (request, reply) => {
      const { report, month } = request.query
      await writeAudit(context.db, requireViewer(request), 'tax-report.file', {
        kind: 'list',
        id: report,
        detail: { month },
      })
      const { name, text } = await taxReport(context, report, month)
      return sendFile(reply, `${name}.csv`, text)
    },
  })
}
