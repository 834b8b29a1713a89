import type { RefundStatus } from '#contract/money/limits.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from './ui/badge.tsx'

const badges: Record<RefundStatus, readonly [BadgeKind, () => string]> = {
  requested: ['pending', m.refund_badge_requested],
  approved: ['pending', m.refund_badge_approved],
  sent: ['pending', m.refund_badge_sent],
  settled: ['paid', m.refund_badge_settled],
  failed: ['failed', m.refund_badge_failed],
  declined: ['cancelled', m.refund_badge_declined],
}

export const refundStatusName = (status: RefundStatus): string => badges[status][1]()

/** Where a refund stands, in a word. */
export function RefundBadge({ status }: { status: RefundStatus }) {
  return <Badge kind={badges[status][0]}>{refundStatusName(status)}</Badge>
}
