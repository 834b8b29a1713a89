import type { RefundDecision } from '#contract/money/refunds.ts'
import { brand } from '#contract/wire/brand.ts'
import { paise } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
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
import { assertCurrentGateway, recordPayable, recordPayableAndSend, refundableOf } from './refundable.ts'

export { cancelBooking, cancellationOf } from './cancellation.ts'
export { orderOf as paidOrder } from './locked-rows.ts'
export { recordManualRefund } from './manual-refunds.ts'
export { familyReads, toFamilyRefunds } from './queries.ts'
export { refundableOf, returnUnpaid } from './refundable.ts'
export { syncRefunds } from './sending.ts'

/**
 * Amount the family may request: the whole balance if the mentor scheduled no class in time, else the money returned
 * to an ended booking. `isReplaced`: requested for a replaced booking, which leaves the current one running.
 */
function refundDue(refundable: Awaited<ReturnType<typeof refundableOf>>, isReplaced: boolean) {
  if (!refundable) return { amountPaise: 0, endsBooking: false }
  const { money, left, leftEnded } = refundable
  if (money.isUnscheduled && !isReplaced) return { amountPaise: leftEnded, endsBooking: true }
  return { amountPaise: money.isEnded ? left : Math.min(left, money.unallocatedPaise), endsBooking: false }
}

/** Requests a refund the family is entitled to. @returns the new or already open request */
export async function askRefund(
  { db, config }: Context,
  viewer: Viewer,
  {
    order: orderId,
    booking,
    reason = '',
  }: { order: string; booking?: string | undefined; reason?: string | undefined },
): Promise<string> {
  const { accountId } = viewer
  const familyId = orNotFound(viewer.familyId)
  return await transaction(db, async (tx) => {
    const order = orNotFound(await rows.orderOf(tx, orderId, familyId, true))
    const open = await rows.requestOf(tx, orderId)
    if (open) return open
    await lockBookingsOf(tx, order.id)
    const refundable = await refundableOf(tx, order)
    const replacedMentorId = booking === undefined ? null : await rows.replacedMentorOf(tx, order.id, booking)
    const due = refundDue(refundable, replacedMentorId !== null)
    if (!refundable || due.amountPaise === 0) throw new AppError('refund-not-due')
    const caseId = await openRefundCase(
      tx,
      config,
      order,
      replacedMentorId ?? refundable.money.mentorId,
      accountId,
      reason,
    )
    const id = await rows.insertRefund(tx, {
      ...due,
      orderId,
      paymentId: order.paymentId,
      kind: 'asked',
      status: 'requested',
      reason,
      caseId,
      accountId,
    })
    if (!id) throw new AppError('internal')
    return id
  })
}

/** A request that needs an admin's decision opens a case with number, owner and deadline. */
async function openRefundCase(
  tx: Transaction,
  config: Context['config'],
  order: rows.Order,
  mentorId: string,
  accountId: string,
  reason: string,
): Promise<string> {
  const { familyName, phone, language, familyId, number } = order
  const { id } = await openCase(tx, config, {
    kind: 'refund',
    topic: 'refund',
    text: reason || number,
    name: familyName || brand.name,
    phone,
    language,
    accountId,
    side: 'family',
    familyId,
    mentorId,
  })
  return id
}

type RefundInput = {
  order: string
  amount: number
  reason: string
  ends: boolean
  left: number
  case?: string | undefined
}

/** An admin refunds part or all of an order. Idempotent by the caller's id. */
export async function makeRefund(context: Context, viewer: Viewer, id: string, input: RefundInput): Promise<string> {
  const amountPaise = paise(input.amount)
  const caseId = input.case ?? null
  return await transaction(context.db, async (tx) => {
    const alone = await assertMayMoveMoney(tx, viewer, input.order, caseId)
    const order = orNotFound(await rows.orderOf(tx, input.order, null, true))
    const before = await rows.refundOf(tx, id)
    if (before) {
      if (before.orderId !== order.id || before.amountPaise !== amountPaise || before.endsBooking !== input.ends)
        throw new AppError('idempotency-mismatch')
      return id
    }
    assertCurrentGateway(context, order)
    await lockBookingsOf(tx, order.id)
    const refundable = await refundableOf(tx, order)
    // Another admin changed the balance since it was displayed.
    if (refundable && refundable.leftEnded !== paise(input.left)) throw new AppError('refund-changed')
    if (!refundable || amountPaise > (input.ends ? refundable.leftEnded : refundable.left))
      throw new AppError('refund-too-large')
    const refund = { amountPaise, endsBooking: input.ends, reason: input.reason, caseId, accountId: viewer.accountId }
    const insertedId = await rows.insertRefund(tx, {
      ...refund,
      id,
      orderId: order.id,
      paymentId: order.paymentId,
      kind: 'made',
      status: 'approved',
    })
    if (!insertedId) throw new AppError('refund-changed')
    await recordPayableAndSend(context, tx, order, { id, ...refund })
    await writeAudit(tx, viewer, 'refund.make', { kind: 'refund', id, detail: { ...input, ...alone } })
    return id
  })
}

/** Decides a refund. Repeating a decision succeeds. @returns the refund, or the new one of a retry */
export async function decideRefund(
  context: Context,
  viewer: Viewer,
  id: string,
  { decision, reason }: { decision: RefundDecision; reason: string },
): Promise<string> {
  const refundFacts = orNotFound(await rows.factsOf(context.db, id))
  return await transaction(context.db, async (tx) => {
    const alone = await assertMayMoveMoney(tx, viewer, refundFacts.orderId, null)
    const supportCase = refundFacts.caseId && (await lockCase(tx, refundFacts.caseId))
    const order = await rows.orderOf(tx, refundFacts.orderId, null, true)
    const refund = await rows.refundOf(tx, id)
    if (!order || !refund) throw new AppError('not-found')
    if (supportCase && refund.status === 'requested')
      Object.assign(alone, await assertMayDecide(tx, viewer, supportCase, null))
    const handlers = { approve, decline, again: retry }
    return await handlers[decision](context, tx, viewer, order, refund, { reason, alone })
  })
}

/** Closes the request's case. */
async function closeRefundCase(
  tx: Transaction,
  viewer: Viewer,
  { caseId }: rows.Refund,
  reason: string,
): Promise<void> {
  if (caseId) await resolveCase(tx, caseId, { by: viewer.accountId, reason })
}

type DecisionHandler = (
  context: Context,
  tx: Transaction,
  viewer: Viewer,
  order: rows.Order,
  one: rows.Refund,
  options: { reason: string; alone: SoleDecider },
) => Promise<string>

const approve: DecisionHandler = async (context, tx, viewer, order, refund, { alone }) => {
  if (refund.status === 'declined') throw new AppError('refund-moved')
  if (refund.status !== 'requested') return refund.id
  assertCurrentGateway(context, order)
  await rows.setApproved(tx, refund.id, viewer.accountId)
  await closeRefundCase(tx, viewer, refund, '')
  await recordPayableAndSend(context, tx, order, refund)
  await writeAudit(tx, viewer, 'refund.approve', { kind: 'refund', id: refund.id, detail: { ...alone } })
  return refund.id
}

const decline: DecisionHandler = async (_, tx, viewer, order, refund, { reason, alone }) => {
  if (refund.status === 'declined') return refund.id
  if (refund.status !== 'requested') throw new AppError('refund-moved')
  if (reason === '') throw invalidField('reason', 'why it is declined')
  await rows.setDeclined(tx, refund.id, viewer.accountId, reason)
  await closeRefundCase(tx, viewer, refund, reason)
  await notifyRefund(tx, 'refund-declined', order, refund)
  await writeAudit(tx, viewer, 'refund.decline', { kind: 'refund', id: refund.id, detail: { reason, ...alone } })
  return refund.id
}

/** A failed refund is still payable, so a retry writes no journal. */
const retry: DecisionHandler = async (context, tx, viewer, order, refund, { alone }) => {
  if (refund.retriedAs) return refund.retriedAs
  if (refund.status !== 'failed') throw new AppError('refund-moved')
  assertCurrentGateway(context, order)
  const { orderId, paymentId, kind, amountPaise, endsBooking, reason, caseId, id: againFor } = refund
  const id = await rows.insertRefund(tx, {
    orderId,
    paymentId,
    kind,
    amountPaise,
    endsBooking,
    reason,
    caseId,
    againFor,
    status: 'approved',
    accountId: viewer.accountId,
  })
  if (!id) throw new AppError('refund-moved')
  await context.queue.send(tx, 'refunds.send', { refundId: id })
  await writeAudit(tx, viewer, 'refund.again', { kind: 'refund', id, detail: { for: againFor, ...alone } })
  return id
}

type Owed = { orderId: string; paymentId: string | null; amountPaise: number }

/**
 * Queues a refund of money already recorded as payable, once per payment; defaults to the payment that paid the
 * order.
 */
export async function queueOwedRefund(queue: Context['queue'], tx: Transaction, owed: Owed): Promise<void> {
  const order = await rows.orderOf(tx, owed.orderId, null, false)
  const paymentId = owed.paymentId ?? order?.paymentId
  if (!paymentId) throw new Error(`order ${owed.orderId} has no payment to send back`)
  const id = await rows.insertRefund(tx, { ...owed, paymentId, kind: 'owed', status: 'approved' })
  if (id) await queue.send(tx, 'refunds.send', { refundId: id })
}

/** Whether an undecided request of the family exists. */
export const hasOpenRequest = async (tx: Transaction, orderId: string): Promise<boolean> =>
  (await rows.requestOf(tx, orderId)) !== null

/** `takesCredit`: what the family's payment does not cover returns to its credit. */
type RefundGrant = { amountPaise: number; endsBooking: boolean; reason: string; takesCredit?: boolean }

/** Refunds a family by rule, without approval. The caller holds the locks of order and booking. */
export async function grantRefund(
  context: Context,
  tx: Transaction,
  viewer: Viewer,
  order: rows.Order,
  { takesCredit = false, ...grant }: RefundGrant,
) {
  assertCurrentGateway(context, order)
  const { endsBooking } = grant
  await lockBookingsOf(tx, order.id)
  const refundable = await refundableOf(tx, order)
  const maxPaise = (endsBooking ? refundable?.leftEnded : refundable?.left) ?? 0
  const amountPaise = takesCredit ? Math.min(grant.amountPaise, maxPaise) : grant.amountPaise
  if (grant.amountPaise === 0 || amountPaise > maxPaise) throw new AppError('refund-too-large')
  if (await rows.requestOf(tx, order.id)) throw new AppError('refund-asked')
  if (amountPaise === 0) {
    const id = await rows.insertCreditReturn(tx, order.id)
    return await recordPayable(tx, order, { id, amountPaise, endsBooking, unpaidPaise: grant.amountPaise })
  }
  const { id: orderId, paymentId } = order
  const made = { kind: 'made' as const, status: 'approved' as const, accountId: viewer.accountId }
  const id = await rows.insertRefund(tx, { orderId, paymentId, ...grant, amountPaise, ...made })
  if (!id) throw new AppError('refund-changed')
  await recordPayableAndSend(context, tx, order, {
    id,
    amountPaise,
    endsBooking,
    unpaidPaise: grant.amountPaise - amountPaise,
  })
}
