import { useState } from 'react'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { m } from '#messages'
import { AddressFields } from '../../address-fields.tsx'
import { Button } from '../../ui/button.tsx'
import type { Option } from '../../ui/field.tsx'
import type { ShownBooking } from '../kit/classes.ts'
import { DashboardForm, type FormFetcher, useResult } from '../kit/dashboard-form.tsx'
import { classLine } from '../kit/labels.ts'
import { StickyAction } from '../kit/sticky-action.tsx'

type Props = { booking: ShownBooking; kept: ClassAddress | null; cities: readonly Option[]; fetcher: FormFetcher }

/** Address form of one booking at home, prefilled with what is known. */
export function AddressForm({ booking, kept, cities, fetcher }: Props) {
  const result = useResult(fetcher, 'address', booking._id)
  const values = result?.ok === false ? result.values : undefined
  const [address, setAddress] = useState<ClassAddress>(() => ({
    ...(booking.address ?? kept ?? { house: '', area: booking.area ?? '', city: '' }),
    ...values,
  }))
  return (
    <DashboardForm fetcher={fetcher} intent="address" of={booking._id} result={result} className="grid gap-4">
      <p>{classLine(booking)}</p>
      <AddressFields
        id={`house-${booking._id}`}
        address={address}
        onAddress={setAddress}
        cities={cities}
        errors={result?.fields}
      />
      <p className="text-muted text-small">{m.address_told({ name: booking.mentor.fullName })}</p>
      <StickyAction>
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.address_save()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
