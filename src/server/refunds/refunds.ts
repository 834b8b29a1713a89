import type { Kysely } from 'kysely'
import { paise } from '#contract/money.ts'
import type { RefundDecision } from '#contract/refunds.ts'
import type { Parts } from '#server/app.ts'
import { moneyLeft, takeOut } from '#server/bookings/bookings.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { constraintOf, type Tx, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './locked-rows.ts'
import { notifyRefund } from './news.ts'
import { writeTold } from './sending.ts'

export { orderOf as paidOrder } from './locked-rows.ts'
export { syncRefunds } from './sending.ts'

type Db = Kysely<DB>

/** What of an order can go back, in paise: with its booking going on, and with it ended. Never above what was paid. */
export async function refundableOf(db: Db, order: rows.Order, lock: boolean) {
  const money = await moneyLeft(db, order.id, lock)
  if (!money) return null
  const unpaid = order.isCreditUsed ? 0 : order.amountPaise - order.backPaise
  const within = (left: number) => Math.max(0, Math.min(left, unpaid))
  return { money, left: within(money.leftPaise - money.plannedPaise), leftEnded: within(money.leftPaise) }
}

/**
 * What of an order its family may ask for: all, where the mentor set no class in time; else what came back to a booking that is over.
 * `isOld`: it asks at one that another mentor took over, and the one that goes on does not end by that.
 */
function dueOf(can: Awaited<ReturnType<typeof refundableOf>>, isOld: boolean) {
  if (!can) return { amountPaise: 0, endsBooking: false }
  const { money, left, leftEnded } = can
  if (money.isUnscheduled && !isOld) return { amountPaise: leftEnded, endsBooking: true }
  return { amountPaise: money.isEnded ? left : Math.min(left, money.loosePaise), endsBooking: false }
}

/** The family asks for money that it may have back. @returns the request, a new one or the open one */
export async function askRefund(
  { db }: Parts,
  viewer: Viewer,
  {
    order: orderId,
    booking,
    reason = '',
  }: { order: string; booking?: string | undefined; reason?: string | undefined },
): Promise<string> {
  const { familyId, accountId } = viewer
  if (!familyId) throw new AppError('not-found')
  return await transaction(db, async (tx) => {
    const order = await rows.orderOf(tx, orderId, familyId, true)
    if (!order) throw new AppError('not-found')
    const open = await rows.requestOf(tx, orderId)
    if (open) return open
    const can = await refundableOf(tx, order, true)
    const due = dueOf(can, booking !== undefined && (await rows.isTakenOver(tx, order.id, booking)))
    if (due.amountPaise === 0) throw new AppError('refund-not-due')
    const id = await rows.insertRefund(tx, {
      ...{ ...due, orderId, paymentId: order.paymentId, kind: 'asked', status: 'requested', reason, accountId },
    })
    if (!id) throw new AppError('internal')
    return id
  })
}

function mustBeHere({ payments }: Parts, order: rows.Order): void {
  if (order.gateway !== payments.name) throw new AppError('refund-other-gateway')
}

type Taken = { id: string; amountPaise: number; endsBooking: boolean }

/** From now on the family is owed this: it leaves the booking and its prepaid money. */
async function owe(tx: Tx, order: rows.Order, refund: Taken): Promise<void> {
  const money = await moneyLeft(tx, order.id, true)
  const left = money ? money.leftPaise - (refund.endsBooking ? 0 : money.plannedPaise) : 0
  if (!money || order.isCreditUsed || refund.amountPaise > left) throw new AppError('refund-too-large')
  // Of a booking that ends, or ended with a disputed class that came back, what the family never paid goes back to where it came from.
  const isLast = money.isEnded ? await rows.isAllBack(tx, order) : refund.endsBooking
  const credit = isLast ? Math.min(left - refund.amountPaise, order.promotionPaise) : 0
  const taken = refund.amountPaise + credit
  // Before the journal: it waits for the mentor's calendar, and our accounts are everybody's.
  await takeOut(tx, { ...money, orderId: order.id }, taken, refund.endsBooking)
  await writeJournal(tx, {
    kind: 'refund',
    subjectId: refund.id,
    lines: [
      { kind: 'family_prepaid', ownerId: order.familyId, amountPaise: taken },
      { kind: 'promotions', amountPaise: -credit },
      { kind: 'refunds_payable', amountPaise: -refund.amountPaise },
    ],
  })
  if (credit > 0 && credit === order.promotionPaise) await rows.freePromotion(tx, order.id)
}

async function oweIt({ queue }: Parts, tx: Tx, order: rows.Order, refund: Taken): Promise<void> {
  await owe(tx, order, refund)
  await queue.send(tx, 'refunds.send', { refundId: refund.id })
}

type Wish = { order: string; amount: number; reason: string; ends: boolean; left: number }

/** An admin refunds a part or all of an order, under an id of the caller: the same again is a success. */
export async function makeRefund(parts: Parts, viewer: Viewer, id: string, wish: Wish): Promise<string> {
  const amountPaise = paise(wish.amount)
  return await transaction(parts.db, async (tx) => {
    const order = await rows.orderOf(tx, wish.order, null, true)
    if (!order) throw new AppError('not-found')
    const before = await rows.refundOf(tx, id)
    if (before) {
      if (before.orderId !== order.id || before.amountPaise !== amountPaise || before.endsBooking !== wish.ends)
        throw new AppError('idempotency-mismatch')
      return id
    }
    mustBeHere(parts, order)
    const can = await refundableOf(tx, order, true)
    // Another admin was first: this sum was thought of before that.
    if (can && can.leftEnded !== paise(wish.left)) throw new AppError('refund-changed')
    if (!can || amountPaise > (wish.ends ? can.leftEnded : can.left)) throw new AppError('refund-too-large')
    const refund = { amountPaise, endsBooking: wish.ends, reason: wish.reason, accountId: viewer.accountId }
    const made = await rows.insertRefund(tx, {
      ...{ ...refund, id, orderId: order.id, paymentId: order.paymentId, kind: 'made', status: 'approved' },
    })
    if (!made) throw new AppError('refund-changed')
    await oweIt(parts, tx, order, { id, ...refund })
    await writeAudit(tx, viewer, 'refund.make', { kind: 'refund', id, detail: { ...wish } })
    return id
  })
}

/** Moves a refund on. A move already made is a success. @returns the refund, or the new one that was sent in its place */
export async function decideRefund(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { decision, reason }: { decision: RefundDecision; reason: string },
): Promise<string> {
  const orderId = await rows.orderIdOf(parts.db, id)
  if (!orderId) throw new AppError('not-found')
  return await transaction(parts.db, async (tx) => {
    const order = await rows.orderOf(tx, orderId, null, true)
    const refund = await rows.refundOf(tx, id)
    if (!order || !refund) throw new AppError('not-found')
    const steps = { approve, decline, again }
    return await steps[decision](parts, tx, viewer, order, refund, reason)
  })
}

type Step = (
  parts: Parts,
  tx: Tx,
  viewer: Viewer,
  order: rows.Order,
  one: rows.Refund,
  reason: string,
) => Promise<string>

const approve: Step = async (parts, tx, viewer, order, refund) => {
  if (refund.status === 'declined') throw new AppError('refund-moved')
  if (refund.status !== 'requested') return refund.id
  mustBeHere(parts, order)
  await rows.setApproved(tx, refund.id, viewer.accountId)
  await oweIt(parts, tx, order, refund)
  await writeAudit(tx, viewer, 'refund.approve', { kind: 'refund', id: refund.id })
  return refund.id
}

const decline: Step = async (_, tx, viewer, order, refund, reason) => {
  if (refund.status === 'declined') return refund.id
  if (refund.status !== 'requested') throw new AppError('refund-moved')
  if (reason === '') throw new AppError('bad-request', { fields: [{ field: 'reason', problem: 'why it is declined' }] })
  await rows.setDeclined(tx, refund.id, viewer.accountId, reason)
  await notifyRefund(tx, 'refund-declined', order, refund)
  await writeAudit(tx, viewer, 'refund.decline', { kind: 'refund', id: refund.id, detail: { reason } })
  return refund.id
}

/** What failed is owed as before, so a new try moves no money in the books. */
const again: Step = async (parts, tx, viewer, order, refund) => {
  if (refund.againAs) return refund.againAs
  if (refund.status !== 'failed') throw new AppError('refund-moved')
  mustBeHere(parts, order)
  const { orderId, paymentId, kind, amountPaise, endsBooking, reason, id: againFor } = refund
  const id = await rows.insertRefund(tx, {
    ...{ orderId, paymentId, kind, amountPaise, endsBooking, reason, againFor },
    ...{ status: 'approved', accountId: viewer.accountId },
  })
  if (!id) throw new AppError('refund-moved')
  await parts.queue.send(tx, 'refunds.send', { refundId: id })
  await writeAudit(tx, viewer, 'refund.again', { kind: 'refund', id, detail: { for: againFor } })
  return id
}

type Owed = { orderId: string; paymentId: string | null; amountPaise: number }

/** Sends back money that the books owe already, once for each payment; without one, that which paid the order. */
export async function sendBack(queue: Parts['queue'], tx: Db, owed: Owed): Promise<void> {
  const order = await rows.orderOf(tx, owed.orderId, null, false)
  const paymentId = owed.paymentId ?? order?.paymentId
  if (!paymentId) throw new Error(`order ${owed.orderId} has no payment to send back`)
  const id = await rows.insertRefund(tx, { ...owed, paymentId, kind: 'owed', status: 'approved' })
  if (id) await queue.send(tx, 'refunds.send', { refundId: id })
}

/** Whether the family asked for this money, and nobody has decided that. */
export const hasOpenRequest = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await rows.requestOf(tx, orderId)) !== null

/** A family has the fee of its first class back, which its locked booking has free again: nobody needs to approve that. */
export async function refundClass(parts: Parts, tx: Tx, viewer: Viewer, order: rows.Order, amountPaise: number) {
  mustBeHere(parts, order)
  const can = await refundableOf(tx, order, true)
  if (!can || amountPaise > can.left) throw new AppError('refund-too-large')
  const { id: orderId, paymentId } = order
  const reason = 'First class: the fee goes back'
  const made = { kind: 'made' as const, status: 'approved' as const, reason, accountId: viewer.accountId }
  const id = await rows.insertRefund(tx, { orderId, paymentId, amountPaise, ...made })
  if (!id) throw new AppError('refund-changed')
  await oweIt(parts, tx, order, { id, amountPaise, endsBooking: false })
}

type Found = {
  orderId: string
  gatewayPaymentId: string
  gatewayRefundId: string
  amountPaise: number
  reference: string
}

/** Enters a refund somebody made at the gateway as owed, when it is clear by whom; null when it is not. */
async function oweFound(tx: Tx, order: rows.Order, found: Found): Promise<string | null> {
  const { amountPaise } = found
  const paymentId = await rows.paymentOf(tx, order, found.gatewayPaymentId)
  if (!paymentId) return null
  // One of ours that failed was made by hand instead: it is owed already.
  const failed = await rows.failedOf(tx, paymentId, amountPaise)
  if (failed) {
    const { kind, endsBooking, reason } = failed
    const again = { kind, endsBooking, reason, againFor: failed.id, status: 'approved' as const }
    return await rows.insertRefund(tx, { orderId: order.id, paymentId, amountPaise, ...again })
  }
  // What a request of the family asks for is not to spare.
  if (paymentId !== order.paymentId) return null
  const can = await refundableOf(tx, order, true)
  const endsBooking = can !== null && !can.money.isEnded && amountPaise === can.leftEnded
  if (!can || amountPaise > (endsBooking || can.money.isEnded ? can.leftEnded : can.left)) return null
  const reason = 'Made at the gateway'
  const made = { kind: 'made' as const, endsBooking, reason, status: 'approved' as const }
  const id = await rows.insertRefund(tx, { orderId: order.id, paymentId, amountPaise, ...made })
  if (id) await owe(tx, order, { id, amountPaise, endsBooking })
  return id
}

/**
 * Books a refund that somebody made at the gateway and that arrived, when it is clear whose money it was: a refund of ours that
 * failed and is owed, or what the order's booking can spare; a booking with nothing left ends.
 * @returns whether it is in the books, from now on or before
 */
export async function bookMadeByHand({ db, payments }: Parts, found: Found): Promise<boolean> {
  return await transaction(db, async (tx) => {
    const order = await rows.orderOf(tx, found.orderId, null, true)
    if (order?.gateway !== payments.name) return false
    if (await rows.isKnownAtGateway(tx, order.gateway, found.gatewayRefundId)) return true
    const id = await oweFound(tx, order, found)
    if (!id) return false
    await rows.setSent(tx, id)
    const refund = await rows.refundOf(tx, id)
    if (!refund) throw new AppError('internal')
    const { gatewayRefundId, amountPaise, reference } = found
    const told = { refundId: null, gatewayRefundId, paymentId: refund.gatewayPaymentId, amountPaise, reference }
    await writeTold(tx, order, refund, { ...told, status: 'settled', message: '' })
    await writeAudit(tx, null, 'refund.by-hand', { kind: 'refund', id, detail: { gatewayRefundId } })
    return true
  }).catch((error: unknown) => {
    if (constraintOf(error) === 'refund_within_payment') return false
    throw error
  })
}
