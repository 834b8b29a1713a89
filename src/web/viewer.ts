import type { RouterContextProvider } from 'react-router'
import { currentSession, type Viewer } from '#contract/people/accounts.ts'
import { readApi, serverContext } from './api.ts'

export type { Viewer }

type LoaderContext = Readonly<Pick<RouterContextProvider, 'get'>>

/** The viewer, read once per request. @throws if sessions cannot be read */
export function readViewer(context: LoaderContext): Promise<Viewer | null> {
  const server = context.get(serverContext)
  server.viewer ??= readApi(context, currentSession).then(({ data }) => data)
  return server.viewer
}

/** The viewer for public pages, null if sessions cannot be read. */
export async function loadViewer(context: LoaderContext): Promise<Viewer | null> {
  return await readViewer(context).catch(() => null)
}
