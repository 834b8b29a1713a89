import type { CaseStatus } from '#contract/support/case-types.ts'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'

const kinds: Record<CaseStatus, BadgeKind> = { open: 'open', under_review: 'awaiting', resolved: 'paid' }

/** Open is neutral, under review yellow, resolved green. */
export function CaseBadge({ status, children }: { status: CaseStatus; children: string }) {
  return <Badge kind={kinds[status]}>{children}</Badge>
}
