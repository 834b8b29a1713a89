import { refundStatuses } from '#contract/money/limits.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { refundStatusName } from '../../refund-badge.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { DataTable, ListFilter } from '../kit/data-table.tsx'
import { FilterSelect } from '../kit/filter-select.tsx'
import { csvHref } from '../kit/list-address.ts'
import type { Route } from './+types/refunds-page.ts'
import { MakeRefund } from './make-refund.tsx'
import { kindNames, RefundDetail, refundColumns } from './refund-cells.tsx'
import { changeRefund, readRefunds } from './refunds.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  return { ...(await readRefunds(context, request)), canDecide: viewer.adminRole !== 'support' }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await changeRefund(context, await readForm(request))
}

export function meta() {
  return [{ title: `${m.admin_nav_refunds()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

export default function RefundsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, rows, counts, order, isNoOrder, forCase, canDecide } = loaderData
  const { query } = state
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_refunds()}</h1>
      <p className="text-muted">
        {m.admin_refund_counts({ requested: formatNumber(counts.requested), failed: formatNumber(counts.failed) })}
      </p>
      <ListFilter state={state}>
        <TextField label={m.admin_class_q()} name="q" type="search" maxLength={80} defaultValue={query.q} />
        <FilterSelect
          state={state}
          name="status"
          label={m.admin_col_status()}
          options={refundStatuses.map((value) => ({ value, label: refundStatusName(value) }))}
        />
        <FilterSelect
          state={state}
          name="kind"
          label={m.admin_refund_kind()}
          options={Object.entries(kindNames).map(([value, name]) => ({ value, label: name() }))}
        />
        <TextField label={m.admin_list_from()} name="from" type="date" defaultValue={query.from} />
        <TextField label={m.admin_list_to()} name="to" type="date" defaultValue={query.to} />
      </ListFilter>
      {actionData && (
        <div className="mb-4">
          <Notice tone={actionData.problem ? 'bad' : 'good'}>
            {actionData.problem ?? m.admin_refund_done({ status: refundStatusName(actionData.status ?? 'approved') })}
          </Notice>
        </div>
      )}
      {isNoOrder && (
        <div className="mb-4">
          <Notice tone="wait">{m.admin_refund_no_order()}</Notice>
        </div>
      )}
      {order && <MakeRefund key={order.newId} order={order} forCase={forCase} canDecide={canDecide} />}
      <DataTable
        label={m.admin_nav_refunds()}
        columns={refundColumns()}
        rows={rows}
        state={state}
        detail={(one) => <RefundDetail refund={one} canDecide={canDecide} />}
        csv={csvHref('/api/admin/refunds.csv', query)}
        empty={{ title: m.admin_refund_none(), text: m.admin_refund_none_text() }}
      />
    </>
  )
}
