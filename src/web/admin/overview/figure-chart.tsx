import { m } from '#messages'

/** `isBad` marks a bar with failures. */
export type Bar = { key: string; name: string; value: number; shown: string; isBad?: boolean }

const tallestPx = 96
const lowestPx = 2
// Maximum number of labels below the bars; with more bars every second, third … is labelled.
const maxLabels = 4
const lastNamed = 0.82

type BarsProps = { title: string; bars: readonly Bar[]; heightPx?: number }

/** A bar chart, with the same data as a table for screen readers. */
export function FigureBars({ title, bars, heightPx = tallestPx }: BarsProps) {
  const highest = bars.reduce<Bar | null>((best, bar) => (bar.value > (best?.value ?? 0) ? bar : best), null)
  const most = highest?.value ?? 1
  const every = Math.ceil(bars.length / maxLabels)
  const colour = ({ value, isBad }: Bar) => (isBad ? 'fill-error' : value > 0 ? 'fill-primary' : 'fill-line')
  return (
    <>
      {/* What the tallest bar stands for is what the others are measured by. */}
      <p className="mt-3 min-h-5 text-caption text-muted" aria-hidden="true">
        {highest ? m.admin_chart_highest({ value: highest.shown, name: highest.name }) : m.admin_chart_none()}
      </p>
      <div className="mt-1 grid auto-cols-fr grid-flow-col items-end gap-1 border-muted border-b" aria-hidden="true">
        {bars.map((bar) => (
          // Attributes instead of styles, because the content security policy forbids style attributes.
          <svg key={bar.key} width="100%" height={Math.max(lowestPx, Math.round((bar.value / most) * heightPx))}>
            <title>{`${bar.name}: ${bar.shown}`}</title>
            <rect width="100%" height={heightPx + 4} rx="3" className={colour(bar)} />
          </svg>
        ))}
      </div>
      {/* Beside each other by attributes too: a name stands where its bar does, and none is cut at the end. */}
      <svg width="100%" height={20} className="mt-1 overflow-visible text-caption" aria-hidden="true">
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

/** One figure over time. */
export function FigureChart({
  title,
  sum,
  change,
  bars,
}: {
  title: string
  sum: string
  change: string
  bars: readonly Bar[]
}) {
  return (
    <section className="card" aria-label={title}>
      <h2 className="text-muted">{title}</h2>
      <p className="amount text-[26px]">{sum}</p>
      <p className="text-small text-muted">{change}</p>
      <FigureBars title={title} bars={bars} />
    </section>
  )
}
