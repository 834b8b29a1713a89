import * as contract from '#contract/reviews/review-moderation.ts'
import type { Feature } from '#server/context.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import * as demos from './demo-rows.ts'
import { decideReview } from './moderation.ts'
import * as rows from './moderation-rows.ts'

type ReviewSort = 'due' | 'date' | 'stars'

export const adminReviewsRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.adminReviews,
    handler: async (request) => {
      const { query } = request
      const viewer = requireViewer(request)
      const [page, reported] = await Promise.all([
        listPage<rows.ReviewRow, ReviewSort>(db, cursors, await rows.reviewList(db, viewer, query), query),
        rows.countReported(db),
      ])
      return { ...page, data: page.data.map(rows.toAdminReview), reported }
    },
  })

  app.route({
    ...contract.adminReviewsFile,
    handler: async (request, reply) => {
      const { query } = request
      const viewer = requireViewer(request)
      await auditListFile(db, viewer, 'reviews', query)
      const head = ['written', 'published', 'mentor', 'family', 'order', 'stars', 'words', 'reply']
      const states = ['hidden', 'reply hidden', 'reason', 'reports']
      const all = listAll<rows.ReviewRow, ReviewSort>(db, await rows.reviewList(db, viewer, query), query)
      return sendCsv(reply, 'reviews', [...head, ...states], all, (row) => {
        const one = rows.toAdminReview(row)
        return [
          ...[one.writtenAt, one.publishedAt, one.mentor.fullName, one.familyName, one.order],
          ...[one.stars, one.words, one.reply?.words, one.isHidden],
          ...[one.reply?.isHidden ?? false, one.hiddenReason],
          one.reports.map(({ number, words }) => `${number}: ${words}`).join(' '),
        ]
      })
    },
  })

  app.route({
    ...contract.decideReview,
    handler: async (request) => {
      await decideReview(context, requireViewer(request), request.params.id, request.body)
      return { data: orNotFound(await rows.adminReview(db, request.params.id)) }
    },
  })

  app.route({
    ...contract.adminDemoOutcomes,
    handler: async (request) => {
      const { cursor, limit } = request.query
      const list = 'admin-demo-outcomes'
      const after = cursor ? cursors.read<demos.OutcomeCursor>(list, cursor) : null
      const { data, next, total } = await demos.listOutcomes(db, after, limit)
      return { data, nextCursor: next && cursors.write(list, next), total }
    },
  })
}
