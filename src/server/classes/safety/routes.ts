import * as contract from '#contract/classes/safety.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { doorCodeFor } from './door-code.ts'
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
  app.route({
    ...contract.doorCode,
    handler: async (request) => ({ data: await doorCodeFor(context, requireViewer(request), request.params.id) }),
  })
}
