import type { KeyboardEvent, ReactNode } from 'react'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { type ListState, listHref } from './list-address.ts'
import { PickBar, PickBox, type Picks } from './row-picks.tsx'

export type Column<R> = {
  key: string
  label: string
  /** Its name in the URL if the list can be sorted by it. */
  sort?: string
  /** Takes a whole line without a label on narrow screens. */
  isWide?: boolean
  /** Right-aligned figures. */
  isNumber?: boolean
  /** A form in the row, which needs more width. */
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
  picks?: Picks<Listed<R>>
  /** URL of the CSV file. */
  file?: string
  /** For example "Showing 3 of 12 mentors". */
  showing?: (given: { shown: string; total: string }) => string
  /** Texts for no matches and for an empty list. */
  none: { title: string; text: string }
}

/** The admin's table, sorted, filtered and paged by the server, with its state in the URL. Rows become cards on narrow screens. */
export function DataTable<R>({
  label,
  columns,
  rows,
  state,
  detail,
  picks,
  file,
  showing = m.admin_list_showing,
  none,
}: Props<R>) {
  const { path, given } = state
  const isFiltered = Object.keys(given).some((name) => !['sort', 'order', 'limit', 'show', 'until'].includes(name))
  return (
    <section aria-label={label}>
      <div className="card p-0! lg:p-0!">
        {picks && (rows.length > 0 || picks.ids.length > 0) && (
          <PickBar picks={picks} onPage={rows.map(({ _id }) => _id)} />
        )}
        {rows.length === 0 ? (
          <EmptyState
            title={isFiltered ? m.admin_list_none_found() : none.title}
            text={isFiltered ? m.admin_list_none_found_text() : none.text}
            action={isFiltered && <ButtonLink to={path}>{m.admin_list_show_all()}</ButtonLink>}
          />
        ) : (
          <div className="admin-scroll px-3">
            <Table label={label} columns={columns} rows={rows} state={state} detail={detail} picks={picks} />
          </div>
        )}
      </div>
      <nav aria-label={m.admin_list_pages({ list: label })} className="mt-4 flex flex-wrap items-center gap-3">
        <p className="grow text-muted">{shownWords(rows.length, state.total)}</p>
        {file && rows.length > 0 && <FileLink to={file} />}
        <Turn to={state.previous}>{m.admin_previous()}</Turn>
        <Turn to={state.next}>{m.admin_next_page()}</Turn>
      </nav>
    </section>
  )

  function shownWords(shown: number, total: ListState['total']): string {
    const given = { shown: formatNumber(shown) }
    return typeof total === 'number'
      ? showing({ ...given, total: formatNumber(total) })
      : m.admin_list_showing_many({ ...given, total: formatNumber(total.atLeast) })
  }
}

type TableProps<R> = Pick<Props<R>, 'label' | 'columns' | 'rows' | 'state'> & {
  detail: Props<R>['detail'] | undefined
  picks: Props<R>['picks'] | undefined
}

function Table<R>({ label, columns, rows, state, ...more }: TableProps<R>) {
  const { sort } = state
  const { detail } = more
  const all = rows.map((row, i) => <Row key={row._id} row={row} columns={columns} {...more} isFirst={i === 0} />)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS display removes the table roles
    <table role="table" className="admin-table admin-list" aria-label={label} onKeyDown={stepRows}>
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
      {detail ? all : <tbody role="rowgroup">{all}</tbody>}
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

type RowProps<R> = Pick<TableProps<R>, 'columns' | 'detail' | 'picks'> & { row: Listed<R>; isFirst: boolean }

function Row<R>({ row, columns, detail, picks, isFirst }: RowProps<R>) {
  // biome-ignore-start lint/a11y/noRedundantRoles: see above
  const cells = (
    <tr role="row" data-row tabIndex={isFirst ? 0 : -1} data-selected={picks?.ids.includes(row._id) || undefined}>
      {columns.map(({ key, label: name, isWide, isNumber, isForm, cell }, i) => (
        <td
          key={key}
          role="cell"
          data-label={name}
          data-wide={isWide || undefined}
          data-number={isNumber || undefined}
          data-form={isForm || undefined}
        >
          {picks && i === 0 ? (
            <div className="flex items-center gap-1">
              <PickBox row={row} picks={picks} />
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
function stepRows(event: KeyboardEvent<HTMLTableElement>) {
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
  // Fields keep their keys; elsewhere arrows scroll.
  if (!step || target.closest('input, select, textarea') || (!isRow && key.length > 1)) return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const group = target.closest('[data-detail]')?.parentElement
  const row = target.closest<HTMLElement>('[data-row]') ?? group?.querySelector<HTMLElement>('[data-row]')
  rows[(row ? rows.indexOf(row) : -1) + step]?.focus()
  event.preventDefault()
}

function SortLink<R>({ column, state }: { column: Column<R>; state: ListState }) {
  const { sort, path, given } = state
  if (!column.sort) return column.label
  const isNow = sort.by === column.sort
  const order = isNow && sort.order === 'desc' ? 'asc' : 'desc'
  return (
    <LocalLink
      to={listHref(path, given, { sort: column.sort, order })}
      className="admin-sort"
      data-now={isNow || undefined}
    >
      {column.label}
      <Icon name="chevron-down" size={16} className={isNow && sort.order === 'asc' ? 'rotate-180' : ''} />
    </LocalLink>
  )
}

/** Link to the CSV file. */
const FileLink = ({ to }: { to: string }) => (
  <a href={to} download className="text-link inline-flex min-h-11 items-center gap-2">
    <Icon name="download" size={20} />
    {m.admin_list_file()}
  </a>
)

function Turn({ to, children }: { to: string | null; children: string }) {
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

/** The filter form of a list. Its fields are the query of the URL, so it works without scripts and with the back button. */
export function ListFilter({ state, children }: { state: Pick<ListState, 'path' | 'given'>; children: ReactNode }) {
  const { path, given } = state
  return (
    <search key={JSON.stringify(given)}>
      <form method="get" action={localHref(path)} className="my-5 flex flex-wrap items-end gap-3">
        {given.sort && <input type="hidden" name="sort" value={given.sort} />}
        {given.order && <input type="hidden" name="order" value={given.order} />}
        {children}
        <Button type="submit">{m.admin_search_button()}</Button>
      </form>
    </search>
  )
}
