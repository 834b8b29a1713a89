import type { MouseEvent } from 'react'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { ListData } from './list-data.server.ts'
import { TypedSearch } from './typed-search.tsx'
import type { Change, Filter } from './use-filter.ts'

/** Id of the filter form; search and sort fields outside it refer to it. */
export const filterFormId = 'mentor-filters'

export const mentorsText = (count: string) => (count === '1' ? m.list_count_one() : m.list_count({ count }))

type Props = {
  list: ListData & { title: string }
  filter: Filter
  /** Why the device's position is not used. */
  notice: string | null
  onFilters: () => void
}

/** Heading of the list with place, count and search field. */
export function ListHead({ list: { title, about, count, chips }, filter, notice, onFilters }: Props) {
  return (
    <header className="list-head">
      <div>
        <h1 className="text-h1">{title}</h1>
        <p className="mt-1 text-muted" aria-live="polite">
          {count !== '0' && (
            <>
              <b className="text-ink">{mentorsText(count)}</b> {about}
            </>
          )}
        </p>
        <p role="status" className="text-small text-muted">
          {notice}
        </p>
      </div>
      <ListSearch filter={filter} chips={chips.length} onFilters={onFilters} />
      <div className="list-sort">
        <SortField sort={filter.draft.sort} change={filter.change} inHead />
      </div>
    </header>
  )
}

type SearchProps = Pick<Props, 'filter' | 'onFilters'> & { chips: number }

/** Search field, and on phones the button that opens the other filters. */
export function ListSearch({ filter: { draft, change }, chips, onFilters }: SearchProps) {
  // The search text stands in its field.
  const filters = chips - (draft.q ? 1 : 0)
  const open = (event: MouseEvent) => {
    event.preventDefault()
    onFilters()
  }
  return (
    <search className="list-search">
      <span className="control">
        <button
          type="submit"
          form={filterFormId}
          aria-label={m.list_search_button()}
          className="target -mr-3 -ml-3 grid place-items-center"
        >
          <Icon name="search" size={22} />
        </button>
        <TypedSearch
          form={filterFormId}
          value={draft.q}
          onChange={(event) => change({ q: event.currentTarget.value }, true)}
        />
      </span>
      <ButtonLink
        look="outline"
        href="#filters"
        onClick={open}
        className="lg:hidden"
        icon={<Icon name="sliders-horizontal" size={20} />}
      >
        {m.list_filters()}
        {filters > 0 && (
          <span className="filter-count">
            <span aria-hidden="true">{filters}</span>
            <span className="sr-only">{m.list_filters_on({ count: filters })}</span>
          </span>
        )}
      </ButtonLink>
    </search>
  )
}

export function SortField({ sort, change, inHead }: { sort: string; change: Change; inHead?: boolean }) {
  const options = [
    { value: 'best', label: m.list_sort_best() },
    { value: 'distance', label: m.list_sort_distance() },
    { value: 'price', label: m.list_sort_price() },
    { value: 'rating', label: m.list_sort_rating() },
  ]
  return (
    <SelectField
      label={m.list_sort()}
      options={options}
      value={sort}
      onChange={(event) => change({ sort: event.currentTarget.value })}
      {...(inHead && { hideLabel: true, name: 'sort', form: filterFormId })}
    />
  )
}
