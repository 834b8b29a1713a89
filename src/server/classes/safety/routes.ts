import * as contract from '#contract/classes/safety.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { reportConcern } from './safety.ts'

export const safetyRoutes: Feature = (app, context) => {
  app.route({
    ...contract.reportConcern,
    handler: async (request) => {
      const { number, answerBy } = await reportConcern(
        context,
        requireViewer(request),
        request.params.id,
        request.body.text,
      )
      return { data: { number, answerBy: answerBy.toISOString() } }
    },
  })
}
