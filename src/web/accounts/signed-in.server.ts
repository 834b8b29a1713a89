import { type RouterContextProvider, redirect } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import { localHref, plainPath } from '../locale.ts'
import { readViewer } from '../viewer.ts'

type Given = Readonly<RouterContextProvider>

/**
 * The viewer of a page that needs one; visitors go to the login and come back. When sessions cannot be read, the page
 * fails: somebody who is logged in must not be asked to do it again.
 */
export async function signedIn(context: Given, url: URL, login: '/login' | '/admin/login' = '/login'): Promise<Viewer> {
  const viewer = await readViewer(context)
  if (viewer && (login === '/login' || viewer.userType === 'admin')) return viewer
  const next = encodeURIComponent(plainPath(url.pathname) + url.search)
  throw redirect(localHref(`${login}?next=${next}`))
}
