import type { KeyboardEvent, ReactNode } from 'react'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { type ListState, listHref } from './list-address.ts'
import { RowCheckbox, type RowSelection, SelectionBar } from './row-selection.tsx'

export type Column<R> = {
  key: string
  label: string
  /** Value of the `sort` parameter, if the list can be sorted by this column. */
  sort?: string
  /** On narrow screens it takes a whole line, without its label. */
  isWide?: boolean
  /** Right-aligned figures. */
  isNumber?: boolean
  /** Contains a form, which needs more width. */
  isForm?: boolean
  cell: (row: R) => ReactNode
}
type Listed<R> = R & { _id: string }
type Props<R> = {
  /** Accessible name of the list. */
  label: string
  columns: readonly Column<R>[]
  rows: readonly Listed<R>[]
  state: ListState
  /** Full-width details below a row. */
  detail?: (row: R) => ReactNode
  selection?: RowSelection<Listed<R>>
  /** URL of the CSV file. */
  csv?: string
  /** For example "Showing 3 of 12 mentors". */
  showing?: (counts: { shown: string; total: string }) => string
  /** Texts for no matches and for an empty list. */
  empty: { title: string; text: string }
}

/** A table of the admin area: sorted, filtered and paged by the server, with its state in the URL. Rows become cards on narrow screens. */
export function DataTable<R>({
  label,
  columns,
  rows,
  state,
  detail,
  selection,
  csv,
  showing = m.admin_list_showing,
  empty,
}: Props<R>) {
  const { path, query } = state
  const isFiltered = Object.keys(query).some((name) => !['sort', 'order', 'limit', 'show', 'until'].includes(name))
  return (
    <section aria-label={label}>
      <div className="card p-0! lg:p-0!">
        {selection && (rows.length > 0 || selection.ids.length > 0) && (
          <SelectionBar selection={selection} onPage={rows.map(({ _id }) => _id)} />
        )}
        {rows.length === 0 ? (
          <EmptyState
            title={isFiltered ? m.admin_list_none_found() : empty.title}
            text={isFiltered ? m.admin_list_none_found_text() : empty.text}
            action={isFiltered && <ButtonLink to={path}>{m.admin_list_show_all()}</ButtonLink>}
          />
        ) : (
          <div className="admin-scroll px-3">
            <Table label={label} columns={columns} rows={rows} state={state} detail={detail} selection={selection} />
          </div>
        )}
      </div>
      <nav aria-label={m.admin_list_pages({ list: label })} className="mt-4 flex flex-wrap items-center gap-3">
        <p className="grow text-muted">{showingText(rows.length, state.total)}</p>
        {csv && rows.length > 0 && <CsvLink to={csv} />}
        <PageLink to={state.previous}>{m.admin_previous()}</PageLink>
        <PageLink to={state.next}>{m.admin_next_page()}</PageLink>
      </nav>
    </section>
  )

  function showingText(shown: number, total: ListState['total']): string {
    const counts = { shown: formatNumber(shown) }
    return typeof total === 'number'
      ? showing({ ...counts, total: formatNumber(total) })
      : m.admin_list_showing_many({ ...counts, total: formatNumber(total.atLeast) })
  }
}

type TableProps<R> = Pick<Props<R>, 'label' | 'columns' | 'rows' | 'state'> & {
  detail: Props<R>['detail'] | undefined
  selection: Props<R>['selection'] | undefined
}

function Table<R>({ label, columns, rows, state, ...more }: TableProps<R>) {
  const { sort } = state
  const { detail } = more
  const body = rows.map((row, i) => <Row key={row._id} row={row} columns={columns} {...more} isFirst={i === 0} />)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS display removes the table roles
    <table role="table" className="admin-table admin-list" aria-label={label} onKeyDown={moveRowFocus}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              data-number={column.isNumber || undefined}
              aria-sort={column.sort === sort.by ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              <SortLink column={column} state={state} />
            </th>
          ))}
        </tr>
      </thead>
      {detail ? body : <tbody role="rowgroup">{body}</tbody>}
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

type RowProps<R> = Pick<TableProps<R>, 'columns' | 'detail' | 'selection'> & { row: Listed<R>; isFirst: boolean }

function Row<R>({ row, columns, detail, selection, isFirst }: RowProps<R>) {
  // biome-ignore-start lint/a11y/noRedundantRoles: see above
  const cells = (
    <tr role="row" data-row tabIndex={isFirst ? 0 : -1} data-selected={selection?.ids.includes(row._id) || undefined}>
      {columns.map(({ key, label: name, isWide, isNumber, isForm, cell }, i) => (
        <td
          key={key}
          role="cell"
          data-label={name}
          data-wide={isWide || undefined}
          data-number={isNumber || undefined}
          data-form={isForm || undefined}
        >
          {selection && i === 0 ? (
            <div className="flex items-center gap-1">
              <RowCheckbox row={row} selection={selection} />
              <div className="min-w-0 grow">{cell(row)}</div>
            </div>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  )
  if (!detail) return cells
  return (
    <tbody role="rowgroup">
      {cells}
      <tr role="row" data-detail>
        <td role="cell" data-wide colSpan={columns.length}>
          {detail(row)}
        </td>
      </tr>
    </tbody>
  )
  // biome-ignore-end lint/a11y/noRedundantRoles: see above
}

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Keyboard: j/k or arrows move between rows, Enter opens the row's link or focuses its field,
 * Space selects the row.
 */
function moveRowFocus(event: KeyboardEvent<HTMLTableElement>) {
  const { key, target, currentTarget, altKey, ctrlKey, metaKey } = event
  if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey) return
  const isRow = target.hasAttribute('data-row')
  if (isRow && key === 'Enter') {
    const field = target.querySelector<HTMLElement>('[data-main]')
    if (field) field.focus()
    else target.querySelector<HTMLElement>('a, summary, button')?.click()
    // Enter would submit the field.
    event.preventDefault()
  }
  const box = isRow && key === ' ' ? target.querySelector<HTMLElement>('.admin-pick > input') : null
  if (box) {
    box.click()
    event.preventDefault()
  }
  const step = steps[key]
  // Fields handle their own keys; outside rows, arrow keys scroll the page.
  if (!step || target.closest('input, select, textarea') || (!isRow && key.length > 1)) return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const group = target.closest('[data-detail]')?.parentElement
  const row = target.closest<HTMLElement>('[data-row]') ?? group?.querySelector<HTMLElement>('[data-row]')
  rows[(row ? rows.indexOf(row) : -1) + step]?.focus()
  event.preventDefault()
}

function SortLink<R>({ column, state }: { column: Column<R>; state: ListState }) {
  const { sort, path, query } = state
  if (!column.sort) return column.label
  const isSorted = sort.by === column.sort
  const order = isSorted && sort.order === 'desc' ? 'asc' : 'desc'
  return (
    <LocalLink
      to={listHref(path, query, { sort: column.sort, order })}
      className="admin-sort"
      data-now={isSorted || undefined}
    >
      {column.label}
      <Icon name="chevron-down" size={16} className={isSorted && sort.order === 'asc' ? 'rotate-180' : ''} />
    </LocalLink>
  )
}

/** Link to the CSV file. */
const CsvLink = ({ to }: { to: string }) => (
  <a href={to} download className="text-link inline-flex min-h-11 items-center gap-2">
    <Icon name="download" size={20} />
    {m.admin_list_file()}
  </a>
)

function PageLink({ to, children }: { to: string | null; children: string }) {
  return to ? (
    <ButtonLink to={to} look="outline">
      {children}
    </ButtonLink>
  ) : (
    <Button look="outline" disabled>
      {children}
    </Button>
  )
}

/** The filter form of a list. Its fields become the URL's query, so it works without scripts and with the back button. */
export function ListFilter({ state, children }: { state: Pick<ListState, 'path' | 'query'>; children: ReactNode }) {
  const { path, query } = state
  return (
    <search key={JSON.stringify(query)}>
      <form method="get" action={localHref(path)} className="my-5 flex flex-wrap items-end gap-3">
        {query.sort && <input type="hidden" name="sort" value={query.sort} />}
        {query.order && <input type="hidden" name="order" value={query.order} />}
        {children}
        <Button type="submit">{m.admin_search_button()}</Button>
      </form>
    </search>
  )
}
