import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees, Money } from '../ui/money.tsx'
import { monthName } from './kit/labels.ts'
import { EarnedChart } from './money/earned-chart.tsx'

/** What the mentor's work adds up to. `isHome`: with the students. */
export function MentorFigures({ summary, isHome = false }: { summary: MentorSummary; isHome?: boolean }) {
  const { activeStudents, upcoming, earned, rating, month, monthEarned, weeks } = summary
  const isNew = activeStudents === 0 && upcoming === 0 && earned === 0
  const hasTotal = earned !== monthEarned && earned > 0
  if (isNew || (!isHome && monthEarned <= 0 && !hasTotal)) return null
  const name = monthName(month)
  const total = hasTotal ? [[m.dash_total_earned(), formatRupees(earned)] as const] : []
  const tiles = isHome
    ? [
        [m.dash_active_students(), String(activeStudents)] as const,
        [m.dash_upcoming(), String(upcoming)] as const,
        ...total,
        [m.dash_average_rating(), rating === null ? m.dash_no_rating() : rating.toFixed(1)] as const,
      ]
    : total
  return (
    <section className={`hanging ${tiles.length === 0 ? 'max-lg:hidden' : ''}`} aria-label={m.dash_summary()}>
      {monthEarned > 0 && (
        // On phones the open month of the earnings has it.
        <div className="not-last:mb-5 max-lg:hidden">
          <div className="mb-4">
            <p className="text-muted">{m.dash_earned_in({ month: name })}</p>
            <Money rupees={monthEarned} className={`mt-1 block ${isHome ? 'text-[36px]' : 'text-[22px]'}`} />
          </div>
          <EarnedChart weeks={weeks} month={name} />
        </div>
      )}
      {tiles.length > 0 && (
        <dl
          className={`grid gap-y-2 ${tiles.length === 3 ? 'grid-cols-3' : 'grid-cols-2 sm:grid-cols-4 lg:grid-cols-2'}`}
        >
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
      )}
    </section>
  )
}

/** The month's earnings as a link to their page, for phones. */
export function MonthEarned({ summary: { month, earned, monthEarned } }: { summary: MentorSummary }) {
  if (earned === 0) return null
  return (
    <LocalLink to="/dashboard/mentor/earnings" className="card flex min-h-14 items-center gap-3 py-2! lg:hidden">
      <span className="min-w-0 grow text-muted">{m.dash_earned_in({ month: monthName(month) })}</span>
      <Money rupees={monthEarned} className="flex-none whitespace-nowrap text-[22px]" />
      <Icon name="chevron-right" size={20} className="flex-none text-muted" />
    </LocalLink>
  )
}
