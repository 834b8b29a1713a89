import { adminSearch, adminSelf } from '#contract/admin-search.ts'
import * as contract from '#contract/audit.ts'
import { platformHealth } from '#contract/health.ts'
import { adminOverview } from '#contract/overview.ts'
import type { Feature } from '#server/app.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { AppError } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { type AuditRow, actionsOf, adminsOf, auditList } from './audit-rows.ts'
import { healthOf } from './health.ts'
import { overview } from './overview.ts'
import * as search from './search-rows.ts'

/** A search is several queries, and somebody who types makes many. */
const pace = { asksOutside: true, rateLimit: { max: 240, timeWindow: '1 minute' } }

export const adminRoutes: Feature = (app, parts) => {
  const { db, cursors } = parts
  app.route({ ...platformHealth, handler: async () => ({ data: await healthOf(parts) }) })
  app.route({ ...adminOverview, handler: async ({ query }) => ({ data: await overview(db, query) }) })
  app.route({
    ...adminSearch,
    config: { ...adminSearch.config, ...pace },
    handler: async ({ query: { q, limit } }) => ({ data: await search.findAll(db, q, limit) }),
  })
  app.route({
    ...adminSelf,
    handler: async (request) => {
      const self = await search.adminSelf(db, loggedIn(request).accountId)
      if (!self) throw new AppError('not-found')
      const { name, role, ...waiting } = self
      return { data: { name, role, waiting } }
    },
  })
  app.route({
    ...contract.auditLog,
    handler: async ({ query }) => {
      const page = await listPage<AuditRow, 'at'>(db, cursors, auditList(query), query)
      return { ...page, data: page.data.map((row) => ({ ...row, at: row.at.toISOString() })) }
    },
  })
  app.route({
    ...contract.auditFile,
    handler: async (request, reply) => {
      const { query } = request
      await writeAudit(db, loggedIn(request), 'audit.file', { kind: 'audit', id: 'file', detail: { ...query } })
      const rows = listAll<AuditRow, 'at'>(db, auditList(query), query)
      const head = ['at', 'admin', 'action', 'kind', 'subject', 'detail']
      return sendCsv(reply, 'audit', head, rows, ({ at, by, action, kind, subject, detail }) => [
        ...[at.toISOString(), by?.name ?? '', action, kind, subject, JSON.stringify(detail)],
      ])
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
