import * as contract from '#contract/privacy/admin-privacy.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { letterOf, recordBreach, recordNotified, tellConcerned } from './breaches.ts'
import { privacyDesk } from './desk.ts'

export const adminPrivacyRoutes: Feature = (app, context) => {
  const { db } = context

  app.route({ ...contract.privacyDesk, handler: async () => ({ data: await privacyDesk(db) }) })

  app.route({
    ...contract.recordBreach,
    handler: async (request) => ({ data: await recordBreach(db, requireViewer(request), request.body) }),
  })

  app.route({
    ...contract.tellConcerned,
    handler: async (request) => ({ data: await tellConcerned(context, requireViewer(request), request.params.id) }),
  })

  app.route({
    ...contract.authorityTold,
    handler: async (request) => ({
      data: await recordNotified(db, requireViewer(request), request.params.id, request.body.authority),
    }),
  })

  app.route({
    ...contract.breachLetter,
    handler: async (request) => ({ data: await letterOf(db, requireViewer(request), request.params.id) }),
  })
}
