import type { Lesson } from '#contract/classes/bookings.ts'
import { isRenewable } from '#contract/classes/plans.ts'
import { subjectFrom, weekdays } from '#contract/reference/catalogue.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import type { LoaderContext } from '../../api.ts'
import { isDisputed, type ShownBooking } from './classes.ts'
import { priceToday } from './renewals.server.ts'

/** First month after a demo: price less the demo's fee, and its booking link. */
export type MonthAfterDemo = { price: number; promotion: number; credit: number; amount: number; href: string }

/** More offers than this would crowd the page. */
const maxOffers = 10
const weekMs = 7 * 86_400_000

/** First months with a demo's fee deducted, by the demo's booking id. */
export async function monthsAfterDemos(
  context: LoaderContext,
  bookings: readonly ShownBooking[],
): Promise<Record<string, MonthAfterDemo>> {
  const open = bookings.filter((one) => heldClass(one) && !bookings.some((other) => continuesFrom(other, one)))
  const months = await Promise.all(
    open.slice(0, maxOffers).map(async (demo) => {
      const price = await priceToday(context, { ...demo, plan: 'monthly' })
      // Without a promotion the fee was already used or transferred.
      return price && price.promotion > price.credit
        ? [[demo._id, { ...price, href: monthHref(demo, Date.now()) }] as const]
        : []
    }),
  )
  return Object.fromEntries(months.flat())
}

/** As `monthsAfterDemos`, with prices that were read before. */
export const monthsAt = (
  bookings: readonly ShownBooking[],
  prices: Readonly<Record<string, Omit<MonthAfterDemo, 'href'>>>,
): Record<string, MonthAfterDemo> =>
  Object.fromEntries(
    bookings.flatMap((demo) => {
      const price = prices[demo._id]
      return price ? [[demo._id, { ...price, href: monthHref(demo, Date.now()) }]] : []
    }),
  )

const heldClass = ({ plan, status, lessons }: ShownBooking): Lesson | undefined =>
  plan === 'demo' && status !== 'cancelled'
    ? lessons.find((one) => one.status === 'held' && !isDisputed(one))
    : undefined

const continuesFrom = (other: ShownBooking, { mentor, learner, subject }: ShownBooking): boolean =>
  isRenewable(other.plan) &&
  other.status !== 'cancelled' &&
  other.mentor._id === mentor._id &&
  other.learner._id === learner._id &&
  other.subject === subject

/** Booking form of the month, prefilled from the demo: same weekday and time, next available date. */
function monthHref(demo: ShownBooking, now: number): string {
  const { mentor, mode, subject, learner } = demo
  const at = Date.parse(heldClass(demo)?.startsAt ?? demo.bookedDate)
  const next = new Date(at + Math.max(1, Math.ceil((now - at) / weekMs)) * weekMs)
  const date = dateInIndia(next)
  const day = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? ''
  const given = {
    plan: 'monthly',
    mode,
    subject: subjectFrom(subject) ?? '',
    learner: learner._id,
    class: learner.grade ?? '',
    date,
    time: timeInIndia(next),
    days: day,
  }
  const filled = Object.entries(given).filter(([, value]) => value !== '')
  return `/mentors/${encodeURIComponent(mentor.slug)}?${new URLSearchParams(filled)}#book`
}
