import { adminListings, type ListedListing } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { Badge } from '../../ui/badge.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { FormButton } from '../kit/admin-part.tsx'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { LinkCell } from '../kit/link-cell.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { mentorsShowing, StatusBadge } from '../kit/mentor-cells.tsx'
import { mentorStatusLabels } from '../kit/mentor-labels.server.ts'
import { MentorHead } from '../kit/section-tabs.tsx'
import type { Route } from './+types/listing-page.ts'
import { FileImport } from './file-import.tsx'
import { tierOptions } from './listing-form.tsx'
import { useSelectedMentors } from './selected-mentors.ts'
import { runSelectionAction } from './selection-actions.server.ts'
import { SelectionForms, yesNo } from './selection-forms.tsx'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminListings)
  return {
    rows: list.data.map((row) => ({
      ...row,
      city: placeNames.city(row.city),
      statusWord: mentorStatusLabels[row.status](),
    })),
    statuses: Object.entries(mentorStatusLabels).map(([value, word]) => ({ value, label: word() })),
    state,
    canDecide: viewer.adminRole !== 'support',
    formKey: crypto.randomUUID(),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await runSelectionAction(context, await readForm(request))
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_tab_listing())

type Row = ListedListing & { statusWord: string }
const columns = (): Column<Row>[] => [
  {
    key: 'name',
    label: m.admin_col_mentor(),
    sort: 'name',
    isWide: true,
    cell: ({ _id, fullName, number, city }) => (
      <LinkCell to={`/admin/mentors/${_id}#listing`} name={fullName} note={`${number} · ${city}`} />
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
    isMinor: true,
    cell: ({ adminBrief, adminBriefVisible }) =>
      adminBrief && (
        <span className="list-lines text-muted text-small">
          {!adminBriefVisible && <b className="text-ink">{m.admin_listing_brief_hidden()} </b>}
          {adminBrief}
        </span>
      ),
  },
]

/** Listings of all mentors, with bulk edits, files and share links. */
export default function ListingPage({ loaderData }: Route.ComponentProps) {
  const { rows, state, statuses, canDecide, formKey } = loaderData
  const { ids, pick } = useSelectedMentors()
  const { cursor: _, limit: __, sort: ___, order: ____, ...filter } = state.query
  return (
    <>
      <MentorHead
        action={
          <div className="flex flex-wrap items-center gap-x-4 has-[[open]]:basis-full [&:has([open])>a]:order-1">
            <LocalLink
              to="/admin/audit?action=mentor.listing-change"
              className="text-link inline-flex min-h-11 items-center max-sm:order-1"
            >
              {m.admin_bulk_earlier()}
            </LocalLink>
            {canDecide && (
              <FormButton title={m.admin_import()}>
                <FileImport />
              </FormButton>
            )}
          </div>
        }
      />
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_search(), type: 'search' },
          { name: 'status', label: m.admin_col_status(), options: statuses },
          { name: 'tier', label: m.admin_listing_tier(), options: tierOptions() },
          { name: 'shown', label: m.admin_listing_on_site(), options: yesNo() },
          { name: 'brief', label: m.admin_listing_brief_short(), options: yesNo() },
          { name: 'city', label: m.admin_people_city() },
        ]}
      />
      <DataTable
        label={m.admin_tab_listing()}
        columns={columns()}
        rows={rows}
        state={state}
        selection={{
          ids,
          select: pick,
          name: ({ fullName }) => fullName,
          bar: <SelectionForms ids={ids} filter={filter} canDecide={canDecide} formKey={formKey} total={state.total} />,
        }}
        showing={mentorsShowing}
        searchHint={m.admin_search_hint_mentors()}
        {...(canDecide && { csv: csvHref('/api/admin/listings.csv', state.query) })}
        empty={{ title: m.admin_listing_none(), text: m.admin_listing_none_text() }}
      />
    </>
  )
}
