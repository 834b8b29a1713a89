import type { Timetable } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatClock, formatWeekday } from '../../ui/dates.tsx'

export type Side = 'family' | 'mentor'
export type Cause = Timetable['credits'][number]['cause']
/** What a mentor can say of itself; that the family could not, the family says by cancelling. */
export const causes = ['mentor', 'holiday'] as const satisfies readonly Cause[]

/** Who could not, said to one side. */
export function causeText(cause: Cause, side: Side): string {
  if (cause === 'holiday') return m.timetable_was_holiday()
  if (cause === 'pause') return m.timetable_was_pause()
  if (cause === side) return m.timetable_was_you()
  return cause === 'family' ? m.timetable_was_family() : m.timetable_was_mentor()
}

/** "Mon, Wed, Fri, 5:30 pm, 1 h 40 min". */
export const ruleText = ({ weekdays, time, minutes }: NonNullable<Timetable['rule']>): string =>
  [...weekdays.map((one) => formatWeekday(one)), formatClock(time), minutesText(minutes)].join(', ')

/** Where a mentor sets the weekly times of a booking. */
export const timetablePath = (bookingId: string): string => `/dashboard/mentor/timetable/${bookingId}`
