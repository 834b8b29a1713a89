import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'

/** Bookings that wait for times, which no day can show. */
export function ToSchedule({ bookings }: { bookings: readonly { id: string; title: string; text: string }[] }) {
  if (bookings.length === 0) return null
  return (
    <ul className="card mb-6 divide-y divide-line overflow-hidden p-0!">
      {bookings.map(({ id, title, text }) => (
        <li key={id}>
          <LocalLink to={`/bookings/${id}`} className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunk">
            <Icon name="calendar-days" size={20} className="flex-none text-warn" />
            <span className="min-w-0 grow sm:flex sm:justify-between sm:gap-4">
              <b className="block text-ink">{title}</b>
              <span className="block text-muted text-small">{text}</span>
            </span>
            <Icon name="chevron-right" size={20} className="flex-none text-muted" />
          </LocalLink>
        </li>
      ))}
    </ul>
  )
}
