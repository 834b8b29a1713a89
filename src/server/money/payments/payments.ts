import type { ClassAddress } from '#contract/classes/addresses.ts'
import { policyName } from '#contract/classes/limits.ts'
import { isRenewable, type Plan } from '#contract/classes/plans.ts'
import { maxOpenOrders, orderExpiryMinutes } from '#contract/money/limits.ts'
import type { ParentConsent, ShownConsent } from '#contract/people/consents.ts'
import { type ClassMode, type Grade, homeModes, type Subject, subjectFrom } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import { holdSlot, mayTeach, renewalOf } from '#server/classes/bookings/bookings.ts'
import { releaseOrderHolds } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { type Line, writeJournal } from '#server/ledger/ledger.ts'
import * as orders from '#server/money/orders/orders.ts'
import { queueOwedRefund } from '#server/money/refunds/refunds.ts'
import { shareToHold, vendorOf } from '#server/money/transfers/transfers.ts'
import { ensureHomeConduct, ensureLearner } from '#server/people/profiles/profiles.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockFamily } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertEnabled, readSetting } from '#server/settings/settings/settings.ts'
import { completePayment } from './completion.ts'
import { notifyPaymentReturned } from './notifications.ts'
import { addressOf } from './order-address.ts'
import { pickedOf } from './picked-times.ts'
import { startTimeOf, withAlternatives } from './preferred-times.ts'
import { bookablePriceList, offerOf, planOf, promotionOf, usableCredit } from './pricing.ts'
import * as rows from './queries.ts'

export { monthsAfterDemos } from './months-after-demos.ts'
export { toOrderSummary } from './order-summary.ts'
export { toSummaries, unfinishedOrders } from './summaries.ts'

/** Purchase input. `amount` and `policy` are what was shown, and only compared with ours. */
type OrderInput = {
  amount: number
  policy?: string | undefined
  mentorId: string
  plan?: Plan | undefined
  hours?: number | undefined
  mode?: ClassMode | undefined
  learnerId?: string | undefined
  learner?: { name?: string | undefined; grade?: Grade | undefined; adult?: boolean | undefined } | undefined
  parent?: ParentConsent | undefined
  conduct?: ShownConsent | undefined
  subject?: Subject | undefined
  wishes?: orders.TimePreferences | undefined
  /** One of the mentor's free times for the first class. */
  startsAt?: string | undefined
  /** Booking to renew. */
  renews?: string | undefined
  address?: ClassAddress | undefined
}

/** Creates the order, or returns the identical open one, so that repeated taps create one order. */
async function placeOrder(
  tx: Transaction,
  payments: Context['payments'],
  { accountId, familyId }: { accountId: string; familyId: string },
  input: OrderInput,
): Promise<orders.Order> {
  await lockFamily(tx, familyId)
  await orders.expireOverdue(tx, familyId)
  const priceList = await bookablePriceList(tx, input.mentorId)
  if (await rows.isSameAccount(tx, familyId, input.mentorId)) throw new AppError('own-booking')
  const plan = input.plan ?? planOf(priceList, input.amount)
  const hours = plan === 'hourly' ? (input.hours ?? 1) : 1
  const ownLearner = input.learnerId ? await rows.ownLearner(tx, familyId, input.learnerId) : null
  if (input.learnerId && !ownLearner) throw new AppError('not-found')
  const learnerId = await ensureLearner(tx, { accountId, familyId }, input)
  const learner = ownLearner ?? (await rows.ownLearner(tx, familyId, learnerId))
  const offer = await offerOf(tx, priceList, {
    mentorId: input.mentorId,
    plan,
    hours,
    mode: input.mode,
    subject: input.subject,
    grade: learner?.grade ?? input.learner?.grade,
  })
  const isAtHome = homeModes.includes(offer.mode)
  // A renewal goes on as agreed, and the specification's basic order cannot say it.
  if (isAtHome && !input.renews && (input.plan || input.mode))
    await ensureHomeConduct(tx, accountId, learnerId, input.conduct)
  const bought = { familyId, learnerId, mentorId: input.mentorId, subject: offer.subject }
  const demoPaise = await promotionOf(tx, plan, bought)
  // Without a plan the amount names the plan, so that nothing else can be deducted.
  const creditPaise = input.plan ? await usableCredit(tx, familyId, offer.pricePaise - demoPaise) : 0
  const promotionPaise = demoPaise + creditPaise
  const amountPaise = offer.pricePaise - promotionPaise
  const policy = await readSetting(tx, 'bookingPolicy')
  if (input.policy !== undefined && input.policy !== policyName(policy))
    throw new AppError('policy-changed', { amount: rupees(amountPaise) })
  if (paise(input.amount) !== amountPaise) throw new AppError('price-changed', { amount: rupees(amountPaise) })
  const startTime = await startTimeOf(tx, { ...input, plan, hours, mode: offer.mode, familyId, learnerId })
  // Checked again under the lock: a concurrent order may have been paid.
  if (input.renews) await renewalOf(tx, familyId, input.renews)
  const order: orders.NewOrder = {
    familyId,
    learnerId,
    mentorId: input.mentorId,
    plan,
    mode: offer.mode,
    subject: offer.subject,
    grade: input.learner?.grade ?? null,
    hours,
    pricePaise: offer.pricePaise,
    promotionPaise,
    creditPaise,
    amountPaise,
    heldPaise: await shareToHold(tx, payments, { mentorId: input.mentorId, pricePaise: offer.pricePaise, amountPaise }),
    wishedAt: startTime.at,
    wishedAs: startTime.as,
    wishes: isRenewable(plan) ? (input.wishes ?? null) : null,
    renews: input.renews ?? null,
    address: isAtHome ? await addressOf(tx, input, learnerId) : null,
    gateway: payments.name,
    minutes: orderExpiryMinutes,
    // Copied (product.md §6), so that later changes do not affect it.
    terms: {
      version: 1,
      policy: 'standard',
      ...policy,
      monthlyPricePaise: offer.monthlyPaise,
      fullPricePaise: offer.fullPaise,
    },
  }
  if (!(await orders.expireConflictingOrders(tx, order))) throw new AppError('payment-pending')
  if ((await orders.countOtherOpenOrders(tx, order)) >= maxOpenOrders)
    throw new AppError('order-limit', { most: maxOpenOrders })
  const open = (await orders.insertOrder(tx, order)) ?? (await orders.updateOpenOrder(tx, order))
  if (!open) throw new AppError('internal')
  // Overdue but open means its payment is pending: a second payment would charge twice.
  if (open.overdue) throw new AppError('payment-pending')
  const picked = pickedOf(open)
  if (picked) await holdSlot(tx, picked, 'paying')
  return open
}

/** Starts a purchase: creates our order first, then the gateway's outside any transaction. */
export async function startOrder(
  { db, payments, log }: Context,
  viewer: Viewer,
  input: OrderInput,
  language: Language,
) {
  const familyId = viewer.familyId
  if (!familyId) throw new AppError('not-allowed')
  await assertEnabled(db, 'payments')
  if (!input.renews) await assertEnabled(db, 'bookings')
  const order = await transaction(db, (tx) =>
    placeOrder(tx, payments, { accountId: viewer.accountId, familyId }, input),
  ).catch(async (error: unknown) => {
    throw await withAlternatives(db, error, input)
  })
  let paymentSessionId = order.paymentSessionId
  if (!paymentSessionId) {
    const share = order.heldPaise > 0 && {
      vendorId: await vendorOf(db, order.mentorId, payments.name),
      amountPaise: order.heldPaise,
    }
    const created = await payments
      .createOrder({
        orderId: order.id,
        amountPaise: order.amountPaise,
        customerId: familyId,
        customerPhone: viewer.phone,
        expiresAt: order.expiresAt,
        note: order.number,
        share: share || null,
        language,
      })
      .catch((error: unknown) => {
        log?.error({ err: error, orderId: order.id }, 'creating the order at the gateway failed')
        throw new AppError('payment-start-failed')
      })
    paymentSessionId = await orders.setPaymentSession(db, order.id, created.paymentSessionId)
  }
  const checkoutPath = payments.checkoutPath({ orderId: order.id, paymentSessionId }, language)
  return { order, paymentSessionId, checkoutPath }
}

/** Renews a month or package for the same learner at today's price. */
export async function startRenewal(
  context: Context,
  viewer: Viewer,
  { booking, ...shown }: { booking: string; amount: number; policy?: string | undefined },
  language: Language,
) {
  if (!viewer.familyId) throw new AppError('not-allowed')
  const { canRenew: _, wishes, address, ...same } = await renewalOf(context.db, viewer.familyId, booking)
  // A merged subject resolves to its successor.
  const subject = subjectFrom(same.subject) ?? same.subject
  const input = {
    ...same,
    ...shown,
    subject,
    renews: booking,
    wishes: wishes ?? undefined,
    address: address ?? undefined,
  }
  return await startOrder(context, viewer, input, language)
}

/**
 * Brings an order up to date with the gateway; webhook, status page and reconciliation all use it. Fetches the
 * gateway's state first, then updates the order under its lock. Idempotent.
 */
export async function settleOrder({ db, payments, queue }: Context, orderId: string): Promise<void> {
  const savedOrder = await orders.orderById(db, orderId)
  // The order belongs to a gateway used before, which this one cannot know.
  if (!savedOrder?.paymentSessionId || savedOrder.gateway !== payments.name) return
  const { paymentSessionId, amountPaise } = savedOrder
  const attempts = await payments.attempts({ orderId, paymentSessionId, amountPaise })
  await transaction(db, async (tx) => {
    // One round trip; the mentor of an order never changes.
    const [, order, , isTeaching, accounts] = await Promise.all([
      lockFamily(tx, savedOrder.familyId),
      orders.lockOrder(tx, orderId),
      orders.savePayments(tx, savedOrder, attempts),
      mayTeach(tx, savedOrder.mentorId),
      rows.accountsOf(tx, orderId),
    ])
    if (!order || !accounts) return
    const succeeded = attempts.filter((one) => one.status === 'SUCCESS')
    // A convenience fee may make a payment larger than the order, never smaller.
    const isShort = ({ amountPaise }: { amountPaise: number }) => amountPaise < order.amountPaise
    // An open order has no short payment yet: the first one ends it.
    const short =
      order.status !== 'created' || succeeded.some(isShort)
        ? (await orders.unusedPayments(tx, orderId)).filter(isShort)
        : []
    // A payment that was once below the price is on its way back, whatever the gateway says later.
    const enough = succeeded.filter(
      (one) => !isShort(one) && !short.some(({ paymentId }) => paymentId === one.paymentId),
    )
    const wasPaid = order.status === 'paid'
    const isSellable = isTeaching && !order.isLapsed && !accounts.isErased
    if (enough.length > 0 && !wasPaid) await completePayment(queue, tx, order, isSellable ? accounts : null)
    if (wasPaid || enough.length > 1 || short.length > 0) await refundUnused(queue, tx, order)
    if (wasPaid || enough.length > 0) return
    const isPending = attempts.some((one) => one.status === 'PENDING')
    if (short.length === 0 && (!order.overdue || isPending)) return
    await orders.closeOrder(tx, orderId, attempts.length > 0 ? 'fail' : 'expire')
    await releaseOrderHolds(tx, [orderId])
  })
}

/** Refunds each payment of an order that bought nothing, once, except those an admin settled by hand. */
async function refundUnused(queue: Context['queue'], tx: Transaction, order: orders.Order): Promise<void> {
  for (const payment of await orders.unusedPayments(tx, order.id)) {
    const { amountPaise } = payment
    if (payment.isSettledByHand) continue
    const lines: Line[] = [
      { kind: 'gateway_receivable', amountPaise },
      { kind: 'refunds_payable', amountPaise: -amountPaise },
    ]
    if (!(await writeJournal(tx, { kind: 'correction', subjectId: payment.id, lines }))) continue
    await queueOwedRefund(queue, tx, { orderId: order.id, paymentId: payment.id, amountPaise })
    await notifyPaymentReturned(tx, order, amountPaise)
  }
}

/** Settles every order with an unknown outcome, because webhooks can get lost, and expires those nobody can pay. */
export async function syncOrders(context: Context): Promise<void> {
  await transaction(context.db, orders.expireUnstarted).catch((error: unknown) =>
    context.log?.error({ err: error }, 'expiring orders failed'),
  )
  for (const orderId of await orders.ordersToSync(context.db, 200)) {
    await settleOrder(context, orderId).catch((error: unknown) =>
      context.log?.error({ err: error, orderId }, 'settling the order failed'),
    )
  }
}
