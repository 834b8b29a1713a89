import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** `isBad` marks a bar with failures. */
export type Bar = { key: string; name: string; value: number; shown: string; isBad?: boolean }
/** The vertical axis: its upper end, and the labels of its upper end and its middle. */
type Scale = { top: number; labels: readonly [top: string, middle: string] }

const tallestPx = 120
const lowestPx = 2
// Maximum number of labels below the bars; with more bars every second, third … is labelled.
const maxLabels = 4
const lastNamed = 0.82
/** Ends of an axis: its middle is a whole number too. */
const roundEnds = [2, 4, 6, 8, 10]

/** An axis that holds these values. */
export function scaleOf(values: readonly number[], format: (value: number) => string): Scale {
  const most = Math.max(1, ...values)
  const unit = 10 ** Math.floor(Math.log10(most))
  const top = unit * (roundEnds.find((one) => one * unit >= most) ?? 10)
  return { top, labels: [format(top), format(top / 2)] }
}

type BarsProps = { title: string; bars: readonly Bar[]; scale?: Scale; heightPx?: number }

/**
 * A bar chart with its axes. A bar shows its value on hover; the same data is a table for screen readers. Drawn on the
 * server, with attributes instead of styles, because the content security policy forbids style attributes.
 */
export function FigureBars({ title, bars, scale, heightPx = tallestPx }: BarsProps) {
  const { top, labels } =
    scale ??
    scaleOf(
      bars.map(({ value }) => value),
      formatNumber,
    )
  const every = Math.ceil(bars.length / maxLabels)
  const colour = ({ value, isBad }: Bar) => (isBad ? 'fill-error' : value > 0 ? 'fill-primary' : 'fill-line')
  return (
    <>
      <div className="chart" aria-hidden="true">
        <svg width="100%" height={heightPx} className="chart-lines" aria-hidden="true">
          {[0.5, heightPx / 2, heightPx - 0.5].map((y) => (
            <line key={y} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
          ))}
        </svg>
        <div className="chart-scale">
          <span>{labels[0]}</span>
          <span>{labels[1]}</span>
          <span>0</span>
        </div>
        <div className="chart-bars">
          {bars.map((bar) => (
            <span key={bar.key} className="chart-bar">
              <svg
                width="100%"
                aria-hidden="true"
                height={Math.max(lowestPx, Math.round((Math.max(0, bar.value) / top) * heightPx))}
              >
                <rect width="100%" height={heightPx + 4} rx="3" className={colour(bar)} />
              </svg>
              <span className="chart-tip">
                {bar.name}
                <b>{bar.shown}</b>
              </span>
            </span>
          ))}
        </div>
        {/* A name stands where its bar does, and none is cut at the end. */}
        <svg width="100%" height={20} className="chart-names" aria-hidden="true">
          {bars.flatMap(({ key, name }, i) =>
            i % every === 0 && i / bars.length <= lastNamed
              ? [
                  <text key={key} x={`${(100 * i) / bars.length}%`} y={15} className="fill-muted">
                    {name}
                  </text>,
                ]
              : [],
          )}
        </svg>
      </div>
      {/* A table takes its height whatever it is told. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <tbody>
            {bars.map(({ key, name, shown }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{shown}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const sparkWidth = 100
const sparkHeight = 32

/** The course of a figure as a small line; the value and its change are beside it as text. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const most = Math.max(1, ...values)
  const points = values.map((value, i) => {
    const y = sparkHeight - 2 - (Math.max(0, value) / most) * (sparkHeight - 4)
    return `${((i / (values.length - 1)) * sparkWidth).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}
      preserveAspectRatio="none"
      className="spark"
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={points.join(' ')} className="fill-none stroke-primary" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** Change from the period before: short on the screen, a sentence for screen readers. */
export type Change = { text: string; sentence: string }

function ChangeMark({ change: { text, sentence } }: { change: Change }) {
  return (
    <>
      <span className="whitespace-nowrap text-muted text-small" aria-hidden="true" title={sentence}>
        {text}
      </span>
      <span className="sr-only">{sentence}</span>
    </>
  )
}

type ChartProps = {
  title: string
  to: string
  sum: string | null
  change: Change | null
  bars: readonly Bar[]
  scale: Scale
}

/** One figure over time; without a change it is not counted yet. On phones it is a small line. */
export function FigureChart({ title, to, sum, change, ...plot }: ChartProps) {
  const isEmpty = plot.bars.every(({ value }) => value === 0)
  return (
    <section className="card flex min-w-0 flex-col" aria-label={title}>
      <h3 className="text-muted">
        <LocalLink to={to} className="-my-2.5 inline-block py-2.5 hover:underline">
          {title}
        </LocalLink>
      </h3>
      <div className="mt-1 mb-3 flex flex-wrap items-baseline gap-x-3">
        {sum === null ? (
          <Skeleton className="my-1 h-8 w-20 animate-none" />
        ) : (
          <span className="amount text-[26px]">{sum}</span>
        )}
        {change && <ChangeMark change={change} />}
      </div>
      {change && isEmpty && <p className="text-small text-muted">{m.admin_chart_none()}</p>}
      {!isEmpty && (
        <>
          <div className="sm:mt-auto max-sm:[&>.chart]:hidden!">
            <FigureBars title={title} {...plot} />
          </div>
          <div className="mt-auto flex sm:hidden">
            <Sparkline values={plot.bars.map(({ value }) => value)} />
          </div>
        </>
      )}
    </section>
  )
}
