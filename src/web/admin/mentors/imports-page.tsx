import { bulkEdits } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { fileHref } from '../kit/list-address.ts'
import { MentorTabs } from '../kit/section-tabs.tsx'
import type { Route } from './+types/imports-page.ts'
import { FileImport } from './file-import.tsx'
import { changeOf, type ShownChange } from './listing-labels.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const { list, state } = await readList(context, request, bulkEdits)
  return { rows: list.data.map(changeOf), state, canDecide: viewer.adminRole !== 'support' }
}

export function meta() {
  return [{ title: `${m.admin_tab_imports()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Files of mentors' listing, and every change of many mentors at once. */
export default function ImportsPage({ loaderData: { rows, state, canDecide } }: Route.ComponentProps) {
  const columns: Column<ShownChange>[] = [
    {
      key: 'made',
      label: m.admin_change_made(),
      sort: 'made',
      isWide: true,
      cell: ({ _id, title, made }) => (
        <>
          <LocalLink to={`/admin/mentors/changes/${_id}`} className="text-link wrap-anywhere">
            {title}
          </LocalLink>
          <span className="block text-muted text-small">{made}</span>
        </>
      ),
    },
    {
      key: 'status',
      label: m.admin_col_status(),
      cell: ({ statusWord, done }) => (
        <>
          {statusWord}
          <span className="block text-muted text-small">{done}</span>
        </>
      ),
    },
    { key: 'good', label: m.admin_change_good(), isNumber: true, cell: ({ good }) => formatNumber(good) },
    { key: 'applied', label: m.admin_change_done(), isNumber: true, cell: ({ applied }) => formatNumber(applied) },
    {
      key: 'left',
      label: m.admin_change_bad(),
      isNumber: true,
      cell: ({ bad, refused }) => formatNumber(bad + refused),
    },
  ]
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_mentors()}</h1>
      <p className="text-muted">{m.admin_import_text()}</p>
      <MentorTabs />
      {canDecide && <FileImport />}
      <DataTable
        label={m.admin_tab_imports()}
        columns={columns}
        rows={rows}
        state={state}
        file={fileHref('/api/admin/listing-changes.csv', state.given)}
        none={{ title: m.admin_import_none(), text: m.admin_import_none_text() }}
      />
    </>
  )
}
