import { lessonFeePaise } from '#contract/classes/prices.ts'
import { sharedModes } from '#contract/reference/catalogue.ts'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import { type Booking, lockCalendar, lockOwnBooking } from '#server/classes/bookings/bookings.ts'
import {
  type Balance,
  type Dated,
  type Owner,
  releaseOverdueHolds,
  usedMinutes,
  usedPaise,
} from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'

/** Whether the family is asked where its yes is needed, or the time refused. */
export type Asking = { askFamily: boolean }

/** Without a viewer it is what the family agreed to: both hear of it. */
export const told = (viewer: Viewer | null, booking: Booking) => ({ booking, byAdmin: viewer?.userType !== 'mentor' })

export type Priced = Dated & { feePaise: number; sequence: number }

export const timed = (startsAt: Date, minutes: number): Dated => ({
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

/** Fees by minutes, in the order of the classes, after what is used and planned. */
export function priced(balance: Balance, dates: readonly Dated[]): Priced[] {
  // Money that went back buys no class: its minutes went with it.
  const worth = { pricePaise: balance.worthPaise, minutes: balance.boughtMinutes }
  const before = { minutes: usedMinutes(balance), paise: usedPaise(balance) }
  return dates.map((one, i) => {
    const feePaise = lessonFeePaise(worth, before, one.minutes)
    before.minutes += one.minutes
    before.paise += feePaise
    return { ...one, feePaise, sequence: balance.lastSequence + i + 1 }
  })
}

/** The booking under lock, its mentor's calendar too: one change of a mentor's times after the other. */
export async function begin(tx: Transaction, viewer: Viewer, bookingId: string): Promise<Booking> {
  const booking = await lockOwnBooking(tx, viewer, bookingId)
  await openCalendar(tx, booking)
  return booking
}

export async function openCalendar(tx: Transaction, booking: Booking): Promise<void> {
  if (booking.status !== 'pending_schedule' && booking.status !== 'scheduled') throw new AppError('not-schedulable')
  if (!(await lockCalendar(tx, booking))) throw new AppError('mentor-paused')
  await releaseOverdueHolds(tx, booking.mentorId)
}
