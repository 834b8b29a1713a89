import { auditNames } from '#contract/admin/audit.ts'
import { adminCases, caseCounts } from '#contract/support/admin-cases.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { caseColumns } from '../kit/case-columns.tsx'
import { caseOptions, caseRow } from '../kit/case-labels.server.ts'
import { DataTable, ListFilter } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
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
    rows: list.data.map(caseRow),
    counts: {
      ...{ waiting: formatNumber(waiting), overdue: formatNumber(overdue) },
      ...{ dueSoon: formatNumber(dueSoon), mine: formatNumber(mine) },
    },
    options: caseOptions(),
    owners: names.data.admins.map(({ _id, name }) => ({ value: _id, label: name })),
  }
}

export function meta() {
  return [{ title: `${m.admin_nav_reports()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** All cases, soonest due first. */
export default function CasesPage({ loaderData: { state, rows, counts, options, owners } }: Route.ComponentProps) {
  const { query } = state
  const select = (name: string, label: string, choices: readonly { value: string; label: string }[]) => (
    <SelectField
      label={label}
      name={name}
      defaultValue={query[name] ?? ''}
      options={[{ value: '', label: m.admin_list_all() }, ...choices]}
    />
  )
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_reports()}</h1>
      <p className="text-muted">{m.cases_counts(counts)}</p>
      <ListFilter state={state}>
        {select('status', m.cases_col_status(), options.statuses)}
        {select('type', m.cases_col_type(), options.types)}
        {select('kind', m.cases_col_kind(), options.kinds)}
        {select('priority', m.cases_col_priority(), options.priorities)}
        {select('owner', m.cases_col_owner(), [
          { value: 'me', label: m.cases_owner_me() },
          { value: 'nobody', label: m.cases_owner_nobody() },
          ...owners,
        ])}
        {select('overdue', m.cases_col_clock(), [
          { value: 'soon', label: m.cases_only_soon() },
          { value: 'yes', label: m.cases_only_late() },
        ])}
        <TextField label={m.cases_search()} name="q" type="search" maxLength={80} defaultValue={query.q} />
      </ListFilter>
      <DataTable
        label={m.admin_nav_reports()}
        columns={caseColumns()}
        rows={rows}
        state={state}
        csv={csvHref('/api/admin/cases.csv', query)}
        empty={{ title: m.cases_none(), text: m.cases_none_text() }}
      />
    </>
  )
}
