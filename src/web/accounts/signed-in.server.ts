import { type RouterContextProvider, redirect } from 'react-router'
import type { Viewer } from '#contract/people/accounts.ts'
import { serverContext } from '../api.ts'
import { localHref, plainPath } from '../locale.ts'
import { readViewer } from '../viewer.ts'

type Context = Readonly<RouterContextProvider>

const hadSession = (context: Context) =>
  /(?:^|;\s*)(?:__Host-)?session=/.test(context.get(serverContext).headers.cookie)

/**
 * The viewer of a page that needs one; visitors go to the login and come back. When sessions cannot be read, the page
 * fails: somebody who is logged in must not be asked to do it again.
 */
export async function signedIn(
  context: Context,
  url: URL,
  login: '/login' | '/admin/login' = '/login',
): Promise<Viewer> {
  const viewer = await readViewer(context)
  if (viewer && (login === '/login' || viewer.userType === 'admin')) return viewer
  // Links inside the site ask for the page's data, at an address of its own: nobody comes back to that.
  const path = plainPath(url.pathname).replace(/\.data$/, '')
  const search = new URLSearchParams(url.search)
  search.delete('_routes')
  const next = encodeURIComponent(search.size > 0 ? `${path}?${search}` : path)
  // An admin whose session was ended would else not know why the login is asked for again.
  const wasIn = login === '/admin/login' && viewer === null && hadSession(context)
  throw redirect(localHref(`${login}?next=${next}${wasIn ? '&ended=1' : ''}`))
}
