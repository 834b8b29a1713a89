import { weekdays } from '#contract/catalogue.ts'
import { dateInIndia } from '#contract/time.ts'
import { m } from '#messages'
import { dayNames } from '../day-names.ts'
import { formatClock, formatDate, formatDateTime, instantOf } from '../ui/dates.tsx'
import type { ShownBooking } from './classes.ts'

type Wished = Pick<ShownBooking, 'wishedAt' | 'wishes'>

/** When the family would like its classes, as a sentence for one side; empty when it said nothing, or that day is over. */
export function wishText({ wishedAt, wishes }: Wished, side: 'family' | 'mentor', now: number): string {
  if (wishedAt !== null) {
    if (Date.parse(wishedAt) <= now) return ''
    const given = { when: formatDateTime(wishedAt) }
    return side === 'family' ? m.dash_you_asked(given) : m.dash_family_asked(given)
  }
  const { days = [], time, date } = wishes ?? {}
  const words = [
    ...weekdays.filter((day) => days.includes(day)).map((day) => dayNames[day]()),
    ...(time ? [formatClock(time)] : []),
    ...(date && date >= dateInIndia(new Date(now)) ? [m.dash_wish_from({ date: formatDate(instantOf(date)) })] : []),
  ]
  if (words.length === 0) return ''
  const given = { wishes: words.join(', ') }
  return side === 'family' ? m.dash_wished(given) : m.dash_family_wishes(given)
}

const dayMs = 86_400_000

/** The first day from tomorrow, or from the wished start, that the family would like. */
export function wishedDay({ wishes }: Wished, now: number): string {
  if (!wishes) return ''
  const from = Math.max(now + dayMs, wishes.date ? instantOf(wishes.date).getTime() : 0)
  const { days = [] } = wishes
  if (days.length === 0) return wishes.date && wishes.date >= dateInIndia(new Date(now)) ? wishes.date : ''
  const inWeek = Array.from({ length: 7 }, (_, i) => dateInIndia(new Date(from + i * dayMs)))
  const names = ['sunday', ...weekdays]
  return inWeek.find((day) => days.some((one) => one === names[new Date(`${day}T00:00:00Z`).getUTCDay()])) ?? ''
}
