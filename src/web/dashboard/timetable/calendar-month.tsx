import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { formatDate, formatWeekday, instantOf } from '../../ui/dates.tsx'
import { dayText, nextClassText } from '../kit/labels.ts'
import { dayForKey } from './calendar-days.ts'
import { type CalendarEntry, CellEntry, ListEntry, SignIcon } from './calendar-entry.tsx'

type Props = { weeks: readonly (readonly string[])[]; month: string; today: string; entries: readonly CalendarEntry[] }
const week = [1, 2, 3, 4, 5, 6, 7]

type GridProps = Props & { label: string; onMonth: (key: 'PageUp' | 'PageDown') => void }

/**
 * Month grid with one tab stop; arrow keys move between days. On phones a day is a number and signs, and leads to its
 * lessons in the list below.
 */
export function MonthGrid({ weeks, month, today, entries, label, onMonth }: GridProps) {
  const table = useRef<HTMLTableElement>(null)
  const [chosen, choose] = useState<string | null>(null)
  const isInGrid = (day: string | null) => day !== null && weeks.some((days) => days.includes(day))
  const current = chosen !== null && isInGrid(chosen) ? chosen : today.startsWith(month) ? today : `${month}-01`
  // After turning the page by keyboard, restore the focus.
  const turnedFrom = useRef<string>(null)
  useEffect(() => {
    if (turnedFrom.current === null || turnedFrom.current === month) return
    turnedFrom.current = null
    table.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  })
  const follow = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      turnedFrom.current = month
      return onMonth(event.key)
    }
    const from = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-day]') : null
    if (event.key === 'Enter' && event.target === from) return from?.querySelector<HTMLElement>('a[href*="#"]')?.click()
    const day = dayForKey(weeks, from?.dataset.day ?? current, event.key)
    if (day === null) return
    event.preventDefault()
    choose(day)
    table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid keeps the table's rows and headers for screen readers
    <table ref={table} className="month-grid w-full table-fixed" role="grid" onKeyDown={follow}>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {week.map((nth) => (
            <th key={nth} scope="col" className="pb-2 text-center font-semibold text-muted text-small">
              {formatWeekday(nth)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]}>
            {days.map((day) => (
              <Day
                key={day}
                day={day}
                isIn={day.startsWith(month)}
                isToday={day === today}
                isCurrent={day === current}
                entries={entries}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({
  day,
  isIn,
  isToday,
  isCurrent,
  entries,
}: {
  day: string
  isIn: boolean
  isToday: boolean
  isCurrent: boolean
  entries: readonly CalendarEntry[]
}) {
  const those = entries.filter((one) => one.day === day)
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid cell takes the focus
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      data-day={day}
      className={`align-top lg:h-16 lg:p-1.5 ${isIn ? 'bg-surface' : ''}`}
    >
      <div className="relative grid h-14 justify-items-center pt-0.5 lg:mb-1 lg:h-auto">
        <time
          dateTime={day}
          aria-current={isToday ? 'date' : undefined}
          className={`grid size-7 place-items-center lg:size-8 rounded-full text-small tabular-nums ${
            isToday
              ? 'bg-primary font-semibold text-surface'
              : those.length > 0
                ? 'font-semibold text-ink'
                : 'text-muted'
          }`}
        >
          <span className="sr-only">{formatDate(instantOf(day))}</span>
          <span aria-hidden="true">{Number(day.slice(8))}</span>
        </time>
        {those.length > 0 && (
          <a
            href={isIn ? `#day-${day}` : `?month=${day.slice(0, 7)}#day-${day}`}
            tabIndex={-1}
            // Past days are folded.
            onClick={() => document.getElementById(`day-${day}`)?.closest('details')?.setAttribute('open', '')}
            className="absolute inset-0 flex items-end justify-center pb-1 lg:hidden"
          >
            <span className="sr-only">
              {m.calendar_day_classes({ day: formatDate(instantOf(day)), count: those.length })}
            </span>
            {those.slice(0, those.length > 2 ? 1 : 2).map(({ id, sign }) => (
              <SignIcon key={id} sign={sign} />
            ))}
            {those.length > 2 && (
              <span aria-hidden="true" className="pl-0.5 font-semibold text-caption text-ink leading-[18px]">
                {`+${those.length - 1}`}
              </span>
            )}
          </a>
        )}
      </div>
      {those.length > 0 && (
        <ul className="grid gap-1 max-lg:hidden">
          {those.map((one) => (
            <li key={one.id}>
              <CellEntry entry={one} />
            </li>
          ))}
        </ul>
      )}
    </td>
  )
}

type NextProps = { entry: CalendarEntry; entries: readonly CalendarEntry[]; now: number }

/** The next class, above the month. */
export function NextEntry({ entry, entries, now }: NextProps) {
  const isAlone = entries.every(({ id, day }) => id === entry.id || day !== entry.day)
  return (
    <section
      aria-labelledby="next-class"
      className="card scroll-mt-20 pt-3.5! pb-4!"
      id={isAlone ? `day-${entry.day}` : undefined}
    >
      <h2 id="next-class" className="text-h3 max-sm:text-[17px]!">
        {nextClassText(dayText(entry.day, now))}
      </h2>
      <ul className="mt-2 *:border-0! *:p-0! *:shadow-none! max-[480px]:*:grid-cols-[auto_minmax(0,1fr)]! max-[480px]:*:gap-x-2!">
        <ListEntry entry={entry} isFirst />
      </ul>
    </section>
  )
}

type ListProps = Pick<Props, 'entries' | 'today'> & { now: number }

/** Days with lessons as a list for phones: from today on, then the earlier ones of the month, folded. */
export function MonthList({ entries, today, now }: ListProps) {
  const days = [...new Set(entries.map(({ day }) => day))]
  const past = days.filter((day) => day < today)
  const rest = days.filter((day) => day >= today)
  const list = (those: readonly string[]) => <DayList days={those} entries={entries} today={today} now={now} />
  if (days.length === 0) return null
  if (rest.length === 0 && !today.startsWith(past[0]?.slice(0, 7) ?? '')) return list(past)
  return (
    <>
      {rest.length > 0 && list(rest)}
      {past.length > 0 && (
        <details className="mt-4">
          <summary className="text-link min-h-11 py-2.5">{m.calendar_earlier({ count: past.length })}</summary>
          {list(past)}
        </details>
      )}
    </>
  )
}

type DayListProps = Pick<Props, 'entries' | 'today'> & { days: readonly string[]; now: number }

function DayList({ days, entries, today, now }: DayListProps) {
  return (
    <div className="grid gap-4">
      {days.map((day) => (
        <section key={day} id={`day-${day}`} aria-label={dayText(day, now)} className="scroll-mt-20">
          <h3 className="mb-2 text-card" aria-current={day === today ? 'date' : undefined}>
            {day === today ? (
              <span className="rounded-cell bg-primary px-2 py-1 text-surface">{dayText(day, now)}</span>
            ) : (
              dayText(day, now)
            )}
          </h3>
          <ul className="grid gap-3">
            {entries
              .filter((one) => one.day === day)
              .map((one) => (
                <ListEntry key={one.id} entry={one} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
