import type { Kysely } from 'kysely'
import { deductRefund, unusedMoney } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { freePromotion } from '#server/money/orders/orders.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockBookingsOf } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'
import * as rows from './locked-rows.ts'

type Db = Kysely<DB>

/** What of an order can go back, in paise: with its booking going on, and with it ended. Never above what was paid. */
export async function refundableOf(db: Db, order: rows.Order) {
  const money = await unusedMoney(db, order.id)
  if (!money) return null
  const unpaid = order.isCreditUsed ? 0 : order.amountPaise - order.backPaise
  const within = (left: number) => Math.max(0, Math.min(left, unpaid))
  return { money, left: within(money.leftPaise - money.plannedPaise), leftEnded: within(money.leftPaise) }
}

/** Only the gateway in use sends anything. */
export function mustBeHere({ payments }: Context, order: rows.Order): void {
  if (order.gateway !== payments.name) throw new AppError('refund-other-gateway')
}

type Taken = { id: string; amountPaise: number; endsBooking: boolean }

/** From now on the family is owed this: it leaves the booking and its prepaid money. */
export async function owe(tx: Transaction, order: rows.Order, refund: Taken): Promise<void> {
  await lockBookingsOf(tx, order.id)
  const money = await unusedMoney(tx, order.id)
  const left = money ? money.leftPaise - (refund.endsBooking ? 0 : money.plannedPaise) : 0
  if (!money || order.isCreditUsed || refund.amountPaise > left) throw new AppError('refund-too-large')
  // Of a booking that ends, or ended with a disputed class that came back, what the family never paid goes back to where it came from.
  const isLast = money.isEnded ? await rows.isAllBack(tx, order) : refund.endsBooking
  const credit = isLast ? Math.min(left - refund.amountPaise, order.promotionPaise) : 0
  const taken = refund.amountPaise + credit
  // Before the journal: it waits for the mentor's calendar, and our accounts are everybody's.
  await deductRefund(tx, { ...money, orderId: order.id }, taken, refund.endsBooking)
  await writeJournal(tx, {
    kind: 'refund',
    subjectId: refund.id,
    lines: [
      { kind: 'family_prepaid', ownerId: order.familyId, amountPaise: taken },
      { kind: 'promotions', amountPaise: -credit },
      { kind: 'refunds_payable', amountPaise: -refund.amountPaise },
    ],
  })
  if (credit > 0 && credit === order.promotionPaise) await freePromotion(tx, order.id)
}

/** Owes it, and has it sent. */
export async function oweIt({ queue }: Context, tx: Transaction, order: rows.Order, refund: Taken): Promise<void> {
  await owe(tx, order, refund)
  await queue.send(tx, 'refunds.send', { refundId: refund.id })
}
