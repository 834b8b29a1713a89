import { useEffect, useId, useState } from 'react'
import { m } from '#messages'
import { Combobox } from '../ui/combobox.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import { useSuggestions } from '../use-suggestions.ts'
import type { FilterOptions } from './filter-options.server.ts'

const maxSuggestions = 8

type Props = {
  area: string
  onArea: (area: string) => void
  options: Pick<FilterOptions, 'areas' | 'city' | 'cityName'>
  label: string
  name?: string
  id?: string
  help?: string | undefined
  error?: string | undefined
}

/** Area of the city by name: the browser's datalist without JavaScript, otherwise a combobox with fuzzy matching. */
export function AreaBox({ area, onArea, options: { areas, city, cityName }, name = 'area', ...given }: Props) {
  const id = useId()
  const scripts = useScripts()
  const [text, setText] = useState(area)
  const [open, setOpen] = useState(false)
  const found = useSuggestions(text, city, open)

  // Sync with the other copy of this field, in the sheet or the column.
  useEffect(() => setText(area), [area])

  const typed = text.trim().toLowerCase()
  const known = areas.filter((one) => `${one.value} ${one.label}`.toLowerCase().includes(typed))
  const commit = (next: string) => {
    setText(next)
    if (next.trim() !== area) onArea(next.trim())
  }
  return (
    <>
      <Combobox
        {...given}
        name={name}
        maxLength={80}
        disabled={city === ''}
        placeholder={city === '' ? m.list_city_first() : m.list_area_hint({ city: cityName })}
        {...(!scripts && { list: `${id}-areas` })}
        text={text}
        onText={(next) => (next === '' ? commit('') : setText(next))}
        rows={found ?? known.slice(0, maxSuggestions)}
        onCommit={(row) => commit(row?.value ?? text)}
        listLabel={m.list_suggestions()}
        onOpen={setOpen}
      />
      {!scripts && (
        <datalist id={`${id}-areas`}>
          {areas.map(({ value, label }) => (
            <option key={value} value={value} label={label || undefined} />
          ))}
        </datalist>
      )}
    </>
  )
}
