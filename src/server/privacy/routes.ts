import * as contract from '#contract/privacy/privacy.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { askErasure, cancelErasure, downloadFor, privacyFor } from './privacy.ts'

export const privacyRoutes: Feature = (app, { db }) => {
  app.route({
    ...contract.ownPrivacy,
    handler: async (request) => ({ data: await privacyFor(db, requireViewer(request)) }),
  })

  app.route({
    ...contract.downloadOwnData,
    handler: async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="my-data.json"').header('cache-control', 'no-store')
      return await downloadFor(db, requireViewer(request))
    },
  })

  app.route({
    ...contract.askErasure,
    handler: async (request) => ({ data: await askErasure(db, requireViewer(request)) }),
  })

  app.route({
    ...contract.cancelErasure,
    handler: async (request) => ({ data: await cancelErasure(db, requireViewer(request)) }),
  })
}
