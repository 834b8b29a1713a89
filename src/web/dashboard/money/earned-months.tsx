import type { ReactNode } from 'react'
import type { Earnings } from '#contract/money/payouts.ts'
import { m } from '#messages'
import { earningCounts } from '../../earning-label.ts'
import { formatMonth, instantOf } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees, Money } from '../../ui/money.tsx'

type Months = Earnings['months']

/** Address of the page with a month's classes shown; without a month they are all folded. */
export const monthPath = (month: string | null): string => `/dashboard/mentor/earnings?month=${month ?? ''}`

const monthText = (month: string): string => formatMonth(instantOf(`${month}-01`))

/** Earnings by month as a plot and a list. `children` are the classes of the month that is open. */
export function EarnedMonths({ months, open, children }: { months: Months; open: string | null; children: ReactNode }) {
  return (
    <section aria-labelledby="earn-months">
      <h2 id="earn-months" className="mb-3 text-section">
        {m.earn_months()}
      </h2>
      <div className="card divide-y divide-line py-0!">
        {months.length > 1 && <MonthPlot months={months.slice(0, maxBars)} />}
        <ul className="divide-y divide-line">
          {months.map(({ month, net, ...counts }) => (
            <li key={month}>
              <LocalLink
                to={monthPath(month === open ? null : month)}
                preventScrollReset
                aria-expanded={month === open}
                className="flex items-center gap-2 py-3"
              >
                <span className="min-w-0 grow">
                  <b className="block text-ink">{monthText(month)}</b>
                  <span className="block text-caption text-muted">{earningCounts(counts)}</span>
                </span>
                <Money rupees={net} className="flex-none text-[20px]" />
                <Icon
                  name="chevron-down"
                  size={20}
                  className={`-mr-1 flex-none text-muted ${month === open ? 'rotate-180' : ''}`}
                />
              </LocalLink>
              {month === open && children}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const maxBars = 6
const rowPx = 32
const barPx = 18
/** Share of the width for bars; the rest is for the value beside the longest. */
const barPercent = 72
const ticks = [0, 0.5, 1]

/** Next of 1, 2 or 5 times a power of ten. */
function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount))
  return ([1, 2, 5].find((step) => step * power >= amount) ?? 10) * power
}

/** Bars with both axes; the list below says the same in words, so screen readers skip them. */
function MonthPlot({ months }: { months: Months }) {
  const top = roundUp(Math.max(...months.map(({ net }) => net), 1))
  const bottom = months.length * rowPx
  const middleOf = (row: number) => row * rowPx + rowPx / 2
  return (
    // Positions are attributes: the page's policy forbids style attributes.
    <div className="flex gap-2 py-4 text-caption" aria-hidden="true">
      <svg aria-hidden="true" width="84" height={bottom + 22} className="flex-none">
        {months.map(({ month }, row) => (
          <text key={month} x="84" y={middleOf(row) + 5} textAnchor="end" className="fill-muted">
            {monthText(month)}
          </text>
        ))}
      </svg>
      <svg aria-hidden="true" height={bottom + 22} className="w-full min-w-0 tabular-nums">
        {ticks.map((share) => {
          const x = `${share * barPercent}%`
          return (
            <g key={share}>
              <line x1={x} x2={x} y1="0" y2={bottom} className={share === 0 ? 'stroke-muted' : 'stroke-line'} />
              <text x={x} y={bottom + 17} textAnchor={share === 0 ? 'start' : 'middle'} className="fill-muted">
                {formatRupees(share * top)}
              </text>
            </g>
          )
        })}
        {months.map(({ month, net }, row) => {
          const width = `${(Math.max(net, 0) / top) * barPercent}%`
          return (
            <g key={month}>
              <rect
                y={middleOf(row) - barPx / 2}
                width={width}
                height={barPx}
                rx="4"
                className={row === 0 ? 'fill-rule' : 'fill-primary'}
              />
              <text x={width} dx="6" y={middleOf(row) + 5} className="fill-ink">
                {formatRupees(Math.round(net))}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
