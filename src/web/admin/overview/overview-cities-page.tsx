import { adminCities, adminOverview } from '#contract/admin/overview.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink } from '../kit/admin-part.tsx'
import { cityColumns, cityRow } from '../kit/city-columns.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import type { Route } from './+types/overview-cities-page.ts'

async function isNeverCounted(context: Route.LoaderArgs['context']): Promise<boolean> {
  const today = dateInIndia(new Date())
  return (await readApi(context, adminOverview, { query: { from: today, to: today } })).data.countedAt === null
}

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminCities)
  const rows = list.data.map((row) => cityRow(row, placeNames.city))
  return { state, rows, isCounting: rows.length === 0 && (await isNeverCounted(context)) }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_cities())

/** Figures by city, for all days or a range. */
export default function OverviewCitiesPage({ loaderData: { state, rows, isCounting } }: Route.ComponentProps) {
  const { query } = state
  return (
    <>
      <BackLink to="/admin">{m.admin_nav_overview()}</BackLink>
      <h1 className="mt-1 text-h1">{m.admin_cities()}</h1>
      <p className="text-muted">{m.admin_cities_text()}</p>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_city(), type: 'search' },
          { name: 'from', label: m.admin_list_from(), type: 'date' },
          { name: 'to', label: m.admin_list_to(), type: 'date' },
        ]}
      />
      {isCounting ? (
        <div className="card grid gap-4">
          <p role="status" className="text-muted">
            {m.admin_cities_counting()}
          </p>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-6 animate-none" />
          ))}
        </div>
      ) : (
        <DataTable
          label={m.admin_cities()}
          columns={cityColumns()}
          rows={rows}
          state={state}
          csv={csvHref('/api/admin/overview/cities.csv', query)}
          empty={{ title: m.admin_cities_none(), text: m.admin_cities_none_text() }}
        />
      )}
    </>
  )
}
