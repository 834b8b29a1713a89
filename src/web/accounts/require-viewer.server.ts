import { redirect } from 'react-router'
import type { Viewer } from '#contract/people/accounts.ts'
import { type LoaderContext, serverContext } from '../api.ts'
import { localHref, plainPath } from '../locale.ts'
import { readViewer } from '../viewer.ts'

const hadSession = (context: LoaderContext) =>
  /(?:^|;\s*)(?:__Host-)?session=/.test(context.get(serverContext).headers.cookie)

/**
 * Returns the viewer; redirects visitors to the login and back. Fails when sessions cannot be read, because a logged-in
 * viewer must not be asked to log in again.
 */
export async function requireViewer(
  context: LoaderContext,
  url: URL,
  login: '/login' | '/admin/login' = '/login',
): Promise<Viewer> {
  const viewer = await readViewer(context)
  if (viewer && (login === '/login' || viewer.userType === 'admin')) return viewer
  // Client navigations request the page's data URL, which is no page to return to.
  const path = plainPath(url.pathname).replace(/\.data$/, '')
  const search = new URLSearchParams(url.search)
  search.delete('_routes')
  const next = encodeURIComponent(search.size > 0 ? `${path}?${search}` : path)
  // Tell an admin that the session has ended.
  const wasIn = login === '/admin/login' && viewer === null && hadSession(context)
  throw redirect(localHref(`${login}?next=${next}${wasIn ? '&ended=1' : ''}`))
}
