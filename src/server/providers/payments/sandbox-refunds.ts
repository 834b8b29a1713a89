import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { paise, rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { isSameOrigin } from '#server/platform/guards.ts'
import { escapeHtml, plainPage, rupeeText } from '#server/providers/plain-page.ts'
import * as books from './sandbox-rows.ts'

export const errorBody = (message: string, code: string, type: string) => ({ message, code, type })

const newRefund = z.object({
  refund_amount: z.number().min(1).multipleOf(0.01),
  refund_id: z.string().regex(/^[a-zA-Z0-9_]{3,40}$/),
  refund_note: z.string().min(3).max(100).optional(),
})

/** Outcome of new refunds, chosen on the page and kept in memory. */
const modes = {
  now: ['SUCCESS', 'settle at once'],
  later: ['PENDING', 'wait for a choice below'],
  fail: ['CANCELLED', 'fail at once'],
} as const satisfies Record<string, readonly [books.RefundStatus, string]>
const formFields = z.union([
  z.object({ mode: z.enum(['now', 'later', 'fail']) }),
  z.object({ refund: z.coerce.number().int().positive(), outcome: z.enum(['SUCCESS', 'CANCELLED']) }),
])

const descriptions: Record<books.RefundStatus, string> = {
  SUCCESS: 'Refund processed successfully',
  PENDING: 'Refund is on its way',
  CANCELLED: 'The bank did not take the money back',
}

/** Cashfree's refund entity. */
const refundEntity = (refund: books.Refund) => ({
  cf_refund_id: String(refund.id),
  cf_payment_id: String(refund.paymentId),
  entity: 'refund',
  order_id: refund.orderId,
  refund_id: refund.refundId,
  refund_amount: rupees(refund.amountPaise),
  refund_currency: 'INR',
  refund_arn: refund.bankReference || null,
  refund_status: refund.status,
  refund_type: 'MERCHANT_INITIATED',
  status_description: descriptions[refund.status],
  created_at: refund.createdAt.toISOString(),
})

type SendWebhook = (order: books.Order, type: string, data: object) => Promise<void>

/** Cashfree's refund endpoints, and a page for testers to choose outcomes. */
export function sandboxRefunds(
  app: FastifyInstance,
  { db, config }: Pick<Context, 'db' | 'config'>,
  sendWebhook: SendWebhook,
) {
  let refundMode: keyof typeof modes = 'now'

  async function notifyMerchant(refund: books.Refund): Promise<void> {
    const order = await books.orderById(db, refund.orderId)
    if (order && refund.status !== 'PENDING') {
      await sendWebhook(order, 'REFUND_STATUS_WEBHOOK', { refund: refundEntity(refund) })
    }
  }
  const unknown = (reply: FastifyReply) =>
    reply.status(404).send(errorBody('Order Reference Id does not exist', 'order_not_found', 'invalid_request_error'))

  app.post<{ Params: { id: string } }>('/sandbox/pg/orders/:id/refunds', async (request, reply) => {
    const parsed = newRefund.safeParse(request.body)
    if (!parsed.success)
      return reply.status(400).send(errorBody(z.prettifyError(parsed.error), 'refund_invalid', 'invalid_request_error'))
    const orderId = request.params.id
    if (!(await books.orderById(db, orderId))) return unknown(reply)
    const amountPaise = paise(parsed.data.refund_amount)
    const newRefundRow = { orderId, refundId: parsed.data.refund_id, amountPaise, status: modes[refundMode][0] }
    const entered = await db.transaction().execute((tx) => books.insertRefund(tx, newRefundRow))
    if (!entered)
      return reply
        .status(400)
        .send(errorBody('refund amount is more than what is left', 'refund_amount_invalid', 'invalid_request_error'))
    const { refund, isNew } = entered
    if (!isNew && refund.amountPaise !== amountPaise)
      return reply.status(409).send(errorBody('refund id is taken', 'refund_already_exists', 'idempotency_error'))
    if (isNew) await notifyMerchant(refund)
    return refundEntity(refund)
  })

  app.get<{ Params: { id: string } }>('/sandbox/pg/orders/:id/refunds', async (request, reply) => {
    const order = await books.orderById(db, request.params.id)
    return order ? (await books.refundsOf(db, order.orderId)).map(refundEntity) : unknown(reply)
  })

  app.get('/sandbox/refunds', async (_, reply) => {
    const refunds = await books.newestRefunds(db)
    const row = (one: books.Refund) =>
      `<tr><td style="overflow-wrap:anywhere">${escapeHtml(one.orderId)}<td>${rupeeText(one.amountPaise)}<td>${descriptions[one.status]} ${one.bankReference}${one.status === 'PENDING' ? finishButtons(one) : ''}`
    const finishButtons = ({ id }: books.Refund) =>
      `<form method="post"><input type="hidden" name="refund" value="${id}"><button name="outcome" value="SUCCESS" class="main">Settle</button><button name="outcome" value="CANCELLED">Fail</button></form>`
    const buttons = Object.entries(modes).map(
      ([name, [, label]]) =>
        `<button name="mode" value="${name}"${name === refundMode ? ' class="main"' : ''}>${label}</button>`,
    )
    return plainPage(
      reply,
      'Test refunds',
      `<h1>Test refunds</h1><p>No money moves here. New refunds:<form method="post">${buttons.join('')}</form>
${refunds.length > 0 ? `<table><tr><th>Order<th>Amount<th>State${refunds.map(row).join('')}</table>` : '<p>None yet.'}`,
    )
  })

  app.post('/sandbox/refunds', async (request, reply) => {
    const form = formFields.safeParse(request.body).data
    if (!isSameOrigin(config, request.headers))
      return plainPage(reply.status(403), 'Not allowed', '<h1>Not allowed</h1>')
    if (!form) return plainPage(reply.status(400), 'Not possible', '<h1>Not possible</h1><p>Unknown choice.</p>')
    if ('mode' in form) refundMode = form.mode
    else {
      const ended = await books.finishRefund(db, form.refund, form.outcome)
      if (ended) await notifyMerchant(ended)
    }
    return reply.redirect('/sandbox/refunds', 303)
  })
}
