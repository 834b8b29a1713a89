import { dueSoonHours } from '#contract/support/case-types.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/money.tsx'

const hourMs = 3_600_000

/** "5 h left", "2 days late": hours below 48, then days. */
export function deadlineText(at: string, now: number): string {
  const hours = Math.max(1, Math.round(Math.abs(Date.parse(at) - now) / hourMs))
  const time =
    hours < 48
      ? m.cases_hours({ count: formatNumber(hours) })
      : m.cases_days({ count: formatNumber(Math.round(hours / 24)) })
  return Date.parse(at) < now ? m.cases_late({ time }) : m.cases_left({ time })
}

/** Time left until a deadline: late from then on, soon in the last hours. */
export function clockOf(dueMs: number) {
  const now = Date.now()
  const text = deadlineText(new Date(dueMs).toISOString(), now)
  return { text, isLate: dueMs < now, isSoon: dueMs < now + dueSoonHours * hourMs }
}

/** Time left; a badge once it is short or over. */
export function Deadline({ text, isLate, isSoon }: { text: string; isLate: boolean; isSoon: boolean }) {
  if (isLate) return <Badge kind="failed">{text}</Badge>
  return isSoon ? <Badge kind="pending">{text}</Badge> : <span className="whitespace-nowrap">{text}</span>
}
