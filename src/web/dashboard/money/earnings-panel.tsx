import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import type { Earnings } from '#contract/money/payouts.ts'
import { m } from '#messages'
import { invoiceFile } from '../../receipt-href.ts'
import { formatDay, formatMonth } from '../../ui/dates.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { monthName } from '../kit/labels.ts'
import { EarnedChart } from './earned-chart.tsx'
import { EarnedMonths, monthPath } from './earned-months.tsx'
import { Held, MonthFacts, Row, usualShare } from './earning-rows.tsx'
import type { ShownEarnings } from './earnings.server.ts'
import { PayoutAccount } from './payout-account.tsx'

type Props = {
  earnings: ShownEarnings
  summary: MentorSummary
  mentorId: string
  formKey: string
  isOlder: boolean
}

/** The mentor's earnings by month and class: fee, deductions and status. */
export function EarningsPanel({ earnings, summary, mentorId, formKey, isOlder }: Props) {
  const { month, months, data, nextCursor, held, totals, payouts, invoices } = earnings
  const { account, accountCheck, needsAddress, rest, payeeRefusal, isPaidPerClass } = earnings
  const isPayable = accountCheck?.status === 'proven' && !rest && !payeeRefusal
  const hold = accountCheck && holdText(accountCheck)
  const usual = usualShare([...data, ...held])
  // `MonthFacts` explains the share; without it, each class lists its deductions.
  const heldUsual = months.some((one) => one.month === month) ? usual : null
  const hasTotals = months.length + held.length > 0
  const sums = hasTotals && (
    <Totals
      totals={totals}
      payouts={payouts}
      account={account}
      hold={hold}
      isPayable={isPayable}
      isOlder={isOlder}
      isPaidPerClass={isPaidPerClass}
    />
  )
  return (
    // The order is that of phones, which have one column.
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-x-8">
      <div className="grid gap-4 lg:col-start-2 lg:row-start-1">
        {isPayable && sums}
        <PayoutAccount
          account={account}
          check={accountCheck}
          refusal={payeeRefusal}
          needsAddress={needsAddress}
          rest={rest}
          mentorId={mentorId}
          formKey={formKey}
        />
        {/* What keeps us from paying comes first. */}
        {!isPayable && sums}
        <Payouts payouts={payouts.filter(({ status }) => status === 'paid')} />
        <Invoices invoices={invoices} />
      </div>
      <div className="grid gap-8 max-lg:mt-4 lg:col-start-1 lg:row-start-1">
        {!hasTotals && <EmptyState heading="h2" title={m.earn_none_title()} text={m.earn_none_text()} />}
        {!isOlder && (
          <>
            <Held
              id="earn-held"
              title={m.earn_held_title()}
              rows={held.filter(({ dispute }) => !dispute)}
              usual={heldUsual}
            />
            <Held
              id="earn-disputed"
              title={m.dispute_title()}
              rows={held.filter(({ dispute }) => dispute)}
              usual={heldUsual}
            />
          </>
        )}
        {months.length > 0 && (
          <EarnedMonths months={months} open={month}>
            {month === summary.month && summary.monthEarned > 0 && (
              <div className="pb-3">
                <EarnedChart weeks={summary.weeks} month={monthName(summary.month)} />
              </div>
            )}
            <MonthFacts rows={data} payouts={payouts} usual={usual} />
            <ul className="four-on-phones divide-y divide-line border-line border-t [&>li]:py-1.75">
              {data.map((one) => (
                <Row key={one._id} row={one} usual={usual} />
              ))}
            </ul>
            {data.length > 4 && (
              <details key={month} className="border-line open:border-t sm:hidden">
                <summary className="text-link min-h-12 py-3">
                  {nextCursor ? m.dash_show_more() : m.earn_show_all({ count: data.length })}
                </summary>
              </details>
            )}
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

/** Why nothing is paid to an account before it is proven. */
const holdText = ({ status }: NonNullable<Earnings['accountCheck']>): string | null =>
  status === 'proven' ? null : status === 'look' ? m.earn_on_hold_name() : m.earn_on_hold_account()

type TotalsProps = Pick<Earnings, 'totals' | 'payouts' | 'account' | 'isPaidPerClass'> & {
  hold: string | null
  isPayable: boolean
  isOlder: boolean
}

/** Where every rupee is, from the family's confirmation to the payout, with the sum of it all. */
function Totals({ totals, payouts, account, hold, isPayable, isOlder, isPaidPerClass }: TotalsProps) {
  const open = payouts.filter(({ status }) => status === 'open')
  const preparing = open.reduce((sum, { amount }) => sum + amount, 0)
  const unpaid = Math.round((totals.waiting - preparing) * 100) / 100
  const unpaidName = hold ?? m.earn_waiting()
  // Without a payout on its way, what comes next is the first figure.
  const isUnpaidFirst = open.length === 0 && unpaid > 0
  const note = isPaidPerClass ? m.earn_per_class() : isPayable && unpaid > 0 && m.earn_waiting_text()
  const rows = [
    ...(isUnpaidFirst ? [] : [[unpaidName, unpaid] as const]),
    [m.earn_held_title(), totals.unconfirmed, isOlder ? undefined : '#earn-held'],
    [m.dispute_title(), totals.disputed, isOlder ? undefined : '#earn-disputed'],
    [m.earn_paid(), totals.paid],
  ] as const
  return (
    <section className="hanging" aria-label={m.earn_totals()}>
      {open.map((one) => (
        <div key={one._id} className="mb-3 border-line border-b pb-3">
          <p className="text-muted">{m.earn_preparing()}</p>
          <Money rupees={one.amount} className="block text-[32px]" />
          <p className="text-muted text-small">
            {/* One that was prepared before a change goes to the account of then. */}
            {(hold || one.account !== account) && <span className="block">{one.account}</span>}
            {m.earn_preparing_text()}
          </p>
        </div>
      ))}
      {isUnpaidFirst && (
        <div className="mb-3 border-line border-b pb-3">
          <p className="text-muted">{unpaidName}</p>
          <Money rupees={unpaid} className="block text-[32px]" />
          {note && <p className="text-muted text-small">{note}</p>}
        </div>
      )}
      <dl className="grid gap-2">
        {rows.map(
          ([name, amount, to]) =>
            amount !== 0 && (
              <div key={name} className="flex items-baseline justify-between gap-x-2">
                <dt className="text-muted">
                  {to ? (
                    <a href={to} className="text-link -my-2.5 inline-flex py-2.5">
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                </dt>
                <dd className="flex-none">
                  <Money rupees={amount} className="font-sans font-semibold text-body" />
                </dd>
              </div>
            ),
        )}
        <div className="flex items-baseline justify-between gap-x-4 border-line border-t pt-2 first:border-t-0 first:pt-0">
          <dt className="font-semibold text-ink">{totals.held > 0 ? m.earn_total_with() : m.earn_total()}</dt>
          <dd className="flex-none">
            <Money rupees={totals.net + totals.held} className="font-sans font-semibold text-body" />
          </dd>
        </div>
      </dl>
      {note && !isUnpaidFirst && <p className="mt-1 text-muted text-small">{note}</p>}
      <div className="-mb-4 mt-3">
        {open.map(({ _id }) => (
          <FootLink key={_id} to={`/payouts/${_id}`} text={m.earn_statement()} />
        ))}
        <FootLink to="/dashboard/settings/tax" text={m.tax_open()} />
      </div>
    </section>
  )
}

const FootLink = ({ to, text }: { to: string; text: string }) => (
  <LocalLink to={to} className="text-link flex min-h-12 items-center justify-between border-line border-t">
    {text}
    <Icon name="chevron-right" size={20} className="-mr-1.5 flex-none text-muted" />
  </LocalLink>
)

const StatementLink = ({ id }: { id: string }) => (
  <LocalLink to={`/payouts/${id}`} className="text-link inline-flex min-h-11 items-center justify-self-start">
    {m.earn_statement()}
  </LocalLink>
)

/** As many payouts as are shown at once. */
const shownPayouts = 3

/** Payouts that were sent. */
function Payouts({ payouts }: { payouts: Earnings['payouts'] }) {
  if (payouts.length === 0) return null
  const list = (those: Earnings['payouts']) => (
    <ul className="divide-y divide-line last:-mb-4">
      {those.map(({ _id, amount, paidAt, reference, account }) => (
        <li key={_id} className="grid gap-0.5 py-3">
          <div className="flex items-baseline justify-between gap-3">
            <b className="text-ink">{paidAt && formatDay(paidAt, { year: true })}</b>
            <Money rupees={amount} className="text-[18px]" />
          </div>
          <p className="break-words text-muted text-small">
            {account}
            {reference && <span className="block">{m.earn_reference({ reference })}</span>}
          </p>
          <StatementLink id={_id} />
        </li>
      ))}
    </ul>
  )
  return (
    <section className="card" aria-labelledby="earn-payouts">
      <h2 id="earn-payouts" className="text-card">
        {m.earn_payouts()}
      </h2>
      {list(payouts.slice(0, shownPayouts))}
      {payouts.length > shownPayouts && (
        <details className="-mb-2 border-line border-t">
          <summary className="text-link min-h-11 py-2.5">
            {m.earn_payouts_earlier({ count: payouts.length - shownPayouts })}
          </summary>
          {list(payouts.slice(shownPayouts))}
        </details>
      )}
    </section>
  )
}

function Invoices({ invoices }: { invoices: Earnings['invoices'] }) {
  if (invoices.length === 0) return null
  return (
    <section className="card" aria-labelledby="earn-invoices">
      <h2 id="earn-invoices" className="text-card">
        {m.earn_invoices()}
      </h2>
      <ul className="divide-y divide-line last:-mb-4">
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
