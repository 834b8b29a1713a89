import * as contract from '#contract/rates.ts'
import type { Feature } from '#server/app.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { dropRates, ratesFor, setRates } from './rates.ts'

export const ratesRoutes: Feature = (app, parts) => {
  app.route({
    ...contract.adminRates,
    handler: async () => ({ data: await ratesFor(parts) }),
  })

  app.route({
    ...contract.setRates,
    handler: async (request) => ({ data: await setRates(parts, loggedIn(request), request.body) }),
  })

  app.route({
    ...contract.dropRates,
    handler: async (request) => {
      const { name, from } = request.params
      return { data: await dropRates(parts, loggedIn(request), name, from) }
    },
  })
}
