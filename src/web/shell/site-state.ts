import { useLocation, useRouteLoaderData } from 'react-router'
import { plainPath } from '../locale.ts'
import type { Theme } from '../theme.ts'
import type { Viewer } from '../viewer.ts'

/** What every page knows: who is looking, the theme, and the address without its language. */
export function useSite(): { viewer: Viewer | null; theme: Theme; path: string; search: string; pathname: string } {
  const root = useRouteLoaderData<{ viewer: Viewer | null; theme: Theme }>('root')
  const { pathname, search } = useLocation()
  return { viewer: root?.viewer ?? null, theme: root?.theme ?? 'device', path: plainPath(pathname), search, pathname }
}

/** Where a person who is logged in starts. */
export function dashboardPath(userType: Viewer['userType']): string {
  return userType === 'admin' ? '/admin' : `/dashboard/${userType}`
}
