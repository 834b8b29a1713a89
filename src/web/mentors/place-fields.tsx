import { m } from '#messages'
import { SelectField } from '../ui/field.tsx'
import { type Draft, everywhere, withoutLocation } from './filter-address.ts'
import type { FilterOptions } from './filter-options.server.ts'
import type { Filter } from './use-filter.ts'

type Props = Omit<Filter, 'revision'> & { options: Pick<FilterOptions, 'states' | 'cities' | 'place'>; typed?: boolean }

/** The chosen state and city, else those the list is about. */
const shownPlace = (draft: Draft, { place }: Pick<FilterOptions, 'place'>): Pick<Draft, 'state' | 'city'> =>
  draft.state || draft.city || draft.within ? draft : place

/** State and city selects; no state means all of India. `typed`: their placeholders type themselves out until something is chosen. */
export function PlaceFields({ draft, change, options, typed = false }: Props) {
  const { states, cities } = options
  const { state, city } = typed ? draft : shownPlace(draft, options)
  const hasCities = state !== '' || city !== ''
  const choose = (next: Pick<Draft, 'state' | 'city' | 'within'>) => change({ ...withoutLocation(draft), ...next })
  return (
    <>
      <SelectField
        label={m.list_state()}
        name="state"
        options={states}
        empty={m.list_any_state()}
        typed={typed}
        value={state}
        onChange={({ currentTarget: { value } }) => choose({ state: value, city: '', within: value ? '' : everywhere })}
      />
      <SelectField
        label={m.list_city()}
        name="city"
        // Cities of the newly selected state, once loaded.
        options={cities}
        empty={hasCities ? m.list_any_city() : m.list_state_first()}
        typed={typed}
        disabled={!hasCities}
        value={city}
        onChange={(event) => choose({ state, city: event.currentTarget.value, within: draft.within })}
      />
    </>
  )
}
