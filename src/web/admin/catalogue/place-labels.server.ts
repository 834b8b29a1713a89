import type { PlaceKind } from '#contract/reference/admin-places.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'

export const kindWords: Record<PlaceKind, () => string> = {
  state: m.admin_places_state,
  city: m.admin_places_city,
  area: m.admin_places_area,
}
export const statusWords = { shown: m.admin_places_shown, hidden: m.admin_places_hidden }

/** A place in the page's language. */
export const inWords = ({ name, nameHi }: { name: string; nameHi: string }) =>
  currentLocale() === 'hi' ? nameHi : name

const fieldWords: Record<string, () => string> = {
  name: m.admin_place_name_en,
  nameHi: m.admin_place_name_hi,
  aliases: m.admin_places_aliases,
  lat: m.admin_place_lat,
  lon: m.admin_place_lon,
  status: m.admin_places_status,
}
export const fieldWord = (field: string) => fieldWords[field]?.() ?? field

const eventWords: Record<string, () => string> = {
  'place.added': m.admin_place_event_added,
  'place.changed': m.admin_place_event_changed,
  'place.merged': m.admin_place_event_merged,
  'place.removed': m.admin_place_event_removed,
}
export const eventWord = (action: string) => eventWords[action]?.() ?? action
