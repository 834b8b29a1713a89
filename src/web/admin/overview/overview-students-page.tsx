import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { boardName } from '../../mentors/names.server.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { DataTable } from '../kit/data-table.tsx'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { learnerColumns } from '../people/learner-columns.tsx'
import { readLearners } from '../people/learners.server.ts'
import type { Route } from './+types/overview-students-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const { rows, state } = await readLearners(context, request, boardName)
  return { rows, state, canTake: viewer.adminRole !== 'support' }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(`${m.admin_nav_overview()}: ${m.admin_tab_students()}`)

/** Students, newest first; all filters are in Users Management. */
export default function OverviewStudentsPage({ loaderData: { rows, state, canTake } }: Route.ComponentProps) {
  return (
    <>
      <h2 className="text-h2">{m.admin_tab_students()}</h2>
      <ListFilter state={state} fields={[{ name: 'q', label: m.admin_learners_q(), type: 'search' }]} />
      <DataTable
        label={m.admin_tab_students()}
        columns={learnerColumns()}
        rows={rows}
        state={state}
        {...(canTake && { csv: csvHref('/api/admin/learners.csv', state.query) })}
        empty={{ title: m.admin_learners_none(), text: m.admin_learners_none_text() }}
      />
    </>
  )
}
