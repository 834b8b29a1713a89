import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'

type ToScheduleRow = { id: string; label: string; by: string | null }

/** Bookings that wait for times, which no day can show. */
export function ToSchedule({ bookings }: { bookings: readonly ToScheduleRow[] }) {
  if (bookings.length === 0) return null
  return (
    <ul className="card mb-6 divide-y divide-line overflow-hidden p-0!">
      {bookings.map(({ id, label, by }) => (
        <li key={id}>
          <LocalLink to={`/bookings/${id}`} className="flex items-center gap-3 p-4 hover:bg-sunk lg:px-5">
            <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 grow basis-full sm:basis-0">
                <b className="block text-ink leading-snug">{m.calendar_no_time()}</b>
                <span className="block text-muted text-small leading-tight">{label}</span>
                {by && <span className="block text-ink text-small leading-tight">{by}</span>}
              </span>
              {!by && <Badge kind="awaiting" />}
            </span>
            <Icon name="chevron-right" size={20} className="flex-none text-muted" />
          </LocalLink>
        </li>
      ))}
    </ul>
  )
}
