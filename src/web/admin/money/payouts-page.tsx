import { data, Form, redirect, useNavigation } from 'react-router'
import { decideTaxFacts, taxFactsToCheck } from '#contract/mentors/taxes.ts'
import {
  accountsToCheck,
  batchStatuses,
  createPayoutBatch,
  decideAccount,
  type PayoutBatch,
  payoutBatch,
  payoutBatches,
  resumePayouts,
} from '#contract/money/payout-batches.ts'
import { newestTransfers, retryTransfer } from '#contract/money/transfers.ts'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { byIntent, intentOf, readForm, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDay, instantOf } from '../../ui/dates.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber, formatRupees, Money } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { fullTime } from '../kit/full-time.ts'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { NameText } from '../kit/name-text.tsx'
import type { Route } from './+types/payouts-page.ts'
import { AccountsToCheck } from './accounts-to-check.tsx'
import { BatchBadge, batchStatusName } from './batch-badge.tsx'
import { PausedPayouts } from './paused-payouts.tsx'
import { TaxesToCheck } from './taxes-to-check.tsx'
import { Transfers } from './transfers.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  // On the wire, `adminRole` names the admin's role.
  if (viewer.adminRole === 'support') return null
  const [{ list, state }, accounts, taxes, transfers] = await Promise.all([
    readList(context, request, payoutBatches),
    readApi(context, accountsToCheck),
    readApi(context, taxFactsToCheck, { query: {} }),
    readApi(context, newestTransfers),
  ])
  const { pausedFrom } = list
  const mayResume = viewer.adminRole === 'owner'
  return {
    ...list,
    paused: pausedFrom && {
      mayResume,
      texts: mayResume
        ? [m.admin_pay_restored({ at: fullTime(pausedFrom) }), m.admin_pay_paused_text()]
        : [errorText('payouts-paused', currentLocale())],
    },
    openBatch: list.open === null ? null : (await readApi(context, payoutBatch, { params: { id: list.open } })).data,
    state,
    accounts: accounts.data,
    taxes: taxes.data,
    transfers,
    statuses: batchStatuses.map((value) => ({ value, label: batchStatusName(value) })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = intentOf(form, 'make', 'account', 'tax', 'transfer', 'resume')
  if (intent === 'tax') {
    const bad = m.admin_pay_bad_reason()
    const done = textOf(form, 'decision') === 'accept' ? m.admin_pay_tax_accepted() : m.admin_pay_tax_refused()
    return await answerForm(form, sendForm(context, decideTaxFacts, form), { done, bad, fields: { reason: bad } })
  }
  const sent = await byIntent(form, {
    make: () => sendForm(context, createPayoutBatch, form),
    account: () => sendForm(context, decideAccount, form),
    transfer: () => sendForm(context, retryTransfer, form),
    resume: () => sendForm(context, resumePayouts, form),
  })
  if (sent.ok) {
    const { data: done } = sent.data
    return redirect(localHref(intent === 'make' && '_id' in done ? `/admin/payouts/${done._id}` : '/admin/payouts'))
  }
  const { code, message, details } = sent.error
  const problem = intent === 'resume' && code === 'bad-request' ? m.admin_pay_bad_reason() : message
  return data({ intent, problem: problem || errorText(code, currentLocale(), details) }, { status: sent.status })
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_payouts())

export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (!loaderData)
    return (
      <div className="card">
        <EmptyState drawing={null} heading="h1" title={m.admin_nav_payouts()} text={m.admin_pay_not_yours()} />
      </div>
    )
  const { data: rows, openBatch, paused, payable, state, statuses, accounts, taxes, transfers } = loaderData
  const problemOf = (intent: string) => (actionData?.intent === intent && actionData.problem) || undefined
  const { until, amount, mentors, withoutAccount } = payable
  const { until: _, ...filter } = state.query
  const isEmpty = openBatch?.amount === 0
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_payouts()}</h1>
      {paused && <PausedPayouts {...paused} problem={problemOf('resume')} busy={busy} />}
      <section className="card mt-4" aria-labelledby="payable">
        <h2 id="payable" className="text-h3">
          {isEmpty
            ? m.admin_pay_empty()
            : openBatch
              ? m.admin_pay_open()
              : mentors > 0
                ? m.admin_pay_payable()
                : m.admin_pay_nothing()}
        </h2>
        {problemOf('make') && (
          <div className="mt-3">
            <Notice tone="bad">{problemOf('make')}</Notice>
          </div>
        )}
        {openBatch && (
          <>
            {!isEmpty && (
              <p className="mt-2">
                <Money rupees={openBatch.amount} className="text-[30px]" />{' '}
                <span className="text-muted">{mentorsText(openBatch.mentors)}</span>
              </p>
            )}
            <p className="text-muted">{isEmpty ? m.admin_pay_zero() : m.admin_pay_one_open()}</p>
            <ButtonLink to={`/admin/payouts/${openBatch._id}`} look={isEmpty ? 'outline' : 'filled'} className="mt-3">
              {isEmpty ? m.admin_pay_to_empty() : m.admin_pay_to_open()}
            </ButtonLink>
          </>
        )}
        {mentors > 0 && (
          <p className="mt-2">
            {openBatch && <b className="block text-ink">{m.admin_pay_after()}</b>}
            <Money rupees={amount} className={openBatch ? '' : 'text-[30px]'} />{' '}
            <span className="text-muted">{mentorsText(mentors)}</span>
          </p>
        )}
        {mentors === 0 && !openBatch && <p className="mt-1 text-muted">{m.admin_pay_nothing_text()}</p>}
        {withoutAccount.mentors > 0 && (
          <>
            <p className="mt-3 border-t border-line pt-3 text-muted">
              {(withoutAccount.mentors === 1 ? m.admin_pay_without_one : m.admin_pay_without)({
                amount: formatRupees(withoutAccount.amount),
                count: withoutAccount.mentors,
              })}
            </p>
            <ul className="flex flex-wrap gap-x-6">
              {withoutAccount.names.map(({ _id, number, name, amount: owed }) => (
                <li key={_id} className="py-1">
                  <LocalLink to={`/admin/mentors/${_id}`} className="text-link block min-h-6 wrap-anywhere">
                    {name}
                  </LocalLink>
                  <span className="text-small text-muted">{[number, formatRupees(owed)].join(' · ')}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {!openBatch && (
          <div className="mt-3 flex flex-wrap items-end gap-2">
            <Form method="get" className="flex flex-wrap items-end gap-2">
              <TextField key={until} label={m.admin_pay_until()} type="date" name="until" defaultValue={until} />
              <Button type="submit" look="outline">
                {m.admin_pay_count()}
              </Button>
            </Form>
            <Form method="post">
              <input type="hidden" name="intent" value="make" />
              <input type="hidden" name="until" value={until} />
              <Button type="submit" loading={busy} disabled={mentors === 0 || paused !== null}>
                {m.admin_pay_make()}
              </Button>
            </Form>
          </div>
        )}
      </section>
      <AccountsToCheck accounts={accounts} problem={problemOf('account')} busy={busy} />
      <TaxesToCheck taxes={taxes} />
      <Transfers {...transfers} problem={problemOf('transfer')} busy={busy} />
      <div className="mt-6">
        <h2 className="text-h3">{m.admin_pay_batches()}</h2>
        <ListFilter
          state={state}
          fields={[
            { name: 'q', label: m.admin_pay_reference(), type: 'search' },
            { name: 'status', label: m.admin_col_status(), options: statuses },
          ]}
        />
        <DataTable
          label={m.admin_pay_batches()}
          columns={columns()}
          rows={rows}
          state={state}
          csv={csvHref('/api/admin/payouts.csv', filter)}
          empty={{ title: m.admin_pay_no_batches_title(), text: m.admin_pay_no_batches() }}
        />
      </div>
    </>
  )
}

const mentorsText = (count: number) => (count === 1 ? m.admin_pay_one_mentor() : m.admin_pay_mentors({ count }))

const columns = (): readonly Column<PayoutBatch>[] => [
  {
    key: 'until',
    label: m.admin_pay_batch_col(),
    sort: 'date',
    isWide: true,
    cell: ({ _id, until, madeBy }) => (
      <>
        <LocalLink to={`/admin/payouts/${_id}`} className="text-link -my-2.5 inline-block py-2.5">
          {m.admin_pay_batch({ date: formatDay(instantOf(until), { year: true }) })}
        </LocalLink>
        <NameText className="block text-muted text-small">{madeBy}</NameText>
      </>
    ),
  },
  { key: 'mentors', label: m.admin_pay_mentors_col(), isNumber: true, cell: ({ mentors }) => formatNumber(mentors) },
  {
    key: 'amount',
    label: m.admin_refund_amount(),
    isNumber: true,
    cell: ({ amount }) => <Money rupees={amount} isExact />,
  },
  { key: 'status', label: m.admin_col_status(), cell: (batch) => <BatchBadge {...batch} /> },
  {
    key: 'reference',
    label: m.admin_pay_reference(),
    cell: ({ reference }) => reference,
  },
]
