import { type DemoAnswer, demoAnswers } from '#contract/wire/limits.ts'
import { lockSide } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './demo-rows.ts'

/** How a side wants to go on after a demo; the newest answer counts. */
export async function answerDemo(
  { db }: Context,
  viewer: Viewer,
  bookingId: string,
  { answer, words }: { answer: DemoAnswer; words: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { booking, side } = await lockSide(tx, viewer, bookingId)
    if (booking.plan !== 'demo') throw new AppError('not-found')
    if (!(await rows.isDemoHeld(tx, bookingId))) throw new AppError('demo-open')
    if (!demoAnswers[side].some((one) => one === answer))
      throw new AppError('bad-request', {
        fields: [{ field: 'answer', problem: `one of ${demoAnswers[side].join(', ')}` }],
      })
    // Words are asked of the mentor only.
    await rows.putAnswer(tx, bookingId, side, answer, side === 'mentor' ? words : '')
  })
}
