import { randomUUID } from 'node:crypto'
import * as contract from '#contract/money/receipts.ts'
import type { Feature } from '#server/context.ts'
import { languageOf } from '#server/platform/errors.ts'
import { costlyRead } from '#server/platform/guards.ts'
import { sendFile } from '#server/platform/send-file.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { fileName, mailReceipt, receiptFor, renderReceipt } from './receipts.ts'

export const receiptsRoutes: Feature = (app, context) => {
  app.route({
    ...contract.receiptPdf,
    // PDF rendering is expensive.
    config: { ...contract.receiptPdf.config, ...costlyRead(60) },
    handler: async (request, reply) => {
      const receipt = await receiptFor(context.db, requireViewer(request), request.params.orderId)
      const pdf = await renderReceipt(receipt, request.query.language ?? receipt.language)
      return sendFile(reply, fileName(receipt), pdf)
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
