/** Letters before the admin's search looks for anything, and the most it finds of each kind. Free of zod: the browser may import it. */
export const searchLimits = { letters: 3, most: 8 } as const
