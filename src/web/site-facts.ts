import { siteFacts } from '#contract/settings/settings.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { type LoaderContext, readApi, serverContext } from './api.ts'

export type SiteFacts = ReplyOf<typeof siteFacts>['data']

/** Facts of the site, read once per request. */
export function readSite(context: LoaderContext): Promise<SiteFacts> {
  const server = context.get(serverContext)
  server.site ??= readApi(context, siteFacts).then(({ data }) => data)
  return server.site
}
