import { weekdays } from '#contract/reference/catalogue.ts'
import { isLong, isSingle, lessonMinutes } from '#contract/wire/limits.ts'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import {
  type Booking,
  checkAhead,
  correctDetails,
  type Details,
  lockOwnBooking,
  setScheduled,
  sharedCapacity,
} from '#server/classes/bookings/bookings.ts'
import {
  assignSlot,
  balanceOf,
  clashesOf,
  type Dated,
  endOpen,
  insertPicked,
  type Owner,
  oldestCredit,
  openCredit,
  type Plan,
  type Proposal,
  planLessons,
  releaseOrderSlot,
  releasePlanned,
  unplannedMinutes,
  useCredit,
  vacateSlot,
} from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { countOrAsk } from './asked.ts'
import { type Asking, begin, openCalendar, ownerOf, type Priced, priced, timed, told } from './calendar.ts'
import { weekdayOf } from './dates.ts'
import { notifyScheduled } from './notifications.ts'
import * as rows from './rows.ts'
import { setRule, skipTaken } from './rules.ts'
import { takenBy } from './taken-by.ts'
import { wishedOf } from './wish-rows.ts'

export type Schedule = Details &
  Asking & { scheduledDate?: string | undefined; scheduledTime?: string | undefined; status: Booking['status'] }

/** Sets the next lesson of a booking or moves the scheduled one, and corrects the booking's details. */
export async function scheduleNext(tx: Transaction, viewer: Viewer, id: string, given: Schedule): Promise<void> {
  const { scheduledDate: date, scheduledTime: time, askFamily } = given
  const known = await lockOwnBooking(tx, viewer, id)
  if (given.status !== 'scheduled' && given.status !== known.status) throw new AppError('status-not-set')
  const booking = { ...known, subject: await correctDetails(tx, { id, accountId: viewer.accountId }, given) }
  if (!date || !time) return
  await openCalendar(tx, booking)
  const startsAt = instantInIndia(date, time)
  await checkAhead(tx, 'scheduledDate', startsAt)
  const waiting = await rows.nextLesson(tx, id)
  const weekly = await wishedRule(tx, booking, waiting, { date, time, startsAt })
  if (weekly)
    return await countOrAsk(tx, viewer, booking, { ask: askFamily, plan: weekly }, () =>
      setRule(tx, viewer, booking, weekly),
    )
  if (waiting && !waiting.hasBegun)
    return await moveTo(tx, viewer, booking, waiting, { startsAt, field: 'scheduledDate', ask: askFamily })
  const isOpen = unplannedMinutes(await balanceOf(tx, id)) > 0
  const credit = isOpen ? null : await oldestCredit(tx, id)
  const piece = credit ? { credit } : { minutes: lessonMinutes }
  if (!(await addOrAsk(tx, viewer, booking, startsAt, piece, askFamily)))
    throw new AppError(!waiting ? 'not-schedulable' : waiting.isReported ? 'no-show-open' : 'lesson-unmarked')
}

/** Weekly rule from a first time and the family's preferred weekdays, which plans all lessons at once. */
async function wishedRule(
  tx: Transaction,
  booking: Booking,
  waiting: rows.Lesson | null,
  { date, time, startsAt }: { date: string; time: string; startsAt: Date },
): Promise<Extract<Plan, { kind: 'weekly' }> | null> {
  const isPicked = waiting === null || waiting.startsAt.getTime() === startsAt.getTime()
  if (!isLong(booking.plan) || !isPicked || (await rows.ruleOf(tx, booking.id))) return null
  const { wished, isFirst } = await wishedOf(tx, booking.id)
  const days = wished && 'days' in wished ? (wished.days ?? []) : []
  const nths = days.map((day) => weekdays.indexOf(day) + 1).sort()
  if (!isFirst || !nths.includes(weekdayOf(date))) return null
  const rule = {
    kind: 'weekly' as const,
    weekdays: nths,
    time,
    minutes: lessonMinutes,
    place: '',
    from: date,
    leaveOut: [],
  }
  return { ...rule, leaveOut: await skipTaken(tx, booking, rule) }
}

/** Reschedules a lesson; later changes of the rule keep it. The same time again succeeds. */
export async function moveLesson(
  tx: Transaction,
  viewer: Viewer,
  lessonId: string,
  to: { date: string; time: string } & Asking,
) {
  const { booking, lesson } = await ownLesson(tx, viewer, lessonId)
  // An absent mentor must not move the lesson away afterwards.
  if (lesson.hasBegun && viewer.userType !== 'admin') throw new AppError('lesson-begun')
  const startsAt = instantInIndia(to.date, to.time)
  await moveTo(tx, viewer, booking, lesson, { startsAt, field: 'date', ask: to.askFamily })
  const { id, mentorId } = booking
  return { id, mentorId, minutes: lesson.minutes, isChanged: lesson.startsAt.getTime() !== startsAt.getTime() }
}

type Move = { startsAt: Date; field: string; ask: boolean }

async function moveTo(
  tx: Transaction,
  viewer: Viewer,
  booking: Booking,
  lesson: rows.Lesson,
  { startsAt, field, ask }: Move,
) {
  if (lesson.startsAt.getTime() === startsAt.getTime()) return
  await checkAhead(tx, field, startsAt)
  await countOrAsk(tx, viewer, booking, { ask, lesson, toAt: startsAt }, async () => {
    await moveInto(tx, booking, lesson, startsAt, { isAgreed: false, isAdmin: viewer.userType === 'admin' })
    await notifyScheduled(tx, told(viewer, booking), startsAt, lesson.startsAt)
    return [timed(startsAt, lesson.minutes)]
  })
}

type How = { isAgreed: boolean; isAdmin: boolean }

async function moveInto(
  tx: Transaction,
  booking: Booking,
  lesson: rows.Lesson,
  startsAt: Date,
  how: How,
): Promise<void> {
  await vacateSlot(tx, lesson.id)
  const one = timed(startsAt, lesson.minutes)
  const { owner, capacity } = await free(tx, booking, one, how.isAdmin)
  await assignSlot(tx, lesson.id, { ...one, isAgreed: how.isAgreed }, owner, capacity)
}

/** Reschedules a lesson of a locked booking to the agreed time. The caller notifies. */
export async function moveAgreed(tx: Transaction, booking: Booking, lessonId: string, startsAt: Date): Promise<void> {
  await openCalendar(tx, booking)
  const lesson = await rows.lockLesson(tx, lessonId)
  if (lesson?.status !== 'scheduled') throw new AppError('lesson-over')
  await checkAhead(tx, 'date', startsAt)
  await moveInto(tx, booking, lesson, startsAt, { isAgreed: true, isAdmin: false })
}

/** Applies an accepted plan to a locked booking. */
export async function planAgreed(tx: Transaction, booking: Booking, { plan: agreed, toAt }: Proposal): Promise<void> {
  await openCalendar(tx, booking)
  await releasePlanned(tx, booking.id)
  if (agreed?.kind === 'weekly') await setRule(tx, null, booking, agreed)
  else if (!(await addOne(tx, null, booking, toAt, agreed ?? {}))) throw new AppError('proposal-over')
  await setScheduled(tx, booking.id)
}

/** Plans one lesson from a credit or unplanned minutes. */
export async function addLesson(
  tx: Transaction,
  viewer: Viewer,
  bookingId: string,
  wish: Piece & Asking & { date: string; time: string },
): Promise<void> {
  const booking = await begin(tx, viewer, bookingId)
  const startsAt = instantInIndia(wish.date, wish.time)
  await checkAhead(tx, 'date', startsAt)
  const { minutes, credit } = wish
  if (!(await addOrAsk(tx, viewer, booking, startsAt, { minutes, credit }, wish.askFamily)))
    throw new AppError('nothing-to-plan')
}

/** Returns false when the booking has nothing left to plan. */
async function addOrAsk(tx: Transaction, viewer: Viewer, booking: Booking, startsAt: Date, piece: Piece, ask: boolean) {
  let isAny = true
  await countOrAsk(tx, viewer, booking, { ask, toAt: startsAt, plan: { kind: 'class', ...piece } }, async () => {
    const one = await addOne(tx, viewer, booking, startsAt, piece)
    isAny = one !== null
    await setScheduled(tx, booking.id)
    return one ? [one] : []
  })
  return isAny
}

/** What a lesson is made of: a credit, or unplanned minutes (all of them by default). */
type Piece = { minutes?: number | undefined; credit?: string | undefined }

/** Returns null when there was nothing to plan. */
async function addOne(
  tx: Transaction,
  viewer: Viewer | null,
  booking: Booking,
  startsAt: Date,
  wish: Piece,
): Promise<Priced | null> {
  const how = { isAgreed: viewer === null, isAdmin: viewer?.userType === 'admin' }
  const one = await place(tx, booking, startsAt, wish, how)
  if (one) await notifyScheduled(tx, told(viewer, booking), startsAt, null)
  return one
}

/** Creates the first lesson of a locked booking at the picked time. The caller notifies. */
export async function bookFirst(tx: Transaction, booking: Booking, startsAt: Date): Promise<void> {
  await openCalendar(tx, booking)
  await checkAhead(tx, 'startsAt', startsAt)
  const how = { isAgreed: true, isAdmin: false }
  if (!(await place(tx, booking, startsAt, { minutes: lessonMinutes }, how))) throw new AppError('nothing-to-plan')
  await endOpen(tx, { bookingId: booking.id }, 'family')
  await insertPicked(tx, booking.id, startsAt)
  await setScheduled(tx, booking.id)
}

/** Returns null when there was nothing to plan. */
async function place(tx: Transaction, booking: Booking, startsAt: Date, wish: Piece, how: How): Promise<Priced | null> {
  await releasePlanned(tx, booking.id)
  await releaseOrderSlot(tx, booking)
  const credit = wish.credit ? await openCredit(tx, booking.id, wish.credit) : null
  if (wish.credit && !credit) return null
  const balance = await balanceOf(tx, booking.id)
  const unplanned = unplannedMinutes(balance)
  const paidFor = unplanned + balance.owedMinutes
  // A single lesson is not split.
  const most = isSingle(booking.plan, booking.minutes) ? unplanned : (wish.minutes ?? unplanned)
  const minutes = Math.min(paidFor, credit?.minutes ?? Math.min(unplanned, most))
  const [one] = minutes > 0 ? priced(balance, [timed(startsAt, minutes)]) : []
  if (!one) return null
  const { owner, capacity } = await free(tx, booking, one, how.isAdmin)
  const known = how.isAgreed ? [startsAt] : []
  const [id] = await planLessons(tx, [one], owner, { ruleId: null, capacity, isMoved: true, known })
  if (!id) throw new Error('a class gave no row')
  if (credit) await useCredit(tx, credit.id, id)
  return one
}

/** Locks an upcoming lesson of this viewer, after its booking and the mentor's calendar. */
async function ownLesson(tx: Transaction, viewer: Viewer, lessonId: string) {
  const bookingId = await rows.bookingOf(tx, lessonId)
  if (!bookingId) throw new AppError('not-found')
  const booking = await begin(tx, viewer, bookingId)
  const lesson = await rows.lockLesson(tx, lessonId)
  // It existed before the lock, so a new rule has replaced it.
  if (!lesson) throw new AppError('timetable-changed')
  if (lesson.status !== 'scheduled') throw new AppError('lesson-over')
  if (lesson.isReported) throw new AppError('no-show-open')
  return { booking, lesson }
}

/** Throws for a time that is not free; admins see the conflict. @returns the owner of the slot */
async function free(
  tx: Transaction,
  booking: Booking,
  one: Dated,
  isAdmin: boolean,
): Promise<{ owner: Owner; capacity: number }> {
  if (dateInIndia(new Date(one.endsAt.getTime() - 1)) !== one.date)
    throw new AppError('bad-request', { fields: [{ field: 'time', problem: 'a class that ends before midnight' }] })
  const owner = ownerOf(booking)
  const clash = (await clashesOf(tx, [one], owner)).get(0)
  if (clash) {
    const details = isAdmin ? { taken: await takenBy(tx, clash, one, owner) } : {}
    throw new AppError(clash === 'mentor-busy' ? 'slot-taken' : 'learner-busy', details)
  }
  return { owner, capacity: owner.isShared ? sharedCapacity : 1 }
}
