import type * as contract from '#contract/money/payments.ts'
import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { isoFromJson } from '#server/platform/json-rows.ts'
import type * as summaries from './summaries.ts'

function outcomeOf({ status, booking, attempts }: summaries.Summary): contract.OrderSummary['outcome'] {
  if (status === 'paid') return booking ? 'success' : 'refund'
  // A payment below the price.
  if (attempts.some((one) => one.status === 'SUCCESS')) return 'refund'
  const isWaiting = attempts.some((one) => one.status === 'PENDING') || (attempts.length === 0 && status === 'created')
  return isWaiting ? 'pending' : 'failed'
}

/** An order as its family sees it, with the way to its checkout while it can be paid. */
export function toOrderSummary(
  { payments }: Pick<Context, 'payments'>,
  order: summaries.Summary,
  language: Language,
): contract.OrderSummary {
  const { id, mentorId, mentorName, slug, paymentSessionId } = order
  const isOpen = order.status === 'created' && !order.overdue
  return {
    _id: id,
    number: order.number,
    status: order.status,
    outcome: outcomeOf(order),
    plan: order.plan,
    subject: subjects[order.subject][0],
    amount: rupees(order.amountPaise),
    method: order.attempts.find((one) => one.status === 'SUCCESS')?.method ?? '',
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    booking: order.booking,
    learnerName: order.learnerName,
    mentor: { _id: mentorId, slug, fullName: mentorName },
    checkoutUrl: isOpen && paymentSessionId ? payments.checkoutPath({ orderId: id, paymentSessionId }, language) : null,
    firstClass: order.firstClass?.toISOString() ?? null,
    picked: order.picked && {
      ...order.picked,
      startsAt: isoFromJson(order.picked.startsAt),
      confirmBy: order.picked.confirmBy && isoFromJson(order.picked.confirmBy),
    },
    wishedAt: order.wishedAt?.toISOString() ?? null,
    wishes: order.wishes,
    isRenewal: order.isRenewal,
    receiptTo: order.receiptTo,
  }
}
