import { m } from '#messages'
import { readForm } from '../../form.server.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { MentorActions, MentorName, mentorsShowing, StatusBadge } from '../kit/mentor-cells.tsx'
import { readQueue } from '../mentors/mentor-queue.server.ts'
import { useSelectedMentors } from '../mentors/selected-mentors.ts'
import { runSelectionAction } from '../mentors/selection-actions.server.ts'
import { SelectionForms } from '../mentors/selection-forms.tsx'
import type { Route } from './+types/overview-mentors-page.ts'

/** The queue's filters by status. */
const shownFilters: readonly string[] = ['all', 'verified', 'pending', 'rejected']

export async function loader({ context, request }: Route.LoaderArgs) {
  await knownAreas(context)
  const { filters, ...queue } = await readQueue(context, request, placeNames, { phones: 'no' })
  return {
    ...queue,
    filters: filters.filter(({ value }) => shownFilters.includes(value)),
    formKey: crypto.randomUUID(),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await runSelectionAction(context, await readForm(request))
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(`${m.admin_nav_overview()}: ${m.admin_tab_mentors()}`)

type Row = Route.ComponentProps['loaderData']['rows'][number]
const columns = (canDecide: boolean): Column<Row>[] => [
  {
    key: 'name',
    label: m.admin_col_mentor(),
    sort: 'name',
    isWide: true,
    cell: (row) => <MentorName row={row} facts={[[row.number, row.subjects].filter(Boolean).join(' · ')]} />,
  },
  { key: 'place', label: m.admin_city(), cell: ({ place }) => <span className="list-lines">{place}</span> },
  { key: 'rating', label: m.admin_col_rating(), isNumber: true, cell: ({ rating }) => rating?.toFixed(1) },
  {
    key: 'joined',
    label: m.admin_col_joined(),
    isMinor: true,
    sort: 'joined',
    cell: ({ joined }) => joined,
  },
  {
    key: 'status',
    label: m.admin_col_status(),
    cell: ({ status, statusWord }) => <StatusBadge status={status}>{statusWord}</StatusBadge>,
  },
  {
    key: 'actions',
    label: m.admin_col_actions(),
    isActions: true,
    isMinor: true,
    cell: (row) => <MentorActions row={row} canDecide={canDecide} />,
  },
]

/** Mentors, waiting ones first, with the bulk actions of the listing page. */
export default function OverviewMentorsPage({ loaderData }: Route.ComponentProps) {
  const { state, rows, filters, canDecide, formKey } = loaderData
  const { ids, pick } = useSelectedMentors()
  const { query, total } = state
  return (
    <>
      <h2 className="text-h2">{m.admin_tab_mentors()}</h2>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_search(), type: 'search' },
          { name: 'status', label: m.admin_filter(), options: filters, defaultValue: 'all' },
        ]}
      />
      <DataTable
        label={m.admin_tab_mentors()}
        columns={columns(canDecide)}
        rows={rows}
        state={state}
        selection={{
          ids,
          select: pick,
          name: ({ name }) => name,
          bar: <SelectionForms ids={ids} filter={null} total={total} canDecide={canDecide} formKey={formKey} />,
        }}
        {...(canDecide && { csv: csvHref('/api/admin/mentors.csv', query) })}
        showing={mentorsShowing}
        searchHint={m.admin_search_hint_mentors()}
        empty={{ title: m.admin_mentors_none(), text: m.admin_mentors_none_text() }}
      />
    </>
  )
}
