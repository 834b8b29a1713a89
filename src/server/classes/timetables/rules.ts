import { sql } from 'kysely'
import { isSingleLesson } from '#contract/classes/plans.ts'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import {
  assertSchedulable,
  type Booking,
  correctDetails,
  type DetailsInput,
  setScheduled,
  sharedCapacity,
} from '#server/classes/bookings/bookings.ts'
import {
  balanceOf,
  clashesOf,
  type Owner,
  planLessons,
  type Replaced,
  removeReplaced,
  unplannedMinutes,
} from '#server/classes/lessons/lessons.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { type Applied, applyOrAsk } from './ask-family.ts'
import { datesOf, type Rule } from './dates.ts'
import { notifyTimetable } from './notifications.ts'
import { type AskOption, lockPlannableBooking, ownerOf, type PricedLesson, recipients, withFees } from './planning.ts'
import * as rows from './rows.ts'

export type RuleInput = Rule & {
  place?: string | undefined
  leaveOut: readonly string[]
  /** Rule the viewer saw, null for none; undefined skips the check. */
  since?: string | null | undefined
}
type Plan = {
  owner: Owner
  classes: PricedLesson[]
  clashes: Awaited<ReturnType<typeof clashesOf>>
}

/** Locks the booking of this viewer for a new rule. */
export async function lockForRule(
  tx: Transaction,
  viewer: Viewer,
  bookingId: string,
  input: RuleInput,
): Promise<Booking> {
  await assertSchedulable(tx, 'from', instantInIndia(input.from, '23:59'))
  const booking = await lockPlannableBooking(tx, viewer, bookingId)
  if (isSingleLesson(booking.plan, booking.minutes)) throw new AppError('one-class')
  if (input.since !== undefined && input.since !== ((await rows.ruleOf(tx, bookingId))?.id ?? null))
    throw new AppError('timetable-changed')
  return booking
}

/** Removes the lessons the rule replaces and returns the new ones. */
export async function planRule(
  tx: Transaction,
  booking: Booking,
  input: RuleInput,
): Promise<Plan & { replaced: Replaced }> {
  const replaced = await removeReplaced(tx, booking, input.from)
  const [balance, keptDates, now] = await Promise.all([
    balanceOf(tx, booking.id),
    // A lesson that keeps its time takes that day's place.
    rows.takenDates(tx, booking.id, input),
    databaseNow(tx),
  ])
  const left = unplannedMinutes(balance)
  if (left <= 0) throw new AppError('nothing-to-plan')
  const dates = datesOf(input, left, new Set([...input.leaveOut, ...keptDates]), now)
  const late = dates.find((one) => dateInIndia(new Date(one.endsAt.getTime() - 1)) !== one.date)
  if (late) throw invalidField('time', 'a class that ends before midnight')
  if (dates.reduce((sum, one) => sum + one.minutes, 0) < left) throw new AppError('timetable-too-long')
  const owner = ownerOf(booking)
  return {
    owner,
    replaced,
    classes: withFees(balance, dates),
    clashes: await clashesOf(tx, dates, owner),
  }
}

/** Sets the weekly rule of a booking from a date on. Held and rescheduled lessons stay. */
export async function setTimetable(
  tx: Transaction,
  viewer: Viewer,
  id: string,
  input: RuleInput & DetailsInput & AskOption,
): Promise<void> {
  const booking = await lockForRule(tx, viewer, id, input)
  const { weekdays: days, time, minutes, place = '', from, leaveOut } = input
  const planned = { kind: 'weekly' as const, weekdays: days, time, minutes, place, from, leaveOut }
  const subject = await correctDetails(tx, { ...booking, accountId: viewer.accountId }, input)
  const corrected = { ...booking, subject }
  await applyOrAsk(tx, viewer, corrected, { ask: input.askFamily, plan: planned }, () =>
    setRule(tx, viewer, corrected, input),
  )
}

/** Adds dates on which the mentor or learner is busy to the skipped ones; the first date stays. */
export async function skipConflicts(tx: Transaction, booking: Booking, input: RuleInput): Promise<readonly string[]> {
  const { leaveOut, from } = input
  await sql`savepoint tried`.execute(tx)
  const { classes, clashes } = await planRule(tx, booking, input)
  await sql`rollback to savepoint tried`.execute(tx)
  const conflicts = classes.flatMap(({ date }, i) => (clashes.has(i) && date !== from ? [date] : []))
  if (conflicts.length === 0) return leaveOut
  return await skipConflicts(tx, booking, { ...input, leaveOut: [...leaveOut, ...conflicts] })
}

/** Inserts the rule and its lessons. Without a viewer the family agreed to it. */
export async function setRule(
  tx: Transaction,
  viewer: Viewer | null,
  booking: Booking,
  input: RuleInput,
): Promise<Applied> {
  const { id } = booking
  const { owner, classes, clashes, replaced } = await planRule(tx, booking, input)
  const first = classes[0]
  const conflicts = classes.flatMap(({ date }, i) => {
    const clash = clashes.get(i)
    return clash ? { date, clash } : []
  })
  if (conflicts.length > 0)
    throw new AppError('timetable-clash', { dates: conflicts.map(({ date }) => date), clashes: conflicts })
  if (!first) throw new AppError('nothing-to-plan')
  const madeBy = viewer?.accountId ?? booking.mentorAccount
  const ruleId = await rows.insertRule(tx, id, madeBy, { ...input, place: input.place ?? '' })
  const capacity = owner.isShared ? sharedCapacity : 1
  const knownTimes = viewer ? replaced.known : classes.map(({ startsAt }) => startsAt)
  await Promise.all([
    planLessons(tx, classes, owner, { ruleId, capacity, isMoved: false, known: knownTimes }),
    setScheduled(tx, id),
    notifyTimetable(tx, recipients(viewer, booking), input, first.startsAt),
  ])
  return { classes, had: replaced.times }
}
