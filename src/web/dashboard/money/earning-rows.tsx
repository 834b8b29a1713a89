import type { Earning, Earnings, HeldEarning } from '#contract/money/payouts.ts'
import { m } from '#messages'
import { earningLabel } from '../../earning-label.ts'
import { minutesText } from '../../minutes-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees, Money } from '../../ui/money.tsx'

type Usual = { percent: number; fee: number; net: number } | null
type Shared = Pick<Earning, 'lesson' | 'fee' | 'commission' | 'gst' | 'tds' | 'tcs' | 'net'>

/** Our part of a fee in percent, to one decimal; null with taxes, or where nothing was earned. */
const percentOf = ({ lesson, fee, commission, gst, tds, tcs, net }: Shared): number | null =>
  lesson && fee > 0 && net > 0 && tds === 0 && tcs === 0 ? Math.round(((commission + gst) / fee) * 1000) / 10 : null

/** The share of the latest class, which explains those with the same percentage. */
export function usualShare(rows: readonly Shared[]): Usual {
  const found = rows.find((row) => percentOf(row) !== null)
  const percent = found && percentOf(found)
  return found && percent !== null && percent !== undefined ? { percent, fee: found.fee, net: found.net } : null
}

type FactsProps = { rows: readonly Earning[]; payouts: Earnings['payouts']; usual: Usual }

/** Once for a month: how a share comes from a fee, and the statements of payouts that are not listed any more. */
export function MonthFacts({ rows, payouts, usual }: FactsProps) {
  const own = [...new Set(rows.flatMap(({ payout }) => payout ?? []))]
  const unlisted = own.filter((id) => payouts.every(({ _id }) => _id !== id))
  return (
    <div className="grid gap-1 pb-3 text-small empty:hidden">
      {usual && (
        <p className="text-muted">
          {m.earn_explain({
            fee: formatRupees(usual.fee),
            percent: usual.percent,
            share: formatRupees(usual.net),
          })}
        </p>
      )}
      {unlisted.length > 0 && (
        <p className="flex flex-wrap gap-x-5">
          {unlisted.map((id) => (
            <LocalLink key={id} to={`/payouts/${id}`} className="text-link inline-flex min-h-11 items-center">
              {m.earn_statement()}
            </LocalLink>
          ))}
        </p>
      )}
    </div>
  )
}

type HeldProps = { id: string; title: string; rows: readonly HeldEarning[]; usual: Usual }

export function Held({ id, title, rows, usual }: HeldProps) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 scroll-mt-20 text-section">
        {title}
      </h2>
      <ul className="card divide-y divide-line py-0!">
        {rows.map((one) => (
          <Row key={one._id} row={one} usual={usual} />
        ))}
      </ul>
    </section>
  )
}

type BreakdownProps = Pick<Earning, 'fee' | 'commission' | 'gst' | 'tds' | 'tcs'>

/** Deductions from the fee; taxes that nobody withheld are left out. */
function FeeBreakdown({ fee, commission, gst, tds, tcs }: BreakdownProps) {
  const parts = [
    [m.earn_fee(), fee],
    [m.earn_commission(), commission],
    [m.earn_gst(), gst],
    ...[[m.earn_tds(), tds] as const, [m.earn_tcs(), tcs] as const].filter(([, amount]) => amount !== 0),
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-muted text-small tabular-nums">
      {parts.map(([name, amount]) => (
        <div key={name} className="flex gap-1">
          <dt>{name}</dt>
          <dd>{formatRupees(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

type RowProps = {
  row: Earning | HeldEarning
  usual: Usual
}

/** One earning. Deductions are listed only where the usual share does not explain them. */
export function Row({ row, usual }: RowProps) {
  const { lesson, fee, net } = row
  const isUsual = usual !== null && percentOf(row) === usual.percent
  const at = lesson?.startsAt ?? ('at' in row ? row.at : '')
  const facts = [
    ...(lesson
      ? [lesson.subject, lesson.student, minutesText(lesson.minutes)]
      : ['kind' in row && earningLabel(row.kind)]),
    isUsual && m.earn_fee_of({ fee: formatRupees(fee) }).replace(' ', '\u00a0'),
  ]
  return (
    <li className="grid gap-1 py-3">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 font-semibold text-ink">{formatDateTime(at)}</p>
        <Money rupees={net} className="flex-none font-semibold!" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 break-words text-muted text-small">
          {facts.filter(Boolean).join(', ')}
          {'dispute' in row && row.dispute && <span className="block">{row.dispute.number}</span>}
        </p>
        {'status' in row
          ? row.status === 'paid' && <Badge kind="paid">{m.earn_state_paid()}</Badge>
          : !row.dispute && (
              <p className="text-muted text-small">{m.earn_state_held({ time: formatDateTime(row.until) })}</p>
            )}
      </div>
      {'chargedFor' in row && row.chargedFor && (
        <p className="text-small">{row.chargedFor === 'cancelled' ? m.earn_late_cancel() : m.earn_family_absent()}</p>
      )}
      {lesson && net < 0 && <p className="text-small">{m.earn_went_back()}</p>}
      {!isUsual && (lesson || [row.commission, row.gst, row.tds, row.tcs].some((part) => part !== 0)) && (
        <FeeBreakdown {...row} />
      )}
    </li>
  )
}
