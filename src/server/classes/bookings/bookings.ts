import { holdMinutes, scheduleAheadDays } from '#contract/classes/limits.ts'
import { demoMinutes, monthMinutes, type Plan, planDays, planMonths } from '#contract/classes/plans.ts'
import { minutesAfterRefund } from '#contract/classes/prices.ts'
import { type ClassMode, sharedModes } from '#contract/reference/catalogue.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import {
  bookHeldSlot,
  cancelRemaining,
  closeBookingProposals,
  hasSlot,
  insertHold,
  releaseOrderSlot,
  releaseOverdueHolds,
  releaseSlotIfEmpty,
  setWorth,
  shortenCredits,
} from '#server/classes/lessons/lessons.ts'
import { unarchiveLearner } from '#server/people/profiles/profiles.ts'
import { type Db, databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { lockMentor } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as answers from './first-lesson-rows.ts'
import * as guarantee from './guarantee-rows.ts'
import * as rows from './locked-rows.ts'
import { notifyEnded } from './notifications.ts'
import * as renewals from './renewal-rows.ts'
import { completeIfDone, settleLesson } from './settlement.ts'
import * as ending from './unused-money-rows.ts'

export { activeOfMentor, homeOfFamily, learnersOfFamily, newestAndReported } from './active-rows.ts'
export { isWithoutAddress, renamePlace } from './address-rows.ts'
export { bookingFor, visibleTo } from './booking-for.ts'
export { markForMentor, undoMark } from './corrections.ts'
export { renameSubject } from './detail-rows.ts'
export { correctDetails, type DetailsInput } from './details.ts'
export { learnerLabels } from './learner-labels.ts'
export type { Booking } from './locked-rows.ts'
export { setPicked, setScheduled } from './locked-rows.ts'
export { matchingOrders } from './matching-orders.ts'
export { type Accounts, draftPaidNotices, notifyCancelled, notifyPicked } from './notifications.ts'
export { personalClasses } from './personal.ts'
export { type BookingsJson, bookingsJson, type Owner, ownedBy, toBookings } from './queries.ts'
export { type ReplaceableBooking, replaceableBooking, replaceBooking } from './replacement.ts'
export { completeIfDone } from './settlement.ts'
export { codedLessons, toCodes } from './shown-codes.ts'
export { isSuspended } from './suspended-rows.ts'

/** Maximum learners of different families in one group class. */
export const sharedCapacity = 10

/** Minutes of teaching included in a plan. */
export function planMinutes(plan: Plan, hours: number): number {
  if (plan === 'demo') return demoMinutes
  return plan === 'hourly' ? hours * 60 : planMonths[plan] * monthMinutes
}

type Picked = { orderId: string; mentorId: string; mode: ClassMode; startsAt: Date; minutes: number }

/**
 * Holds a picked time for an order without a lesson: while it is being paid, or until the mentor confirms. Throws
 * `slot-taken` when the mentor is busy. Group times are not held.
 */
export async function holdSlot(tx: Transaction, picked: Picked, how: 'paying' | 'requested'): Promise<void> {
  if (sharedModes.includes(picked.mode)) return
  const { orderId, mentorId, mode, startsAt } = picked
  const endsAt = plusMinutes(startsAt, picked.minutes)
  // Serialise claims: concurrent inserts would deadlock in the exclusion constraint.
  await lockMentor(tx, mentorId)
  await releaseOverdueHolds(tx, mentorId, { startsAt, endsAt })
  if (await hasSlot(tx, orderId, mentorId, startsAt)) return
  const minutes = how === 'paying' ? holdMinutes : null
  await insertHold(tx, { mentorId, mode, startsAt, endsAt, orderId, minutes })
}

/** Throws for a time in the past or beyond the planning limit. */
export async function assertSchedulable(db: Db, field: string, at: Date): Promise<void> {
  const now = await databaseNow(db)
  if (at <= now) throw new AppError('schedule-in-past')
  if (at > plusMinutes(now, scheduleAheadDays * 1440)) {
    throw invalidField(field, 'within a year from now')
  }
}

/**
 * Creates the booking of a paid order, once. A held slot stays held; assigning it and notifying are up to the caller.
 * @returns the booking id; null when the order has a booking or the demo was already taken
 */
export async function confirmBooking(tx: Transaction, order: rows.PaidOrder): Promise<string | null> {
  const minutes = planMinutes(order.plan, order.hours)
  const made = await rows.insertBooking(tx, { ...order, minutes, days: planDays[order.plan] })
  if (made?.isArchived) await unarchiveLearner(tx, order.learnerId)
  // Lock the mentor before the slots, as every other writer of slots does.
  if (made?.hasSlot) await Promise.all([lockMentor(tx, order.mentorId), bookHeldSlot(tx, order.id)])
  return made?.id ?? null
}

/** What a renewal of this booking buys; throws when it is not the family's or cannot be renewed. */
export async function renewalOf(db: Db, familyId: string, bookingId: string): Promise<renewals.Renewal> {
  const found = orNotFound(await renewals.renewalOf(db, familyId, bookingId))
  if (!found.canRenew) throw new AppError('not-renewable')
  return found
}

/** Locks a booking for its mentor or an admin who is no party to it; throws `not-found` for others. */
export async function lockOwnBooking(tx: Transaction, viewer: Viewer, id: string): Promise<rows.Booking> {
  const booking = orNotFound(await rows.lockBooking(tx, id))
  const isOwn = viewer.userType === 'mentor' && booking.mentorId === viewer.mentorId
  if (viewer.userType !== 'admin' && !isOwn) throw new AppError('not-found')
  if (viewer.userType === 'admin') assertNotParty(viewer, [booking.familyAccount, booking.mentorAccount])
  return booking
}

export type Side = 'family' | 'mentor'

/** The viewer's side of a booking; throws `not-found` for others. */
export function sideOf(viewer: Viewer, booking: { familyId: string; mentorId: string }): Side {
  if (viewer.userType === 'student' && booking.familyId === viewer.familyId) return 'family'
  if (viewer.userType === 'mentor' && booking.mentorId === viewer.mentorId) return 'mentor'
  throw new AppError('not-found')
}

/** Locks a booking and returns it with the viewer's side. */
export async function lockBookingSide(
  tx: Transaction,
  viewer: Viewer,
  id: string,
): Promise<{ booking: rows.Booking; side: Side }> {
  const booking = orNotFound(await rows.lockBooking(tx, id))
  return { booking, side: sideOf(viewer, booking) }
}

/** Locks a booking without an access check, for jobs. */
export const lockBooking = (tx: Transaction, id: string) => rows.lockBooking(tx, id)

/** Copies the rating of the published review to the booking. */
export const setRating = (tx: Transaction, id: string, stars: number | null) => rows.setRating(tx, id, stars)

/** Locks the booking of a lesson without an access check. */
export const lockBookingOf = (tx: Transaction, lessonId: string) => rows.lockBookingOf(tx, lessonId)

/**
 * Locks the mentor's calendar and releases the slot that the booking's order held.
 * @returns whether the mentor may teach; suspended mentors may not
 */
export async function lockCalendarAndReleaseHold(tx: Transaction, booking: rows.Booking): Promise<boolean> {
  const mayTeach = await rows.lockCalendar(tx, booking.mentorId)
  await releaseOrderSlot(tx, booking)
  return mayTeach
}

/** Locks the mentor's calendar for this booking. @returns whether the mentor may teach; suspended mentors may not */
export const lockCalendar = (tx: Transaction, booking: rows.Booking) => rows.lockCalendar(tx, booking.mentorId)

/** Whether the mentor may take paid bookings; suspended mentors may not. */
export const mayTeach = (tx: Transaction, mentorId: string) => rows.mayTeach(tx, mentorId)

/** First lesson of a family with a mentor, which settles by time only. */
export const isFirstLesson = (tx: Transaction, lessonId: string) => answers.isFirstLesson(tx, lessonId)

export { setTick } from './attendance-rows.ts'

/** Settles a lesson whose fee was on hold; the part above the new fee returns to the family. */
export const settleFromHold = (tx: Transaction, lessonId: string, heldPaise: number) =>
  settleLesson(tx, lessonId, heldPaise)

/** Charges part of the fee of a cancelled or missed lesson, which uses the same part of its minutes. */
export async function chargeLesson(
  tx: Transaction,
  lessonId: string,
  charge: { feePaise: number; feeMinutes: number },
) {
  await setWorth(tx, lessonId, charge.feePaise, charge.feeMinutes)
  await settleLesson(tx, lessonId)
}

/** Unused money of an order's booking; null when it bought none. */
export const unusedMoney = (db: Db, orderId: string) => ending.unusedMoney(db, orderId)

/**
 * Removes money from the locked bookings of an order: first the unallocated money of replaced bookings, then from the active
 * one together with the minutes it would have paid, credits last. The booking ends on request or when nothing is left. Its
 * upcoming lessons are cancelled under the calendar lock, because another family may be joining a group class. Call before any
 * journal entry.
 */
export async function deductRefund(
  tx: Transaction,
  money: ending.UnusedMoney & { orderId: string },
  totalPaise: number,
  isRequested: boolean,
) {
  const { bookingId, mentorId, orderId, isEnded } = money
  const unallocated = Math.min(totalPaise, money.unallocatedPaise)
  if (unallocated > 0) await ending.takeUnallocated(tx, orderId, unallocated)
  const paise = totalPaise - unallocated
  if (paise === 0 && !isRequested) return
  const ends = isRequested || paise === money.worthPaise
  if (ends) await lockMentor(tx, mentorId)
  const minutes = ends || isEnded ? null : minutesAfterRefund(money, paise)
  await rows.addRefunded(tx, bookingId, paise, minutes)
  await shortenCredits(tx, bookingId, minutes === null ? 0 : minutes - money.usedMinutes)
  if (!ends) return await completeIfDone(tx, bookingId)
  if (!(await rows.cancelBooking(tx, bookingId))) return
  for (const slotId of await cancelRemaining(tx, bookingId)) await releaseSlotIfEmpty(tx, slotId)
  await releaseOrderSlot(tx, { orderId, mentorId })
  await closeBookingProposals(tx, bookingId)
  await notifyEnded(tx, bookingId)
}

/**
 * Refunds the fee of the first lesson with a mentor: the lesson then costs nothing. Moving the money is up to the
 * caller. Returns null when no lesson is eligible or the guarantee has expired.
 */
export async function useGuarantee(tx: Transaction, bookingId: string, kind: 'refund' | 'replacement') {
  const guaranteed = await guarantee.guaranteedLesson(tx, bookingId)
  if (!guaranteed) return null
  // Lock the mentor before the slot, which other families may share.
  await lockMentor(tx, guaranteed.mentorId)
  await guarantee.refundByGuarantee(tx, guaranteed, kind)
  await releaseSlotIfEmpty(tx, guaranteed.slotId)
  return guaranteed
}

/** Returns an earlier guarantee refund of this lesson. */
export const guaranteeUsed = (tx: Transaction, lessonId: string, familyId: string) =>
  guarantee.usedGuarantee(tx, lessonId, familyId)
