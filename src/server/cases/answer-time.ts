import { brand } from '#contract/brand.ts'
import { answerHours } from '#contract/limits.ts'
import { dateInIndia, instantInIndia, plusMinutes } from '#contract/time.ts'

/** Until when a case opened at this moment is answered: within 24 hours, and never at night. */
export function answerTime(openedAt: Date): Date {
  const latest = plusMinutes(openedAt, answerHours * 60)
  const day = dateInIndia(latest)
  if (latest < instantInIndia(day, `${brand.open.from}:00`)) return closing(dateInIndia(plusMinutes(latest, -1440)))
  return new Date(Math.min(latest.getTime(), closing(day).getTime()))
}

function closing(day: string): Date {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  return instantInIndia(day, `${isWeekend ? brand.open.untilAtWeekends : brand.open.until}:00`)
}
