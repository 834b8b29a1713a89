import { adminCases } from '#contract/support/admin-cases.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { caseColumns, caseOrder } from '../kit/case-columns.tsx'
import { caseOptions, caseRow } from '../kit/case-labels.server.ts'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import type { Route } from './+types/overview-reports-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const { list, state } = await readList(context, request, adminCases)
  return { rows: list.data.map((one) => caseRow(one)), state, statuses: caseOptions().statuses }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(`${m.admin_nav_overview()}: ${m.admin_tab_reports()}`)

/** Reports, high priority first, then soonest due; all filters are in Reports & Issues. */
export default function OverviewReportsPage({ loaderData: { rows, state, statuses } }: Route.ComponentProps) {
  const { query } = state
  return (
    <>
      <h2 className="text-h2">{m.admin_tab_reports()}</h2>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.cases_search(), type: 'search' },
          { name: 'status', label: m.cases_col_status(), options: statuses },
        ]}
      />
      <DataTable
        label={m.admin_tab_reports()}
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
