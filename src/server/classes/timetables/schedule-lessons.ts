import { defaultLessonMinutes, lessonLengths } from '#contract/classes/limits.ts'
import { isSingleLesson } from '#contract/classes/plans.ts'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import {
  assertSchedulable,
  type Booking,
  correctDetails,
  type DetailsInput,
  lockOwnBooking,
  setScheduled,
  sharedCapacity,
} from '#server/classes/bookings/bookings.ts'
import {
  assignSlot,
  balanceOf,
  clashesOf,
  closeOpenProposals,
  type DatedLesson,
  insertPickedTime,
  type Owner,
  oldestCredit,
  openCredit,
  type Proposal,
  planLessons,
  releaseOrderSlot,
  releasePlanned,
  unplannedMinutes,
  useCredit,
  vacateSlot,
} from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { applyOrAsk } from './ask-family.ts'
import { conflictAt } from './conflicts.ts'
import { notifyScheduled } from './notifications.ts'
import {
  type AskOption,
  lockPlannableBooking,
  lockPlannableCalendar,
  ownerOf,
  type PricedLesson,
  recipients,
  toDatedLesson,
  withFees,
} from './planning.ts'
import { planWeekdays, preferredRule } from './preferred-weekdays.ts'
import * as rows from './rows.ts'
import { setRule } from './rules.ts'

export type Schedule = DetailsInput &
  AskOption & { scheduledDate?: string | undefined; scheduledTime?: string | undefined; status: Booking['status'] }

/** Sets the next lesson of a booking or moves the scheduled one, and corrects the booking's details. */
export async function scheduleNext(tx: Transaction, viewer: Viewer, id: string, input: Schedule): Promise<void> {
  const { scheduledDate: date, scheduledTime: time, askFamily } = input
  const existing = await lockOwnBooking(tx, viewer, id)
  if (input.status !== 'scheduled' && input.status !== existing.status) throw new AppError('status-not-set')
  const booking = {
    ...existing,
    subject: await correctDetails(tx, { ...existing, accountId: viewer.accountId }, input),
  }
  if (!date || !time) return
  await lockPlannableCalendar(tx, booking)
  const startsAt = instantInIndia(date, time)
  await assertSchedulable(tx, 'scheduledDate', startsAt)
  const waiting = await rows.nextLesson(tx, id)
  const weekly = await preferredRule(tx, booking, waiting, { date, time, startsAt })
  if (weekly)
    return await applyOrAsk(tx, viewer, booking, { ask: askFamily, plan: weekly }, () =>
      setRule(tx, viewer, booking, weekly),
    )
  if (waiting && !waiting.hasBegun)
    return await rescheduleOrAsk(tx, viewer, booking, waiting, { startsAt, field: 'scheduledDate', ask: askFamily })
  const isOpen = unplannedMinutes(await balanceOf(tx, id)) > 0
  const credit = isOpen ? null : await oldestCredit(tx, id)
  const source = credit ? { credit } : { minutes: defaultLessonMinutes }
  if (!(await addOrAsk(tx, viewer, booking, startsAt, source, askFamily)))
    throw new AppError(!waiting ? 'not-schedulable' : waiting.isReported ? 'no-show-open' : 'lesson-unmarked')
}

/** Reschedules a lesson; later changes of the rule keep it. The same time again succeeds. */
export async function moveLesson(
  tx: Transaction,
  viewer: Viewer,
  lessonId: string,
  to: { date: string; time: string } & AskOption,
) {
  const { booking, lesson } = await lockOwnLesson(tx, viewer, lessonId)
  // An absent mentor must not move the lesson away afterwards.
  if (lesson.hasBegun && viewer.userType !== 'admin') throw new AppError('lesson-begun')
  const startsAt = instantInIndia(to.date, to.time)
  await rescheduleOrAsk(tx, viewer, booking, lesson, { startsAt, field: 'date', ask: to.askFamily })
  const { id, mentorId } = booking
  return { id, mentorId, minutes: lesson.minutes, isChanged: lesson.startsAt.getTime() !== startsAt.getTime() }
}

type Reschedule = { startsAt: Date; field: string; ask: boolean }

async function rescheduleOrAsk(
  tx: Transaction,
  viewer: Viewer,
  booking: Booking,
  lesson: rows.Lesson,
  { startsAt, field, ask }: Reschedule,
) {
  if (lesson.startsAt.getTime() === startsAt.getTime()) return
  await assertSchedulable(tx, field, startsAt)
  await applyOrAsk(tx, viewer, booking, { ask, lesson, toAt: startsAt }, async () => {
    await reassignSlot(tx, booking, lesson, startsAt, { isAgreed: false, isAdmin: viewer.userType === 'admin' })
    await notifyScheduled(tx, recipients(viewer, booking), startsAt, lesson.startsAt)
    return { classes: [toDatedLesson(startsAt, lesson.minutes)] }
  })
}

type PlanOptions = { isAgreed: boolean; isAdmin: boolean }

async function reassignSlot(
  tx: Transaction,
  booking: Booking,
  lesson: rows.Lesson,
  startsAt: Date,
  options: PlanOptions,
): Promise<void> {
  await vacateSlot(tx, lesson.id)
  const one = toDatedLesson(startsAt, lesson.minutes)
  const { owner, capacity } = await assertFree(tx, booking, one, options.isAdmin)
  await assignSlot(tx, lesson.id, { ...one, isAgreed: options.isAgreed }, owner, capacity)
}

/** Reschedules a lesson of a locked booking to the agreed time. The caller notifies. */
export async function rescheduleAgreed(
  tx: Transaction,
  booking: Booking,
  lessonId: string,
  startsAt: Date,
): Promise<void> {
  await lockPlannableCalendar(tx, booking)
  const lesson = await rows.lockLesson(tx, lessonId)
  if (lesson?.status !== 'scheduled') throw new AppError('lesson-over')
  await assertSchedulable(tx, 'date', startsAt)
  await reassignSlot(tx, booking, lesson, startsAt, { isAgreed: true, isAdmin: false })
}

/** Applies an accepted plan to a locked booking. */
export async function planAgreed(tx: Transaction, booking: Booking, { plan: agreed, toAt }: Proposal): Promise<void> {
  await lockPlannableCalendar(tx, booking)
  if (agreed?.kind === 'weekly') await setRule(tx, null, booking, agreed)
  else if (!(await addOne(tx, null, booking, toAt, agreed ?? {}))) throw new AppError('proposal-over')
  await setScheduled(tx, booking.id)
}

/** Plans one lesson from a credit or unplanned minutes. */
export async function addLesson(
  tx: Transaction,
  viewer: Viewer,
  bookingId: string,
  source: LessonSource & AskOption & { date: string; time: string },
): Promise<void> {
  const booking = await lockPlannableBooking(tx, viewer, bookingId)
  const startsAt = instantInIndia(source.date, source.time)
  await assertSchedulable(tx, 'date', startsAt)
  const { minutes, credit } = source
  if (!(await addOrAsk(tx, viewer, booking, startsAt, { minutes, credit }, source.askFamily)))
    throw new AppError('nothing-to-plan')
}

/** Returns false when the booking has nothing left to plan. */
async function addOrAsk(
  tx: Transaction,
  viewer: Viewer,
  booking: Booking,
  startsAt: Date,
  source: LessonSource,
  ask: boolean,
) {
  let isPlanned = true
  await applyOrAsk(tx, viewer, booking, { ask, toAt: startsAt, plan: { kind: 'class', ...source } }, async () => {
    const one = await addOne(tx, viewer, booking, startsAt, source)
    isPlanned = one !== null
    await setScheduled(tx, booking.id)
    return { classes: one ? [one] : [] }
  })
  return isPlanned
}

/** What a lesson is made of: a credit, or unplanned minutes (by default as many as one lesson may have). */
type LessonSource = { minutes?: number | undefined; credit?: string | undefined }

/** Returns null when there was nothing to plan. */
async function addOne(
  tx: Transaction,
  viewer: Viewer | null,
  booking: Booking,
  startsAt: Date,
  source: LessonSource,
): Promise<PricedLesson | null> {
  const options = { isAgreed: viewer === null, isAdmin: viewer?.userType === 'admin' }
  const one = await planOne(tx, booking, startsAt, source, options)
  if (one) await notifyScheduled(tx, recipients(viewer, booking), startsAt, null)
  return one
}

/**
 * Creates the first lesson of a locked booking at the picked time, and those after it if the family named weekdays on which
 * the mentor teaches at that time. The caller notifies of the first.
 */
export async function bookFirst(tx: Transaction, booking: Booking, startsAt: Date): Promise<void> {
  await lockPlannableCalendar(tx, booking)
  await assertSchedulable(tx, 'startsAt', startsAt)
  const options = { isAgreed: true, isAdmin: false }
  const isPlanned =
    (await planWeekdays(tx, booking, startsAt)) ||
    (await planOne(tx, booking, startsAt, { minutes: defaultLessonMinutes }, options))
  if (!isPlanned) throw new AppError('nothing-to-plan')
  await closeOpenProposals(tx, { bookingId: booking.id }, 'family')
  await insertPickedTime(tx, booking.id, startsAt)
  await setScheduled(tx, booking.id)
}

/** Returns null when there was nothing to plan. */
async function planOne(
  tx: Transaction,
  booking: Booking,
  startsAt: Date,
  source: LessonSource,
  options: PlanOptions,
): Promise<PricedLesson | null> {
  await releasePlanned(tx, booking.id)
  await releaseOrderSlot(tx, booking)
  const credit = source.credit ? await openCredit(tx, booking.id, source.credit) : null
  if (source.credit && !credit) return null
  const balance = await balanceOf(tx, booking.id)
  const unplanned = unplannedMinutes(balance)
  const paidFor = unplanned + balance.owedMinutes
  // A single lesson is not split.
  const maxMinutes = isSingleLesson(booking.plan, booking.minutes) ? unplanned : (source.minutes ?? lessonLengths.max)
  const minutes = Math.min(paidFor, credit?.minutes ?? Math.min(unplanned, maxMinutes))
  const [one] = minutes > 0 ? withFees(balance, [toDatedLesson(startsAt, minutes)]) : []
  if (!one) return null
  const { owner, capacity } = await assertFree(tx, booking, one, options.isAdmin)
  const existing = options.isAgreed ? [startsAt] : []
  const [id] = await planLessons(tx, [one], owner, { ruleId: null, capacity, isMoved: true, known: existing })
  if (!id) throw new Error('inserting a lesson returned no row')
  if (credit) await useCredit(tx, credit.id, id)
  return one
}

/** Locks an upcoming lesson of this viewer, after its booking and the mentor's calendar. */
async function lockOwnLesson(tx: Transaction, viewer: Viewer, lessonId: string) {
  const bookingId = orNotFound(await rows.bookingOf(tx, lessonId))
  const booking = await lockPlannableBooking(tx, viewer, bookingId)
  const lesson = await rows.lockLesson(tx, lessonId)
  // It existed before the lock, so a new rule has replaced it.
  if (!lesson) throw new AppError('timetable-changed')
  if (lesson.status !== 'scheduled') throw new AppError('lesson-over')
  if (lesson.isReported) throw new AppError('no-show-open')
  return { booking, lesson }
}

/** Throws for a time that is not free; admins see the conflict. @returns the owner of the slot */
async function assertFree(
  tx: Transaction,
  booking: Booking,
  one: DatedLesson,
  isAdmin: boolean,
): Promise<{ owner: Owner; capacity: number }> {
  if (dateInIndia(new Date(one.endsAt.getTime() - 1)) !== one.date)
    throw invalidField('time', 'a class that ends before midnight')
  const owner = ownerOf(booking)
  const clash = (await clashesOf(tx, [one], owner)).get(0)
  if (clash) {
    const details = isAdmin ? { taken: await conflictAt(tx, clash, one, owner) } : {}
    throw new AppError(clash === 'mentor-busy' ? 'slot-taken' : 'learner-busy', details)
  }
  return { owner, capacity: owner.isShared ? sharedCapacity : 1 }
}
