import * as contract from '#contract/money/receipts.ts'
import type { Feature } from '#server/context.ts'
import { languageOf } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { drawReceipt, fileName, mailReceipt, receiptFor } from './receipts.ts'

/** A receipt is drawn for each question, which costs more than other reads. */
const pace = { asksOutside: true, rateLimit: { max: 60, timeWindow: '1 minute' } }

export const receiptsRoutes: Feature = (app, context) => {
  app.route({
    ...contract.receiptPdf,
    config: { ...contract.receiptPdf.config, ...pace },
    handler: async (request, reply) => {
      const receipt = await receiptFor(context.db, requireViewer(request), request.params.orderId)
      const pdf = await drawReceipt(receipt, request.query.language ?? receipt.language)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName(receipt)}"`)
        .send(pdf)
    },
  })

  app.route({
    ...contract.mailReceipt,
    handler: async (request) => {
      const wish = {
        email: request.body.email,
        language: languageOf(request),
        requestKey: request.idempotency?.key ?? request.id,
      }
      return { data: { email: await mailReceipt(context, requireViewer(request), request.params.orderId, wish) } }
    },
  })
}
