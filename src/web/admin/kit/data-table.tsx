import { type ReactNode, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { AllClear } from './all-clear.tsx'
import { type Column, isZero } from './column.ts'
import { CsvLink } from './csv-link.tsx'
import { type ListState, listHref } from './list-address.ts'
import { ListColumns, useShownColumns } from './list-columns.tsx'
import { FiltersButton, notFilters } from './list-filter.tsx'
import { useListKeys } from './list-keys.ts'
import { NothingFound } from './nothing-found.tsx'
import { emptyCell, isEmptyCell, RowPanel, useOpenRow, useReloadWatch } from './row-panel.tsx'
import { RowCheckbox, type RowSelection, SelectionBar } from './row-selection.tsx'
import { useSingleKeys } from './single-keys.ts'

type Listed<R> = R & { _id: string }
type Props<R> = {
  /** Accessible name of the list. */
  label: string
  columns: readonly Column<R>[]
  rows: readonly Listed<R>[]
  state: ListState
  /** What the panel shows below the columns, for example a decision. */
  detail?: (row: R) => ReactNode
  selection?: RowSelection<Listed<R>>
  /** URL of the CSV file. */
  csv?: string
  /** For example "Showing 3 of 12 mentors". */
  showing?: (counts: { shown: string; total: string }) => string
  /** What the signs of its cells mean. */
  legend?: ReactNode
  /** The result of a form in the panel: shown there, or above the list when the row has left it. */
  notice?: ReactNode
  /** Texts of an empty list, which may be good news. */
  empty: { title: string; text: string; isGood?: boolean }
  /** Advice when a search finds nothing. */
  searchHint?: string
}

/**
 * A table of the admin area: sorted, filtered and paged by the server, with its state in the URL. A row opens a panel
 * beside the list. On narrow screens a row is its name and a few facts.
 */
export function DataTable<R>(props: Props<R>) {
  const { label, columns, rows, state, detail, selection, csv, notice, empty, searchHint } = props
  const { showing = m.admin_list_showing, legend } = props
  const { path, query } = state
  const filters = `${Object.keys(query).filter((name) => !notFilters.includes(name))}`
  const { shown, ...choice } = useShownColumns(path, columns)
  const { openId, hrefOf } = useOpenRow(path)
  useReloadWatch()
  const open = rows.find(({ _id }) => _id === openId)
  return (
    <section aria-label={label}>
      {notice && !open && <div className="mb-4">{notice}</div>}
      {openId && !open && !notice && (
        <div className="mb-4">
          <Notice tone="wait">{m.admin_row_gone()}</Notice>
        </div>
      )}
      <div className="card p-0! lg:p-0!">
        <div className="list-head" data-empty={rows.length > 0 ? undefined : filters}>
          {rows.length > 0 && (
            <div className="mr-auto flex flex-wrap items-center gap-x-6">
              <p className="text-muted">{showingText(rows.length, state.total)}</p>
              {legend}
            </div>
          )}
          <FiltersButton query={query} />
          {rows.length > 0 && csv && <CsvLink to={csv} />}
          {rows.length > 0 && <ListColumns {...choice} />}
        </div>
        {selection && (rows.length > 0 || selection.ids.length > 0) && (
          <SelectionBar selection={selection} onPage={rows.map(({ _id }) => _id)} />
        )}
        {rows.length === 0 ? (
          <>
            <p className="sr-only">{showingText(0, state.total)}</p>
            {filters ? (
              <NothingFound state={state} isOnlySearch={filters === 'q'} searchHint={searchHint} />
            ) : empty.isGood ? (
              <AllClear {...empty} />
            ) : (
              <EmptyState {...empty} drawing={null} />
            )}
          </>
        ) : (
          <Table {...props} columns={shown} openId={openId} hrefOf={hrefOf} />
        )}
      </div>
      {open && (
        <RowPanel key={open._id} row={open} columns={columns} closeHref={hrefOf(null)}>
          {notice}
          {detail?.(open)}
        </RowPanel>
      )}
      <nav aria-label={m.admin_list_pages({ list: label })} className="mt-4 flex flex-wrap items-center gap-3">
        {rows.length > 0 && <KeyHelp isSelecting={selection !== undefined} />}
        <span className="grow" />
        {(state.previous ?? state.next) && (
          <>
            <PageLink to={state.previous}>{m.admin_previous()}</PageLink>
            <PageLink to={state.next}>{m.admin_next_page()}</PageLink>
          </>
        )}
      </nav>
    </section>
  )

  function showingText(count: number, total: ListState['total']): string {
    const counts = { shown: formatNumber(count) }
    return typeof total === 'number'
      ? showing({ ...counts, total: formatNumber(total) })
      : m.admin_list_showing_many({ ...counts, total: formatNumber(total.atLeast) })
  }
}

/** The keys of the list, and the switch for those of one letter. */
function KeyHelp({ isSelecting }: { isSelecting: boolean }) {
  const [isOn, set] = useSingleKeys()
  const isScripted = useScripts()
  return (
    <p className="text-small text-muted max-lg:sr-only max-lg:focus-within:not-sr-only">
      {isOn ? (isSelecting ? m.admin_list_keys() : m.admin_list_keys_plain()) : m.admin_keys_off()}
      {isScripted && (
        <Button look="plain" className="ml-1 text-small" onClick={() => set(!isOn)}>
          {isOn ? m.admin_keys_turn_off() : m.admin_keys_turn_on()}
        </Button>
      )}
    </p>
  )
}

type Opening = { openId: string | null; hrefOf: (id: string | null) => string }
type TableProps<R> = Pick<Props<R>, 'label' | 'columns' | 'rows' | 'state' | 'selection'> & Opening

function Table<R>({ label, columns, rows, state, ...more }: TableProps<R>) {
  const { sort } = state
  const { selection, openId, hrefOf } = more
  const table = useRef<HTMLTableElement>(null)
  useListKeys(table)
  return (
    <div className="list-scroll">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: CSS display removes the table roles */}
      <table ref={table} role="table" className="list-table" aria-label={label} data-list>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-number={column.isNumber || undefined}
                data-actions={column.isActions || undefined}
                aria-sort={column.sort === sort.by ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
              >
                <SortLink column={column} state={state} />
                {column.legend}
              </th>
            ))}
            {!columns.some(({ isActions }) => isActions) && (
              <th role="columnheader" scope="col" data-actions>
                <span className="sr-only">{m.admin_col_actions()}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, i) => (
            <Row
              key={row._id}
              row={row}
              columns={columns}
              selection={selection}
              isFirst={i === 0}
              isOpen={row._id === openId}
              href={hrefOf(row._id)}
            />
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  )
}

type RowProps<R> = {
  row: Listed<R>
  columns: readonly Column<R>[]
  selection: RowSelection<Listed<R>> | undefined
  isFirst: boolean
  isOpen: boolean
  href: string
}

function Row<R>({ row, columns, selection, isFirst, isOpen, href }: RowProps<R>) {
  const id = useId()
  const navigate = useNavigate()
  const actions = columns.find(({ isActions }) => isActions)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS display removes the table roles
    // biome-ignore-start lint/a11y/useKeyWithClickEvents: Enter on the row is handled by the list
    <tr
      role="row"
      id={`row-${row._id}`}
      data-row
      tabIndex={isFirst ? 0 : -1}
      data-selected={selection?.ids.includes(row._id) || undefined}
      data-open-row={isOpen || undefined}
      onClick={({ target }) => {
        const isControl =
          target instanceof Element && target.closest('a, button, label, form, select, summary, [popover]')
        if (isControl || window.getSelection()?.isCollapsed === false) return
        void navigate(localHref(href), { preventScrollReset: true })
      }}
    >
      {columns
        .filter(({ isActions }) => !isActions)
        .map(({ key, label: name, isWide, isText, isMinor, isNumber, place, cell }, i) => (
          <td
            key={key}
            data-zero={isZero(cell(row)) || undefined}
            data-empty={isEmptyCell(cell(row)) || undefined}
            id={i === 0 ? id : undefined}
            role="cell"
            data-label={name}
            data-wide={isWide || undefined}
            data-text={isText || undefined}
            data-minor={isMinor || undefined}
            data-place={place}
            data-number={isNumber || undefined}
          >
            {selection && i === 0 ? (
              <div className="flex items-center gap-1">
                <RowCheckbox row={row} selection={selection} />
                <div className="list-cell">{cell(row)}</div>
              </div>
            ) : (
              <div className="list-cell">{isEmptyCell(cell(row)) ? emptyCell : cell(row)}</div>
            )}
          </td>
        ))}
      <td role="cell" data-actions data-wide data-minor={actions?.isMinor || undefined}>
        <div className="flex items-center justify-end gap-1">
          {actions?.cell(row)}
          <LocalLink
            to={href}
            preventScrollReset
            data-open
            aria-describedby={id}
            aria-current={isOpen ? 'true' : undefined}
            className="list-open target"
          >
            <span className="lg:sr-only">{m.admin_row_open()}</span>
            <Icon name="chevron-right" size={22} />
          </LocalLink>
        </div>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
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
