import * as contract from '#contract/people/admin-learners.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { type LearnerRow, learnerList } from './learner-rows.ts'

type By = 'since' | 'name'

/** Learners of all families as the admin sees them. */
export const learnerRoutes: Feature = (app, { db, cursors }) => {
  app.route({
    ...contract.adminLearners,
    handler: async ({ query }) => {
      const page = await listPage<LearnerRow, By>(db, cursors, await learnerList(db, query), query)
      return { ...page, data: page.data.map(({ since, ...rest }) => ({ ...rest, since: since.toISOString() })) }
    },
  })
  app.route({
    ...contract.adminLearnersFile,
    handler: async (request, reply) => {
      const { query } = request
      const viewer = requireViewer(request)
      await writeAudit(db, viewer, 'learners.file', { kind: 'list', id: 'learners', detail: { ...query } })
      const head = ['name', 'family', 'class', 'school', 'board', 'bookings', 'going', 'since', 'put away', 'id']
      const rows = listAll<LearnerRow, By>(db, await learnerList(db, query), query)
      return sendCsv(reply, 'learners', head, rows, (one) => [
        ...[one.name ?? '', one.family.name ?? '', one.grade ?? '', one.school ?? '', one.board ?? ''],
        ...[one.bookings, one.bookingsGoing, one.since.toISOString(), one.isAway ? 'yes' : 'no', one._id],
      ])
    },
  })
}
