import { priceFilter } from '#contract/mentors/limits.ts'
import type { MentorFilter } from '#contract/mentors/mentors.ts'
import {
  boardFrom,
  type ClassMode,
  classModes,
  type Grade,
  genders,
  type Subject,
  tiers,
  weekdays,
} from '#contract/reference/catalogue.ts'
import { paise } from '#contract/wire/money.ts'

/** First bits of `flags`, as in migrations/0006-search.sql. */
const firstBit = { gender: 0, tier: 3, day: 5, mode: 12 } as const
/** Bits of `flags` by name, for the projection. */
export const flagBits = {
  gender: genders.map((name, i) => ({ name, bit: 1 << (firstBit.gender + i) })),
  tier: tiers.map((name, i) => ({ name, bit: 1 << (firstBit.tier + i) })),
  day: weekdays.map((name, i) => ({ name, bit: 1 << (firstBit.day + i) })),
} as const
export const firstModeBit = firstBit.mode

/** Price tags are steps of this many paise; higher prices share the last step. */
export const priceStep = { paise: 50_000, last: 60 } as const
export const keyTag = (grade: Grade | '', subject: Subject | '') => `k:${grade}:${subject}`
/** PostgreSQL's largest integer: no upper price. */
const noMaxPrice = 2_147_483_647

const modeIndex = (mode: ClassMode) => classModes.indexOf(mode) + 1
/**
 * One-based positions of the modes whose lowest price counts; null for homeTuition alone, whose price entries contain.
 */
export const pricedModes = ({ mode = [] }: MentorFilter): number[] | null =>
  mode.length === 0 || (mode.length === 1 && mode[0] === 'homeTuition') ? null : mode.map(modeIndex)

/** A filter in the form the SQL search functions take. Tags are words; the database maps them to numbers. */
export type Terms = {
  keys: string[]
  rating10: number
  minPaise: number
  maxPaise: number
  /** Modes whose price is compared; null when entries contain the price. */
  priced: number[] | null
  all: number
  modes: number
  days: number
  /** Required tags that entries do not contain. */
  need: string[]
  /** Groups of which a mentor must have at least one tag each. */
  groups: string[][]
  /** So few mentors can match that reading all of them is fastest. */
  isRare: boolean
  /** Share of all mentors whose name matches. */
  nameShare: number
}

const sum = (bits: number[]) => bits.reduce((all, bit) => all | bit, 0)
const bitOf = (rows: readonly { name: string; bit: number }[], name: string) =>
  rows.find((row) => row.name === name)?.bit ?? 0

/** Above this many namesakes, the nearest are looked up one by one. */
const maxRare = 5_000

/**
 * Name tags, one of each group required. `nameMatches`: estimated number of matching mentors; `nameShare`: their share
 * of all.
 */
export type NameTerms = { groups: string[][]; nameMatches: number; nameShare: number }

/** Search terms of a filter. `groups` come from free text. */
export function termsOf(filter: MentorFilter, text: NameTerms): Terms {
  const subjects = filter.subject ?? []
  const grade = filter.class ?? ''
  const min = filter.min ?? priceFilter.min
  const max = filter.max ?? priceFilter.max
  const days = filter.days ?? []
  const named = weekdays.filter((day, i) => days.includes(day) || days.includes(i < 5 ? 'weekdays' : 'weekend'))
  const hasPrice = min > priceFilter.min || max < priceFilter.max
  return {
    keys: subjects.length ? subjects.map((one) => keyTag(grade, one)) : [keyTag(grade, '')],
    rating10: filter.rating ? Math.ceil(Math.round(filter.rating * 100) / 10) : 0,
    // The maximum of the slider means no upper limit.
    minPaise: hasPrice ? Math.max(1, paise(min)) : 0,
    maxPaise: hasPrice && max < priceFilter.max ? paise(max) : noMaxPrice,
    priced: hasPrice ? pricedModes(filter) : null,
    all: sum([
      filter.gender ? bitOf(flagBits.gender, filter.gender) : 0,
      filter.tier ? bitOf(flagBits.tier, filter.tier) : 0,
    ]),
    modes: sum((filter.mode ?? []).map((mode) => 1 << (firstBit.mode + classModes.indexOf(mode)))),
    days: sum(named.map((day) => bitOf(flagBits.day, day))),
    need: [
      ...text.groups.flatMap((group) => (group.length === 1 ? group : [])),
      ...(filter.board ? [`board:${boardFrom(filter.board) ?? filter.board}`] : []),
      ...(filter.language ? [`language:${filter.language}`] : []),
    ],
    groups: text.groups.filter((group) => group.length > 1),
    isRare: text.nameMatches <= maxRare,
    nameShare: text.nameShare,
  }
}

/**
 * Tag groups for everything entries contain, to find rare combinations by tags alone; one tag of each group must match.
 */
export function rareGroups(filter: MentorFilter, terms: Terms): string[][] {
  const groups = [terms.keys, ...terms.need.map((tag) => [tag]), ...terms.groups]
  if (filter.gender) groups.push([`gender:${filter.gender}`])
  if (filter.tier) groups.push([`tier:${filter.tier}`])
  if (filter.mode?.length) groups.push(filter.mode.map((mode) => `mode:${mode}`))
  if (terms.days) groups.push(flagBits.day.filter((day) => terms.days & day.bit).map((day) => `day:${day.name}`))
  if (terms.rating10 > 0) {
    const steps = [2, 3, 4, 5, 6, 7, 8, 9, 10].filter((step) => step * 5 + 4 >= terms.rating10)
    groups.push(steps.map((step) => `rating:${step}`))
  }
  if (terms.minPaise > 0) {
    const step = (price: number) => Math.min(priceStep.last, Math.floor(price / priceStep.paise))
    const steps = Array.from({ length: priceStep.last + 1 }, (_, i) => i).filter(
      (i) => i >= step(terms.minPaise) && i <= step(terms.maxPaise),
    )
    groups.push((terms.priced ?? [1]).flatMap((place) => steps.map((i) => `price:${place}:${i}`)))
  }
  return groups
}
