import { m } from '#messages'
import { formatDate, formatDay, instantOf } from '../../ui/dates.tsx'
import { RegisterLegend } from '../../ui/register.tsx'
import { hoursText } from '../kit/hours-text.ts'
import { dayText } from '../kit/labels.ts'
import { type CalendarEntry, CellEntry, ListEntry } from './calendar-entry.tsx'

type Day = {
  day: string
  entries: readonly CalendarEntry[]
  /** Undefined on past days. */
  isLeave?: boolean
  isException?: boolean
  hours?: readonly { from: string; to: string }[]
}

type Props = {
  days: readonly Day[]
  today: string
  now: number
  /** Whether any day has hours; otherwise their absence is not repeated day by day. */
  hasHours: boolean
}

/** A mentor's week with the hours or leave of each day and its lessons: columns on wide screens, a list on others. */
export function WeekDays({ days, today, now, hasHours }: Props) {
  const past = days.filter(({ day }) => day < today)
  const entries = days.flatMap((one) => one.entries)
  const list = (those: readonly Day[]) => (
    <div className="divide-y divide-line border-line border-y">
      {those.map((one) => (
        <section key={one.day} aria-label={dayText(one.day, now)}>
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1.5">
            <DayHeading one={one} title={dayWithDate(one.day, now)} today={today} hasHours={hasHours} />
          </div>
          <ul className="grid gap-2 pb-3 empty:hidden">
            {one.entries.map((entry) => (
              <ListEntry key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
  return (
    <>
      <div className="lg:hidden">
        {past.length === 0 || past.length === days.length ? (
          list(days)
        ) : (
          <>
            <details className="mb-4">
              <summary className="text-link min-h-11 py-2.5">
                {m.calendar_earlier_week({ count: past.flatMap(({ entries }) => entries).length })}
              </summary>
              {list(past)}
            </details>
            {list(days.slice(past.length))}
          </>
        )}
      </div>
      {/* The hours are as high in each column. */}
      <ol className="grid grid-cols-7 min-h-50 grid-rows-[auto_auto_1fr] divide-x divide-line overflow-hidden rounded-card border border-line max-lg:hidden">
        {days.map((one) => (
          <li
            key={one.day}
            className={`row-span-3 grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-subgrid p-2 ${one.day === today ? 'bg-surface shadow-[inset_0_3px_0_var(--primary)]' : one.isLeave || (hasHours && one.hours?.length === 0) ? 'bg-sunk' : 'bg-surface'}`}
          >
            <DayHeading one={one} title={formatDate(instantOf(one.day))} today={today} hasHours={hasHours} />
            <ul className="grid content-start gap-2">
              {one.entries.map((entry) => (
                <li key={entry.id}>
                  <CellEntry entry={entry} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {new Set(entries.map(({ sign }) => sign)).size > 1 && (
        <div className="max-lg:hidden">
          <RegisterLegend cells={entries} />
        </div>
      )}
    </>
  )
}

function DayHeading({
  one: { day, isLeave, isException, hours },
  title,
  today,
  hasHours,
}: { one: Day; title: string } & Pick<Props, 'today' | 'hasHours'>) {
  return (
    <>
      <h3
        aria-current={day === today ? 'date' : undefined}
        className={`text-card lg:text-[15px]! ${day === today ? 'text-primary' : ''}`}
      >
        {title}
      </h3>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-small lg:mb-2 lg:content-start">
        {isLeave && m.leave_title()}
        {isException && <span className="badge bg-primary-soft text-primary">{m.calendar_other_hours()}</span>}
        {!isLeave && hasHours && hours && (
          <span>
            {/* Columns are too narrow for the Hindi word. */}
            {hours.length > 0 && <span className="lg:[&:lang(hi)]:sr-only">{m.calendar_hours()} </span>}
            {hoursText(hours) || m.hours_none()}
          </span>
        )}
      </p>
    </>
  )
}

/** "Today, 28 Nov", "Mon 30 Nov". */
function dayWithDate(day: string, now: number): string {
  const text = dayText(day, now)
  const date = formatDate(instantOf(day))
  return text === date ? date : `${text}, ${formatDay(instantOf(day))}`
}
