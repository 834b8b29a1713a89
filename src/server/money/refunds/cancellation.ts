import { paise, rupees } from '#contract/wire/money.ts'
import { deductRefund, notifyCancelled } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { lockBookingsOf } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertMayMoveMoney } from '#server/support/cases/cases.ts'
import * as rows from './locked-rows.ts'
import { assertCurrentGateway, recordPayableAndSend, refundableOf } from './refundable.ts'

/**
 * Refund for an admin's cancellation: the whole unused balance (`left`), in rupees. Null when the booking is over or
 * was replaced.
 */
export async function cancellationOf({ db, payments }: Pick<Context, 'db' | 'payments'>, bookingId: string) {
  const order = await orderOf(db, bookingId, false)
  const refundable = order && (await refundableOf(db, order))
  if (!refundable || refundable.money.bookingId !== bookingId || refundable.money.isEnded) return null
  return { left: rupees(refundable.leftEnded), isElsewhere: order.gateway !== payments.name }
}

async function orderOf(db: Db, bookingId: string, lock: boolean): Promise<rows.Order | null> {
  const orderId = await rows.orderOfBooking(db, bookingId)
  return orderId ? await rows.orderOf(db, orderId, null, lock) : null
}

export type Cancellation = {
  /** Refund id chosen by the caller, for idempotency. */
  id: string
  refund: 'rule' | 'part' | 'none'
  amount?: number | undefined
  left: number
  reason: string
  case?: string | undefined
}

/**
 * An admin cancels a booking: upcoming classes are cancelled, and all, part or none of the unused balance is
 * refunded. The rest stays the family's prepaid money.
 */
export async function cancelBooking(
  context: Context,
  viewer: Viewer,
  bookingId: string,
  input: Cancellation,
): Promise<void> {
  const caseId = input.case ?? null
  await transaction(context.db, async (tx) => {
    const orderId = orNotFound(await rows.orderOfBooking(tx, bookingId))
    const alone = await assertMayMoveMoney(tx, viewer, orderId, caseId)
    const order = orNotFound(await orderOf(tx, bookingId, true))
    await lockBookingsOf(tx, order.id)
    const refundable = orNotFound(await refundableOf(tx, order))
    if (await isRepeated(tx, bookingId, input)) return
    const { money, leftEnded } = refundable
    if (money.bookingId !== bookingId || money.isEnded) throw new AppError('booking-over')
    if (await rows.requestOf(tx, orderId)) throw new AppError('refund-asked')
    if (leftEnded !== paise(input.left)) throw new AppError('refund-changed')
    const amountPaise = refundAmountPaise(input, leftEnded)
    if (amountPaise > leftEnded) throw new AppError('refund-too-large')
    if (amountPaise > 0) {
      assertCurrentGateway(context, order)
      const refund = { id: input.id, amountPaise, endsBooking: true, reason: input.reason, caseId }
      const newRefund = { ...refund, orderId, paymentId: order.paymentId, accountId: viewer.accountId }
      if (!(await rows.insertRefund(tx, { ...newRefund, kind: 'made', status: 'approved' })))
        throw new AppError('refund-changed')
      await recordPayableAndSend(context, tx, order, refund)
    } else await deductRefund(tx, { ...money, orderId }, 0, true)
    const endedOrder = await orderOf(tx, bookingId, true)
    const staysPaise = (endedOrder && (await refundableOf(tx, endedOrder))?.left) ?? 0
    await notifyCancelled(tx, bookingId, { backPaise: amountPaise, staysPaise })
    const { refund, reason } = input
    const detail = { refund, amount: rupees(amountPaise), reason, ...(caseId && { case: caseId }), ...alone }
    await writeAudit(tx, viewer, 'booking.cancel', { kind: 'booking', id: bookingId, detail })
  })
}

/** Whether the same cancellation was made before: by refund id, or without a refund by the booking's status. */
async function isRepeated(tx: Transaction, bookingId: string, input: Cancellation): Promise<boolean> {
  const earlier = await rows.refundOf(tx, input.id)
  if (!earlier) return input.refund === 'none' && (await rows.isCancelled(tx, bookingId))
  const amount = input.refund === 'rule' ? input.left : input.amount
  if (!earlier.endsBooking || earlier.amountPaise !== paise(amount ?? 0)) throw new AppError('idempotency-mismatch')
  return true
}

function refundAmountPaise({ refund, amount }: Cancellation, leftPaise: number): number {
  if (refund === 'rule') return leftPaise
  if (refund === 'none') return 0
  if (!amount) throw invalidField('amount', 'how much goes back')
  return paise(amount)
}
