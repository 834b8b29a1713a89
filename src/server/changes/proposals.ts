import { sql } from 'kysely'
import { dateInIndia, instantInIndia, plusMinutes } from '#contract/time.ts'
import type { Parts } from '#server/app.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { moveAgreed } from '#server/timetables/timetables.ts'
import { ownClass } from './changes.ts'
import { tell } from './news.ts'
import * as rows from './proposal-rows.ts'

/** A side asks for another time for one class. Asked twice is one proposal. @returns the booking's id */
export async function proposeTime(
  { db }: Parts,
  viewer: Viewer,
  lessonId: string,
  to: { date: string; time: string },
): Promise<string> {
  const toAt = instantInIndia(to.date, to.time)
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await ownClass(tx, viewer, lessonId)
    if (lesson.status !== 'scheduled') throw new AppError('lesson-over')
    if (lesson.isMissed) throw new AppError('no-show-open')
    if (lesson.now >= lesson.startsAt) throw new AppError('lesson-begun')
    if (toAt.getTime() === lesson.startsAt.getTime())
      throw new AppError('bad-request', { fields: [{ field: 'time', problem: 'another time than it has' }] })
    if (dateInIndia(plusMinutes(toAt, lesson.minutes - 1)) !== to.date)
      throw new AppError('bad-request', { fields: [{ field: 'time', problem: 'a class that ends before midnight' }] })
    if (await rows.openLike(tx, lesson, side, toAt)) return booking.id
    // Nobody is asked about a time that cannot be: it is tried, and taken back.
    await sql`savepoint tried`.execute(tx)
    await moveAgreed(tx, booking, lessonId, toAt)
    await sql`rollback to savepoint tried`.execute(tx)
    const id = await rows.insertProposal(tx, lesson, side, toAt)
    const facts = { at: lesson.startsAt, to: toAt }
    await tell(tx, side === 'family' ? 'mentor' : 'family', 'proposal-made', { booking, onceKey: id, facts })
    return booking.id
  })
}

const answeredAs = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const

/** The other side accepts or declines, or the one that asked takes it back. @returns the booking's id */
export async function answerProposal(
  { db }: Parts,
  viewer: Viewer,
  id: string,
  answer: keyof typeof answeredAs,
): Promise<string> {
  const lessonId = await rows.lessonOf(db, id)
  if (!lessonId) throw new AppError('not-found')
  return await transaction(db, async (tx) => {
    const { booking, side, lesson } = await ownClass(tx, viewer, lessonId)
    const one = await rows.lockProposal(tx, id)
    if (!one) throw new AppError('not-found')
    if ((one.madeBy === side) !== (answer === 'withdraw')) throw new AppError('not-allowed')
    if (one.status === answeredAs[answer]) return booking.id
    if (one.status !== 'open') throw new AppError('proposal-over')
    if (answer === 'accept') {
      const stands = lesson.status === 'scheduled' && !lesson.isMissed && +one.fromAt === +lesson.startsAt
      if (one.isOver || !stands) throw new AppError('proposal-over')
      await moveAgreed(tx, booking, lessonId, one.toAt)
    }
    await rows.setAnswered(tx, id, answeredAs[answer])
    const news = { booking, onceKey: id, facts: { at: one.fromAt, to: one.toAt } }
    if (answer === 'accept') await tell(tx, 'both', 'class-moved', news)
    if (answer === 'decline') await tell(tx, one.madeBy, 'proposal-declined', news)
    return booking.id
  })
}
