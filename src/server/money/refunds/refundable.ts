import { deductRefund, unusedMoney } from '#server/classes/bookings/bookings.ts'
import { takeBackReversed } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { type Line, lockAccounts, writeJournal } from '#server/ledger/ledger.ts'
import { releasePromotion } from '#server/money/orders/orders.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockBookingsOf } from '#server/platform/locks.ts'
import * as rows from './locked-rows.ts'

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
  const isSpent = order.isCreditSpent && money.isEnded && refund.amountPaise === 0
  const isFinalRefund = isSpent || (money.isEnded ? await rows.isFullyRefunded(tx, order) : refund.endsBooking)
  const unpaidPaise = isFinalRefund ? left - refund.amountPaise : (refund.unpaidPaise ?? 0)
  if ((order.isCreditUsed && !isSpent) || unpaidPaise < 0 || refund.amountPaise + unpaidPaise > left)
    throw new AppError('refund-too-large')
  const creditPaise = isSpent ? 0 : Math.min(unpaidPaise, order.creditPaise)
  const promotionPaise = isSpent ? unpaidPaise : Math.min(unpaidPaise - creditPaise, order.promotionPaise)
  const takenPaise = refund.amountPaise + creditPaise + promotionPaise
  // Before the journal, because it waits for the mentor's calendar while company accounts stay unlocked.
  await deductRefund(tx, { ...money, orderId: order.id }, takenPaise, refund.endsBooking)
  const lines: Line[] = [
    { kind: 'family_prepaid', ownerId: order.familyId, amountPaise: takenPaise },
    { kind: 'family_credit', ownerId: order.familyId, amountPaise: -creditPaise },
    { kind: 'promotions', amountPaise: -promotionPaise },
    { kind: 'refunds_payable', amountPaise: -refund.amountPaise },
  ]
  if (creditPaise > 0) await lockAccounts(tx, lines)
  await writeJournal(tx, { kind: 'refund', subjectId: refund.id, lines })
  if (creditPaise > 0) await takeBackReversed(tx, order.familyId, creditPaise, refund.id)
  if (promotionPaise > 0 && promotionPaise === order.promotionPaise) await releasePromotion(tx, order.id)
}

/** Returns what is left although all that was paid went back: to the family's credit, or to promotions. */
export async function returnUnpaid(context: Context): Promise<void> {
  for (const id of await rows.ordersToReturn(context.db, 500)) {
    const work = transaction(context.db, async (tx) => {
      const order = await rows.orderOf(tx, id, null, true)
      if (!order || (await rows.requestOf(tx, id))) return
      await recordPayable(tx, order, { id: await rows.insertCreditReturn(tx, id), amountPaise: 0, endsBooking: false })
    })
    await work.catch((error: unknown) => context.log?.error({ err: error, orderId: id }, 'returning a credit failed'))
  }
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
