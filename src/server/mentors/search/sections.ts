import { nearbyKm } from '#contract/mentors/limits.ts'
import type { MentorFilter } from '#contract/mentors/mentors.ts'
import type { Terms } from './filter-tags.ts'
import { type Near, withinOf } from './near.ts'

/** Pseudo-place whose keys contain every mentor who teaches online. */
export const onlinePlace = 'at:online'

/** Entries to read: keys of a place (null: the whole country), required and excluded tag, and a ring of kilometres. */
export type Scope = {
  place: string | null
  need: string | null
  without: string | null
  beyond: number | null
  within: number
  modes: number
}
/** A section of the list; `tier` is its position, `in` whether its mentors are in range (null: not asked). */
export type Section = Scope & { tier: 0 | 1 | 2 | 3; in: boolean | null }

/** Whether the filter is for online teaching only, wherever the mentors live. */
export const isOnline = ({ mode }: Pick<MentorFilter, 'mode'>): boolean => mode?.length === 1 && mode[0] === 'online'

/** A search: origin, filter and terms. `isMain`: even online, only mentors of the place. */
export type SearchQuery = { near: Near; filter: MentorFilter; terms: Terms; isMain?: boolean | undefined }

/** Whether a search includes online mentors from outside its place. */
export const reachesBeyondPlace = ({ filter, isMain }: SearchQuery): boolean => isOnline(filter) && !isMain

/** Whether only mentors outside the main list are wanted: online ones who do not travel there. */
const isElsewhere = (input: SearchQuery) => reachesBeyondPlace(input) && input.filter.elsewhere === 'true'

/** The union of all sections, for counting. */
export function scopeOf(input: SearchQuery): Scope {
  const { near, filter, terms } = input
  const within = withinOf(near, reachesBeyondPlace(input) ? (filter.within ?? Infinity) : filter.within)
  const all = { place: null, need: null, without: null, beyond: null, within, modes: terms.modes }
  if (reachesBeyondPlace(input)) {
    const online = { ...all, place: onlinePlace, modes: 0 }
    if (!isElsewhere(input)) return online
    return near.place ? { ...online, without: near.place.tag } : { ...online, beyond: nearbyKm }
  }
  if (!near.place) return all
  return near.place.isKeyed ? { ...all, place: near.place.tag } : { ...all, need: near.place.tag }
}

/** Sections of the list in order: in range, others of the place, then outside the place nearby and farther away. */
export function sectionsOf(input: SearchQuery): Section[] {
  const { near, terms } = input
  const scope = scopeOf(input)
  const { within } = scope
  const sections: Section[] = []
  if (near.place && !isElsewhere(input)) {
    const { isKeyed, tag } = near.place
    const main = { ...scope, modes: terms.modes, place: isKeyed ? tag : null, need: isKeyed ? null : tag }
    sections.push({ ...main, tier: 0, in: true }, { ...main, tier: 1, in: false })
    if (!reachesBeyondPlace(input)) return sections
  }
  const rest = near.place ? { ...scope, without: near.place.tag, in: null } : { ...scope, in: false }
  if (!near.place && !isElsewhere(input)) sections.push({ ...rest, tier: 0, in: true })
  if (scope.beyond === null) sections.push({ ...rest, tier: 2, within: Math.min(within, nearbyKm) })
  if (within > nearbyKm) sections.push({ ...rest, tier: 3, beyond: nearbyKm })
  return sections
}
