import { adminSearch, adminSelf } from '#contract/admin/admin-search.ts'
import type { Feature } from '#server/context.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { costlyRead } from '#server/platform/guards.ts'
import { listedPhone } from '#server/platform/masked.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { adminSummary, searchEverything } from './search.ts'

/** One search runs several queries, and typing sends many of them. */
const pace = costlyRead(240)

export const searchRoutes: Feature = (app, { db }) => {
  app.route({
    ...adminSearch,
    config: { ...adminSearch.config, ...pace },
    handler: async (request) => {
      const { q, limit } = request.query
      const found = await searchEverything(db, { accountId: requireViewer(request).accountId, q, limit })
      const toListed = <T extends { phone: string }>(one: T): T => ({
        ...one,
        phone: listedPhone(requireViewer(request), one.phone),
      })
      return { data: { ...found, accounts: found.accounts.map(toListed), mentors: found.mentors.map(toListed) } }
    },
  })
  app.route({
    ...adminSelf,
    handler: async (request) => {
      const self = orNotFound(await adminSummary(db, requireViewer(request).accountId))
      const { name, role, ...waiting } = self
      return { data: { name, role, waiting } }
    },
  })
}
