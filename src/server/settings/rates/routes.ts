import * as contract from '#contract/settings/rates.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { dropRates, ratesFor, setRates } from './rates.ts'

export const ratesRoutes: Feature = (app, context) => {
  app.route({
    ...contract.adminRates,
    handler: async () => ({ data: await ratesFor(context) }),
  })

  app.route({
    ...contract.setRates,
    handler: async (request) => ({ data: await setRates(context, requireViewer(request), request.body) }),
  })

  app.route({
    ...contract.dropRates,
    handler: async (request) => {
      const { name, from } = request.params
      return { data: await dropRates(context, requireViewer(request), name, from) }
    },
  })
}
