import {
  mergeEntry as mergeEntryEndpoint,
  previewMerge as previewMergeEndpoint,
} from '#contract/reference/catalogue-admin.ts'
import type { Feature } from '#server/context.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { mergeEntry, previewMerge } from './merging.ts'

export const adminRoutes: Feature = (app, context) => {
  app.route({
    ...previewMergeEndpoint,
    handler: async ({ params, query }) => ({ data: await previewMerge(context, params.kind, params.key, query.into) }),
  })
  app.route({
    ...mergeEntryEndpoint,
    handler: async (request) => ({ data: await mergeEntry(context, loggedIn(request), request.params, request.body) }),
  })
}
