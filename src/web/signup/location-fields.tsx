import { useState } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#messages'
import { labelOf, optionsOf, rangeNames } from '../application-labels.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import type { FieldsProps } from './field-binding.ts'
import { textAt } from './form-answers.ts'
import { type FieldLocation, locate } from './locate.ts'
import { LocationMap } from './location-map.tsx'

type Located = 'asking' | 'denied' | 'outside' | FieldLocation | null

/** State, city and area fields, which the device location can fill. */
export function LocationFields({ bind, answers, error, changed, cities, hasMap, AreaBox }: FieldsProps) {
  const scripts = useScripts()
  const [place, setPlace] = useState<FieldLocation>({
    state: textAt(answers, 'location.state'),
    city: textAt(answers, 'location.city'),
    area: textAt(answers, 'location.area'),
    lat: textAt(answers, 'location.lat'),
    lon: textAt(answers, 'location.lon'),
  })
  const [located, setLocated] = useState<Located>(null)
  /** Location to show on the map; null until one is chosen in this visit. */
  const [chosen, setChosen] = useState<FieldLocation | null>(null)
  const update = (next: Partial<FieldLocation>) => {
    // A location chosen by name has no coordinates.
    const location = { ...place, lat: '', lon: '', ...next }
    setPlace(location)
    setChosen(location.city !== '' && (location.area !== '' || location.lat !== '') ? location : null)
    changed()
  }
  const locateDevice = async () => {
    setLocated('asking')
    const found = await locate(cities)
    setLocated(found)
    // `changed` reads the form, so the location must be rendered first.
    if (typeof found === 'object') flushSync(() => update(found))
  }
  const states = [...new Map(cities.map((one) => [one.state, one.stateName]))]
  const offered = scripts ? cities.filter((one) => one.state === place.state) : cities
  const named = cities.find((one) => one.value === place.city)
  const statusText =
    located === 'asking'
      ? m.apply_locating()
      : located === 'denied'
        ? m.apply_locate_denied()
        : located === 'outside'
          ? m.apply_locate_outside()
          : located && m.apply_located({ place: [located.area, located.city].filter(Boolean).join(', ') })
  return (
    <>
      {scripts && (
        <div>
          <Button
            look="outline"
            onClick={locateDevice}
            loading={located === 'asking'}
            icon={<Icon name="locate-fixed" size={20} />}
          >
            {m.apply_locate()}
          </Button>
          <p role="status" className={located === 'denied' || located === 'outside' ? 'text-warn' : 'text-muted'}>
            {statusText}
          </p>
        </div>
      )}
      <SelectField
        {...bind('location.state')}
        defaultValue={undefined}
        value={place.state}
        onChange={(event) => update({ state: event.currentTarget.value, city: '', area: '' })}
        label={labelOf('location.state')}
        options={states.map(([value, label]) => ({ value, label }))}
        empty={m.apply_choose()}
      />
      <SelectField
        {...bind('location.city')}
        defaultValue={undefined}
        value={place.city}
        onChange={(event) => update({ city: event.currentTarget.value, area: '' })}
        label={labelOf('location.city')}
        options={offered}
        empty={scripts && place.state === '' ? m.apply_state_first() : m.apply_choose()}
        disabled={scripts && place.state === ''}
      />
      {scripts ? (
        // Typing another area clears the coordinates.
        <div className="contents" onChange={() => setPlace((now) => ({ ...now, lat: '', lon: '' }))}>
          <AreaBox
            key={`${place.state} ${place.city}`}
            id="location.area"
            name="location.area"
            label={labelOf('location.area')}
            error={error('location.area')}
            area={place.area}
            onArea={(area) => update({ area })}
            options={{ areas: [], city: place.city, cityName: named?.label ?? '' }}
          />
        </div>
      ) : (
        <TextField {...bind('location.area')} label={labelOf('location.area')} maxLength={80} />
      )}
      {hasMap && chosen && (
        <LocationMap
          key={Object.values(chosen).join()}
          place={chosen}
          onConfirm={({ lat, lon }) => {
            setPlace({ ...chosen, lat: String(lat), lon: String(lon) })
            changed()
          }}
        />
      )}
      <input type="hidden" name="location.lat" value={place.lat} />
      <input type="hidden" name="location.lon" value={place.lon} />
      <SelectField
        {...bind('teachingRange')}
        label={labelOf('teachingRange')}
        options={optionsOf(rangeNames)}
        empty={m.apply_choose()}
      />
    </>
  )
}
