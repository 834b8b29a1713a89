import type { Kysely } from 'kysely'
import { deductRefund, unusedMoney } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { releasePromotion } from '#server/money/orders/orders.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockBookingsOf } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'
import * as rows from './locked-rows.ts'

type Db = Kysely<DB>

/** Refundable amounts of an order in paise, with the booking continuing or ended. Never more than was paid. */
export async function refundableOf(db: Db, order: rows.Order) {
  const money = await unusedMoney(db, order.id)
  if (!money) return null
  const unpaid = order.isCreditUsed ? 0 : order.amountPaise - order.refundedPaise
  const capped = (left: number) => Math.max(0, Math.min(left, unpaid))
  return { money, left: capped(money.leftPaise - money.plannedPaise), leftEnded: capped(money.leftPaise) }
}

/** Refunds can only be sent through the gateway in use. */
export function assertCurrentGateway({ payments }: Context, order: rows.Order): void {
  if (order.gateway !== payments.name) throw new AppError('refund-other-gateway')
}

type NewPayable = {
  id: string
  amountPaise: number
  endsBooking: boolean
  /** What else leaves the booking because it was not paid for in money; when the booking ends, all that is left. */
  unpaidPaise?: number
}

/** Records a refund as payable: the amount leaves the booking and the family's prepaid account. */
export async function recordPayable(tx: Transaction, order: rows.Order, refund: NewPayable): Promise<void> {
  await lockBookingsOf(tx, order.id)
  const money = await unusedMoney(tx, order.id)
  const left = money ? money.leftPaise - (refund.endsBooking ? 0 : money.plannedPaise) : 0
  if (!money) throw new AppError('refund-too-large')
  // The unpaid part returns to where it came from: the family's credit first, then promotions.
  const isFinalRefund = money.isEnded ? await rows.isFullyRefunded(tx, order) : refund.endsBooking
  const unpaidPaise = isFinalRefund ? left - refund.amountPaise : (refund.unpaidPaise ?? 0)
  if (order.isCreditUsed || unpaidPaise < 0 || refund.amountPaise + unpaidPaise > left)
    throw new AppError('refund-too-large')
  const creditPaise = Math.min(unpaidPaise, order.creditPaise)
  const promotionPaise = Math.min(unpaidPaise - creditPaise, order.promotionPaise)
  const takenPaise = refund.amountPaise + creditPaise + promotionPaise
  // Before the journal, because it waits for the mentor's calendar while company accounts stay unlocked.
  await deductRefund(tx, { ...money, orderId: order.id }, takenPaise, refund.endsBooking)
  await writeJournal(tx, {
    kind: 'refund',
    subjectId: refund.id,
    lines: [
      { kind: 'family_prepaid', ownerId: order.familyId, amountPaise: takenPaise },
      { kind: 'family_credit', ownerId: order.familyId, amountPaise: -creditPaise },
      { kind: 'promotions', amountPaise: -promotionPaise },
      { kind: 'refunds_payable', amountPaise: -refund.amountPaise },
    ],
  })
  if (promotionPaise > 0 && promotionPaise === order.promotionPaise) await releasePromotion(tx, order.id)
}

/** Records it as payable and queues the transfer. */
export async function recordPayableAndSend(
  { queue }: Context,
  tx: Transaction,
  order: rows.Order,
  refund: NewPayable,
): Promise<void> {
  await recordPayable(tx, order, refund)
  await queue.send(tx, 'refunds.send', { refundId: refund.id })
}
