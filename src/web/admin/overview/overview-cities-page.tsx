import { adminCities } from '#contract/admin/overview.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { TextField } from '../../ui/field.tsx'
import { BackLink } from '../kit/admin-part.tsx'
import { cityColumns, cityRow } from '../kit/city-columns.tsx'
import { DataTable, ListFilter } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import type { Route } from './+types/overview-cities-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminCities)
  return { state, rows: list.data.map((row) => cityRow(row, placeNames.city)) }
}

export function meta() {
  return [{ title: `${m.admin_cities()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Figures by city, for all days or a range. */
export default function OverviewCitiesPage({ loaderData: { state, rows } }: Route.ComponentProps) {
  const { query } = state
  return (
    <>
      <BackLink to="/admin">{m.admin_nav_overview()}</BackLink>
      <h1 className="mt-1 text-h1">{m.admin_cities()}</h1>
      <p className="text-muted">{m.admin_cities_text()}</p>
      <ListFilter state={state}>
        <TextField label={m.admin_city()} name="q" type="search" maxLength={80} defaultValue={query.q} />
        <TextField label={m.admin_list_from()} name="from" type="date" defaultValue={query.from} />
        <TextField label={m.admin_list_to()} name="to" type="date" defaultValue={query.to} />
      </ListFilter>
      <DataTable
        label={m.admin_cities()}
        columns={cityColumns()}
        rows={rows}
        state={state}
        csv={csvHref('/api/admin/overview/cities.csv', query)}
        empty={{ title: m.admin_cities_none(), text: m.admin_cities_none_text() }}
      />
    </>
  )
}
