import * as contract from '#contract/mentors/taxes.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { decideTaxFacts, ownTaxes, setTaxFacts, taxesForAdmin } from './facts.ts'

export const taxesRoutes: Feature = (app, context) => {
  app.route({
    ...contract.ownTaxFacts,
    handler: async (request) => ({ data: await ownTaxes(context, requireViewer(request)) }),
  })

  app.route({
    ...contract.setTaxFacts,
    handler: async (request) => ({ data: await setTaxFacts(context, requireViewer(request), request.body) }),
  })

  app.route({
    ...contract.mentorTaxFacts,
    handler: async (request) => ({ data: await taxesForAdmin(context, requireViewer(request), request.params.id) }),
  })

  app.route({
    ...contract.decideTaxFacts,
    handler: async (request) => ({
      data: await decideTaxFacts(context, requireViewer(request), request.params.id, request.body),
    }),
  })
}
