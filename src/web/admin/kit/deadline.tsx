import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { countText } from './count-text.ts'

const hourMs = 3_600_000
const urgentHours = 4

/** "5 h left", "2 days late": hours below 24, then whole days. */
export function deadlineText(at: string, now: number): string {
  const hours = Math.max(1, Math.round(Math.abs(Date.parse(at) - now) / hourMs))
  const time =
    hours < 24
      ? m.cases_hours({ count: formatNumber(hours) })
      : countText(Math.floor(hours / 24), m.admin_one_day, m.cases_days)
  return Date.parse(at) < now ? m.cases_late({ time }) : m.cases_left({ time })
}

/** Time left until a deadline: late from then on, urgent in the last hours. */
export function clockOf(dueMs: number) {
  const now = Date.now()
  const text = deadlineText(new Date(dueMs).toISOString(), now)
  return { text, isLate: dueMs < now, isUrgent: dueMs < now + urgentHours * hourMs }
}

/** Time left; a badge once it is short or over. */
export function Deadline({ text, isLate, isUrgent }: { text: string; isLate: boolean; isUrgent: boolean }) {
  if (isLate) return <Badge kind="failed">{text}</Badge>
  return isUrgent ? <Badge kind="pending">{text}</Badge> : <span className="whitespace-nowrap">{text}</span>
}
