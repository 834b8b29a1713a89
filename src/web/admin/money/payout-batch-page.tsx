import { data, Form, redirect, useNavigation } from 'react-router'
import {
  bankReference,
  correctBatchReference,
  lineStatuses,
  payoutBatch,
  payoutBatchLines,
  payPayoutBatch,
  skipPayout,
  undoPayoutBatch,
} from '#contract/money/payout-batches.ts'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { isTicked, valuesOf } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { formatDay, instantOf } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink } from '../kit/admin-part.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { fullTime } from '../kit/full-time.ts'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import type { Route } from './+types/payout-batch-page.ts'
import { BatchBadge } from './batch-badge.tsx'
import { LineDetail, lineColumns, lineStatusName } from './batch-line-cells.tsx'
import { CorrectReference, PayBatch } from './pay-batch.tsx'

export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const [{ data: batch }, { list, state }] = await Promise.all([
    readApi(context, payoutBatch, { params: { id } }),
    readList(context, request, payoutBatchLines, { id }),
  ])
  return {
    batch,
    paused: batch.isPaused ? errorText('payouts-paused', currentLocale()) : null,
    lines: list.data,
    state,
    statuses: lineStatuses.map((value) => ({ value, label: lineStatusName(value) })),
  }
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = intentOf(form, 'pay', 'undo', 'correct', 'leave-out', 'put-back')
  const { reference = '', reason = '', payout = '' } = valuesOf(form)
  const params = { id }
  if (intent === 'leave-out' || intent === 'put-back') {
    const body = intent === 'put-back' ? { reason: null } : { reason }
    const left = await sendForm(context, skipPayout, form, { params, body })
    // Keep the current page of the list.
    if (left.ok) return redirect(localHref(`/admin/payouts/${id}${new URL(request.url).search}`))
    const { code, message } = left.error
    const problem = code === 'bad-request' ? m.admin_pay_bad_reason() : message
    const skip = intent === 'leave-out' ? { skip: { payout, reason } } : {}
    return data<Refused>({ problem, reference: '', ...skip }, { status: left.status })
  }
  const parsedReference = bankReference.safeParse(reference)
  if (intent === 'pay' && parsedReference.success && !isTicked(form, 'sure'))
    return data<Refused>({ reference: parsedReference.data, needsConfirmation: true })
  const endpoint = { undo: undoPayoutBatch, correct: correctBatchReference, pay: payPayoutBatch }[intent]
  const reply = await sendForm(context, endpoint, form, { params })
  if (reply.ok) return redirect(localHref(`/admin/payouts/${id}`))
  const { code, message, details } = reply.error
  const isInvalid = code === 'bad-request'
  const refused: Refused = isInvalid
    ? parsedReference.success
      ? { reasonError: m.admin_pay_bad_reason(), reference, reason }
      : { referenceError: m.admin_pay_bad_reference(), reference, reason }
    : { problem: message || errorText(code, currentLocale(), details), reference, reason }
  return data(refused, { status: reply.status })
}
type Refused = {
  referenceError?: string
  reasonError?: string
  problem?: string
  reference: string
  reason?: string
  /** Set when the reference is valid and the payment needs confirming. */
  needsConfirmation?: true
  /** Payout to skip, and the submitted reason. */
  skip?: { payout: string; reason: string }
}

/** Revalidates after errors too: the bank file may have been downloaded since the page loaded. */
export const shouldRevalidate = () => true

export function meta({ loaderData }: Route.MetaArgs) {
  const date = loaderData ? formatDay(instantOf(loaderData.batch.until), { year: true }) : ''
  return adminMeta(m.admin_pay_batch({ date }))
}

export default function PayoutBatchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { batch, paused, lines, state, statuses } = loaderData
  const { _id, until, status, amount, mentors, reference, madeAt, madeBy, endedAt, endedBy, isSent, stopped } = batch
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <BackLink to="/admin/payouts">{m.admin_nav_payouts()}</BackLink>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-h1">{m.admin_pay_batch({ date: formatDay(instantOf(until), { year: true }) })}</h1>
        <BatchBadge status={status} amount={amount} />
      </div>
      <section className="card mt-4 grid gap-3" aria-label={m.admin_pay_next()}>
        {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
        {paused && <Notice>{paused}</Notice>}
        {stopped > 0 && <Notice>{m.admin_pay_stopped_text({ count: stopped })}</Notice>}
        <p>
          <Money rupees={amount} className="text-[30px]" />{' '}
          {amount > 0 && (
            <span className="text-muted">
              {mentors === 1 ? m.admin_pay_one_mentor() : m.admin_pay_mentors({ count: mentors })}
            </span>
          )}
        </p>
        <p className="break-words text-muted text-small">
          {m.admin_pay_made({ name: madeBy, at: fullTime(madeAt) })}
          {endedAt && (
            <span className="block">
              {status === 'paid'
                ? m.admin_pay_paid_by({ name: endedBy ?? '', at: fullTime(endedAt), reference: reference ?? '' })
                : m.admin_pay_undone_by({ name: endedBy ?? '', at: fullTime(endedAt) })}
            </span>
          )}
        </p>
        {status === 'open' && amount === 0 && <p>{m.admin_pay_zero()}</p>}
        {status !== 'undone' && !paused && amount > 0 && (
          <>
            {status === 'open' && <Notice>{m.admin_pay_file_final()}</Notice>}
            <p>
              <ButtonLink
                href={`/api/admin/payouts/${_id}/bank-file`}
                look="outline"
                icon={<Icon name="download" size={20} />}
              >
                {m.admin_pay_file()}
              </ButtonLink>
              <span className="mt-1 block max-w-prose text-muted text-small">{m.admin_pay_file_note()}</span>
            </p>
          </>
        )}
        {status === 'open' && (
          <div className="grid gap-4 border-line border-t pt-3 lg:flex lg:items-end lg:justify-between">
            {amount > 0 && <PayBatch batch={batch} refused={actionData} busy={busy} />}
            <Form method="post">
              <input type="hidden" name="intent" value="undo" />
              {isSent && <Checkbox name="bankDidNotPay" required label={m.admin_pay_unpaid_all()} />}
              <Button
                type="submit"
                look={amount > 0 ? 'plain' : 'outline'}
                loading={busy}
                className={amount > 0 ? 'text-error! max-lg:-ml-3' : ''}
              >
                {m.admin_pay_undo()}
              </Button>
            </Form>
          </div>
        )}
        {status === 'paid' && <CorrectReference reference={reference ?? ''} refused={actionData} busy={busy} />}
      </section>
      <h2 className="mt-6 text-h3">{m.admin_pay_lines()}</h2>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_pay_lines_q(), type: 'search' },
          { name: 'status', label: m.admin_col_status(), options: statuses },
        ]}
      />
      <DataTable
        label={m.admin_pay_lines()}
        columns={lineColumns()}
        rows={lines}
        state={state}
        detail={(line) => (
          <LineDetail
            line={line}
            isOpen={status === 'open'}
            isSent={isSent}
            initialReason={actionData?.skip?.payout === line._id ? actionData.skip.reason : null}
          />
        )}
        csv={csvHref(`/api/admin/payouts/${_id}/lines.csv`, state.query)}
        empty={{ title: m.admin_list_none_found(), text: m.admin_list_none_found_text() }}
      />
    </>
  )
}
