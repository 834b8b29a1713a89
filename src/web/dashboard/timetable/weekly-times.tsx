import type { Timetable } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { ruleText } from '../kit/timetable-text.ts'

/** Weekly rule as text; without one, the times that the family prefers. */
export function WeeklyTimes({ rule, wishes }: Pick<Timetable, 'rule'> & { wishes?: string }) {
  if (!rule) return <p className="text-muted">{[m.timetable_no_rule(), wishes].filter(Boolean).join(' ')}</p>
  return (
    <div className="card">
      <p className="text-muted text-small">{m.timetable_weekly()}</p>
      <p className="font-semibold text-ink">{ruleText(rule)}</p>
      {rule.place && <p className="text-muted">{rule.place}</p>}
    </div>
  )
}
