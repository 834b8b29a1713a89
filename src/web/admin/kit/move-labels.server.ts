import { scheduleAheadDays } from '#contract/classes/limits.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { formatTime } from '../../ui/dates.tsx'
import { fullTime } from './full-time.ts'

/** Messages for the fields of a class's forms. */
export const moveFieldLabels = () => ({
  date: m.admin_booking_bad_date({ days: scheduleAheadDays }),
  time: m.admin_booking_bad_time(),
  timeIn: m.admin_booking_bad_clock(),
  timeOut: m.admin_booking_bad_clock(),
  topic: m.admin_booking_bad_topic(),
  reason: m.admin_pay_bad_reason(),
})

type Taken = { startsAt: string; endsAt: string; order: string | null; with: string | null; keptUntil: string | null }

/** What occupies the time: a class, or a checkout in progress. */
function clashText(code: string, { startsAt, endsAt, order, with: who, keptUntil }: Taken): string {
  if (keptUntil) return m.admin_booking_move_kept({ name: who ?? '', order: order ?? '', until: formatTime(keptUntil) })
  const named = { name: who ?? '', at: fullTime(startsAt), until: formatTime(endsAt), order: order ?? '' }
  return code === 'slot-taken' ? m.admin_booking_move_mentor_busy(named) : m.admin_booking_move_learner_busy(named)
}

/** The clash with a new time, shown beside the field. */
export function besideMove({ code, message, details }: ErrorReply): Record<string, string> | null {
  if (code === 'schedule-in-past') return { date: message }
  if (code === 'outside-hours') {
    const hours = Array.isArray(details?.hours) ? details.hours.join(', ') : ''
    return { atAnyHour: hours ? m.admin_booking_move_outside({ hours }) : m.admin_booking_move_day_off() }
  }
  if (code !== 'slot-taken' && code !== 'learner-busy') return null
  const taken = details?.taken as Taken | null | undefined // safe: an admin's refusal has it
  return { time: taken ? clashText(code, taken) : message }
}
