import { timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatClock, formatDate, formatDateTime, formatWeekday } from '../../ui/dates.tsx'
import type { ShownBooking } from './classes.ts'

/** Formats a proposal: "Tue, 24 Nov, 5 pm", or "Mon, Wed, 5 pm, 1 h 40 min, from 24 Nov". */
export function proposedTimesText({ startsAt, weekdays, minutes }: NonNullable<ShownBooking['proposal']>): string {
  if (weekdays === null) return formatDateTime(startsAt)
  return [
    ...weekdays.map((one) => formatWeekday(one)),
    formatClock(timeInIndia(new Date(startsAt))),
    ...(minutes === null ? [] : [minutesText(minutes)]),
    m.dash_wish_from({ date: formatDate(startsAt) }),
  ].join(', ')
}
