import { uniqueBy } from '#server/providers/payments/gateway-calls.ts'
import type { GatewayRecords, Payments } from '#server/providers/payments/payment-gateway.ts'

const weekMs = 7 * 86_400_000

/**
 * The gateway's book of a time, a fortnight at once. Fortnights overlap by a week, because what belongs to one thing may be days
 * apart: a refund and its way back, a settlement and what was taken out of it before.
 */
export async function* readInParts(payments: Payments, from: Date, until: Date): AsyncGenerator<GatewayRecords> {
  for (let begin = from.getTime(); ; begin += weekMs) {
    const end = Math.min(begin + 2 * weekMs, until.getTime())
    yield await payments.records(new Date(begin), new Date(end))
    if (end === until.getTime()) return
  }
}

/** One book of its parts: of a refund the latest word counts, of a settlement the part that begins long before it. */
export const mergeParts = (parts: readonly GatewayRecords[]): GatewayRecords => ({
  payments: uniqueBy(
    parts.flatMap((one) => one.payments),
    (one) => one.paymentId,
  ),
  refunds: uniqueBy(
    parts.flatMap((one) => one.refunds),
    (one) => one.gatewayRefundId,
  ),
  settlements: uniqueBy(
    parts.toReversed().flatMap((one) => one.settlements),
    (one) => one.settlementId,
  ),
})
