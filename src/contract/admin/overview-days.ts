/** Ranges of the overview in days. Free of zod, for the browser. */
export const overviewDays = [7, 30, 90, 365] as const
