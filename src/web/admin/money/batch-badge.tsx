import type { PayoutBatch } from '#contract/money/payout-batches.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'

const kinds: Record<PayoutBatch['status'], [BadgeKind, () => string]> = {
  open: ['awaiting', m.admin_pay_open],
  paid: ['paid', m.earn_state_paid],
  undone: ['cancelled', m.admin_pay_undone],
}

export const batchStatusName = (status: PayoutBatch['status']): string => kinds[status][1]()

export function BatchBadge({ status, amount }: Pick<PayoutBatch, 'status' | 'amount'>) {
  if (status === 'open' && amount === 0) return <Badge kind="unknown">{m.admin_pay_empty()}</Badge>
  const [kind, word] = kinds[status]
  return <Badge kind={kind}>{word()}</Badge>
}
