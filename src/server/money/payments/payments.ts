import { randomUUID } from 'node:crypto'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { type ClassMode, type Grade, homeModes, type Subject, subjectFrom } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { isLong, orderMinutes, type Plan } from '#contract/wire/limits.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import {
  confirmBooking,
  holdSlot,
  isRenewed,
  mayTeach,
  notifyPaid,
  renewalOf,
} from '#server/classes/bookings/bookings.ts'
import { releaseOrderHolds } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { type Journal, type Line, writeJournal } from '#server/ledger/ledger.ts'
import { checkReach } from '#server/mentors/search/mentors.ts'
import * as orders from '#server/money/orders/orders.ts'
import { draftReceipt, issueAndMail } from '#server/money/receipts/receipts.ts'
import { sendBack } from '#server/money/refunds/refunds.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import { addressOfLearner, keepAddress, learnerNamed } from '#server/people/profiles/profiles.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { money } from '#server/platform/figures.ts'
import { lockFamily } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertEnabled, readSetting } from '#server/settings/settings/settings.ts'
import { bookPicked, pickedOf } from './picked-times.ts'
import { bookableCard, offerOf, planOf, promotionOf } from './pricing.ts'
import * as rows from './queries.ts'
import { wishedTime, withFreeTimes } from './wished-times.ts'

/** What a family wants to buy. The amount is only compared with our price, never used. */
export type Wish = {
  amount: number
  mentorId: string
  plan?: Plan | undefined
  hours?: number | undefined
  mode?: ClassMode | undefined
  learnerId?: string | undefined
  learner?: { name?: string | undefined; grade?: Grade | undefined } | undefined
  subject?: Subject | undefined
  wishes?: orders.Wishes | undefined
  /** A free time of the mentor, for the first class. */
  startsAt?: string | undefined
  /** The booking it goes on from. */
  renews?: string | undefined
  address?: ClassAddress | undefined
}

/** The rules in force, copied into every order (product.md §6): later ones do not change what was bought. */
const policyOf = async (tx: Transaction) => ({
  version: 1,
  policy: 'standard',
  ...(await readSetting(tx, 'bookingPolicy')),
})

/**
 * Where a class at home takes place: as it is said now, which is kept for the learner, else as it was kept. The
 * specification's own order names neither plan nor mode and may do without: its family is asked once it has paid.
 */
async function addressOf(tx: Transaction, wish: Wish, learnerId: string): Promise<ClassAddress | null> {
  const address = wish.address ?? (await addressOfLearner(tx, learnerId))
  // The mentor has been coming there.
  if (wish.renews) return address
  if (!address && (wish.plan || wish.mode)) throw new AppError('address-needed')
  if (address) await checkReach(tx, wish.mentorId, address)
  if (wish.address) await keepAddress(tx, learnerId, wish.address)
  return address
}

/** Makes the order, or finds the one this wish has open already: ten taps are one order. */
async function enterOrder(tx: Transaction, gateway: string, familyId: string, wish: Wish): Promise<orders.Order> {
  await lockFamily(tx, familyId)
  await orders.expireOverdue(tx, familyId)
  const card = await bookableCard(tx, wish.mentorId)
  if (await rows.isOneAccount(tx, familyId, wish.mentorId)) throw new AppError('own-booking')
  const plan = wish.plan ?? planOf(card, wish.amount)
  const hours = plan === 'hourly' ? (wish.hours ?? 1) : 1
  const own = wish.learnerId ? await rows.ownLearner(tx, familyId, wish.learnerId) : null
  if (wish.learnerId && !own) throw new AppError('not-found')
  const learnerId =
    wish.learnerId ?? (await learnerNamed(tx, familyId, wish.learner?.name ?? null, wish.learner?.grade ?? null))
  const learner = own ?? (await rows.ownLearner(tx, familyId, learnerId))
  const offer = await offerOf(tx, card, {
    mentorId: wish.mentorId,
    plan,
    hours,
    mode: wish.mode,
    subject: wish.subject,
    grade: learner?.grade ?? wish.learner?.grade,
  })
  const promotionPaise = await promotionOf(tx, plan, {
    familyId,
    learnerId,
    mentorId: wish.mentorId,
    subject: offer.subject,
  })
  const amountPaise = offer.pricePaise - promotionPaise
  if (paise(wish.amount) !== amountPaise) throw new AppError('price-changed', { amount: rupees(amountPaise) })
  const wished = await wishedTime(tx, { ...wish, plan, hours, mode: offer.mode, familyId, learnerId })
  // Read again under the lock: of two taps one may have been paid meanwhile.
  if (wish.renews) await renewalOf(tx, familyId, wish.renews)
  const order: orders.NewOrder = {
    familyId,
    learnerId,
    mentorId: wish.mentorId,
    plan,
    mode: offer.mode,
    subject: offer.subject,
    grade: wish.learner?.grade ?? null,
    hours,
    pricePaise: offer.pricePaise,
    promotionPaise,
    amountPaise,
    wishedAt: wished.at,
    wishedAs: wished.as,
    wishes: isLong(plan) ? (wish.wishes ?? null) : null,
    renews: wish.renews ?? null,
    address: homeModes.includes(offer.mode) ? await addressOf(tx, wish, learnerId) : null,
    gateway,
    minutes: orderMinutes,
    terms: { ...(await policyOf(tx)), monthlyPricePaise: offer.monthlyPaise, fullPricePaise: offer.fullPaise },
  }
  if (!(await orders.replaceRivals(tx, order))) throw new AppError('payment-pending')
  const open = (await orders.insertOrder(tx, order)) ?? (await orders.openOrder(tx, order))
  if (!open) throw new AppError('internal')
  // Overdue and still open: its payment is pending, and paying again would pay twice.
  if (open.overdue) throw new AppError('payment-pending')
  const picked = pickedOf(open)
  if (picked) await holdSlot(tx, picked, 'paying')
  return open
}

/** Starts a purchase: our order first, then the gateway's, outside any transaction. */
export async function startOrder({ db, payments, log }: Context, viewer: Viewer, wish: Wish, language: Language) {
  const familyId = viewer.familyId
  if (!familyId) throw new AppError('not-allowed')
  await assertEnabled(db, 'payments')
  if (!wish.renews) await assertEnabled(db, 'bookings')
  const order = await transaction(db, (tx) => enterOrder(tx, payments.name, familyId, wish)).catch(
    async (error: unknown) => {
      throw await withFreeTimes(db, error, wish)
    },
  )
  let paymentSessionId = order.paymentSessionId
  if (!paymentSessionId) {
    const made = await payments
      .createOrder({
        orderId: order.id,
        amountPaise: order.amountPaise,
        customerId: familyId,
        customerPhone: viewer.phone,
        expiresAt: order.expiresAt,
        note: order.number,
        language,
      })
      .catch((error: unknown) => {
        log?.error({ err: error, orderId: order.id }, 'creating the order at the gateway failed')
        throw new AppError('payment-start-failed')
      })
    paymentSessionId = await orders.setPaymentSession(db, order.id, made.paymentSessionId)
  }
  const checkoutPath = payments.checkoutPath({ orderId: order.id, paymentSessionId }, language)
  return { order, paymentSessionId, checkoutPath }
}

/** Buys a booking's month or package again: the same for the same learner, at today's price. */
export async function startRenewal(
  context: Context,
  viewer: Viewer,
  { booking, amount }: { booking: string; amount: number },
  language: Language,
) {
  if (!viewer.familyId) throw new AppError('not-allowed')
  const { canRenew: _, wishes, address, ...same } = await renewalOf(context.db, viewer.familyId, booking)
  // Of a subject that was merged into another one since, the other one.
  const subject = subjectFrom(same.subject) ?? same.subject
  const wish = { ...same, subject, amount, renews: booking, wishes: wishes ?? undefined, address: address ?? undefined }
  return await startOrder(context, viewer, wish, language)
}

/**
 * Brings an order up to what the gateway says: the one function behind webhook, status page and reconciler. Asks
 * the gateway first, then moves the order under its lock; doing it twice changes nothing.
 */
export async function settleOrder({ db, payments, queue }: Context, orderId: string): Promise<void> {
  const known = await orders.orderById(db, orderId)
  // Another gateway's order, from before the operator changed: this one cannot know it.
  if (!known?.paymentSessionId || known.gateway !== payments.name) return
  const { paymentSessionId, amountPaise } = known
  const attempts = await payments.attempts({ orderId, paymentSessionId, amountPaise })
  await transaction(db, async (tx) => {
    await lockFamily(tx, known.familyId)
    const order = await orders.lockOrder(tx, orderId)
    if (!order) return
    await orders.savePayments(tx, order, attempts)
    // A convenience fee may make the payment larger than the order, never smaller.
    const successes = attempts.filter((one) => one.status === 'SUCCESS' && one.amountPaise >= order.amountPaise)
    if (successes.length > 0) {
      const wasPaid = order.status === 'paid'
      if (!wasPaid) await takeMoney(queue, tx, order)
      if (wasPaid || successes.length > 1) await returnSurplus(queue, tx, order)
      return
    }
    const waiting = attempts.some((one) => one.status === 'PENDING' || one.status === 'SUCCESS')
    if (!order.overdue || waiting) return
    await orders.setEnded(tx, orderId, attempts.length > 0 ? 'fail' : 'expire')
    await releaseOrderHolds(tx, [orderId])
  })
}

/** The mentor was perhaps paused meanwhile, a demo bought, the demo's credit used, or a booking renewed by another order. */
async function canBook(tx: Transaction, order: orders.Order): Promise<boolean> {
  if (!(await mayTeach(tx, order.mentorId))) return false
  if (order.renews && (await isRenewed(tx, order.renews))) return false
  if (order.plan !== 'demo' && order.promotionPaise === 0) return true
  if (order.promotionPaise > 0) await rows.lockDemos(tx, order)
  const past = await rows.pastDemo(tx, order)
  return order.plan === 'demo' ? !past.taken : past.creditOpen
}

/** Books what was paid; what can no longer be booked is owed back to the family. */
async function takeMoney(queue: Context['queue'], tx: Transaction, order: orders.Order): Promise<void> {
  // What the family's other orders say may change until the booking is there: its constraints have the last word.
  const bookingId = (await canBook(tx, order)) ? await confirmBooking(tx, order) : null
  const isBookable = bookingId !== null
  await orders.setPaid(tx, order.id, isBookable)
  if (bookingId) {
    await bookPicked(tx, bookingId, order)
    await notifyPaid(tx, bookingId)
  }
  const paidIn = { kind: 'gateway_receivable', amountPaise: order.amountPaise } as const
  const lines: Line[] = isBookable
    ? [
        paidIn,
        { kind: 'promotions', amountPaise: order.promotionPaise },
        { kind: 'family_prepaid', ownerId: order.familyId, amountPaise: -order.pricePaise },
      ]
    : [paidIn, { kind: 'refunds_payable', amountPaise: -order.amountPaise }]
  const journal: Journal = { kind: 'payment', subjectId: order.id, lines }
  if (isBookable) {
    const receipt = await draftReceipt(tx, order.id)
    // From here on every other settlement waits: our accounts and the series of receipts are locked until the end.
    await writeJournal(tx, journal)
    if (receipt) await issueAndMail(queue, tx, receipt)
    return
  }
  await writeJournal(tx, journal)
  await releaseOrderHolds(tx, [order.id])
  await sendBack(queue, tx, { orderId: order.id, paymentId: null, amountPaise: order.amountPaise })
  await notifyReturn(tx, order, order.amountPaise)
}

/** Money that came twice for one order is owed back, once for each payment. */
async function returnSurplus(queue: Context['queue'], tx: Transaction, order: orders.Order): Promise<void> {
  for (const payment of await orders.surplusOf(tx, order)) {
    const { amountPaise } = payment
    const lines: Line[] = [
      { kind: 'gateway_receivable', amountPaise },
      { kind: 'refunds_payable', amountPaise: -amountPaise },
    ]
    const isNew = await writeJournal(tx, { kind: 'correction', subjectId: payment.id, lines })
    if (!isNew) continue
    await sendBack(queue, tx, { orderId: order.id, paymentId: payment.id, amountPaise })
    await notifyReturn(tx, order, amountPaise)
  }
}

async function notifyReturn(tx: Transaction, order: orders.Order, amountPaise: number): Promise<void> {
  const values = inBoth(() => ({ amount: money(amountPaise), number: order.number }))
  const accountId = await rows.accountOfFamily(tx, order.familyId)
  const onceKey = `${order.id}:${randomUUID()}`
  await notify(tx, { event: 'payment-returned', accountId, side: 'family', onceKey, values })
}

/** Looks after every order whose end we do not know; webhooks get lost. */
export async function reconcile(context: Context): Promise<void> {
  for (const orderId of await orders.ordersToSync(context.db, 200)) {
    await settleOrder(context, orderId).catch((error: unknown) =>
      context.log?.error({ err: error, orderId }, 'reconciling failed'),
    )
  }
}
