import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { plainPath } from '../../locale.ts'
import { LocalLink } from '../../ui/link.tsx'
import type { Side } from '../kit/change-actions.tsx'
import { isActive, type ShownBooking } from '../kit/classes.ts'
import { stepOf } from '../kit/next-step.ts'

export type LineProps = { booking: ShownBooking; now: number }

type ListProps = {
  bookings: readonly ShownBooking[]
  side: Side
  now: number
  line: ComponentType<LineProps>
  /** Page count for Show more; null at the end. */
  morePages: number | null
  /** How many active ones are shown; the others are folded. */
  most?: number
  /** On phones they are shown when opened, if some are folded. */
  isShort?: boolean
}

/** A line for each booking: active ones first, past ones folded. */
export function BookingLines({ bookings, side, now, line: Line, morePages, most, isShort = false }: ListProps) {
  const { pathname } = useLocation()
  const lines = (those: readonly ShownBooking[]) =>
    those.map((booking) => <Line key={booking._id} booking={booking} now={now} />)
  const active = bookings.filter(isActive)
  const past = bookings.filter((one) => !isActive(one))
  // What needs an answer comes first, then what waits for a time.
  const rankOf = (one: ShownBooking) => (stepOf(one, side, now).isOpen ? 2 : one.status === 'pending_schedule' ? 1 : 0)
  if (most !== undefined) active.sort((a, b) => rankOf(b) - rankOf(a))
  const folded = [...active.slice(most ?? active.length), ...past]
  const hidden = isShort ? active.slice(0, most).length : 0
  return (
    <>
      <div className="card @container overflow-hidden p-0!">
        {active.length > 0 && (
          <ul
            className={`divide-y divide-line border-line border-b last:border-b-0 ${isShort ? 'short-on-phones' : ''}`}
          >
            {lines(active.slice(0, most))}
          </ul>
        )}
        {folded.length > 0 && (
          <details open={active.length === 0}>
            <summary className="text-link min-h-12 px-4 py-2.5 -outline-offset-3! lg:px-5">
              <span className={hidden > 0 ? 'max-lg:hidden' : ''}>
                {past.length === folded.length
                  ? m.booking_past({ count: past.length })
                  : m.booking_more({ count: folded.length })}
              </span>
              {hidden > 0 && <span className="lg:hidden">{m.booking_all({ count: folded.length + hidden })}</span>}
            </summary>
            <ul className="divide-y divide-line border-line border-t">{lines(folded)}</ul>
          </details>
        )}
      </div>
      {morePages !== null && (
        <LocalLink to={`${plainPath(pathname)}?shown=${morePages}`} preventScrollReset className="btn btn-outline mt-4">
          {m.dash_show_more()}
        </LocalLink>
      )}
    </>
  )
}
