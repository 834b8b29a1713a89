import type { ReplacementChoice } from '#contract/money/replacements.ts'
import { m } from '#messages'
import { dayNames } from '../../day-names.ts'
import { formatClock } from '../../ui/dates.tsx'
import { formatRupees } from '../../ui/money.tsx'

/** Formats lesson times: "Mon, Thu, 5:30 pm"; empty when unknown. */
export function timesText(times: ReplacementChoice['times']): string {
  if (!times) return ''
  return [...times.days.map((day) => dayNames[day]()), ...(times.time ? [formatClock(times.time)] : [])].join(', ')
}

/** Price difference per month; empty when equal. */
export function priceDifferenceText(difference: number): string {
  if (difference === 0) return ''
  const amount = formatRupees(Math.abs(difference))
  return difference > 0 ? m.replace_dearer({ amount }) : m.replace_cheaper({ amount })
}
