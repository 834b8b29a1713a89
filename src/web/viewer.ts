import { appFrame } from '#contract/apps/frame.ts'
import type { Viewer } from '#contract/people/accounts.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { type LoaderContext, readApi, serverContext } from './api.ts'

export type { Viewer }

/** Viewer, unread messages and shortlist, read once per request. @throws if sessions cannot be read */
export function readFrame(context: LoaderContext): Promise<ReplyOf<typeof appFrame>['data']> {
  const server = context.get(serverContext)
  server.frame ??= readApi(context, appFrame).then(({ data }) => data)
  return server.frame
}

/** The viewer, read once per request. @throws if sessions cannot be read */
export const readViewer = async (context: LoaderContext): Promise<Viewer | null> => (await readFrame(context)).viewer

/** The viewer for public pages, null if sessions cannot be read. */
export async function loadViewer(context: LoaderContext): Promise<Viewer | null> {
  return await readViewer(context).catch(() => null)
}
