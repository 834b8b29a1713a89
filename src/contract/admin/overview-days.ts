/** Days of the overview's ranges to choose from. Free of zod: the browser may import it. */
export const overviewDays = [7, 30, 90, 365] as const
