import * as contract from '#contract/replacements.ts'
import type { Feature } from '#server/app.ts'
import { bookingFor } from '#server/bookings/bookings.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { changeMentor, replacementsFor, takeGuarantee } from './replacements.ts'

export const replacementsRoutes: Feature = (app, parts) => {
  app.route({
    ...contract.replacements,
    handler: async (request) => {
      const { params, query } = request
      return { data: await replacementsFor(parts, loggedIn(request), params.id, query.guarantee === 'yes') }
    },
  })

  app.route({
    ...contract.changeMentor,
    handler: async (request) => {
      const viewer = loggedIn(request)
      const id = await changeMentor(parts, viewer, request.params.id, request.body)
      return { data: await bookingFor(parts, viewer, id) }
    },
  })

  app.route({
    ...contract.useGuarantee,
    handler: async (request) => {
      const viewer = loggedIn(request)
      const id = await takeGuarantee(parts, viewer, request.params.id, request.body.amount)
      return { data: await bookingFor(parts, viewer, id) }
    },
  })
}
