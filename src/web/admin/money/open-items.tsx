import type { OpenItem, TransitDay } from '#contract/money/closing.ts'
import { m } from '#messages'
import { formatDay } from '../../ui/dates.tsx'
import { formatRupees, Money } from '../../ui/money.tsx'
import { accountNames } from './account-balances.tsx'

const row = 'grid gap-x-4 lg:grid-cols-[minmax(0,1.4fr)_repeat(5,minmax(0,1fr))]'

/** What is owed by and to us, by age. */
export function OpenItems({ items }: { items: OpenItem[] }) {
  if (items.length === 0) return null
  const heads = [
    m.admin_books_up_to_3(),
    m.admin_books_up_to_7(),
    m.admin_books_up_to_30(),
    m.admin_books_older(),
    m.admin_books_total(),
  ]
  return (
    <section className="card mt-6" aria-labelledby="open-items">
      <h2 id="open-items" className="text-h3">
        {m.admin_books_open_items()}
      </h2>
      <p className="text-muted text-small">{m.admin_books_open_items_text()}</p>
      <p
        aria-hidden="true"
        className={`mt-2 border-line border-b pb-2 font-semibold text-muted text-small max-lg:hidden ${row}`}
      >
        {['', ...heads].map((head) => (
          <span key={head} className="text-right">
            {head}
          </span>
        ))}
      </p>
      <ul className="divide-y divide-line">
        {items.map(({ account, upTo3Days, upTo7Days, upTo30Days, older, total }) => (
          <li key={account} className={`gap-y-1 py-2 ${row}`}>
            <span className="font-semibold text-ink">{accountNames[account]?.() ?? account}</span>
            {[upTo3Days, upTo7Days, upTo30Days, older, total].map((rupees, i) => (
              <span
                key={heads[i]}
                className={`flex justify-between gap-x-3 lg:block lg:text-right ${rupees === 0 ? 'max-lg:hidden' : ''}`}
              >
                <span className="text-muted text-small lg:sr-only">{heads[i]}</span>
                {rupees === 0 ? (
                  <>
                    <span className="text-muted" aria-hidden="true">
                      —
                    </span>
                    <span className="sr-only">{formatRupees(0, true)}</span>
                  </>
                ) : (
                  <Money
                    rupees={rupees}
                    isExact
                    className={`font-sans ${i === heads.length - 1 ? 'font-semibold' : 'font-normal'}`}
                  />
                )}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The gateway's balance by the day of the payments in it. */
export function MoneyInTransit({ days }: { days: TransitDay[] }) {
  return (
    <section className="card" aria-labelledby="transit">
      <h2 id="transit" className="text-h3">
        {m.admin_books_transit()}
      </h2>
      <p className="text-muted text-small">
        {days.length === 0 ? m.admin_books_transit_none() : m.admin_books_transit_text()}
      </p>
      <dl className="mt-2 divide-y divide-line">
        {days.map(({ day, amount }) => (
          <div key={day ?? ''} className="flex flex-wrap justify-between gap-x-4 py-2">
            <dt>
              {day
                ? formatDay(`${day}T12:00:00+05:30`)
                : amount < 0
                  ? m.admin_books_transit_deducted()
                  : m.admin_books_earlier()}
            </dt>
            <dd>
              <Money rupees={amount} isExact />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
