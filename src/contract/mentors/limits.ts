/** Limits of the mentor search, listings and verification. Free of zod: the browser may import them. */

const gridDegrees = 0.0027
/** Rounds a visitor's latitude or longitude to a grid of 300 m, so that no shared link reveals a home. */
export const snapToGrid = (degrees: number): number =>
  Math.round(Math.round(degrees / gridDegrees) * gridDegrees * 1e6) / 1e6
export const defaultPoint = { lat: 22.7196, lon: 75.8577, city: 'Indore', state: 'Madhya Pradesh' } as const
/** Mentors within this many km are listed around a point, and before those further away. */
export const nearbyKm = 60
export const priceFilter = { min: 0, max: 20000, step: 100 } as const
export const listPage = { default: 20, max: 50 } as const
export const maxGoldOnList = 2
/** Above this number of hits the list shows "more than" instead of an exact total. */
export const maxExactTotal = 200
/** Prior of the rating in the ranking: a mentor counts as if `count` more families had given the mean. */
export const ratingPrior = { count: 5, mean: 4.3 } as const
export const maxSelectedMentors = 50
export const maxShortlist = 50

/** Mentors one stored link leads to. */
export const maxMentorsPerLink = 500
/** Days until a link expires. */
export const mentorLinkDays = 30
/** Limits of a listings file: lines, bytes, characters of a cell, columns. */
export const listingFile = { lines: 200_000, bytes: 64 * 1024 ** 2, cell: 20_000, columns: 60 } as const

/**
 * Reliability (docs/decisions/0023-reliability.md): looks at the last `days`, from `minClasses` classes and `minCount` faults of a
 * kind on. `percent`: tolerated share of each kind; above it the mentor ranks `placesDown` lower.
 */
export const reliabilityRules = {
  days: 90,
  minClasses: 10,
  minCount: 2,
  answerHours: 48,
  placesDown: 20,
  percent: { cancelled: 10, missed: 5, late: 25, unanswered: 40 },
} as const
export const reliabilityKinds = ['cancelled', 'missed', 'late', 'unanswered'] as const
export type ReliabilityKind = (typeof reliabilityKinds)[number]

/** Characters of an admin's texts about a mentor, and the range of the ranking. */
export const verificationLimits = {
  reason: 600,
  evidence: 900,
  brief: 1500,
  ranking: { min: 1, max: 99 },
} as const
/** Days before a check expires at which the mentor is reminded. */
export const checkReminderDays = 30
/** Days after which a rejected mentor's identity document is deleted; the mentor uploads another one then. */
export const rejectedDocumentDays = 30
/** Days after which a rejected mentor's CV is deleted. */
export const rejectedCvDays = 180
/** Days in which we aim to decide on an application; applicants read "a few days". */
export const applicationDays = 3
