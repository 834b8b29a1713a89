import type { ReactNode } from 'react'
import type { Earning, Earnings, HeldEarning } from '#contract/money/payouts.ts'
import { m } from '#messages'
import { earningLabel } from '../../earning-label.ts'
import { minutesText } from '../../minutes-text.ts'
import { invoiceFile, statementHref } from '../../receipt-href.ts'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { formatDateTime, formatDay, formatMonth } from '../../ui/dates.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees, Money } from '../../ui/money.tsx'
import { EarnedMonths, monthPath } from './earned-months.tsx'
import type { ShownEarnings } from './earnings.server.ts'
import { PayoutAccount } from './payout-account.tsx'

type Props = { earnings: ShownEarnings; mentorId: string; formKey: string; isOlder: boolean; children: ReactNode }

/** The mentor's earnings by month and class: fee, deductions and status. `children` stand above the classes. */
export function EarningsPanel({ earnings, mentorId, formKey, isOlder, children }: Props) {
  const { month, months, data, nextCursor, held, totals, payouts, invoices } = earnings
  const { account, accountCheck, needsAddress, rest, payeeRefusal } = earnings
  const none = months.length === 0 && held.length === 0
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr] lg:gap-x-8 lg:gap-y-6">
      {children}
      <div className="grid gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {account && <Totals totals={totals} />}
        <PayoutAccount
          account={account}
          check={accountCheck}
          refusal={payeeRefusal}
          needsAddress={needsAddress}
          rest={rest}
          mentorId={mentorId}
          formKey={formKey}
        />
        {/* Without an account nothing is paid, so that comes first. */}
        {!account && <Totals totals={totals} />}
        <Payouts payouts={payouts} />
        <Invoices invoices={invoices} />
      </div>
      <div className="grid gap-6">
        {none && <EmptyState heading="h2" title={m.earn_none_title()} text={m.earn_none_text()} />}
        {!isOlder && (
          <>
            <Held id="earn-held" title={m.earn_held_title()} rows={held.filter(({ dispute }) => !dispute)} />
            <Held id="earn-disputed" title={m.dispute_title()} rows={held.filter(({ dispute }) => dispute)} />
          </>
        )}
        {months.length > 0 && (
          <EarnedMonths months={months} open={month}>
            <ul className="divide-y divide-line border-line border-t">
              {data.map((one) => (
                <Row key={one._id} row={one} />
              ))}
            </ul>
            <p className="flex flex-wrap gap-2 pb-4 empty:hidden">
              {isOlder && (
                <LocalLink to={monthPath(month)} preventScrollReset className="btn btn-outline">
                  {m.earn_newest()}
                </LocalLink>
              )}
              {nextCursor && (
                <LocalLink
                  to={`${monthPath(month)}&before=${nextCursor}`}
                  preventScrollReset
                  className="btn btn-outline"
                >
                  {m.earn_older()}
                </LocalLink>
              )}
            </p>
          </EarnedMonths>
        )}
      </div>
    </div>
  )
}

function Held({ id, title, rows }: { id: string; title: string; rows: readonly HeldEarning[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-h3">
        {title}
      </h2>
      <ul className="card divide-y divide-line py-0!">
        {rows.map((one) => (
          <Row key={one._id} row={one} />
        ))}
      </ul>
    </section>
  )
}

function Totals({ totals }: { totals: Earnings['totals'] }) {
  const rows = [
    [m.earn_waiting(), totals.waiting, true],
    [m.earn_held_title(), totals.unconfirmed, true],
    [m.dispute_title(), totals.disputed, totals.disputed > 0],
    [m.earn_paid(), totals.paid, true],
  ] as const
  return (
    <section className="hanging" aria-label={m.earn_totals()}>
      <dl className="grid gap-2">
        {rows.map(
          ([name, amount, isShown]) =>
            isShown && (
              <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <dt className="text-muted">{name}</dt>
                <dd>
                  <Money rupees={amount} className="text-[22px]" />
                </dd>
              </div>
            ),
        )}
      </dl>
      <div className="mt-3 border-line border-t pt-3 text-muted text-small">
        <FeeBreakdown {...totals} />
        <LocalLink to="/dashboard/settings/tax" className="text-link inline-flex min-h-11 items-center">
          {m.tax_open()}
        </LocalLink>
      </div>
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

/** Those that wait have none: it would stand on nearly every line. */
const badges: Record<Exclude<Earning['status'], 'waiting'>, [BadgeKind, () => string]> = {
  sending: ['awaiting', m.earn_state_sending],
  paid: ['paid', m.earn_state_paid],
}

function Row({ row }: { row: Earning | HeldEarning }) {
  const { lesson, net } = row
  const at = lesson?.startsAt ?? ('at' in row ? row.at : '')
  const about = lesson && [lesson.subject, lesson.student, minutesText(lesson.minutes)].filter(Boolean).join(', ')
  return (
    <li className="grid gap-1 py-3">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 break-words font-semibold text-ink">
          {about ?? ('kind' in row && earningLabel(row.kind))}
        </p>
        <Money rupees={net} className="flex-none text-[20px]" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-muted text-small">
          {[formatDateTime(at), 'dispute' in row && row.dispute?.number].filter(Boolean).join(', ')}
        </p>
        {'status' in row ? (
          <span className="flex flex-wrap items-center gap-x-3">
            {row.payout && (
              <LocalLink to={`/payouts/${row.payout}`} className="text-link -my-2 inline-block py-2.5 text-small">
                {m.earn_statement()}
              </LocalLink>
            )}
            {row.status !== 'waiting' && <Badge kind={badges[row.status][0]}>{badges[row.status][1]()}</Badge>}
          </span>
        ) : (
          <Badge kind="awaiting">
            {row.dispute ? m.dispute_title() : m.earn_state_held({ time: formatDateTime(row.until) })}
          </Badge>
        )}
      </div>
      {'chargedFor' in row && row.chargedFor && (
        <p className="font-semibold text-small text-warn">
          {row.chargedFor === 'cancelled' ? m.earn_late_cancel() : m.earn_family_absent()}
        </p>
      )}
      {lesson && net < 0 && <p className="text-small">{m.earn_went_back()}</p>}
      {(lesson || [row.commission, row.gst, row.tds, row.tcs].some((part) => part !== 0)) && <FeeBreakdown {...row} />}
    </li>
  )
}

function Payouts({ payouts }: { payouts: Earnings['payouts'] }) {
  if (payouts.length === 0) return null
  return (
    <section className="card" aria-labelledby="earn-payouts">
      <h2 id="earn-payouts" className="text-h3">
        {m.earn_payouts()}
      </h2>
      <ul className="divide-y divide-line">
        {payouts.map(({ _id, amount, paidAt, madeAt, reference, account }) => (
          <li key={_id} className="grid gap-0.5 py-3">
            <div className="flex items-baseline justify-between gap-3">
              <b className="text-ink">{paidAt ? formatDay(paidAt, { year: true }) : m.earn_state_sending()}</b>
              <Money rupees={amount} className="text-[18px]" />
            </div>
            <p className="break-words text-muted text-small">
              {paidAt ? account : `${formatDay(madeAt, { year: true })}, ${account}`}
              {reference && <span className="block">{m.earn_reference({ reference })}</span>}
            </p>
            <p className="flex flex-wrap gap-x-5">
              <LocalLink to={`/payouts/${_id}`} className="text-link inline-flex min-h-11 items-center">
                {m.earn_statement()}
              </LocalLink>
              <a href={statementHref(_id, 'pdf')} className="text-link inline-flex min-h-11 items-center">
                {m.earn_pdf()}
              </a>
              <a href={statementHref(_id, 'csv')} className="text-link inline-flex min-h-11 items-center">
                {m.earn_csv()}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Invoices({ invoices }: { invoices: Earnings['invoices'] }) {
  if (invoices.length === 0) return null
  return (
    <section className="card" aria-labelledby="earn-invoices">
      <h2 id="earn-invoices" className="text-h3">
        {m.earn_invoices()}
      </h2>
      <ul className="divide-y divide-line">
        {invoices.map(({ _id, number, month, amount }) => (
          <li key={_id} className="grid gap-0.5 py-3">
            <div className="flex items-baseline justify-between gap-3">
              <b className="text-ink">{formatMonth(`${month}-01`)}</b>
              <Money rupees={amount} className="text-[18px]" />
            </div>
            <p className="flex flex-wrap items-center justify-between gap-x-5 text-muted text-small">
              {number}
              <a href={invoiceFile(_id)} className="text-link inline-flex min-h-11 items-center">
                {m.earn_pdf()}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
