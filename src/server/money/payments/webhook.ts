import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { paymentWebhook } from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import { recordTransferNotice } from '#server/money/transfers/transfers.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { saveEvent, saveOrderEvent } from './queries.ts'

/**
 * Verifies the signature over the raw bytes, stores the event once and queues a status check. The body itself changes
 * nothing.
 */
export function webhookRoutes(app: FastifyInstance, context: Context): void {
  const { db, payments, queue, log } = context
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  app.route({
    ...paymentWebhook,
    config: { ...paymentWebhook.config, signed: true },
    handler: async (request) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const notice = payments.readWebhook(request.headers, raw)
      if (notice === 'not-genuine') throw new AppError('not-allowed')
      // Settlement and other events: only a 200 stops the gateway from repeating them.
      if (notice === 'other') return { received: true as const }
      if (notice.kind === 'payee-settlement') {
        const { eventKey, event: kind, settlementId } = notice
        await transaction(db, async (tx) => {
          const isNew = await saveEvent(tx, { gateway: payments.name, eventKey, kind, body: raw.toString() })
          if (isNew) await queue.send(tx, 'transfers.settled', { settlementId })
        })
        return { received: true as const }
      }
      if (notice.kind === 'transfer') {
        await transaction(db, async (tx) => {
          const { eventKey, event: kind } = notice
          const isNew = await saveEvent(tx, { gateway: payments.name, eventKey, kind, body: raw.toString() })
          if (isNew) await recordTransferNotice(tx, context, payments.name, notice)
        })
        return { received: true as const }
      }
      const orderId = z.uuid().safeParse(notice.orderId).data
      const isKnown =
        orderId !== undefined &&
        (await transaction(db, async (tx) => {
          const event = { gateway: payments.name, eventKey: notice.eventKey, kind: notice.event, body: raw.toString() }
          const saved = await saveOrderEvent(tx, orderId, event)
          const job = notice.kind === 'payment' ? 'payments.sync' : 'refunds.sync'
          if (saved.isNew) await queue.send(tx, job, { orderId })
          return saved.isKnown
        }))
      if (!isKnown) log?.warn({ event: notice.event }, 'webhook for an unknown order')
      return { received: true as const }
    },
  })
}
