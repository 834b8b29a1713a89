import { data, Form, redirect, useNavigation } from 'react-router'
import { errorWords } from '#contract/errors.ts'
import { leaveOutOfBatch, payoutBatch, payPayoutBatch, undoPayoutBatch } from '#contract/payout-batches.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { currentLocale, localHref } from '../locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { formatDateTime, formatDay, instantOf } from '../ui/dates.tsx'
import { Notice } from '../ui/error-state.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees, Money } from '../ui/money.tsx'
import type { Route } from './+types/payout-batch-page.ts'
import { BatchBadge } from './batch-badge.tsx'
import { BatchRow } from './batch-row.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  await signedIn(context, new URL(request.url), '/admin/login')
  return (await readApi(context, payoutBatch, { params: { id: params.id } })).data
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const form = await request.formData()
  const reference = String(form.get('reference') ?? '')
  const params = { id }
  const intent = form.get('intent')
  const bankDidNotPay = form.has('bankDidNotPay')
  if (intent === 'leave-out' || intent === 'put-back') {
    const [payout, reason] = [String(form.get('payout') ?? ''), String(form.get('reason') ?? '')]
    const body = { payout, reason: intent === 'put-back' ? null : reason, bankDidNotPay }
    const left = await writeApi(context, leaveOutOfBatch, { params, body })
    if (left.ok) return redirect(localHref(`/admin/payouts/${id}`))
    const { code, message } = left.error
    const problem = code === 'bad-request' ? m.admin_pay_bad_reason() : message
    const out = intent === 'leave-out' ? { out: { payout, reason } } : {}
    return data<Refused>({ problem, reference: '', ...out }, { status: left.status })
  }
  const reply =
    intent === 'undo'
      ? await writeApi(context, undoPayoutBatch, { params, body: { bankDidNotPay } })
      : await writeApi(context, payPayoutBatch, { params, body: { reference, amount: Number(form.get('amount')) } })
  if (reply.ok) return redirect(localHref(`/admin/payouts/${id}`))
  const { code, message, details } = reply.error
  const isField = code === 'bad-request'
  const words = isField ? m.admin_pay_bad_reference() : message || errorWords(code, currentLocale(), details)
  return data({ [isField ? 'field' : 'problem']: words, reference } as Refused, { status: reply.status }) // true: its own names
}
type Refused = {
  field?: string
  problem?: string
  reference: string
  /** Whom to leave out, and why. */
  out?: { payout: string; reason: string }
}

/** Also after a refusal: the file may have been downloaded since this page was. */
export const shouldRevalidate = () => true

export function meta() {
  return [{ title: `${m.admin_nav_payouts()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** One batch: mentor by mentor, its file for the bank, and what comes next. */
export default function PayoutBatchPage({ loaderData: batch, actionData }: Route.ComponentProps) {
  const { _id, until, status, amount, mentors, reference, madeAt, madeBy, endedAt, endedBy, lines } = batch
  const busy = useNavigation().state !== 'idle'
  const isSent = lines.some((line) => line.isInFile)
  const stopped = lines.filter((line) => line.status === 'stopped').length
  return (
    <>
      <LocalLink to="/admin/payouts" className="text-link -ml-1 inline-flex min-h-11 items-center gap-1">
        <Icon name="chevron-left" size={20} />
        {m.admin_nav_payouts()}
      </LocalLink>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-h2">{m.admin_pay_batch({ date: formatDay(instantOf(until), { year: true }) })}</h1>
        <BatchBadge status={status} />
      </div>
      <section className="card mt-4 grid gap-3" aria-label={m.admin_pay_next()}>
        {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
        {stopped > 0 && <Notice>{m.admin_pay_stopped_text({ count: stopped })}</Notice>}
        <p>
          <Money rupees={amount} className="text-[30px]" />{' '}
          <span className="text-muted">
            {mentors === 1 ? m.admin_pay_one_mentor() : m.admin_pay_mentors({ count: mentors })}
          </span>
        </p>
        <p className="break-words text-muted text-small">
          {m.admin_pay_made({ name: madeBy, at: formatDateTime(madeAt) })}
          {endedAt && (
            <span className="block">
              {status === 'paid'
                ? m.admin_pay_paid_by({ name: endedBy ?? '', at: formatDateTime(endedAt), reference: reference ?? '' })
                : m.admin_pay_undone_by({ name: endedBy ?? '', at: formatDateTime(endedAt) })}
            </span>
          )}
        </p>
        {status !== 'undone' && (
          <p>
            <ButtonLink
              href={`/api/admin/payouts/${_id}/bank-file`}
              look="outline"
              icon={<Icon name="download" size={20} />}
            >
              {m.admin_pay_file()}
            </ButtonLink>
            <span className="mt-1 block max-w-prose text-muted text-small">{m.admin_pay_file_note()}</span>
            {status === 'open' && (
              <span className="mt-1 block max-w-prose text-muted text-small">{m.admin_pay_file_final()}</span>
            )}
          </p>
        )}
        {status === 'open' && (
          <div className="grid gap-4 border-line border-t pt-3 lg:flex lg:items-end lg:justify-between">
            <Form method="post" className="grid gap-3 sm:flex sm:items-end">
              <input type="hidden" name="intent" value="pay" />
              <input type="hidden" name="amount" value={amount} />
              <TextField
                label={m.admin_pay_reference()}
                name="reference"
                maxLength={80}
                required
                autoComplete="off"
                defaultValue={actionData?.reference}
                error={actionData?.field}
              />
              <Button type="submit" loading={busy} disabled={amount === 0}>
                {m.admin_pay_mark({ amount: formatRupees(amount) })}
              </Button>
            </Form>
            <Form method="post">
              <input type="hidden" name="intent" value="undo" />
              {isSent && <Checkbox name="bankDidNotPay" required label={m.admin_pay_unpaid_all()} />}
              <Button type="submit" look="plain" loading={busy} className="text-error!">
                {m.admin_pay_undo()}
              </Button>
            </Form>
          </div>
        )}
      </section>
      <section className="card mt-6" aria-labelledby="lines">
        <h2 id="lines" className="text-h3">
          {m.admin_pay_lines()}
        </h2>
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <BatchRow
              key={line._id}
              line={line}
              isOpen={status === 'open'}
              isSent={isSent}
              typed={actionData?.out?.payout === line._id ? actionData.out.reason : null}
            />
          ))}
        </ul>
      </section>
    </>
  )
}
