import * as contract from '#contract/mentors/taxes.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { decideTaxFacts, ownTaxes, setTaxFacts } from './facts.ts'
import { factsToLookAt } from './rows.ts'

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
    ...contract.taxFactsToCheck,
    handler: async (request) => ({
      data: (await factsToLookAt(context.db, request.query.mentor)).map(({ since, ...row }) => ({
        ...row,
        since: since.toISOString(),
      })),
    }),
  })

  app.route({
    ...contract.decideTaxFacts,
    handler: async (request) => {
      await decideTaxFacts(context, requireViewer(request), request.params.id, request.body)
      return { data: { _id: request.body.facts } }
    },
  })
}
