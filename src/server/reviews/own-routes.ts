import * as contract from '#contract/reviews/own-reviews.ts'
import { type DemoAnswer, demoAnswers } from '#contract/wire/limits.ts'
import { lockBookingSide } from '#server/classes/bookings/bookings.ts'
import type { Context, Feature } from '#server/context.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { loggedIn, type Viewer } from '#server/platform/sessions.ts'
import * as rows from './demo-rows.ts'
import { reportReview } from './moderation.ts'
import * as queries from './own-queries.ts'
import { canWrite, replyToReview, setQuoting, writeReview } from './writing.ts'

/** What this viewer reads as; whoever has no rows of its own has none. */
function ownerOf({ userType, familyId, mentorId }: Viewer): queries.Owner | null {
  const [side, id] = userType === 'mentor' ? (['mentor', mentorId] as const) : (['family', familyId] as const)
  return id === null ? null : { side, id }
}

async function bookingsFor({ db }: Context, owner: queries.Owner, bookingId: string | null) {
  const found = await queries.reviewedBookings(db, owner, bookingId)
  return found.map((row) => queries.toReviewed(row, owner.side, canWrite(owner.side, row)))
}

/** How a side wants to go on after a demo; the newest answer counts. */
async function answerDemo(
  { db }: Context,
  viewer: Viewer,
  bookingId: string,
  { answer, words }: { answer: DemoAnswer; words: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { booking, side } = await lockBookingSide(tx, viewer, bookingId)
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

/** What one side says of its bookings, and is told. */
export const ownReviewsRoutes: Feature = (app, context) => {
  const { db } = context
  app.route({
    ...contract.ownReviews,
    handler: async (request) => {
      const owner = ownerOf(loggedIn(request))
      if (!owner) return { data: [], received: [] }
      const [data, received] = await Promise.all([
        bookingsFor(context, owner, null),
        owner.side === 'mentor' ? queries.receivedReviews(db, owner.id, null) : [],
      ])
      return { data, received }
    },
  })

  app.route({
    ...contract.writeReview,
    handler: async (request) => {
      const viewer = loggedIn(request)
      await writeReview(context, viewer, request.params.id, request.body)
      const owner = ownerOf(viewer)
      const [one] = owner ? await bookingsFor(context, owner, request.params.id) : []
      if (!one) throw new AppError('not-found')
      return { data: one }
    },
  })

  app.route({
    ...contract.setQuoting,
    handler: async (request) => {
      const viewer = loggedIn(request)
      await setQuoting(context, viewer, request.params.id, request.body.agreed)
      const owner = ownerOf(viewer)
      const [one] = owner ? await bookingsFor(context, owner, request.params.id) : []
      if (!one) throw new AppError('not-found')
      return { data: one }
    },
  })

  app.route({
    ...contract.replyToReview,
    handler: async (request) => {
      const viewer = loggedIn(request)
      await replyToReview(context, viewer, request.params.id, request.body.reply)
      const [one] = viewer.mentorId ? await queries.receivedReviews(db, viewer.mentorId, request.params.id) : []
      if (!one) throw new AppError('not-found')
      return { data: one }
    },
  })

  app.route({
    ...contract.reportReview,
    handler: async (request) => {
      const { number, answerBy } = await reportReview(context, loggedIn(request), request.params.id, request.body.text)
      return { data: { number, answerBy: answerBy.toISOString() } }
    },
  })

  app.route({
    ...contract.answerDemo,
    handler: async (request) => {
      const { answer, text = '' } = request.body
      await answerDemo(context, loggedIn(request), request.params.id, { answer, words: text })
      return { data: { booking: request.params.id, answer } }
    },
  })
}
