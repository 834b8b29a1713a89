import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import { CaseBadge } from './case-badge.tsx'
import type { caseRow } from './case-labels.server.ts'
import type { Column } from './column.ts'
import { Deadline } from './deadline.tsx'
import type { ListState } from './list-address.ts'
import { NameText } from './name-text.tsx'

type Row = ReturnType<typeof caseRow>

/** By default high priority comes first: the order of no column. */
export const caseOrder = (state: ListState): ListState =>
  state.sort.by === 'due' && state.sort.order === 'asc' ? { ...state, sort: { by: '', order: 'asc' } } : state

const facts = (): Column<Row>[] => [
  {
    key: 'status',
    label: m.cases_col_status(),
    cell: ({ status, statusWord }) => <CaseBadge status={status}>{statusWord}</CaseBadge>,
  },
  {
    key: 'priority',
    label: m.cases_col_priority(),
    place: 'first',
    cell: ({ priority, priorityWord }) => (
      <span
        className={`whitespace-nowrap ${priority === 'high' ? 'font-semibold text-error' : ''}`}
        data-normal={priority === 'normal' || undefined}
      >
        <span className="lg:hidden [dd_&]:hidden">{m.cases_col_priority()}: </span>
        {priorityWord}
      </span>
    ),
  },
  {
    key: 'text',
    label: m.cases_col_text(),
    isText: true,
    cell: ({ text }) => text && <p className="list-lines line-clamp-2 wrap-anywhere [dd_&]:line-clamp-none">{text}</p>,
  },
  {
    key: 'at',
    label: m.cases_col_date(),
    sort: 'opened',
    cell: ({ day }) => <span className="whitespace-nowrap">{day}</span>,
  },
]

/** Columns of a list of cases. */
export const caseColumns = (): Column<Row>[] => [
  {
    key: 'number',
    label: m.cases_col_number(),
    isWide: true,
    cell: ({ _id, number, type }) => (
      <>
        <LocalLink to={`/admin/reports/${_id}`} className="text-link -my-2.5 block whitespace-nowrap py-2.5">
          {number}
        </LocalLink>
        <span className="list-inline block text-small text-muted">{type}</span>
      </>
    ),
  },
  { key: 'by', label: m.cases_col_by(), cell: ({ by }) => <NameText>{by}</NameText> },
  ...facts().slice(0, 1),
  {
    key: 'clock',
    label: m.cases_col_clock(),
    sort: 'due',
    place: 'first',
    cell: ({ clock }) => clock && <Deadline {...clock} />,
  },
  ...facts().slice(1),
  {
    key: 'owner',
    label: m.cases_col_owner(),
    isExtra: true,
    cell: ({ owner }) => owner && <span className="list-lines">{owner}</span>,
  },
  {
    key: 'about',
    label: m.cases_col_about(),
    isExtra: true,
    cell: ({ about }) => about && <span className="list-lines">{about}</span>,
  },
  { key: 'kind', label: m.cases_col_kind(), isExtra: true, cell: ({ kind }) => kind },
]

/** Columns of the overview's issues: reporter with the person concerned, and kind. */
export const issueColumns = (): Column<Row>[] => [
  {
    key: 'by',
    label: m.cases_col_by(),
    isWide: true,
    cell: ({ _id, by, about }) => (
      <>
        <LocalLink to={`/admin/reports/${_id}`} className="text-link flex min-h-11 items-center lg:min-h-6">
          {by}
        </LocalLink>
        {about && (
          <p className="-mt-2 mb-2 truncate text-small text-muted lg:m-0 lg:max-w-44" title={about}>
            {m.cases_col_about()}: {about}
          </p>
        )}
      </>
    ),
  },
  {
    key: 'type',
    label: m.cases_col_type(),
    cell: ({ type }) => <span className="xl:whitespace-nowrap">{type}</span>,
  },
  ...facts(),
]
