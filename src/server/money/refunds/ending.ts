import type { Kysely } from 'kysely'
import { paise, rupees } from '#contract/wire/money.ts'
import { deductRefund, notifyCancelled } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockBookingsOf } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { mustMoveMoney } from '#server/support/cases/cases.ts'
import * as rows from './locked-rows.ts'
import { mustBeHere, oweIt, refundableOf } from './owing.ts'

/** What goes back when an admin cancels a booking: all that no class used (`left`), in rupees. Null when it is over, or another mentor's by now. */
export async function cancellationOf({ db, payments }: Pick<Context, 'db' | 'payments'>, bookingId: string) {
  const order = await orderOf(db, bookingId, false)
  const can = order && (await refundableOf(db, order))
  if (!can || can.money.bookingId !== bookingId || can.money.isEnded) return null
  return { left: rupees(can.leftEnded), isElsewhere: order.gateway !== payments.name }
}

async function orderOf(db: Kysely<DB>, bookingId: string, lock: boolean): Promise<rows.Order | null> {
  const orderId = await rows.orderOfBooking(db, bookingId)
  return orderId ? await rows.orderOf(db, orderId, null, lock) : null
}

export type Cancellation = {
  /** The refund's id, of the caller: the same again is a success. */
  id: string
  refund: 'rule' | 'part' | 'none'
  amount?: number | undefined
  left: number
  reason: string
  case?: string | undefined
}

/**
 * An admin cancels a booking: its classes to come are given up, and of its money goes back what no class used, a part of it, or
 * nothing. What does not go back stays the family's in the books.
 */
export async function cancelBooking(
  context: Context,
  viewer: Viewer,
  bookingId: string,
  wish: Cancellation,
): Promise<void> {
  const caseId = wish.case ?? null
  await transaction(context.db, async (tx) => {
    const orderId = await rows.orderOfBooking(tx, bookingId)
    if (!orderId) throw new AppError('not-found')
    const alone = await mustMoveMoney(tx, viewer, orderId, caseId)
    const order = await orderOf(tx, bookingId, true)
    if (order) await lockBookingsOf(tx, order.id)
    const can = order && (await refundableOf(tx, order))
    if (!can) throw new AppError('not-found')
    if (await isDone(tx, bookingId, wish)) return
    const { money, leftEnded } = can
    if (money.bookingId !== bookingId || money.isEnded) throw new AppError('booking-over')
    if (await rows.requestOf(tx, orderId)) throw new AppError('refund-asked')
    if (leftEnded !== paise(wish.left)) throw new AppError('refund-changed')
    const amountPaise = amountOf(wish, leftEnded)
    if (amountPaise > leftEnded) throw new AppError('refund-too-large')
    if (amountPaise > 0) {
      mustBeHere(context, order)
      const refund = { id: wish.id, amountPaise, endsBooking: true, reason: wish.reason, caseId }
      const made = { ...refund, orderId, paymentId: order.paymentId, accountId: viewer.accountId }
      if (!(await rows.insertRefund(tx, { ...made, kind: 'made', status: 'approved' })))
        throw new AppError('refund-changed')
      await oweIt(context, tx, order, refund)
    } else await deductRefund(tx, { ...money, orderId }, 0, true)
    const ended = await orderOf(tx, bookingId, true)
    const staysPaise = (ended && (await refundableOf(tx, ended))?.left) ?? 0
    await notifyCancelled(tx, bookingId, { backPaise: amountPaise, staysPaise })
    const { refund, reason } = wish
    const detail = { refund, amount: rupees(amountPaise), reason, ...(caseId && { case: caseId }), ...alone }
    await writeAudit(tx, viewer, 'booking.cancel', { kind: 'booking', id: bookingId, detail })
  })
}

/** Whether just this was done before: by its refund, or because nothing goes back and the booking is cancelled. */
async function isDone(tx: Transaction, bookingId: string, wish: Cancellation): Promise<boolean> {
  const before = await rows.refundOf(tx, wish.id)
  if (!before) return wish.refund === 'none' && (await rows.isCancelled(tx, bookingId))
  const amount = wish.refund === 'rule' ? wish.left : wish.amount
  if (!before.endsBooking || before.amountPaise !== paise(amount ?? 0)) throw new AppError('idempotency-mismatch')
  return true
}

function amountOf({ refund, amount }: Cancellation, leftPaise: number): number {
  if (refund === 'rule') return leftPaise
  if (refund === 'none') return 0
  if (!amount) throw new AppError('bad-request', { fields: [{ field: 'amount', problem: 'how much goes back' }] })
  return paise(amount)
}
