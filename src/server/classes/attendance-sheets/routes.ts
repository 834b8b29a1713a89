import { sheetCsv as csvEndpoint, sheetPdf as pdfEndpoint } from '#contract/classes/attendance.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { contactOf } from '#server/settings/settings/settings.ts'
import { sheetCsv, sheetFor, sheetName } from './attendance-sheets.ts'

/** Rendering a sheet costs more than other reads. */
const rateLimit = { isCostlyRead: true, rateLimit: { max: 60, timeWindow: '1 minute' } }

export const sheetsRoutes: Feature = (app, context) => {
  app.route({
    ...pdfEndpoint,
    config: { ...pdfEndpoint.config, ...rateLimit },
    handler: async (request, reply) => {
      const { month, language } = request.query
      const sheet = await sheetFor(context, requireViewer(request), request.params.id, month)
      const { attendancePdf } = await import('./sheet-pdf.ts')
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${sheetName(sheet, 'pdf')}"`)
        .send(await attendancePdf(sheet, language, await contactOf(context.db)))
    },
  })

  app.route({
    ...csvEndpoint,
    handler: async (request, reply) => {
      const { month, language } = request.query
      const sheet = await sheetFor(context, requireViewer(request), request.params.id, month)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${sheetName(sheet, 'csv')}"`)
        .send(Buffer.from(sheetCsv(sheet, language)))
    },
  })
}
