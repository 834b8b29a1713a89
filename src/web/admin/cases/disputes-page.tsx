import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { Notice } from '../../ui/error-state.tsx'
import { formatNumber, formatRupees } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { DataTable } from '../kit/data-table.tsx'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import type { Route } from './+types/disputes-page.ts'
import { CorrectClasses } from './correct-lessons.tsx'
import { DisputeDetail, disputeColumns } from './dispute-cells.tsx'
import { changeDispute, readDisputes } from './disputes.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  return {
    ...(await readDisputes(context, request)),
    me: { id: viewer._id ?? '', canDecide: viewer.adminRole !== 'support' },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await changeDispute(context, await readForm(request))
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_disputes())

/** Disputed lessons, and refunds of settled ones. */
export default function DisputesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, rows, open, settled, isNoOrder, statuses, me } = loaderData
  const { query } = state
  const draft = actionData?.values ? { ...actionData.values, id: actionData.id, lesson: actionData.lesson } : null
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_disputes()}</h1>
      <p className="text-muted">
        {m.admin_dispute_counts({ count: formatNumber(open.count), held: formatRupees(open.held) })}
      </p>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_class_q(), type: 'search' },
          { name: 'status', label: m.admin_col_status(), options: statuses },
          { name: 'from', label: m.admin_list_from(), type: 'date' },
          { name: 'to', label: m.admin_list_to(), type: 'date' },
        ]}
      />
      {isNoOrder && (
        <div className="mb-4">
          <Notice tone="wait">{m.admin_refund_no_order()}</Notice>
        </div>
      )}
      <DataTable
        label={m.admin_nav_disputes()}
        columns={disputeColumns()}
        rows={rows}
        state={state}
        detail={(one) => <DisputeDetail one={one} me={me} draft={draft?.id === one._id ? draft : null} />}
        csv={csvHref('/api/admin/disputes.csv', query)}
        notice={
          actionData &&
          !(actionData.values?.outcome && !actionData.problem) && (
            <Notice tone={actionData.problem ? 'bad' : 'good'}>
              {actionData.problem ?? (
                <>
                  <p>{actionData.done?.kept ? m.admin_dispute_done(actionData.done) : m.admin_appeal_done()}</p>
                  <p className="font-normal">{m.admin_dispute_where()}</p>
                </>
              )}
            </Notice>
          )
        }
        searchHint={m.admin_search_hint()}
        empty={{ title: m.admin_dispute_none(), text: m.admin_dispute_none_text() }}
      />
      {settled && (
        <CorrectClasses
          number={(query.q ?? '').toUpperCase()}
          classes={settled}
          canDecide={me.canDecide}
          draft={draft}
        />
      )}
    </>
  )
}
