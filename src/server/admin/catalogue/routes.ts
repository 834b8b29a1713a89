import {
  mergeEntry as mergeEntryEndpoint,
  previewMerge as previewMergeEndpoint,
} from '#contract/reference/catalogue-admin.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { mergeEntry, previewMerge } from './catalogue.ts'

export const catalogueMergeRoutes: Feature = (app, context) => {
  app.route({
    ...previewMergeEndpoint,
    handler: async ({ params, query }) => ({ data: await previewMerge(context, params.kind, params.key, query.into) }),
  })
  app.route({
    ...mergeEntryEndpoint,
    handler: async (request) => ({
      data: await mergeEntry(context, requireViewer(request), request.params, request.body),
    }),
  })
}
