import * as contract from '#contract/admin/audit.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { fileHead, fileRow, inChunks, toEntries } from './audit.ts'
import { type AuditRow, actionsOf, adminsOf, auditList } from './rows.ts'

export const auditRoutes: Feature = (app, { db, cursors }) => {
  app.route({
    ...contract.auditLog,
    handler: async (request) => {
      const { query } = request
      const viewer = requireViewer(request)
      const page = await listPage<AuditRow, 'at'>(db, cursors, await auditList(db, viewer, query), query)
      return { ...page, data: await toEntries(db, viewer.adminRole, page.data) }
    },
  })
  app.route({
    ...contract.auditFile,
    handler: async (request, reply) => {
      const { query } = request
      const viewer = requireViewer(request)
      await writeAudit(db, viewer, 'audit.file', { kind: 'audit', id: 'file', detail: { ...query } })
      const rows = listAll<AuditRow, 'at'>(db, await auditList(db, viewer, query), query)
      const entries = inChunks(rows, (some) => toEntries(db, viewer.adminRole, some))
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
