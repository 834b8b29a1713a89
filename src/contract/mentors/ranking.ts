/**
 * What the order of mentors depends on, most important first. `search.ts` sorts by this list and the page about the order shows
 * it. Equal mentors keep a fixed order. Free of zod: the browser may import it.
 *
 * - `reach`: in the mentor's own travel range, others of the place, nearby, farther.
 * - `placing`: the place our team and reliability give, or the sort a visitor chose.
 * - `distance`: straight-line distance to the visitor's place.
 * - `rating`: average stars.
 */
export const rankingKeys = ['reach', 'placing', 'distance', 'rating'] as const
export type RankingKey = (typeof rankingKeys)[number]
/** Place in which every mentor starts; lower is shown first. */
export const defaultPlacing = 10
