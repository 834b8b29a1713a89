import { adminFamilies } from '#contract/people/people.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { familyColumns } from '../people/family-columns.tsx'
import type { Route } from './+types/overview-students-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminFamilies)
  const rows = list.data.map((row) => ({ ...row, city: row.city && placeNames.city(row.city) }))
  return { rows, state, canTake: viewer.adminRole !== 'support' }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export function meta() {
  return [
    { title: `${m.admin_nav_overview()}: ${m.admin_tab_students()} - ${m.admin_title()}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** Families with their learners, newest first. */
export default function OverviewStudentsPage({ loaderData: { rows, state, canTake } }: Route.ComponentProps) {
  return (
    <>
      <h2 className="sr-only">{m.admin_tab_students()}</h2>
      <ListFilter state={state} fields={[{ name: 'q', label: m.admin_people_q(), type: 'search' }]} />
      <DataTable
        label={m.admin_tab_students()}
        columns={familyColumns()}
        rows={rows}
        state={state}
        {...(canTake && { csv: csvHref('/api/admin/families.csv', state.query) })}
        empty={{ title: m.admin_people_none(), text: m.admin_people_none_text() }}
      />
    </>
  )
}
