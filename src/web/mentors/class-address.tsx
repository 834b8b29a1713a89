import { addressLine } from '#contract/wire/address-line.ts'
import { m } from '#messages'
import { AddressFields } from '../address-fields.tsx'
import { useSite } from '../shell/site-state.ts'
import { Icon } from '../ui/icon.tsx'
import type { ProfileData } from './profile-data.server.ts'
import type { Booking } from './use-booking.ts'

type Props = { form: string; booking: Booking; mentor: ProfileData }

/** Form field that receives the focus for changing the address. */
export const houseField = (form: string) => `${form}-house`

/** Address for classes: the stored one, collapsed, or fields for a new one. */
export function ClassAddress({ form, booking, mentor }: Props) {
  const { choice, address, hasStored, isStored, isAddressOpen, isRefused, change } = booking
  // A stored address is known only after login. Visitors log in first; a mentor has to switch roles first.
  const { viewer } = useSite()
  const fields = (
    <AddressFields
      key={choice.learner}
      id={houseField(form)}
      address={address}
      onAddress={(next) => change({ address: next })}
      cities={mentor.cities}
      required={viewer?.userType === 'student'}
      hasLandmark={hasStored}
      {...(isRefused && isAddressOpen && { errors: { house: mentor.missing?.address } })}
    />
  )
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{m.address_title()}</legend>
      {hasStored ? (
        <details
          className="rounded-control bg-sunk"
          open={!isStored}
          // Open on invalid fields: browsers silently block submission when they cannot focus a hidden field.
          onInvalidCapture={({ currentTarget }) => {
            currentTarget.open = true
          }}
        >
          <summary className="flex min-h-11 cursor-pointer items-start gap-2 p-3">
            <Icon name="map-pin" size={20} className="mt-0.5 flex-none" />
            <span className="wrap-anywhere min-w-0 grow">{addressLine(address)}</span>
            <span className="text-link flex-none">{m.settings_change()}</span>
          </summary>
          <div className="grid gap-3 p-3 pt-0">{fields}</div>
        </details>
      ) : (
        fields
      )}
      <p className="text-small text-muted">{mentor.texts.address}</p>
    </fieldset>
  )
}
