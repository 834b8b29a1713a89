import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { ShownBooking } from './classes.ts'
import { useDialogAddress } from './dashboard-address.ts'
import { classLine } from './labels.ts'

/** Location of lessons at home, with a change link for the family. */
export function ClassLocation({ booking, side }: { booking: ShownBooking; side: 'family' | 'mentor' }) {
  const { to } = useDialogAddress()
  const { _id, place, needsAddress, status } = booking
  const isActive = status === 'pending_schedule' || status === 'scheduled'
  if (!isActive || (!place && !needsAddress)) return null
  return (
    <p className={`mt-1 flex items-start gap-2 text-small ${needsAddress ? 'font-semibold text-warn' : ''}`}>
      <Icon name="map-pin" size={16} className="mt-0.5 flex-none" />
      <span className="wrap-anywhere min-w-0">
        {place ?? (side === 'family' ? m.address_missing() : m.address_missing_mentor())}
        {side === 'family' && (
          <LocalLink
            to={to('address', _id)}
            preventScrollReset
            className="text-link -my-2.5 flex min-h-11 w-fit items-center"
          >
            {needsAddress ? m.address_add() : m.address_change()}
          </LocalLink>
        )}
      </span>
    </p>
  )
}

/** Asks the family for missing addresses. */
export function MissingAddresses({ missing }: { missing: readonly ShownBooking[] }) {
  const { to } = useDialogAddress()
  if (missing.length === 0) return null
  return (
    <section className="card" aria-labelledby="address-asks">
      <h2 id="address-asks" tabIndex={-1} className="text-h3">
        {m.address_where()}
      </h2>
      <ul className="grid gap-3 pt-2">
        {missing.map((booking) => (
          <li key={booking._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="wrap-anywhere min-w-0">{classLine(booking)}</span>
            <LocalLink to={to('address', booking._id)} preventScrollReset className="btn btn-outline">
              {m.address_add()}
            </LocalLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
