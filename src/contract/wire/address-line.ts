import type { ClassAddress } from '../classes/addresses.ts'

/** An address in one line, in postal order. Free of zod. */
export const addressLine = ({ house, landmark, area, city }: ClassAddress): string =>
  [house, landmark, area, city].filter(Boolean).join(', ')
