import * as picking from '#contract/classes/picked-times.ts'
import * as contract from '#contract/money/payments.ts'
import { rupees } from '#contract/wire/money.ts'
import { bookingFor } from '#server/classes/bookings/bookings.ts'
import type { Context, Feature } from '#server/context.ts'
import { paymentsOf } from '#server/money/orders/orders.ts'
import { AppError, languageOf } from '#server/platform/errors.ts'
import { costlyRead } from '#server/platform/guards.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { toOrderSummary } from './order-summary.ts'
import { settleOrder, startOrder, startRenewal } from './payments.ts'
import * as picked from './picked-times.ts'
import { bookablePriceList, offerOf, promotionOf, usableCredit } from './pricing.ts'
import * as rows from './queries.ts'
import * as summaries from './summaries.ts'

/** An order the viewer may see, updated from the gateway when it responds. */
async function orderFor(context: Context, viewer: Viewer, orderId: string) {
  const order = await summaries.summaryOf(context.db, orderId)
  if (!order || (viewer.userType !== 'admin' && order.familyId !== viewer.familyId)) throw new AppError('not-found')
  if (order.status === 'paid') return order
  await settleOrder(context, orderId).catch((error: unknown) =>
    context.log?.error({ err: error, orderId }, 'settling the order failed'),
  )
  return (await summaries.summaryOf(context.db, orderId)) ?? order
}

const toStartedOrder = ({ order, paymentSessionId, checkoutPath }: Awaited<ReturnType<typeof startOrder>>) => ({
  order_id: order.id,
  payment_session_id: paymentSessionId,
  order_amount: rupees(order.amountPaise),
  checkout_url: checkoutPath,
})

/** The gateway limits calls per account, so one visitor must not use them up. */
const gatewayRateLimit = costlyRead(60)

export const paymentsRoutes: Feature = (app, context) => {
  const { db, replicas } = context
  app.route({
    ...contract.createOrder,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { customerId, customerPhone: _, ...input } = request.body
      if (customerId && customerId !== viewer.familyId) throw new AppError('not-allowed')
      return toStartedOrder(await startOrder(context, viewer, input, languageOf(request)))
    },
  })

  app.route({
    ...contract.renewBooking,
    handler: async (request) =>
      toStartedOrder(await startRenewal(context, requireViewer(request), request.body, languageOf(request))),
  })

  app.route({
    ...contract.packages,
    handler: async (request) => ({
      data: await replicas.read(request, (from) => readSetting(from, 'packageDiscounts')),
    }),
  })

  app.route({
    ...contract.quote,
    handler: async (request) => {
      const { mentorId, plan, hours, mode, learnerId, subject } = request.query
      const priceList = await bookablePriceList(db, mentorId)
      // Prices depend on the mode only, so any of the mentor's subjects will do.
      const offer = await offerOf(db, priceList, {
        mentorId,
        plan,
        hours,
        mode,
        subject: subject ?? priceList.subjects[0],
      })
      const familyId = request.viewer?.familyId
      const isOwnLearner = familyId && learnerId && (await rows.ownLearner(db, familyId, learnerId))
      const demo = isOwnLearner
        ? await promotionOf(db, plan, { familyId, learnerId, mentorId, subject: offer.subject })
        : 0
      const credit = familyId ? await usableCredit(db, familyId, offer.pricePaise - demo) : 0
      const promotion = demo + credit
      return {
        data: {
          monthly: rupees(offer.monthlyPaise),
          discount: rupees(offer.fullPaise - offer.pricePaise),
          price: rupees(offer.pricePaise),
          promotion: rupees(promotion),
          credit: rupees(credit),
          amount: rupees(offer.pricePaise - promotion),
        },
      }
    },
  })

  app.route({
    ...contract.verifyOrder,
    config: { ...contract.verifyOrder.config, ...gatewayRateLimit },
    handler: async (request) => {
      const order = await orderFor(context, requireViewer(request), request.params.orderId)
      const attempts = await paymentsOf(db, request.params.orderId)
      return attempts.map((one) => ({
        cf_payment_id: one.id,
        payment_status: one.status,
        order_amount: rupees(order.amountPaise),
        payment_amount: rupees(one.amountPaise),
        payment_group: one.method,
        payment_message: one.message,
        bank_reference: one.reference,
        payment_time: one.seenAt.toISOString(),
      }))
    },
  })

  app.route({
    ...contract.orderSummary,
    config: { ...contract.orderSummary.config, ...gatewayRateLimit },
    handler: async (request) => {
      const order = await orderFor(context, requireViewer(request), request.params.orderId)
      return { data: toOrderSummary(context, order, languageOf(request)) }
    },
  })

  app.route({
    ...picking.timeOptions,
    handler: async (request) => ({
      data: await picked.timeChoiceFor(context, requireViewer(request), request.params.id),
    }),
  })

  app.route({
    ...picking.pickTime,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { id } = request.params
      await picked.pickTime(context, viewer, id, new Date(request.body.startsAt))
      return { data: await bookingFor(context, viewer, id) }
    },
  })

  app.route({
    ...picking.refundUnscheduled,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { id } = request.params
      await picked.refundUntimed(context, viewer, id)
      return { data: await bookingFor(context, viewer, id) }
    },
  })

  app.route({
    ...picking.answerPickedTime,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { id } = request.params
      await picked.answerTime(context, viewer, id, request.body.confirm)
      return { data: await bookingFor(context, viewer, id) }
    },
  })

  app.route({
    ...contract.unfinishedOrders,
    handler: async (request) => {
      const { familyId } = requireViewer(request)
      const orders = familyId ? await summaries.unfinishedOf(db, familyId) : []
      return { data: orders.map((order) => toOrderSummary(context, order, languageOf(request))) }
    },
  })
}
