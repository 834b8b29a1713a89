import type { AskReason } from '#contract/classes/timetables.ts'
import { type Weekday, weekdays } from '#contract/reference/catalogue.ts'
import { askAheadHours } from '#contract/wire/limits.ts'
import { dateInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { weekdayOf } from './dates.ts'

/** Preferred time of a family: one exact time, or preferred days and hour. */
export type Wished = { at: Date } | { date?: string; time?: string; days?: readonly Weekday[] } | null

type Asked = {
  /** Start times of the new lessons (`sets`) and of existing ones (`has`). */
  sets: readonly Date[]
  has: readonly Date[]
  wished: Wished
  /** No lesson has begun, so the family's preference still applies. */
  isFirst: boolean
  /** A lesson is outside the mentor's hours. */
  isOutside: boolean
  now: Date
}

/**
 * Why a mentor's time needs the family's confirmation: it differs from the preference, is on short notice, or is
 * outside the mentor's hours. Empty when it applies at once.
 */
export function reasonsToAsk({ sets, has, wished, isFirst, isOutside, now }: Asked): AskReason[] {
  const isSoon = sets.some((at) => at < plusMinutes(now, askAheadHours * 60))
  const isAnother = isFirst && !suits(wished, [...has, ...sets], sets, now)
  return [
    ...(isAnother ? (['wish'] as const) : []),
    ...(isSoon ? (['soon'] as const) : []),
    ...(isOutside ? (['hours'] as const) : []),
  ]
}

function suits(wished: Wished, all: readonly Date[], sets: readonly Date[], now: Date): boolean {
  if (!wished) return true
  // A preferred time in the past no longer applies.
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
