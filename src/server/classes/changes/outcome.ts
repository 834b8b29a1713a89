import { type FeeRates, splitFee } from '#contract/classes/prices.ts'

/** What a booking was bought under, as far as changing one's mind goes. */
export type Terms = { cancelFreeHours: number; lateCancelPercent: number }
export type What = 'cancel' | 'no-show'
export type Side = 'family' | 'mentor'
type Asked = {
  terms: Terms
  rates: FeeRates
  /** Who gives the class up, or did not come. */
  who: Side
  what: What
  /** On short notice the family never had the hours in which cancelling is free; of a paused mentor nothing costs anything. */
  lesson: { startsAt: Date; minutes: number; feePaise: number; isShortNotice: boolean; isResting: boolean }
  now: Date
}

/** What a class costs that does not take place. Its minutes are those that are charged and those that are owed. */
export type Outcome = {
  feePaise: number
  feeMinutes: number
  creditMinutes: number
  /** What of the fee is the mentor's, less commission and taxes. */
  mentorPaise: number
  isAgainstMentor: boolean
  /** The last instant of this outcome, where a worse one follows. */
  until: Date | null
}

/**
 * The cancellation table (product.md §6), read from a booking's own terms. Staying away is cancelling too late. A time the mentor
 * gave so late that there were no free hours, and to which the family did not agree, costs it nothing either way.
 */
export function outcomeOf({ terms, rates, who, what, lesson, now }: Asked): Outcome {
  const freeUntil = new Date(lesson.startsAt.getTime() - terms.cancelFreeHours * 3_600_000)
  const isAlwaysFree = lesson.isShortNotice || lesson.isResting
  const isFree = who === 'mentor' || isAlwaysFree || (what === 'cancel' && now <= freeUntil)
  const share = isFree ? 0 : terms.lateCancelPercent / 100
  const feePaise = Math.round(lesson.feePaise * share)
  // Whoever pays uses a minute at least, and nobody more than the class had.
  const feeMinutes = share === 0 ? 0 : Math.min(lesson.minutes, Math.max(1, Math.round(lesson.minutes * share)))
  return {
    feePaise,
    feeMinutes,
    creditMinutes: lesson.minutes - feeMinutes,
    mentorPaise: splitFee(feePaise, rates).mentor,
    isAgainstMentor: who === 'mentor',
    until: isFree && who === 'family' && what === 'cancel' && !isAlwaysFree ? freeUntil : null,
  }
}
