import * as contract from '#contract/mentors/reliability.ts'
import type { Feature } from '#server/context.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { reliabilityOf } from './reliability.ts'

export const reliabilityRoutes: Feature = (app, context) => {
  app.route({
    ...contract.ownReliability,
    handler: async (request) => {
      return { data: await reliabilityOf(context, orNotFound(requireViewer(request).mentorId)) }
    },
  })

  app.route({
    ...contract.mentorReliability,
    handler: async (request) => ({ data: await reliabilityOf(context, request.params.id) }),
  })
}
