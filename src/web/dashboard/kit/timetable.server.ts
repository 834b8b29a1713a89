import { data } from 'react-router'
import { defaultLessonMinutes } from '#contract/classes/limits.ts'
import {
  bookingTimetable,
  previewTimetable,
  type Timetable,
  type TimetablePreview,
} from '#contract/classes/timetables.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { isStatus, type LoaderContext, readApi, serverContext, writeApi } from '../../api.ts'
import { toShownBooking } from './bookings.server.ts'
import type { ShownBooking } from './classes.ts'
import { refusalOf } from './form-result.ts'
import { preferredDay } from './preference-text.ts'

export type ShownTimetable = Omit<Timetable, 'booking'> & { booking: ShownBooking }

/** Loads a booking with its timetable. `areaName` localises areas. */
export async function loadTimetable(
  context: LoaderContext,
  id: string,
  areaName: (name: string) => string,
): Promise<ShownTimetable> {
  const reply = await readApi(context, bookingTimetable, { params: { id } }).catch((error: unknown) => {
    // A malformed id, no such booking and one of others are the same missing page.
    throw isStatus(error, 400, 404) ? data(null, { status: 404 }) : error
  })
  return { ...reply.data, booking: toShownBooking(reply.data.booking, context.get(serverContext).locale, areaName) }
}

/** A weekly rule from URL or form values. */
export type RuleInput = {
  weekdays: number[]
  time: string
  minutes: string
  place: string
  /** Replace all upcoming lessons, or only those from a date on. */
  scope: 'all' | 'from'
  from: string
  leave: string[]
}

/** ISO weekday: Monday is 1, Sunday is 7; NaN for invalid dates. */
export const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

export function ruleFromParams(given: URLSearchParams, now: number): RuleInput {
  const text = (name: string) => given.get(name) ?? ''
  const weekdays = [...new Set(given.getAll('day').map(Number))].filter((one) => one >= 1 && one <= 7).sort()
  const scope = text('scope') === 'all' ? 'all' : 'from'
  const from = scope === 'all' ? dateInIndia(new Date(now)) : text('from')
  // Skipped dates apply to the same times only.
  const leave = [...new Set(given.getAll('leave'))]
    .filter((date) => date >= from && weekdays.includes(weekdayOf(date)))
    .sort()
  return { weekdays, scope, from, leave, time: text('time'), minutes: text('minutes'), place: text('place') }
}

/** Initial rule of the form: the one in force, else the family's preference. */
export function initialRule({ booking, rule }: ShownTimetable, now: number): RuleInput {
  const { wishes } = booking
  const wished = (wishes?.days ?? []).map((day) => weekdayNumbers[day])
  return {
    weekdays: rule?.weekdays ?? wished.sort(),
    time: rule?.time ?? wishes?.time ?? '',
    minutes: String(rule?.minutes ?? defaultLessonMinutes),
    place: rule?.place ?? '',
    scope: rule ? 'all' : 'from',
    from: rule ? '' : preferredDay(booking, now),
    leave: [],
  }
}
const weekdayNumbers = { monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6, sunday: 7 } as const

/** Request body of a rule. */
export const ruleBody = ({ weekdays, time, minutes, place, from, leave }: RuleInput) => ({
  weekdays,
  time,
  minutes: Number(minutes),
  from,
  leaveOut: leave,
  ...(place.trim() !== '' && { place }),
})

/** Query string that previews a rule. */
export function ruleSearch({ weekdays, time, minutes, place, scope, from, leave }: RuleInput): URLSearchParams {
  const search = new URLSearchParams({ time, minutes, place, scope, ...(scope === 'from' && { from }) })
  for (const day of weekdays) search.append('day', String(day))
  for (const date of leave) search.append('leave', date)
  return search
}

export type PreviewResult = { preview: TimetablePreview | null; problem: string | null; fields: Record<string, string> }

/** Previews a rule; a refusal includes its message. */
export async function loadPreview(context: LoaderContext, id: string, asked: RuleInput): Promise<PreviewResult> {
  const reply = await writeApi(context, previewTimetable, { params: { id }, body: ruleBody(asked) })
  if (reply.ok) return { preview: reply.data.data, problem: null, fields: {} }
  const { code } = reply.error
  const refusal = refusalOf(reply.error, ['weekdays', 'time', 'minutes', 'from', 'place'])
  if (code === 'schedule-in-past') return { preview: null, problem: null, fields: { from: refusal.problem ?? '' } }
  return { preview: null, ...refusal }
}
