import type { OrderSummary } from '#contract/money/payments.ts'
import { weekdays } from '#contract/reference/class-modes.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { dayNames } from './day-names.ts'
import { formatClock, formatDate, formatDateTime, instantOf } from './ui/dates.tsx'

/** A family's preferred days and times as text; empty without any. A start before `now` is omitted. */
export function preferenceText({ wishedAt, wishes }: Pick<OrderSummary, 'wishedAt' | 'wishes'>, now = 0): string {
  if (wishedAt !== null) return formatDateTime(wishedAt)
  const { days = [], time, date } = wishes ?? {}
  return [
    ...weekdays.filter((day) => days.includes(day)).map((day) => dayNames[day]()),
    ...(time ? [formatClock(time)] : []),
    ...(date && date >= dateInIndia(new Date(now)) ? [m.dash_wish_from({ date: formatDate(instantOf(date)) })] : []),
  ].join(', ')
}
