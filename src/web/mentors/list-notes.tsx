import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { type Draft, listHref } from './filter-address.ts'

/** The same filters, wherever a mentor lives. */
export function IndiaLink({ draft, className = '' }: { draft: Draft; className?: string }) {
  return (
    <LocalLink to={listHref({ ...draft, within: '5000' })} preventScrollReset className={`text-link ${className}`}>
      {m.list_show_india()}
    </LocalLink>
  )
}

const orders: Record<string, () => string> = {
  best: m.list_sorted_best,
  distance: m.list_sorted_distance,
  price: m.list_sorted_price,
  rating: m.list_sorted_rating,
}

/** In which order the mentors stand, and who is left out because of the way. */
export function ListNotes({ draft, nearbyKm }: { draft: Draft; nearbyKm: number | null }) {
  return (
    <p className="list-notes text-small text-muted">
      {orders[draft.sort]?.()} {nearbyKm !== null && `${m.list_nearby_only({ km: nearbyKm })} `}
      {nearbyKm !== null && <IndiaLink draft={draft} />}
    </p>
  )
}
