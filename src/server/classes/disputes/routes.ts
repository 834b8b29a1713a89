import * as contract from '#contract/classes/disputes.ts'
import type { Context, Feature } from '#server/context.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import { previewAppeal } from './appeals.ts'
import { correctClass, decideDispute, openDispute, withdrawDispute } from './disputes.ts'
import * as queries from './queries.ts'

type DisputeSort = 'due' | 'date' | 'amount'

async function readDispute({ db }: Context, { familyId }: Viewer, id: string): Promise<contract.Dispute> {
  return orNotFound(familyId && (await queries.disputeOf(db, id, familyId)))
}

export const disputesRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.openDispute,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { reason, text = '' } = request.body
      const id = await openDispute(context, viewer, request.params.id, { reason, words: text })
      return { data: await readDispute(context, viewer, id) }
    },
  })

  app.route({
    ...contract.withdrawDispute,
    handler: async (request) => {
      const viewer = requireViewer(request)
      return { data: await readDispute(context, viewer, await withdrawDispute(context, viewer, request.params.id)) }
    },
  })

  app.route({
    ...contract.adminDisputes,
    handler: async (request) => {
      const { query } = request
      const viewer = requireViewer(request)
      const search = parseSearchTerm(query.q ?? '')
      const [page, open, settled] = await Promise.all([
        listPage<queries.DisputeRow, DisputeSort>(db, cursors, await queries.disputeList(db, viewer, query), query),
        queries.openDisputes(db),
        'order' in search ? queries.settledOf(db, search.order) : null,
      ])
      return { ...page, data: page.data.map((one) => queries.toListedDispute(viewer, one)), open, settled }
    },
  })

  app.route({
    ...contract.adminDisputesFile,
    handler: async (request, reply) => {
      const { query } = request
      const viewer = requireViewer(request)
      await auditListFile(db, viewer, 'disputes', query)
      const head = ['opened', 'case', 'order', 'family', 'mentor', 'subject', 'plan', 'class', 'minutes', 'in', 'out']
      const ends = ['topic', 'code', 'reason', 'words', 'status', 'amount', 'kept', 'verdict', 'decided by', 'ended']
      const rows = listAll<queries.DisputeRow, DisputeSort>(db, await queries.disputeList(db, viewer, query), query)
      return sendCsv(reply, 'disputes', [...head, ...ends], rows, (row) => {
        const one = queries.toAdminDispute(row)
        return [
          ...[one.createdAt, one.number, one.order, one.familyName, one.mentorName, one.subject, one.plan],
          ...[one.startsAt, one.minutes, one.timeIn, one.timeOut, one.topic, one.hasCode, one.reason],
          ...[one.text, one.status, one.amount, one.kept, one.verdict, one.decidedBy, one.endedAt],
        ]
      })
    },
  })

  app.route({
    ...contract.appealOutcome,
    handler: async (request) => {
      const { params, query } = request
      return { data: await previewAppeal(context, requireViewer(request), params.id, query.share) }
    },
  })

  app.route({
    ...contract.decideDispute,
    handler: async (request) => {
      await decideDispute(context, requireViewer(request), request.params.id, request.body)
      return { data: orNotFound(await queries.adminDispute(db, request.params.id)) }
    },
  })

  app.route({
    ...contract.correctClass,
    handler: async (request) => {
      await correctClass(context, requireViewer(request), request.params.id, request.body)
      return { data: orNotFound(await queries.adminDispute(db, request.params.id)) }
    },
  })
}
