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
import { giveUpLesson } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './locked-rows.ts'
import { tell } from './notifications.ts'
import { type Outcome, outcomeOf, type Side, type What } from './outcome.ts'

const otherSide: Record<Side, Side> = { family: 'mentor', mentor: 'family' }
/** The side responsible: the one that cancels, or the other one for a reported absence. */
const causeOf = (what: What, side: Side): Side => (what === 'cancel' ? side : otherSide[side])

/** Locks a lesson of this viewer, after its booking and the mentor's calendar. */
export async function ownClass(tx: Transaction, viewer: Viewer, lessonId: string) {
  const booking = await lockBookingOf(tx, lessonId)
  const side = sideOf(viewer, booking)
  if (!booking) throw new AppError('not-found')
  await lockCalendarAndReleaseHold(tx, booking)
  const lesson = await rows.lockClass(tx, lessonId)
  if (!lesson) throw new AppError('timetable-changed')
  return { booking, side, lesson }
}

/** Returns the outcome now, or throws why it is not possible. */
async function possible(db: Context['db'], lesson: rows.Class, what: What, side: Side): Promise<Outcome> {
  const { isResting, startsAt, now, terms } = lesson
  if (lesson.state === 'absence_reported') throw new AppError('no-show-open')
  if (lesson.state !== 'scheduled') throw new AppError('lesson-over')
  if (what === 'cancel' && side === 'family' && now >= startsAt) throw new AppError('lesson-begun')
  if (what === 'no-show' && isResting) throw new AppError('mentor-paused')
  if (what === 'no-show' && now < plusMinutes(startsAt, terms.noShowMinutes))
    throw new AppError('no-show-early', { minutes: terms.noShowMinutes })
  const rates = await readSetting(db, 'feeRates', startsAt)
  return outcomeOf({ terms, rates, who: causeOf(what, side), what, lesson, now })
}

const shownTo = (side: Side, what: What, lesson: rows.Class, one: Outcome) => ({
  action: what,
  causedBy: causeOf(what, side),
  startsAt: lesson.startsAt.toISOString(),
  fee: rupees(one.feePaise),
  mentorGets: side === 'mentor' ? rupees(one.mentorPaise) : null,
  credit: one.creditMinutes,
  isAgainstMentor: one.isAgainstMentor,
  until: one.until?.toISOString() ?? null,
})

/** Outcome of cancelling or of reporting an absence now. */
export async function lessonOutcome({ db }: Context, viewer: Viewer, lessonId: string, what: What) {
  const lesson = await rows.classById(db, lessonId)
  const side = sideOf(viewer, lesson)
  if (!lesson) throw new AppError('not-found')
  return shownTo(side, what, lesson, await possible(db, lesson, what, side))
}

/** The outcome the viewer agreed to. */
export type Shown = { startsAt: string; fee: number; credit: number }

async function agreed(tx: Transaction, lesson: rows.Class, what: What, side: Side, shown: Shown): Promise<Outcome> {
  const outcome = await possible(tx, lesson, what, side)
  const isSame =
    paise(shown.fee) === outcome.feePaise &&
    shown.credit === outcome.creditMinutes &&
    Date.parse(shown.startsAt) === lesson.startsAt.getTime()
  if (!isSame) throw new AppError('outcome-changed', shownTo(side, what, lesson, outcome))
  return outcome
}

/** Ends the lesson: its slot is released, the charge settles and the remaining minutes are credited. */
async function carryOut(
  tx: Transaction,
  lesson: rows.Class,
  causedBy: Side,
  what: What,
  one: Pick<Outcome, 'feePaise' | 'feeMinutes' | 'creditMinutes'>,
): Promise<void> {
  const move = what === 'cancel' ? 'cancel' : causedBy === 'family' ? 'missByFamily' : 'missByMentor'
  await giveUpLesson(tx, { id: lesson.id, minutes: one.creditMinutes }, causedBy, move)
  if (one.feeMinutes > 0) await chargeLesson(tx, lesson.id, one)
}

/** Cancels a lesson; cancelling again succeeds. @returns the booking id */
export async function cancelLesson({ db }: Context, viewer: Viewer, lessonId: string, shown: Shown): Promise<string> {
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await ownClass(tx, viewer, lessonId)
    if (lessonColumns[lesson.state].status === 'cancelled') return booking.id
    const outcome = await agreed(tx, lesson, 'cancel', side, shown)
    await rows.insertCancel(tx, { lesson, causedBy: side, outcome, accountId: viewer.accountId })
    await carryOut(tx, lesson, side, 'cancel', outcome)
    const event =
      side === 'mentor' ? 'cancelled-by-mentor' : outcome.feePaise > 0 ? 'cancelled-late' : 'cancelled-by-family'
    const facts = { at: lesson.startsAt, feePaise: outcome.feePaise, minutes: outcome.creditMinutes }
    await tell(tx, 'both', event, { booking, onceKey: lessonId, facts })
    return booking.id
  })
}

/** Reports that the other side did not come. Nothing is charged until that side has answered. @returns the booking id */
export async function sayNoShow({ db }: Context, viewer: Viewer, lessonId: string, shown: Shown): Promise<string> {
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await ownClass(tx, viewer, lessonId)
    const causedBy = otherSide[side]
    const before = await rows.changeOf(tx, lessonId)
    if (before?.kind === 'no_show' && before.causedBy === causedBy) return booking.id
    const outcome = await agreed(tx, lesson, 'no-show', side, shown)
    const by = await rows.insertNoShow(tx, { lesson, causedBy, outcome, accountId: viewer.accountId })
    const facts = { at: lesson.startsAt, by, feePaise: outcome.feePaise, minutes: outcome.creditMinutes }
    // Include the time of the report: reporting again after a withdrawal sends a new notification.
    const onceKey = `${lessonId}:${by.toISOString()}`
    await tell(tx, causedBy, causedBy === 'family' ? 'no-show-family' : 'no-show-mentor', { booking, onceKey, facts })
    return booking.id
  })
}

export type Answer = { answer: 'agree' | 'object' | 'withdraw'; words: string }
const answeredAs = { agree: 'done', object: 'objected', withdraw: 'withdrawn' } as const

/** The accused side agrees or objects, or the reporter withdraws. @returns the booking id */
export async function answerNoShow(
  { db }: Context,
  viewer: Viewer,
  lessonId: string,
  { answer, words }: Answer,
): Promise<string> {
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await ownClass(tx, viewer, lessonId)
    const one = await rows.changeOf(tx, lessonId)
    const isAnswer = one?.causedBy === side
    if (answer === 'withdraw' && !one) return booking.id
    if (one?.kind !== 'no_show') throw new AppError('lesson-over')
    if (isAnswer === (answer === 'withdraw')) throw new AppError('not-allowed')
    if (one.status === answeredAs[answer]) return booking.id
    if (one.status === 'objected') throw new AppError('no-show-disputed')
    // The booking and its balance may have ended meanwhile.
    if (one.status !== 'open' || (lesson.state !== 'absence_reported' && answer !== 'withdraw'))
      throw new AppError('lesson-over')
    if (answer === 'agree') await endNoShow(tx, booking, lesson, one)
    else if (answer === 'withdraw') {
      await rows.setWithdrawn(tx, one, lesson)
      await tell(tx, otherSide[side], 'no-show-withdrawn', { booking, onceKey: one.id, facts: { at: lesson.startsAt } })
    } else {
      if (one.isLate) throw new AppError('dispute-too-late')
      const said =
        side === 'family'
          ? 'The mentor says that nobody was there, the family objects.'
          : 'The family says that the mentor did not come, the mentor objects.'
      const dispute = await disputeNoShow(tx, lessonId, { causedBy: side, words: `${said} ${words}`.trim() })
      await rows.setObjected(tx, one.id, dispute.id)
      const facts = { at: lesson.startsAt, by: dispute.answerBy, number: dispute.number, feePaise: lesson.feePaise }
      await tell(tx, 'both', 'no-show-objected', { booking, onceKey: one.id, facts })
    }
    return booking.id
  })
}

async function endNoShow(tx: Transaction, booking: Booking, lesson: rows.Class, one: rows.Change): Promise<void> {
  await rows.setDone(tx, one.id)
  await carryOut(tx, lesson, one.causedBy, 'no-show', one)
  const facts = { at: lesson.startsAt, feePaise: one.feePaise, minutes: one.creditMinutes }
  const event = one.causedBy === 'family' ? 'missed-by-family' : 'missed-by-mentor'
  await tell(tx, 'both', event, { booking, onceKey: one.id, facts })
}

/** Accepts absence reports without an objection within 48 hours. */
export async function endNoShows({ db, log }: Context): Promise<void> {
  for (const lessonId of await rows.noShowsDue(db, 500)) {
    const end = transaction(db, async (tx) => {
      const booking = await lockBookingOf(tx, lessonId)
      if (!booking) return
      await lockCalendarAndReleaseHold(tx, booking)
      const lesson = await rows.lockClass(tx, lessonId)
      const one = await rows.changeOf(tx, lessonId)
      if (!lesson || one?.status !== 'open' || !one.isLate) return
      // The booking ended meanwhile, and the lesson with it.
      if (lesson.state !== 'absence_reported') await rows.setWithdrawn(tx, one, lesson)
      else await endNoShow(tx, booking, lesson, one)
    })
    // A failed report must not stop the others.
    await end.catch((error: unknown) => log?.error({ err: error, lessonId }, 'ending a no-show failed'))
  }
}
