import { adminMentors } from '#contract/verification.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Photo } from '../ui/photo.tsx'
import type { Route } from './+types/overview-mentors-page.ts'
import { type Column, DataTable, ListFilter } from './data-table.tsx'
import { readList } from './list-address.server.ts'
import { StatusBadge } from './mentor-table.tsx'
import { rowOf } from './mentor-words.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await signedIn(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminMentors)
  return {
    state,
    rows: list.data.map((row) => ({ _id: row._id, ...rowOf(row, placeNames), rating: row.rating })),
    filters: [
      { value: 'all', label: m.admin_filter_all() },
      { value: 'verified', label: m.admin_filter_verified() },
      { value: 'pending', label: m.admin_filter_pending() },
      { value: 'rejected', label: m.admin_filter_rejected() },
    ],
  }
}

export function meta() {
  return [{ title: `${m.admin_tab_mentors()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

type Row = Route.ComponentProps['loaderData']['rows'][number]
const columns = (): Column<Row>[] => [
  {
    key: 'name',
    label: m.admin_col_mentor(),
    isWide: true,
    cell: ({ id, photo, name, number, subjects }) => (
      <span className="flex gap-3">
        <Photo src={photo} name={name} width={40} />
        <span className="min-w-0">
          <LocalLink to={`/admin/mentors/${id}`} className="font-semibold text-ink wrap-anywhere hover:underline">
            {name}
          </LocalLink>
          <span className="block text-small text-muted wrap-anywhere">
            {[number, subjects].filter(Boolean).join(', ')}
          </span>
        </span>
      </span>
    ),
  },
  { key: 'place', label: m.admin_city(), cell: ({ place }) => <span className="wrap-anywhere">{place}</span> },
  { key: 'rating', label: m.admin_col_rating(), isNumber: true, cell: ({ rating }) => rating?.toFixed(1) },
  { key: 'since', label: m.admin_col_submitted(), cell: ({ submitted }) => submitted },
  {
    key: 'status',
    label: m.admin_col_status(),
    cell: ({ status, statusWord }) => <StatusBadge status={status}>{statusWord}</StatusBadge>,
  },
  {
    key: 'actions',
    label: m.admin_col_actions(),
    isWide: true,
    cell: ({ id, name }) => (
      <span className="flex gap-2 pt-1 lg:justify-end lg:pt-0">
        <ButtonLink
          to={`/admin/mentors/${id}`}
          look="outline"
          aria-label={m.admin_for({ action: m.admin_view(), name })}
        >
          {m.admin_view()}
        </ButtonLink>
        <ButtonLink
          to={`/admin/mentors/${id}#listing`}
          look="plain"
          aria-label={m.admin_for({ action: m.admin_edit(), name })}
        >
          {m.admin_edit()}
        </ButtonLink>
      </span>
    ),
  },
]

/** Mentors, those who wait first. */
export default function OverviewMentorsPage({ loaderData: { state, rows, filters } }: Route.ComponentProps) {
  const { given } = state
  return (
    <>
      <h2 className="sr-only">{m.admin_tab_mentors()}</h2>
      <ListFilter state={state}>
        <TextField label={m.admin_search()} name="q" type="search" maxLength={80} defaultValue={given.q} />
        <SelectField label={m.admin_filter()} name="status" defaultValue={given.status ?? 'all'} options={filters} />
      </ListFilter>
      <DataTable
        label={m.admin_tab_mentors()}
        columns={columns()}
        rows={rows}
        state={state}
        showing={m.admin_showing}
        none={{ title: m.admin_mentors_none(), text: m.admin_mentors_none_text() }}
      />
    </>
  )
}
