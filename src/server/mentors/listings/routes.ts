import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { listingProblemWords } from '#contract/mentors/listing-words.ts'
import * as contract from '#contract/mentors/listings.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { AppError } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { type ChangeRow, changeById, changeList, type RowRow, rowList } from './change-rows.ts'
import { applyListing } from './listings.ts'
import { type By, type ListedRow, listingList } from './mentor-rows.ts'
import { previewFile, previewListing } from './preview.ts'

const shown = ({ madeAt, appliedAt, ...rest }: ChangeRow) => ({
  ...rest,
  madeAt: madeAt.toISOString(),
  appliedAt: appliedAt?.toISOString() ?? null,
})
/** Values of a row by their names, in one cell. */
const told = (values: RowRow['after']) =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')
const yes = (is: boolean) => (is ? 'yes' : 'no')

/** How mentors are listed: the list, changes of many at once, files out and in. */
export const listingsRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  async function change(id: string) {
    const found = await changeById(db, id)
    if (!found) throw new AppError('not-found')
    return { data: shown(found) }
  }

  app.route({
    ...contract.adminListings,
    handler: async ({ query }) => await listPage<ListedRow, By>(db, cursors, await listingList(db, query), query),
  })
  app.route({
    ...contract.adminListingsFile,
    handler: async (request, reply) => {
      const { query } = request
      const viewer = requireViewer(request)
      await writeAudit(db, viewer, 'listings.file', { kind: 'list', id: 'listings', detail: { ...query } })
      const head = ['id', 'number', 'name', 'phone', 'city', 'status', 'ranking', 'tier', 'brief', 'brief visible']
      const rows = listAll<ListedRow, By>(db, await listingList(db, query), query)
      return sendCsv(reply, 'mentors', [...head, 'shown', 'version'], rows, (one) => [
        ...[one._id, one.number, one.fullName, one.phone, one.city, one.status, one.adminRanking, one.tier],
        ...[one.adminBrief, yes(one.adminBriefVisible), yes(one.showOnWebsite), one.version],
      ])
    },
  })
  app.route({
    ...contract.listingChanges,
    handler: async ({ query }) => {
      const page = await listPage<ChangeRow, 'made'>(db, cursors, changeList(), query)
      return { ...page, data: page.data.map(shown) }
    },
  })
  app.route({
    ...contract.listingChangesFile,
    handler: async (request, reply) => {
      const { query } = request
      const detail = { ...query }
      await writeAudit(db, requireViewer(request), 'listings.changes-file', {
        kind: 'list',
        id: 'listing-changes',
        detail,
      })
      const head = ['made', 'made by', 'file', 'status', 'good', 'same', 'bad', 'applied', 'refused', 'applied on']
      const rows = listAll<ChangeRow, 'made'>(db, changeList(), query)
      return sendCsv(reply, 'listing-changes', [...head, 'applied by'], rows, (row) => {
        const one = shown(row)
        return [
          ...[one.madeAt, one.madeBy.name, one.fileName ?? '', one.status, one.good, one.same, one.bad, one.applied],
          ...[one.refused, one.appliedAt ?? '', one.appliedBy?.name ?? ''],
        ]
      })
    },
  })
  app.route({
    ...contract.previewListing,
    handler: async (request) => {
      const { of, set } = request.body
      return await change(await previewListing(context, requireViewer(request), of, set))
    },
  })
  app.register(async (raw) => {
    const scope = raw.withTypeProvider<ZodTypeProvider>()
    // Read while it comes: a file is never in memory as a whole.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('text/csv', (_request, _payload, done) => done(null))
    scope.route({
      ...contract.readListingFile,
      handler: async (request) => {
        try {
          return await change(await previewFile(context, requireViewer(request), request.query.name, request.raw))
        } catch (error) {
          // Whoever sent it went away.
          if (request.raw.destroyed && !request.raw.complete) throw new AppError('bad-request')
          // So that whoever still sends hears why.
          request.raw.resume()
          throw error
        }
      },
    })
  })
  app.route({ ...contract.oneListingChange, handler: ({ params }) => change(params.id) })
  app.route({
    ...contract.listingChangeRows,
    handler: async ({ params: { id }, query }) => {
      await change(id)
      return await listPage<RowRow, 'line'>(db, cursors, rowList(id, query.state), query)
    },
  })
  app.route({
    ...contract.listingChangeRowsFile,
    handler: async (request, reply) => {
      const { query } = request
      const { id } = request.params
      await change(id)
      const detail = { ...query }
      await writeAudit(db, requireViewer(request), 'listings.rows-file', { kind: 'listing-change', id, detail })
      const rows = listAll<RowRow, 'line'>(db, rowList(id, query.state), query)
      const head = ['line', 'number', 'name', 'given', 'state', 'before', 'after', 'problem']
      return sendCsv(reply, 'listing-change', head, rows, ({ mentor, before, after, problems, ...one }) => [
        ...[one.line, mentor?.number ?? '', mentor?.fullName ?? '', one.given, one.state, told(before), told(after)],
        problems.map((problem) => listingProblemWords(problem, 'en')).join(' '),
      ])
    },
  })
  app.route({
    ...contract.listingProblemsFile,
    handler: async (request, reply) => {
      const { id } = request.params
      const { language } = request.query
      await change(id)
      await writeAudit(db, requireViewer(request), 'listings.problems-file', { kind: 'listing-change', id })
      const rows = listAll<RowRow, 'line'>(db, rowList(id, undefined, true), { sort: 'line', order: 'asc' })
      return sendCsv(
        reply,
        'problems',
        ['line', 'mentor', 'problem'],
        rows,
        ({ line, given, mentor, state, problems }) => [
          line,
          mentor ? `${mentor.number} ${mentor.fullName}` : given,
          state === 'refused'
            ? listingProblemWords({ code: 'changed', value: '' }, language)
            : problems.map((one) => listingProblemWords(one, language)).join(' '),
        ],
      )
    },
  })
  app.route({
    ...contract.applyListing,
    handler: async (request) => {
      await applyListing(context, requireViewer(request), request.params.id)
      return await change(request.params.id)
    },
  })
}
