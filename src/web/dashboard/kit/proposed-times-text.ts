import type { Lesson } from '#contract/classes/bookings.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatClock, formatDate, formatDateTime, formatTime, formatWeekday } from '../../ui/dates.tsx'
import type { Side } from './change-actions.tsx'
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

export type ProposedFor = Pick<Lesson, 'startsAt'> & {
  proposal: Pick<NonNullable<Lesson['proposal']>, 'by' | 'startsAt'> | null
}

/** The proposed time, with the date if it is another day than `startsAt`. */
export function proposedWhen(startsAt: string, proposed: string): string {
  const day = (at: string) => dateInIndia(new Date(at))
  return (day(proposed) === day(startsAt) ? formatTime : formatDateTime)(proposed)
}

/** Another time proposed for a lesson: "6:30 pm proposed"; null without a proposal. */
export function proposedText({ startsAt, proposal }: ProposedFor, side: Side, isShort = false): string | null {
  if (!proposal) return null
  const when = proposedWhen(startsAt, proposal.startsAt)
  if (proposal.by !== side) return m.change_time_proposed({ when })
  return isShort ? m.change_time_proposed_short({ when }) : m.change_time_proposed_own({ when })
}
