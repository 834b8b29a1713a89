/** Kinds of places and limits of their list. Free of zod: the browser may import them. */
export const placeKinds = ['state', 'city', 'area'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** Counts of mentors and families in the list of places stop at this number, which then means at least that many. */
export const maxPlaceCount = 1000
