import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { MissingRow } from '../kit/admin-part.tsx'
import { catalogueKind, entryHref, kindFrom, kindHref, useNames } from '../kit/catalogue-labels.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { wholeList } from '../kit/list-address.ts'
import { CatalogueHead } from '../kit/section-tabs.tsx'
import type { Route } from './+types/catalogue-page.ts'
import { entriesOf, parentsOf } from './entry-form.server.ts'
import { AliasCell, NameCell, StateCell } from './name-cell.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const kind = kindFrom(params.kind ?? 'subject')
  const [entries, parents] = await Promise.all([entriesOf(context, kind), parentsOf(context, kind)])
  const rank = (parent: string) => parents.findIndex(({ value }) => value === parent)
  const rows = entries
    .toSorted((one, other) => rank(one.parent) - rank(other.parent))
    .map((one) => ({ ...one, _id: one.key, parent: parents[rank(one.parent)]?.label ?? '' }))
  return { kind, canChange: viewer.adminRole !== 'support', rows, state: wholeList(kindHref(kind), rows) }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(catalogueKind[loaderData?.kind ?? 'subject'].plural())

type Row = Route.ComponentProps['loaderData']['rows'][number]

/** Entries of one kind in their order, with usage counts. */
export default function CataloguePage({ loaderData: { kind, canChange, state, rows } }: Route.ComponentProps) {
  const { add, plural, uses } = catalogueKind[kind]
  const columns: (Column<Row> | false)[] = [
    {
      key: 'name',
      label: m.admin_cat_name(),
      isWide: true,
      cell: ({ key, en, hi }) => <NameCell to={entryHref(kind, key)} en={en} hi={hi} />,
    },
    { key: 'place', label: m.admin_cat_place(), isNumber: true, cell: ({ place }) => place },
    (kind === 'grade' || kind === 'degree') && {
      key: 'parent',
      label: kind === 'grade' ? m.admin_cat_level() : m.admin_cat_degree_kind(),
      cell: ({ parent }) => parent,
    },
    (kind === 'subject' || kind === 'board') && {
      key: 'aliases',
      label: m.admin_cat_aliases(),
      isMinor: true,
      cell: AliasCell,
    },
    { key: 'state', label: m.admin_cat_state(), cell: StateCell },
    ...uses.map(
      (use): Column<Row> => ({
        key: use,
        label: useNames[use](),
        isNumber: true,
        cell: ({ usage }) => formatNumber(usage[use]),
      }),
    ),
  ]
  return (
    <>
      <CatalogueHead action={canChange && <ButtonLink to={`/admin/subjects/add/${kind}`}>{add()}</ButtonLink>} />
      <DataTable
        label={plural()}
        columns={columns.filter((one) => one !== false)}
        rows={rows}
        state={state}
        empty={{ title: m.admin_cat_none(), text: '' }}
      />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/subjects" />
}
