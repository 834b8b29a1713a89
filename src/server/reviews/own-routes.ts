import { type DemoAnswer, demoAnswers } from '#contract/reviews/limits.ts'
import * as contract from '#contract/reviews/own-reviews.ts'
import { lockBookingSide } from '#server/classes/bookings/bookings.ts'
import type { Context, Feature } from '#server/context.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import * as rows from './demo-rows.ts'
import { reportReview } from './moderation.ts'
import * as queries from './own-queries.ts'
import { replyToReview, setQuoteConsent, writeReview } from './writing.ts'

/** Side and id whose reviews the viewer reads; null without a family or mentor. */
function ownerOf({ userType, familyId, mentorId }: Viewer): queries.Owner | null {
  const [side, id] = userType === 'mentor' ? (['mentor', mentorId] as const) : (['family', familyId] as const)
  return id === null ? null : { side, id }
}

async function bookingsFor({ db }: Context, owner: queries.Owner, bookingId: string | null) {
  const found = await queries.reviewedBookings(db, owner, bookingId)
  return found.map((row) => queries.toReviewedBooking(row, owner.side, queries.canWriteReview(owner.side, row)))
}

/** Stores how a side wants to continue after a demo; a new answer replaces the previous one. */
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
      throw invalidField('answer', `one of ${demoAnswers[side].join(', ')}`)
    // Only mentors can add a comment.
    await rows.upsertDemoOutcome(tx, bookingId, side, answer, side === 'mentor' ? words : '')
  })
}

export const ownReviewsRoutes: Feature = (app, context) => {
  const { db } = context

  async function reviewedBooking(viewer: Viewer, bookingId: string) {
    const owner = orNotFound(ownerOf(viewer))
    const [one] = await bookingsFor(context, owner, bookingId)
    return { data: orNotFound(one) }
  }

  app.route({
    ...contract.ownReviews,
    handler: async (request) => {
      const owner = ownerOf(requireViewer(request))
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
      const viewer = requireViewer(request)
      await writeReview(context, viewer, request.params.id, request.body)
      return await reviewedBooking(viewer, request.params.id)
    },
  })

  app.route({
    ...contract.setQuoting,
    handler: async (request) => {
      const viewer = requireViewer(request)
      await setQuoteConsent(context, viewer, request.params.id, request.body.agreed)
      return await reviewedBooking(viewer, request.params.id)
    },
  })

  app.route({
    ...contract.replyToReview,
    handler: async (request) => {
      const viewer = requireViewer(request)
      await replyToReview(context, viewer, request.params.id, request.body.reply)
      const [one] = viewer.mentorId ? await queries.receivedReviews(db, viewer.mentorId, request.params.id) : []
      return { data: orNotFound(one) }
    },
  })

  app.route({
    ...contract.reportReview,
    handler: async (request) => {
      const { number, answerBy } = await reportReview(
        context,
        requireViewer(request),
        request.params.id,
        request.body.text,
      )
      return { data: { number, answerBy: answerBy.toISOString() } }
    },
  })

  app.route({
    ...contract.answerDemo,
    handler: async (request) => {
      const { answer, text = '' } = request.body
      await answerDemo(context, requireViewer(request), request.params.id, { answer, words: text })
      return { data: { booking: request.params.id, answer } }
    },
  })
}
