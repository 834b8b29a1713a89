import { lessonFeePaise } from '#contract/classes/prices.ts'
import { sharedModes } from '#contract/reference/catalogue.ts'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import { type Booking, lockCalendar, lockOwnBooking } from '#server/classes/bookings/bookings.ts'
import {
  type Balance,
  type DatedLesson,
  type Owner,
  releaseOverdueHolds,
  usedMinutes,
  usedPaise,
} from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'

/** Asks the family where its confirmation is needed, or refuses the time. */
export type AskOption = { askFamily: boolean }

/** Without a viewer the family agreed, and both sides are notified. */
export const recipients = (viewer: Viewer | null, booking: Booking) => ({
  booking,
  byAdmin: viewer?.userType !== 'mentor',
})

export type PricedLesson = DatedLesson & { feePaise: number; sequence: number }

export const toDatedLesson = (startsAt: Date, minutes: number): DatedLesson => ({
  date: dateInIndia(startsAt),
  startsAt,
  endsAt: plusMinutes(startsAt, minutes),
  minutes,
})

export const ownerOf = (booking: Booking): Owner => ({
  bookingId: booking.id,
  mentorId: booking.mentorId,
  learnerId: booking.learnerId,
  orderId: booking.orderId,
  mode: booking.mode,
  isShared: sharedModes.includes(booking.mode),
})

/** Adds fees to lessons in order, after used and planned minutes. */
export function withFees(balance: Balance, dates: readonly DatedLesson[]): PricedLesson[] {
  // Refunded money reduces price and minutes together.
  const worth = { pricePaise: balance.worthPaise, minutes: balance.boughtMinutes }
  const used = { minutes: usedMinutes(balance), paise: usedPaise(balance) }
  return dates.map((one, i) => {
    const feePaise = lessonFeePaise(worth, used, one.minutes)
    used.minutes += one.minutes
    used.paise += feePaise
    return { ...one, feePaise, sequence: balance.lastSequence + i + 1 }
  })
}

/** Locks a booking and its mentor's calendar, so that changes of a mentor's times are serialised. */
export async function lockPlannableBooking(tx: Transaction, viewer: Viewer, bookingId: string): Promise<Booking> {
  const booking = await lockOwnBooking(tx, viewer, bookingId)
  await lockPlannableCalendar(tx, booking)
  return booking
}

export async function lockPlannableCalendar(tx: Transaction, booking: Booking): Promise<void> {
  if (booking.status !== 'pending_schedule' && booking.status !== 'scheduled') throw new AppError('not-schedulable')
  const [mayTeach] = await Promise.all([lockCalendar(tx, booking), releaseOverdueHolds(tx, booking.mentorId)])
  if (!mayTeach) throw new AppError('mentor-paused')
}
