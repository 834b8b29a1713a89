import * as contract from '#contract/admin/jobs.ts'
import type { Feature } from '#server/context.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { allDeadJobs, deadJobsPage, runAgain } from './jobs.ts'

/** Background jobs that failed every retry. */
export const jobsRoutes: Feature = (app, context) => {
  app.route({ ...contract.deadJobs, handler: async ({ query }) => deadJobsPage(context, query) })

  app.route({
    ...contract.deadJobsFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(context.db, requireViewer(request), 'jobs', query)
      const head = ['id', 'job', 'failed', 'created', 'tries', 'error', 'about', 'request']
      return sendCsv(reply, 'jobs', head, allDeadJobs(context, query), (one) => [
        ...[one._id, one.job, one.failedAt, one.createdAt, one.tries, one.error],
        ...[one.about.map(({ name, value }) => `${name} ${value}`).join(', '), one.requestId],
      ])
    },
  })

  app.route({
    ...contract.runJobAgain,
    handler: async (request) => ({ data: await runAgain(context, requireViewer(request), request.params) }),
  })
}
