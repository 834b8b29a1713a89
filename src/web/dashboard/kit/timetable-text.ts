import type { Timetable } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatClock, formatWeekday } from '../../ui/dates.tsx'

export type Side = 'family' | 'mentor'
type Cause = Timetable['credits'][number]['cause']

/** Reason of a credit, worded for one side. */
export function causeText(cause: Cause, side: Side): string {
  if (cause === 'holiday') return m.timetable_was_holiday()
  if (cause === 'pause') return m.timetable_was_pause()
  if (cause === side) return side === 'family' ? m.timetable_was_you_family() : m.timetable_was_you_mentor()
  return cause === 'family' ? m.timetable_was_family() : m.timetable_was_mentor()
}

/** Formats a rule: "Mon, Wed, Fri, 5:30 pm, 1 h 40 min". */
export const ruleText = ({ weekdays, time, minutes }: NonNullable<Timetable['rule']>): string =>
  [...weekdays.map((one) => formatWeekday(one)), formatClock(time), minutesText(minutes)].join(', ')

/** Timetable page of a mentor. */
export const bookingPath = (bookingId: string): string => `/bookings/${bookingId}`
export const timetablePath = (bookingId: string): string => `/dashboard/mentor/timetable/${bookingId}`
