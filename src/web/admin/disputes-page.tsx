import { data, redirect } from 'react-router'
import { subjectIn } from '#contract/catalogue.ts'
import { type AdminDispute, adminDisputes, correctClass, decideDispute, disputeStatuses } from '#contract/disputes.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { currentLocale, localHref } from '../locale.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { formatNumber, formatRupees } from '../ui/money.tsx'
import type { Route } from './+types/disputes-page.ts'
import { CorrectClasses } from './correct-classes.tsx'
import { DisputeRow, disputeStatusName, sumsOf } from './dispute-row.tsx'
import { OrderSearch } from './order-search.tsx'

const home = '/admin/disputes'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  const { shape } = adminDisputes.schema.querystring
  const get = (name: string) => url.searchParams.get(name)?.trim() || undefined
  const order = shape.order.safeParse(get('order')).data
  // Of one order, everything is shown.
  const status = shape.status.safeParse(get('status') ?? (order && 'all')).data ?? 'open'
  const cursor = shape.cursor.safeParse(get('cursor')).data
  const addressWith = (next: string | null) =>
    `${home}?${new URLSearchParams({ status, ...(order && { order }), ...(next && { cursor: next }) })}`
  const query = { status, ...(order && { order }), ...(cursor && { cursor }) }
  const list = await readApi(context, adminDisputes, { query }).catch((error: unknown) => {
    // A place in a list that is another one by now.
    if (cursor) throw redirect(localHref(addressWith(null)))
    throw error
  })
  return {
    status,
    asked: order ?? '',
    disputes: list.data.map((one) => ({ ...one, subject: subjectIn(one.subject, currentLocale()) })),
    settled: list.settled?.map((one) => ({ ...one, newId: crypto.randomUUID() })) ?? null,
    total: list.total,
    open: list.open,
    next: list.nextCursor && addressWith(list.nextCursor),
    canDecide: viewer.name !== 'support',
  }
}

const shares: Record<string, number> = { mentor: 100, family: 0 }

/** Decides one dispute, or corrects one settled class. Both can be repeated, so a page sent twice does one thing. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const number = (name: string) => Number(text(name) || Number.NaN)
  const [params, reason] = [{ id: text('id') }, text('reason')]
  const isCorrection = form.get('intent') === 'correct'
  const part = number('percent')
  // All or nothing has a choice of its own.
  const share = shares[text('verdict')] ?? (part > 0 && part < 100 ? part : Number.NaN)
  const reply = isCorrection
    ? await writeApi(context, correctClass, {
        params,
        body: { lesson: text('lesson'), amount: number('amount'), fee: number('fee'), reason },
      })
    : await writeApi(context, decideDispute, { params, body: { share, reason } })
  const about = { id: params.id, lesson: text('lesson') }
  if (reply.ok) return { ...about, problem: null, done: sumsOf(reply.data.data), values: null }
  const { code, message } = reply.error
  const words = isCorrection ? m.admin_correct_bad() : m.admin_dispute_bad()
  const problem = code === 'bad-request' ? words : message
  const values = { verdict: text('verdict'), percent: text('percent'), amount: text('amount'), reason }
  return data({ ...about, problem, done: null, values }, { status: reply.status })
}

export function meta() {
  return [{ title: `${m.admin_nav_disputes()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Classes that were not as marked, and the way to give back the money of one that is settled. */
export default function DisputesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { status, asked, disputes, settled, total, open, next, canDecide } = loaderData
  const options = [...disputeStatuses, 'all' as const].map((one) => ({ value: one, label: disputeStatusName(one) }))
  const typedFor = (one: Pick<AdminDispute, '_id'>) => (actionData?.id === one._id ? actionData.values : null)
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_disputes()}</h1>
      <p className="text-muted">
        {m.admin_dispute_counts({ count: formatNumber(open.count), held: formatRupees(open.held) })}
      </p>
      <OrderSearch home={home} asked={asked} status={status} options={options} />
      {actionData && (
        <div className="mb-4">
          <Notice tone={actionData.problem ? 'bad' : 'good'}>
            {actionData.problem ?? (
              <>
                <p>{actionData.done && m.admin_dispute_done(actionData.done)}</p>
                <p className="font-normal">{m.admin_dispute_where()}</p>
              </>
            )}
          </Notice>
        </div>
      )}
      {asked !== '' && settled === null && (
        <div className="mb-4">
          <Notice tone="wait">{m.admin_refund_no_order()}</Notice>
        </div>
      )}
      {disputes.length === 0 ? (
        <div className="card">
          <EmptyState
            heading="h2"
            title={m.admin_dispute_none()}
            text={m.admin_dispute_none_text()}
            {...((asked !== '' || status !== 'open') && {
              action: <ButtonLink to={home}>{m.admin_dispute_open()}</ButtonLink>,
            })}
          />
        </div>
      ) : (
        <ul className="grid gap-3">
          {disputes.map((one) => (
            <DisputeRow key={one._id} one={one} canDecide={canDecide} typed={typedFor(one)} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <p className="grow text-muted">
          {m.admin_dispute_showing({ shown: formatNumber(disputes.length), total: formatNumber(total) })}
        </p>
        {next && (
          <ButtonLink to={next} look="outline">
            {m.admin_next_page()}
          </ButtonLink>
        )}
      </div>
      {settled && (
        <CorrectClasses
          number={asked.toUpperCase()}
          classes={settled}
          canDecide={canDecide}
          typed={actionData?.values ? { ...actionData.values, id: actionData.id, lesson: actionData.lesson } : null}
        />
      )}
    </>
  )
}
