import { redirect } from 'react-router'
import { adminListings, type ListedListing } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { type Column, DataTable, ListFilter } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { fileHref } from '../kit/list-address.ts'
import { StatusBadge } from '../kit/mentor-cells.tsx'
import { statusWords } from '../kit/mentor-labels.server.ts'
import { MentorTabs } from '../kit/section-tabs.tsx'
import type { Route } from './+types/listing-page.ts'
import { makeFromPicks } from './listing-actions.server.ts'
import { PickedMentors } from './picked-forms.tsx'
import { usePicked } from './picked-mentors.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminListings)
  return {
    rows: list.data.map((row) => ({
      ...row,
      city: placeNames.city(row.city),
      statusWord: statusWords[row.status](),
    })),
    statuses: Object.entries(statusWords).map(([value, word]) => ({ value, label: word() })),
    state,
    canDecide: viewer.adminRole !== 'support',
    formKey: crypto.randomUUID(),
  }
}

/** Makes a preview or a link of what is ticked, and goes there. */
export async function action({ context, request }: Route.ActionArgs) {
  const made = await makeFromPicks(context, await readForm(request))
  return 'to' in made ? redirect(localHref(made.to)) : made
}

export function meta() {
  return [{ title: `${m.admin_tab_listing()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

type Row = ListedListing & { statusWord: string }

/** How mentors are listed, to change many of them or to make a link to some. */
export default function ListingPage({ loaderData }: Route.ComponentProps) {
  const { rows, state, statuses, canDecide, formKey } = loaderData
  const { ids, pick } = usePicked()
  const { given } = state
  const all = { value: '', label: m.admin_list_all() }
  const yesNo = [all, { value: 'yes', label: m.admin_yes() }, { value: 'no', label: m.admin_no() }]
  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: m.admin_col_mentor(),
      sort: 'name',
      isWide: true,
      cell: ({ _id, fullName, number, city }) => (
        <>
          <LocalLink to={`/admin/mentors/${_id}#listing`} className="text-link wrap-anywhere">
            {fullName}
          </LocalLink>
          <span className="block text-muted text-small">{[number, city].join(', ')}</span>
        </>
      ),
    },
    {
      key: 'status',
      label: m.admin_col_status(),
      cell: ({ status, statusWord, showOnWebsite }) => (
        <>
          <StatusBadge status={status}>{statusWord}</StatusBadge>
          {status === 'verified' && !showOnWebsite && (
            <b className="block text-small text-warn">{m.admin_listing_off_site()}</b>
          )}
        </>
      ),
    },
    {
      key: 'ranking',
      label: m.admin_listing_ranking_short(),
      sort: 'ranking',
      isNumber: true,
      cell: ({ adminRanking }) => adminRanking,
    },
    { key: 'tier', label: m.admin_listing_tier(), cell: ({ tier }) => <Badge kind={tier} /> },
    {
      key: 'brief',
      label: m.admin_listing_brief_short(),
      isWide: true,
      cell: ({ adminBrief, adminBriefVisible }) =>
        adminBrief && (
          <span className="text-muted text-small wrap-anywhere">
            {!adminBriefVisible && <b className="text-ink">{m.admin_listing_brief_hidden()} </b>}
            {adminBrief.length > briefShown ? `${adminBrief.slice(0, briefShown - 1)}…` : adminBrief}
          </span>
        ),
    },
  ]
  const { cursor: _, limit: __, sort: ___, order: ____, ...filter } = given
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_mentors()}</h1>
      <p className="text-muted">{m.admin_listing_text()}</p>
      <MentorTabs />
      <ListFilter state={state}>
        <TextField label={m.admin_search()} name="q" type="search" maxLength={80} defaultValue={given.q} />
        <SelectField
          label={m.admin_col_status()}
          name="status"
          defaultValue={given.status ?? ''}
          options={[all, ...statuses]}
        />
        <SelectField
          label={m.admin_listing_tier()}
          name="tier"
          defaultValue={given.tier ?? ''}
          options={[
            all,
            { value: 'gold', label: m.admin_listing_gold() },
            { value: 'silver', label: m.admin_listing_silver() },
          ]}
        />
        <SelectField label={m.admin_listing_on_site()} name="shown" defaultValue={given.shown ?? ''} options={yesNo} />
        <SelectField
          label={m.admin_listing_brief_short()}
          name="brief"
          defaultValue={given.brief ?? ''}
          options={yesNo}
        />
        <TextField label={m.admin_people_city()} name="city" maxLength={80} defaultValue={given.city} />
      </ListFilter>
      <DataTable
        label={m.admin_tab_listing()}
        columns={columns}
        rows={rows}
        state={state}
        picks={{
          ids,
          pick,
          name: ({ fullName }) => fullName,
          bar: <PickedMentors ids={ids} filter={filter} total={state.total} canDecide={canDecide} formKey={formKey} />,
        }}
        {...(canDecide && { file: fileHref('/api/admin/listings.csv', given) })}
        none={{ title: m.admin_listing_none(), text: m.admin_listing_none_text() }}
      />
    </>
  )
}

const briefShown = 90
