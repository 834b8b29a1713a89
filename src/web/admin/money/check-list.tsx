import type { ReconciliationCheck } from '#contract/money/reconciliation.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { formatDay, instantOf } from '../../ui/dates.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { fullTime } from '../kit/full-time.ts'

export const isInProgress = ({ status }: ReconciliationCheck) => status === 'waiting' || status === 'running'

/** Recent checks with their days and results. */
export function CheckList({ checks }: { checks: ReconciliationCheck[] }) {
  if (checks.length === 0) return null
  return (
    <section className="card" aria-labelledby="checks">
      <h2 id="checks" className="text-h3">
        {m.admin_books_checks()}
      </h2>
      <ul className="divide-y divide-line">
        {checks.map((check) => (
          <li key={check._id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold text-ink">{fullTime(check.madeAt)}</p>
              <p className="text-muted text-small wrap-anywhere">{summaryOf(check)}</p>
            </div>
            <CheckBadge check={check} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function summaryOf(check: ReconciliationCheck): string {
  const range = m.admin_books_range({
    from: formatDay(instantOf(check.from), { year: true }),
    until: formatDay(instantOf(check.until), { year: true }),
  })
  const who = check.madeBy ?? m.admin_books_by_night()
  if (check.status === 'failed') return [range, who, problemOf(check)].join(' · ')
  if (isInProgress(check)) return `${range} · ${who}`
  const counts = m.admin_books_counts({
    payments: formatNumber(check.payments),
    refunds: formatNumber(check.refunds),
    settlements: formatNumber(check.settlements),
  })
  return [range, who, counts].join(' · ')
}

const problemOf = ({ problem }: ReconciliationCheck) =>
  problem === 'broken off' ? m.admin_books_broken_off() : m.admin_books_no_answer({ problem })

function CheckBadge({ check }: { check: ReconciliationCheck }) {
  if (check.status === 'failed') return <Badge kind="failed">{m.admin_books_not_done()}</Badge>
  if (isInProgress(check)) return <Badge kind="pending">{m.admin_books_waiting()}</Badge>
  if (check.differences === 0) return <Badge kind="paid">{m.admin_books_same()}</Badge>
  return <Badge kind="awaiting">{m.admin_books_left({ count: formatNumber(check.differences) })}</Badge>
}
