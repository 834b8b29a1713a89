import { dateInIndia } from '#contract/time.ts'
import { m } from '#messages'
import { Money } from '../ui/money.tsx'
import type { Figures } from './figures.ts'
import { monthName } from './words.ts'

/** What the mentor's work adds up to, from the bookings themselves. */
export function MentorFigures({ figures, now }: { figures: Figures; now: number }) {
  const month = dateInIndia(new Date(now)).slice(0, 7)
  const earned = figures.months.find((one) => one.month === month)?.rupees ?? 0
  const counts = [
    [m.dash_active_students(), String(figures.activeStudents), null],
    [m.dash_upcoming(), String(figures.upcoming), null],
    ...(figures.rating === null
      ? []
      : [[m.dash_average_rating(), figures.rating.toFixed(1), m.dash_from_students()] as const]),
  ] as const
  return (
    <section className="hanging" aria-label={m.dash_summary()}>
      {earned > 0 && (
        <div className="mb-5">
          <p className="text-muted">{m.dash_earned_in({ month: monthName(month) })}</p>
          <Money rupees={earned} className="mt-1 block text-[36px]" />
          <p className="mt-1 text-muted text-small">{m.dash_before_taxes()}</p>
        </div>
      )}
      <dl className="grid grid-cols-3 border-ink border-t-2">
        {counts.map(([name, value, caption]) => (
          <div
            key={name}
            className="relative flex flex-col-reverse justify-end pt-3 pr-2 pl-3 before:absolute before:top-0 before:left-0 before:h-3 before:w-0.5 before:bg-ink"
          >
            <dt className="text-muted text-small">
              {name}
              {caption && <span className="block">{caption}</span>}
            </dt>
            <dd className="amount text-[24px]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
