import { sql } from 'kysely'
import { firstLessonMinutes } from '#contract/classes/plans.ts'
import { rupees } from '#contract/wire/money.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import { alternativesTo, checkTime, freeTimesFor } from '#server/classes/availability/availability.ts'
import {
  assertSchedulable,
  type Booking,
  bookingFor,
  holdSlot,
  lockBooking,
  lockBookingSide,
  lockCalendarAndReleaseHold,
  lockOwnBooking,
  mayTeach,
  notifyPicked,
  planMinutes,
  setPicked,
} from '#server/classes/bookings/bookings.ts'
import { bookFirst } from '#server/classes/timetables/timetables.ts'
import type { Context } from '#server/context.ts'
import type { Order } from '#server/money/orders/orders.ts'
import { grantRefund, paidOrder, refundableOf } from '#server/money/refunds/refunds.ts'
import { constraintOf, type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockBookingsOf } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './picked-rows.ts'

/** Maximum number of times offered. */
const maxTimes = 6
const unavailableCodes = new Set(['slot-taken', 'learner-busy', 'schedule-in-past'])
const unavailableConstraints = new Set(['teaching_slot_free', 'lesson_learner_free'])

/** Whether a time is no longer available; any other error is a fault. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError ? unavailableCodes.has(error.code) : unavailableConstraints.has(constraintOf(error) ?? '')

/** Runs `work` behind a savepoint. @returns false if the time is unavailable; its changes are rolled back */
async function attempt(tx: Transaction, work: () => Promise<void>): Promise<boolean> {
  await sql`savepoint picked`.execute(tx)
  try {
    await work()
    await sql`release savepoint picked`.execute(tx)
    return true
  } catch (error) {
    if (!isUnavailable(error)) throw error
    await sql`rollback to savepoint picked`.execute(tx)
    return false
  }
}

type PickMode = 'booking' | 'request'

/** Books the time of a locked booking as its first class, or holds it until the mentor confirms. */
async function applyPickedTime(
  tx: Transaction,
  booking: Booking,
  at: Date,
  { pickMode, minutes }: { pickMode: PickMode; minutes: number },
): Promise<void> {
  if (pickMode === 'booking') return await bookFirst(tx, booking, at)
  await assertSchedulable(tx, 'startsAt', at)
  const { orderId, mentorId, mode } = booking
  if (!(await mayTeach(tx, mentorId))) throw new AppError('mentor-paused')
  await holdSlot(tx, { orderId, mentorId, mode, startsAt: at, minutes }, 'requested')
  await setPicked(tx, booking.id, at, 'requested')
}

/** Releases the slot; the family picks another time or takes a refund. */
async function releasePickedTime(
  tx: Transaction,
  booking: Booking,
  at: Date,
  outcome: 'taken' | 'lapsed',
): Promise<void> {
  await lockCalendarAndReleaseHold(tx, booking)
  await setPicked(tx, booking.id, at, outcome)
}

/** Start and length of an order's first class; null when the time is only a preference. */
export function pickedOf({ id: orderId, mentorId, mode, plan, hours, wishedAt, wishedAs }: Order) {
  if (wishedAs === 'wish' || !wishedAt) return null
  return { orderId, mentorId, mode, startsAt: wishedAt, minutes: firstLessonMinutes(plan, planMinutes(plan, hours)) }
}

/**
 * Applies the order's time to its new booking. If the time is gone, the booking remains and the family picks another.
 */
export async function bookPicked(tx: Transaction, bookingId: string, order: Order): Promise<void> {
  const picked = pickedOf(order)
  if (!picked || order.wishedAs === 'wish') return
  const { startsAt, minutes } = picked
  const booking = await lockBooking(tx, bookingId)
  if (!booking) throw new Error(`no booking ${bookingId}`)
  const pickMode = order.wishedAs
  if (!(await attempt(tx, () => applyPickedTime(tx, booking, startsAt, { pickMode, minutes }))))
    await releasePickedTime(tx, booking, startsAt, 'taken')
}

type Span = { startsAt: Date; endsAt: Date }
const overlapsAny = (busy: readonly Span[], startsAt: Date, minutes: number) =>
  busy.some((one) => one.startsAt < plusMinutes(startsAt, minutes) && one.endsAt > startsAt)

/** Whether the learner has a class with any mentor at this time. */
export const isLearnerBusy = async (db: Db, learnerId: string, startsAt: Date, minutes: number): Promise<boolean> =>
  overlapsAny(await rows.busyTimes(db, learnerId), startsAt, minutes)

const minutesOf = ({ plan, minutes }: Booking) => firstLessonMinutes(plan, minutes)

/** Sets one of the mentor's free times for a booking. Repeating the choice succeeds. */
export async function pickTime({ db }: Context, viewer: Viewer, id: string, startsAt: Date): Promise<void> {
  const takenTime = await transaction(db, async (tx) => {
    const { booking, side } = await lockBookingSide(tx, viewer, id)
    if (side !== 'family') throw new AppError('not-found')
    const picked = await rows.pickedOf(tx, id)
    const chosenTime = booking.status === 'scheduled' ? picked.first : picked.state === 'requested' ? picked.at : null
    if (chosenTime && +chosenTime === +startsAt) return null
    if (chosenTime || booking.status !== 'pending_schedule') throw new AppError('time-is-set')
    await assertSchedulable(tx, 'startsAt', startsAt)
    const { familyId, mentorId, learnerId, mode } = booking
    const minutes = minutesOf(booking)
    const { is, confirmsFirst } = await checkTime(tx, { mentorId, familyId, at: startsAt, minutes, mode })
    if (is !== 'free') return { mentorId, minutes, at: startsAt }
    if (await isLearnerBusy(tx, learnerId, startsAt, minutes)) throw new AppError('learner-busy')
    const pickMode = confirmsFirst ? 'request' : 'booking'
    if (!(await attempt(tx, () => applyPickedTime(tx, booking, startsAt, { pickMode, minutes }))))
      return { mentorId, minutes, at: startsAt }
    await notifyPicked(tx, id)
    return null
  })
  if (!takenTime) return
  const next = await alternativesTo(db, takenTime)
  throw new AppError('slot-taken', { next: next.map((at) => at.toISOString()) })
}

/** The mentor confirms or declines a picked time. Repeating the answer succeeds. */
export async function answerTime({ db }: Context, viewer: Viewer, id: string, confirm: boolean): Promise<void> {
  const isLost = await transaction(db, async (tx) => {
    const booking = await lockOwnBooking(tx, viewer, id)
    const { state, at, isOverdue } = await rows.pickedOf(tx, id)
    if (confirm ? booking.status === 'scheduled' : state === 'lapsed') return false
    if (booking.status !== 'pending_schedule' || state !== 'requested' || !at || isOverdue)
      throw new AppError('time-not-requested')
    const isBooked = confirm && (await attempt(tx, () => bookFirst(tx, booking, at)))
    if (!isBooked) await releasePickedTime(tx, booking, at, confirm ? 'taken' : 'lapsed')
    await notifyPicked(tx, id)
    return confirm && !isBooked
  })
  // Thrown after the transaction, which keeps the released time.
  if (isLost) throw new AppError('slot-taken')
}

/** Releases times not confirmed by their deadline, and asks the families to choose. */
export async function lapseRequests({ db, log }: Context): Promise<void> {
  for (const id of await rows.overdueRequests(db, 200)) {
    const work = transaction(db, async (tx) => {
      const booking = await lockBooking(tx, id)
      const { state, at, isOverdue } = await rows.pickedOf(tx, id)
      if (booking?.status !== 'pending_schedule' || state !== 'requested' || !at || !isOverdue) return
      await releasePickedTime(tx, booking, at, 'lapsed')
      await notifyPicked(tx, id)
    })
    await work.catch((error: unknown) => log?.error({ err: error, bookingId: id }, 'expiring the time request failed'))
  }
}

const isLostState = (state: rows.PickedState | null) => state === 'taken' || state === 'lapsed'

/** Options for a booking without a time: free times, and a refund if the picked time was lost. */
export async function timeChoiceFor(context: Context, viewer: Viewer, id: string) {
  const { db } = context
  const { mentor, mode, plan, minutes, order: orderId, learner, status } = await bookingFor(context, viewer, id)
  const { state } = await rows.pickedOf(db, id)
  if (status !== 'pending_schedule' || !orderId) return { times: [], confirmsFirst: false, refund: null }
  const length = firstLessonMinutes(plan, minutes)
  const { times, confirmsFirst } = await freeTimesFor(db, mentor._id, length)
  const sameMode = times.filter((one) => one.mode === null || one.mode === mode)
  const busy = await rows.busyTimes(db, learner._id)
  const order = isLostState(state) ? await paidOrder(db, orderId, viewer.familyId, false) : null
  const refundable = order && (await refundableOf(db, order))
  return {
    times: sameMode
      .filter(({ startsAt }) => !overlapsAny(busy, startsAt, length))
      .slice(0, maxTimes)
      .map(({ startsAt }) => startsAt.toISOString()),
    confirmsFirst,
    refund: refundable && refundable.leftEnded > 0 ? rupees(refundable.leftEnded) : null,
  }
}

/** Refunds a booking in full when its picked time was lost. Repeating succeeds. */
export async function refundUntimed(context: Context, viewer: Viewer, id: string): Promise<void> {
  const { order: orderId } = await bookingFor(context, viewer, id)
  if (!orderId) throw new AppError('not-found')
  await transaction(context.db, async (tx) => {
    const order = await paidOrder(tx, orderId, viewer.familyId, true)
    const booking = await lockBooking(tx, id)
    if (!order || !booking) throw new AppError('not-found')
    const { state } = await rows.pickedOf(tx, id)
    if (!isLostState(state)) throw new AppError('time-is-set')
    if (booking.status === 'cancelled') return
    await lockBookingsOf(tx, order.id)
    const refundable = await refundableOf(tx, order)
    if (!refundable || refundable.leftEnded === 0) throw new AppError('refund-changed')
    const reason = 'The picked time was not to be had'
    await grantRefund(context, tx, viewer, order, { amountPaise: refundable.leftEnded, endsBooking: true, reason })
  })
}
