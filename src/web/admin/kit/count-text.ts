import { formatNumber } from '../../ui/money.tsx'

/** "1 mentor" or "12 mentors". */
export const countText = (count: number, one: () => string, more: (values: { count: string }) => string): string =>
  count === 1 ? one() : more({ count: formatNumber(count) })
