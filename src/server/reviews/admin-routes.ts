import * as contract from '#contract/review-moderation.ts'
import type { Feature } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import * as demos from './demo-rows.ts'
import { decideReview } from './moderation.ts'
import * as rows from './moderation-rows.ts'

/** Reviews and answers after demos, for admins. */
export const adminReviewsRoutes: Feature = (app, parts) => {
  const { db, cursors } = parts
  app.route({
    ...contract.adminReviews,
    handler: async (request) => {
      const { state, cursor, limit } = request.query
      const list = `admin-reviews:${state}`
      const after = cursor ? cursors.read<rows.Place>(list, cursor) : null
      const [{ data, next }, counts] = await Promise.all([
        rows.listReviews(db, state, after, limit),
        rows.countReviews(db, state),
      ])
      return { data, nextCursor: next && cursors.write(list, next), ...counts }
    },
  })

  app.route({
    ...contract.decideReview,
    handler: async (request) => {
      await decideReview(parts, loggedIn(request), request.params.id, request.body)
      const one = await rows.adminReview(db, request.params.id)
      if (!one) throw new AppError('not-found')
      return { data: one }
    },
  })

  app.route({
    ...contract.adminDemoOutcomes,
    handler: async (request) => {
      const { cursor, limit } = request.query
      const list = 'admin-demo-outcomes'
      const after = cursor ? cursors.read<demos.Place>(list, cursor) : null
      const { data, next, total } = await demos.listOutcomes(db, after, limit)
      return { data, nextCursor: next && cursors.write(list, next), total }
    },
  })
}
