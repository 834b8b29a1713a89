import { adminSearch, adminSelf } from '#contract/admin/admin-search.ts'
import * as contract from '#contract/admin/audit.ts'
import { adminCities, adminCitiesFile, adminOverview, cityFigures } from '#contract/admin/overview.ts'
import {
  mergeEntry as mergeEntryEndpoint,
  previewMerge as previewMergeEndpoint,
} from '#contract/reference/catalogue-admin.ts'
import { platformHealth } from '#contract/wire/health.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { AppError } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { type AuditRow, actionsOf, adminsOf, auditList } from './audit-rows.ts'
import { fileHead, fileRow, inChunks, shownEntries } from './audit-shown.ts'
import { type CityRow, type CitySort, cityList } from './city-rows.ts'
import { healthOf } from './health.ts'
import { mergeEntry, previewMerge } from './merging.ts'
import { overview } from './overview.ts'
import * as search from './search-rows.ts'

/** A search is several queries, and somebody who types makes many. */
const pace = { asksOutside: true, rateLimit: { max: 240, timeWindow: '1 minute' } }

const shownCity = ({ paidPaise, ...rest }: CityRow) => ({ ...rest, paid: rupees(paidPaise) })

export const adminRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...previewMergeEndpoint,
    handler: async ({ params, query }) => ({ data: await previewMerge(context, params.kind, params.key, query.into) }),
  })
  app.route({
    ...mergeEntryEndpoint,
    handler: async (request) => ({
      data: await mergeEntry(context, requireViewer(request), request.params, request.body),
    }),
  })
  app.route({ ...platformHealth, handler: async () => ({ data: await healthOf(context) }) })
  app.route({ ...adminOverview, handler: async ({ query }) => ({ data: await overview(db, query) }) })
  app.route({
    ...adminCities,
    handler: async ({ query }) => {
      const page = await listPage<CityRow, CitySort>(db, cursors, cityList(query), query)
      return { ...page, data: page.data.map(shownCity) }
    },
  })
  app.route({
    ...adminCitiesFile,
    handler: async (request, reply) => {
      const { query } = request
      await writeAudit(db, requireViewer(request), 'cities.file', { kind: 'list', id: 'cities', detail: { ...query } })
      const rows = listAll<CityRow, CitySort>(db, cityList(query), query)
      return sendCsv(reply, 'cities', ['city', ...cityFigures], rows, (row) => {
        const city = shownCity(row)
        return [city.city, ...cityFigures.map((one) => city[one])]
      })
    },
  })
  app.route({
    ...adminSearch,
    config: { ...adminSearch.config, ...pace },
    handler: async ({ query: { q, limit } }) => ({ data: await search.findAll(db, q, limit) }),
  })
  app.route({
    ...adminSelf,
    handler: async (request) => {
      const self = await search.adminSelf(db, requireViewer(request).accountId)
      if (!self) throw new AppError('not-found')
      const { name, role, ...waiting } = self
      return { data: { name, role, waiting } }
    },
  })
  app.route({
    ...contract.auditLog,
    handler: async (request) => {
      const { query } = request
      const { adminRole } = requireViewer(request)
      const page = await listPage<AuditRow, 'at'>(db, cursors, await auditList(db, query), query)
      return { ...page, data: await shownEntries(db, adminRole, page.data) }
    },
  })
  app.route({
    ...contract.auditFile,
    handler: async (request, reply) => {
      const { query } = request
      const viewer = requireViewer(request)
      await writeAudit(db, viewer, 'audit.file', { kind: 'audit', id: 'file', detail: { ...query } })
      const rows = listAll<AuditRow, 'at'>(db, await auditList(db, query), query)
      const entries = inChunks(rows, (some) => shownEntries(db, viewer.adminRole, some))
      return sendCsv(reply, 'audit', fileHead, entries, fileRow)
    },
  })
  app.route({
    ...contract.auditNames,
    handler: async () => {
      const [admins, actions] = await Promise.all([adminsOf(db), actionsOf(db)])
      return { data: { admins, actions } }
    },
  })
}
