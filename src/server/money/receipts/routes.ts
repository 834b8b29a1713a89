import { randomUUID } from 'node:crypto'
import * as contract from '#contract/money/receipts.ts'
import type { Feature } from '#server/context.ts'
import { languageOf } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { fileName, mailReceipt, receiptFor, renderReceipt } from './receipts.ts'

/** PDF rendering is expensive. */
const pdfRateLimit = { isCostlyRead: true, rateLimit: { max: 60, timeWindow: '1 minute' } }

export const receiptsRoutes: Feature = (app, context) => {
  app.route({
    ...contract.receiptPdf,
    config: { ...contract.receiptPdf.config, ...pdfRateLimit },
    handler: async (request, reply) => {
      const receipt = await receiptFor(context.db, requireViewer(request), request.params.orderId)
      const pdf = await renderReceipt(receipt, request.query.language ?? receipt.language)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName(receipt)}"`)
        .send(pdf)
    },
  })

  app.route({
    ...contract.mailReceipt,
    handler: async (request) => {
      const input = {
        email: request.body.email,
        language: languageOf(request),
        requestKey: request.idempotency?.key ?? randomUUID(),
      }
      return { data: { email: await mailReceipt(context, requireViewer(request), request.params.orderId, input) } }
    },
  })
}
