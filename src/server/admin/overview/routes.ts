import { adminDue } from '#contract/admin/due.ts'
import { type DueKind, dueKinds, dueKindsOfOperations } from '#contract/admin/due-kinds.ts'
import { adminCities, adminCitiesFile, adminOverview, cityFigures } from '#contract/admin/overview.ts'
import { securityCounts } from '#contract/admin/security.ts'
import { adminUsage } from '#contract/admin/usage.ts'
import { platformHealth } from '#contract/wire/health.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Feature } from '#server/context.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { type CityRow, type CitySort, cityList } from './city-rows.ts'
import { countDue, dueRows } from './due-rows.ts'
import { healthOf, securityCountsOf } from './health.ts'
import { overview } from './overview.ts'
import { usage } from './usage.ts'

const perKind = (count: (kind: DueKind) => number) =>
  Object.fromEntries(dueKinds.map((kind) => [kind, count(kind)])) as Record<DueKind, number> // safe: every kind is there
const toCity = ({ paidPaise, ...rest }: CityRow) => ({ ...rest, paid: rupees(paidPaise) })

/** Figures of the marketplace, by day and by city, and the state of what it runs on. */
export const overviewRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({ ...platformHealth, handler: async () => ({ data: await healthOf(context) }) })
  app.route({ ...securityCounts, handler: async () => ({ data: await securityCountsOf(context) }) })
  app.route({ ...adminOverview, handler: async ({ query }) => ({ data: await overview(context, query) }) })
  app.route({
    ...adminDue,
    handler: async (request) => {
      const { accountId, adminRole } = requireViewer(request)
      const isSupport = adminRole === 'support'
      const kinds = dueKinds.filter((kind) => !(isSupport && dueKindsOfOperations.includes(kind)))
      const [found, counts] = await Promise.all([dueRows(db, kinds, accountId), countDue(db, kinds, accountId)])
      const of = (kind: DueKind) => counts.find((one) => one.kind === kind)
      return {
        data: {
          rows: found.map(({ dueAt, ...row }) => ({ ...row, dueAt: dueAt.toISOString() })),
          late: perKind((kind) => of(kind)?.late ?? 0),
          soon: perKind((kind) => of(kind)?.soon ?? 0),
        },
      }
    },
  })
  app.route({ ...adminUsage, handler: async ({ query }) => ({ data: await usage(db, query) }) })
  app.route({
    ...adminCities,
    handler: async ({ query }) => {
      const page = await listPage<CityRow, CitySort>(db, cursors, cityList(query), query)
      return { ...page, data: page.data.map(toCity) }
    },
  })
  app.route({
    ...adminCitiesFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'cities', query)
      const rows = listAll<CityRow, CitySort>(db, cityList(query), query)
      return sendCsv(reply, 'cities', ['city', ...cityFigures], rows, (row) => {
        const city = toCity(row)
        return [city.city, ...cityFigures.map((one) => city[one])]
      })
    },
  })
}
