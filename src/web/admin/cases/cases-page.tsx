import { auditNames } from '#contract/admin/audit.ts'
import { adminCases, caseCounts } from '#contract/support/admin-cases.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { formatNumber } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { caseColumns, caseOrder } from '../kit/case-columns.tsx'
import { caseOptions, caseRow } from '../kit/case-labels.server.ts'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import type { Route } from './+types/cases-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const [{ list, state }, counts, names] = await Promise.all([
    readList(context, request, adminCases),
    readApi(context, caseCounts),
    readApi(context, auditNames),
  ])
  const { waiting, overdue, dueSoon, mine } = counts.data
  return {
    state,
    rows: list.data.map((one) => caseRow(one)),
    counts: {
      waiting: formatNumber(waiting),
      overdue: formatNumber(overdue),
      dueSoon: formatNumber(dueSoon),
      mine: formatNumber(mine),
    },
    options: caseOptions(),
    owners: names.data.admins.map(({ _id, name }) => ({ value: _id, label: name })),
  }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_reports())

/** All cases: high priority first, then soonest due. */
export default function CasesPage({ loaderData: { state, rows, counts, options, owners } }: Route.ComponentProps) {
  const { query } = state
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_reports()}</h1>
      <p className="text-muted">
        {m.cases_counts(counts)} {caseOrder(state) !== state && m.cases_order()}
      </p>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.cases_search(), type: 'search' },
          { name: 'status', label: m.cases_col_status(), options: options.statuses },
          { name: 'type', label: m.cases_col_type(), options: options.types },
          { name: 'kind', label: m.cases_col_kind(), options: options.kinds },
          { name: 'priority', label: m.cases_col_priority(), options: options.priorities },
          {
            name: 'owner',
            label: m.cases_col_owner(),
            options: [
              { value: 'me', label: m.cases_owner_me() },
              { value: 'nobody', label: m.cases_owner_nobody() },
              ...owners,
            ],
          },
          {
            name: 'overdue',
            label: m.cases_col_clock(),
            options: [
              { value: 'soon', label: m.cases_only_soon() },
              { value: 'yes', label: m.cases_only_late() },
            ],
          },
        ]}
      />
      <DataTable
        label={m.admin_nav_reports()}
        columns={caseColumns()}
        rows={rows}
        state={caseOrder(state)}
        csv={csvHref('/api/admin/cases.csv', query)}
        searchHint={m.admin_search_hint_cases()}
        empty={{ title: m.cases_none(), text: m.cases_none_text() }}
      />
    </>
  )
}
