import { type Accounts, confirmBooking, draftPaidNotices, isRenewed } from '#server/classes/bookings/bookings.ts'
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

/** False if the demo was taken, its fee or the family's credit was used, or another order renewed the booking. */
async function canBook(tx: Transaction, order: orders.Order): Promise<boolean> {
  if (order.renews && (await isRenewed(tx, order.renews))) return false
  if (order.creditPaise > 0 && order.creditPaise > (await creditPaiseOf(tx, order.familyId))) return false
  const demoPaise = order.promotionPaise - order.creditPaise
  if (order.plan !== 'demo' && demoPaise === 0) return true
  if (demoPaise > 0) await rows.lockDemos(tx, order)
  const past = await rows.pastDemo(tx, order)
  return order.plan === 'demo' ? !past.taken : past.creditOpen
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
  // A concurrent order may still win: the booking's constraints decide.
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
