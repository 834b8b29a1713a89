import * as contract from '#contract/money/closing.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendFile } from '#server/platform/send-file.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { booksFile, closeMonth, openItems } from './closing.ts'
import { newestMonths } from './rows.ts'

const maxMonths = 12

export const closingRoutes: Feature = (app, context) => {
  app.route({
    ...contract.booksMonths,
    handler: async () => {
      const [data, items] = await Promise.all([
        newestMonths(context.db, context.payments.name, maxMonths),
        openItems(context),
      ])
      return { data, ...items }
    },
  })

  app.route({
    ...contract.closeMonth,
    handler: async (request) => ({
      data: await closeMonth(context, requireViewer(request), request.params.month),
    }),
  })

  app.route({
    ...contract.booksExport,
    handler: async (request, reply) => {
      const { month, format } = request.query
      await writeAudit(context.db, requireViewer(request), 'books.export', {
        kind: 'list',
        id: format,
        detail: { month },
      })
      const { name, text } = await booksFile(context, month, format)
      return sendFile(reply, name, text)
    },
  })
}
