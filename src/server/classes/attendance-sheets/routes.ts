import { sheetCsv as csvEndpoint, sheetPdf as pdfEndpoint } from '#contract/classes/attendance.ts'
import type { Feature } from '#server/context.ts'
import { costlyRead } from '#server/platform/guards.ts'
import { sendFile } from '#server/platform/send-file.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { contactOf } from '#server/settings/settings/settings.ts'
import { sheetCsv, sheetFor, sheetName } from './attendance-sheets.ts'

export const sheetsRoutes: Feature = (app, context) => {
  app.route({
    ...pdfEndpoint,
    // PDF rendering is expensive.
    config: { ...pdfEndpoint.config, ...costlyRead(60) },
    handler: async (request, reply) => {
      const { month, language } = request.query
      const sheet = await sheetFor(context, requireViewer(request), request.params.id, month)
      const { attendancePdf } = await import('./sheet-pdf.ts')
      const pdf = await attendancePdf(sheet, language, await contactOf(context.db))
      return sendFile(reply, sheetName(sheet, 'pdf'), pdf)
    },
  })

  app.route({
    ...csvEndpoint,
    handler: async (request, reply) => {
      const { month, language } = request.query
      const sheet = await sheetFor(context, requireViewer(request), request.params.id, month)
      return sendFile(reply, sheetName(sheet, 'csv'), sheetCsv(sheet, language))
    },
  })
}
