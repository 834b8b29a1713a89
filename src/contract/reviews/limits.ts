/** Limits of reviews and demo feedback. Free of zod: the browser may import them. */

export const reviewPage = { default: 6, max: 50 } as const
/**
 * `words` and `reply`: characters; a review may also be stars alone. `blindDays`: days until it is published without the other side's
 * review. `replyHours`: hours a reply can be edited. `askDays`: days after the last lesson in which the dashboards ask for a review.
 */
export const reviewLimits = {
  words: { min: 20, max: 600 },
  reply: 400,
  blindDays: 7,
  replyHours: 24,
  askDays: 30,
} as const
/** Feedback after a demo; skipping is an answer too. */
export const demoAnswers = {
  family: ['going_on', 'not_now', 'another_mentor', 'skipped'],
  mentor: ['would_take', 'would_not', 'skipped'],
} as const
export type DemoAnswer = (typeof demoAnswers)['family' | 'mentor'][number]
/** Reviews quoted on the home page: how many, from how many stars, and their length in characters. */
export const quoteLimits = { count: 3, minStars: 4, words: { min: 60, max: 280 } } as const
