import { sql } from 'kysely'
import { dateInIndia, instantInIndia, plusMinutes } from '#contract/wire/time.ts'
import { checkAhead, lockBooking, lockSide, type Side } from '#server/classes/bookings/bookings.ts'
import * as lessons from '#server/classes/lessons/lessons.ts'
import * as timetables from '#server/classes/timetables/timetables.ts'
import type { Context } from '#server/context.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockMentor } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { ownClass } from './changes.ts'
import { tell } from './notifications.ts'

/** Proposes another time for a lesson. Proposing the same time again returns success. @returns the booking id */
export async function proposeTime(
  { db }: Context,
  viewer: Viewer,
  lessonId: string,
  to: { date: string; time: string },
): Promise<string> {
  const toAt = instantInIndia(to.date, to.time)
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await ownClass(tx, viewer, lessonId)
    if (lesson.state === 'absence_reported') throw new AppError('no-show-open')
    if (lesson.state !== 'scheduled') throw new AppError('lesson-over')
    if (lesson.now >= lesson.startsAt) throw new AppError('lesson-begun')
    if (toAt.getTime() === lesson.startsAt.getTime())
      throw new AppError('bad-request', { fields: [{ field: 'time', problem: 'another time than it has' }] })
    if (dateInIndia(plusMinutes(toAt, lesson.minutes - 1)) !== to.date)
      throw new AppError('bad-request', { fields: [{ field: 'time', problem: 'a class that ends before midnight' }] })
    if (await lessons.isOpenLike(tx, side, { lesson, toAt })) return booking.id
    // Try the move in a savepoint first: impossible times are not proposed.
    await sql`savepoint tried`.execute(tx)
    await timetables.moveAgreed(tx, booking, lessonId, toAt)
    await sql`rollback to savepoint tried`.execute(tx)
    const { id } = await lessons.insertProposal(tx, side, { lesson, toAt })
    const facts = { at: lesson.startsAt, to: toAt }
    await tell(tx, side === 'family' ? 'mentor' : 'family', 'proposal-made', { booking, onceKey: id, facts })
    return booking.id
  })
}

const answeredAs = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const
type Answer = { answer: keyof typeof answeredAs; date?: string | undefined; time?: string | undefined }

/** The other side accepts or declines, or the proposer withdraws. @returns the booking id */
export async function answerProposal({ db }: Context, viewer: Viewer, id: string, given: Answer): Promise<string> {
  const { lessonId, bookingId } = await lessons.subjectOf(db, id)
  return await transaction(db, async (tx) => {
    if (bookingId) return await answerPlan(tx, viewer, { id, bookingId }, given)
    if (!lessonId) throw new AppError('not-found')
    const { booking, side, lesson } = await ownClass(tx, viewer, lessonId)
    const one = await openFor(tx, side, id, given)
    if (!one) return booking.id
    const at = lesson.startsAt
    if (given.answer === 'accept') {
      const stands = lesson.state === 'scheduled' && one.fromAt?.getTime() === at.getTime()
      if (one.isOver || !stands) throw new AppError('proposal-over')
      await timetables.moveAgreed(tx, booking, lessonId, one.toAt)
    }
    const counter = await counterIn(tx, given)
    await lessons.answerProposal(tx, id, given.answer, counter)
    const news = { booking, onceKey: id, facts: { at: one.fromAt ?? at, to: one.toAt, counter } }
    if (given.answer === 'accept') await tell(tx, 'both', 'class-moved', news)
    if (given.answer === 'decline') await tell(tx, one.madeBy, 'proposal-declined', news)
    return booking.id
  })
}

/** Counter-proposed time. */
async function counterIn(tx: Transaction, { date, time }: Answer): Promise<Date | null> {
  if (!date || !time) return null
  const at = instantInIndia(date, time)
  await checkAhead(tx, 'date', at)
  return at
}

/** Locks a proposal this side may answer; null when the same answer was already given. */
async function openFor(tx: Transaction, side: Side, id: string, { answer }: Answer): Promise<lessons.Proposal | null> {
  const one = await lessons.lockProposal(tx, id)
  if (!one) throw new AppError('not-found')
  if ((one.madeBy === side) !== (answer === 'withdraw')) throw new AppError('not-allowed')
  if (one.status === answeredAs[answer]) return null
  if (one.status !== 'open') throw new AppError('proposal-over')
  return one
}

/** Answers a proposal for a booking's first lesson or timetable. */
async function answerPlan(
  tx: Transaction,
  viewer: Viewer,
  { id, bookingId }: { id: string; bookingId: string },
  given: Answer,
) {
  const { booking, side } = await lockSide(tx, viewer, bookingId)
  // Accepting plans lessons; lock order is calendar, then proposal.
  if (given.answer === 'accept') await lockMentor(tx, booking.mentorId)
  const one = await openFor(tx, side, id, given)
  if (!one) return bookingId
  if (given.answer === 'accept') {
    if (one.isOver) throw new AppError('proposal-over')
    await timetables.planAgreed(tx, booking, one)
  }
  const counter = await counterIn(tx, given)
  await lessons.answerProposal(tx, id, given.answer, counter)
  const facts = { at: one.toAt, to: one.toAt, counter }
  if (given.answer === 'decline') await tell(tx, 'mentor', 'plan-declined', { booking, onceKey: id, facts })
  return bookingId
}

/** Closes unanswered proposals past their deadline and releases their slots. */
export async function endProposals({ db, log }: Context): Promise<void> {
  for (const due of await lessons.proposalsDue(db, 500)) {
    const end = transaction(db, async (tx) => {
      const booking = await lockBooking(tx, due.bookingId)
      const one = await lessons.lockProposal(tx, due.id)
      if (!booking || one?.status !== 'open' || !one.isOver) return
      await lessons.answerProposal(tx, due.id, 'withdraw')
      const isGoingOn = booking.status === 'pending_schedule' || booking.status === 'scheduled'
      const facts = { at: one.toAt, to: one.toAt }
      if (one.plan && isGoingOn) await tell(tx, 'mentor', 'plan-lapsed', { booking, onceKey: due.id, facts })
    })
    // A failed proposal must not stop the others.
    await end.catch((error: unknown) => log?.error({ err: error, proposalId: due.id }, 'ending a proposal failed'))
  }
}
