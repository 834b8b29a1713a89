import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Portrait } from '../../ui/photo.tsx'
import { type ShownBooking, upcomingClasses } from '../kit/classes.ts'
import { badgeOf, whenText } from '../kit/labels.ts'

type Side = 'family' | 'mentor'

/** Path of a booking's page, without language. */
export const bookingPath = (id: string): string => `/bookings/${id}`

/** A booking in a list: person, plan, next class and status; leads to its page. */
function BookingLine({ booking, side, now }: { booking: ShownBooking; side: Side; now: number }) {
  const { _id, mentor, student, className, subjectName, plan, status } = booking
  const [next] = upcomingClasses([booking], now)
  const [name, about] =
    side === 'family' ? [subjectName, [mentor.fullName, student]] : [student, [className, subjectName]]
  return (
    <li>
      <LocalLink
        to={bookingPath(_id)}
        prefetch="intent"
        className="flex min-h-15 items-center gap-3 px-4 py-2 hover:bg-sunk"
      >
        <Portrait
          src={side === 'family' ? mentor.profilePhoto : null}
          name={side === 'family' ? mentor.fullName : student}
          width={40}
        />
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center justify-between gap-x-3">
            <b className="wrap-anywhere text-ink">{name}</b>
            <Badge kind={badgeOf(status)} />
          </span>
          <span className="block wrap-anywhere text-muted text-small">
            {[...about, next ? whenText(next.lesson.startsAt, now) : planName(plan)].filter(Boolean).join(', ')}
          </span>
        </span>
        <Icon name="chevron-right" size={20} className="flex-none text-muted max-sm:hidden" />
      </LocalLink>
    </li>
  )
}

const isOver = ({ status }: ShownBooking): boolean => status !== 'scheduled' && status !== 'pending_schedule'

type Props = { bookings: readonly ShownBooking[]; side: Side; now: number; more?: { to: string } | null }

/** Bookings, one line each: current ones, and past ones folded. */
export function BookingLines({ bookings, side, now, more }: Props) {
  const [current, past] = [bookings.filter((one) => !isOver(one)), bookings.filter(isOver)]
  const list = (those: readonly ShownBooking[]) => (
    <ul className="card divide-y divide-line overflow-hidden p-0!">
      {those.map((one) => (
        <BookingLine key={one._id} booking={one} side={side} now={now} />
      ))}
    </ul>
  )
  return (
    <>
      {current.length > 0 && list(current)}
      {past.length > 0 && (
        <details className="mt-2" open={current.length === 0}>
          <summary className="text-link min-h-11 py-2.5">{m.booking_past({ count: past.length })}</summary>
          {list(past)}
        </details>
      )}
      {more && (
        <LocalLink to={more.to} preventScrollReset className="btn btn-outline mt-4">
          {m.dash_show_more()}
        </LocalLink>
      )}
    </>
  )
}
