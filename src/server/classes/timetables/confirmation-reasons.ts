import { noticedBy } from '#contract/classes/limits.ts'
import type { ConfirmationReason } from '#contract/classes/timetables.ts'
import { type Weekday, weekdays } from '#contract/reference/catalogue.ts'
import { dateInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { weekdayOf } from './dates.ts'

/** Preferred time of a family: one exact time, or preferred days and hour. */
export type Preference = { at: Date } | { date?: string; time?: string; days?: readonly Weekday[] } | null

type ConfirmationInput = {
  /** Start times of the new lessons (`newTimes`) and of existing ones (`allTimes`). */
  newTimes: readonly Date[]
  allTimes: readonly Date[]
  preference: Preference
  /** No lesson has begun, so the family's preference still applies. */
  isFirst: boolean
  /** A lesson is outside the mentor's hours. */
  isOutside: boolean
  /** Hours before a class until which the family cancels it for free. */
  cancelFreeHours: number
  now: Date
}

/**
 * Why a mentor's time needs the family's confirmation: it differs from the preference, is too soon to cancel for
 * free once the family knows of it and is not the time it asked for, or is outside the mentor's hours. Empty when it applies at once.
 */
export function confirmationReasons({
  newTimes,
  allTimes,
  preference,
  isFirst,
  isOutside,
  cancelFreeHours,
  now,
}: ConfirmationInput): ConfirmationReason[] {
  const earliest = plusMinutes(noticedBy(now), cancelFreeHours * 60)
  const wished = preference && 'at' in preference ? +preference.at : null
  const isSoon = newTimes.some((at) => at < earliest && +at !== wished)
  const isOtherTime = isFirst && !matchesPreference(preference, [...allTimes, ...newTimes], newTimes, now)
  return [
    ...(isOtherTime ? (['wish'] as const) : []),
    ...(isSoon ? (['soon'] as const) : []),
    ...(isOutside ? (['hours'] as const) : []),
  ]
}

function matchesPreference(
  preference: Preference,
  all: readonly Date[],
  newTimes: readonly Date[],
  now: Date,
): boolean {
  if (!preference) return true
  // A preferred time in the past no longer applies.
  if ('at' in preference) return preference.at <= now || all.some((at) => at.getTime() === preference.at.getTime())
  const { date, time, days = [] } = preference
  return newTimes.every((at) => {
    const day = dateInIndia(at)
    const weekday = weekdays[weekdayOf(day) - 1]
    return (
      (date === undefined || day >= date) &&
      (time === undefined || timeInIndia(at) === time) &&
      (days.length === 0 || days.some((one) => one === weekday))
    )
  })
}
