import { data, Form, redirect, useNavigation } from 'react-router'
import { errorWords } from '#contract/errors.ts'
import { makePayoutBatch, payoutBatches } from '#contract/payouts.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { currentLocale, localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { formatDay, instantOf } from '../ui/dates.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { TextField } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees, Money } from '../ui/money.tsx'
import type { Route } from './+types/payouts-page.ts'
import { BatchBadge } from './batch-badge.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  // An admin's name on the wire is the role.
  if (viewer.name === 'support') return null
  const until = payoutBatches.schema.querystring.shape.until.safeParse(url.searchParams.get('until') ?? undefined).data
  return await readApi(context, payoutBatches, { query: until ? { until } : {} })
}

export async function action({ context, request }: Route.ActionArgs) {
  const until = String((await request.formData()).get('until') ?? '')
  const reply = await writeApi(context, makePayoutBatch, { body: { until } })
  if (reply.ok) return redirect(localHref(`/admin/payouts/${reply.data.data._id}`))
  const { code, message, details } = reply.error
  return data({ problem: message || errorWords(code, currentLocale(), details) }, { status: reply.status })
}

export function meta() {
  return [{ title: `${m.admin_nav_payouts()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** What could go out, and every batch so far. */
export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (!loaderData)
    return (
      <div className="card">
        <EmptyState heading="h1" title={m.admin_nav_payouts()} text={m.admin_pay_not_yours()} />
      </div>
    )
  const { data: batches, payable } = loaderData
  const { until, amount, mentors, withoutAccount } = payable
  const open = batches.find(({ status }) => status === 'open')
  const mentorsText = (count: number) => (count === 1 ? m.admin_pay_one_mentor() : m.admin_pay_mentors({ count }))
  return (
    <>
      <h1 className="text-h2">{m.admin_nav_payouts()}</h1>
      <section className="card mt-4" aria-labelledby="payable">
        <h2 id="payable" className="text-h3">
          {m.admin_pay_payable()}
        </h2>
        {actionData?.problem && (
          <div className="mt-3">
            <Notice tone="bad">{actionData.problem}</Notice>
          </div>
        )}
        <p className="mt-2">
          <Money rupees={amount} className="text-[30px]" /> <span className="text-muted">{mentorsText(mentors)}</span>
        </p>
        {withoutAccount.mentors > 0 && (
          <p className="mt-1 text-muted">
            {m.admin_pay_without({ amount: formatRupees(withoutAccount.amount), count: withoutAccount.mentors })}
          </p>
        )}
        {open ? (
          <p className="mt-3">
            {m.admin_pay_one_open()}{' '}
            <LocalLink to={`/admin/payouts/${open._id}`} className="text-link">
              {m.admin_pay_to_open()}
            </LocalLink>
          </p>
        ) : (
          <div className="mt-3 flex flex-wrap items-end gap-2">
            <Form method="get" className="flex flex-wrap items-end gap-2">
              <TextField key={until} label={m.admin_pay_until()} type="date" name="until" defaultValue={until} />
              <Button type="submit" look="outline">
                {m.admin_pay_count()}
              </Button>
            </Form>
            <Form method="post">
              <input type="hidden" name="until" value={until} />
              <Button type="submit" loading={busy} disabled={mentors === 0}>
                {m.admin_pay_make()}
              </Button>
            </Form>
          </div>
        )}
      </section>
      <section className="card mt-6" aria-labelledby="batches">
        <h2 id="batches" className="text-h3">
          {m.admin_pay_batches()}
        </h2>
        {batches.length === 0 ? (
          <p className="mt-2 text-muted">{m.admin_pay_no_batches()}</p>
        ) : (
          <ul className="divide-y divide-line">
            {batches.map((batch) => (
              <li key={batch._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
                <div className="min-w-0">
                  <LocalLink to={`/admin/payouts/${batch._id}`} className="font-semibold text-ink hover:underline">
                    {m.admin_pay_batch({ date: formatDay(instantOf(batch.until), { year: true }) })}
                  </LocalLink>
                  <p className="break-words text-muted text-small">
                    {[mentorsText(batch.mentors), batch.reference, batch.madeBy].filter(Boolean).join(', ')}
                  </p>
                </div>
                <span className="flex items-center gap-3">
                  <BatchBadge status={batch.status} />
                  <Money rupees={batch.amount} className="text-[20px]" />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
