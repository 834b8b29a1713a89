import type { RefundDecision } from '#contract/money/refunds.ts'
import { brand } from '#contract/wire/brand.ts'
import { paise } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockBookingsOf } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import {
  assertMayDecide,
  assertMayMoveMoney,
  lockCase,
  openCase,
  resolveCase,
  type SoleDecider,
} from '#server/support/cases/cases.ts'
import * as rows from './locked-rows.ts'
import { notifyRefund } from './notifications.ts'
import { mustBeHere, oweIt, refundableOf } from './owing.ts'

export { bookMadeByHand } from './by-hand.ts'
export { cancelBooking, cancellationOf } from './ending.ts'
export { orderOf as paidOrder } from './locked-rows.ts'
export { refundableOf } from './owing.ts'
export { syncRefunds } from './sending.ts'

/**
 * What of an order its family may ask for: all, where the mentor set no class in time; else what came back to a booking that is over.
 * `isOld`: it asks at one that another mentor took over, and the one that goes on does not end by that.
 */
function dueOf(can: Awaited<ReturnType<typeof refundableOf>>, isOld: boolean) {
  if (!can) return { amountPaise: 0, endsBooking: false }
  const { money, left, leftEnded } = can
  if (money.isUnscheduled && !isOld) return { amountPaise: leftEnded, endsBooking: true }
  return { amountPaise: money.isEnded ? left : Math.min(left, money.unallocatedPaise), endsBooking: false }
}

/** The family asks for money that it may have back. @returns the request, a new one or the open one */
export async function askRefund(
  { db }: Context,
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
    await lockBookingsOf(tx, order.id)
    const can = await refundableOf(tx, order)
    const before = booking === undefined ? null : await rows.takenOverFrom(tx, order.id, booking)
    const due = dueOf(can, before !== null)
    if (!can || due.amountPaise === 0) throw new AppError('refund-not-due')
    const caseId = await openRequest(tx, order, before ?? can.money.mentorId, accountId, reason)
    const id = await rows.insertRefund(tx, {
      ...{ ...due, orderId, paymentId: order.paymentId, kind: 'asked', status: 'requested', reason, caseId, accountId },
    })
    if (!id) throw new AppError('internal')
    return id
  })
}

/** What a family asks for and an admin must decide is a case: with a number, an owner and a clock. */
async function openRequest(
  tx: Transaction,
  order: rows.Order,
  mentorId: string,
  accountId: string,
  reason: string,
): Promise<string> {
  const { familyName, phone, language, familyId, number } = order
  const { id } = await openCase(tx, {
    ...{ kind: 'refund', topic: 'refund', text: reason || number, name: familyName || brand.name, phone, email: null },
    ...{ language, accountId, side: 'family', familyId, mentorId, ipBlock: null },
  })
  return id
}

type Wish = { order: string; amount: number; reason: string; ends: boolean; left: number; case?: string | undefined }

/** An admin refunds a part or all of an order, under an id of the caller: the same again is a success. */
export async function makeRefund(context: Context, viewer: Viewer, id: string, wish: Wish): Promise<string> {
  const amountPaise = paise(wish.amount)
  const caseId = wish.case ?? null
  return await transaction(context.db, async (tx) => {
    const alone = await assertMayMoveMoney(tx, viewer, wish.order, caseId)
    const order = await rows.orderOf(tx, wish.order, null, true)
    if (!order) throw new AppError('not-found')
    const before = await rows.refundOf(tx, id)
    if (before) {
      if (before.orderId !== order.id || before.amountPaise !== amountPaise || before.endsBooking !== wish.ends)
        throw new AppError('idempotency-mismatch')
      return id
    }
    mustBeHere(context, order)
    await lockBookingsOf(tx, order.id)
    const can = await refundableOf(tx, order)
    // Another admin was first: this sum was thought of before that.
    if (can && can.leftEnded !== paise(wish.left)) throw new AppError('refund-changed')
    if (!can || amountPaise > (wish.ends ? can.leftEnded : can.left)) throw new AppError('refund-too-large')
    const refund = { amountPaise, endsBooking: wish.ends, reason: wish.reason, caseId, accountId: viewer.accountId }
    const made = await rows.insertRefund(tx, {
      ...{ ...refund, id, orderId: order.id, paymentId: order.paymentId, kind: 'made', status: 'approved' },
    })
    if (!made) throw new AppError('refund-changed')
    await oweIt(context, tx, order, { id, ...refund })
    await writeAudit(tx, viewer, 'refund.make', { kind: 'refund', id, detail: { ...wish, ...alone } })
    return id
  })
}

/** Moves a refund on. A move already made is a success. @returns the refund, or the new one that was sent in its place */
export async function decideRefund(
  context: Context,
  viewer: Viewer,
  id: string,
  { decision, reason }: { decision: RefundDecision; reason: string },
): Promise<string> {
  const facts = await rows.factsOf(context.db, id)
  if (!facts) throw new AppError('not-found')
  return await transaction(context.db, async (tx) => {
    const alone = await assertMayMoveMoney(tx, viewer, facts.orderId, null)
    const about = facts.caseId && (await lockCase(tx, facts.caseId))
    const order = await rows.orderOf(tx, facts.orderId, null, true)
    const refund = await rows.refundOf(tx, id)
    if (!order || !refund) throw new AppError('not-found')
    if (about && refund.status === 'requested') Object.assign(alone, await assertMayDecide(tx, viewer, about, null))
    const steps = { approve, decline, again }
    return await steps[decision](context, tx, viewer, order, refund, { reason, alone })
  })
}

/** The case of a request is over with it. */
async function endRequest(tx: Transaction, viewer: Viewer, { caseId }: rows.Refund, reason: string): Promise<void> {
  if (caseId) await resolveCase(tx, caseId, { by: viewer.accountId, reason })
}

type Step = (
  context: Context,
  tx: Transaction,
  viewer: Viewer,
  order: rows.Order,
  one: rows.Refund,
  given: { reason: string; alone: SoleDecider },
) => Promise<string>

const approve: Step = async (context, tx, viewer, order, refund, { alone }) => {
  if (refund.status === 'declined') throw new AppError('refund-moved')
  if (refund.status !== 'requested') return refund.id
  mustBeHere(context, order)
  await rows.setApproved(tx, refund.id, viewer.accountId)
  await endRequest(tx, viewer, refund, '')
  await oweIt(context, tx, order, refund)
  await writeAudit(tx, viewer, 'refund.approve', { kind: 'refund', id: refund.id, detail: { ...alone } })
  return refund.id
}

const decline: Step = async (_, tx, viewer, order, refund, { reason, alone }) => {
  if (refund.status === 'declined') return refund.id
  if (refund.status !== 'requested') throw new AppError('refund-moved')
  if (reason === '') throw new AppError('bad-request', { fields: [{ field: 'reason', problem: 'why it is declined' }] })
  await rows.setDeclined(tx, refund.id, viewer.accountId, reason)
  await endRequest(tx, viewer, refund, reason)
  await notifyRefund(tx, 'refund-declined', order, refund)
  await writeAudit(tx, viewer, 'refund.decline', { kind: 'refund', id: refund.id, detail: { reason, ...alone } })
  return refund.id
}

/** What failed is owed as before, so a new try moves no money in the books. */
const again: Step = async (context, tx, viewer, order, refund, { alone }) => {
  if (refund.againAs) return refund.againAs
  if (refund.status !== 'failed') throw new AppError('refund-moved')
  mustBeHere(context, order)
  const { orderId, paymentId, kind, amountPaise, endsBooking, reason, caseId, id: againFor } = refund
  const id = await rows.insertRefund(tx, {
    ...{ orderId, paymentId, kind, amountPaise, endsBooking, reason, caseId, againFor },
    ...{ status: 'approved', accountId: viewer.accountId },
  })
  if (!id) throw new AppError('refund-moved')
  await context.queue.send(tx, 'refunds.send', { refundId: id })
  await writeAudit(tx, viewer, 'refund.again', { kind: 'refund', id, detail: { for: againFor, ...alone } })
  return id
}

type Owed = { orderId: string; paymentId: string | null; amountPaise: number }

/** Sends back money that the books owe already, once for each payment; without one, that which paid the order. */
export async function sendBack(queue: Context['queue'], tx: Transaction, owed: Owed): Promise<void> {
  const order = await rows.orderOf(tx, owed.orderId, null, false)
  const paymentId = owed.paymentId ?? order?.paymentId
  if (!paymentId) throw new Error(`order ${owed.orderId} has no payment to send back`)
  const id = await rows.insertRefund(tx, { ...owed, paymentId, kind: 'owed', status: 'approved' })
  if (id) await queue.send(tx, 'refunds.send', { refundId: id })
}

/** Whether the family asked for this money, and nobody has decided that. */
export const hasOpenRequest = async (tx: Transaction, orderId: string): Promise<boolean> =>
  (await rows.requestOf(tx, orderId)) !== null

type Back = { amountPaise: number; endsBooking: boolean; reason: string }

/** A family has money back that a rule gives it, of a locked order and booking: nobody needs to approve that. */
export async function refundNow(context: Context, tx: Transaction, viewer: Viewer, order: rows.Order, back: Back) {
  mustBeHere(context, order)
  const { amountPaise, endsBooking } = back
  await lockBookingsOf(tx, order.id)
  const can = await refundableOf(tx, order)
  if (!can || amountPaise > (endsBooking ? can.leftEnded : can.left)) throw new AppError('refund-too-large')
  if (await rows.requestOf(tx, order.id)) throw new AppError('refund-asked')
  const { id: orderId, paymentId } = order
  const made = { kind: 'made' as const, status: 'approved' as const, accountId: viewer.accountId }
  const id = await rows.insertRefund(tx, { orderId, paymentId, ...back, ...made })
  if (!id) throw new AppError('refund-changed')
  await oweIt(context, tx, order, { id, amountPaise, endsBooking })
}
