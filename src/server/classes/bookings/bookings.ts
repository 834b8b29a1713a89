import type { Kysely } from 'kysely'
import { holdMinutes, scheduleAheadDays } from '#contract/classes/limits.ts'
import { demoMinutes, monthMinutes, type Plan, planDays, planMonths } from '#contract/classes/plans.ts'
import { minutesAfterRefund } from '#contract/classes/prices.ts'
import { type ClassMode, sharedModes } from '#contract/reference/catalogue.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import {
  cancelRest,
  endProposals,
  hasSlot,
  insertHold,
  keepHeldSlot,
  releaseOrderSlot,
  releaseOverdueHolds,
  releaseSlotIfEmpty,
  setWorth,
  shortenCredits,
} from '#server/classes/lessons/lessons.ts'
import { unarchiveLearner } from '#server/people/profiles/profiles.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockMentor } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as answers from './answer-rows.ts'
import * as ending from './ending-rows.ts'
import * as guarantee from './guarantee-rows.ts'
import * as rows from './locked-rows.ts'
import { notifyEnded } from './notifications.ts'
import * as renewals from './renewal-rows.ts'
import { completeIfDone, settleLesson } from './settlement.ts'

type Db = Kysely<DB>

export { isWithoutAddress, renamePlace } from './address-rows.ts'
export { markForMentor, takeMarkBack } from './corrections.ts'
export { carriesRename, renameSubject } from './detail-rows.ts'
export { correctDetails, type Details } from './details.ts'
export { type Handover, handOver, handoverOf } from './handover.ts'
export type { Booking } from './locked-rows.ts'
export { setPicked, setScheduled } from './locked-rows.ts'
export { notifyCancelled, notifyPaid, notifyPicked } from './notifications.ts'
export { ordersMeant } from './orders-meant.ts'
export { pupilWords } from './pupil-words.ts'
export { isResting } from './resting-rows.ts'
export { completeIfDone } from './settlement.ts'
export { bookingFor } from './shown.ts'

/** Learners of different families in one shared class. */
export const sharedCapacity = 10

/** Minutes of teaching a plan buys. */
export function planMinutes(plan: Plan, hours: number): number {
  if (plan === 'demo') return demoMinutes
  return plan === 'hourly' ? hours * 60 : planMonths[plan] * monthMinutes
}

type Picked = { orderId: string; mentorId: string; mode: ClassMode; startsAt: Date; minutes: number }

/**
 * Claims a picked time for an order that has no class yet: for the minutes in which it is paid, and again if that ran out, or until
 * the mentor confirms it. Refused with `slot-taken` when the mentor is busy. Shared times are not held.
 */
export async function holdSlot(tx: Transaction, picked: Picked, how: 'paying' | 'requested'): Promise<void> {
  if (sharedModes.includes(picked.mode)) return
  const { orderId, mentorId, mode, startsAt } = picked
  const endsAt = plusMinutes(startsAt, picked.minutes)
  // One after the other: many at once would wait for each other in the constraint, until the database ends one of two.
  await lockMentor(tx, mentorId)
  await releaseOverdueHolds(tx, mentorId, { startsAt, endsAt })
  if (await hasSlot(tx, orderId, mentorId, startsAt)) return
  const minutes = how === 'paying' ? holdMinutes : null
  await insertHold(tx, { mentorId, mode, startsAt, endsAt, orderId, minutes })
}

/** Refuses a time that is over, or so far away that nobody plans for it. */
export async function checkAhead(db: Kysely<DB>, field: string, at: Date): Promise<void> {
  const now = await databaseNow(db)
  if (at <= now) throw new AppError('schedule-in-past')
  if (at > plusMinutes(now, scheduleAheadDays * 1440)) {
    throw new AppError('bad-request', { fields: [{ field, problem: 'within a year from now' }] })
  }
}

/**
 * Makes the booking of a paid order, once. A held time stays claimed; what becomes of it, and telling both sides, is the caller's.
 * @returns the booking's id; null when it has one already, or this demo was taken before
 */
export async function confirmBooking(tx: Transaction, order: rows.PaidOrder): Promise<string | null> {
  const id = await rows.insertBooking(tx, {
    ...order,
    minutes: planMinutes(order.plan, order.hours),
    days: planDays[order.plan],
  })
  if (!id) return null
  await unarchiveLearner(tx, order.learnerId)
  // Before its times: whoever wants one of those waits for this too.
  await lockMentor(tx, order.mentorId)
  await keepHeldSlot(tx, order.id)
  return id
}

/** What renewing a booking buys again; refused when it is not the family's, or not to be renewed now. */
export async function renewalOf(db: Db, familyId: string, bookingId: string): Promise<renewals.Renewal> {
  const found = await renewals.renewalOf(db, familyId, bookingId)
  if (!found) throw new AppError('not-found')
  if (!found.canRenew) throw new AppError('not-renewable')
  return found
}

/** Whether another booking goes on from this one. */
export const isRenewed = (tx: Transaction, bookingId: string): Promise<boolean> => renewals.isRenewed(tx, bookingId)

/** The booking of this viewer under lock; anybody else's looks the same as none. */
export async function lockOwnBooking(tx: Transaction, viewer: Viewer, id: string): Promise<rows.Booking> {
  const booking = await rows.lockBooking(tx, id)
  const mine = viewer.userType === 'admin' || (viewer.userType === 'mentor' && booking?.mentorId === viewer.mentorId)
  if (!booking || !mine) throw new AppError('not-found')
  return booking
}

export type Side = 'family' | 'mentor'

/** Which side of a booking this viewer is on; anybody else's looks the same as none. */
export function sideOf(viewer: Viewer, booking: { familyId: string; mentorId: string } | null): Side {
  if (viewer.userType === 'student' && booking?.familyId === viewer.familyId) return 'family'
  if (viewer.userType === 'mentor' && booking?.mentorId === viewer.mentorId) return 'mentor'
  throw new AppError('not-found')
}

/** A booking under lock, and which side of it this viewer is on. */
export async function lockSide(
  tx: Transaction,
  viewer: Viewer,
  id: string,
): Promise<{ booking: rows.Booking; side: Side }> {
  const booking = await rows.lockBooking(tx, id)
  const side = sideOf(viewer, booking)
  if (!booking) throw new AppError('not-found')
  return { booking, side }
}

/** A booking under lock, for work that no viewer asked for. */
export const lockBooking = (tx: Transaction, id: string) => rows.lockBooking(tx, id)

/** The stars that both sides see on a booking: of its review, while that is shown. */
export const setStars = (tx: Transaction, id: string, stars: number | null) => rows.setStars(tx, id, stars)

/** The booking of a class under lock, for work that no viewer asked for, or whose side is looked at next. */
export const lockBookingOf = (tx: Transaction, lessonId: string) => rows.lockBookingOf(tx, lessonId)

/**
 * Locks a mentor's calendar for this booking, and gives back the time its order claimed before there was a class.
 * @returns whether the mentor may teach; a paused one plans nothing
 */
export async function lockCalendarAndReleaseHold(tx: Transaction, booking: rows.Booking): Promise<boolean> {
  const mayTeach = await rows.lockCalendar(tx, booking.mentorId)
  await releaseOrderSlot(tx, booking)
  return mayTeach
}

/** Locks a mentor's calendar for this booking. @returns whether the mentor may teach; a paused one plans nothing */
export const lockCalendar = (tx: Transaction, booking: rows.Booking) => rows.lockCalendar(tx, booking.mentorId)

/** Whether what was paid may still be booked with this mentor: never with a paused one. */
export const mayTeach = (tx: Transaction, mentorId: string) => rows.mayTeach(tx, mentorId)

/** The first class of a family with a mentor, which only time settles. */
export const isFirstClass = (tx: Transaction, lessonId: string) => answers.isFirstLesson(tx, lessonId)

/** The family confirms a class, or takes that back. */
export { setTick } from './attendance-rows.ts'

/** Settles a lesson whose money was on hold; what of that is not its fee any more is the family's again. */
export const settleHeld = (tx: Transaction, lessonId: string, heldPaise: number) =>
  settleLesson(tx, lessonId, heldPaise)

/** A class that did not take place costs a part of its fee all the same, and uses that part of its minutes: at once. */
export async function chargeLesson(
  tx: Transaction,
  lessonId: string,
  charge: { feePaise: number; feeMinutes: number },
) {
  await setWorth(tx, lessonId, charge.feePaise, charge.feeMinutes)
  await settleLesson(tx, lessonId)
}

/** What of an order's booking no class has used; null when it bought none. */
export const moneyLeft = (db: Db, orderId: string) => ending.moneyLeft(db, orderId)

/**
 * Takes money out of the locked bookings of an order: first what came back to those that another mentor took over; then of the
 * one that goes on, and the minutes with it that the money would have paid, owed ones where they do not suffice. It ends if asked,
 * or when nothing is left: classes still to come are given up, under the lock of the mentor's calendar, because another family may
 * be joining a shared one. Before any journal.
 */
export async function takeOut(
  tx: Transaction,
  money: ending.MoneyLeft & { orderId: string },
  all: number,
  asked: boolean,
) {
  const { bookingId, mentorId, mentorAccount, orderId, isEnded } = money
  const unallocated = Math.min(all, money.unallocatedPaise)
  if (unallocated > 0) await ending.takeUnallocated(tx, orderId, unallocated)
  const paise = all - unallocated
  if (paise === 0 && !asked) return
  const ends = asked || paise === money.worthPaise
  if (ends) await lockMentor(tx, mentorId)
  const minutes = ends || isEnded ? null : minutesAfterRefund(money, paise)
  await rows.addRefunded(tx, bookingId, paise, minutes)
  await shortenCredits(tx, bookingId, minutes === null ? 0 : minutes - money.usedMinutes)
  if (!ends) return await completeIfDone(tx, bookingId)
  if (!(await rows.cancelBooking(tx, bookingId))) return
  for (const slotId of await cancelRest(tx, bookingId)) await releaseSlotIfEmpty(tx, slotId)
  await releaseOrderSlot(tx, { orderId, mentorId })
  await endProposals(tx, bookingId)
  await notifyEnded(tx, bookingId, mentorAccount)
}

/**
 * The fee of the first class with a mentor goes back to its family: the class of a locked booking costs nothing then. What becomes
 * of the money is the caller's. Null when there is no such class, or its hours are over.
 */
export async function useGuarantee(tx: Transaction, bookingId: string, kind: 'refund' | 'replacement') {
  const one = await guarantee.guaranteedOf(tx, bookingId)
  if (!one) return null
  // Before the time of the class, which others may share: as everywhere.
  await lockMentor(tx, one.mentorId)
  await guarantee.giveFeeBack(tx, one, kind)
  await releaseSlotIfEmpty(tx, one.slotId)
  return one
}

/** What the guarantee gave back of a class before. */
export const guaranteeUsed = (tx: Transaction, lessonId: string, familyId: string) =>
  guarantee.givenBack(tx, lessonId, familyId)
