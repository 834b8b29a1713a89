import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import { m } from '#messages'
import { formatRupees } from '../../ui/money.tsx'

const tallestPx = 80
const lowestPx = 4

/** Earnings by week of the month as bars, with the same data in a table for screen readers. */
export function EarnedChart({ weeks, month }: { weeks: MentorSummary['weeks']; month: string }) {
  const highest = Math.max(...weeks.map(({ earned }) => earned), 1)
  const last = weeks.at(-1)
  const named = weeks.map((week) => ({
    ...week,
    name: m.dash_day_range({ from: week.from, to: week.to }),
    height: week.earned > 0 ? Math.max(lowestPx, Math.round((week.earned / highest) * tallestPx)) : 0,
  }))
  return (
    <div>
      <div
        className="grid auto-cols-fr grid-flow-col items-end gap-2 border-muted border-b text-center"
        aria-hidden="true"
      >
        {named.map(({ from, earned, height }) => (
          <div key={from} className="min-w-0">
            <p className="text-caption text-ink tabular-nums">{earned > 0 ? formatRupees(Math.round(earned)) : ''}</p>
            {/* Sized by attributes: the page's policy forbids style attributes. */}
            <svg aria-hidden="true" width="100%" height={height} className="mx-auto block max-w-14">
              <rect
                width="100%"
                height={height && height + 4}
                rx="4"
                className={from === last?.from ? 'fill-rule' : 'fill-primary'}
              />
            </svg>
          </div>
        ))}
      </div>
      <div
        className="mt-1 grid auto-cols-fr grid-flow-col gap-2 text-center text-caption text-muted"
        aria-hidden="true"
      >
        {named.map(({ from, name }) => (
          <p key={from}>{name}</p>
        ))}
      </div>
      <table className="sr-only">
        <caption>{m.dash_earned_in({ month })}</caption>
        <tbody>
          {named.map(({ from, name, earned }) => (
            <tr key={from}>
              <th scope="row">{name}</th>
              <td>{formatRupees(earned)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
