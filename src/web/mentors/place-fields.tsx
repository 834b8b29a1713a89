import { m } from '#messages'
import { SelectField } from '../ui/field.tsx'
import { withoutLocation } from './filter-address.ts'
import type { FilterOptions } from './filter-options.server.ts'
import type { Filter } from './use-filter.ts'

type Props = Omit<Filter, 'revision'> & { options: Pick<FilterOptions, 'states' | 'cities'>; typed?: boolean }

/** State and city selects. */
export function PlaceFields({ draft, change, options: { states, cities }, typed = false }: Props) {
  const hasCities = draft.state !== '' || draft.city !== ''
  return (
    <>
      <SelectField
        label={m.list_state()}
        name="state"
        options={states}
        empty={m.list_any_state()}
        typed={typed}
        value={draft.state}
        onChange={(event) => change({ ...withoutLocation(draft), state: event.currentTarget.value, city: '' })}
      />
      <SelectField
        label={m.list_city()}
        name="city"
        // Cities of the newly selected state, once loaded.
        options={cities}
        empty={hasCities ? m.list_any_city() : m.list_state_first()}
        typed={typed}
        disabled={!hasCities}
        value={draft.city}
        onChange={(event) => change({ ...withoutLocation(draft), city: event.currentTarget.value })}
      />
    </>
  )
}
