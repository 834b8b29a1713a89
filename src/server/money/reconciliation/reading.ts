import { uniqueBy } from '#server/providers/payments/gateway-calls.ts'
import type { GatewayRecords, Payments } from '#server/providers/payments/payment-gateway.ts'

const weekMs = 7 * 86_400_000

/**
 * Reads the gateway's records a fortnight at a time. Fortnights overlap by a week, because related records may be
 * days apart: a refund and its reversal, a settlement and its adjustments.
 */
export async function* readInParts(payments: Payments, from: Date, until: Date): AsyncGenerator<GatewayRecords> {
  for (let begin = from.getTime(); ; begin += weekMs) {
    const end = Math.min(begin + 2 * weekMs, until.getTime())
    yield await payments.records(new Date(begin), new Date(end))
    if (end === until.getTime()) return
  }
}

/**
 * Merges parts into one: the latest part wins for refunds, the earliest for settlements, since it starts long before
 * them.
 */
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
