import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees, Money } from '../ui/money.tsx'
import { monthName } from './kit/labels.ts'
import { EarnedChart } from './money/earned-chart.tsx'

/** What the mentor's work adds up to. */
export function MentorFigures({ summary }: { summary: MentorSummary }) {
  const { activeStudents, upcoming, earned, rating, month, monthEarned, weeks } = summary
  if (activeStudents === 0 && upcoming === 0 && earned === 0) return null
  const name = monthName(month)
  const tiles = [
    [m.dash_active_students(), String(activeStudents)],
    [m.dash_upcoming(), String(upcoming)],
    ...(earned !== monthEarned && earned > 0 ? [[m.dash_total_earned(), formatRupees(earned)] as const] : []),
    [m.dash_average_rating(), rating === null ? m.dash_no_rating() : rating.toFixed(1)],
  ] as const
  return (
    <section className="card" aria-label={m.dash_summary()}>
      {monthEarned > 0 && (
        <div className="mb-5">
          <div className="mb-4">
            <p className="text-muted">{m.dash_earned_in({ month: name })}</p>
            <Money rupees={monthEarned} className="mt-1 block text-[36px]" />
          </div>
          <EarnedChart weeks={weeks} month={name} />
        </div>
      )}
      <dl className={`-mb-3 grid gap-y-2 ${tiles.length === 3 ? 'grid-cols-3' : 'grid-cols-2'}`}>
        {tiles.map(([title, value]) => (
          <div
            key={title}
            className="relative flex min-w-0 flex-col-reverse justify-end border-ink border-t-2 py-3 pr-2 pl-3 before:absolute before:top-0 before:left-0 before:h-3 before:w-0.5 before:bg-ink"
          >
            <dt className="text-muted text-small">{title}</dt>
            <dd className="amount text-[24px]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The month's earnings, or all before its first ones, as a link to their page, for phones. */
export function MonthEarned({ summary: { month, earned, monthEarned } }: { summary: MentorSummary }) {
  if (earned === 0) return null
  return (
    <LocalLink to="/dashboard/mentor/earnings" className="card flex min-h-14 items-center gap-3 py-2! lg:hidden">
      <span className="min-w-0 grow text-muted">
        {monthEarned === 0 ? m.dash_total_earned() : m.dash_earned_in({ month: monthName(month) })}
      </span>
      <Money rupees={monthEarned || earned} className="flex-none whitespace-nowrap text-[22px]" />
      <Icon name="chevron-right" size={20} className="flex-none text-muted" />
    </LocalLink>
  )
}
