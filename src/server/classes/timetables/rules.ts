import { sql } from 'kysely'
import { isSingle } from '#contract/wire/limits.ts'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import {
  type Booking,
  checkAhead,
  correctDetails,
  type Details,
  setScheduled,
  sharedCapacity,
} from '#server/classes/bookings/bookings.ts'
import {
  balanceOf,
  clashesOf,
  type Owner,
  planLessons,
  type Replaced,
  releaseOrderSlot,
  releasePlanned,
  removeReplaced,
  unplannedMinutes,
} from '#server/classes/lessons/lessons.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { countOrAsk } from './asked.ts'
import { type Asking, begin, ownerOf, type Priced, priced, told } from './calendar.ts'
import { datesOf, type Rule } from './dates.ts'
import { notifyTimetable } from './notifications.ts'
import * as rows from './rows.ts'

export type Wish = Rule & {
  place?: string | undefined
  leaveOut: readonly string[]
  /** Rule the viewer saw, null for none; undefined skips the check. */
  since?: string | null | undefined
}
type Plan = {
  owner: Owner
  classes: Priced[]
  clashes: Awaited<ReturnType<typeof clashesOf>>
}

/** Locks the booking of this viewer for a new rule. */
export async function beginRule(tx: Transaction, viewer: Viewer, bookingId: string, wish: Wish): Promise<Booking> {
  await checkAhead(tx, 'from', instantInIndia(wish.from, '23:59'))
  const booking = await begin(tx, viewer, bookingId)
  if (isSingle(booking.plan, booking.minutes)) throw new AppError('one-class')
  if (wish.since !== undefined && wish.since !== ((await rows.ruleOf(tx, bookingId))?.id ?? null))
    throw new AppError('timetable-changed')
  return booking
}

/** Removes the lessons the rule replaces and returns the new ones. */
export async function plan(tx: Transaction, booking: Booking, wish: Wish): Promise<Plan & { replaced: Replaced }> {
  await releasePlanned(tx, booking.id)
  await releaseOrderSlot(tx, booking)
  const replaced = await removeReplaced(tx, booking.id, wish.from)
  const balance = await balanceOf(tx, booking.id)
  const left = unplannedMinutes(balance)
  if (left <= 0) throw new AppError('nothing-to-plan')
  // A lesson that keeps its time takes that day's place.
  const own = await rows.datesInTheWay(tx, booking.id, wish)
  const dates = datesOf(wish, left, new Set([...wish.leaveOut, ...own]), await databaseNow(tx))
  const late = dates.find((one) => dateInIndia(new Date(one.endsAt.getTime() - 1)) !== one.date)
  if (late)
    throw new AppError('bad-request', { fields: [{ field: 'time', problem: 'a class that ends before midnight' }] })
  if (dates.reduce((sum, one) => sum + one.minutes, 0) < left) throw new AppError('timetable-too-long')
  const owner = ownerOf(booking)
  return {
    owner,
    replaced,
    classes: priced(balance, dates),
    clashes: await clashesOf(tx, dates, owner),
  }
}

/** Sets the weekly rule of a booking from a date on. Held and rescheduled lessons stay. */
export async function setTimetable(
  tx: Transaction,
  viewer: Viewer,
  id: string,
  wish: Wish & Details & Asking,
): Promise<void> {
  const booking = await beginRule(tx, viewer, id, wish)
  const { weekdays: days, time, minutes, place = '', from, leaveOut } = wish
  const planned = { kind: 'weekly' as const, weekdays: days, time, minutes, place, from, leaveOut }
  const subject = await correctDetails(tx, { id, accountId: viewer.accountId }, wish)
  const now = { ...booking, subject }
  await countOrAsk(tx, viewer, now, { ask: wish.askFamily, plan: planned }, () => setRule(tx, viewer, now, wish))
}

/** Adds dates on which the mentor or learner is busy to the skipped ones; the first date stays. */
export async function skipTaken(tx: Transaction, booking: Booking, wish: Wish): Promise<readonly string[]> {
  const { leaveOut, from } = wish
  await sql`savepoint tried`.execute(tx)
  const { classes, clashes } = await plan(tx, booking, wish)
  await sql`rollback to savepoint tried`.execute(tx)
  const taken = classes.flatMap(({ date }, i) => (clashes.has(i) && date !== from ? [date] : []))
  if (taken.length === 0) return leaveOut
  return await skipTaken(tx, booking, { ...wish, leaveOut: [...leaveOut, ...taken] })
}

/** Inserts the rule and its lessons. Without a viewer the family agreed to it. */
export async function setRule(tx: Transaction, viewer: Viewer | null, booking: Booking, wish: Wish): Promise<Priced[]> {
  const { id } = booking
  const { owner, classes, clashes, replaced } = await plan(tx, booking, wish)
  const first = classes[0]
  const taken = classes.flatMap(({ date }, i) => {
    const clash = clashes.get(i)
    return clash ? { date, clash } : []
  })
  if (taken.length > 0) throw new AppError('timetable-clash', { dates: taken.map(({ date }) => date), clashes: taken })
  if (!first) throw new AppError('nothing-to-plan')
  const madeBy = viewer?.accountId ?? booking.mentorAccount
  const ruleId = await rows.insertRule(tx, id, madeBy, { ...wish, place: wish.place ?? '' })
  const capacity = owner.isShared ? sharedCapacity : 1
  const known = viewer ? replaced.known : classes.map(({ startsAt }) => startsAt)
  await planLessons(tx, classes, owner, { ruleId, capacity, isMoved: false, known })
  await setScheduled(tx, id)
  await notifyTimetable(tx, told(viewer, booking), wish, first.startsAt)
  return classes
}
