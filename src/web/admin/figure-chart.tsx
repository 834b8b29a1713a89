export type Bar = { key: string; name: string; value: number; shown: string }

const tallestPx = 96
const lowestPx = 2
// A name under every bar has room for so many; of more, every second, third … is named.
const namedMost = 5

/** One figure over time: bars over one baseline, the same in a table for readers. */
export function FigureChart({
  title,
  sum,
  before,
  bars,
}: {
  title: string
  sum: string
  before: string
  bars: readonly Bar[]
}) {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  const every = Math.ceil(bars.length / namedMost)
  return (
    <section className="card" aria-label={title}>
      <h2 className="text-muted">{title}</h2>
      <p className="amount text-[26px]">{sum}</p>
      <p className="text-small text-muted">{before}</p>
      <div className="mt-4 grid auto-cols-fr grid-flow-col items-end gap-1 border-muted border-b" aria-hidden="true">
        {bars.map(({ key, name, value, shown }) => (
          // Sized by attributes: the page's policy forbids style attributes.
          <svg key={key} width="100%" height={Math.max(lowestPx, Math.round((value / most) * tallestPx))}>
            <title>{`${name}: ${shown}`}</title>
            <rect width="100%" height={tallestPx + 4} rx="3" className={value > 0 ? 'fill-primary' : 'fill-line'} />
          </svg>
        ))}
      </div>
      <div className="mt-1 grid auto-cols-fr grid-flow-col text-caption text-muted" aria-hidden="true">
        {bars.flatMap(({ key, name }, i) =>
          i % every === 0
            ? [
                <span key={key} className="truncate">
                  {name}
                </span>,
              ]
            : [],
        )}
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
    </section>
  )
}
