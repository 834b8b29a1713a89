import { type Kysely, sql } from 'kysely'
import { firstClassMinutes } from '#contract/wire/limits.ts'
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
import { paidOrder, refundableOf, refundNow } from '#server/money/refunds/refunds.ts'
import { constraintOf, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockBookingsOf } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './picked-rows.ts'

/** Times offered at once. */
const timesMost = 6
const gone = new Set(['slot-taken', 'learner-busy', 'schedule-in-past'])
const constraints = new Set(['teaching_slot_free', 'lesson_learner_free'])

/** Whether a time can no longer be had; anything else is a fault. */
const isGone = (error: unknown): boolean =>
  error instanceof AppError ? gone.has(error.code) : constraints.has(constraintOf(error) ?? '')

/** Tries something about a time. @returns whether it worked; when the time is gone nothing of it is left */
async function tried(tx: Transaction, work: () => Promise<void>): Promise<boolean> {
  await sql`savepoint picked`.execute(tx)
  try {
    await work()
    await sql`release savepoint picked`.execute(tx)
    return true
  } catch (error) {
    if (!isGone(error)) throw error
    await sql`rollback to savepoint picked`.execute(tx)
    return false
  }
}

type How = 'booking' | 'request'

/** Makes the time of a locked booking its first class, or keeps it until the mentor confirms it. */
async function take(
  tx: Transaction,
  booking: Booking,
  at: Date,
  { how, minutes }: { how: How; minutes: number },
): Promise<void> {
  if (how === 'booking') return await bookFirst(tx, booking, at)
  await assertSchedulable(tx, 'startsAt', at)
  const { orderId, mentorId, mode } = booking
  if (!(await mayTeach(tx, mentorId))) throw new AppError('mentor-paused')
  await holdSlot(tx, { orderId, mentorId, mode, startsAt: at, minutes }, 'requested')
  await setPicked(tx, booking.id, at, 'requested')
}

/** The time is not to be had: it is free for others, and the family chooses another one or its money. */
async function lose(tx: Transaction, booking: Booking, at: Date, why: 'taken' | 'lapsed'): Promise<void> {
  await lockCalendarAndReleaseHold(tx, booking)
  await setPicked(tx, booking.id, at, why)
}

/** How long the first class of an order is, and the time it asks for; null when that is a wish. */
export function pickedOf({ id: orderId, mentorId, mode, plan, hours, wishedAt, wishedAs }: Order) {
  if (wishedAs === 'wish' || !wishedAt) return null
  return { orderId, mentorId, mode, startsAt: wishedAt, minutes: firstClassMinutes(plan, planMinutes(plan, hours)) }
}

/** Gives a booking made just now the time its order asks for. Paid is paid: where the time is gone the family chooses. */
export async function bookPicked(tx: Transaction, bookingId: string, order: Order): Promise<void> {
  const picked = pickedOf(order)
  if (!picked || order.wishedAs === 'wish') return
  const { startsAt, minutes } = picked
  const booking = await lockBooking(tx, bookingId)
  if (!booking) throw new Error(`no booking ${bookingId}`)
  const how = order.wishedAs
  if (!(await tried(tx, () => take(tx, booking, startsAt, { how, minutes }))))
    await lose(tx, booking, startsAt, 'taken')
}

type Span = { startsAt: Date; endsAt: Date }
const meets = (busy: readonly Span[], startsAt: Date, minutes: number) =>
  busy.some((one) => one.startsAt < plusMinutes(startsAt, minutes) && one.endsAt > startsAt)

/** Whether a learner has a class, with whomever, in this time. */
export const isLearnerBusy = async (
  db: Kysely<DB>,
  learnerId: string,
  startsAt: Date,
  minutes: number,
): Promise<boolean> => meets(await rows.busyTimes(db, learnerId), startsAt, minutes)

const minutesOf = ({ plan, minutes }: Booking) => firstClassMinutes(plan, minutes)

/** The family gives its booking one of the mentor's free times. Picked already is a success. */
export async function pickTime({ db }: Context, viewer: Viewer, id: string, startsAt: Date): Promise<void> {
  const before = await transaction(db, async (tx) => {
    const { booking, side } = await lockBookingSide(tx, viewer, id)
    if (side !== 'family') throw new AppError('not-found')
    const known = await rows.pickedOf(tx, id)
    const has = booking.status === 'scheduled' ? known.first : known.state === 'requested' ? known.at : null
    if (has && +has === +startsAt) return null
    if (has || booking.status !== 'pending_schedule') throw new AppError('time-is-set')
    await assertSchedulable(tx, 'startsAt', startsAt)
    const { familyId, mentorId, learnerId, mode } = booking
    const minutes = minutesOf(booking)
    const { is, confirmsFirst } = await checkTime(tx, { mentorId, familyId, at: startsAt, minutes, mode })
    if (is !== 'free') return { mentorId, minutes, at: startsAt }
    if (await isLearnerBusy(tx, learnerId, startsAt, minutes)) throw new AppError('learner-busy')
    const how = confirmsFirst ? 'request' : 'booking'
    if (!(await tried(tx, () => take(tx, booking, startsAt, { how, minutes }))))
      return { mentorId, minutes, at: startsAt }
    await notifyPicked(tx, id)
    return null
  })
  if (!before) return
  const next = await alternativesTo(db, before)
  throw new AppError('slot-taken', { next: next.map((at) => at.toISOString()) })
}

/** The mentor confirms a picked time, or gives it back. Answered so already is a success. */
export async function answerTime({ db }: Context, viewer: Viewer, id: string, confirm: boolean): Promise<void> {
  const isLost = await transaction(db, async (tx) => {
    const booking = await lockOwnBooking(tx, viewer, id)
    const { state, at, isOverdue } = await rows.pickedOf(tx, id)
    if (confirm ? booking.status === 'scheduled' : state === 'lapsed') return false
    if (booking.status !== 'pending_schedule' || state !== 'requested' || !at || isOverdue)
      throw new AppError('time-not-requested')
    const isBooked = confirm && (await tried(tx, () => bookFirst(tx, booking, at)))
    if (!isBooked) await lose(tx, booking, at, confirm ? 'taken' : 'lapsed')
    await notifyPicked(tx, id)
    return confirm && !isBooked
  })
  // What became of it is kept, so this is said after the transaction.
  if (isLost) throw new AppError('slot-taken')
}

/** Gives times back that their mentors did not confirm, and asks the families to choose. */
export async function lapseRequests({ db, log }: Context): Promise<void> {
  for (const id of await rows.overdueRequests(db, 200)) {
    const work = transaction(db, async (tx) => {
      const booking = await lockBooking(tx, id)
      const { state, at, isOverdue } = await rows.pickedOf(tx, id)
      if (booking?.status !== 'pending_schedule' || state !== 'requested' || !at || !isOverdue) return
      await lose(tx, booking, at, 'lapsed')
      await notifyPicked(tx, id)
    })
    await work.catch((error: unknown) => log?.error({ err: error, bookingId: id }, 'a request could not lapse'))
  }
}

const isLostState = (state: rows.PickedState | null) => state === 'taken' || state === 'lapsed'

/** What a family can choose for its booking without a time. */
export async function choiceOf(context: Context, viewer: Viewer, id: string) {
  const { db } = context
  const { mentor, mode, plan, minutes, order: orderId, learner, status } = await bookingFor(context, viewer, id)
  const { state } = await rows.pickedOf(db, id)
  if (status !== 'pending_schedule' || !orderId) return { times: [], confirmsFirst: false, refund: null }
  const length = firstClassMinutes(plan, minutes)
  const { times, confirmsFirst } = await freeTimesFor(db, mentor._id, length)
  const own = times.filter((one) => one.mode === null || one.mode === mode)
  const busy = await rows.busyTimes(db, learner._id)
  const order = isLostState(state) ? await paidOrder(db, orderId, viewer.familyId, false) : null
  const can = order && (await refundableOf(db, order))
  return {
    times: own
      .filter(({ startsAt }) => !meets(busy, startsAt, length))
      .slice(0, timesMost)
      .map(({ startsAt }) => startsAt.toISOString()),
    confirmsFirst,
    refund: can && can.leftEnded > 0 ? rupees(can.leftEnded) : null,
  }
}

/** The family has all its money back of a booking whose picked time it did not get. Done already is a success. */
export async function returnUntimed(context: Context, viewer: Viewer, id: string): Promise<void> {
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
    const can = await refundableOf(tx, order)
    if (!can || can.leftEnded === 0) throw new AppError('refund-changed')
    const reason = 'The picked time was not to be had'
    await refundNow(context, tx, viewer, order, { amountPaise: can.leftEnded, endsBooking: true, reason })
  })
}
