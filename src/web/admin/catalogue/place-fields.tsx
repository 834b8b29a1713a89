import { type ReactNode, useRef, useState } from 'react'
import type { AdminPlace } from '#contract/reference/admin-places.ts'
import type { PlaceKind } from '#contract/reference/limits.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { type Option, SelectField, TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import type { FormFields } from '../kit/admin-form.tsx'
import { TextArea } from '../kit/text-area.tsx'

export const placesHref = '/admin/subjects/places'

/** A place's name in the language of the page. */
export const placeName = ({ name, nameHi }: { name: string; nameHi: string }): string =>
  currentLocale() === 'hi' ? nameHi : name

export const placeKindNames: Record<PlaceKind, () => string> = {
  state: m.admin_places_state,
  city: m.admin_places_city,
  area: m.admin_places_area,
}
export const addPlaceNames: Record<PlaceKind, () => string> = {
  area: m.admin_places_add_area,
  city: m.admin_places_add_city,
  state: m.admin_places_add_state,
}

type Pin = { lat: number; lon: number }
/** Renders a map for the form's current values; `onPoint` receives the confirmed point. */
export type ShowMap = (at: { area: string; lat: string; lon: string }, onPoint: (pin: Pin) => void) => ReactNode
type Props = { place: AdminPlace; parents: readonly Option[]; fields: FormFields; showMap: ShowMap | null }

/** Fields of a place; a state has neither parent nor coordinates. */
export function PlaceFields({ place, parents, fields: { field, result }, showMap }: Props) {
  const { kind } = place
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      {kind !== 'state' && (
        <SelectField
          {...field('parent', place.parent?._id ?? '')}
          label={kind === 'area' ? m.admin_places_city() : m.admin_places_state()}
          options={parents}
          empty=""
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...field('name', place.name)} label={m.admin_cat_en()} maxLength={60} autoComplete="off" />
        <TextField
          {...field('nameHi', place.nameHi)}
          label={m.admin_cat_hi()}
          maxLength={60}
          lang="hi"
          autoComplete="off"
        />
      </div>
      <TextArea
        rows={4}
        label={m.admin_place_aliases()}
        help={m.admin_place_aliases_help()}
        {...field('aliases', place.aliases.join('\n'))}
      />
      {kind !== 'state' && <PointFields place={place} field={field} showMap={showMap} />}
      {result && 'askSure' in result.values && (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="isPointSure" value="1" />
          {m.admin_place_sure()}
        </label>
      )}
      <SelectField
        {...field('status', place.status)}
        label={m.admin_cat_state()}
        help={m.admin_place_status_help()}
        options={[
          { value: 'shown', label: m.admin_cat_shown() },
          { value: 'hidden', label: m.admin_cat_hidden() },
        ]}
      />
      {place._id !== '' && (
        <p className="text-small text-muted">
          {m.admin_place_rename_follow({
            mentors: formatNumber(place.mentors),
            families: formatNumber(place.families),
          })}
        </p>
      )}
    </>
  )
}

function PointFields({ place, field, showMap }: Pick<Props, 'place' | 'showMap'> & Pick<FormFields, 'field'>) {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Parameters<ShowMap>[0] | null>(null)
  const input = (name: string) => box.current?.closest('form')?.querySelector<HTMLInputElement>(`[name=${name}]`)
  const show = () => {
    const value = (name: string) => input(name)?.value.trim() ?? ''
    setShown({ area: value('name'), lat: value('lat'), lon: value('lon') })
  }
  const fill = (pin: Pin) => {
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
        {(['lat', 'lon'] as const).map((name) => (
          <TextField
            key={name}
            {...field(name, String(place[name] ?? ''))}
            label={name === 'lat' ? m.admin_place_lat() : m.admin_place_lon()}
            inputMode="decimal"
            maxLength={12}
          />
        ))}
      </div>
      {showMap && (
        <Button look="outline" onClick={show} className="justify-self-start">
          {m.admin_place_map()}
        </Button>
      )}
      {shown && showMap && <div key={JSON.stringify(shown)}>{showMap(shown, fill)}</div>}
    </div>
  )
}
