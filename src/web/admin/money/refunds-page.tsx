import { type RefundStatus, refundStatuses } from '#contract/money/limits.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { refundStatusName } from '../../refund-badge.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { formatNumber, formatRupees } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { DataTable } from '../kit/data-table.tsx'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import type { Route } from './+types/refunds-page.ts'
import { MakeRefund, OrdersToRefund } from './make-refund.tsx'
import { kindNames, RefundDetail, refundColumns } from './refund-cells.tsx'
import { changeRefund, readRefunds } from './refunds.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  return { ...(await readRefunds(context, request)), canDecide: viewer.adminRole !== 'support' }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await changeRefund(context, await readForm(request))
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_refunds())

/** What happened to a refund, and what comes next. */
const doneTexts: Record<RefundStatus, (words: { amount: string }) => string> = {
  requested: m.admin_refund_done_approved,
  approved: m.admin_refund_done_approved,
  sent: m.admin_refund_done_sent,
  settled: m.admin_refund_done_settled,
  failed: m.admin_refund_done_failed,
  declined: m.admin_refund_done_declined,
}

export default function RefundsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, rows, counts, order, orders, isNoOrder, forCase, canDecide } = loaderData
  const { query } = state
  const changed = rows.find(({ _id }) => _id === actionData?.id) ?? actionData?.done
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_refunds()}</h1>
      <p className="text-muted">
        {counts.requested + counts.failed === 0
          ? m.admin_refund_counts_none()
          : m.admin_refund_counts({ requested: formatNumber(counts.requested), failed: formatNumber(counts.failed) })}
      </p>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_class_q(), type: 'search' },
          {
            name: 'status',
            label: m.admin_col_status(),
            options: [
              { value: 'unsent', label: m.admin_refund_unsent() },
              ...refundStatuses.map((value) => ({ value, label: refundStatusName(value) })),
            ],
          },
          {
            name: 'kind',
            label: m.admin_refund_kind(),
            options: Object.entries(kindNames).map(([value, name]) => ({ value, label: name() })),
          },
          { name: 'from', label: m.admin_list_from(), type: 'date' },
          { name: 'to', label: m.admin_list_to(), type: 'date' },
        ]}
      />
      {isNoOrder && (
        <div className="mb-4">
          <Notice tone="wait">{m.admin_refund_no_order()}</Notice>
        </div>
      )}
      {canDecide && orders.length > 0 && <OrdersToRefund orders={orders} forCase={forCase} />}
      {order && <MakeRefund key={order.newId} order={order} forCase={forCase} canDecide={canDecide} />}
      {rows.length === 0 && !actionData && (order || orders.length > 0) ? (
        <p className="text-muted">{m.admin_refund_none_of()}</p>
      ) : (
        <DataTable
          label={m.admin_nav_refunds()}
          columns={refundColumns()}
          rows={rows}
          state={state}
          detail={(one) => (
            <RefundDetail
              refund={one}
              canDecide={canDecide}
              reasonError={actionData?.isReason && actionData.id === one._id ? m.admin_refund_bad_reason() : undefined}
            />
          )}
          csv={csvHref('/api/admin/refunds.csv', query)}
          notice={
            actionData && (
              <Notice tone={actionData.problem ? 'bad' : 'good'}>
                {actionData.problem ?? (changed && doneTexts[changed.status]({ amount: formatRupees(changed.amount) }))}
              </Notice>
            )
          }
          searchHint={m.admin_search_hint()}
          empty={{ title: m.admin_refund_none(), text: m.admin_refund_none_text() }}
        />
      )}
    </>
  )
}
