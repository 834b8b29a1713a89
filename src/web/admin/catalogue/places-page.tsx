import { adminPlaces, placeCountMost, placeKinds, unknownAreas } from '#contract/reference/admin-places.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readApi } from '../../api.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { type Column, DataTable, ListFilter } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { fileHref } from '../kit/list-address.ts'
import { CatalogueTabs } from '../kit/section-tabs.tsx'
import type { Route } from './+types/places-page.ts'
import { placeOptions } from './place-actions.server.ts'
import { inWords, kindWords, statusWords } from './place-labels.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const [{ list, state }, cities, unknown] = await Promise.all([
    readList(context, request, adminPlaces),
    placeOptions(context, { kind: 'city' }),
    readApi(context, unknownAreas),
  ])
  return {
    state,
    unknown: unknown.total,
    canDecide: viewer.adminRole !== 'support',
    kinds: placeKinds.map((value) => ({ value, label: kindWords[value]() })),
    cities,
    rows: list.data.map((row) => ({
      ...row,
      kind: kindWords[row.kind](),
      parent: row.parent && inWords(row.parent),
      isHidden: row.status === 'hidden',
      status: statusWords[row.status](),
      aliases: row.aliases.join(', '),
    })),
  }
}

export function meta() {
  return [{ title: `${m.admin_cat_tab_places()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

const countWord = (n: number) => (n < placeCountMost ? formatNumber(n) : `${formatNumber(placeCountMost)}+`)

/** Every state, city and area. */
export default function PlacesPage({ loaderData }: Route.ComponentProps) {
  const { rows, state, cities, kinds, unknown, canDecide } = loaderData
  const { cursor: _, limit: __, ...given } = state.given
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: 'name',
      label: m.admin_places_name(),
      sort: 'name',
      cell: ({ _id, name, nameHi }) => (
        <>
          <LocalLink to={`/admin/subjects/places/${_id}`} className="text-link inline-flex min-h-11 items-center">
            {name}
          </LocalLink>
          <span className="block text-small text-muted" lang="hi">
            {nameHi}
          </span>
        </>
      ),
    },
    {
      key: 'kind',
      label: m.admin_places_kind(),
      cell: ({ kind }) => <span className="whitespace-nowrap">{kind}</span>,
    },
    {
      key: 'in',
      label: m.admin_places_in(),
      cell: ({ parent }) => <span className="whitespace-nowrap">{parent}</span>,
    },
    {
      key: 'aliases',
      label: m.admin_places_aliases(),
      isWide: true,
      cell: ({ aliases }) => <span className="text-small text-muted wrap-anywhere">{aliases}</span>,
    },
    {
      key: 'mentors',
      label: m.admin_places_mentors(),
      sort: 'mentors',
      isNumber: true,
      cell: ({ mentors }) => countWord(mentors),
    },
    {
      key: 'families',
      label: m.admin_places_families(),
      sort: 'families',
      isNumber: true,
      cell: ({ families }) => countWord(families),
    },
    {
      key: 'status',
      label: m.admin_places_status(),
      cell: ({ isHidden, status }) => (isHidden ? <Badge kind="unknown">{status}</Badge> : status),
    },
  ]
  const all = { value: '', label: m.admin_list_all() }
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_subjects()}</h1>
      <p className="text-muted">{m.admin_places_text()}</p>
      <CatalogueTabs />
      <div className="mt-4 flex flex-wrap gap-3">
        {canDecide && (
          <>
            <ButtonLink to={`/admin/subjects/places/new?kind=area${given.within ? `&in=${given.within}` : ''}`}>
              {m.admin_places_add_area()}
            </ButtonLink>
            <ButtonLink to="/admin/subjects/places/new?kind=city" look="outline">
              {m.admin_places_add_city()}
            </ButtonLink>
            <ButtonLink to="/admin/subjects/places/new?kind=state" look="outline">
              {m.admin_places_add_state()}
            </ButtonLink>
          </>
        )}
        {unknown > 0 && (
          <ButtonLink to="/admin/subjects/places/unknown" look="plain">
            {m.admin_places_unknown_link({ count: formatNumber(unknown) })}
          </ButtonLink>
        )}
      </div>
      <ListFilter state={state}>
        <TextField label={m.admin_places_search()} name="q" type="search" maxLength={80} defaultValue={given.q} />
        <SelectField
          label={m.admin_places_kind()}
          name="kind"
          defaultValue={given.kind ?? ''}
          options={[all, ...kinds]}
        />
        <SelectField
          label={m.admin_places_city()}
          name="within"
          defaultValue={given.within ?? ''}
          options={[all, ...cities]}
        />
        <SelectField
          label={m.admin_places_status()}
          name="status"
          defaultValue={given.status ?? ''}
          options={[
            all,
            { value: 'shown', label: m.admin_places_shown() },
            { value: 'hidden', label: m.admin_places_hidden() },
          ]}
        />
        <SelectField
          label={m.admin_places_whose()}
          name="ours"
          defaultValue={given.ours ?? ''}
          options={[all, { value: '1', label: m.admin_places_ours() }]}
        />
      </ListFilter>
      <DataTable
        label={m.admin_cat_tab_places()}
        columns={columns}
        rows={rows}
        state={state}
        file={fileHref('/api/admin/places.csv', given)}
        none={{ title: m.admin_places_none(), text: m.admin_places_none_text() }}
      />
    </>
  )
}
