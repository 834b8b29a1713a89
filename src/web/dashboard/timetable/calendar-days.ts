import { parseMonth } from '../kit/parse-month.ts'

/** Parses a date (`YYYY-MM-DD`) from the URL; null when invalid. */
export const parseDay = (text: string | null): string | null =>
  text !== null && parseMonth(text.slice(0, 7)) && addDays(text, 0) === text ? text : null

const dayMs = 86_400_000

/** Empty for an impossible date. */
function addDays(day: string, by: number): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? '' : new Date(at + by * dayMs).toISOString().slice(0, 10)
}

/** ISO weekday of a date: 1 is Monday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Week of a date, Monday first, and the Mondays of the weeks around it; null beyond the supported years. */
export function weekOf(day: string) {
  const monday = addDays(day, 1 - weekdayOf(day))
  return {
    days: Array.from({ length: 7 }, (_, nth) => addDays(monday, nth)),
    previous: parseDay(addDays(monday, -7)),
    next: parseDay(addDays(monday, 7)),
  }
}

const addMonths = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7)
}

/** Previous and next month; null beyond the supported years. */
export const adjacentMonths = (month: string) => ({
  previous: parseMonth(addMonths(month, -1)),
  next: parseMonth(addMonths(month, 1)),
})

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Date to which an arrow, Home or End key moves; null beyond the edge of the grid. */
export function dayForKey(weeks: readonly (readonly string[])[], from: string, key: string): string | null {
  const days = weeks.flat()
  const index = days.indexOf(from)
  if (index < 0) return null
  if (key === 'Home' || key === 'End') return days[index - (index % 7) + (key === 'End' ? 6 : 0)] ?? null
  const step = steps[key]
  return step === undefined ? null : (days[index + step] ?? null)
}

/** Weeks of a month (`YYYY-MM`), Monday first, padded with days of adjacent months. */
export function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs
  const end = Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`)
  const weeks = Math.ceil((end - monday) / (7 * dayMs))
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => new Date(monday + (week * 7 + day) * dayMs).toISOString().slice(0, 10)),
  )
}
