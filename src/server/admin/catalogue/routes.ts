import { mergeEntry as mergeEntryEndpoint } from '#contract/reference/catalogue-admin.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { mergeEntry } from './catalogue.ts'

export const catalogueMergeRoutes: Feature = (app, context) => {
  app.route({
    ...mergeEntryEndpoint,
    handler: async (request) => ({
      data: await mergeEntry(context, requireViewer(request), request.params, request.body),
    }),
  })
}
