import { lessonColumns } from '#contract/classes/lifecycles.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import {
  type Booking,
  chargeLesson,
  lockBookingOf,
  lockCalendarAndReleaseHold,
  sideOf,
} from '#server/classes/bookings/bookings.ts'
import { disputeNoShow } from '#server/classes/disputes/disputes.ts'
import { compensate, endWithCredit } from '#server/classes/lessons/lessons.ts'
import { isOnHoliday } from '#server/classes/timetables/timetables.ts'
import type { Context } from '#server/context.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './locked-rows.ts'
import { notifyChange } from './notifications.ts'
import { type ChangeKind, type Outcome, outcomeOf, type Side } from './outcome.ts'

const otherSide: Record<Side, Side> = { family: 'mentor', mentor: 'family' }
/** The side responsible: the one that cancels, or the other one for a reported absence. */
const causeOf = (kind: ChangeKind, side: Side): Side => (kind === 'cancel' ? side : otherSide[side])

/** Locks a lesson of this viewer, after its booking and the mentor's calendar. */
export async function lockOwnLesson(tx: Transaction, viewer: Viewer, lessonId: string) {
  const booking = orNotFound(await lockBookingOf(tx, lessonId))
  const side = sideOf(viewer, booking)
  await lockCalendarAndReleaseHold(tx, booking)
  const lesson = await rows.lockLesson(tx, lessonId)
  if (!lesson) throw new AppError('timetable-changed')
  return { booking, side, lesson }
}

/** Whether a side may cancel a lesson as on a holiday; a mentor not on a date that it chose by hand. */
export const isHolidayFor = async (db: Context['db'], lesson: rows.LockedLesson, side: Side): Promise<boolean> =>
  !(side === 'mentor' && lesson.isMoved) && (await isOnHoliday(db, lesson))

/** Returns the outcome now, or throws why it is not possible. */
export async function currentOutcome(
  db: Context['db'],
  lesson: rows.LockedLesson,
  kind: ChangeKind,
  side: Side,
): Promise<Outcome> {
  const { isSuspended, startsAt, pricedAt, now, terms } = lesson
  if (lesson.state === 'absence_reported') throw new AppError('no-show-open')
  if (lesson.state !== 'scheduled') throw new AppError('lesson-over')
  if (kind === 'cancel' && side === 'family' && now >= startsAt) throw new AppError('lesson-begun')
  if (kind === 'no-show' && isSuspended) throw new AppError('mentor-paused')
  if (kind === 'no-show' && now < plusMinutes(startsAt, terms.noShowMinutes))
    throw new AppError('no-show-early', { minutes: terms.noShowMinutes })
  const [rates, isHoliday] = await Promise.all([
    readSetting(db, 'feeRates', pricedAt),
    kind === 'cancel' && isHolidayFor(db, lesson, side),
  ])
  return outcomeOf({ terms, rates, causedBy: causeOf(kind, side), kind, lesson: { ...lesson, isHoliday }, now })
}

export const toReply = (side: Side, kind: ChangeKind, lesson: rows.LockedLesson, outcome: Outcome) => ({
  action: kind,
  causedBy: causeOf(kind, side),
  startsAt: lesson.startsAt.toISOString(),
  fee: rupees(outcome.feePaise),
  mentorGets: side === 'mentor' ? rupees(outcome.mentorPaise) : null,
  credit: outcome.creditMinutes,
  isAgainstMentor: outcome.isAgainstMentor,
  compensation: rupees(outcome.compensationPaise),
  until: outcome.until?.toISOString() ?? null,
})

/** Outcome of cancelling or of reporting an absence now. */
export async function lessonOutcome({ db }: Context, viewer: Viewer, lessonId: string, kind: ChangeKind) {
  const lesson = orNotFound(await rows.lessonById(db, lessonId))
  const side = sideOf(viewer, lesson)
  return toReply(side, kind, lesson, await currentOutcome(db, lesson, kind, side))
}

/** The outcome the viewer agreed to. */
type AgreedOutcome = { startsAt: string; fee: number; credit: number; compensation?: number | undefined }

async function assertAgreed(
  tx: Transaction,
  lesson: rows.LockedLesson,
  kind: ChangeKind,
  side: Side,
  agreedTo: AgreedOutcome,
): Promise<Outcome> {
  const outcome = await currentOutcome(tx, lesson, kind, side)
  const isSame =
    paise(agreedTo.fee) === outcome.feePaise &&
    agreedTo.credit === outcome.creditMinutes &&
    // A family only receives it.
    (side === 'family' || paise(agreedTo.compensation ?? 0) === outcome.compensationPaise) &&
    Date.parse(agreedTo.startsAt) === lesson.startsAt.getTime()
  if (!isSame) throw new AppError('outcome-changed', toReply(side, kind, lesson, outcome))
  return outcome
}

/** Ends the lesson: its slot is released, the charge settles and the remaining minutes are credited. */
async function applyOutcome(
  tx: Transaction,
  lesson: rows.LockedLesson,
  causedBy: Side,
  kind: ChangeKind,
  outcome: Pick<Outcome, 'feePaise' | 'feeMinutes' | 'creditMinutes' | 'compensationPaise'>,
): Promise<void> {
  const move = kind === 'cancel' ? 'cancel' : causedBy === 'family' ? 'missByFamily' : 'missByMentor'
  await endWithCredit(tx, { id: lesson.id, minutes: outcome.creditMinutes }, causedBy, move)
  if (outcome.feeMinutes > 0) await chargeLesson(tx, lesson.id, outcome)
  await compensateFor(tx, lesson, outcome.compensationPaise)
}

export const compensateFor = (tx: Transaction, { id, familyId, mentorId }: rows.LockedLesson, paise: number) =>
  compensate(tx, { lessonId: id, familyId, mentorId, paise })

/** Cost in paise if the family cancelled all classes of a locked booking now. */
export async function lateCancelPaise(tx: Transaction, bookingId: string): Promise<number> {
  let sum = 0
  for (const lesson of await rows.lateLessons(tx, bookingId)) {
    const { feePaise } = await currentOutcome(tx, lesson, 'cancel', 'family')
    sum += feePaise
  }
  return sum
}

/** Cancels a lesson; cancelling again succeeds. @returns the booking id */
export async function cancelLesson(
  { db }: Context,
  viewer: Viewer,
  lessonId: string,
  agreedTo: AgreedOutcome,
): Promise<string> {
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await lockOwnLesson(tx, viewer, lessonId)
    if (lessonColumns[lesson.state].status === 'cancelled') return booking.id
    const outcome = await assertAgreed(tx, lesson, 'cancel', side, agreedTo)
    await rows.insertCancel(tx, { lesson, causedBy: side, outcome, accountId: viewer.accountId })
    await applyOutcome(tx, lesson, side, 'cancel', outcome)
    const event =
      side === 'mentor' ? 'cancelled-by-mentor' : outcome.feePaise > 0 ? 'cancelled-late' : 'cancelled-by-family'
    const details = { at: lesson.startsAt, feePaise: outcome.feePaise, minutes: outcome.creditMinutes }
    await notifyChange(tx, 'both', event, { booking, onceKey: lessonId, details })
    return booking.id
  })
}

/** Reports that the other side did not come. Nothing is charged until that side has answered. @returns the booking id */
export async function reportNoShow(
  { db }: Context,
  viewer: Viewer,
  lessonId: string,
  agreedTo: AgreedOutcome,
): Promise<string> {
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await lockOwnLesson(tx, viewer, lessonId)
    const causedBy = otherSide[side]
    const previous = await rows.changeOf(tx, lessonId)
    if (previous?.kind === 'no_show' && previous.causedBy === causedBy) return booking.id
    const outcome = await assertAgreed(tx, lesson, 'no-show', side, agreedTo)
    const by = await rows.insertNoShow(tx, { lesson, causedBy, outcome, accountId: viewer.accountId })
    const details = { at: lesson.startsAt, by, feePaise: outcome.feePaise, minutes: outcome.creditMinutes }
    // Include the time of the report: reporting again after a withdrawal sends a new notification.
    const onceKey = `${lessonId}:${by.toISOString()}`
    await notifyChange(tx, causedBy, causedBy === 'family' ? 'no-show-family' : 'no-show-mentor', {
      booking,
      onceKey,
      details,
    })
    return booking.id
  })
}

export type Answer = { answer: 'agree' | 'object' | 'withdraw'; words: string }
const answeredAs = { agree: 'done', object: 'objected', withdraw: 'withdrawn' } as const

/** The accused side agrees or objects, or the reporter withdraws. @returns the booking id */
export async function answerNoShow(
  { db, config }: Context,
  viewer: Viewer,
  lessonId: string,
  { answer, words }: Answer,
): Promise<string> {
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await lockOwnLesson(tx, viewer, lessonId)
    const report = await rows.changeOf(tx, lessonId)
    const isAnswer = report?.causedBy === side
    if (answer === 'withdraw' && !report) return booking.id
    if (report?.kind !== 'no_show') throw new AppError('lesson-over')
    if (isAnswer === (answer === 'withdraw')) throw new AppError('not-allowed')
    if (report.status === answeredAs[answer]) return booking.id
    if (report.status === 'objected') throw new AppError('no-show-disputed')
    // The booking and its balance may have ended meanwhile.
    if (report.status !== 'open' || (lesson.state !== 'absence_reported' && answer !== 'withdraw'))
      throw new AppError('lesson-over')
    if (answer === 'agree') await acceptNoShow(tx, booking, lesson, report)
    else if (answer === 'withdraw') {
      await rows.markWithdrawn(tx, report, lesson)
      await notifyChange(tx, otherSide[side], 'no-show-withdrawn', {
        booking,
        onceKey: report.id,
        details: { at: lesson.startsAt },
      })
    } else {
      if (report.isLate) throw new AppError('dispute-too-late')
      const statement =
        side === 'family'
          ? 'The mentor says that nobody was there, the family objects.'
          : 'The family says that the mentor did not come, the mentor objects.'
      const dispute = await disputeNoShow(tx, config, lessonId, {
        causedBy: side,
        words: `${statement} ${words}`.trim(),
      })
      await rows.markObjected(tx, report.id, dispute.id)
      const details = { at: lesson.startsAt, by: dispute.answerBy, number: dispute.number, feePaise: lesson.feePaise }
      await notifyChange(tx, 'both', 'no-show-objected', { booking, onceKey: report.id, details })
    }
    return booking.id
  })
}

async function acceptNoShow(
  tx: Transaction,
  booking: Booking,
  lesson: rows.LockedLesson,
  report: rows.Change,
): Promise<void> {
  await rows.markDone(tx, report.id)
  await applyOutcome(tx, lesson, report.causedBy, 'no-show', report)
  const details = { at: lesson.startsAt, feePaise: report.feePaise, minutes: report.creditMinutes }
  const event = report.causedBy === 'family' ? 'missed-by-family' : 'missed-by-mentor'
  await notifyChange(tx, 'both', event, { booking, onceKey: report.id, details })
}

/** Accepts absence reports without an objection within 48 hours. */
export async function acceptDueNoShows({ db, log }: Context): Promise<void> {
  for (const lessonId of await rows.dueNoShows(db, 500)) {
    const end = transaction(db, async (tx) => {
      const booking = await lockBookingOf(tx, lessonId)
      if (!booking) return
      await lockCalendarAndReleaseHold(tx, booking)
      const lesson = await rows.lockLesson(tx, lessonId)
      const report = await rows.changeOf(tx, lessonId)
      if (!lesson || report?.status !== 'open' || !report.isLate) return
      // The booking ended meanwhile, and the lesson with it.
      if (lesson.state !== 'absence_reported') await rows.markWithdrawn(tx, report, lesson)
      else await acceptNoShow(tx, booking, lesson, report)
    })
    // A failed report must not stop the others.
    await end.catch((error: unknown) => log?.error({ err: error, lessonId }, 'accepting an absence report failed'))
  }
}
