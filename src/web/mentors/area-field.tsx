import LocateFixed from 'lucide-react/icons/locate-fixed'
import { useEffect, useId, useState } from 'react'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { noPlace } from './filter-address.ts'
import type { FilterProps } from './filter-fields.tsx'

/** Hundredths of a degree: about 1 km, enough for a list and safe in a link that one sends to others. */
const digits = 2

/** The area by name, with the areas of the city to choose from, or the place where the phone is. */
export function AreaField({ draft, change, options }: Omit<FilterProps, 'revision'>) {
  const list = useId()
  const [text, setText] = useState(draft.area)
  const [denied, setDenied] = useState(false)

  // The other copy of this field, in the sheet or the column, may have changed it.
  useEffect(() => setText(draft.area), [draft.area])

  const commit = (area: string) => area.trim() !== draft.area && change({ ...noPlace(draft), area: area.trim() })
  const type = (value: string) => {
    setText(value)
    if (value === '' || options.areas.some((area) => area.value === value)) commit(value)
  }
  const locate = () => {
    const place = (at: GeolocationPosition) => {
      const { latitude, longitude } = at.coords
      const { kept } = noPlace(draft)
      setDenied(false)
      setText('')
      change({
        area: '',
        city: '',
        kept: [...kept, ['lat', latitude.toFixed(digits)], ['lon', longitude.toFixed(digits)]],
      })
    }
    navigator.geolocation?.getCurrentPosition(place, () => setDenied(true), { timeout: 10_000 })
    if (!navigator.geolocation) setDenied(true)
  }
  return (
    <div>
      <TextField
        label={m.list_area()}
        name="area"
        list={list}
        autoComplete="off"
        maxLength={80}
        placeholder={m.list_area_hint({ city: options.cityName })}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => commit(text)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit(text)
        }}
      />
      <datalist id={list}>
        {options.areas.map(({ value, label }) => (
          <option key={value} value={value} label={label || undefined} />
        ))}
      </datalist>
      <Button look="plain" onClick={locate} icon={<LocateFixed size={20} aria-hidden="true" />} className="-ml-3">
        {m.list_locate()}
      </Button>
      <p role="status" className="text-small text-warn">
        {denied && m.list_locate_denied()}
      </p>
    </div>
  )
}
