import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type ClassMode, type Grade, type Subject, subjectFrom } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import { isLong, orderMinutes, type Plan } from '#contract/limits.ts'
import { paise, rupees } from '#contract/money.ts'
import { instantInIndia } from '#contract/time.ts'
import type { Parts } from '#server/app.ts'
import { insteadOf } from '#server/availability/availability.ts'
import {
  checkAhead,
  confirmBooking,
  holdSlot,
  isRenewed,
  mayTeach,
  planMinutes,
  renewalOf,
} from '#server/bookings/bookings.ts'
import { type Journal, type Line, writeJournal } from '#server/ledger/ledger.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import { constraintOf, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { money } from '#server/platform/figures.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { draftReceipt, issueAndMail } from '#server/receipts/receipts.ts'
import { sendBack } from '#server/refunds/refunds.ts'
import { mustBeOn, readSetting } from '#server/settings/settings.ts'
import { bookableCard, offerOf, planOf, promotionOf } from './pricing.ts'
import * as rows from './queries.ts'

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
  wishes?: rows.Wishes | undefined
  /** The booking it goes on from. */
  renews?: string | undefined
  area?: string | undefined
}

/** The rules in force, copied into every order (product.md §6): later ones do not change what was bought. */
const policyOf = async (tx: Kysely<DB>) => ({
  version: 1,
  policy: 'standard',
  ...(await readSetting(tx, 'bookingPolicy')),
})

/** The time wished for a demo or hourly class. A day to begin at is looked at, and kept with the other wishes. */
async function wishedTime(tx: Kysely<DB>, plan: Plan, wishes: rows.Wishes | undefined): Promise<Date | null> {
  const { date, time } = wishes ?? {}
  if (!isLong(plan) && (date === undefined) !== (time === undefined)) {
    const field = date === undefined ? 'wishes.date' : 'wishes.time'
    throw new AppError('bad-request', { fields: [{ field, problem: 'day and time, or neither' }] })
  }
  if (date === undefined) return null
  // The whole of today is not over yet.
  const at = instantInIndia(date, isLong(plan) ? '23:59' : (time ?? ''))
  await checkAhead(tx, 'wishes.date', at)
  return isLong(plan) ? null : at
}

/** Makes the order, or finds the one this wish has open already: ten taps are one order. */
async function enterOrder(tx: Kysely<DB>, gateway: string, familyId: string, wish: Wish): Promise<rows.Order> {
  await rows.lockFamily(tx, familyId)
  await rows.expireOverdue(tx, familyId)
  if (wish.area) await rows.setArea(tx, familyId, wish.area)
  const card = await bookableCard(tx, wish.mentorId)
  if (await rows.isOneAccount(tx, familyId, wish.mentorId)) throw new AppError('own-booking')
  const plan = wish.plan ?? planOf(card, wish.amount)
  const hours = plan === 'hourly' ? (wish.hours ?? 1) : 1
  const offer = await offerOf(tx, card, {
    mentorId: wish.mentorId,
    plan,
    hours,
    mode: wish.mode,
    subject: wish.subject,
  })
  if (wish.learnerId && !(await rows.isOwnLearner(tx, familyId, wish.learnerId))) throw new AppError('not-found')
  const learnerId =
    wish.learnerId ?? (await rows.learnerNamed(tx, familyId, wish.learner?.name ?? null, wish.learner?.grade ?? null))
  const promotionPaise = await promotionOf(tx, plan, {
    familyId,
    learnerId,
    mentorId: wish.mentorId,
    subject: offer.subject,
  })
  const amountPaise = offer.pricePaise - promotionPaise
  if (paise(wish.amount) !== amountPaise) throw new AppError('price-changed', { amount: rupees(amountPaise) })
  const wishedAt = await wishedTime(tx, plan, wish.wishes)
  // Read again under the lock: of two taps one may have been paid meanwhile.
  if (wish.renews) await renewalOf(tx, familyId, wish.renews)
  const order: rows.NewOrder = {
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
    wishedAt,
    wishes: isLong(plan) ? (wish.wishes ?? null) : null,
    renews: wish.renews ?? null,
    gateway,
    minutes: orderMinutes,
    terms: { ...(await policyOf(tx)), monthlyPricePaise: offer.monthlyPaise, fullPricePaise: offer.fullPaise },
  }
  if (!(await rows.replaceRivals(tx, order))) throw new AppError('payment-pending')
  const open = (await rows.insertOrder(tx, order)) ?? (await rows.openOrder(tx, order))
  if (!open) throw new AppError('internal')
  // Overdue and still open: its payment is pending, and paying again would pay twice.
  if (open.overdue) throw new AppError('payment-pending')
  if (wishedAt) await holdSlot(tx, { id: open.id, mentorId: open.mentorId, mode: open.mode, plan, hours, wishedAt })
  return open
}

/** A wished time that is taken comes back with three that are free; anything else as it is. */
async function withFreeTimes(db: Kysely<DB>, error: unknown, wish: Wish): Promise<unknown> {
  const { date, time } = wish.wishes ?? {}
  if (constraintOf(error) !== 'teaching_slot_free' || !date || !time) return error
  const minutes = planMinutes(wish.plan ?? 'demo', wish.hours ?? 1)
  // Shared times are not held, so this is none of them.
  const next = await insteadOf(db, { mentorId: wish.mentorId, minutes, at: instantInIndia(date, time) })
  return new AppError('slot-taken', { next: next.map((at) => at.toISOString()) })
}

/** Starts a purchase: our order first, then the gateway's, outside any transaction. */
export async function startOrder({ db, payments, log }: Parts, viewer: Viewer, wish: Wish, language: Language) {
  const familyId = viewer.familyId
  if (!familyId) throw new AppError('not-allowed')
  await mustBeOn(db, 'payments')
  if (!wish.renews) await mustBeOn(db, 'bookings')
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
    paymentSessionId = await rows.setPaymentSession(db, order.id, made.paymentSessionId)
  }
  const checkoutPath = payments.checkoutPath({ orderId: order.id, paymentSessionId }, language)
  return { order, paymentSessionId, checkoutPath }
}

/** Buys a booking's month or package again: the same for the same learner, at today's price. */
export async function startRenewal(
  parts: Parts,
  viewer: Viewer,
  { booking, amount }: { booking: string; amount: number },
  language: Language,
) {
  if (!viewer.familyId) throw new AppError('not-allowed')
  const { canRenew: _, wishes, ...same } = await renewalOf(parts.db, viewer.familyId, booking)
  // Of a subject that was merged into another one since, the other one.
  const subject = subjectFrom(same.subject) ?? same.subject
  const wish = { ...same, subject, amount, renews: booking, wishes: wishes ?? undefined }
  return await startOrder(parts, viewer, wish, language)
}

/**
 * Brings an order up to what the gateway says: the one function behind webhook, status page and reconciler. Asks
 * the gateway first, then moves the order under its lock; doing it twice changes nothing.
 */
export async function settleOrder({ db, payments, queue }: Parts, orderId: string): Promise<void> {
  const known = await rows.orderById(db, orderId)
  // Another gateway's order, from before the operator changed: this one cannot know it.
  if (!known?.paymentSessionId || known.gateway !== payments.name) return
  const { paymentSessionId, amountPaise } = known
  const attempts = await payments.attempts({ orderId, paymentSessionId, amountPaise })
  await transaction(db, async (tx) => {
    await rows.lockFamily(tx, known.familyId)
    const order = await rows.lockOrder(tx, orderId)
    if (!order) return
    await rows.savePayments(tx, order, attempts)
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
    await rows.setEnded(tx, orderId, attempts.length > 0 ? 'failed' : 'expired')
    await rows.releaseHold(tx, orderId)
  })
}

/** The mentor was perhaps paused meanwhile, a demo bought, the demo's credit used, or a booking renewed by another order. */
async function canBook(tx: Kysely<DB>, order: rows.Order): Promise<boolean> {
  if (!(await mayTeach(tx, order.mentorId))) return false
  if (order.renews && (await isRenewed(tx, order.renews))) return false
  if (order.plan !== 'demo' && order.promotionPaise === 0) return true
  if (order.promotionPaise > 0) await rows.lockDemos(tx, order)
  const past = await rows.pastDemo(tx, order)
  return order.plan === 'demo' ? !past.taken : past.creditOpen
}

/** Books what was paid; what can no longer be booked is owed back to the family. */
async function takeMoney(queue: Parts['queue'], tx: Kysely<DB>, order: rows.Order): Promise<void> {
  // What the family's other orders say may change until the booking is there: its constraints have the last word.
  const isBookable = (await canBook(tx, order)) && (await confirmBooking(tx, order)) !== null
  await rows.setPaid(tx, order.id, isBookable)
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
  await rows.releaseHold(tx, order.id)
  await sendBack(queue, tx, { orderId: order.id, paymentId: null, amountPaise: order.amountPaise })
  await notifyReturn(tx, order, order.amountPaise)
}

/** Money that came twice for one order is owed back, once for each payment. */
async function returnSurplus(queue: Parts['queue'], tx: Kysely<DB>, order: rows.Order): Promise<void> {
  for (const payment of await rows.surplusOf(tx, order)) {
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

async function notifyReturn(tx: Kysely<DB>, order: rows.Order, amountPaise: number): Promise<void> {
  const values = inBoth(() => ({ amount: money(amountPaise), number: order.number }))
  const accountId = await rows.accountOfFamily(tx, order.familyId)
  const onceKey = `${order.id}:${randomUUID()}`
  await notify(tx, { event: 'payment-returned', accountId, side: 'family', onceKey, values })
}

/** Looks after every order whose end we do not know; webhooks get lost. */
export async function reconcile(parts: Parts): Promise<void> {
  for (const orderId of await rows.ordersToSync(parts.db, 200)) {
    await settleOrder(parts, orderId).catch((error: unknown) =>
      parts.log?.error({ err: error, orderId }, 'reconciling failed'),
    )
  }
}
