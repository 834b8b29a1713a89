import { adminFamilies } from '#contract/people/people.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { countText } from '../kit/count-text.ts'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { PeopleHead } from '../kit/section-tabs.tsx'
import { stageNames } from '../kit/stage-names.ts'
import type { Route } from './+types/families-page.ts'
import { familyColumns } from './family-columns.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminFamilies)
  const rows = list.data.map((row) => ({ ...row, city: row.city && placeNames.city(row.city) }))
  return { rows, state, people: list.counts, canTake: viewer.adminRole !== 'support' }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_users())

/** List of families, newest first. */
export default function FamiliesPage({ loaderData: { rows, state, people, canTake } }: Route.ComponentProps) {
  const { query } = state
  return (
    <>
      <PeopleHead
        text={
          <>
            <b className="text-ink">{countText(people.users, m.admin_users_total_one, m.admin_users_total)}</b>{' '}
            {m.admin_counts_users({
              families: countText(people.families, m.admin_counts_family, m.admin_counts_families),
              mentors: countText(people.mentors, m.admin_counts_mentor, m.admin_counts_mentors),
            })}
          </>
        }
      />
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_people_q(), type: 'search' },
          { name: 'city', label: m.admin_people_city() },
          {
            name: 'state',
            label: m.admin_people_state(),
            options: [
              { value: 'active', label: m.admin_people_active() },
              { value: 'suspended', label: m.admin_people_suspended() },
            ],
          },
          {
            name: 'reached',
            label: m.admin_people_reached(),
            options: Object.entries(stageNames).map(([value, name]) => ({ value, label: name() })),
          },
          { name: 'from', label: m.admin_list_from(), type: 'date' },
          { name: 'to', label: m.admin_list_to(), type: 'date' },
        ]}
      />
      <DataTable
        label={m.admin_tab_families()}
        columns={familyColumns()}
        rows={rows}
        state={state}
        {...(canTake && { csv: csvHref('/api/admin/families.csv', query) })}
        empty={{ title: m.admin_people_none(), text: m.admin_people_none_text() }}
      />
    </>
  )
}
