import type { MentorFilter } from '#contract/mentors/mentors.ts'
import { nearbyKm } from '#contract/wire/limits.ts'
import type { Terms } from './filter-tags.ts'
import { type Near, withinOf } from './near.ts'

/** The place in whose keys everybody who teaches online is. */
export const onlinePlace = 'at:online'

/** Whose entries are read: those with keys of a place (null: of the whole country) and a tag, without another tag, in a ring of kilometres. */
export type Scope = {
  place: string | null
  need: string | null
  without: string | null
  beyond: number | null
  within: number
  modes: number
}
/** A stretch of the list; `tier` is its place in it, `in` whether its mentors are in range (null: nobody asks). */
export type Section = Scope & { tier: 0 | 1 | 2 | 3; in: boolean | null }

/** Whether everybody is asked for who teaches online, wherever they live. */
export const isOnline = ({ mode }: Pick<MentorFilter, 'mode'>): boolean => mode?.length === 1 && mode[0] === 'online'

type ScopeInput = { near: Near; filter: MentorFilter; terms: Terms; isMain?: boolean | undefined }

/** Whether a question reaches beyond its place, to everybody who teaches online. */
export const reachesBeyondPlace = ({ filter, isMain }: ScopeInput): boolean => isOnline(filter) && !isMain

/** Whether only those are asked for who are not in the main part: they teach online and do not come. */
const isElsewhere = (asked: ScopeInput) => reachesBeyondPlace(asked) && asked.filter.elsewhere === 'true'

/** Who can be in the list of a question, as one: what is counted. */
export function scopeOf(asked: ScopeInput): Scope {
  const { near, filter, terms } = asked
  const within = withinOf(near, reachesBeyondPlace(asked) ? (filter.within ?? Infinity) : filter.within)
  const all = { place: null, need: null, without: null, beyond: null, within, modes: terms.modes }
  if (reachesBeyondPlace(asked)) {
    const online = { ...all, place: onlinePlace, modes: 0 }
    if (!isElsewhere(asked)) return online
    return near.place ? { ...online, without: near.place.tag } : { ...online, beyond: nearbyKm }
  }
  if (!near.place) return all
  return near.place.isKeyed ? { ...all, place: near.place.tag } : { ...all, need: near.place.tag }
}

/**
 * The stretches of a question's list, in their order: who is in range, the others of the place, and beyond the place who lives
 * near, and who lives further away.
 */
export function sectionsOf(asked: ScopeInput): Section[] {
  const { near, terms } = asked
  const among = scopeOf(asked)
  const { within } = among
  const sections: Section[] = []
  if (near.place && !isElsewhere(asked)) {
    const { isKeyed, tag } = near.place
    const main = { ...among, modes: terms.modes, place: isKeyed ? tag : null, need: isKeyed ? null : tag }
    sections.push({ ...main, tier: 0, in: true }, { ...main, tier: 1, in: false })
    if (!reachesBeyondPlace(asked)) return sections
  }
  const rest = near.place ? { ...among, without: near.place.tag, in: null } : { ...among, in: false }
  if (!near.place && !isElsewhere(asked)) sections.push({ ...rest, tier: 0, in: true })
  if (among.beyond === null) sections.push({ ...rest, tier: 2, within: Math.min(within, nearbyKm) })
  if (within > nearbyKm) sections.push({ ...rest, tier: 3, beyond: nearbyKm })
  return sections
}
