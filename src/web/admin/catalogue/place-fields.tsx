import type { AdminPlace } from '#contract/reference/admin-places.ts'
import type { PlaceKind } from '#contract/reference/limits.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { type Option, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../kit/admin-form.tsx'

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

type Props = { place: AdminPlace; parents: readonly Option[]; fields: FormFields }

/** Fields of a place; a state has neither parent nor coordinates. */
export function PlaceFields({ place, parents, fields: { field, result } }: Props) {
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
      {kind !== 'state' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {(['lat', 'lon'] as const).map((name) => (
            <TextField
              key={name}
              {...field(name, String(place[name] ?? ''))}
              label={name === 'lat' ? m.admin_place_lat() : m.admin_place_lon()}
              help={name === 'lat' ? m.admin_place_point_help() : null}
              inputMode="decimal"
              maxLength={12}
            />
          ))}
        </div>
      )}
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
    </>
  )
}
