import { type Subject, sharedModes, subjectFrom } from '#contract/catalogue.ts'
import { isSingle, lessonMinutes } from '#contract/limits.ts'
import { lessonFeePaise } from '#contract/money.ts'
import { dateInIndia, instantInIndia, plusMinutes } from '#contract/time.ts'
import { type Booking, checkAhead, lockOwnBooking, sharedCapacity, standDown } from '#server/bookings/bookings.ts'
import { databaseNow, type Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { type Dated, datesOf, type Rule } from './dates.ts'
import { holidayOn } from './holidays.ts'
import { notifyScheduled, notifyTimetable } from './news.ts'
import * as rows from './rows.ts'
import { takenBy } from './taken-by.ts'

export type Wish = Rule & {
  place?: string | undefined
  leaveOut: readonly string[]
  /** The rule the viewer saw, null for none; undefined asks for no such check. */
  since?: string | null | undefined
}
type Priced = Dated & { feePaise: number; sequence: number }
type Plan = {
  booking: Booking
  owner: rows.Owner
  classes: Priced[]
  clashes: Awaited<ReturnType<typeof rows.clashesOf>>
}

const ownerOf = (booking: Booking): rows.Owner => ({
  bookingId: booking.id,
  mentorId: booking.mentorId,
  learnerId: booking.learnerId,
  orderId: booking.orderId,
  mode: booking.mode,
  isShared: sharedModes.includes(booking.mode),
})

/** Fees by minutes, in the order of the classes, after what is used and planned. */
function priced(booking: Booking, standing: rows.Standing, dates: readonly Dated[]): Priced[] {
  // Money that went back buys no class: its minutes went with it.
  const worth = { pricePaise: booking.pricePaise - booking.refundedPaise, minutes: booking.minutes }
  const before = { minutes: standing.usedMinutes, paise: standing.usedPaise }
  return dates.map((one, i) => {
    const feePaise = lessonFeePaise(worth, before, one.minutes)
    before.minutes += one.minutes
    before.paise += feePaise
    return { ...one, feePaise, sequence: standing.lastSequence + i + 1 }
  })
}

/** The booking under lock, its mentor's calendar too: one change of a mentor's times after the other. */
async function begin(tx: Tx, viewer: Viewer, bookingId: string): Promise<Booking> {
  const booking = await lockOwnBooking(tx, viewer, bookingId)
  await openCalendar(tx, booking)
  return booking
}

async function openCalendar(tx: Tx, booking: Booking): Promise<void> {
  if (booking.status !== 'pending_schedule' && booking.status !== 'scheduled') throw new AppError('not-schedulable')
  if (!(await standDown(tx, booking))) throw new AppError('mentor-paused')
  await rows.freeOverdueHolds(tx, booking.mentorId)
}

/** Takes the classes out that the rule replaces, and says which come instead. */
export async function plan(
  tx: Tx,
  viewer: Viewer,
  bookingId: string,
  wish: Wish,
): Promise<Plan & { replaced: rows.Replaced }> {
  await checkAhead(tx, 'from', instantInIndia(wish.from, '23:59'))
  const booking = await begin(tx, viewer, bookingId)
  if (isSingle(booking.plan, booking.minutes)) throw new AppError('one-class')
  if (wish.since !== undefined && wish.since !== ((await rows.ruleOf(tx, bookingId))?.id ?? null))
    throw new AppError('timetable-changed')
  const replaced = await rows.removeReplaced(tx, bookingId, wish.from)
  const standing = await rows.standingOf(tx, bookingId)
  const left = booking.minutes - standing.usedMinutes - standing.creditMinutes
  if (left <= 0) throw new AppError('nothing-to-plan')
  const dates = datesOf(wish, left, new Set(wish.leaveOut), await databaseNow(tx))
  const late = dates.find((one) => dateInIndia(new Date(one.endsAt.getTime() - 1)) !== one.date)
  if (late)
    throw new AppError('bad-request', { fields: [{ field: 'time', problem: 'a class that ends before midnight' }] })
  if (dates.reduce((sum, one) => sum + one.minutes, 0) < left) throw new AppError('timetable-too-long')
  const owner = ownerOf(booking)
  return {
    booking,
    owner,
    replaced,
    classes: priced(booking, standing, dates),
    clashes: await rows.clashesOf(tx, dates, owner),
  }
}

const told = ({ userType }: Viewer, booking: Booking) => ({ booking, byAdmin: userType === 'admin' })

export type Details = { studentName?: string | undefined; class?: string | undefined; school?: string | undefined }

/** Sets the weekly rule of a booking from a date on. Held classes and those moved by hand stay as they are. */
export async function setTimetable(tx: Tx, viewer: Viewer, id: string, wish: Wish & Details): Promise<void> {
  const { booking, owner, classes, clashes, replaced } = await plan(tx, viewer, id, wish)
  const first = classes[0]
  const taken = classes.flatMap(({ date }, i) => {
    const clash = clashes.get(i)
    return clash ? { date, clash } : []
  })
  if (taken.length > 0) throw new AppError('timetable-clash', { dates: taken.map(({ date }) => date), clashes: taken })
  if (!first) throw new AppError('nothing-to-plan')
  const ruleId = await rows.insertRule(tx, id, viewer.accountId, { ...wish, place: wish.place ?? '' })
  const capacity = owner.isShared ? sharedCapacity : 1
  await rows.insertClasses(tx, classes, owner, { ruleId, capacity, isMoved: false, known: replaced.known })
  await rows.setScheduled(tx, id, wish)
  await notifyTimetable(tx, told(viewer, booking), wish, first.startsAt)
}

/** Gives one class another time. It stays there through later changes of the rule. At that time already is a success. */
export async function moveLesson(tx: Tx, viewer: Viewer, lessonId: string, to: { date: string; time: string }) {
  const { booking, lesson } = await ownLesson(tx, viewer, lessonId)
  // Whoever does not come must not move the class away afterwards.
  if (lesson.hasBegun && viewer.userType !== 'admin') throw new AppError('lesson-begun')
  const startsAt = instantInIndia(to.date, to.time)
  await moveTo(tx, viewer, booking, lesson, { startsAt, field: 'date' })
  const { id, mentorId } = booking
  return { id, mentorId, minutes: lesson.minutes, isChanged: lesson.startsAt.getTime() !== startsAt.getTime() }
}

type Move = { startsAt: Date; field: string }

async function moveTo(tx: Tx, viewer: Viewer, booking: Booking, lesson: rows.Lesson, { startsAt, field }: Move) {
  if (lesson.startsAt.getTime() === startsAt.getTime()) return
  await checkAhead(tx, field, startsAt)
  await step(tx, booking, lesson, startsAt, { isAgreed: false, isAdmin: viewer.userType === 'admin' })
  await notifyScheduled(tx, told(viewer, booking), startsAt, lesson.startsAt)
}

type How = { isAgreed: boolean; isAdmin: boolean }

async function step(tx: Tx, booking: Booking, lesson: rows.Lesson, startsAt: Date, how: How): Promise<void> {
  await rows.stepOut(tx, lesson)
  const one = timed(startsAt, lesson.minutes)
  const { owner, capacity } = await free(tx, booking, one, how.isAdmin)
  await rows.stepIn(tx, lesson.id, { ...one, isAgreed: how.isAgreed }, owner, capacity)
}

/** Moves a class of a locked booking to the time both sides agreed on. Telling them is the caller's. */
export async function moveAgreed(tx: Tx, booking: Booking, lessonId: string, startsAt: Date): Promise<void> {
  await openCalendar(tx, booking)
  const lesson = await rows.lockLesson(tx, lessonId)
  if (lesson?.status !== 'scheduled') throw new AppError('lesson-over')
  await checkAhead(tx, 'date', startsAt)
  await step(tx, booking, lesson, startsAt, { isAgreed: true, isAdmin: false })
}

type GivenUp = { id: string; bookingId: string; slotId: string; minutes: number }

/** A class of a locked booking does not take place: its time is free, and so many of its minutes are owed. */
export const giveUp = (
  tx: Tx,
  lesson: GivenUp,
  cause: rows.Cause,
  status: 'cancelled' | 'missed_by_family' | 'missed_by_mentor',
): Promise<void> => rows.cancelWithCredit(tx, lesson, cause, status)

/** Whether a class is on a day off where its mentor teaches. */
export async function isOnHoliday(
  tx: Tx,
  { mentorId, startsAt }: { mentorId: string; startsAt: Date },
): Promise<boolean> {
  return holidayOn(dateInIndia(startsAt), await rows.stateOf(tx, mentorId), 'en') !== null
}

export type Schedule = Required<Details> & { subject: Subject; scheduledDate: string; scheduledTime: string }

/** A timetable of one: sets the next class of a booking, or moves it when one is waiting. */
export async function scheduleNext(tx: Tx, viewer: Viewer, id: string, given: Schedule): Promise<void> {
  const booking = await begin(tx, viewer, id)
  if (given.subject !== (subjectFrom(booking.subject) ?? booking.subject))
    throw new AppError('bad-request', { fields: [{ field: 'subject', problem: 'the subject that was booked' }] })
  const startsAt = instantInIndia(given.scheduledDate, given.scheduledTime)
  await checkAhead(tx, 'scheduledDate', startsAt)
  const waiting = await rows.nextLesson(tx, id)
  if (waiting && !waiting.hasBegun) await moveTo(tx, viewer, booking, waiting, { startsAt, field: 'scheduledDate' })
  else {
    const planned = await addOne(tx, viewer, booking, startsAt, { minutes: lessonMinutes })
    const credit = planned ? null : await rows.oldestCredit(tx, id)
    if (!planned && !(credit && (await addOne(tx, viewer, booking, startsAt, { credit }))))
      throw new AppError(!waiting ? 'not-schedulable' : waiting.isMissed ? 'no-show-open' : 'lesson-unmarked')
  }
  await rows.setScheduled(tx, id, given)
}

/** Plans one class of what is owed or not planned. */
export async function addLesson(
  tx: Tx,
  viewer: Viewer,
  bookingId: string,
  wish: Piece & { date: string; time: string },
): Promise<void> {
  const booking = await begin(tx, viewer, bookingId)
  const startsAt = instantInIndia(wish.date, wish.time)
  await checkAhead(tx, 'date', startsAt)
  if (!(await addOne(tx, viewer, booking, startsAt, wish))) throw new AppError('nothing-to-plan')
  await rows.setScheduled(tx, bookingId, {})
}

/** What a class is made of: a credit, or so many minutes (all, unless told otherwise) of what is not planned. */
type Piece = { minutes?: number | undefined; credit?: string | undefined }

/** @returns whether there was anything to plan */
async function addOne(tx: Tx, viewer: Viewer, booking: Booking, startsAt: Date, wish: Piece): Promise<boolean> {
  const credit = wish.credit ? await rows.openCredit(tx, booking.id, wish.credit) : null
  if (wish.credit && !credit) return false
  const standing = await rows.standingOf(tx, booking.id)
  const paidFor = booking.minutes - standing.usedMinutes
  const unplanned = paidFor - standing.creditMinutes
  // One class is not taken apart.
  const most = isSingle(booking.plan, booking.minutes) ? unplanned : (wish.minutes ?? unplanned)
  const minutes = Math.min(paidFor, credit?.minutes ?? Math.min(unplanned, most))
  const [one] = minutes > 0 ? priced(booking, standing, [timed(startsAt, minutes)]) : []
  if (!one) return false
  const { owner, capacity } = await free(tx, booking, one, viewer.userType === 'admin')
  const [id] = await rows.insertClasses(tx, [one], owner, { ruleId: null, capacity, isMoved: true, known: [] })
  if (!id) throw new Error('a class gave no row')
  if (credit) await rows.useCredit(tx, credit.id, id)
  await notifyScheduled(tx, told(viewer, booking), startsAt, null)
  return true
}

const timed = (startsAt: Date, minutes: number): Dated => ({
  date: dateInIndia(startsAt),
  startsAt,
  endsAt: plusMinutes(startsAt, minutes),
  minutes,
})

/** A class of this viewer that is still to come, under lock after its booking and the mentor's calendar. */
async function ownLesson(tx: Tx, viewer: Viewer, lessonId: string) {
  const bookingId = await rows.bookingOf(tx, lessonId)
  if (!bookingId) throw new AppError('not-found')
  const booking = await begin(tx, viewer, bookingId)
  const lesson = await rows.lockLesson(tx, lessonId)
  // It was there before we waited for its booking.
  if (!lesson) throw new AppError('timetable-changed')
  if (lesson.status !== 'scheduled') throw new AppError('lesson-over')
  if (lesson.isMissed) throw new AppError('no-show-open')
  return { booking, lesson }
}

/** Refuses a time that is not free for one class; an admin is told what is there. @returns whose it will be */
async function free(
  tx: Tx,
  booking: Booking,
  one: Dated,
  isAdmin: boolean,
): Promise<{ owner: rows.Owner; capacity: number }> {
  if (dateInIndia(new Date(one.endsAt.getTime() - 1)) !== one.date)
    throw new AppError('bad-request', { fields: [{ field: 'time', problem: 'a class that ends before midnight' }] })
  const owner = ownerOf(booking)
  const clash = (await rows.clashesOf(tx, [one], owner)).get(0)
  if (clash) {
    const details = isAdmin ? { taken: await takenBy(tx, clash, one, owner) } : {}
    throw new AppError(clash === 'mentor-busy' ? 'slot-taken' : 'learner-busy', details)
  }
  return { owner, capacity: owner.isShared ? sharedCapacity : 1 }
}
