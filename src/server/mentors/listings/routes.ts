import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { listingProblemText } from '#contract/mentors/listing-problems.ts'
import * as contract from '#contract/mentors/listings.ts'
import type { Feature } from '#server/context.ts'
import { auditListFile, writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { bulkEditById, type FoundRow, rowList } from './bulk-edit-rows.ts'
import { applyBulkEdit } from './listings.ts'
import { type ListedRow, type ListingSort, listingList } from './mentor-rows.ts'
import { previewBulkEdit, previewFile } from './preview.ts'

/** All values of a row in one cell. */
const cellOf = (values: FoundRow['after']) =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')

/** The listings of mentors: the list, its export, and bulk edits. */
export const listingsRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  async function bulkEdit(id: string) {
    const found = orNotFound(await bulkEditById(db, id))
    return { data: { ...found, madeAt: found.madeAt.toISOString() } }
  }

  app.route({
    ...contract.adminListings,
    handler: async ({ query }) =>
      await listPage<ListedRow, ListingSort>(db, cursors, await listingList(db, query), query),
  })
  app.route({
    ...contract.adminListingsFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'listings', query)
      const head = ['id', 'number', 'name', 'phone', 'city', 'status', 'ranking', 'tier', 'brief', 'brief visible']
      const rows = listAll<ListedRow, ListingSort>(db, await listingList(db, query), query)
      return sendCsv(reply, 'mentors', [...head, 'shown', 'version'], rows, (one) => [
        ...[one._id, one.number, one.fullName, one.phone, one.city, one.status, one.adminRanking, one.tier],
        ...[one.adminBrief, one.adminBriefVisible, one.showOnWebsite, one.version],
      ])
    },
  })
  app.route({
    ...contract.previewBulkEdit,
    handler: async (request) => {
      const { of, set } = request.body
      return await bulkEdit(await previewBulkEdit(context, requireViewer(request), of, set))
    },
  })
  app.register(async (raw) => {
    const scope = raw.withTypeProvider<ZodTypeProvider>()
    // The file is parsed as a stream and never held in memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('text/csv', (_request, _payload, done) => done(null))
    scope.route({
      ...contract.previewBulkEditFile,
      handler: async (request) => {
        try {
          return await bulkEdit(await previewFile(context, requireViewer(request), request.query.name, request.raw))
        } catch (error) {
          // The client disconnected.
          if (request.raw.destroyed && !request.raw.complete) throw new AppError('bad-request')
          // Drain the upload so that the client can read the error.
          request.raw.resume()
          throw error
        }
      },
    })
  })
  app.route({ ...contract.oneBulkEdit, handler: ({ params }) => bulkEdit(params.id) })
  app.route({
    ...contract.bulkEditRows,
    handler: async ({ params: { id }, query }) => {
      await bulkEdit(id)
      return await listPage<FoundRow, 'line'>(db, cursors, rowList(id, query.state), query)
    },
  })
  app.route({
    ...contract.bulkEditRowsFile,
    handler: async (request, reply) => {
      const { query } = request
      const { id } = request.params
      await bulkEdit(id)
      const detail = { ...query }
      await writeAudit(db, requireViewer(request), 'listings.rows-file', { kind: 'listing-change', id, detail })
      const rows = listAll<FoundRow, 'line'>(db, rowList(id, query.state), query)
      const head = ['line', 'number', 'name', 'given', 'state', 'before', 'after', 'problem']
      return sendCsv(reply, 'listing-change', head, rows, ({ mentor, before, after, ...one }) => [
        ...[one.line, mentor?.number, mentor?.fullName, one.given, one.state],
        ...[cellOf(before), cellOf(after), rowProblems(one).join(' ')],
      ])
    },
  })
  app.route({
    ...contract.applyBulkEdit,
    handler: async (request) => {
      await applyBulkEdit(context, requireViewer(request), request.params.id)
      return await bulkEdit(request.params.id)
    },
  })
}

const rowProblems = ({ state, problems }: Pick<FoundRow, 'state' | 'problems'>) =>
  (state === 'refused' ? [{ code: 'changed' as const, value: '' }] : problems).map((one) =>
    listingProblemText(one, 'en'),
  )
