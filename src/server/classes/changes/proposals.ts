import { sql } from 'kysely'
import { dateInIndia, instantInIndia, plusMinutes } from '#contract/wire/time.ts'
import { assertSchedulable, lockBooking, lockBookingSide, type Side } from '#server/classes/bookings/bookings.ts'
import * as lessons from '#server/classes/lessons/lessons.ts'
import * as timetables from '#server/classes/timetables/timetables.ts'
import type { Context } from '#server/context.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { lockMentor } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { lockOwnLesson } from './changes.ts'
import { endProposalRequest, notifyChange } from './notifications.ts'

/** Proposes another time for a lesson. Proposing the same time again returns success. @returns the booking id */
export async function proposeTime(
  { db }: Context,
  viewer: Viewer,
  lessonId: string,
  to: { date: string; time: string },
): Promise<string> {
  const toAt = instantInIndia(to.date, to.time)
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await lockOwnLesson(tx, viewer, lessonId)
    if (lesson.state === 'absence_reported') throw new AppError('no-show-open')
    if (lesson.state !== 'scheduled') throw new AppError('lesson-over')
    if (lesson.now >= lesson.startsAt) throw new AppError('lesson-begun')
    if (toAt.getTime() === lesson.startsAt.getTime()) throw invalidField('time', 'another time than it has')
    if (dateInIndia(plusMinutes(toAt, lesson.minutes - 1)) !== to.date)
      throw invalidField('time', 'a class that ends before midnight')
    if (await lessons.hasOpenProposal(tx, side, { lesson, toAt })) return booking.id
    // Try the move in a savepoint first: impossible times are not proposed.
    await sql`savepoint tried`.execute(tx)
    await timetables.rescheduleAgreed(tx, booking, lessonId, toAt)
    await sql`rollback to savepoint tried`.execute(tx)
    const { id, expiresAt } = await lessons.insertProposal(tx, side, { lesson, toAt })
    const details = { at: lesson.startsAt, to: toAt, by: expiresAt }
    await notifyChange(tx, side === 'family' ? 'mentor' : 'family', 'proposal-made', { booking, onceKey: id, details })
    return booking.id
  })
}

const answeredAs = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const
type Answer = { answer: keyof typeof answeredAs; date?: string | undefined; time?: string | undefined }

/** The other side accepts or declines, or the proposer withdraws. @returns the booking id */
export async function answerProposal({ db }: Context, viewer: Viewer, id: string, input: Answer): Promise<string> {
  const { lessonId, bookingId } = await lessons.proposalSubject(db, id)
  return await transaction(db, async (tx) => {
    if (bookingId) return await answerPlan(tx, viewer, { id, bookingId }, input)
    if (!lessonId) throw new AppError('not-found')
    const { booking, side, lesson } = await lockOwnLesson(tx, viewer, lessonId)
    const proposal = await lockOpenProposal(tx, side, id, input)
    if (!proposal) return booking.id
    const at = lesson.startsAt
    if (input.answer === 'accept') {
      const isCurrent = lesson.state === 'scheduled' && proposal.fromAt?.getTime() === at.getTime()
      if (proposal.isOver || !isCurrent) throw new AppError('proposal-over')
      await timetables.rescheduleAgreed(tx, booking, lessonId, proposal.toAt)
    }
    const counter = await counterTime(tx, input)
    await lessons.closeProposal(tx, id, input.answer, counter)
    await endProposalRequest(tx, booking, id)
    const message = { booking, onceKey: id, details: { at: proposal.fromAt ?? at, to: proposal.toAt, counter } }
    if (input.answer === 'accept') await notifyChange(tx, 'both', 'class-moved', message)
    if (input.answer === 'decline') await notifyChange(tx, proposal.madeBy, 'proposal-declined', message)
    return booking.id
  })
}

/** Counter-proposed time. */
async function counterTime(tx: Transaction, { date, time }: Answer): Promise<Date | null> {
  if (!date || !time) return null
  const at = instantInIndia(date, time)
  await assertSchedulable(tx, 'date', at)
  return at
}

/** Locks a proposal this side may answer; null when the same answer was already given. */
async function lockOpenProposal(
  tx: Transaction,
  side: Side,
  id: string,
  { answer }: Answer,
): Promise<lessons.Proposal | null> {
  const proposal = orNotFound(await lessons.lockProposal(tx, id))
  if ((proposal.madeBy === side) !== (answer === 'withdraw')) throw new AppError('not-allowed')
  if (proposal.status === answeredAs[answer]) return null
  if (proposal.status !== 'open') throw new AppError('proposal-over')
  return proposal
}

/** Answers a proposal for a booking's first lesson or timetable. */
async function answerPlan(
  tx: Transaction,
  viewer: Viewer,
  { id, bookingId }: { id: string; bookingId: string },
  input: Answer,
) {
  const { booking, side } = await lockBookingSide(tx, viewer, bookingId)
  // Accepting plans lessons; lock order is calendar, then proposal.
  if (input.answer === 'accept') await lockMentor(tx, booking.mentorId)
  const proposal = await lockOpenProposal(tx, side, id, input)
  if (!proposal) return bookingId
  if (input.answer === 'accept') {
    if (proposal.isOver) throw new AppError('proposal-over')
    await timetables.planAgreed(tx, booking, proposal)
  }
  const counter = await counterTime(tx, input)
  await lessons.closeProposal(tx, id, input.answer, counter)
  await endProposalRequest(tx, booking, id)
  const details = { at: proposal.toAt, to: proposal.toAt, counter }
  if (input.answer === 'decline') await notifyChange(tx, 'mentor', 'plan-declined', { booking, onceKey: id, details })
  return bookingId
}

/** Closes unanswered proposals past their deadline and releases their slots. */
export async function endProposals({ db, log }: Context): Promise<void> {
  for (const due of await lessons.dueProposals(db, 500)) {
    const end = transaction(db, async (tx) => {
      const booking = await lockBooking(tx, due.bookingId)
      const proposal = await lessons.lockProposal(tx, due.id)
      if (!booking || proposal?.status !== 'open' || !proposal.isOver) return
      await lessons.closeProposal(tx, due.id, 'withdraw')
      await endProposalRequest(tx, booking, due.id)
      const isGoingOn = booking.status === 'pending_schedule' || booking.status === 'scheduled'
      const details = { at: proposal.toAt, to: proposal.toAt }
      if (proposal.plan && isGoingOn)
        await notifyChange(tx, 'mentor', 'plan-lapsed', { booking, onceKey: due.id, details })
    })
    // A failed proposal must not stop the others.
    await end.catch((error: unknown) =>
      log?.error({ err: error, proposalId: due.id }, 'closing an expired proposal failed'),
    )
  }
}
