import { dateInIndia } from '#contract/time.ts'
import { type ShownBooking, upcomingClasses } from './classes.ts'

export type MonthFees = { month: string; rupees: number; classes: number }
export type Figures = {
  activeStudents: number
  upcoming: number
  /** Mean of the ratings families gave, null without any. */
  rating: number | null
  /** Fees of settled classes by the month they took place in (`YYYY-MM`), newest first. */
  months: MonthFees[]
}

/** What a mentor's bookings add up to. Fees are what families paid, before commission and taxes. */
export function figuresOf(bookings: readonly ShownBooking[], now: number): Figures {
  const active = bookings.filter(({ status }) => status === 'pending_schedule' || status === 'scheduled')
  const ratings = bookings.flatMap(({ rating }) => (rating === null ? [] : [rating]))
  const months = new Map<string, MonthFees>()
  for (const lesson of bookings.flatMap((booking) => booking.lessons)) {
    if (!lesson.settled) continue
    const month = dateInIndia(new Date(lesson.startsAt)).slice(0, 7)
    const sum = months.get(month) ?? { month, rupees: 0, classes: 0 }
    months.set(month, { month, rupees: Math.round((sum.rupees + lesson.fee) * 100) / 100, classes: sum.classes + 1 })
  }
  return {
    activeStudents: new Set(active.map(({ learner }) => learner._id)).size,
    upcoming: upcomingClasses(bookings, now).length,
    rating: ratings.length === 0 ? null : ratings.reduce((sum, one) => sum + one, 0) / ratings.length,
    months: [...months.values()].sort((a, b) => b.month.localeCompare(a.month)),
  }
}
