import { freeTimesAhead, lessonLengths } from '#contract/classes/limits.ts'
import type { ClassMode } from '#contract/reference/catalogue.ts'
import { dateInIndia, instantInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'

/** Minutes of a day in India's time: from, to. */
export type Stretch = readonly [from: number, to: number]
/** A time that is somebody's; `room` is how many more a shared class of this mode can take. */
export type Taken = { startsAt: Date; endsAt: Date; mode: ClassMode | null; room: number }
/** All that decides when a mentor is free. */
export type Hours = {
  /** The first date on which the mentor teaches; null for at once. */
  begins: string | null
  /** By weekday: Monday is 1, Sunday 7. */
  week: Readonly<Record<number, readonly Stretch[]>>
  /** Dates with other hours, or with none. */
  days: Readonly<Record<string, readonly Stretch[]>>
  leave: readonly { from: string; to: string }[]
  taken: readonly Taken[]
}
export type FreeTime = { startsAt: Date; minutes: number; mode: ClassMode | null }

const { days: daysAhead, stepMinutes, noticeMinutes } = freeTimesAhead
const dayMs = 86_400_000
const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const timeOf = clock

/** Whether a mentor ever said when it teaches; times of one that did not are agreed on. */
export const isByAgreement = ({ week, days }: Hours): boolean =>
  [...Object.values(week), ...Object.values(days)].every((stretches) => stretches.length === 0)

const isAway = ({ begins, leave }: Hours, date: string) =>
  date < (begins ?? '') || leave.some((one) => one.from <= date && date <= one.to)

/** When a mentor teaches on one date; nothing on leave, before the first day and on days off. */
export const hoursOn = (hours: Hours, date: string): readonly Stretch[] =>
  isAway(hours, date) ? [] : (hours.days[date] ?? hours.week[weekdayOf(date)] ?? [])

type Asked = { now: Date; minutes?: number; from?: string; days?: number }

/**
 * Times at which a class of so many minutes can begin, in order: in the mentor's hours, on no leave, beside what is taken, and
 * not in the next two hours. Advice only: the constraint on `teaching_slot` decides.
 */
export function freeTimesOf(hours: Hours, { now, minutes = 60, from, days = daysAhead }: Asked): FreeTime[] {
  const earliest = plusMinutes(now, noticeMinutes)
  const first = from ?? dateInIndia(now)
  const found: FreeTime[] = []
  for (let nth = 0; nth < days; nth++) {
    const date = addDays(first, nth)
    if (isAway(hours, date)) continue
    const joined = hours.taken.filter(
      (one) => one.room > 0 && dateInIndia(one.startsAt) === date && lengthOf(one) === minutes,
    )
    const alone = hoursOn(hours, date).flatMap((stretch) => startsIn(date, stretch, minutes, hours.taken))
    const ofDay = [...alone, ...joined.map(({ startsAt, mode }) => ({ startsAt, minutes, mode }))]
    found.push(...ofDay.filter(({ startsAt }) => startsAt >= earliest).sort((a, b) => +a.startsAt - +b.startsAt))
  }
  return found
}

const lengthOf = ({ startsAt, endsAt }: Taken) => (endsAt.getTime() - startsAt.getTime()) / 60_000

function startsIn(date: string, [from, to]: Stretch, minutes: number, taken: readonly Taken[]): FreeTime[] {
  const found: FreeTime[] = []
  const midnight = instantInIndia(date, '00:00')
  for (let at = Math.ceil(from / stepMinutes) * stepMinutes; at + minutes <= to; at += stepMinutes) {
    const startsAt = plusMinutes(midnight, at)
    // What stands in the way begins before the end of the hours, and is not over yet.
    const next = taken.filter((one) => one.endsAt > startsAt && one.startsAt < plusMinutes(midnight, to))
    const until = next.reduce((least, one) => Math.min(least, +one.startsAt), +plusMinutes(midnight, to))
    const free = (until - startsAt.getTime()) / 60_000
    if (free >= minutes) found.push({ startsAt, minutes: Math.min(free, lessonLengths.max), mode: null })
  }
  return found
}

/** The first time of each day, so many days. */
export function onePerDay(times: readonly FreeTime[], count: number): FreeTime[] {
  const days = new Map<string, FreeTime>()
  for (const one of times) {
    const date = dateInIndia(one.startsAt)
    if (!days.has(date)) days.set(date, one)
  }
  return [...days.values()].slice(0, count)
}

/** Three free times instead of one that is taken: the next ones after it, beside each other; earlier ones where there are no more. */
export function instead(times: readonly FreeTime[], wished: Date, minutes: number): FreeTime[] {
  const chosen: FreeTime[] = []
  for (const one of [...times.filter((time) => time.startsAt >= wished), ...times]) {
    const isApart = chosen.every((other) => Math.abs(+one.startsAt - +other.startsAt) >= minutes * 60_000)
    if (chosen.length < 3 && isApart) chosen.push(one)
  }
  return chosen.sort((a, b) => +a.startsAt - +b.startsAt)
}

/** The time nearest to a usual one: an hour on the clock weighs as much as a day of waiting. */
export function nearestTo(times: readonly FreeTime[], usual: Date): FreeTime | null {
  const usualMinutes = minutesOf(timeInIndia(usual))
  const cost = ({ startsAt }: FreeTime) =>
    Math.floor((+startsAt - +(times[0]?.startsAt ?? startsAt)) / dayMs) * 60 +
    Math.abs(minutesOf(timeInIndia(startsAt)) - usualMinutes)
  return times.reduce<FreeTime | null>((best, one) => (best && cost(best) <= cost(one) ? best : one), null)
}
