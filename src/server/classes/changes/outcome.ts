import { type FeeRates, splitFee } from '#contract/classes/prices.ts'

/** Cancellation terms of a booking. */
export type Terms = { cancelFreeHours: number; lateCancelPercent: number; mentorLatePercent: number }
export type ChangeKind = 'cancel' | 'no-show'
export type Side = 'family' | 'mentor'
type OutcomeInput = {
  terms: Terms
  rates: FeeRates
  /** The side that cancels or was absent. */
  causedBy: Side
  kind: ChangeKind
  /** On short notice the family never had free cancellation hours; on a holiday or during a suspension nothing is charged. */
  lesson: {
    startsAt: Date
    minutes: number
    feePaise: number
    compensablePaise: number
    isShortNotice: boolean
    isHoliday?: boolean
    isSuspended: boolean
  }
  now: Date
}

/** Cost of a lesson that does not take place; its minutes are either charged or credited. */
export type Outcome = {
  feePaise: number
  feeMinutes: number
  creditMinutes: number
  /** Mentor's share of the fee after commission and GST, before TDS and TCS, which depend on the mentor's year. */
  mentorPaise: number
  isAgainstMentor: boolean
  /** Credit for the family when the mentor cancels late or is absent, from the mentor's next earnings. */
  compensationPaise: number
  /** Last instant of this outcome, if a costlier one follows. */
  until: Date | null
}

const hasLaterCost = (terms: Terms, causedBy: Side) => causedBy === 'family' || terms.mentorLatePercent > 0

/**
 * Cancellation table of product.md §6, evaluated with the booking's own terms. Absence costs as much as a late
 * cancellation, for either side. A lesson set on short notice without the family's agreement, cancelled on a holiday, or
 * on hold during a suspension, costs nobody anything.
 */
export function outcomeOf({ terms, rates, causedBy, kind, lesson, now }: OutcomeInput): Outcome {
  const freeUntil = new Date(lesson.startsAt.getTime() - terms.cancelFreeHours * 3_600_000)
  const isAlwaysFree = lesson.isShortNotice || lesson.isHoliday || lesson.isSuspended
  const isFree = isAlwaysFree || (kind === 'cancel' && now <= freeUntil)
  const share = isFree || causedBy === 'mentor' ? 0 : terms.lateCancelPercent / 100
  const feePaise = Math.round(lesson.feePaise * share)
  // A charge uses at least one minute and at most the lesson's length.
  const feeMinutes = share === 0 ? 0 : Math.min(lesson.minutes, Math.max(1, Math.round(lesson.minutes * share)))
  return {
    feePaise,
    feeMinutes,
    creditMinutes: lesson.minutes - feeMinutes,
    mentorPaise: splitFee(feePaise, rates).mentor,
    isAgainstMentor: causedBy === 'mentor',
    compensationPaise:
      isFree || causedBy === 'family'
        ? 0
        : Math.max(0, Math.min(Math.round((lesson.feePaise * terms.mentorLatePercent) / 100), lesson.compensablePaise)),
    until: isFree && kind === 'cancel' && !isAlwaysFree && hasLaterCost(terms, causedBy) ? freeUntil : null,
  }
}
