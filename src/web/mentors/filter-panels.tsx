import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LocalLink } from '../ui/link.tsx'
import { useFittingTop } from '../ui/use-fitting-top.ts'
import { filterFormId, SortField } from './list-head.tsx'
import type { Filter } from './use-filter.ts'

type Props = {
  filter: Filter
  count: string
  hasFilters: boolean
  path?: string
  /** Where Reset leads. */
  reset?: string
  children: ReactNode
}

function showText(count: string): string {
  if (count === '0') return m.list_show_none()
  return count === '1' ? m.list_show_one() : m.list_show({ count })
}

/** Link that clears all filters. */
export function ResetLink({ to }: { to: string }) {
  return (
    <LocalLink to={to} preventScrollReset className="text-link inline-flex min-h-11 items-center px-2">
      {m.list_reset()}
    </LocalLink>
  )
}

/** Selected values without a control, as hidden fields for submission without JavaScript. */
function HiddenFields({ draft: { within, hidden } }: Pick<Filter, 'draft'>) {
  const rows = within ? [['within', within] as const, ...hidden] : hidden
  return rows.map(([name, value]) => <input key={name + value} type="hidden" name={name} value={value} />)
}

/** Filter column of wide screens; a plain form, so that it works without JavaScript. */
export function FilterColumn({ filter, count, hasFilters, path = '/mentors', reset = path, children }: Props) {
  const column = useFittingTop<HTMLElement>()
  return (
    <aside ref={column} id="filters" className="list-column card" aria-label={m.list_filters()}>
      <Form
        id={filterFormId}
        method="get"
        action={localHref(path)}
        onSubmit={(event) => {
          event.preventDefault()
          filter.change({})
        }}
      >
        <div className="flex min-h-11 items-center justify-between">
          <h2 className="text-h3">{m.list_filters()}</h2>
          {hasFilters && <ResetLink to={reset} />}
        </div>
        <div className="filter-fields">{children}</div>
        <HiddenFields draft={filter.draft} />
        <noscript>
          <Button type="submit" wide className="mt-4">
            {showText(count)}
          </Button>
        </noscript>
      </Form>
    </aside>
  )
}

type SheetProps = Props & { open: boolean; onClose: () => void; loading: boolean }

/** The same controls in a sheet on phones; every change already loads the list behind it. */
export function FilterSheet({
  filter,
  count,
  hasFilters,
  open,
  onClose,
  loading,
  reset = '/mentors',
  children,
}: SheetProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.list_filters()}
      extra={hasFilters && <ResetLink to={reset} />}
      action={
        <Button wide loading={loading} onClick={onClose}>
          {showText(count)}
        </Button>
      }
    >
      <div className="mb-5 sm:hidden">
        <SortField sort={filter.draft.sort} change={filter.change} />
      </div>
      <div className="filter-fields">{children}</div>
    </Dialog>
  )
}
