import { useState } from 'react'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { m } from '#messages'
import { Combobox } from './ui/combobox.tsx'
import { type Option, SelectField, TextField } from './ui/field.tsx'
import { useSuggestions } from './use-suggestions.ts'

const maxSuggestions = 8

type Props = {
  /** Id of the field focused when another address is entered. */
  id: string
  address: ClassAddress
  onAddress: (address: ClassAddress) => void
  cities: readonly Option[]
  required?: boolean
  /** False to ask only for what is needed. */
  hasLandmark?: boolean
  errors?: Partial<Record<keyof ClassAddress, string | undefined>> | undefined
}

/** Address fields of a lesson at home. */
export function AddressFields(props: Props) {
  const { id, address, onAddress, cities, required = true, hasLandmark = true, errors = {} } = props
  const [open, setOpen] = useState(false)
  const found = useSuggestions(address.area, address.city, open)
  const change = (patch: Partial<ClassAddress>) => onAddress({ ...address, ...patch })
  // A city no longer offered stays selected until changed.
  const known = cities.some(({ value }) => value === address.city)
  const options = known || address.city === '' ? cities : [{ value: address.city, label: address.city }, ...cities]
  return (
    <>
      <TextField
        id={id}
        label={m.settings_address()}
        name="house"
        required={required}
        maxLength={200}
        autoComplete="street-address"
        value={address.house}
        error={errors.house}
        onChange={(event) => change({ house: event.currentTarget.value })}
      />
      <div className="grid grid-cols-2 items-start gap-3 [&_.control]:min-w-0 [&_.control]:px-2.5">
        <Combobox
          label={m.settings_area()}
          name="area"
          required={required}
          maxLength={80}
          autoComplete="off"
          text={address.area}
          error={errors.area}
          onText={(area) => change({ area })}
          rows={found?.slice(0, maxSuggestions) ?? []}
          onCommit={(row) => row && change({ area: row.value })}
          listLabel={m.list_suggestions()}
          onOpen={setOpen}
        />
        <SelectField
          label={m.settings_city()}
          name="city"
          required={required}
          options={options}
          {...(address.city === '' && { empty: m.address_choose_city() })}
          value={address.city}
          error={errors.city}
          onChange={(event) => change({ city: event.currentTarget.value })}
        />
      </div>
      {(hasLandmark || address.landmark) && (
        <TextField
          label={m.address_landmark()}
          name="landmark"
          maxLength={120}
          autoComplete="off"
          value={address.landmark ?? ''}
          error={errors.landmark}
          onChange={(event) => change({ landmark: event.currentTarget.value })}
        />
      )}
    </>
  )
}
