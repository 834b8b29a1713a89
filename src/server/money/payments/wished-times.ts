import type { Kysely } from 'kysely'
import type { ClassMode } from '#contract/reference/catalogue.ts'
import { firstClassMinutes, isLong, type Plan } from '#contract/wire/limits.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { alternativesTo, checkTime } from '#server/classes/availability/availability.ts'
import { assertSchedulable, planMinutes } from '#server/classes/bookings/bookings.ts'
import type { WishedAs, Wishes } from '#server/money/orders/orders.ts'
import { constraintOf } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import { isLearnerBusy } from './picked-times.ts'

type Db = Kysely<DB>

/** When a family wants its first class: a free time it picked, or a day and time it typed. */
type Wanted = { mentorId: string; wishes?: Wishes | undefined; startsAt?: string | undefined }
type Asked = Wanted & { plan: Plan; hours: number; mode: ClassMode; familyId: string; learnerId: string }

const minutesOf = (plan: Plan, hours: number) => firstClassMinutes(plan, planMinutes(plan, hours))

/** The time that is wanted for the first class; the days and time of a month are looked at, and kept with the other wishes. */
async function timeWanted(db: Db, { plan, wishes, startsAt }: Asked): Promise<Date | null> {
  const { date, time } = wishes ?? {}
  if (!isLong(plan) && (date === undefined) !== (time === undefined)) {
    const field = date === undefined ? 'wishes.date' : 'wishes.time'
    throw new AppError('bad-request', { fields: [{ field, problem: 'day and time, or neither' }] })
  }
  // The whole of today is not over yet.
  const typed = date === undefined ? null : instantInIndia(date, isLong(plan) ? '23:59' : (time ?? ''))
  if (typed) await assertSchedulable(db, 'wishes.date', typed)
  if (!startsAt) return isLong(plan) ? null : typed
  const picked = new Date(startsAt)
  await assertSchedulable(db, 'startsAt', picked)
  return picked
}

/**
 * The time of an order, and how it counts: one of the mentor's free times is booked with the payment, or confirmed by a mentor that
 * wants that; any other is a wish. Refused with `slot-taken` where another family has it.
 */
export async function wishedTime(db: Db, asked: Asked): Promise<{ at: Date | null; as: WishedAs }> {
  const at = await timeWanted(db, asked)
  if (!at) return { at, as: 'wish' }
  const { mentorId, familyId, learnerId, mode } = asked
  const minutes = minutesOf(asked.plan, asked.hours)
  const { is, confirmsFirst } = await checkTime(db, { mentorId, familyId, at, minutes, mode })
  if (is === 'taken' || (is === 'outside' && asked.startsAt)) throw new AppError('slot-taken')
  if (is === 'outside') return { at, as: 'wish' }
  if (await isLearnerBusy(db, learnerId, at, minutes)) throw new AppError('learner-busy')
  return { at, as: confirmsFirst ? 'request' : 'booking' }
}

const isTaken = (error: unknown) =>
  constraintOf(error) === 'teaching_slot_free' || (error instanceof AppError && error.code === 'slot-taken')

/** A wanted time that is taken comes back with three that are free; anything else as it is. */
export async function withFreeTimes(
  db: Db,
  error: unknown,
  {
    mentorId,
    plan = 'demo',
    hours = 1,
    startsAt,
    wishes,
  }: Wanted & { plan?: Plan | undefined; hours?: number | undefined },
): Promise<unknown> {
  const { date, time } = wishes ?? {}
  const at = startsAt ? new Date(startsAt) : date && time ? instantInIndia(date, time) : null
  if (!at || !isTaken(error)) return error
  const next = await alternativesTo(db, { mentorId, minutes: minutesOf(plan, hours), at })
  return new AppError('slot-taken', { next: next.map((one) => one.toISOString()) })
}
