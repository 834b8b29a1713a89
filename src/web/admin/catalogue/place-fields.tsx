import { type ReactNode, useRef, useState } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Field, type Option, SelectField, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../kit/admin-form.tsx'
import type { PlaceFacts } from './place-actions.server.ts'

type Pin = { lat: number; lon: number }
/** Where a map stands in the form: it gets what the form says now, and a point that was chosen on it. */
export type ShowMap = (at: { name: string; lat: string; lon: string }, onPoint: (pin: Pin) => void) => ReactNode
/** Words of the map in this form. */
export const mapWords = { title: m.admin_place_map_title, done: m.admin_place_map_title, kept: m.admin_place_map_taken }
type Props = {
  place: PlaceFacts
  parents: readonly Option[]
  fields: Pick<FormFields, 'field' | 'result'>
  showMap: ShowMap | null
}

/** Everything that is told of a place. */
export function PlaceFields({ place, parents, fields: { field, result }, showMap }: Props) {
  const { kind } = place
  const parent = field('parent', place.parent)
  const aliases = field('aliases', place.aliases)
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      {kind !== 'state' && (
        <SelectField
          {...parent}
          label={kind === 'area' ? m.admin_places_city() : m.admin_places_state()}
          options={parents}
          empty=""
        />
      )}
      <TextField {...field('name', place.name)} label={m.admin_place_name_en()} maxLength={60} autoComplete="off" />
      <TextField
        {...field('nameHi', place.nameHi)}
        label={m.admin_place_name_hi()}
        maxLength={60}
        lang="hi"
        autoComplete="off"
      />
      <Field label={m.admin_place_aliases()} help={m.admin_place_aliases_help()} error={aliases.error}>
        {(wiring) => (
          <span className="control control-area">
            <textarea {...wiring} name="aliases" rows={4} maxLength={3000} defaultValue={aliases.defaultValue} />
          </span>
        )}
      </Field>
      {kind !== 'state' && <PointFields place={place} field={field} showMap={showMap} />}
      {result && 'askSure' in result.values && (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="isPointSure" value="1" />
          {m.admin_place_sure()}
        </label>
      )}
      <SelectField
        {...field('status', place.status)}
        label={m.admin_places_status()}
        help={m.admin_place_status_help()}
        options={[
          { value: 'shown', label: m.admin_places_shown() },
          { value: 'hidden', label: m.admin_places_hidden() },
        ]}
      />
    </>
  )
}

function PointFields({ place, field, showMap }: Pick<Props, 'place' | 'showMap'> & Pick<FormFields, 'field'>) {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<{ name: string; lat: string; lon: string } | null>(null)
  const input = (name: string) => box.current?.closest('form')?.querySelector<HTMLInputElement>(`[name=${name}]`)
  const look = () => {
    const value = (name: string) => input(name)?.value.trim() ?? ''
    setShown({ name: value('name'), lat: value('lat'), lon: value('lon') })
  }
  const take = (pin: Pin) => {
    for (const name of ['lat', 'lon'] as const) {
      const one = input(name)
      if (!one) continue
      one.value = String(pin[name])
      one.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  return (
    <div ref={box} className="grid gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField {...field('lat', place.lat)} label={m.admin_place_lat()} inputMode="decimal" maxLength={12} />
        <TextField {...field('lon', place.lon)} label={m.admin_place_lon()} inputMode="decimal" maxLength={12} />
      </div>
      {showMap && (
        <Button look="outline" onClick={look} className="justify-self-start">
          {m.admin_place_map()}
        </Button>
      )}
      {shown && showMap && <div key={JSON.stringify(shown)}>{showMap(shown, take)}</div>}
    </div>
  )
}
