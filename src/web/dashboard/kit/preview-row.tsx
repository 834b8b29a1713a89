import type { Clash, PlannedClass } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatDate, formatTime, instantOf } from '../../ui/dates.tsx'
import { formatRupees } from '../../ui/money.tsx'

const clashText: Record<Clash, () => string> = {
  'mentor-busy': m.timetable_mentor_busy,
  'learner-busy': m.timetable_learner_busy,
}

/** One date of a rule; `planned` is null when skipped. */
export function PreviewRow({ date, planned }: { date: string; planned: PlannedClass | null }) {
  const day = formatDate(instantOf(date))
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 py-1.5">
      <div className="min-w-0">
        <p className={planned ? 'font-semibold text-ink tabular-nums' : 'text-muted line-through'}>
          {planned ? m.timetable_at({ date: day, time: formatTime(planned.startsAt) }) : day}
        </p>
        <p className="text-muted text-small tabular-nums">
          {planned
            ? m.timetable_fee({ time: minutesText(planned.minutes), fee: formatRupees(planned.fee) })
            : m.timetable_left_out()}
        </p>
        {planned?.clash && <p className="font-semibold text-error text-small">{clashText[planned.clash]()}</p>}
        {planned?.holiday && <p className="font-semibold text-small text-warn">{planned.holiday}</p>}
      </div>
      <label className="choice flex-none">
        <input type="checkbox" name="leave" value={date} defaultChecked={planned === null} />
        <span>
          {m.timetable_leave()} <span className="sr-only">{day}</span>
        </span>
      </label>
    </li>
  )
}
