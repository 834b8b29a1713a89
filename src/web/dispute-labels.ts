import type { Dispute } from '#contract/classes/disputes.ts'
import type { DisputeReason } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { formatRupees } from './ui/money.tsx'

export const reasonNames: Record<DisputeReason, () => string> = {
  not_held: m.dispute_reason_not_held,
  shorter: m.dispute_reason_shorter,
  other_person: m.dispute_reason_other_person,
  other: m.dispute_reason_other,
}

/** The family's reason; empty for a lesson corrected by an admin. */
export function reasonText({ reason }: Dispute): string {
  if (reason === 'settled' || reason === 'appealed') return ''
  return reason === 'no_show' ? m.dispute_reason_no_show() : reasonNames[reason]()
}

/** Decision on a dispute with its reason; empty while it is open. */
export function outcomeText({ status, amount, kept, ours, verdict }: Dispute, side: 'family' | 'mentor'): string {
  if (status !== 'decided' || kept === null) return ''
  if (ours > 0 && side === 'family') {
    const retained = formatRupees(Math.round((kept - ours) * 100) / 100)
    return `${m.dispute_end_ours({ kept: retained })} ${m.dispute_why({ reason: verdict })}`
  }
  const amounts = { kept: formatRupees(kept), back: formatRupees(Math.round((amount - kept) * 100) / 100) }
  const [none, shared] =
    side === 'family'
      ? [m.dispute_end_family, m.dispute_end_shared]
      : [m.dispute_mentor_end_family, m.dispute_mentor_end_shared]
  const outcome = (kept === amount ? m.dispute_end_mentor : kept === 0 ? none : shared)(amounts)
  return `${outcome} ${m.dispute_why({ reason: verdict })}`
}
