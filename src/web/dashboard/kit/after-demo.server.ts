import type { RouterContextProvider } from 'react-router'
import type { Lesson } from '#contract/classes/bookings.ts'
import { isRenewable } from '#contract/classes/plans.ts'
import { subjectFrom, weekdays } from '#contract/reference/catalogue.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { isDisputed, type ShownBooking } from './classes.ts'
import { priceToday } from './renewals.server.ts'

/** The first month after a demo: what it costs with the demo's fee taken off, and where it is booked. */
export type MonthAfterDemo = { price: number; promotion: number; amount: number; href: string }

/** More demos than these at once would be a list of offers. */
const offersMost = 10
const weekMs = 7 * 86_400_000

/** The first months a family can still book with a demo's fee taken off, by the demo's booking. */
export async function monthsAfterDemos(
  context: Readonly<RouterContextProvider>,
  bookings: readonly ShownBooking[],
): Promise<Record<string, MonthAfterDemo>> {
  const open = bookings.filter((one) => heldClass(one) && !bookings.some((other) => goesOnFrom(other, one)))
  const months = await Promise.all(
    open.slice(0, offersMost).map(async (demo) => {
      const price = await priceToday(context, { ...demo, plan: 'monthly' })
      // Where nothing is taken off, the fee was used or went along to another mentor.
      return price && price.promotion > 0 ? [[demo._id, { ...price, href: monthHref(demo, Date.now()) }] as const] : []
    }),
  )
  return Object.fromEntries(months.flat())
}

const heldClass = ({ plan, status, lessons }: ShownBooking): Lesson | undefined =>
  plan === 'demo' && status !== 'cancelled'
    ? lessons.find((one) => one.status === 'held' && !isDisputed(one))
    : undefined

const goesOnFrom = (other: ShownBooking, { mentor, learner, subject }: ShownBooking): boolean =>
  isRenewable(other.plan) &&
  other.status !== 'cancelled' &&
  other.mentor._id === mentor._id &&
  other.learner._id === learner._id &&
  other.subject === subject

/** The booking form of the month, filled in as the demo was: on its weekday and at its time, from the next one on. */
function monthHref(demo: ShownBooking, now: number): string {
  const { mentor, mode, subject, learner } = demo
  const at = Date.parse(heldClass(demo)?.startsAt ?? demo.bookedDate)
  const next = new Date(at + Math.max(1, Math.ceil((now - at) / weekMs)) * weekMs)
  const date = dateInIndia(next)
  const day = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? ''
  const given = {
    ...{ plan: 'monthly', mode, subject: subjectFrom(subject) ?? '', learner: learner._id, class: learner.grade ?? '' },
    ...{ date, time: timeInIndia(next), days: day },
  }
  const filled = Object.entries(given).filter(([, value]) => value !== '')
  return `/mentors/${encodeURIComponent(mentor.slug)}?${new URLSearchParams(filled)}#book`
}
