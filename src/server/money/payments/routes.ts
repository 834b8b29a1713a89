import * as picking from '#contract/classes/picked-times.ts'
import * as contract from '#contract/money/payments.ts'
import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { rupees } from '#contract/wire/money.ts'
import { bookingFor } from '#server/classes/bookings/bookings.ts'
import type { Context, Feature } from '#server/context.ts'
import { paymentsOf } from '#server/money/orders/orders.ts'
import { AppError, languageOf } from '#server/platform/errors.ts'
import { loggedIn, type Viewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { settleOrder, startOrder, startRenewal } from './payments.ts'
import * as picked from './picked-times.ts'
import { bookableCard, offerOf, promotionOf } from './pricing.ts'
import * as rows from './queries.ts'
import * as summaries from './summaries.ts'

/** An order as far as this viewer may see it, brought up to date when the gateway answers. */
async function orderFor(context: Context, viewer: Viewer, orderId: string) {
  const order = await summaries.summaryOf(context.db, orderId)
  if (!order || (viewer.userType !== 'admin' && order.familyId !== viewer.familyId)) throw new AppError('not-found')
  if (order.status === 'paid') return order
  await settleOrder(context, orderId).catch((error: unknown) =>
    context.log?.error({ err: error, orderId }, 'asking the gateway failed'),
  )
  return (await summaries.summaryOf(context.db, orderId)) ?? order
}

function outcomeOf({ status, booking, attempts }: summaries.Summary): contract.OrderSummary['outcome'] {
  if (status === 'paid') return booking ? 'success' : 'refund'
  const isWaiting = attempts.some((one) => one.status === 'PENDING') || (attempts.length === 0 && status === 'created')
  return isWaiting ? 'pending' : 'failed'
}

function shown({ payments }: Context, order: summaries.Summary, language: Language): contract.OrderSummary {
  const { id, mentorId, mentorName, slug, paymentSessionId } = order
  const isOpen = order.status === 'created' && !order.overdue
  return {
    _id: id,
    number: order.number,
    status: order.status,
    outcome: outcomeOf(order),
    plan: order.plan,
    subject: subjects[order.subject][0],
    amount: rupees(order.amountPaise),
    method: order.attempts.find((one) => one.status === 'SUCCESS')?.method ?? '',
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    booking: order.booking,
    learnerName: order.learnerName,
    mentor: { _id: mentorId, slug, fullName: mentorName },
    checkoutUrl: isOpen && paymentSessionId ? payments.checkoutPath({ orderId: id, paymentSessionId }, language) : null,
    firstClass: order.firstClass?.toISOString() ?? null,
    // The database writes times inside JSON in its own way.
    picked: order.picked && {
      ...order.picked,
      startsAt: new Date(order.picked.startsAt).toISOString(),
      confirmBy: order.picked.confirmBy && new Date(order.picked.confirmBy).toISOString(),
    },
    wishedAt: order.wishedAt?.toISOString() ?? null,
    wishes: order.wishes,
    isRenewal: order.isRenewal,
    receiptTo: order.receiptTo,
  }
}

const started = ({ order, paymentSessionId, checkoutPath }: Awaited<ReturnType<typeof startOrder>>) => ({
  order_id: order.id,
  payment_session_id: paymentSessionId,
  order_amount: rupees(order.amountPaise),
  checkout_url: checkoutPath,
})

/** The gateway counts our questions for the whole account, so one visitor may not ask them all. */
const gatewayLimit = { asksOutside: true, rateLimit: { max: 60, timeWindow: '1 minute' } }

export const paymentsRoutes: Feature = (app, context) => {
  const { db } = context
  app.route({
    ...contract.createOrder,
    handler: async (request) => {
      const viewer = loggedIn(request)
      const { customerId, customerPhone: _, ...wish } = request.body
      if (customerId && customerId !== viewer.familyId) throw new AppError('not-allowed')
      return started(await startOrder(context, viewer, wish, languageOf(request)))
    },
  })

  app.route({
    ...contract.renewBooking,
    handler: async (request) =>
      started(await startRenewal(context, loggedIn(request), request.body, languageOf(request))),
  })

  app.route({ ...contract.packages, handler: async () => ({ data: await readSetting(db, 'packageDiscounts') }) })

  app.route({
    ...contract.quote,
    handler: async (request) => {
      const { mentorId, plan, hours, mode, learnerId, subject } = request.query
      const card = await bookableCard(db, mentorId)
      // The price is the mode's: any subject of the mentor tells it.
      const offer = await offerOf(db, card, { mentorId, plan, hours, mode, subject: subject ?? card.subjects[0] })
      const familyId = request.viewer?.familyId
      const known = familyId && learnerId && (await rows.ownLearner(db, familyId, learnerId))
      const promotion = known
        ? await promotionOf(db, plan, { familyId, learnerId, mentorId, subject: offer.subject })
        : 0
      return {
        data: {
          monthly: rupees(offer.monthlyPaise),
          discount: rupees(offer.fullPaise - offer.pricePaise),
          price: rupees(offer.pricePaise),
          promotion: rupees(promotion),
          amount: rupees(offer.pricePaise - promotion),
        },
      }
    },
  })

  app.route({
    ...contract.verifyOrder,
    config: { ...contract.verifyOrder.config, ...gatewayLimit },
    handler: async (request) => {
      const order = await orderFor(context, loggedIn(request), request.params.orderId)
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
    config: { ...contract.orderSummary.config, ...gatewayLimit },
    handler: async (request) => {
      const order = await orderFor(context, loggedIn(request), request.params.orderId)
      return { data: shown(context, order, languageOf(request)) }
    },
  })

  app.route({
    ...picking.timeOptions,
    handler: async (request) => ({ data: await picked.choiceOf(context, loggedIn(request), request.params.id) }),
  })

  app.route({
    ...picking.pickTime,
    handler: async (request) => {
      const [viewer, { id }] = [loggedIn(request), request.params]
      await picked.pickTime(context, viewer, id, new Date(request.body.startsAt))
      return { data: await bookingFor(context, viewer, id) }
    },
  })

  app.route({
    ...picking.refundUnscheduled,
    handler: async (request) => {
      const [viewer, { id }] = [loggedIn(request), request.params]
      await picked.returnUntimed(context, viewer, id)
      return { data: await bookingFor(context, viewer, id) }
    },
  })

  app.route({
    ...picking.answerPickedTime,
    handler: async (request) => {
      const [viewer, { id }] = [loggedIn(request), request.params]
      await picked.answerTime(context, viewer, id, request.body.confirm)
      return { data: await bookingFor(context, viewer, id) }
    },
  })

  app.route({
    ...contract.unfinishedOrders,
    handler: async (request) => {
      const { familyId } = loggedIn(request)
      const orders = familyId ? await summaries.unfinishedOf(db, familyId) : []
      return { data: orders.map((order) => shown(context, order, languageOf(request))) }
    },
  })
}
