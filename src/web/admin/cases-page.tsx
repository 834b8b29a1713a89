import { adminCases, caseCounts } from '#contract/admin-cases.ts'
import { auditNames } from '#contract/audit.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi } from '../api.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatNumber } from '../ui/money.tsx'
import type { Route } from './+types/cases-page.ts'
import { CaseBadge } from './case-badge.tsx'
import { caseOptions, caseRow } from './case-words.server.ts'
import { type Column, DataTable, ListFilter } from './data-table.tsx'
import { readList } from './list-address.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await signedIn(context, new URL(request.url), '/admin/login')
  const [{ list, state }, counts, names] = await Promise.all([
    readList(context, request, adminCases),
    readApi(context, caseCounts),
    readApi(context, auditNames),
  ])
  const { waiting, overdue, mine } = counts.data
  return {
    state,
    rows: list.data.map(caseRow),
    counts: { waiting: formatNumber(waiting), overdue: formatNumber(overdue), mine: formatNumber(mine) },
    options: caseOptions(),
    owners: names.data.admins.map(({ _id, name }) => ({ value: _id, label: name })),
  }
}

export function meta() {
  return [{ title: `${m.admin_nav_reports()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

type Row = Route.ComponentProps['loaderData']['rows'][number]
const columns = (): Column<Row>[] => [
  {
    key: 'number',
    label: m.cases_col_number(),
    isWide: true,
    cell: ({ _id, number, type, kind }) => (
      <>
        <LocalLink to={`/admin/reports/${_id}`} className="text-link inline-block py-2.5 whitespace-nowrap">
          {number}
        </LocalLink>
        <span className="block font-semibold text-ink">{type}</span>
        <span className="block text-small text-muted">{kind}</span>
      </>
    ),
  },
  { key: 'by', label: m.cases_col_by(), cell: ({ by }) => <span className="wrap-anywhere">{by}</span> },
  {
    key: 'about',
    label: m.cases_col_about(),
    cell: ({ about }) => about && <span className="wrap-anywhere">{about}</span>,
  },
  { key: 'text', label: m.cases_col_text(), cell: ({ text }) => <span className="wrap-anywhere">{text}</span> },
  {
    key: 'at',
    label: m.cases_col_date(),
    sort: 'opened',
    cell: ({ day }) => <span className="whitespace-nowrap">{day}</span>,
  },
  {
    key: 'status',
    label: m.cases_col_status(),
    cell: ({ status, statusWord }) => <CaseBadge status={status}>{statusWord}</CaseBadge>,
  },
  {
    key: 'priority',
    label: m.cases_col_priority(),
    cell: ({ priority, priorityWord }) => (
      <span className={`whitespace-nowrap ${priority === 'high' ? 'font-semibold text-error' : ''}`}>
        {priorityWord}
      </span>
    ),
  },
  { key: 'owner', label: m.cases_col_owner(), cell: ({ owner }) => owner },
  {
    key: 'clock',
    label: m.cases_col_clock(),
    sort: 'due',
    cell: ({ clock, isOverdue }) =>
      clock && <span className={isOverdue ? 'font-semibold text-error' : undefined}>{clock}</span>,
  },
]

/** Everything somebody reported or asked, what is due soonest first. */
export default function CasesPage({ loaderData: { state, rows, counts, options, owners } }: Route.ComponentProps) {
  const { given } = state
  const { cursor: _, limit: __, ...filter } = given
  const select = (name: string, label: string, choices: readonly { value: string; label: string }[]) => (
    <SelectField
      label={label}
      name={name}
      defaultValue={given[name] ?? ''}
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
        {select('overdue', m.cases_col_clock(), [{ value: 'yes', label: m.cases_only_late() }])}
        <TextField label={m.cases_search()} name="q" type="search" maxLength={80} defaultValue={given.q} />
      </ListFilter>
      <DataTable
        label={m.admin_nav_reports()}
        columns={columns()}
        rows={rows}
        state={state}
        file={`/api/admin/cases.csv?${new URLSearchParams(filter)}`}
        none={{ title: m.cases_none(), text: m.cases_none_text() }}
      />
    </>
  )
}
