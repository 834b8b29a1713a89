import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatNumber, formatRupees } from '../../ui/money.tsx'
import { DataTable, ListFilter } from '../kit/data-table.tsx'
import { FilterSelect } from '../kit/filter-select.tsx'
import { csvHref } from '../kit/list-address.ts'
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

export function meta() {
  return [{ title: `${m.admin_nav_disputes()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

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
      <ListFilter state={state}>
        <TextField label={m.admin_class_q()} name="q" type="search" maxLength={80} defaultValue={query.q} />
        <FilterSelect state={state} name="status" label={m.admin_col_status()} options={statuses} />
        <TextField label={m.admin_list_from()} name="from" type="date" defaultValue={query.from} />
        <TextField label={m.admin_list_to()} name="to" type="date" defaultValue={query.to} />
      </ListFilter>
      {actionData && !(actionData.values?.outcome && !actionData.problem) && (
        <div className="mb-4">
          <Notice tone={actionData.problem ? 'bad' : 'good'}>
            {actionData.problem ?? (
              <>
                <p>{actionData.done?.kept ? m.admin_dispute_done(actionData.done) : m.admin_appeal_done()}</p>
                <p className="font-normal">{m.admin_dispute_where()}</p>
              </>
            )}
          </Notice>
        </div>
      )}
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
