import { firstLessonMinutes, isRenewable, type Plan } from '#contract/classes/plans.ts'
import type { ClassMode } from '#contract/reference/catalogue.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { alternativesTo, checkTime } from '#server/classes/availability/availability.ts'
import { assertSchedulable, planMinutes } from '#server/classes/bookings/bookings.ts'
import type { StartTimeKind, TimePreferences } from '#server/money/orders/orders.ts'
import { constraintOf, type Db } from '#server/platform/database.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { isLearnerBusy } from './picked-times.ts'

/** The family's input for its first class: a picked free time, or a typed day and time. */
type TimeRequest = { mentorId: string; wishes?: TimePreferences | undefined; startsAt?: string | undefined }
type OrderTimeRequest = TimeRequest & {
  plan: Plan
  hours: number
  mode: ClassMode
  familyId: string
  learnerId: string
}

const minutesOf = (plan: Plan, hours: number) => firstLessonMinutes(plan, planMinutes(plan, hours))

/** The requested start. Days and time of a month are validated and stored with the other preferences. */
async function requestedTime(db: Db, { plan, wishes, startsAt }: OrderTimeRequest): Promise<Date | null> {
  const { date, time } = wishes ?? {}
  if (!isRenewable(plan) && (date === undefined) !== (time === undefined)) {
    const field = date === undefined ? 'wishes.date' : 'wishes.time'
    throw invalidField(field, 'day and time, or neither')
  }
  // Any time today is allowed.
  const typed = date === undefined ? null : instantInIndia(date, isRenewable(plan) ? '23:59' : (time ?? ''))
  if (typed) await assertSchedulable(db, 'wishes.date', typed)
  if (!startsAt) return isRenewable(plan) ? null : typed
  const picked = new Date(startsAt)
  await assertSchedulable(db, 'startsAt', picked)
  return picked
}

/**
 * Start time of an order and how it is used: a free time is booked with the payment, or requested from mentors who
 * confirm first; any other time is a preference.
 * @throws `slot-taken` when another family has it
 */
export async function startTimeOf(db: Db, request: OrderTimeRequest): Promise<{ at: Date | null; as: StartTimeKind }> {
  const at = await requestedTime(db, request)
  if (!at) return { at, as: 'wish' }
  const { mentorId, familyId, learnerId, mode } = request
  const minutes = minutesOf(request.plan, request.hours)
  const { is, confirmsFirst } = await checkTime(db, { mentorId, familyId, at, minutes, mode })
  if (is === 'taken' || (is === 'outside' && request.startsAt)) throw new AppError('slot-taken')
  if (is === 'outside') return { at, as: 'wish' }
  if (await isLearnerBusy(db, learnerId, at, minutes)) throw new AppError('learner-busy')
  return { at, as: confirmsFirst ? 'request' : 'booking' }
}

const isSlotTaken = (error: unknown) =>
  constraintOf(error) === 'teaching_slot_free' || (error instanceof AppError && error.code === 'slot-taken')

/** Adds three alternatives to a `slot-taken` error; other errors are returned unchanged. */
export async function withAlternatives(
  db: Db,
  error: unknown,
  {
    mentorId,
    plan = 'demo',
    hours = 1,
    startsAt,
    wishes,
  }: TimeRequest & { plan?: Plan | undefined; hours?: number | undefined },
): Promise<unknown> {
  const { date, time } = wishes ?? {}
  const at = startsAt ? new Date(startsAt) : date && time ? instantInIndia(date, time) : null
  if (!at || !isSlotTaken(error)) return error
  const next = await alternativesTo(db, { mentorId, minutes: minutesOf(plan, hours), at })
  return new AppError('slot-taken', { next: next.map((one) => one.toISOString()) })
}
