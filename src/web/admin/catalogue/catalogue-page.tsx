import { type AdminCatalogueEntry, catalogueList, catalogueSubjects } from '#contract/reference/catalogue-admin.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { MissingRow } from '../kit/admin-part.tsx'
import {
  catalogueKind,
  entryHref,
  kindFrom,
  kindHref,
  nameOf,
  stateName,
  stateOf,
  useNames,
} from '../kit/catalogue-labels.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref, type ListState } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { CatalogueHead } from '../kit/section-tabs.tsx'
import type { Route } from './+types/catalogue-page.ts'
import { entriesOf, parentsOf } from './entry-form.server.ts'
import { NameCell } from './item-layout.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const kind = kindFrom(params.kind ?? 'subject')
  const canChange = viewer.adminRole !== 'support'
  if (kind === 'subject') {
    const [{ list, state }, grades] = await Promise.all([
      readList(context, request, catalogueSubjects),
      entriesOf(context, 'grade'),
    ])
    const rows = list.data.map(({ mentors, bookings, drafts, ...row }) => ({
      ...{ ...row, parent: '', subjects: 0 },
      usage: { mentors, learners: 0, bookings, drafts },
    }))
    return { kind, canChange, state, rows, grades: grades.map((one) => ({ value: one.key, label: nameOf(one) })) }
  }
  const [entries, parents] = await Promise.all([
    readApi(context, catalogueList, { params: { kind } }),
    parentsOf(context, kind),
  ])
  const rank = (one: AdminCatalogueEntry) => parents.findIndex(({ value }) => value === one.parent)
  const rows = entries.data
    .toSorted((one, other) => rank(one) - rank(other))
    .map((one) => ({
      ...{ ...one, _id: one.key, state: stateOf(one), subjects: one.subjects.length },
      parent: parents[rank(one)]?.label ?? '',
    }))
  const state: ListState = {
    ...{ path: kindHref(kind), query: {}, sort: { by: '', order: 'asc' } },
    ...{ total: rows.length, previous: null, next: null },
  }
  return { kind, canChange, state, rows, grades: [] }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export function meta({ loaderData }: Route.MetaArgs) {
  const title = catalogueKind[loaderData?.kind ?? 'subject'].plural()
  return [{ title: `${title} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

type Row = Route.ComponentProps['loaderData']['rows'][number]

/** Entries of one kind in their order, with usage counts. */
export default function CataloguePage({ loaderData }: Route.ComponentProps) {
  const { kind, canChange, state, rows, grades } = loaderData
  const { query } = state
  const isSubject = kind === 'subject'
  const sortedBy = (name: string) => (isSubject ? { sort: name } : {})
  const columns: (Column<Row> | false)[] = [
    {
      key: 'name',
      label: m.admin_cat_name(),
      ...sortedBy('name'),
      isWide: true,
      cell: (row) => <NameCell to={entryHref(kind, row._id)} en={row.en} hi={row.hi} />,
    },
    { key: 'place', label: m.admin_cat_place(), ...sortedBy('place'), isNumber: true, cell: ({ place }) => place },
    (kind === 'grade' || kind === 'degree') && {
      key: 'parent',
      label: kind === 'grade' ? m.admin_cat_level() : m.admin_cat_degree_kind(),
      cell: ({ parent }) => parent,
    },
    (isSubject || kind === 'board') && {
      key: 'aliases',
      label: m.admin_cat_aliases(),
      isMinor: true,
      cell: ({ aliases }) =>
        aliases.length > 0 && <span className="list-lines text-small text-muted">{aliases.join(', ')}</span>,
    },
    kind === 'grade' && {
      key: 'subjects',
      label: m.admin_cat_subjects_count(),
      isNumber: true,
      cell: ({ subjects }) => formatNumber(subjects),
    },
    {
      key: 'state',
      label: m.admin_cat_state(),
      cell: ({ state: status, isHome }) =>
        status === 'shown' ? (
          (isHome && m.admin_cat_on_home()) || stateName(status)
        ) : (
          <Badge kind="unknown">{stateName(status)}</Badge>
        ),
    },
    ...catalogueKind[kind].uses.map(
      (use): Column<Row> => ({
        key: use,
        label: useNames[use](),
        ...sortedBy(use),
        isNumber: true,
        cell: ({ usage }) => formatNumber(usage[use]),
      }),
    ),
  ]
  return (
    <>
      <CatalogueHead
        action={canChange && <ButtonLink to={`/admin/subjects/add/${kind}`}>{catalogueKind[kind].add()}</ButtonLink>}
      />
      {isSubject ? (
        <ListFilter
          state={state}
          fields={[
            { name: 'q', label: m.admin_cat_search(), type: 'search' },
            {
              name: 'state',
              label: m.admin_cat_state(),
              options: (['shown', 'hidden', 'merged'] as const).map((value) => ({ value, label: stateName(value) })),
            },
            { name: 'grade', label: m.admin_cat_grade(), options: grades },
          ]}
        />
      ) : (
        <div className="mt-5" />
      )}
      <DataTable
        label={catalogueKind[kind].plural()}
        columns={columns.filter((one) => one !== false)}
        rows={rows}
        state={state}
        {...(isSubject && { csv: csvHref('/api/admin/catalogue/subjects.csv', query) })}
        empty={{ title: m.admin_list_none_found(), text: m.admin_cat_none() }}
      />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/subjects" />
}
