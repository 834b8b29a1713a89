import * as contract from '#contract/reviews/reviews.ts'
import type { Feature } from '#server/context.ts'
import { visibleOrOwnId } from '#server/mentors/search/mentors.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { adminReviewsRoutes } from './admin-routes.ts'
import { ownReviewsRoutes } from './own-routes.ts'
import * as rows from './queries.ts'
import { agreedReviews, ratingOf, testimonialsFor } from './reviews.ts'

export const reviewsRoutes: Feature = (app, context) => {
  const { db, cursors, replicas } = context
  ownReviewsRoutes(app, context)
  adminReviewsRoutes(app, context)
  app.route({
    ...contract.mentorReviews,
    handler: async (request) => {
      const { cursor, limit, stars: only } = request.query
      return await replicas.read(request, async (from) => {
        const mentorId = orNotFound(await visibleOrOwnId(from, request.params.id, request.viewer?.mentorId ?? null))
        const list = `reviews-by-words:${[mentorId, only].join(' ').trim()}`
        const after = cursor ? cursors.read<rows.ReviewCursor>(list, cursor) : null
        const [found, stars] = await Promise.all([
          rows.reviewsOf(from, mentorId, { after, limit, stars: only }),
          rows.starCounts(from, mentorId),
        ])
        const page = found.slice(0, limit)
        const last = page.at(-1)
        return {
          data: page.map(({ at: _, ...one }) => rows.toReview(one)),
          nextCursor:
            found.length > limit && last
              ? cursors.write(list, { isWritten: last.words !== '', at: last.at, id: last._id })
              : null,
          total: stars.reduce((sum, { reviews }) => sum + reviews, 0),
          rating: ratingOf(stars).rating,
          stars,
        }
      })
    },
  })

  app.route({
    ...contract.testimonials,
    handler: async (request) => ({
      data: await replicas.read(request, (from) => testimonialsFor(from, request.query)),
    }),
  })

  app.route({ ...contract.agreedReviews, handler: async () => ({ data: await agreedReviews(db) }) })
}
