import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { type Draft, listHref } from './filter-address.ts'
import type { ListData } from './list-data.server.ts'

/** The same filters in all of India. */
export const indiaHref = (draft: Draft) => listHref({ ...draft, state: '', city: '', area: '', within: '5000' })

const orders: Record<string, () => string> = {
  best: m.list_sorted_best,
  distance: m.list_sorted_distance,
  price: m.list_sorted_price,
  rating: m.list_sorted_rating,
}

type Props = { draft: Draft; list: Pick<ListData, 'nearbyKm' | 'online' | 'place'> }

/** Order and scope of the list. */
export function ListNotes({ draft, list: { place, nearbyKm, online } }: Props) {
  const isOfPlace = place !== null && !online.isAll
  return (
    <p className="text-small text-muted">
      {orders[draft.sort]?.()} {nearbyKm !== null && `${m.list_nearby_only({ km: nearbyKm })} `}
      {isOfPlace && `${m.list_of_place({ place })} `}
      <span className="inline-flex flex-wrap gap-x-4">
        {(nearbyKm !== null || isOfPlace) && (
          <LocalLink to={indiaHref(draft)} preventScrollReset className="text-link inline-block min-h-6">
            {m.list_show_india()}
          </LocalLink>
        )}
        <LocalLink to="/ranking" className="text-link inline-block min-h-6">
          {m.list_order_why()}
        </LocalLink>
      </span>
    </p>
  )
}
