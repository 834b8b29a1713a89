import { shortNoticeHours } from '#contract/classes/limits.ts'
import type { AskReason } from '#contract/classes/timetables.ts'
import { type Weekday, weekdays } from '#contract/reference/catalogue.ts'
import { dateInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { weekdayOf } from './dates.ts'

/** When a family wants its classes: one exact time, or what would suit. */
export type Wished = { at: Date } | { date?: string; time?: string; days?: readonly Weekday[] } | null

type Asked = {
  /** Begins of the classes that the mentor sets, and of those that have their time already. */
  sets: readonly Date[]
  has: readonly Date[]
  wished: Wished
  /** No class of the booking has begun: what the family wished still counts. */
  isFirst: boolean
  /** One of the classes is outside the hours the mentor set. */
  isOutside: boolean
  now: Date
}

/**
 * Why a time that a mentor sets counts only after the family's yes: it is another one than wished, begins too soon, or is outside
 * the mentor's own hours. None: it counts at once.
 */
export function reasonsToAsk({ sets, has, wished, isFirst, isOutside, now }: Asked): AskReason[] {
  const isSoon = sets.some((at) => at < plusMinutes(now, shortNoticeHours * 60))
  const isAnother = isFirst && !suits(wished, [...has, ...sets], sets, now)
  return [
    ...(isAnother ? (['wish'] as const) : []),
    ...(isSoon ? (['soon'] as const) : []),
    ...(isOutside ? (['hours'] as const) : []),
  ]
}

function suits(wished: Wished, all: readonly Date[], sets: readonly Date[], now: Date): boolean {
  if (!wished) return true
  // A wish whose time has come says nothing about a later one.
  if ('at' in wished) return wished.at <= now || all.some((at) => at.getTime() === wished.at.getTime())
  const { date, time, days = [] } = wished
  return sets.every((at) => {
    const day = dateInIndia(at)
    const weekday = weekdays[weekdayOf(day) - 1]
    return (
      (date === undefined || day >= date) &&
      (time === undefined || timeInIndia(at) === time) &&
      (days.length === 0 || days.some((one) => one === weekday))
    )
  })
}
