import { adminFamilies, type ListedFamily } from '#contract/people.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { Badge } from '../ui/badge.tsx'
import { formatDateTime, formatDay } from '../ui/dates.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'
import type { Route } from './+types/families-page.ts'
import { type Column, DataTable, ListFilter } from './data-table.tsx'
import { readList } from './list-address.server.ts'
import { PeopleTabs } from './section-tabs.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const { list, state } = await readList(context, request, adminFamilies)
  return { rows: list.data, state, canTake: viewer.name !== 'support' }
}

export function meta() {
  return [{ title: `${m.admin_nav_users()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Families, newest first. */
export default function FamiliesPage({ loaderData: { rows, state, canTake } }: Route.ComponentProps) {
  const columns: Column<ListedFamily>[] = [
    {
      key: 'name',
      label: m.admin_people_name(),
      sort: 'name',
      cell: ({ _id, name, isSuspended }) => (
        <>
          <LocalLink to={`/admin/users/${_id}`} className="text-link inline-flex min-h-11 items-center wrap-anywhere">
            {name ?? m.admin_people_unnamed()}
          </LocalLink>
          {isSuspended && (
            <p>
              <Badge kind="failed">{m.admin_people_suspended()}</Badge>
            </p>
          )}
        </>
      ),
    },
    {
      key: 'phone',
      label: m.admin_people_phone(),
      cell: ({ phone }) => (
        <a href={`tel:+91${phone}`} className="text-link inline-flex min-h-11 items-center tabular-nums">
          {phone}
        </a>
      ),
    },
    { key: 'city', label: m.admin_people_city(), cell: ({ city }) => city },
    {
      key: 'learners',
      label: m.admin_people_learners(),
      cell: ({ learners }) => <span className="wrap-anywhere">{learners.join(', ')}</span>,
    },
    {
      key: 'going',
      label: m.admin_people_going(),
      isNumber: true,
      cell: ({ bookingsGoing }) => bookingsGoing,
    },
    { key: 'paid', label: m.admin_people_paid(), isNumber: true, cell: ({ paid }) => formatRupees(paid) },
    {
      key: 'seen',
      label: m.admin_people_seen(),
      cell: ({ seenAt }) => (seenAt ? formatDateTime(seenAt) : m.admin_people_never()),
    },
    {
      key: 'since',
      label: m.admin_people_since(),
      sort: 'since',
      cell: ({ since }) => formatDay(since, { year: true }),
    },
  ]
  const { given } = state
  const { cursor: _, limit: __, ...filter } = given
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_users()}</h1>
      <p className="text-muted">{m.admin_people_text()}</p>
      <PeopleTabs />
      <ListFilter state={state}>
        <TextField label={m.admin_people_q()} name="q" type="search" maxLength={80} defaultValue={given.q} />
        <TextField label={m.admin_people_city()} name="city" maxLength={80} defaultValue={given.city} />
        <SelectField
          label={m.admin_people_state()}
          name="state"
          defaultValue={given.state ?? ''}
          options={[
            { value: '', label: m.admin_list_all() },
            { value: 'active', label: m.admin_people_active() },
            { value: 'suspended', label: m.admin_people_suspended() },
          ]}
        />
      </ListFilter>
      <DataTable
        label={m.admin_tab_families()}
        columns={columns}
        rows={rows}
        state={state}
        {...(canTake && { file: `/api/admin/families.csv?${new URLSearchParams(filter)}` })}
        none={{ title: m.admin_people_none(), text: m.admin_people_none_text() }}
      />
    </>
  )
}
