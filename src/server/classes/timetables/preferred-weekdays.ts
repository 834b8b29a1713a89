import { sql } from 'kysely'
import { defaultLessonMinutes } from '#contract/classes/limits.ts'
import { isRenewable } from '#contract/classes/plans.ts'
import { weekdays } from '#contract/reference/catalogue.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import type { Booking } from '#server/classes/bookings/bookings.ts'
import type { Plan } from '#server/classes/lessons/lessons.ts'
import { constraintOf, type Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { weekdayOf } from './dates.ts'
import { isOutsideHours, preferenceOf } from './preference-rows.ts'
import * as rows from './rows.ts'
import { setRule, skipConflicts } from './rules.ts'

/** Weekly rule from a first time and the family's preferred weekdays, which plans all lessons at once. */
export async function preferredRule(
  tx: Transaction,
  booking: Booking,
  waiting: rows.Lesson | null,
  { date, time, startsAt }: { date: string; time: string; startsAt: Date },
): Promise<Extract<Plan, { kind: 'weekly' }> | null> {
  const isPicked = waiting === null || waiting.startsAt.getTime() === startsAt.getTime()
  if (!isRenewable(booking.plan) || !isPicked || (await rows.ruleOf(tx, booking.id))) return null
  const { days, isFirst } = await preferenceOf(tx, booking.id)
  const isoWeekdays = days.map((day) => weekdays.indexOf(day) + 1).sort()
  if (!isFirst || !isoWeekdays.includes(weekdayOf(date))) return null
  const rule = {
    kind: 'weekly' as const,
    weekdays: isoWeekdays,
    time,
    minutes: defaultLessonMinutes,
    place: '',
    from: date,
    leaveOut: [],
  }
  return { ...rule, leaveOut: await skipConflicts(tx, booking, rule) }
}

/** Plans all lessons of a booking on the family's weekdays. @returns false, with nothing changed, if that is impossible */
export async function planWeekdays(tx: Transaction, booking: Booking, startsAt: Date): Promise<boolean> {
  const date = dateInIndia(startsAt)
  const time = timeInIndia(startsAt)
  await sql`savepoint weekdays`.execute(tx)
  try {
    const rule = await preferredRule(tx, booking, null, { date, time, startsAt })
    const lessons = rule ? (await setRule(tx, null, booking, rule)).classes : []
    if (lessons.length > 0 && !(await isOutsideHours(tx, booking.mentorId, lessons))) return true
  } catch (error) {
    // A time taken meanwhile.
    if (!(error instanceof AppError) && !constraintOf(error)) throw error
  }
  await sql`rollback to savepoint weekdays`.execute(tx)
  return false
}
