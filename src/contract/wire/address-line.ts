import type { ClassAddress } from '../classes/addresses.ts'

/** An address in one line, as one writes it on an envelope. Free of zod. */
export const addressLine = ({ house, landmark, area, city }: ClassAddress): string =>
  [house, landmark, area, city].filter(Boolean).join(', ')
