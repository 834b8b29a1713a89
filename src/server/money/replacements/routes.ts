import * as contract from '#contract/money/replacements.ts'
import { bookingFor } from '#server/classes/bookings/bookings.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { changeMentor, claimGuarantee, replacementsFor } from './replacements.ts'

export const replacementsRoutes: Feature = (app, context) => {
  app.route({
    ...contract.replacements,
    handler: async (request) => {
      const { params, query } = request
      return { data: await replacementsFor(context, requireViewer(request), params.id, query.guarantee === 'yes') }
    },
  })

  app.route({
    ...contract.changeMentor,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const id = await changeMentor(context, viewer, request.params.id, request.body)
      return { data: await bookingFor(context, viewer, id) }
    },
  })

  app.route({
    ...contract.useGuarantee,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const id = await claimGuarantee(context, viewer, request.params.id, request.body.amount)
      return { data: await bookingFor(context, viewer, id) }
    },
  })
}
