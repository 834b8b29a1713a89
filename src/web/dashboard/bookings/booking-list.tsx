import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { plainPath } from '../../locale.ts'
import { LocalLink } from '../../ui/link.tsx'
import type { ShownBooking } from '../kit/classes.ts'
import { BookingCard } from './booking-card.tsx'

type Props = {
  bookings: readonly ShownBooking[]
  side: 'family' | 'mentor'
  now: number
  morePages: number | null
  actionsOf: (booking: ShownBooking) => ReactNode
  moreOf?: (booking: ShownBooking) => ReactNode
}

/** Booking cards, newest first, with Show more. */
export function BookingList({ bookings, side, now, morePages, actionsOf, moreOf }: Props) {
  const { pathname } = useLocation()
  return (
    <>
      <ul className="grid gap-3">
        {bookings.map((booking) => (
          <BookingCard key={booking._id} booking={booking} side={side} now={now} actions={actionsOf(booking)}>
            {moreOf?.(booking)}
          </BookingCard>
        ))}
      </ul>
      {morePages !== null && (
        <LocalLink to={`${plainPath(pathname)}?shown=${morePages}`} preventScrollReset className="btn btn-outline mt-4">
          {m.dash_show_more()}
        </LocalLink>
      )}
    </>
  )
}
