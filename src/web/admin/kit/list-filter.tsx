import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages'
import { valuesOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { ClosePopover } from '../../ui/close-popover.tsx'
import { formatDay, instantOf } from '../../ui/dates.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { type ListState, listHref } from './list-address.ts'
import { SavedViews } from './saved-views.tsx'

/** Parameters of a list that are no filter. */
export const notFilters: readonly string[] = ['sort', 'order', 'limit', 'show', 'until', 'cursor']

type Option = { value: string; label: string }
/** A filter of a list. `search` is always shown; a choice without `defaultValue` starts with "All". */
type FilterField = {
  /** Its parameter in the URL. */
  name: string
  label: string
  type?: 'search' | 'date' | 'text'
  options?: readonly Option[]
  /** The choice that a URL without the parameter means. */
  defaultValue?: string
}
type State = Pick<ListState, 'path' | 'query' | 'total'>
type Props = { state: State; fields: readonly FilterField[] }

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
const shownValue = ({ options, type }: FilterField, value: string) =>
  options?.find((one) => one.value === value)?.label ??
  (type === 'date' && isDate(value) ? formatDay(instantOf(value), { year: true }) : value)

const sheetId = 'list-filters'

/** Opens the filters on narrow screens; hidden on pages without them. */
export function FiltersButton({ query }: Pick<ListState, 'query'>) {
  const count = Object.keys(query).filter((name) => !notFilters.includes(name) && name !== 'q').length
  return (
    <button type="button" popoverTarget={sheetId} className="list-filters" data-on={count > 0 || undefined}>
      <Icon name="sliders-horizontal" size={20} />
      <span>{count > 0 ? m.admin_filters_count({ count: formatNumber(count) }) : m.admin_filters()}</span>
    </button>
  )
}

/**
 * The search, filters and saved views of a list. Its fields become the URL's query, so it works without scripts and with
 * the back button. On narrow screens the filters are in a sheet.
 */
export function ListFilter({ state, fields }: Props) {
  const { path, query } = state
  const search = fields.filter(({ type }) => type === 'search')
  const others = fields.filter(({ type }) => type !== 'search')
  const dates = others.filter(({ type }) => type === 'date')
  const chips = others.flatMap((field) => (field.type !== 'date' ? [[field]] : field === dates[0] ? [dates] : []))
  // The search box shows its own value.
  const applied = others.flatMap((field) => {
    const value = query[field.name]
    return value ? [{ ...field, text: `${field.label}: ${shownValue(field, value)}` }] : []
  })
  const kept = Object.entries(query).filter(
    ([name]) => name !== 'cursor' && !fields.some((field) => field.name === name),
  )
  const without = (names: readonly string[]) =>
    listHref(path, query, Object.fromEntries(names.map((name) => [name, null])))
  const navigate = useNavigate()
  /** Leaves empty fields out of the URL; without scripts they are in it and mean nothing. */
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = Object.entries(valuesOf(new FormData(event.currentTarget))).filter(([, value]) => value !== '')
    void navigate(localHref(listHref(path, Object.fromEntries(filled), {})), { preventScrollReset: true })
  }
  return (
    <search key={JSON.stringify(query)} className="my-4 grid gap-2">
      <SavedViews state={state} isFiltered={applied.length > 0 || query.sort !== undefined} />
      <form method="get" action={localHref(path)} className="list-filter" onSubmit={apply}>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {search.map(({ name, label }) => (
          <div key={name} className="list-search">
            <TextField
              label={label}
              hideLabel
              placeholder={label}
              name={name}
              type="search"
              maxLength={80}
              defaultValue={query[name]}
            />
            <Button type="submit" look="outline">
              {m.admin_search_button()}
            </Button>
          </div>
        ))}
        {others.length > 0 && (
          <div popover="auto" id={sheetId} className="list-sheet">
            <div className="list-sheet-head">
              <p className="text-h3">{m.admin_filters()}</p>
              <ClosePopover of={sheetId} />
            </div>
            {chips.map((some) => (
              <FilterChip key={some[0]?.name} fields={some} query={query} />
            ))}
            <Button type="submit" wide className="lg:hidden!">
              {m.admin_filters_show()}
            </Button>
          </div>
        )}
      </form>
      {applied.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2" aria-label={m.admin_filters()}>
          {applied.map(({ name, text }) => (
            <li key={name}>
              <LocalLink
                to={without([name])}
                preventScrollReset
                className="chip max-w-full whitespace-normal!"
                data-on
                aria-label={m.admin_filter_remove({ filter: text })}
              >
                <span className="wrap-anywhere">{text}</span>
                <Icon name="x" size={18} className="flex-none" />
              </LocalLink>
            </li>
          ))}
          <li>
            <LocalLink
              to={without(fields.map(({ name }) => name))}
              preventScrollReset
              className="text-link inline-flex min-h-11 items-center px-2"
            >
              {m.admin_filters_clear()}
            </LocalLink>
          </li>
        </ul>
      )}
    </search>
  )
}

/** A chip that opens its fields, of which only dates are several; in the sheet of narrow screens only the fields. */
function FilterChip({ fields, query }: { fields: readonly FilterField[]; query: ListState['query'] }) {
  const id = useId()
  return (
    <div className="list-chip">
      <button
        type="button"
        popoverTarget={id}
        className="chip"
        data-on={fields.some(({ name }) => query[name]) || undefined}
      >
        {fields.length > 1 ? m.admin_list_dates() : fields[0]?.label}
        <Icon name="chevron-down" size={18} />
      </button>
      <div popover="auto" id={id} className="list-pop">
        {fields.map(({ name, label, type = 'text', options, defaultValue }) =>
          options ? (
            <SelectField
              key={name}
              label={label}
              name={name}
              defaultValue={query[name] || (defaultValue ?? '')}
              options={defaultValue === undefined ? [{ value: '', label: m.admin_list_all() }, ...options] : options}
            />
          ) : (
            <TextField
              key={name}
              label={label}
              name={name}
              type={type}
              maxLength={80}
              defaultValue={query[name] ?? ''}
            />
          ),
        )}
        <Button type="submit" className="max-lg:hidden!">
          {m.admin_filter_apply()}
        </Button>
      </div>
    </div>
  )
}
