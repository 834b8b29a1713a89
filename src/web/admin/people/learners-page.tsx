import { gradeName, grades } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { currentLocale } from '../../locale.ts'
import { boardName } from '../../mentors/names.server.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { DataTable } from '../kit/data-table.tsx'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { PeopleHead } from '../kit/section-tabs.tsx'
import type { Route } from './+types/learners-page.ts'
import { learnerColumns } from './learner-columns.tsx'
import { readLearners } from './learners.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const { rows, state } = await readLearners(context, request, boardName)
  const classes = grades.map((grade) => ({ value: grade as string, label: gradeName(grade, currentLocale()) }))
  return { rows, state, classes, canTake: viewer.adminRole !== 'support' }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_tab_learners())

/** List of learners, newest first. */
export default function LearnersPage({ loaderData: { rows, state, classes, canTake } }: Route.ComponentProps) {
  return (
    <>
      <PeopleHead />
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_learners_q(), type: 'search' },
          { name: 'grade', label: m.admin_learners_class(), options: classes },
        ]}
      />
      <DataTable
        label={m.admin_tab_learners()}
        columns={learnerColumns()}
        rows={rows}
        state={state}
        {...(canTake && { csv: csvHref('/api/admin/learners.csv', state.query) })}
        empty={{ title: m.admin_learners_none(), text: m.admin_learners_none_text() }}
      />
    </>
  )
}
