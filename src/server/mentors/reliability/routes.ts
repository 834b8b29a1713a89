import * as contract from '#contract/mentors/reliability.ts'
import type { Feature } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { reliabilityOf } from './reliability.ts'

export const reliabilityRoutes: Feature = (app, context) => {
  app.route({
    ...contract.ownReliability,
    handler: async (request) => {
      const { mentorId } = requireViewer(request)
      if (!mentorId) throw new AppError('not-found')
      return { data: await reliabilityOf(context, mentorId) }
    },
  })

  app.route({
    ...contract.mentorReliability,
    handler: async (request) => ({ data: await reliabilityOf(context, request.params.id) }),
  })
}
