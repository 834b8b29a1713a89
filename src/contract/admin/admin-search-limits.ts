/** Minimum query length of the admin's search, and maximum results per kind. Free of zod, for the browser. */
export const searchLimits = { letters: 3, most: 8 } as const
