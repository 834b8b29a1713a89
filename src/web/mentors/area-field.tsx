import { useState } from 'react'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { AreaBox } from './area-box.tsx'
import { noPlace } from './filter-address.ts'
import type { FilterProps } from './filter-fields.tsx'

/** Hundredths of a degree: about 1 km, enough for a list and safe in a link that one sends to others. */
const digits = 2

/** The area by name, or the place where the phone is. */
export function AreaField({ draft, change, options }: Omit<FilterProps, 'revision'>) {
  const [denied, setDenied] = useState(false)
  const locate = () => {
    const place = (at: GeolocationPosition) => {
      const { latitude, longitude } = at.coords
      const { kept } = noPlace(draft)
      setDenied(false)
      change({
        state: '',
        city: '',
        area: '',
        kept: [...kept, ['lat', latitude.toFixed(digits)], ['lon', longitude.toFixed(digits)]],
      })
    }
    navigator.geolocation?.getCurrentPosition(place, () => setDenied(true), { timeout: 10_000 })
    if (!navigator.geolocation) setDenied(true)
  }
  return (
    <div>
      <AreaBox
        label={m.list_area()}
        area={draft.area}
        onArea={(area) => change({ ...noPlace(draft), area })}
        options={options}
      />
      <Button look="plain" onClick={locate} icon={<Icon name="locate-fixed" size={20} />} className="-ml-3">
        {m.list_locate()}
      </Button>
      <p role="status" className="text-small text-warn">
        {denied && m.list_locate_denied()}
      </p>
    </div>
  )
}
