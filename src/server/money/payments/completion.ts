import { type Accounts, confirmBooking, draftPaidNotices } from '#server/classes/bookings/bookings.ts'
import { creditPaiseOf, releaseOrderHolds } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { type Journal, writeJournal } from '#server/ledger/ledger.ts'
import * as orders from '#server/money/orders/orders.ts'
import { draftReceipt, issueAndMail } from '#server/money/receipts/receipts.ts'
import { queueOwedRefund } from '#server/money/refunds/refunds.ts'
import { writeNotices } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { notifyPaymentReturned } from './notifications.ts'
import { bookPicked, pickedOf } from './picked-times.ts'
import * as rows from './queries.ts'

/** False if the demo's fee or the family's credit was used. */
async function canBook(tx: Transaction, order: orders.Order): Promise<boolean> {
  if (order.creditPaise && order.creditPaise > (await creditPaiseOf(tx, order.familyId))) return false
  if (order.promotionPaise === order.creditPaise) return true
  await rows.lockDemos(tx, order)
  return (await rows.pastDemo(tx, order)).creditOpen
}

/** Messages and receipt of a booked order. */
const draftPapers = (tx: Transaction, order: orders.Order, accounts: Accounts) =>
  Promise.all([draftPaidNotices(tx, order, accounts), draftReceipt(tx, order.id)])

/** Books a paid order, or refunds it when it can no longer be booked. `accounts` is null if nothing may be booked any more. */
export async function completePayment(
  queue: Context['queue'],
  tx: Transaction,
  order: orders.Order,
  accounts: Accounts | null,
): Promise<void> {
  const booked = accounts && (await canBook(tx, order)) ? accounts : null
  const hasPicked = pickedOf(order) !== null
  // Another order may have bought the demo or the renewal: the booking's constraints decide.
  const [bookingId, , early] = await Promise.all([
    booked && confirmBooking(tx, order),
    orders.setPaid(tx, order.id),
    booked && !hasPicked ? draftPapers(tx, order, booked) : null,
  ])
  const received = { kind: 'gateway_receivable', amountPaise: order.amountPaise } as const
  const journal: Journal = { kind: 'payment', subjectId: order.id, lines: [received] }
  if (booked && bookingId) {
    if (hasPicked) await bookPicked(tx, bookingId, order)
    const [notices, receipt] = early ?? (await draftPapers(tx, order, booked))
    journal.lines.push(
      { kind: 'promotions', amountPaise: order.promotionPaise - order.creditPaise },
      { kind: 'family_credit', ownerId: order.familyId, amountPaise: order.creditPaise },
      { kind: 'family_prepaid', ownerId: order.familyId, amountPaise: -order.pricePaise },
    )
    // The journal is last: company accounts and the receipt series block other settlements until the transaction ends.
    await Promise.all([writeNotices(notices), writeJournal(tx, journal), receipt && issueAndMail(queue, tx, receipt)])
    return
  }
  journal.lines.push({ kind: 'refunds_payable', amountPaise: -order.amountPaise })
  await writeJournal(tx, journal)
  await releaseOrderHolds(tx, [order.id])
  await queueOwedRefund(queue, tx, { orderId: order.id, paymentId: null, amountPaise: order.amountPaise })
  await notifyPaymentReturned(tx, order, order.amountPaise)
}
