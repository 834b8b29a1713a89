import { responseHours } from '#contract/support/limits.ts'
import type { Contact } from '#contract/wire/contact.ts'
import { dateInIndia, instantInIndia, plusMinutes } from '#contract/wire/time.ts'

type OpeningHours = Pick<Contact, 'opensAt' | 'closesAt' | 'closesAtWeekends'>
const at = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Deadline for the first answer: 24 hours, moved back into opening hours. */
export function answerDeadline(openedAt: Date, open: OpeningHours): Date {
  const latest = plusMinutes(openedAt, responseHours * 60)
  const day = dateInIndia(latest)
  if (latest < instantInIndia(day, at(open.opensAt))) return closingTime(dateInIndia(plusMinutes(latest, -1440)), open)
  return new Date(Math.min(latest.getTime(), closingTime(day, open).getTime()))
}

function closingTime(day: string, open: OpeningHours): Date {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  return instantInIndia(day, at(isWeekend ? open.closesAtWeekends : open.closesAt))
}
