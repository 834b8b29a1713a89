import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import type { DatedLesson } from '#server/classes/lessons/lessons.ts'

/** Weekly rule in India time: Monday is 1, Sunday is 7. */
export type Rule = { weekdays: readonly number[]; time: string; minutes: number; from: string }

const dayMs = 86_400_000
/** Planning limit; a rule that skips all its dates ends here. */
export const planAheadDays = 400

/** ISO weekday of a date: Monday is 1, Sunday is 7. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

export const nextDay = (date: string, days = 1): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/**
 * Dated lessons of a rule that use up `minutes`, after `now`, without skipped dates. The last one may be shorter; a
 * remainder below the minimum is added to it.
 */
export function datesOf(rule: Rule, minutes: number, skipped: ReadonlySet<string>, now: Date): DatedLesson[] {
  const found: DatedLesson[] = []
  let left = minutes
  const today = dateInIndia(now)
  let [, date = today] = [rule.from, today].sort()
  for (const end = nextDay(date, planAheadDays); left > 0 && date <= end; date = nextDay(date)) {
    if (!rule.weekdays.includes(weekdayOf(date)) || skipped.has(date)) continue
    const startsAt = instantInIndia(date, rule.time)
    if (startsAt <= now) continue
    const length = left - rule.minutes < minLessonMinutes ? left : rule.minutes
    found.push({ date, startsAt, endsAt: new Date(startsAt.getTime() + length * 60_000), minutes: length })
    left -= length
  }
  return found
}

/** Minimum length of a lesson in minutes. */
const minLessonMinutes = 20
