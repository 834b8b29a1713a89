import { type AdminPlace, adminPlaces, unknownAreas } from '#contract/reference/admin-places.ts'
import { maxPlaceCount, placeKinds } from '#contract/reference/limits.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { stateName } from '../kit/catalogue-labels.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { CatalogueHead } from '../kit/section-tabs.tsx'
import type { Route } from './+types/places-page.ts'
import { AliasCell, NameCell, StateCell } from './name-cell.tsx'
import { addPlaceNames, placeKindNames, placeName, placesHref } from './place-fields.tsx'
import { placeOptions } from './place-form.server.ts'
import { UnknownAreas } from './unknown-areas.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  const [{ list, state }, cities, unknown] = await Promise.all([
    readList(context, request, adminPlaces),
    placeOptions(context, { kind: 'city' }),
    readApi(context, unknownAreas),
  ])
  return {
    rows: list.data,
    state,
    cities,
    unknown,
    isUnknown: url.searchParams.has('unknown'),
    canChange: viewer.adminRole !== 'support',
  }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_cat_tab_places())

const countText = (n: number) => (n < maxPlaceCount ? formatNumber(n) : `${formatNumber(maxPlaceCount)}+`)

const columns = (): Column<AdminPlace>[] => [
  {
    key: 'name',
    label: m.admin_cat_name(),
    sort: 'name',
    isWide: true,
    cell: ({ _id, name, nameHi }) => <NameCell to={`${placesHref}/${_id}`} en={name} hi={nameHi} />,
  },
  {
    key: 'kind',
    label: m.admin_places_kind(),
    cell: ({ kind, parent }) => (parent ? `${placeKindNames[kind]()}, ${placeName(parent)}` : placeKindNames[kind]()),
  },
  { key: 'aliases', label: m.admin_places_aliases(), isMinor: true, cell: AliasCell },
  ...(['mentors', 'families'] as const).map(
    (key): Column<AdminPlace> => ({
      key,
      label: key === 'mentors' ? m.admin_cat_mentors() : m.admin_places_families(),
      sort: key,
      isNumber: true,
      cell: (row) => countText(row[key]),
    }),
  ),
  { key: 'status', label: m.admin_cat_state(), cell: ({ status }) => <StateCell state={status} /> },
]

/** States, cities and areas; with `?unknown` area names that match no place. */
export default function PlacesPage({ loaderData }: Route.ComponentProps) {
  const { rows, state, cities, unknown, isUnknown, canChange } = loaderData
  const { query } = state
  const toOptions = <K extends string>(values: readonly K[], name: (value: K) => string) =>
    values.map((value) => ({ value, label: name(value) }))
  return (
    <>
      <CatalogueHead
        action={
          canChange && (
            <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:gap-2">
              {(['area', 'state', 'city'] as const).map((kind) => (
                <ButtonLink
                  key={kind}
                  to={`${placesHref}/new?kind=${kind}${kind === 'area' && query.within ? `&in=${query.within}` : ''}`}
                  look={kind === 'area' ? 'filled' : 'outline'}
                  className={`max-sm:px-3 max-sm:text-small ${kind === 'area' ? 'sm:order-last' : ''}`}
                >
                  {addPlaceNames[kind]()}
                </ButtonLink>
              ))}
            </div>
          )
        }
      />
      {(isUnknown || unknown.total > 0) && (
        <LocalLink
          to={isUnknown ? placesHref : `${placesHref}?unknown=1`}
          className="text-link mt-2 inline-flex min-h-11 items-center"
        >
          {isUnknown ? m.admin_place_all() : m.admin_places_unknown_link({ count: formatNumber(unknown.total) })}
        </LocalLink>
      )}
      {isUnknown ? (
        <UnknownAreas rows={unknown.data} total={unknown.total} canChange={canChange} />
      ) : (
        <>
          <ListFilter
            state={state}
            fields={[
              { name: 'q', label: m.admin_places_search(), type: 'search' },
              {
                name: 'kind',
                label: m.admin_places_kind(),
                options: toOptions(placeKinds, (kind) => placeKindNames[kind]()),
              },
              { name: 'within', label: m.admin_places_city(), options: cities },
              {
                name: 'status',
                label: m.admin_cat_state(),
                options: toOptions(['shown', 'hidden'] as const, stateName),
              },
            ]}
          />
          <DataTable
            label={m.admin_cat_tab_places()}
            columns={columns()}
            rows={rows}
            state={state}
            csv={csvHref('/api/admin/places.csv', query)}
            empty={{ title: m.admin_places_none(), text: m.admin_places_none_text() }}
          />
        </>
      )}
    </>
  )
}
