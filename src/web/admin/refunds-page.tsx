import { data, redirect } from 'react-router'
import { subjectIn } from '#contract/catalogue.ts'
import { refundStatuses } from '#contract/limits.ts'
import { adminRefunds, decideRefund, makeRefund, type RefundDecision, refundDecisions } from '#contract/refunds.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { currentLocale, localHref } from '../locale.ts'
import { refundStatusName } from '../refund-badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { formatNumber } from '../ui/money.tsx'
import type { Route } from './+types/refunds-page.ts'
import { MakeRefund } from './make-refund.tsx'
import { OrderSearch } from './order-search.tsx'
import { RefundRow } from './refund-row.tsx'

const home = '/admin/refunds'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  const { shape } = adminRefunds.schema.querystring
  const get = (name: string) => url.searchParams.get(name)?.trim() || undefined
  const status = shape.status.safeParse(get('status')).data ?? 'all'
  const order = shape.order.safeParse(get('order')).data
  const cursor = shape.cursor.safeParse(get('cursor')).data
  const addressWith = (next: string | null) => {
    const given = { ...(status !== 'all' && { status }), ...(order && { order }), ...(next && { cursor: next }) }
    const search = new URLSearchParams(given)
    return search.size > 0 ? `${home}?${search}` : home
  }
  const query = { status, ...(order && { order }), ...(cursor && { cursor }) }
  const list = await readApi(context, adminRefunds, { query }).catch((error: unknown) => {
    // A place in a list that is another one by now.
    if (cursor) throw redirect(localHref(addressWith(null)))
    throw error
  })
  const inWords = <T extends { subject: string }>(one: T) => ({
    ...one,
    subject: subjectIn(one.subject, currentLocale()),
  })
  return {
    status,
    asked: order ?? '',
    refunds: list.data.map(inWords),
    order: list.order && { ...inWords(list.order), newId: crypto.randomUUID() },
    // Begins the reason, and so the refund stands on the page of the case.
    forCase: /^CASE-\d{4}-\d{6,9}$/.exec(get('case') ?? '')?.[0] ?? null,
    total: list.total,
    counts: list.counts,
    next: list.nextCursor && addressWith(list.nextCursor),
    canDecide: viewer.name !== 'support',
  }
}

/** Makes or moves one refund. Both can be repeated, so a page sent twice does one thing. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const params = { id: text('id') }
  const reason = text('reason')
  const isNew = form.get('intent') === 'make'
  const reply = isNew
    ? await writeApi(context, makeRefund, {
        params,
        body: {
          order: text('order'),
          amount: Number(text('amount') || Number.NaN),
          left: Number(text('left') || Number.NaN),
          reason,
          ends: form.has('ends'),
        },
      })
    : await writeApi(context, decideRefund, {
        params,
        body: {
          // One it does not know is refused by the API.
          decision: refundDecisions.find((one) => one === text('decision')) ?? (text('decision') as RefundDecision),
          ...(reason !== '' && { reason }),
        },
      })
  if (reply.ok) return { problem: null, status: reply.data.data.status, id: reply.data.data._id }
  const { code, message } = reply.error
  const problem = code === 'bad-request' ? (isNew ? m.admin_refund_bad_make() : m.admin_refund_bad_reason()) : message
  return data({ problem, status: null, id: params.id }, { status: reply.status })
}

export function meta() {
  return [{ title: `${m.admin_nav_refunds()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Refunds by state, and the way to make one for an order. */
export default function RefundsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { status, asked, refunds, order, forCase, total, counts, next, canDecide } = loaderData
  const options = [
    { value: 'all', label: m.admin_refund_all() },
    ...refundStatuses.map((one) => ({ value: one, label: refundStatusName(one) })),
  ]
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_refunds()}</h1>
      <p className="text-muted">
        {m.admin_refund_counts({ requested: formatNumber(counts.requested), failed: formatNumber(counts.failed) })}
      </p>
      <OrderSearch home={home} asked={asked} status={status} options={options} />
      {actionData && (
        <div className="mb-4">
          <Notice tone={actionData.problem ? 'bad' : 'good'}>
            {actionData.problem ?? m.admin_refund_done({ status: refundStatusName(actionData.status ?? 'approved') })}
          </Notice>
        </div>
      )}
      {asked !== '' && order === null && (
        <div className="mb-4">
          <Notice tone="wait">{m.admin_refund_no_order()}</Notice>
        </div>
      )}
      {order && <MakeRefund key={order.newId} order={order} forCase={forCase} canDecide={canDecide} />}
      {refunds.length === 0 ? (
        <div className="card">
          <EmptyState
            heading="h2"
            title={m.admin_refund_none()}
            text={m.admin_refund_none_text()}
            {...((asked !== '' || status !== 'all') && {
              action: <ButtonLink to={home}>{m.admin_show_all()}</ButtonLink>,
            })}
          />
        </div>
      ) : (
        <ul className="grid gap-3">
          {refunds.map((refund) => (
            <RefundRow key={refund._id} refund={refund} canDecide={canDecide} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <p className="grow text-muted">
          {m.admin_refund_showing({ shown: formatNumber(refunds.length), total: formatNumber(total) })}
        </p>
        {next && (
          <ButtonLink to={next} look="outline">
            {m.admin_next_page()}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
