import { adminSearch, adminSelf } from '#contract/admin/admin-search.ts'
import type { Feature } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { adminSummary, searchEverything } from './search.ts'

/** One search runs several queries, and typing sends many of them. */
const pace = { isCostlyRead: true, rateLimit: { max: 240, timeWindow: '1 minute' } }

export const searchRoutes: Feature = (app, { db }) => {
  app.route({
    ...adminSearch,
    config: { ...adminSearch.config, ...pace },
    handler: async ({ query: { q, limit } }) => ({ data: await searchEverything(db, q, limit) }),
  })
  app.route({
    ...adminSelf,
    handler: async (request) => {
      const self = await adminSummary(db, requireViewer(request).accountId)
      if (!self) throw new AppError('not-found')
      const { name, role, ...waiting } = self
      return { data: { name, role, waiting } }
    },
  })
}
