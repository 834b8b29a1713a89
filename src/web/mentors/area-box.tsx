import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { m } from '#messages'
import { TextField } from '../ui/field.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import { noPlace } from './filter-address.ts'
import type { FilterOptions } from './filter-options.server.ts'
import type { Filter } from './use-filter.ts'
import { useSuggestions } from './use-suggestions.ts'

const most = 8

type Props = Omit<Filter, 'revision'> & {
  options: Pick<FilterOptions, 'areas' | 'city' | 'cityName'>
  label: string
  help?: string | undefined
}

/** An area of the city by name: the browser's own list before scripts, then one that forgives mistakes. */
export function AreaBox({ draft, change, options: { areas, city, cityName }, label, help }: Props) {
  const id = useId()
  const scripts = useScripts()
  const [text, setText] = useState(draft.area)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const found = useSuggestions(text, city, open)

  // The other copy of this field, in the sheet or the column, may have changed it.
  useEffect(() => setText(draft.area), [draft.area])

  const typed = text.trim().toLowerCase()
  const known = areas.filter((one) => `${one.value} ${one.label}`.toLowerCase().includes(typed))
  const rows = open ? (found ?? known.slice(0, most)) : []
  const commit = (area: string) => {
    setOpen(false)
    setText(area)
    if (area.trim() !== draft.area) change({ ...noPlace(draft), area: area.trim() })
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setOpen(true)
      setAt((now) => (now + step + rows.length) % Math.max(1, rows.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      commit(rows[at]?.value ?? text)
    } else if (event.key === 'Escape' && open) {
      // Closes the list, not the sheet around it.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }
  const box = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': rows.length > 0,
    'aria-controls': `${id}-list`,
    ...(rows[at] && { 'aria-activedescendant': `${id}-${at}` }),
  } as const
  return (
    <div className="suggest">
      <TextField
        label={label}
        help={help}
        name="area"
        autoComplete="off"
        maxLength={80}
        disabled={city === ''}
        placeholder={city === '' ? m.list_city_first() : m.list_area_hint({ city: cityName })}
        value={text}
        {...(scripts ? box : { list: `${id}-areas` })}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setAt(-1)
          setOpen(true)
          if (value === '') commit('')
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => commit(text)}
        onKeyDown={press}
      />
      {!scripts && (
        <datalist id={`${id}-areas`}>
          {areas.map(({ value, label }) => (
            <option key={value} value={value} label={label || undefined} />
          ))}
        </datalist>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={m.list_suggestions()} hidden={rows.length === 0}>
        {rows.map((row, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves through the list from the field
          <div
            key={row.value}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            // The field keeps the focus, and with it what is typed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => commit(row.value)}
          >
            {row.label || row.value}
          </div>
        ))}
      </div>
    </div>
  )
}
