import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'

/** Bookings that wait for times, which no day can show. */
export function ToSchedule({ bookings }: { bookings: readonly { id: string; title: string }[] }) {
  if (bookings.length === 0) return null
  return (
    <ul className="card mb-6 divide-y divide-line overflow-hidden p-0!">
      {bookings.map(({ id, title }) => (
        <li key={id}>
          <LocalLink to={`/bookings/${id}`} className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunk">
            <Icon name="calendar-days" size={20} className="flex-none text-warn" />
            <b className="min-w-0 grow text-ink">{title}</b>
            <span className="flex-none text-muted text-small">{m.ui_badge_awaiting()}</span>
            <Icon name="chevron-right" size={20} className="flex-none text-muted" />
          </LocalLink>
        </li>
      ))}
    </ul>
  )
}
