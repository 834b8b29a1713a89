import { freeTimeWindow, lessonLengths, noticedBy } from '#contract/classes/limits.ts'
import type { ClassMode } from '#contract/reference/catalogue.ts'
import { dateInIndia, instantInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'

/** Minutes from midnight in India: from, to. */
export type TimeRange = readonly [from: number, to: number]
/** A busy time; `room` is the space left in a group class of this mode. */
export type BusyTime = { startsAt: Date; endsAt: Date; mode: ClassMode | null; room: number }
export type Hours = {
  /** First date of teaching; null for immediately. */
  begins: string | null
  /** Keyed by ISO weekday: Monday is 1, Sunday is 7. */
  week: Readonly<Record<number, readonly TimeRange[]>>
  /** Date exceptions: other hours, or none. */
  days: Readonly<Record<string, readonly TimeRange[]>>
  leave: readonly { from: string; to: string }[]
  busy: readonly BusyTime[]
}
export type FreeTime = { startsAt: Date; minutes: number; mode: ClassMode | null }

const { days: daysAhead, stepMinutes } = freeTimeWindow
const dayMs = 86_400_000
const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const timeOf = formatClock

/** The mentor has never set hours, so times are by agreement. */
export const isByAgreement = ({ week, days }: Hours): boolean =>
  [...Object.values(week), ...Object.values(days)].every((ranges) => ranges.length === 0)

const isUnavailable = ({ begins, leave }: Hours, date: string) =>
  date < (begins ?? '') || leave.some((one) => one.from <= date && date <= one.to)

/** Hours on one date; empty on leave, before the first teaching date and on days off. */
export const hoursOn = (hours: Hours, date: string): readonly TimeRange[] =>
  isUnavailable(hours, date) ? [] : (hours.days[date] ?? hours.week[weekdayOf(date)] ?? [])

type FreeTimeQuery = { now: Date; minutes?: number; from?: string; days?: number }

/**
 * Start times for a lesson of `minutes`, ascending: within the hours, clear of leave and busy times, and not before
 * the mentor can know of it. Advisory: the exclusion constraint on `teaching_slot` decides.
 */
export const freeTimesOf = (hours: Hours, query: FreeTimeQuery): FreeTime[] => [...freeTimesByDay(hours, query)].flat()

/** First time of each of the next days with free times of their own, for up to `count` days. */
export function firstOfDays(hours: Hours, query: FreeTimeQuery, count: number): FreeTime[] {
  const found: FreeTime[] = []
  for (const times of freeTimesByDay(hours, query)) {
    const first = times.find(({ mode }) => mode === null)
    if (first) found.push(first)
    if (found.length === count) break
  }
  return found
}

function* freeTimesByDay(hours: Hours, { now, minutes = 60, from, days = daysAhead }: FreeTimeQuery) {
  const earliest = noticedBy(now)
  const first = from ?? dateInIndia(now)
  const groupTimes = hours.busy.filter((one) => one.room > 0 && minutesBetween(one) === minutes)
  for (let offset = 0; offset < days; offset++) {
    const date = addDays(first, offset)
    if (isUnavailable(hours, date)) continue
    const ownTimes = hoursOn(hours, date).flatMap((range) => freeStarts(date, range, minutes, hours.busy))
    const sharedTimes = groupTimes
      .filter(({ startsAt }) => dateInIndia(startsAt) === date)
      .map(({ startsAt, mode }) => ({ startsAt, minutes, mode }))
    yield [...ownTimes, ...sharedTimes]
      .filter(({ startsAt }) => startsAt >= earliest)
      .sort((a, b) => +a.startsAt - +b.startsAt)
  }
}

const minutesBetween = ({ startsAt, endsAt }: BusyTime) => (endsAt.getTime() - startsAt.getTime()) / 60_000

function freeStarts(date: string, [from, to]: TimeRange, minutes: number, taken: readonly BusyTime[]): FreeTime[] {
  const found: FreeTime[] = []
  const midnight = instantInIndia(date, '00:00')
  for (let at = Math.ceil(from / stepMinutes) * stepMinutes; at + minutes <= to; at += stepMinutes) {
    const startsAt = plusMinutes(midnight, at)
    // Busy times that overlap the rest of this interval.
    const next = taken.filter((one) => one.endsAt > startsAt && one.startsAt < plusMinutes(midnight, to))
    const until = next.reduce((earliestEnd, one) => Math.min(earliestEnd, +one.startsAt), +plusMinutes(midnight, to))
    const free = (until - startsAt.getTime()) / 60_000
    if (free >= minutes) found.push({ startsAt, minutes: Math.min(free, lessonLengths.max), mode: null })
  }
  return found
}

/** Three alternatives to a taken time that do not overlap: the next ones after it, then the closest earlier ones. */
export function alternatives(times: readonly FreeTime[], requested: Date, minutes: number): FreeTime[] {
  const chosen: FreeTime[] = []
  for (const one of [...times.filter((time) => time.startsAt >= requested), ...times]) {
    const isApart = chosen.every((other) => Math.abs(+one.startsAt - +other.startsAt) >= minutes * 60_000)
    if (chosen.length < 3 && isApart) chosen.push(one)
  }
  return chosen.sort((a, b) => +a.startsAt - +b.startsAt)
}

/** Free time closest to the usual one; an hour's difference in time of day counts as much as a day's delay. */
export function closestTo(times: readonly FreeTime[], usual: Date): FreeTime | null {
  const usualMinutes = minutesOf(timeInIndia(usual))
  const cost = ({ startsAt }: FreeTime) =>
    Math.floor((+startsAt - +(times[0]?.startsAt ?? startsAt)) / dayMs) * 60 +
    Math.abs(minutesOf(timeInIndia(startsAt)) - usualMinutes)
  return times.reduce<FreeTime | null>((best, one) => (best && cost(best) <= cost(one) ? best : one), null)
}
