import { responseHours } from '#contract/support/limits.ts'
import type { Contact } from '#contract/wire/contact.ts'
import { dateInIndia, instantInIndia, plusMinutes } from '#contract/wire/time.ts'

type Open = Pick<Contact, 'opensAt' | 'closesAt' | 'closesAtWeekends'>
/** Two digits, as a time is written. */
const at = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Until when a case opened at this moment is answered: within 24 hours, and never at night. */
export function answerTime(openedAt: Date, open: Open): Date {
  const latest = plusMinutes(openedAt, responseHours * 60)
  const day = dateInIndia(latest)
  if (latest < instantInIndia(day, at(open.opensAt))) return closing(dateInIndia(plusMinutes(latest, -1440)), open)
  return new Date(Math.min(latest.getTime(), closing(day, open).getTime()))
}

function closing(day: string, open: Open): Date {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  return instantInIndia(day, at(isWeekend ? open.closesAtWeekends : open.closesAt))
}
